/* Bots: their user, cells, interpreters. */

#include "base/file.h"
#include "cli/doctor.h"
#include "net/program_trial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SETTING_SIZE = 64 };

/* ---- cells ---- */

/* A number of the kernel's settings; -1: it has none of this name. */
static long setting(const char *path)
{
    char text[SETTING_SIZE];

    return file_read_head(path, text, sizeof text) > 0 ? strtol(text, NULL, 10) : -1;
}

/* Settings of the kernel that forbid user namespaces, and the command that changes them. */
static const struct obstacle {
    const char *path;
    long forbids;
    const char *change;
} obstacles[] = {
    {"/proc/sys/kernel/unprivileged_userns_clone", 0, "kernel.unprivileged_userns_clone=1"},
    {"/proc/sys/kernel/apparmor_restrict_unprivileged_userns", 1,
     "kernel.apparmor_restrict_unprivileged_userns=0"},
    {"/proc/sys/user/max_user_namespaces", 0, "user.max_user_namespaces=15000"},
};

static void advise_about_cells(struct doctor *doctor, const struct err *why)
{
    if (strcmp(why->code, "sandbox_missing") == 0) {
        doctor_advise(doctor, TEXT_DOCTOR_CELL_MISSING_TODO);
        return;
    }
    for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++) {
        if (setting(obstacles[i].path) == obstacles[i].forbids) {
            doctor_advise(doctor, TEXT_DOCTOR_CELL_SETTING_TODO, obstacles[i].change);
            return;
        }
    }
    doctor_advise(doctor, TEXT_DOCTOR_CELL_TODO);
}

/* Are there cells?  The same trial as of a server that starts. */
static bool look_at_cells(struct doctor *doctor, struct sandbox *sandbox)
{
    struct err why = {0};

    if (sandbox_choose(SANDBOX_ON, sandbox, &why)) {
        doctor_find(doctor, DOCTOR_FINE, TEXT_DOCTOR_CELL, sandbox->maker,
                    (int)sandbox->filter.len);
        if (!sandbox->has_sizes) {
            doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_CELL_OLD);
            doctor_advise(doctor, TEXT_DOCTOR_CELL_OLD_TODO);
        }
        return true;
    }
    doctor_find_err(doctor, DOCTOR_WARNING, &why);
    advise_about_cells(doctor, &why);
    return false;
}

/* ---- interpreters ---- */

static void look_at_trial(struct doctor *doctor, const struct program_trial *trial)
{
    const struct interpreter *interpreter = trial->config.interpreter;
    char sentence[CLI_SENTENCE_SIZE];

    if (trial->state == TRIAL_FINE) {
        doctor_find(doctor, DOCTOR_FINE,
                    trial->config.sandbox ? TEXT_DOCTOR_RUNS_IN_CELL : TEXT_DOCTOR_RUNS,
                    interpreter->name, trial->said);
    } else if (strcmp(trial->why.code, "interpreter_missing") == 0) {
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_NOT_INSTALLED, interpreter->name);
        doctor_advise(doctor, TEXT_DOCTOR_NOT_INSTALLED_TODO, interpreter->package);
    } else {
        doctor_find(doctor, DOCTOR_WARNING, TEXT_DOCTOR_RUNS_NOT, interpreter->name,
                    cli_error_text(NULL, &trial->why, sentence));
        doctor_advise(doctor, TEXT_DOCTOR_RUNS_NOT_TODO, interpreter->name, interpreter->version);
    }
}

/* One after the other, each as a bot is started. */
static void try_interpreters(struct doctor *doctor, const struct sandbox *sandbox,
                             const struct bot_user *user)
{
    struct program_trial trial;
    uv_loop_t loop;

    uv_loop_init(&loop);
    for (const struct interpreter *one = interpreters; one->name; one++) {
        program_trial_start(
            &trial, &(struct program_trial_config){
                        .loop = &loop, .interpreter = one, .sandbox = sandbox, .user = user});
        uv_run(&loop, UV_RUN_DEFAULT);
        look_at_trial(doctor, &trial);
    }
    uv_loop_close(&loop);
}

void doctor_look_at_programs(struct doctor *doctor)
{
    struct bot_user user;
    struct sandbox sandbox;
    struct err why = {0};

    if (!bot_user_choose(&user, &why)) {
        doctor_find_err(doctor, DOCTOR_WARNING, &why);
        doctor_advise(doctor, TEXT_DOCTOR_BOT_USER_TODO);
        return;
    }
    bool has_cells = look_at_cells(doctor, &sandbox);
    try_interpreters(doctor, has_cells ? &sandbox : NULL, &user);
}
