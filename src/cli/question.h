#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

/* Questions before something that cannot be taken back easily. */

#include "cli/cli.h"

/* The text is a printf format.  True: yes.  False: no, which is said; without a terminal that is a
 * refusal which names --yes. */
bool question_ask(enum text_id id, ...);

#endif
