#define _GNU_SOURCE /* sched_getaffinity */

/* Strangers' programs: real processes that behave and misbehave. */

#include "patience.h"
#include "support.h"

#include "base/clock.h"
#include "base/file.h"
#include "bots/bot_command.h"
#include "game/reason.h"
#include "net/child.h"
#include "net/family.h"
#include "net/private_path.h"
#include "net/sandbox.h"
#include "net/task_limit.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PIDS_MAX = 8 };

struct stage {
    uv_loop_t loop;
    struct child *child;
    bool is_ended;
};

static int set_up(void **state)
{
    struct stage *stage = calloc(1, sizeof *stage);

    assert_int_equal(uv_loop_init(&stage->loop), 0);
    *state = stage;
    return 0;
}

static int tear_down(void **state)
{
    struct stage *stage = *state;

    child_destroy(stage->child);
    uv_run(&stage->loop, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&stage->loop), 0);
    free(stage);
    return 0;
}

static void on_end(void *context, struct child *child)
{
    struct stage *stage = context;

    assert_ptr_equal(child, stage->child);
    stage->is_ended = true;
}

/* Starts a script; `config` says what else is wished. */
static void start_with(struct stage *stage, char *script, struct child_config config)
{
    char *argv[] = {"sh", "-c", script, NULL};
    struct err why = {0};

    config.program = "/bin/sh";
    config.argv = argv;
    config.folder = "/tmp";
    config.on_end = on_end;
    config.context = stage;
    stage->child = child_start(&stage->loop, &config, &why);
    assert_non_null(stage->child);
}

static void start(struct stage *stage, char *script, const char *log)
{
    start_with(stage, script, (struct child_config){.log = log});
}

static void wait_for_end(struct stage *stage)
{
    int64_t until_us = clock_now_us() + PATIENCE_US;

    while (!stage->is_ended && clock_now_us() < until_us)
        uv_run(&stage->loop, UV_RUN_ONCE);
    assert_true(stage->is_ended);
}

static void wait_for_lines(struct stage *stage, int count)
{
    int64_t until_us = clock_now_us() + PATIENCE_US;

    while (last_lines_count(child_lines(stage->child)) < count && clock_now_us() < until_us)
        uv_run(&stage->loop, UV_RUN_ONCE);
    assert_true(last_lines_count(child_lines(stage->child)) >= count);
}

static const char *line(const struct stage *stage, int index)
{
    assert_true(index < last_lines_count(child_lines(stage->child)));
    return last_lines_at(child_lines(stage->child), index)->text;
}

static void assert_end(const struct stage *stage, const char *sentence)
{
    char text[256];
    struct buf buf;
    struct err end = {0};

    buf_init(&buf, text, sizeof text);
    child_end_reason(stage->child, &end);
    reason_print(NULL, &end, LANG_DE, &buf);
    assert_string_equal(text, sentence);
}

static bool is_alive(pid_t pid)
{
    char path[64];
    char text[256] = "";

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool is_read = fgets(text, sizeof text, file) != NULL;
    fclose(file);
    const char *state = strrchr(text, ')');
    return is_read && state && state[2] != 'Z';
}

static void wait_for_death(pid_t pid)
{
    int64_t until_us = clock_now_us() + PATIENCE_US;

    while (is_alive(pid) && clock_now_us() < until_us)
        usleep(10000);
    assert_false(is_alive(pid));
}

/* ---- programs that behave ---- */

static void test_output_and_end_are_kept(void **state)
{
    struct stage *stage = *state;

    start(stage, "echo eins; echo zwei >&2; pwd; printf drei; exit 3", NULL);
    assert_true(child_pid(stage->child) > 0);
    assert_true(child_is_running(stage->child));
    wait_for_end(stage);
    assert_false(child_is_running(stage->child));
    assert_int_equal(last_lines_count(child_lines(stage->child)), 4);
    assert_string_equal(line(stage, 0), "eins");
    assert_string_equal(line(stage, 1), "zwei");
    assert_string_equal(line(stage, 2), "/tmp");
    assert_string_equal(line(stage, 3), "drei");
    assert_true(last_lines_at(child_lines(stage->child), 0)->wall_ms > 0);
    assert_end(stage, "das Programm hat sich beendet (Code 3)");
}

static void test_the_surroundings_are_plain(void **state)
{
    struct stage *stage = *state;

    setenv("KIELWASSER_SECRET", "x", 1);
    signal(SIGPIPE, SIG_IGN);
    start(stage,
          "cat; ulimit -c; ulimit -n; echo \"${KIELWASSER_SECRET:-none}\"; echo \"${PATH:+path}\";"
          "grep SigIgn /proc/self/status; ls /proc/self/fd | wc -l",
          NULL);
    wait_for_end(stage);
    assert_string_equal(line(stage, 0), "0");
    assert_true(atoi(line(stage, 1)) <= 1024);
    assert_string_equal(line(stage, 2), "none");
    assert_string_equal(line(stage, 3), "path");
    assert_string_equal(line(stage, 4), "SigIgn:  0000000000000000");
    assert_int_equal(atoi(line(stage, 5)), 4); /* the usual three and the folder that ls reads */
}

static void test_it_ends_when_asked(void **state)
{
    struct stage *stage = *state;

    start(stage, "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done", NULL);
    wait_for_lines(stage, 1);
    child_stop(stage->child, 5000);
    wait_for_end(stage);
    assert_string_equal(line(stage, last_lines_count(child_lines(stage->child)) - 1), "bye");
    assert_end(stage, "das Programm hat sich beendet (Code 0)");
}

/* ---- programs that do not ---- */

static void test_a_crash_has_a_name(void **state)
{
    struct stage *stage = *state;

    start(stage, "kill -SEGV $$", NULL);
    wait_for_end(stage);
    assert_end(stage, "Absturz: Segmentation fault");
}

static void test_garbage_becomes_printable(void **state)
{
    struct stage *stage = *state;

    start(stage, "printf 'a\\000\\377b\\303\\274\\033[31mred\\033[0m\\r\\n\\tx\\303\\n'", NULL);
    wait_for_end(stage);
    assert_string_equal(line(stage, 0), "a··büred");
    assert_string_equal(line(stage, 1), "  x·");
}

static void test_a_flood_is_capped(void **state)
{
    struct stage *stage = *state;
    char log[] = "/tmp/kielwasser-log-XXXXXX";
    struct stat info;

    close(mkstemp(log));
    start(stage, "head -c 5000000 /dev/zero | tr '\\0' 'x'; echo; echo end", log);
    wait_for_end(stage);
    assert_int_equal(last_lines_count(child_lines(stage->child)), LAST_LINES_MAX);
    assert_string_equal(line(stage, LAST_LINES_MAX - 1), "end");
    assert_int_equal(strlen(line(stage, 0)), LAST_LINES_BYTES);
    assert_int_equal(stat(log, &info), 0);
    assert_true(info.st_size > CHILD_LOG_BYTES / 2 && info.st_size <= CHILD_LOG_BYTES);
    unlink(log);
}

static void test_long_lines_keep_their_characters(void **state)
{
    static struct last_lines lines;
    char text[LAST_LINES_BYTES + 3];

    (void)state;
    memset(text, 'x', LAST_LINES_BYTES - 1);
    strcpy(text + LAST_LINES_BYTES - 1, "ü");
    last_lines_add(&lines, slice_of(text), 7);
    last_lines_add(&lines, slice_of("y\n"), 8);
    assert_int_equal(last_lines_count(&lines), 2);
    assert_int_equal(strlen(last_lines_at(&lines, 0)->text), LAST_LINES_BYTES - 1);
    assert_string_equal(last_lines_at(&lines, 1)->text, "üy");
}

/* Some children, one of them in a session of its own; all of them ignore TERM. */
static char brood[] = "trap '' TERM; sleep 1000 & echo $!; (sleep 1000 & echo $!); "
                      "setsid sh -c 'trap \"\" TERM; echo $$; sleep 1000 & echo $!; wait' & "
                      "sleep 0.2; echo $$; wait";

static void test_no_process_is_left_behind(void **state)
{
    struct stage *stage = *state;
    pid_t pids[5];

    start(stage, brood, NULL);
    wait_for_lines(stage, 5);
    for (int i = 0; i < 5; i++) {
        pids[i] = atoi(line(stage, i));
        assert_true(is_alive(pids[i]));
    }
    child_stop(stage->child, 100);
    wait_for_end(stage);
    assert_end(stage, "das Programm wurde vom Spielleiter beendet");
    for (int i = 0; i < 5; i++)
        assert_false(is_alive(pids[i]));
}

static void test_children_of_the_dead_go_too(void **state)
{
    struct stage *stage = *state;

    start(stage, "sleep 1000 & echo $!; kill -ABRT $$", NULL);
    wait_for_end(stage);
    assert_false(is_alive(atoi(line(stage, 0))));
    assert_end(stage, "Absturz: Aborted");
}

static void test_a_forgotten_program_ends(void **state)
{
    struct stage *stage = *state;

    start(stage, brood, NULL);
    wait_for_lines(stage, 5);
    pid_t pid = child_pid(stage->child);
    child_destroy(stage->child);
    stage->child = NULL;
    uv_run(&stage->loop, UV_RUN_DEFAULT);
    assert_false(stage->is_ended);
    assert_false(is_alive(pid));
}

/* A program that stops its guardian ends all the same: also if it does so again and again. */
static void test_a_stopped_guardian_ends_its_program(void **state)
{
    static char *const scripts[] = {
        "kill -STOP $PPID; echo done; exec sleep 1000",
        "echo begun; exec python3 -c 'import os\nwhile True: os.kill(os.getppid(), 19)'"};
    struct stage *stage = *state;

    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        stage->is_ended = false;
        start(stage, scripts[i], NULL);
        wait_for_lines(stage, 1);
        pid_t pid = child_pid(stage->child);
        child_stop(stage->child, 100);
        wait_for_end(stage);
        assert_end(stage, "das Programm wurde vom Spielleiter beendet");
        wait_for_death(pid);
        child_destroy(stage->child);
        stage->child = NULL;
    }
}

static void test_a_forgotten_program_with_a_stopped_guardian(void **state)
{
    struct stage *stage = *state;

    start(stage, "kill -STOP $PPID; echo done; exec sleep 1000", NULL);
    wait_for_lines(stage, 1);
    pid_t pid = child_pid(stage->child);
    child_destroy(stage->child);
    stage->child = NULL;
    uv_run(&stage->loop, UV_RUN_DEFAULT);
    wait_for_death(pid);
}

/* Our server, killed while a program runs. */
static void be_killed(struct stage *stage, int pipe)
{
    pid_t pids[PIDS_MAX] = {0};

    start(stage, brood, NULL);
    wait_for_lines(stage, 5);
    for (int i = 0; i < 5; i++)
        pids[i] = atoi(line(stage, i));
    if (write(pipe, pids, sizeof pids) == sizeof pids)
        raise(SIGKILL);
    _exit(1);
}

static void test_nobody_survives_the_server(void **state)
{
    pid_t pids[PIDS_MAX];
    int pipes[2], status;
    bool is_any_alive = true;

    assert_int_equal(pipe(pipes), 0);
    pid_t server = fork();
    if (server == 0)
        be_killed(*state, pipes[1]);
    assert_int_equal(read(pipes[0], pids, sizeof pids), sizeof pids);
    waitpid(server, &status, 0);
    assert_true(WIFSIGNALED(status));
    for (int tries = 0; tries < 200 && is_any_alive; tries++) {
        is_any_alive = false;
        for (int i = 0; i < 5; i++)
            is_any_alive = is_any_alive || is_alive(pids[i]);
        usleep(10000);
    }
    assert_false(is_any_alive);
    close(pipes[0]);
    close(pipes[1]);
}

/* ---- limits of all together ---- */

static void test_too_much_memory(void **state)
{
    struct stage *stage = *state;
    struct child_config config = {.limits = {.memory_bytes = 64 << 20}};

    start_with(stage, "x=0123456789abcdef; while :; do x=$x$x; done", config);
    wait_for_end(stage);
    assert_end(stage, "der Bot hat mehr als 64 MiB Speicher belegt und wurde beendet");
}

/* Each takes little, and none is the program itself. */
static void test_too_much_memory_of_all_together(void **state)
{
    struct stage *stage = *state;
    struct child_config config = {.limits = {.memory_bytes = 96 << 20}};

    start_with(
        stage,
        "for i in 1 2 3 4; do (setsid head -c 40m /dev/zero | tail -c 32m | sleep 60) & done;"
        "wait",
        config);
    wait_for_end(stage);
    assert_end(stage, "der Bot hat mehr als 96 MiB Speicher belegt und wurde beendet");
}

static void test_too_many_processes(void **state)
{
    struct stage *stage = *state;
    struct child_config config = {.limits = {.processes = 12}};

    start_with(stage,
               "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do setsid sleep 60 & echo $!; done; wait",
               config);
    wait_for_end(stage);
    assert_end(stage, "der Bot hat mehr als 12 Prozesse gestartet und wurde beendet");
    for (int i = 0; i < last_lines_count(child_lines(stage->child)); i++)
        assert_false(is_alive(atoi(line(stage, i))));
}

/* Processes that have ended do not count against the limit. */
static void test_many_processes_one_after_the_other(void **state)
{
    struct stage *stage = *state;
    struct child_config config = {.limits = {.processes = 12}};

    /* Each is an orphan, and ends before the next one begins, however busy the machine is. */
    start_with(stage,
               "for i in $(seq 40); do pid=$( (true >/dev/null & echo $!) ); "
               "while grep -qs '^State:.[^Z]' /proc/$pid/status; do :; done; done; "
               "sleep 0.4; exit 0",
               config);
    wait_for_end(stage);
    assert_end(stage, "das Programm hat sich beendet (Code 0)");
}

static void test_too_much_written(void **state)
{
    struct stage *stage = *state;
    struct child_config config = {.limits = {.written_bytes = 32 << 20}};
    char path[] = "/tmp/kielwasser-child-XXXXXX", script[128];

    close(mkstemp(path));
    snprintf(script, sizeof script, "while :; do head -c 4m /dev/zero > %s; done", path);
    start_with(stage, script, config);
    wait_for_end(stage);
    unlink(path);
    assert_end(stage, "der Bot hat mehr als 32 MiB geschrieben und wurde beendet");
}

static void test_a_file_that_is_too_large(void **state)
{
    struct stage *stage = *state;
    char path[] = "/tmp/kielwasser-child-XXXXXX", script[128];

    close(mkstemp(path));
    snprintf(script, sizeof script, "exec truncate -s 2G %s", path);
    start(stage, script, NULL);
    wait_for_end(stage);
    unlink(path);
    assert_end(stage, "der Bot hat eine Datei von mehr als 1024 MiB geschrieben und wurde beendet");
}

static void test_too_much_processor_time_of_all_together(void **state)
{
    struct stage *stage = *state;
    struct child_config config = {.limits = {.cpu_s = 1}};

    /* Each of them is ended by a limit of its own after a second, the shell itself does nothing. */
    start_with(stage, "for i in 1 2 3 4; do sh -c 'while :; do :; done'; done; sleep 60", config);
    wait_for_end(stage);
    assert_end(stage, "der Bot hat mehr als 0 Minuten Rechenzeit verbraucht und wurde beendet");
}

/* The last core that we have ourselves. */
static int some_core(void)
{
    cpu_set_t cores;
    int core = CPU_SETSIZE - 1;

    assert_int_equal(sched_getaffinity(0, sizeof cores, &cores), 0);
    while (!CPU_ISSET(core, &cores))
        core--;
    return core;
}

static void test_a_core_of_its_own(void **state)
{
    struct stage *stage = *state;
    int core = some_core();
    char expected[64];

    snprintf(expected, sizeof expected, "Cpus_allowed_list:  %d", core);
    start_with(stage, "grep Cpus_allowed_list /proc/self/status",
               (struct child_config){.core = &core});
    wait_for_end(stage);
    assert_string_equal(line(stage, 0), expected);
}

/* A process that leaves its group is found all the same. */
static void test_one_that_leaves_its_group(void **state)
{
    struct stage *stage = *state;
    struct child_config config = {.limits = {.memory_bytes = 64 << 20}};

    start_with(stage,
               "exec python3 -c 'import os, time\n"
               "if os.fork(): os.wait()\n"
               "child = os.fork()\n"
               "if child == 0: time.sleep(60)\n"
               "os.setpgid(child, child)\n"
               "os.setpgid(0, child)\n"
               "hoard = []\n"
               "while True: hoard.append(b\"x\" * (4 << 20))'",
               config);
    wait_for_end(stage);
    assert_end(stage, "der Bot hat mehr als 64 MiB Speicher belegt und wurde beendet");
}

static void test_a_start_that_fails_says_why(void **state)
{
    struct stage *stage = *state;
    char *argv[] = {"nothing", NULL};
    struct child_config config = {.program = "/nowhere/at/all", .argv = argv, .on_end = on_end};
    struct err why = {0};

    assert_null(child_start(&stage->loop, &config, &why));
    assert_string_equal(why.code, "bot_not_started");
    assert_string_equal(why.details, "/nowhere/at/all (No such file or directory)");
}

/* The emergency brake, for programs that start processes faster than they are counted. */
static void test_limit_of_tasks(void **state)
{
    struct stage *stage = *state;
    struct rlimit ours;

    assert_int_equal(getrlimit(RLIMIT_NPROC, &ours), 0);
    start(stage, "grep processes /proc/self/limits | tr -s ' ' | cut -d ' ' -f 3,4", NULL);
    wait_for_end(stage);
    int soft = 0, hard = 0;
    assert_int_equal(sscanf(line(stage, 0), "%d %d", &soft, &hard), 2);
    assert_true(soft == hard && soft > TASK_LIMIT);
    assert_true((rlim_t)hard <= ours.rlim_max && hard < family_tasks_of_user(getuid()) + 2000);
}

/* The system counts tasks for their real user, also those of setuid programs. */
static void test_tasks_with_rights_of_another(void **state)
{
    enum { USER = 54321 };
    int ends[2];
    char byte = 0;

    (void)state;
    if (geteuid() != 0) {
        print_message("skipped: not root\n");
        skip();
    }
    assert_int_equal(family_tasks_of_user(USER), 0);
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        if (setresuid(USER, 0, 0) == 0 && write(ends[1], &byte, 1) == 1)
            pause();
        _exit(1);
    }
    assert_int_equal(read(ends[0], &byte, 1), 1);
    int count = family_tasks_of_user(USER);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(count, 1);
}

/* Where bubblewrap cannot even be asked, the reason is the system's. */
static void test_no_descriptor_for_a_cell(void **state)
{
    struct rlimit before, none;
    struct sandbox sandbox;
    struct err why = {0};

    (void)state;
    if (access("/usr/bin/bwrap", X_OK) != 0) {
        print_message("skipped: bubblewrap is not installed\n");
        skip();
    }
    int next = dup(STDERR_FILENO);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = (struct rlimit){.rlim_cur = (rlim_t)next + 1, .rlim_max = before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    bool is_chosen = sandbox_choose(SANDBOX_ON, &sandbox, &why);
    setrlimit(RLIMIT_NOFILE, &before);
    close(next);
    assert_false(is_chosen);
    assert_string_equal(why.code, "sandbox_refused");
    assert_string_equal(why.details, strerror(EMFILE));
}

/* ---- private files ---- */

/* Hidden folders at any depth of a home are private, also of a home that only the list of users
 * names; the files of uploaded bots are not. */
static void test_private_files(void **state)
{
    static const struct {
        const char *path;
        bool is_private;
    } cases[] = {
        {"/.ssh", true},
        {"/students/max/.ssh/key", true},
        {"/students/max/../max/.ssh/key", true},
        {"/students/max/bot/./../bot/bot.py", false},
        {"/students/max/bot/...", true},
        {"/.local/share/kielwasser/web-token", true},
        {"/.local/share/kielwasser/bots/1/bot.py", false},
        {"/.local/share/other/bots/1/bot.py", true},
    };
    struct bot_user user = {.home = "/tmp/kielwasser-home-XXXXXX"};
    struct private_places places;
    char path[256];

    (void)state;
    assert_non_null(mkdtemp(user.home));
    static const char *const folders[] = {"/.local", "/.local/share", "/.local/share/kielwasser"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s%s", user.home, folders[i]);
        assert_int_equal(mkdir(path, 0700), 0);
    }
    strcat(path, "/web-token");
    assert_true(file_write(path, slice_of("secret"), NULL));
    private_path_find_places(&places, &user, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(path, sizeof path, "%s%s", user.home, cases[i].path);
        assert_int_equal(private_path_is_private(&places, path), cases[i].is_private);
    }
    assert_true(private_path_is_private(&places, "/home/students/max/.ssh/key"));
    assert_false(private_path_is_private(&places, "/srv/.bots/bot.py"));
    assert_true(private_path_is_home(&places, user.home));
    assert_true(private_path_is_home(&places, "/tmp"));
    assert_false(private_path_is_home(&places, "/srv"));
    file_remove_all(user.home);
}

/* ---- command lines ---- */

static const struct bot_command_place place = {.host = "::1", .port = 13050, .reservation = "c-1"};

/* The words of a command line behind the program, with bars between them. */
static const char *words_of(const char *line)
{
    static struct bot_command command;
    static char text[512];
    struct buf buf;
    struct err why = {0};

    buf_init(&buf, text, sizeof text);
    if (!bot_command_make(&command, line, "", &place, &why))
        buf_add(&buf, why.code);
    for (int i = 1; i < command.argc && !why.code[0]; i++)
        buf_format(&buf, i > 1 ? "|%s" : "%s", command.argv[i]);
    return text;
}

static void test_a_line_is_split_as_a_shell_would(void **state)
{
    (void)state;
    assert_string_equal(words_of("/bin/sh"), "--host|::1|--port|13050|--reservation|c-1");
    assert_string_equal(words_of("  sh -c 'a  b'\t\"c $x \\\" \\n\"d \\ e '' {port}"),
                        "-c|a  b|c $x \" \\nd| e||13050");
    assert_string_equal(words_of("sh --at={host}:{port} {reservation} {else} ~ *.c $HOME"),
                        "--at=::1:13050|c-1|{else}|~|*.c|$HOME");
    assert_string_equal(words_of("sh 'open"), "bot_line_quote");
    assert_string_equal(words_of(" "), "bot_line_empty");
    assert_string_equal(words_of("/nowhere/at/all"), "bot_missing");
    assert_string_equal(words_of("/etc/passwd"), "bot_not_executable");
}

static void test_a_quoted_word_comes_back(void **state)
{
    char line[256];
    struct buf buf;

    (void)state;
    buf_init(&buf, line, sizeof line);
    bot_command_quote(&buf, "sh");
    bot_command_quote(&buf, "a \"b\" $c \\ d");
    bot_command_quote(&buf, "");
    bot_command_quote(&buf, "it's");
    bot_command_quote(&buf, "{port}");
    assert_string_equal(words_of(line), "a \"b\" $c \\ d||it's|13050");
}

static void test_files_that_need_somebody_to_run_them(void **state)
{
    static struct bot_command command;
    char path[] = "/tmp/kielwasser-XXXXXX.py";
    struct err why = {0};

    (void)state;
    close(mkstemps(path, 3));
    assert_true(bot_command_make(&command, path, "", &place, &why));
    assert_string_equal(command.argv[0], "python3");
    assert_string_equal(command.argv[1], path);
    assert_string_equal(command.argv[2], "--host");
    assert_string_equal(command.folder, "/tmp/");
    assert_true(file_write(path, slice_of("#!/bin/sh\n"), NULL));
    chmod(path, 0700);
    assert_true(bot_command_make(&command, path, "/", &place, &why));
    assert_string_equal(command.program, path);
    assert_string_equal(command.argv[0], path);
    assert_string_equal(command.folder, "/");
    assert_false(bot_command_make(&command, path, "/nowhere", &place, &why));
    assert_string_equal(why.code, "bot_no_folder");
    unlink(path);
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(output_and_end_are_kept),
        TEST(the_surroundings_are_plain),
        TEST(it_ends_when_asked),
        TEST(a_crash_has_a_name),
        TEST(garbage_becomes_printable),
        TEST(a_flood_is_capped),
        TEST(long_lines_keep_their_characters),
        TEST(no_process_is_left_behind),
        TEST(children_of_the_dead_go_too),
        TEST(a_forgotten_program_ends),
        TEST(a_stopped_guardian_ends_its_program),
        TEST(a_forgotten_program_with_a_stopped_guardian),
        TEST(nobody_survives_the_server),
        TEST(too_much_memory),
        TEST(too_much_memory_of_all_together),
        TEST(too_many_processes),
        TEST(many_processes_one_after_the_other),
        TEST(too_much_written),
        TEST(a_file_that_is_too_large),
        TEST(too_much_processor_time_of_all_together),
        TEST(a_core_of_its_own),
        TEST(one_that_leaves_its_group),
        TEST(a_start_that_fails_says_why),
        TEST(limit_of_tasks),
        TEST(tasks_with_rights_of_another),
        TEST(no_descriptor_for_a_cell),
        TEST(private_files),
        TEST(a_line_is_split_as_a_shell_would),
        TEST(a_quoted_word_comes_back),
        TEST(files_that_need_somebody_to_run_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
