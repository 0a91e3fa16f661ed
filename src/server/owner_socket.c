#include "server/owner_socket.h"

#include "base/memory.h"
#include "server/folder_socket.h"
#include "server/game_removal.h"
#include "server/internal.h"
#include "server/restore.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "owner.sock";

struct owner_orders {
    struct listener *listener;
    struct owner_visit *visits;
};

/* A connection with an order that is coming in, or is being done. */
struct owner_visit {
    struct owner_visit *next;
    struct server *server;
    struct conn *conn; /* NULL: it has gone */
    bool is_heard;     /* the order is complete */
    bool is_at_work;   /* its answer will come */
    size_t len;
    char text[OWNER_ORDER_MAX];
};

static void end_visit(struct owner_visit *visit)
{
    struct owner_visit **place = &visit->server->orders->visits;

    while (*place != visit)
        place = &(*place)->next;
    *place = visit->next;
    free(visit);
}

/* ---- answers ---- */

static void answer(struct owner_visit *visit, struct slice text)
{
    if (!visit->conn)
        return;
    conn_send(visit->conn, text, CONN_AT_ONCE, 0);
    conn_close(visit->conn);
}

static void answer_ok(struct owner_visit *visit) { answer(visit, slice_of("ok\n")); }

static void answer_no(struct owner_visit *visit, const struct err *why)
{
    char text[sizeof *why + 8];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    buf_format(&buf, "no %s %s\n", why->code, why->details);
    answer(visit, buf_slice(&buf));
}

/* ---- restart ---- */

static void restart(struct owner_visit *visit, struct slice rest)
{
    struct server *server = visit->server;
    struct err why = {0};

    (void)rest;
    if (!server->config.on_restart)
        err_set(&why, "restore_nothing", server->config.data_dir);
    else
        restore_is_ready(server->config.data_dir, server->config.store, &why);
    if (why.code[0]) {
        answer_no(visit, &why);
        return;
    }
    answer_ok(visit);
    server->config.on_restart(server->config.context);
}

/* ---- delete ---- */

static void on_removed(struct game_removal *removal)
{
    struct owner_visit *visit = removal->context;
    char text[128];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    buf_format(&buf, "ok %d %d %d %d\n", removal->removed, removal->unknown, removal->unfinished,
               removal->has_remains);
    if (removal->task.is_fine)
        answer(visit, buf_slice(&buf));
    else
        answer_no(visit, &removal->task.why);
    visit->is_at_work = false;
    if (!visit->conn)
        end_visit(visit);
    free(removal);
}

static bool read_games(struct slice rest, struct game_removal *removal)
{
    while (rest.len > 0) {
        struct slice id = slice_take_word(&rest), number = slice_take_until(&id, ':');
        struct removed_game *game = &removal->games[removal->count];
        if (removal->count == GAME_REMOVAL_MAX || id.len == 0 || id.len >= sizeof game->id ||
            !slice_to_int64(number, &game->number))
            return false;
        buf_copy(game->id, sizeof game->id, id);
        removal->count++;
    }
    return removal->count > 0;
}

static void delete (struct owner_visit *visit, struct slice rest)
{
    struct game_removal *removal = memory_get(1, sizeof *removal);
    struct err why = {0};

    removal->done = on_removed;
    removal->context = visit;
    visit->is_at_work = true;
    if (!read_games(rest, removal))
        err_set(&why, "bad_value", "delete");
    else if (game_removal_start(visit->server, removal, &why))
        return;
    visit->is_at_work = false;
    free(removal);
    answer_no(visit, &why);
}

/* ---- orders ---- */

static void hear(struct owner_visit *visit)
{
    static const struct {
        const char *word;
        void (*act)(struct owner_visit *visit, struct slice rest);
    } orders[] = {{"restart", restart}, {"delete", delete}};
    struct slice rest = slice_trim(slice_make(visit->text, visit->len));
    struct slice word = slice_take_word(&rest);
    struct err why = {0};

    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        if (slice_is(word, orders[i].word)) {
            orders[i].act(visit, rest);
            return;
        }
    }
    err_set(&why, "bad_value", "order");
    answer_no(visit, &why);
}

static void on_bytes(void *context, struct slice bytes)
{
    struct owner_visit *visit = context;
    struct err why = {0};

    if (visit->is_heard)
        return;
    if (bytes.len > sizeof visit->text - visit->len) {
        visit->is_heard = true;
        err_set(&why, "bad_value", "order");
        answer_no(visit, &why);
        return;
    }
    memcpy(visit->text + visit->len, bytes.at, bytes.len);
    visit->len += bytes.len;
    visit->is_heard = memchr(bytes.at, '\n', bytes.len) != NULL;
    if (visit->is_heard)
        hear(visit);
}

static void on_closed(void *context)
{
    struct owner_visit *visit = context;

    visit->conn = NULL;
    if (!visit->is_at_work)
        end_visit(visit);
}

static void on_accept(void *server, struct conn *conn)
{
    struct owner_visit *visit = memory_get(1, sizeof *visit);

    visit->server = server;
    visit->conn = conn;
    visit->next = visit->server->orders->visits;
    visit->server->orders->visits = visit;
    conn_set_events(conn, &(struct conn_events){.on_bytes = on_bytes, .on_closed = on_closed},
                    visit);
}

bool owner_socket_open(struct server *server, struct err *why)
{
    server->orders = memory_get(1, sizeof *server->orders);
    server->orders->listener = folder_socket_listen(server, name, on_accept, why);
    return server->orders->listener != NULL;
}

void owner_socket_close(struct server *server)
{
    listener_close(server->orders->listener);
    for (struct owner_visit *visit = server->orders->visits; visit; visit = visit->next) {
        if (visit->conn && !visit->is_at_work)
            conn_close(visit->conn);
    }
}

void owner_socket_destroy(struct owner_orders *orders) { free(orders); }

/* ---- the other side ---- */

static bool write_all(int line, struct slice text)
{
    while (text.len > 0) {
        ssize_t n = send(line, text.at, text.len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text = slice_skip(text, (size_t)n);
    }
    return true;
}

enum owner_answer owner_socket_send(const char *data_dir, struct slice order,
                                    char answer[OWNER_ANSWER_SIZE], struct err *why)
{
    int line = folder_socket_connect(data_dir, name);

    answer[0] = '\0';
    if (line < 0)
        return OWNER_NO_SERVER;
    if (write_all(line, order))
        folder_socket_read(line, answer, OWNER_ANSWER_SIZE);
    close(line);
    struct slice text = slice_trim(slice_of(answer)), word = slice_take_word(&text);
    if (slice_is(word, "ok")) {
        memmove(answer, text.at, text.len);
        answer[text.len] = '\0';
        return OWNER_OK;
    }
    err_parse(text, why);
    if (!slice_is(word, "no"))
        err_set(why, "server_gone", data_dir);
    return OWNER_REFUSED;
}
