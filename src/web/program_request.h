#ifndef WEB_PROGRAM_REQUEST_H
#define WEB_PROGRAM_REQUEST_H

/* An order to start a program, as the page writes it: {bot} for a registered one, or {command,
 * folder}; {args} are more arguments.  What a program says, and how it ended, as JSON. */

#include "server/bot_process.h"
#include "store/store.h"
#include "web/internal.h"

struct program_request {
    struct store_bot bot;           /* without an id, if it is not registered */
    struct bot_process_config wish; /* points into `bot` and into the body */
};

bool program_request_read(struct request *request, struct body_part part,
                          struct program_request *order, struct err *why);

/* The bot that the path names; false: it has been refused. */
bool program_request_find_bot(struct request *request, struct store_bot *bot);
/* 404 for a bot that is not there, 422 for anything else. */
void program_request_refuse(struct request *request, const struct err *why);

enum { ORDER_LINES_SHOWN = 20 };

/* An array of its last lines; NULL is an empty one. */
void program_request_show_lines(struct json *json, const char *key, const struct last_lines *lines);

#endif
