/* Bytes of up to four connections to a whole server with rooms, from the socket to the journal:
 *
 *     \1 and \2 before the bytes of the first and second player, \3 before an administrator's,
 *     \5 before orders at the owner's socket, \4 where the one at work hangs up
 *
 * None of these is allowed in XML.  Ids and reservations are the same in every run. */

#define _GNU_SOURCE /* memmem */

#include "stand.h"

#include "base/clock.h"
#include "server/folder_socket.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LINES = 4, ADMIN = 2, OWNER = 3, TURNS = 3, TURNS_MAX = 100 };

static struct stand stand;
static struct sockaddr_un door = {.sun_family = AF_UNIX};
static int lines[LINES]; /* sockets of the clients; -1: not connected */

static void open_once(void)
{
    if (stand.server)
        return;
    fuzz_fix_chance();
    stand_open(&stand, "session");
    snprintf(door.sun_path, sizeof door.sun_path, "%s/door", fuzz_folder());
    fuzz_require(
        listener_create_at(&stand.loop, door.sun_path, session_accept, stand.server, NULL) != NULL);
}

static void make_admin(struct server *server)
{
    for (int i = 0; i < LIMIT_SESSIONS; i++) {
        struct session *session = &server->sessions[i];
        if (session->generation != server->generation)
            continue;
        session->is_admin = true;
        server->admin_count++;
        session_limit_queue(session);
        return;
    }
}

static void connect_line(int which)
{
    int before = stand.server->stats.sessions;

    if (which == OWNER) {
        lines[OWNER] = folder_socket_connect(stand.folder, "owner.sock");
        fuzz_require(lines[OWNER] >= 0);
        return;
    }
    lines[which] = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    fuzz_require(connect(lines[which], (struct sockaddr *)&door, sizeof door) == 0);
    for (int i = 0; i < TURNS_MAX && stand.server->stats.sessions == before; i++)
        stand_run(&stand, 1);
    if (which == ADMIN)
        make_admin(stand.server);
}

static void settle(void)
{
    bool is_moving = true;

    for (int i = 0; i < TURNS_MAX && (is_moving || i < TURNS); i++) {
        is_moving = false;
        stand_run(&stand, 1);
        for (int which = 0; which < LINES; which++)
            is_moving |= stand_drain(lines[which]);
    }
}

static void hang_up(int which)
{
    if (lines[which] >= 0)
        close(lines[which]);
    lines[which] = -1;
}

/* What the server does not take, because it has closed, is lost. */
static void say(int which, struct slice bytes)
{
    if (bytes.len == 0)
        return;
    if (lines[which] < 0)
        connect_line(which);
    while (bytes.len > 0) {
        ssize_t sent = send(lines[which], bytes.at, bytes.len, MSG_DONTWAIT | MSG_NOSIGNAL);
        settle();
        if (sent <= 0)
            break;
        bytes = slice_skip(bytes, (size_t)sent);
    }
}

static void end_run(void)
{
    for (int which = 0; which < LINES; which++)
        hang_up(which);
    stand_wait_for_none(&stand, &stand.server->stats.sessions);
    stand_call_off(&stand);
    fuzz_require(stand.server->unread_bytes == 0 && stand.server->admin_count == 0);
}

/* After a wrong password the next one has to wait for a second: there is time for one in a while.
 */
static bool would_wait(const uint8_t *data, size_t size)
{
    static const char word[] = "authenticate";
    static int64_t last_us;
    const uint8_t *first = memmem(data, size, word, sizeof word - 1);

    if (!first)
        return false;
    size_t left = size - (size_t)(first - data) - 1;
    if (memmem(first + 1, left, word, sizeof word - 1) ||
        (last_us > 0 && clock_now_us() - last_us < 2 * PASSWORD_DELAY_MS * 1000))
        return true;
    last_us = clock_now_us();
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t begin = 0;
    int at_work = 0;

    if (would_wait(data, size))
        return 0;
    open_once();
    stand_begin(&stand);
    memset(lines, -1, sizeof lines);
    for (size_t i = 0; i <= size; i++) {
        if (i < size && (data[i] < 1 || data[i] > 5))
            continue;
        say(at_work, slice_make((const char *)data + begin, i - begin));
        if (i < size && data[i] == 4)
            hang_up(at_work);
        else if (i < size)
            at_work = data[i] == 5 ? OWNER : data[i] - 1;
        begin = i + 1;
    }
    end_run();
    return 0;
}
