#ifndef CLI_MATCH_REPORT_H
#define CLI_MATCH_REPORT_H

/* What a person reads about a match: the line that moves while it is played, and the report at its
 * end. */

#include "cli/cli.h"
#include "match/match_run.h"

#include <stdio.h>

struct match_view {
    const struct match *match;
    const struct stats_test *test; /* NULL: none */
};

const char *match_report_ending_text(enum ending ending);

/* How the match stands, in one line without a line break. */
void match_report_print_line(const struct match_view *view, const struct match_report *report,
                             struct buf *out);

void match_report_print(const struct match_view *view, const struct match_report *report,
                        FILE *out);

#endif
