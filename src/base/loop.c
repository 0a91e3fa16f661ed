#define _GNU_SOURCE /* pipe2 */

#include "base/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static bool refuse(struct err *why, int error)
{
    return err_set(why, "system_refused", uv_strerror(error));
}

/* libuv ends the process if it gets no pipe for signals, so we look before it does. */
static bool has_descriptors(struct err *why)
{
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return refuse(why, uv_translate_sys_error(errno));
    close(ends[0]);
    close(ends[1]);
    return true;
}

/* The first handle of its kind opens a pipe of the loop, which stays. */
static int open_signals(uv_loop_t *loop)
{
    uv_signal_t signal;
    int error = uv_signal_init(loop, &signal);

    if (error == 0) {
        uv_close((uv_handle_t *)&signal, NULL);
        uv_run(loop, UV_RUN_NOWAIT);
    }
    return error;
}

bool loop_init(uv_loop_t *loop, struct err *why)
{
    if (!has_descriptors(why))
        return false;
    int error = uv_loop_init(loop);
    if (error != 0)
        return refuse(why, error);
    error = open_signals(loop);
    if (error == 0)
        return true;
    uv_loop_close(loop);
    return refuse(why, error);
}
