#ifndef SERVER_BOT_CHECK_H
#define SERVER_BOT_CHECK_H

/*
 * A bot on check: one game with a program on one side, started and watched from beginning to end,
 * and a verdict that names the cause.  A check without an opponent asks for one move only.
 */

#include "game/outcome.h"
#include "proto/client_messages.h"
#include "server/bot_process.h"
#include "server/room.h"

struct bot_check_config {
    const struct game_rules *rules;
    const struct position *start; /* NULL: a new board */
    enum side side;               /* of the program */
    struct bot_process_config program;
    const char *name;     /* the program's, for the record */
    const char *opponent; /* a built-in player; NULL: the first move is all that is wanted */
    bool has_limits;      /* else those of the server hold */
    struct room_limits limits;
};

struct bot_check_result {
    bool is_fine;   /* a game to its regular end, or the move that was asked for */
    struct err why; /* if not: a reason (bot_no_join, bot_crashed, bot_illegal …) */
    struct outcome outcome;
    int plies;
    char words[GAME_WORDS_MAX];     /* the program's first move, or "" */
    int move_ms;                    /* and how long it took */
    const struct last_lines *lines; /* the program's last output; NULL: it was never started */
};

/* Called once, on the loop; what `result` points to ends with the call. */
typedef void bot_check_on_end(void *context, const struct bot_check_result *result);

/* False: the program cannot even be started, or there is no room; `why` says it. */
bool bot_check_start(struct server *server, const struct bot_check_config *config,
                     bot_check_on_end *on_end, void *context, struct err *why);

/* ---- for the server ---- */

/* A program of ours, by all appearances, that did not use its reservation. */
struct unreserved_join {
    int64_t came_us;                /* 0: there was none yet */
    const struct game_rules *rules; /* what it joined for; NULL: an unknown game */
    char game[MSG_WORD_SIZE];       /* the same for people */
};

void bot_checks_tick(struct server *server);
/* The server stops: all that go on end now, called off. */
void bot_checks_stop(struct server *server);

#endif
