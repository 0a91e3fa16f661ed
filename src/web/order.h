#ifndef WEB_ORDER_H
#define WEB_ORDER_H

/* An order to start a program, as the page writes it: {bot} for a registered one, or {command,
 * folder}; {args} are more arguments.  What a program says, and how it ended, as JSON. */

#include "server/program.h"
#include "store/store.h"
#include "web/desk.h"

struct order {
    struct store_bot bot;     /* without an id, if it is not registered */
    struct program_wish wish; /* points into `bot` and into the body */
};

bool order_read(struct request *request, struct body_part part, struct order *order,
                struct err *why);

/* The bot that the path names; false: it has been refused. */
bool order_find_bot(struct request *request, struct store_bot *bot);
/* 404 for a bot that is not there, 422 for anything else. */
void order_refuse(struct request *request, const struct err *why);

enum { ORDER_LINES_SHOWN = 20 };

/* An array of its last lines; NULL is an empty one. */
void order_show_lines(struct json *json, const char *key, const struct last_lines *lines);

#endif
