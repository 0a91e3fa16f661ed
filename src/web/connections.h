#ifndef WEB_CONNECTIONS_H
#define WEB_CONNECTIONS_H

/*
 * Connections of browsers: how many an address has, and how long they take to send a request.  Head
 * and body of the first request must be there WEB_TIMEOUT_S after the connection was made, later
 * ones so long after the last answer (the head) and after the head (the body); an upload may take
 * longer, but not be slow.  While an answer is sent, an event stream for example, only the daemon's
 * own limit holds, which is for silence.
 *
 * An address that has too many loses the one that has waited longest without sending a whole
 * request.  When there are too many of all addresses, any connection can be closed for a new one,
 * but not one whose last request had the owner's token: so the owner gets in.
 */

#include "web/internal.h"

struct connection;

/* The daemon has a new connection; what it is known by until connection_closed(). */
struct connection *connection_opened(struct web *web, struct MHD_Connection *connection);
void connection_closed(struct connection *connection);

/* The head of a request is there. */
void connection_head_came(struct request *request);
/* A piece of its body is there. */
void connection_bytes_came(struct request *request, size_t count);
/* Its answer is on its way, or being looked for. */
void connection_is_answered(struct request *request);
/* Its answer is an event stream. */
void connection_is_stream(struct request *request);
/* Its answer is out; the connection waits for the next request. */
void connection_waits(struct request *request);

/* Counts the request, which may have been refused already, for its address; false: it has been
 * refused. */
bool connection_admits(struct request *request);

/* Closes those that came to an address in a network. */
void connections_cut_network(struct web *web);
/* Every second: closes those that are too slow. */
void connections_beat(struct web *web);

#endif
