#ifndef SERVER_INTERNAL_H
#define SERVER_INTERNAL_H

/*
 * What the files of the server share: sessions, rooms, the server itself.  Private to the folder.
 * Sessions and rooms live in tables and are known by number and generation across turns of the
 * loop; a stale id finds nothing.
 */

#include "base/log.h"
#include "base/meter.h"
#include "net/conn.h"
#include "net/lag.h"
#include "proto/client_messages.h"
#include "proto/refusal.h"
#include "proto/server_messages.h"
#include "server/admin.h"
#include "server/bot_check.h"
#include "server/limits.h"
#include "server/room_slot.h"
#include "server/server.h"
#include "server/visitors.h"
#include "xml/reader.h"

struct session {
    uint32_t generation; /* 0: free */
    struct server *server;
    struct conn *conn;
    struct visitor *visitor; /* its address, or the one for all cells */
    struct xml_reader *reader;
    enum season_id season;      /* the words it understands, as far as we know */
    bool is_admin, has_greeted; /* <protocol> was sent */
    bool is_checking;           /* its password is being looked at; nothing else is read */
    bool has_played;            /* a game of this session is over: it is closed when idle */
    bool has_message_gap;       /* its first seat has set it for good */
    int seat_count;             /* seats it holds */
    int64_t now_us;             /* when the bytes being handled were read, … */
    int64_t lag_us;             /* … so long after they came in */
    int64_t idle_since_us;
    int64_t refused_us;   /* last wrong password */
    uint32_t home;        /* generation of the room whose own port it came to, or 0 */
    bool is_locked_in;    /* it is a program in a sandbox */
    const char *farewell; /* why it goes, in a word for results: "LOST_CONNECTION" */
    struct slice bytes;   /* being handled; empty between turns */
    struct {
        bool is_kept; /* else nothing is written down */
        bool is_open; /* a message has begun and not ended */
        char room[ROOM_ID_SIZE];
        enum side side;
    } seat_log;
};

struct server {
    struct server_config config;
    uv_loop_t *loop;
    struct listener *listener;
    struct lag lag; /* the time of all rooms, programs and idle sessions */
    struct session *sessions;
    struct room_slot **rooms;        /* LIMIT_ROOMS pointers; a free one is NULL */
    int room_high;                   /* no room at or above */
    int session_max, session_hint;   /* what the system allows; where a free one may be */
    struct visitors *visitors;       /* addresses of programs and browsers */
    struct visitor *cells;           /* for all programs in cells, as if of the address :: */
    size_t unread_bytes;             /* that wait for connections without the password */
    int admin_count, done_count;     /* administrators; rooms that can go */
    const struct xml_node *original; /* the <room> being judged, to be repeated in errors */
    uint64_t next_seed;
    int64_t refusal_due_us, game_refusal_due_us; /* the log tells a refusal from then on */
    int64_t swept_us;                            /* when idle sessions were last looked for */
    uint32_t generation;
    bool is_testing, is_stopping, is_open; /* open: the loop runs, and searches may begin */
    bool is_disk_full;                     /* running games are paused for that */
    struct builtin_searches *searches;     /* of built-in players; NULL until the first */
    int test_count;
    struct test_score tests[LIMIT_TEST_NAMES];
    struct archive *archive;
    struct log *log;
    struct admin_password *password;
    struct server_counts stats;  /* but for what server_count() fills in */
    struct status *status;       /* its sockets … */
    struct owner_orders *orders; /* … and that for its owner's account */
    int64_t started_us;
    struct rooms_subscriber *subscribers; /* told after the server's own, in order */
    struct room_slot *recent;             /* LIMIT_RECENT_GAMES ended games; NULL: none is kept */
    int recent_count;                     /* ever */
    struct bot_sandbox *sandbox;          /* where they are locked in; NULL: they are not */
    struct bot_user bot_user;             /* whom they run as … */
    struct err no_bot_user, no_cell;      /* … or why none can be started; why there is no cell */
    struct bot_process *programs;         /* that we have started, newest first */
    struct seat_logs *seat_logs;          /* newest first */
    struct bot_check *checks;             /* that are going on */
    struct unreserved_join unreserved_join; /* the last one */
    char *scratch;  /* LIMIT_MESSAGE_BYTES for one message under construction */
    char *greeting; /* the same and a little more, for a first message with its <protocol> */
};

/* ---- session.c ---- */
void session_accept(void *server, struct conn *conn);
struct session *session_open(struct server *server, struct conn *conn); /* NULL: turned away */
struct session *session_find(struct server *server, struct session_id id);
struct session_id session_id(const struct session *session);
/* Sends one message that begins with newline; the first one is preceded by <protocol>. */
void session_send(struct session *session, struct slice message, enum conn_timing timing,
                  uint64_t tag);
/* Says good-bye in its season's words and closes. */
void session_dismiss(struct session *session);
void session_resume(struct session *session);
/* It has got or lost a seat, or become an administrator: more or less may wait for it. */
void session_limit_queue(struct session *session);
/* Tells what was wrong with a request; `as` in ruleset server: in the season's own sentence. */
void session_refuse(struct session *session, const struct msg *msg, const char *message);
void session_refuse_as(struct session *session, const struct msg *msg, enum refusal refusal);

/* ---- rooms.c ---- */
void rooms_tell_refused(struct server *server, const char *reason);
bool rooms_refuse_for_memory(struct server *server, struct err *why); /* always false */
struct room_slot *rooms_create(struct server *server, const struct game_rules *rules,
                               const struct position *start, struct err *why);
struct room_slot *rooms_find(struct server *server, const char *room_id);
/* The seat with this reservation. */
struct room_slot *rooms_find_code(struct server *server, const char *code, enum side *side);
/* A room with a free seat; the one with generation `home` first. */
struct room_slot *rooms_find_open(struct server *server, const struct game_rules *rules,
                                  uint32_t home);
void rooms_sit(struct room_slot *slot, enum side side, struct session *session);
/* Tells an event to all subscribers; the room's own come here by themselves. */
void rooms_tell(struct room_slot *slot, const struct room_event *event);
/* The one door to a room: every action of players, administrators, owner and server. */
bool rooms_do_at(struct room_slot *slot, const struct room_action *action, int64_t now_us,
                 struct err *why);
bool rooms_do_now(struct room_slot *slot, const struct room_action *action, struct err *why);
/* The open request has only now gone out. */
void rooms_restart_clock(struct room_slot *slot);
void rooms_leave_all(struct server *server, struct session *session);
void rooms_tick(struct server *server, int64_t now_us);
void rooms_draw_id(char id[ROOM_ID_SIZE], uint32_t slot);
/* A new room at a free place of the table; NULL: no memory. */
struct room_slot *rooms_make(struct server *server, const struct game_rules *rules,
                             const struct position *start, int index);

/* ---- xml_out.c: room events become messages ---- */
void xml_out_hear(void *server, struct room *room, const struct room_event *event);
void xml_out_state(struct server *server, struct room_slot *slot, struct session *session);

/* ---- rooms_open.c ---- */
/* The same, or a game that ended lately. */
struct room_slot *rooms_find_any(struct server *server, const char *id);
/* Keeps a copy of a game that is over, if that is wanted. */
void rooms_keep(struct server *server, const struct room_slot *slot);

#endif
