#ifndef SERVER_VISITORS_H
#define SERVER_VISITORS_H

/*
 * The addresses that use this server at the moment, and how much of everything each of them has:
 * connections, seats, requests …  An address of IPv6 counts by its /64 (net/address.h).  Each kind
 * of thing has a limit for one address and another one for an address of this machine, because
 * matches and measurements have thousands of connections here; refusals are counted by kind.
 *
 *     struct visitor *visitor = visitors_enter(visitors, &address);
 *     if (visitor && visitor_take(visitor, VISITOR_SEATS)) …
 *     visitor_give_back(visitor, VISITOR_SEATS, 1);
 *     visitors_leave(visitors, visitor);
 */

#include "net/address.h"

#include <stdint.h>

/* What is counted. */
enum visitor_kind {
    VISITOR_CONNECTIONS, /* of programs */
    VISITOR_SEATS,       /* of these; a game has one of an address at least, so it counts games */
    VISITOR_PASSWORDS,   /* that wait to be checked */
    VISITOR_BROWSERS,    /* connections of browsers */
    VISITOR_STREAMS,     /* event streams of these */
    VISITOR_UPLOADS,     /* at a time */
    VISITOR_GAMES,       /* of guests of the page, at a time */
    VISITOR_STARTS,      /* of these, in a second; see visitor_may_ask() */
    VISITOR_JOINS,       /* of programs, in a second; see visitor_may_ask() */
    VISITOR_REQUESTS,    /* of browsers, the same */
    VISITOR_KINDS
};

/* What has a limit for all addresses together. */
enum visitors_total {
    TOTAL_CONNECTIONS, /* of programs */
    TOTAL_ROOMS,
    TOTAL_STREAMS,   /* without the owner's token */
    TOTAL_PASSWORDS, /* that wait to be checked */
    TOTAL_ADDRESSES,
    TOTAL_GUEST_GAMES,
    TOTAL_UNREAD, /* bytes that wait for programs without the password */
    TOTAL_KINDS
};

/* A token bucket. */
struct visitor_bucket {
    double left; /* so many may come at once */
    int64_t asked_us;
};

struct visitors;

/* An address; the fields are for visitors.c and for looking. */
struct visitor {
    struct visitors *visitors;
    struct visitor *next; /* in its bucket */
    struct in6_addr group;
    bool is_loopback;
    int users; /* how often it was entered and not left */
    int counts[VISITOR_KINDS];
    struct visitor_bucket buckets[VISITOR_KINDS]; /* of those kinds that count in a second */
    int64_t asked_us;                             /* when it last took from one */
    /* Passwords: when one was last looked at, and was wrong. */
    int64_t checked_us, refused_us;
};

struct visitors *visitors_create(void);
void visitors_destroy(struct visitors *visitors);

/* Finds the address, or adds it.  NULL: there are too many. */
struct visitor *visitors_enter(struct visitors *visitors, const struct in6_addr *address);
/* It is forgotten some seconds later, unless it comes again.  NULL is fine. */
void visitors_leave(struct visitors *visitors, struct visitor *visitor);
/* Every second or so: forgets addresses; after a flood memory goes back to the system. */
void visitors_sweep(struct visitors *visitors, int64_t now_us);

/* May it have one more?  False: it has as many as it may, which is counted as a refusal. */
bool visitor_has_left(struct visitor *visitor, enum visitor_kind kind);
/* One more, if it may. */
bool visitor_take(struct visitor *visitor, enum visitor_kind kind);
/* One more in any case. */
void visitor_add(struct visitor *visitor, enum visitor_kind kind);
void visitor_give_back(struct visitor *visitor, enum visitor_kind kind, int count);
/* One more join or request; false: too many came in the last seconds, which is counted. */
bool visitor_may_ask(struct visitor *visitor, enum visitor_kind kind, int64_t now_us);

/* Something was refused, or closed, because all addresses together had too much. */
void visitors_refuse(struct visitors *visitors, enum visitors_total total);

/* ---- for people ---- */

struct visitor_limit {
    const char *name;   /* "connections" */
    int each, loopback; /* for one address, for one of this machine */
    int all;            /* what all addresses have at the moment */
    int64_t refused;    /* so far */
};
void visitors_limit(const struct visitors *visitors, enum visitor_kind kind,
                    struct visitor_limit *limit);
int visitors_count(const struct visitors *visitors);
int64_t visitors_refused(const struct visitors *visitors, enum visitors_total total);

#endif
