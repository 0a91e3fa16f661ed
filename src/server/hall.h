#ifndef SERVER_HALL_H
#define SERVER_HALL_H

/*
 * The server's tables, as the house itself uses them: the web opens games, people move, everybody
 * watches.  Programs that speak XML sit at the same tables and come in by server/session.
 *
 * Everything happens on the loop's thread.  What a struct hall_game points to is valid until the
 * next call that changes something; across turns of the loop keep the id.
 */

#include "base/meter.h"
#include "server/bot_process.h"
#include "server/room.h"
#include "server/seat_log.h"
#include "server/server.h"
#include "store/store.h"

enum {
    HALL_SECRET_SIZE = 33,       /* 128 bits in hexadecimal digits */
    HALL_RECENT_MAX = 64,        /* ended games that are still at hand */
    HALL_PERSON_ANSWER_MS = 400, /* a built-in player answers a person not sooner */
    HALL_PACE_MAX_MS = 60 * 1000,
};

enum hall_kind { HALL_PERSON, HALL_BUILTIN, HALL_BOT, HALL_MANUAL };

struct hall_seat {
    enum hall_kind kind;
    const char *player; /* name of a built-in player, or "" */
    const char *code;   /* the reservation; the owner's business, or "" */
    bool is_here;
    bool has_left;
    int64_t since_ms;                 /* when this began, milliseconds since 1970; 0: unknown */
    struct bot_process_state program; /* BOT_PROCESS_NONE: we have started none */
};

/* A game as it is shown. */
struct hall_game {
    const struct room *room;
    int64_t number; /* in the archive; 0: it has not begun */
    int64_t started_ms;
    int port; /* where programs sit down */
    struct hall_seat seats[SIDE_NONE];
};

/* ---- looking ---- */

/* Up to `max` games that wait or run, newest first. */
int hall_list(struct server *server, struct hall_game games[], int max);
/* Games that ended lately, newest first: index 0, 1, …; false after the last. */
bool hall_recent(struct server *server, int index, struct hall_game *game);
/* A game that waits, runs or ended lately. */
bool hall_find(struct server *server, const char *id, struct hall_game *game);
/* The seat that this secret opens, or SIDE_NONE. */
enum side hall_holder(struct server *server, const char *id, const char *secret);

/* The parts of a position that a watcher may see. */
void hall_hide(const struct game_rules *rules, struct position *pos);

enum hall_news {
    HALL_CHANGED, /* seats, pause, pace, start */
    HALL_MOVED,
    HALL_TAKEN, /* moves were taken back */
    HALL_ENDED,
};
typedef void hall_watcher(void *context, const struct hall_game *game, enum hall_news news);
/* From now on `watcher` hears of every game, also of those between programs; NULL: no more. */
bool hall_watch(struct server *server, hall_watcher *watcher, void *context);

/* ---- opening ---- */

struct hall_wish_seat {
    enum hall_kind kind;
    char name[RECORD_NAME_SIZE];
    const char *player;                /* of HALL_BUILTIN */
    struct bot_process_config program; /* of HALL_BOT */
};

struct hall_wish {
    const struct game_rules *rules;
    struct position start;
    bool has_seed;
    int64_t seed;
    struct hall_wish_seat seats[SIDE_NONE];
    bool has_limit;
    int limit_ms;         /* 0: none */
    bool limits_everyone; /* people, too */
    bool is_paused;
    int move_pace_ms;     /* how long a move is shown before the next one is asked for */
    bool has_message_gap; /* else the server's own pace holds */
    int message_gap_ms;   /* between two messages to a program */
    int port;           /* one of its own, for players that are started by hand; 0: the server's */
    bool is_logged;     /* what goes to and fro is written down */
    bool is_unarchived; /* whoever opened it keeps it: it does not go into the archive */
};

/* What only the one who opened it learns. */
struct hall_ticket {
    char id[ROOM_ID_SIZE];
    char secrets[SIDE_NONE][HALL_SECRET_SIZE]; /* of people's seats, else "" */
};

/* A new start position, or the given one with its secrets drawn; fills start, has_seed and seed. */
struct hall_board {
    enum ruleset ruleset;
    const char *options;  /* "hand=…", or "" */
    const char *position; /* NULL: a new board */
    bool has_seed;
    int64_t seed;
};
bool hall_draw(struct server *server, const struct hall_board *board, struct hall_wish *wish,
               struct err *why);

bool hall_open(struct server *server, const struct hall_wish *wish, struct hall_ticket *ticket,
               struct err *why);
/* A built-in player takes a seat that is still empty. */
bool hall_sit(struct server *server, const char *id, enum side side, const char *player,
              struct err *why);
/* A program takes it (or tries again), or a player that somebody starts by hand. */
bool hall_start(struct server *server, const char *id, enum side side,
                const struct bot_process_config *program, struct err *why);
bool hall_await(struct server *server, const char *id, enum side side, struct err *why);

/* ---- playing: false means that nothing has happened ---- */

enum hall_judging {
    HALL_LENIENT, /* an illegal move is refused, and that is all */
    HALL_STRICT,  /* it loses, as a program's would */
};

struct hall_move {
    enum side side;
    int ply; /* moves before this one */
    struct slice words;
    enum hall_judging judging;
};
bool hall_move(struct server *server, const char *id, const struct hall_move *move,
               struct err *why);
/* A built-in player that thinks for this side elsewhere has failed (room_house_fault). */
bool hall_house_fault(struct server *server, const char *id, enum side side,
                      const struct err *fault);
bool hall_resign(struct server *server, const char *id, enum side side, struct err *why);
/* Back to the last position in which this side, or with SIDE_NONE any person, was to move. */
bool hall_take_back(struct server *server, const char *id, enum side side, struct err *why);
bool hall_pause(struct server *server, const char *id, bool is_paused, struct err *why);
bool hall_step(struct server *server, const char *id, struct err *why);
bool hall_abort(struct server *server, const char *id, struct err *why);
bool hall_pace(struct server *server, const char *id, int move_pace_ms, struct err *why);

/* Nobody at this table has a limit any more: its program is being debugged. */
bool hall_unlimit(struct server *server, const char *id, struct err *why);

/* ---- debugging ---- */

/* From now on what goes to and fro at this table is written down. */
bool hall_keep_diaries(struct server *server, const char *id, struct err *why);
/* NULL: nothing is kept of this seat; valid until the loop turns. */
const struct seat_log *hall_seat_log(struct server *server, const char *id, enum side side);

/* ---- the house ---- */

struct hall_counts {
    int64_t uptime_ms, games, moves, messages, refused;
    int64_t house_faults, scores_clamped; /* of built-in players: games ended, evaluations wrong */
    int64_t longest_turn_us, longest_lag_us; /* of the loop; of a move that came in */
    int rooms, sessions, programs;
    struct meter move_times; /* from the arrival of a move to its last message in the queues */
};
void hall_count(struct server *server, struct hall_counts *counts);
/* The last lines of the log. */
void hall_log(struct server *server, struct last_lines *recent);
/* False: new games cannot be kept at the moment, `why` says it. */
bool hall_is_fine(struct server *server, struct err *why);
/* How programs are locked in, as one of SANDBOX_WORDS. */
const char *hall_sandbox(const struct server *server);

#endif
