#ifndef NET_CONN_H
#define NET_CONN_H

/*
 * Connections (TCP, or a unix socket) on a libuv loop.  Every message is a write of its own;
 * between two messages to the same peer there is a pause (the message gap), because real clients
 * lose bytes otherwise.  A peer that does not read is put out when its queue is full.
 *
 * Callbacks never arrive inside conn_send or conn_close.  After on_closed the connection is gone.
 */

#include "base/err.h"
#include "base/slice.h"
#include "net/address.h"

#include <stdint.h>
#include <uv.h>

enum { CONN_QUEUE_MAX = 4 << 20 }; /* bytes that may wait for one peer, unless said otherwise */

struct conn;

/* A limit for what may wait for a peer. */
struct conn_queue_limit {
    size_t bytes;       /* at a time; a single message always fits */
    size_t *total;      /* counts what waits for all peers with this counter, or NULL */
    size_t total_max;   /* when more waits for all of them, `bytes_scant` is the limit */
    size_t bytes_scant; /* of each instead of `bytes` */
};

struct conn_events {
    /* Bytes have just been read from the socket. */
    void (*on_bytes)(void *context, struct slice bytes);
    /* A message with this tag (not 0) has just been written. */
    void (*on_written)(void *context, uint64_t tag);
    /* The peer has gone, or we have closed. */
    void (*on_closed)(void *context);
};

enum conn_timing {
    CONN_PACED,   /* not before the pause after the message before it is over */
    CONN_AT_ONCE, /* directly behind the message before it */
};

/* A listener accepts connections and hands them out; `on_accept` calls conn_set_events or
 * conn_close. */
struct listener;
typedef void net_on_accept(void *context, struct conn *conn);

struct listener *listener_create(uv_loop_t *loop, const char *address, int port,
                                 net_on_accept *on_accept, void *context, struct err *why);
/* The same at a unix socket, which must not be there yet; it goes when the listener is closed. */
struct listener *listener_create_at(uv_loop_t *loop, const char *path, net_on_accept *on_accept,
                                    void *context, struct err *why);
/* The port it listens on (useful after asking for port 0). */
int listener_port(const struct listener *listener);
/* Stops listening; its memory goes when the loop has closed the socket. */
void listener_close(struct listener *listener);

void conn_set_events(struct conn *conn, const struct conn_events *events, void *context);
void conn_set_message_gap(struct conn *conn, int message_gap_ms);
/* Where the peer is; another account of this machine (but root) has an address of its own
 * (address_of_account).  NULL: it came by a unix socket. */
const struct in6_addr *conn_address(const struct conn *conn);
/* What waits already stays, even if it is more. */
void conn_limit_queue(struct conn *conn, struct conn_queue_limit limit);
/* Bytes that wait, and what keeping them costs. */
size_t conn_queued(const struct conn *conn);
/* Copies the message into the queue.  False: the queue is full, the connection is being closed. */
bool conn_send(struct conn *conn, struct slice message, enum conn_timing timing, uint64_t tag);
/* Reads no more for a while, or again. */
void conn_hold(struct conn *conn, bool is_held);
/* Closes when what is queued has been written and the peer has had the time to read it (at the
 * latest after a few seconds); what the peer still sends is not read. */
void conn_close(struct conn *conn);
bool conn_is_closing(const struct conn *conn);

#endif
