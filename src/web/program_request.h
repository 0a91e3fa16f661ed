#ifndef WEB_PROGRAM_REQUEST_H
#define WEB_PROGRAM_REQUEST_H

/*
 * A wish to start a program, as the page writes it: {bot} for a registered one, or {command,
 * folder}; {args} are more arguments.  What a program says, as JSON.
 *
 * Registered bots are rows of the database.  A call whose body may name one begins with
 * program_request_begin(): the rows are loaded on the database thread, and the rest of the call
 * finds them in the request.
 */

#include "server/bot_process.h"
#include "store/bot_table.h"
#include "web/internal.h"

typedef void program_request_run(struct request *request);
/* Has `run` called on the loop: at once if there is no "bot" in the body, else with all bots
 * loaded. */
void program_request_begin(struct request *request, program_request_run *run);
/* The same for calls that name bots in other ways. */
void program_request_load_bots(struct request *request, program_request_run *run);
/* One of those that were loaded.  NULL: there is none with this number. */
const struct bot_row *program_request_bot(const struct request *request, int64_t id,
                                          struct err *why);

struct program_request {
    struct bot_row bot;             /* without an id, if it is not registered */
    struct bot_process_config wish; /* points into `bot` and into the body */
};

bool program_request_read(struct request *request, struct body_part part,
                          struct program_request *order, struct err *why);

/* The player of a seat: {kind, name, player}, or a program; `seat` points into `order`. */
bool game_setup_read_seat(struct request *request, struct body_part part,
                          struct program_request *order, struct game_setup_seat *seat,
                          struct err *why);

enum { ORDER_LINES_SHOWN = 20 };

/* An array of its last lines; NULL is an empty one. */
void program_request_json_lines(struct json *json, const char *key, const struct last_lines *lines);

#endif
