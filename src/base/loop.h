#ifndef BASE_LOOP_H
#define BASE_LOOP_H

/* A loop of libuv that is whole before anything depends on it. */

#include "base/err.h"

#include <uv.h>

/* False: the system has no descriptors for it, `why` says so.  Signals can be watched on it without
 * asking the system again. */
bool loop_init(uv_loop_t *loop, struct err *why);

#endif
