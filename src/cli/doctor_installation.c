/* The program itself: its libraries, the page inside of it, the unit of systemd. */

#include "base/file.h"
#include "cli/doctor.h"
#include "web/static_files.h"

#include <expat.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <seccomp.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>
#include <zlib.h>

enum { UNIT_SIZE = 64 * 1024 };

static void look_at_libraries(struct doctor *doctor)
{
    const struct scmp_version *seccomp = seccomp_version();

    doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_VERSION, KIELWASSER_VERSION, uv_version_string(),
                sqlite3_libversion(), XML_ExpatVersion(), sodium_version_string(), seccomp->major,
                seccomp->minor, seccomp->micro, zlibVersion(), PQlibVersion() / 10000);
    if (sqlite3_libversion_number() >= SQLITE_VERSION_NUMBER && sqlite3_threadsafe() != 0)
        return;
    doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_OLD_SQLITE, sqlite3_libversion(), SQLITE_VERSION);
    doctor_advise(doctor, TEXT_DOCTOR_OLD_SQLITE_TODO);
}

/* Without its modules the page can neither show moves nor play by itself; bots do not need it. */
static void look_at_page(struct doctor *doctor)
{
    int files = 0, modules = 0;

    for (const struct web_file *file = web_files; file->path; file++) {
        size_t len = strlen(file->path);
        files++;
        modules += len > 5 && strcmp(file->path + len - 5, ".wasm") == 0;
    }
    if (modules > 0) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_PAGE, files, modules);
        return;
    }
    doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_NO_PAGE);
    doctor_advise(doctor, TEXT_DOCTOR_NO_PAGE_TODO);
}

/* ---- the unit ---- */

/* The program of its ExecStart. */
static bool find_program(const char *unit, char program[PATH_MAX])
{
    struct slice text, rest;
    bool is_found = false;

    if (!file_read(unit, UNIT_SIZE, &text, NULL))
        return false;
    for (rest = text; rest.len > 0 && !is_found;) {
        struct slice line = slice_take_until(&rest, '\n');
        if (!slice_take(&line, "ExecStart="))
            continue;
        struct slice word = slice_take_word(&line);
        snprintf(program, PATH_MAX, "%.*s", (int)word.len, word.at);
        is_found = true;
    }
    file_free(text);
    return is_found;
}

static void look_at_unit(struct doctor *doctor)
{
    static const char *const units[] = {"/etc/systemd/system/kielwasser.service",
                                        "/usr/local/lib/systemd/system/kielwasser.service",
                                        "/usr/lib/systemd/system/kielwasser.service",
                                        "/lib/systemd/system/kielwasser.service"};
    char program[PATH_MAX];
    size_t i = 0;

    while (i < sizeof units / sizeof *units && !file_is_plain(units[i]))
        i++;
    if (i == sizeof units / sizeof *units)
        return; /* most people need none */
    if (!find_program(units[i], program) || !file_can_run(program)) {
        doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_UNIT_PROGRAM, units[i]);
        doctor_advise(doctor, TEXT_DOCTOR_UNIT_PROGRAM_TODO);
    } else if (!getpwnam("kielwasser")) {
        doctor_find(doctor, DOCTOR_FAULT, TEXT_DOCTOR_UNIT_USER, units[i]);
        doctor_advise(doctor, TEXT_DOCTOR_UNIT_USER_TODO);
    } else {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_UNIT, units[i], program);
    }
}

void doctor_look_at_installation(struct doctor *doctor)
{
    look_at_libraries(doctor);
    look_at_page(doctor);
    look_at_unit(doctor);
}
