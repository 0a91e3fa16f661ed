#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

/*
 * The Spielleiter: sessions (connections), rooms (games) and what flows between them, on one
 * libuv loop and one thread.  Searches, password hashes and everything that waits for a disk run
 * elsewhere.
 */

#include "base/err.h"
#include "base/last_lines.h"
#include "base/meter.h"
#include "game/game.h"
#include "net/sandbox.h"
#include "server/room.h"

#include <uv.h>

struct server_config {
    const char *address;                   /* "127.0.0.1" */
    int port;                              /* 0: any free one */
    const struct game_rules *default_game; /* of a join without a game type */
    enum ruleset ruleset;
    const char *options; /* words for setup, such as hand=…; "" for none */
    bool has_seed;
    uint64_t seed;                /* of the first board; the next ones follow */
    const struct position *start; /* every game begins here; NULL: a new board */
    struct room_limits limits;
    bool is_paused;     /* plain games begin paused */
    int message_gap_ms; /* between two messages to a player */
    int join_ms;        /* for a program to join; 0: BOT_JOIN_MS */
    const char *data_dir;
    const char *store;    /* postgresql://… for the games; NULL: a file in the data folder */
    const char *password; /* NULL: the one of the data folder */
    /* Games and replays that are kept, and those of strangers; 0: all. */
    int64_t keep, keep_strangers;
    int64_t reserve_bytes;     /* of the disk for a segment of the journal; 0: as always */
    const char *log_path;      /* NULL: stderr */
    enum sandbox_wish sandbox; /* of programs that the server starts */
    /* The owner has prepared another archive: stop, and start again with the same arguments.
     * NULL: that is not possible. */
    void (*on_restart)(void *context);
    void *context;
};

struct server;

/* NULL: cannot start, `why` says it. */
struct server *server_create(uv_loop_t *loop, const struct server_config *config, struct err *why);
int server_port(const struct server *server);
/* How many connections of browsers the system allows besides the sessions, at most
 * LIMIT_WEB_CONNECTIONS. */
int server_web_connections_max(void);
/* Opens the log again, after its file was moved away. */
void server_reopen_log(struct server *server);
/* Ends all games of programs without a result (the others go on when the next server starts),
 * writes what is to be written, and closes; the loop then ends. */
void server_stop(struct server *server);
/* After the loop has ended. */
void server_destroy(struct server *server);

/* The time of the server's players and visitors: it stands still while the loop does not run
 * (net/lag.h). */
int64_t server_now_us(struct server *server);

/* ---- figures ---- */

struct server_counts {
    int64_t uptime_ms, games, moves, messages, refused;
    int64_t games_unkept; /* without a move, and nothing of them is in the archive */
    int64_t house_faults, scores_clamped; /* of built-in players: games ended, evaluations wrong */
    int64_t longest_turn_us, longest_work_us; /* of the loop; the second one had its core */
    int64_t longest_lag_us;                   /* of a move that came in */
    int64_t gaps_us;          /* in which the loop did not run: left out of all clocks of players */
    int64_t journal_reserved; /* bytes that the journal can surely write; 0: none are guaranteed */
    bool is_disk_full;        /* running games are paused for that */
    int games_paused;         /* of them */
    int rooms, sessions, programs;
    struct meter move_times; /* from the arrival of a move to its last message in the queues */
};
void server_count(struct server *server, struct server_counts *counts);
/* The addresses that use it, for browsers, too. */
struct visitors;
struct visitors *server_visitors(struct server *server);
/* The last lines of the log. */
void server_recent_log(struct server *server, struct last_lines *recent);
/* False: new games cannot be kept at the moment, `why` says it. */
bool server_takes_games(struct server *server, struct err *why);
/* The page has met damage in the database (server/archive.h). */
void server_note_store_damage(struct server *server, const struct err *why);
/* How programs are locked in, as one of SANDBOX_WORDS. */
const char *server_sandbox(const struct server *server);

#endif
