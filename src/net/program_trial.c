#include "net/program_trial.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

const struct interpreter interpreters[] = {
    {"java", "-version", "default-jre-headless"},
    {"python3", "--version", "python3"},
    {"node", "--version", "nodejs"},
    {0},
};
const struct interpreter *const interpreter_java = &interpreters[0];

static void end(struct program_trial *trial, enum program_trial_state state)
{
    trial->state = state;
    if (trial->config.on_end)
        trial->config.on_end(trial->config.context);
}

static void on_end(void *context, struct child *child)
{
    struct program_trial *trial = context;
    const struct last_lines *lines = child_lines(child);

    if (last_lines_count(lines) > 0)
        snprintf(trial->said, sizeof trial->said, "%.*s", (int)sizeof trial->said - 1,
                 last_lines_at(lines, 0)->text);
    child_end_reason(child, &trial->why);
    bool is_fine = strcmp(trial->why.code, "bot_exited") == 0 && trial->why.details[0] == '0';
    if (!is_fine && trial->said[0])
        err_setf(&trial->why, "interpreter_failed", "%s: %s", trial->config.interpreter->name,
                 trial->said);
    trial->child = NULL;
    child_destroy(child);
    uv_close((uv_handle_t *)&trial->timer, NULL);
    end(trial, is_fine ? TRIAL_FINE : TRIAL_FAILED);
}

static void on_late(uv_timer_t *timer)
{
    struct program_trial *trial = timer->data;

    child_stop(trial->child, 0);
}

/* In a cell, or without one. */
static struct child *start(struct program_trial *trial, char *program)
{
    const struct program_trial_config *config = &trial->config;
    char version[16];
    char *const argv[] = {program, version, NULL};
    struct sandbox_command locked;
    struct child_config child = {.program = program,
                                 .argv = argv,
                                 .folder = "/",
                                 .user = config->user,
                                 .on_end = on_end,
                                 .context = trial};

    snprintf(version, sizeof version, "%s", config->interpreter->version);
    if (config->sandbox) {
        sandbox_make_bare(&locked, config->sandbox, argv);
        child.program = locked.argv[0];
        child.argv = locked.argv;
        child.has_cell = true;
        child.filter = &config->sandbox->filter;
    }
    return child_start(config->loop, &child, &trial->why);
}

void program_trial_start(struct program_trial *trial, const struct program_trial_config *config)
{
    char program[PATH_MAX];

    *trial = (struct program_trial){.config = *config};
    bot_user_look_as(config->user);
    bool is_found = file_find_program(config->interpreter->name, program);
    bot_user_look_as_ourselves(config->user);
    if (is_found)
        trial->child = start(trial, program);
    else
        err_set(&trial->why, "interpreter_missing", config->interpreter->name);
    if (!trial->child) {
        end(trial, TRIAL_FAILED);
        return;
    }
    trial->state = TRIAL_RUNS;
    uv_timer_init(config->loop, &trial->timer);
    trial->timer.data = trial;
    uv_timer_start(&trial->timer, on_late, PROGRAM_TRIAL_MS, 0);
}

void program_trial_stop(struct program_trial *trial)
{
    if (trial->state != TRIAL_RUNS)
        return;
    child_destroy(trial->child);
    trial->child = NULL;
    trial->state = TRIAL_NONE;
    uv_close((uv_handle_t *)&trial->timer, NULL);
}
