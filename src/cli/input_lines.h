#ifndef CLI_INPUT_LINES_H
#define CLI_INPUT_LINES_H

/*
 * Lines of the standard input, read by a thread of its own, so that `stop` and `quit` are heard
 * while the engine thinks.  All lines are handed out in the order in which they came.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { INPUT_LINE_MAX = 16 * 1024, INPUT_WAITING_MAX = 4096 };

enum input_kind { INPUT_END, INPUT_LINE, INPUT_TOO_LONG };

struct input_lines;

/* NULL: there is no thread for it. */
struct input_lines *input_lines_create(void);
/* The end of the input, or the line `quit`, was handed out. */
void input_lines_destroy(struct input_lines *input);

/* The next line without its end, as soon as it is there; one that is too long is empty. */
enum input_kind input_lines_next(struct input_lines *input, char line[INPUT_LINE_MAX], size_t *len);

/*
 * A search begins.  From now until input_lines_search_ended() `stop` becomes true
 * - when a line `stop` follows, before another `go`;
 * - when a line `quit` comes in meanwhile (one that was waiting already lets the search finish);
 * - if it is endless, also when the input ends, `quit` is waiting, or no more lines can wait.
 */
void input_lines_begin_search(struct input_lines *input, bool is_endless, atomic_bool *stop);
void input_lines_search_ended(struct input_lines *input);

#endif
