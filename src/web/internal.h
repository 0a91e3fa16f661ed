#ifndef WEB_INTERNAL_H
#define WEB_INTERNAL_H

/* What the files of src/web share: the HTTP server (struct web) and its requests. */

#include "base/json_writer.h"
#include "server/limits.h"
#include "server/rooms.h"
#include "server/visitors.h"
#include "store/db_thread.h"
#include "store/queue.h"
#include "web/body.h"
#include "web/web.h"

#include <arpa/inet.h>
#include <limits.h>
#include <microhttpd.h>
#include <netinet/in.h>

enum {
    WEB_PATH_MAX = 256,
    WEB_STARS_MAX = 3,                /* in a pattern */
    WEB_CONNECTION_BYTES = 32 * 1024, /* headers and read buffer of one */
    WEB_TIMEOUT_S = 20, /* of a connection that says nothing, and for head and body of a request */
    WEB_TEXT_MAX = 4 * 1024 * 1024, /* one answer */
    WEB_BACKGROUND_MAX = 16,        /* threads on their way to the archive */
    WEB_THREADS = 4,                /* of the pool */
    WEB_STORE_MAX = 64,             /* requests that wait for the database thread */
    WEB_LIST_MAX = 200,             /* games in one page of a list */
    WEB_LIST_USUAL = 50,            /* unless the request says otherwise */
    WEB_TOKEN_SIZE = 65,  /* 256 bits in hexadecimal digits; 0.1.0 told shorter ones to others */
    WEB_PROXIES_MAX = 16, /* of --behind-proxy */
    WEB_NAME_SIZE = INET6_ADDRSTRLEN + 3, /* of an address in brackets */
};

struct connection;
struct events;
struct runs;
struct upload;

/* What the store says about the arena's queue, as it was at some moment. */
struct web_queue {
    int64_t asked_us;  /* 0: never */
    bool is_reachable; /* else there are no counts */
    struct queue_counts counts;
};

struct web {
    struct web_config config;
    char data_dir[PATH_MAX];
    char store[PATH_MAX]; /* the place of the archive */
    struct MHD_Daemon *daemon;
    int port;
    uv_poll_t poll;                 /* something has come in */
    int hangups;                    /* an epoll descriptor with the sockets of all clients */
    uv_poll_t hangup_poll;          /* one of them has hung up */
    uv_timer_t timer;               /* the daemon wants to be called */
    uv_timer_t beat;                /* streams stay awake */
    struct connection *connections; /* of browsers */
    int connection_count;
    int64_t slow_count; /* connections that were closed because they were slow */
    struct events *events;
    struct rooms_subscriber subscriber; /* tells `events` */
    struct runs *runs;
    struct web_queue queue;   /* as last seen */
    struct db_thread *db;     /* the data folder's database; only its thread may wait for it */
    struct task_thread *pool; /* for what takes its time and needs no database */
    int background_count, store_count;
    bool is_stopping;
    bool is_woken;          /* the daemon is to run once more, whatever its own timeout says */
    enum web_guests guests; /* what visitors without the token may do */
    struct web_listener *network; /* of a network that the owner has opened */
    char token[WEB_TOKEN_SIZE];
    struct in6_addr proxies[WEB_PROXIES_MAX]; /* ours */
    int proxy_count;
    char *scratch;                  /* WEB_TEXT_MAX for one answer under construction */
    struct buf text;                /* what stands there */
    struct json json;               /* writes there */
    struct MHD_Response *no_memory; /* the answer where there is no memory for one */
};

struct bot_row;
struct request;

/* What a request must have. */
enum right {
    RIGHT_ANYONE,
    RIGHT_WATCH,         /* may watch: where guests may not, has the token */
    RIGHT_GUEST,         /* may play: where guests may not, has the token */
    RIGHT_OWNER,         /* has the token */
    RIGHT_OWNER_LOCAL,   /* has the token and sits at this machine */
    RIGHT_SEAT,          /* has the secret of a seat */
    RIGHT_SEAT_OR_OWNER, /* has the secret of a seat or the token */
};

/* One call of the API.  In a pattern * stands for the id of a game, or of something else; it has no
 * slash. */
struct route {
    const char *method, *pattern;
    enum right right;
    void (*run)(struct request *request);
};

struct request {
    struct web *web;
    struct MHD_Connection *connection;
    const struct route *route; /* NULL: a file of the page */
    const char *method;        /* borrowed from the daemon */
    char path[WEB_PATH_MAX];
    char id[WEB_PATH_MAX];                       /* what the first * of the pattern stood for */
    char parts[WEB_STARS_MAX - 1][WEB_PATH_MAX]; /* and the others */
    struct in6_addr address; /* of the client, behind our proxy too; of IPv4 as ::ffff:a.b.c.d */
    bool is_loopback;        /* it comes straight from this machine */
    bool is_forwarded;       /* by some proxy, … */
    bool is_behind_proxy;    /* … which is one of ours */
    bool has_token;          /* it is the owner's */
    struct visitor *visitor; /* of this address; NULL before it is counted */
    enum side seat;          /* opened by the secret that came along, or SIDE_NONE */
    struct body body;
    struct upload *upload; /* the body goes to the disk instead, or NULL */
    struct bot_row *bots;  /* all registered ones, if the call needed them */
    int bot_count;
    struct MHD_Response *response; /* the answer, once there is one */
    unsigned status;
    bool is_waiting; /* the connection sleeps until there is an answer */
};

/* ---- web.c ---- */
/* The daemon has something to do: soon, but not from inside one of its own calls. */
void web_wake(struct web *web);
/* An empty answer to be written into, whose text is `out`; it lasts until the next one. */
struct json *web_begin_json(struct web *web);
/* A tree of JSON as a value; NULL is null. */
void web_json_copy_tree(struct json *json, const char *key, const struct json_t *tree);

/* ---- answer.c: every request gets exactly one ---- */
void answer_with(struct request *request, unsigned status, struct MHD_Response *response,
                 const char *type);
void answer_json(struct request *request, unsigned status, const struct buf *text);
void answer_empty(struct request *request);
/* `rules` NULL: no game is concerned. */
void answer_refusal(struct request *request, unsigned status, const struct game_rules *rules,
                    const struct err *why);
/* Says no and is always false. */
bool refuse(struct request *request, unsigned status, const char *code, const char *details);
/* The same for want of memory.  Prepared at the start, it needs none. */
bool refuse_for_memory(struct request *request);
bool answer_keep_for_no_memory(struct web *web, struct err *why);
/* What work has refused: 503 for trouble of the database, 404 for something that is not there,
 * 422 for anything else. */
void answer_store_refusal(struct request *request, const struct err *why);
/* Bytes that stay where they are, or that are copied. */
void answer_bytes(struct request *request, struct slice bytes, const char *type,
                  enum MHD_ResponseMemoryMode mode);
void answer_header(struct request *request, const char *name, const char *value);

/* ---- auth.c ---- */
bool auth_open(struct web *web, struct err *why);
/* Host, Origin, content type and rights; false: it has been refused. */
bool auth_admits(struct request *request);

/* ---- static_files.c ---- */
void static_files_answer(struct request *request);
/* The name of the build that the page has: "dev" is a folder's. */
const char *static_files_build(const struct web *web);
/* The media type that the ending of a name stands for. */
const char *static_files_type(const char *name);

/* ---- export.c ---- */
void game_download_answer(struct request *request);
/* The same for a game of the arena. */
struct ended_game;
void game_download_ended(struct request *request, const struct ended_game *source);

/* ---- match_files.c ---- */
/* A game that is over, as JSON. */
void match_files_answer_game(struct request *request, const struct ended_game *source);

/* ---- api_*.c ---- */
extern const struct route game_routes[], game_action_routes[], server_routes[], bot_routes[],
    bot_check_routes[], log_routes[], metrics_routes[], test_routes[], test_game_routes[],
    tournament_routes[], position_routes[], match_file_routes[], live_game_routes[], guest_routes[];
const char *request_argument(struct request *request, const char *name);
const char *request_header(struct request *request, const char *name);
/* A number of the address, from 0 to `max`; unchanged if there is none.  False: it has been
 * refused.
 */
bool request_number(struct request *request, const char *name, int max, int *number);

#endif
