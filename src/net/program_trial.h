#ifndef NET_PROGRAM_TRIAL_H
#define NET_PROGRAM_TRIAL_H

/*
 * Do bots in this language run here?  Starts the interpreter as a bot is started (guardian, limits,
 * user, cell) and lets it print its version.  What a service's unit or the system forbids shows
 * itself: a Java machine or node that may not make its code executable fails at once.
 *
 *     struct program_trial java;
 *     program_trial_start(&java, &(struct program_trial_config){.loop = loop, .name = "java", …});
 */

#include "base/err.h"
#include "net/bot_user.h"
#include "net/child.h"
#include "net/sandbox.h"

#include <uv.h>

enum {
    PROGRAM_TRIAL_MS = 20 * 1000, /* then it has failed */
    PROGRAM_TRIAL_SAID_SIZE = 120,
};

/* The languages of bots that need an interpreter. */
struct interpreter {
    const char *name;    /* "java" */
    const char *version; /* the option that lets it say its version */
    const char *package; /* Debian's */
};
extern const struct interpreter interpreters[]; /* ended by a name that is NULL */
extern const struct interpreter *const interpreter_java;

enum program_trial_state { TRIAL_NONE, TRIAL_RUNS, TRIAL_FINE, TRIAL_FAILED };

struct program_trial_config {
    uv_loop_t *loop;
    const struct interpreter *interpreter;
    const struct sandbox *sandbox; /* NULL: without a cell */
    const struct bot_user *user;   /* lives as long as the trial */
    void (*on_end)(void *context); /* may be NULL */
    void *context;
};

/* Zero is one that was not started. */
struct program_trial {
    enum program_trial_state state;
    char said[PROGRAM_TRIAL_SAID_SIZE]; /* the first line of its output */
    struct err why; /* TRIAL_FAILED: interpreter_missing, interpreter_failed, or as of child.h */
    struct program_trial_config config;
    struct child *child;
    uv_timer_t timer;
};

/* Calls on_end in a later turn of the loop, or at once if it cannot even be started. */
void program_trial_start(struct program_trial *trial, const struct program_trial_config *config);
/* Before the loop ends: ends the program, without calling on_end. */
void program_trial_stop(struct program_trial *trial);

#endif
