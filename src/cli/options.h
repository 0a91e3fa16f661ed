#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

/*
 * Options of a command as a table: --name VALUE or --name=VALUE, anywhere between the other words.
 */

#include "cli/cli.h"
#include "net/sandbox.h"

enum option_kind {
    OPTION_FLAG,     /* bool */
    OPTION_NUMBER,   /* int64_t between min and max */
    OPTION_INT,      /* int between min and max */
    OPTION_TEXT,     /* const char *, borrowed from argv */
    OPTION_TEXTS,    /* struct option_texts: may be given several times */
    OPTION_RULES,    /* enum ruleset: book or server */
    OPTION_GUESTS,   /* enum web_guests: watch, play or off */
    OPTION_SANDBOX,  /* enum sandbox_wish: auto, on or off */
    OPTION_BOT_USER, /* no target: the name is kept in the environment (net/bot_user.h) */
};

enum { OPTION_TEXTS_MAX = 16 };

struct option_texts {
    const char *at[OPTION_TEXTS_MAX];
    int count;
};

struct option {
    const char *name; /* without the dashes; NULL ends the table */
    enum option_kind kind;
    void *target;
    int64_t min, max;
};

/* The line of every command that starts programs. */
#define BOT_USER_OPTION                                                                            \
    {                                                                                              \
        "bot-user", OPTION_BOT_USER, NULL, 0, 0                                                    \
    }

/* Takes the options out of argv and moves the other words to its front; their number, or -1 after
 * a refusal.  `words` is what must be there: words ("A B", "[PLAYER]" if it may be missing, "FILE
 * …" for one or more), then texts among the options ("--game GAME"). */
int options_read(const struct option *options, const char *words, int argc, char **argv);

#endif
