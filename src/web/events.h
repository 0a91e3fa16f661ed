#ifndef WEB_EVENTS_H
#define WEB_EVENTS_H

/* Event streams of browsers: news about lists and games. */

#include "web/internal.h"

struct events *events_create(struct web *web);
void events_destroy(struct events *events);
void events_close(struct events *events); /* all streams end */
/* Visitors may watch no more: streams without the token end. */
void events_end_visitors(struct events *events);
/* The client at this socket has hung up. */
void events_hangup(struct events *events, int socket);
/* Every stream that has been quiet for a while gets a comment. */
void events_beat(struct events *events);
void events_hear(void *events, struct room *room, const struct room_event *event);
void events_answer(struct request *request);     /* opens a stream */
void events_set_topics(struct request *request); /* an open stream gets other topics */
/* Tells the owner's streams with this topic about a change, `data` in JSON. */
void events_tell(struct events *events, const char *topic, const struct buf *data);

#endif
