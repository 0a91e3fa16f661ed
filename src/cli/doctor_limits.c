/* What the system lets this account have, and the clock. */

#include "base/clock.h"
#include "base/file.h"
#include "cli/doctor.h"
#include "server/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timex.h>
#include <unistd.h>

enum {
    FILES_FEWEST = 4 * LIMIT_FILES_SPARE, /* with fewer only some games can be played */
    FILES_WANTED = LIMIT_SESSIONS + LIMIT_WEB_CONNECTIONS + LIMIT_FILES_SPARE,
    TASKS_WANTED = 2048,      /* some Java bots, and their limits */
    MEMORY_FEWEST_MIB = 256,  /* the server and one search table */
    MEMORY_WANTED_MIB = 1024, /* all search tables, and some bots */
    MEMINFO_SIZE = 4096,
    TIME_SIZE = 32,
    YEAR_S = 366 * 24 * 3600,
    SLACK_S = 60, /* clocks of file servers */
};

#define BUILT_S INT64_C(1767225600) /* 2026: no clock of a machine that runs this is before */

/* ---- limits ---- */

static rlim_t most(int resource)
{
    struct rlimit limit;

    return getrlimit(resource, &limit) == 0 ? limit.rlim_max : RLIM_INFINITY;
}

/* A server raises its limit as far as it may (cli/paths.h). */
static void look_at_files(struct doctor *doctor)
{
    rlim_t files = most(RLIMIT_NOFILE);

    if (files >= FILES_WANTED) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_FILES, (long long)files);
        return;
    }
    doctor_find(doctor, files < FILES_FEWEST ? DOCTOR_FAULT : DOCTOR_WARNING, TEXT_DOCTOR_FEW_FILES,
                (long long)files, FILES_WANTED);
    doctor_advise(doctor, TEXT_DOCTOR_FEW_FILES_TODO, FILES_WANTED, FILES_WANTED);
}

/* It does not hold for root, whose bots have another account with a limit of its own. */
static void look_at_tasks(struct doctor *doctor)
{
    rlim_t tasks = most(RLIMIT_NPROC);

    if (tasks >= TASKS_WANTED) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_TASKS);
        return;
    }
    doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_FEW_TASKS, (long long)tasks);
    doctor_advise(doctor, TEXT_DOCTOR_FEW_TASKS_TODO, TASKS_WANTED);
}

static void look_at_address_space(struct doctor *doctor)
{
    rlim_t bytes = most(RLIMIT_AS), file_bytes = most(RLIMIT_FSIZE);

    if (bytes != RLIM_INFINITY) {
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_ADDRESS_SPACE, (long long)(bytes >> 20));
        doctor_advise(doctor, TEXT_DOCTOR_ADDRESS_SPACE_TODO);
    }
    if (file_bytes != RLIM_INFINITY) {
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_FILE_SIZE, (long long)(file_bytes >> 20));
        doctor_advise(doctor, TEXT_DOCTOR_FILE_SIZE_TODO);
    }
}

static void look_at_memory(struct doctor *doctor)
{
    static const char key[] = "MemAvailable:";
    char text[MEMINFO_SIZE];

    file_read_head("/proc/meminfo", text, sizeof text);
    const char *at = strstr(text, key);
    if (!at) {
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_MEMORY_UNKNOWN);
        doctor_advise(doctor, TEXT_DOCTOR_MEMORY_UNKNOWN_TODO);
        return;
    }
    long long mib = strtoll(at + sizeof key - 1, NULL, 10) / 1024;
    doctor_find(doctor,
                mib >= MEMORY_WANTED_MIB   ? DOCTOR_FINE
                : mib >= MEMORY_FEWEST_MIB ? DOCTOR_WARNING
                                           : DOCTOR_FAULT,
                TEXT_DOCTOR_MEMORY, mib);
    if (mib < MEMORY_WANTED_MIB)
        doctor_advise(doctor, TEXT_DOCTOR_MEMORY_TODO);
}

void doctor_look_at_limits(struct doctor *doctor)
{
    look_at_files(doctor);
    look_at_tasks(doctor);
    look_at_address_space(doctor);
    look_at_memory(doctor);
}

/* ---- time ---- */

/* When the database was last written, or the program was built, whichever is later. */
static int64_t last_known_s(const struct doctor *doctor)
{
    char path[PATH_MAX + 32];
    struct stat info;

    snprintf(path, sizeof path, "%s/kielwasser.db", doctor->folder);
    return stat(path, &info) == 0 && info.st_mtime > BUILT_S ? info.st_mtime : BUILT_S;
}

/* Games are measured with a clock that never jumps; dates and names of files are not. */
static void look_at_clock(struct doctor *doctor)
{
    int64_t now_s = clock_wall_ms() / 1000;
    char text[TIME_SIZE];

    clock_format(clock_wall_ms(), "%Y-%m-%d %H:%M:%SZ", text, sizeof text);
    if (now_s + SLACK_S >= last_known_s(doctor) && now_s < BUILT_S + 50 * (int64_t)YEAR_S) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_CLOCK, text);
        return;
    }
    doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_CLOCK_WRONG, text);
    doctor_advise(doctor, TEXT_DOCTOR_CLOCK_WRONG_TODO);
}

static void look_at_synchronisation(struct doctor *doctor)
{
    struct timex state = {.modes = 0};
    int answer = adjtimex(&state);

    if (answer < 0)
        return; /* a container may not know */
    if (answer != TIME_ERROR && !(state.status & STA_UNSYNC)) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_SYNC);
        return;
    }
    doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_NO_SYNC);
    doctor_advise(doctor, TEXT_DOCTOR_NO_SYNC_TODO);
}

void doctor_look_at_time(struct doctor *doctor)
{
    look_at_clock(doctor);
    look_at_synchronisation(doctor);
}
