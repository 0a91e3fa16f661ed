/*
 * A database on a PostgreSQL server.
 *
 * Answers come whole, unless they are streamed.  Numbers travel as text, texts as their bytes.
 */

#include "store/engine.h"

#include "base/memory.h"

#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHANNELS_MAX = 8,
    CHANNEL_SIZE = 64,
    NAME_SIZE = 16,
    NUMBER_SIZE = 24,
    MESSAGE_SIZE = 1024,
    SECRET_SIZE = 256,
};

/* Types as PostgreSQL numbers them (pg_type.dat); 0 leaves it to the server. */
enum { TYPE_ANY = 0, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23, TYPE_TEXT = 25 };

struct post {
    PGconn *conn;
    enum db_care care;
    char secret[SECRET_SIZE]; /* the password, which no sentence shows */
    bool is_broken;           /* libpq has not noticed yet that the connection is of no use */
    bool is_prepared[ENGINE_STATEMENTS_MAX];
    char channels[CHANNELS_MAX][CHANNEL_SIZE];
    int channel_count;
};

static bool post_is_lost(const void *link)
{
    const struct post *post = link;

    return post->is_broken || PQstatus(post->conn) != CONNECTION_OK;
}

/* ---- what went wrong ---- */

static void hide_secret(const struct post *post, char *message)
{
    size_t len = strlen(post->secret);

    for (char *at = message; len > 0 && (at = strstr(at, post->secret)) != NULL; at += len)
        memset(at, '*', len);
}

/* One line without the password. */
static bool refuse(const struct post *post, const char *code, const char *said, struct err *why)
{
    char message[MESSAGE_SIZE];

    snprintf(message, sizeof message, "%s", said);
    hide_secret(post, message);
    for (char *c = message; *c; c++) {
        if (*c == '\n' || *c == '\t')
            *c = ' ';
    }
    struct slice line = slice_trim(slice_of(message));
    message[line.len] = '\0';
    return err_set(why, code, message);
}

/* What the server refuses has a code; what has none comes from libpq, which could not ask it. */
static bool fail(struct post *post, const PGresult *result, struct err *why)
{
    const char *said = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;

    post->is_broken = !result || !PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (post_is_lost(post))
        return refuse(post, "store_lost", PQerrorMessage(post->conn), why);
    return refuse(post, "store_failed", said ? said : PQerrorMessage(post->conn), why);
}

static bool is_fine(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);

    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
           status == PGRES_SINGLE_TUPLE || status == PGRES_EMPTY_QUERY;
}

/* Takes the result. */
static bool is_done(struct post *post, PGresult *result, struct err *why)
{
    bool is_ok = is_fine(result) || fail(post, result, why);

    PQclear(result);
    return is_ok;
}

static bool post_script(void *link, const char *sql, struct err *why)
{
    struct post *post = link;

    return is_done(post, PQexec(post->conn, sql), why);
}

/* ---- news ---- */

/* `verb` CHANNEL; the name is quoted. */
static bool tell_channel(struct post *post, const char *verb, const char *channel, struct err *why)
{
    char sql[2 * CHANNEL_SIZE + 32];
    char *quoted = PQescapeIdentifier(post->conn, channel, strnlen(channel, CHANNEL_SIZE - 1));

    if (!quoted)
        return fail(post, NULL, why);
    snprintf(sql, sizeof sql, "%s %s", verb, quoted);
    PQfreemem(quoted);
    return post_script(post, sql, why);
}

static bool post_listen(void *link, const char *channel, struct err *why)
{
    struct post *post = link;

    if (!tell_channel(post, "LISTEN", channel, why))
        return false;
    for (int i = 0; i < post->channel_count; i++) {
        if (strcmp(post->channels[i], channel) == 0)
            return true;
    }
    if (post->channel_count < CHANNELS_MAX)
        snprintf(post->channels[post->channel_count++], CHANNEL_SIZE, "%s", channel);
    return true;
}

static bool post_notify(void *link, const char *channel, struct err *why)
{
    return tell_channel(link, "NOTIFY", channel, why);
}

static bool take_notifications(struct post *post)
{
    bool has_some = false;

    for (PGnotify *news; (news = PQnotifies(post->conn)) != NULL; PQfreemem(news))
        has_some = true;
    return has_some;
}

/* A connection that is lost would wake us at once, again and again: it is left out. */
static bool post_wait(void *link, int wake_fd, int timeout_ms)
{
    struct post *post = link;
    struct pollfd ends[] = {
        {.fd = wake_fd, .events = POLLIN},
        {.fd = post_is_lost(post) ? -1 : PQsocket(post->conn), .events = POLLIN},
    };

    if (take_notifications(post))
        return true;
    poll(ends, 2, timeout_ms);
    if (ends[1].revents)
        PQconsumeInput(post->conn);
    return take_notifications(post);
}

/* ---- coming and going ---- */

/* Notices of the server are dropped. */
static void ignore_notice(void *context, const char *message) { (void)context, (void)message; }

/* The server, too, must notice that we are gone, and drop what we have locked. */
static bool greet(struct post *post, struct err *why)
{
    static const char hello[] = "SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10;"
                                " SET tcp_keepalives_count = 3;"
                                " SET idle_in_transaction_session_timeout = '2min'";

    memset(post->is_prepared, 0, sizeof post->is_prepared);
    PQsetNoticeProcessor(post->conn, ignore_notice, NULL);
    if (!post_script(post, hello, why))
        return false;
    if (post->care == DB_RELAXED && !post_script(post, "SET synchronous_commit = off", why))
        return false;
    for (int i = 0; i < post->channel_count; i++) {
        if (!tell_channel(post, "LISTEN", post->channels[i], why))
            return false;
    }
    return true;
}

/* libpq repeats a bad address in its sentence, with the password; so we say it ourselves. */
static bool learn_secret(struct post *post, const char *place, struct err *why)
{
    PQconninfoOption *options = PQconninfoParse(place, NULL);

    if (!options)
        return err_set(why, "store_place", "");
    for (const PQconninfoOption *option = options; option->keyword; option++) {
        if (strcmp(option->keyword, "password") == 0 && option->val)
            snprintf(post->secret, sizeof post->secret, "%s", option->val);
    }
    PQconninfoFree(options);
    return true;
}

/* What the address says comes last and wins. */
static PGconn *connect_to(const char *place)
{
    static const char *const names[] = {"connect_timeout",  "keepalives",
                                        "keepalives_idle",  "keepalives_interval",
                                        "keepalives_count", "tcp_user_timeout",
                                        "client_encoding",  "fallback_application_name",
                                        "dbname",           NULL};
    const char *values[] = {"10", "1", "30", "10", "3", "40000", "UTF8", "kielwasser", place, NULL};

    return PQconnectdbParams(names, values, 1);
}

static void post_close(void *link)
{
    struct post *post = link;

    PQfinish(post->conn);
    free(post);
}

static void *post_open(const char *place, enum db_care care, struct err *why)
{
    struct post *post = memory_get(1, sizeof *post);

    post->care = care;
    if (learn_secret(post, place, why)) {
        post->conn = connect_to(place);
        if (post_is_lost(post))
            fail(post, NULL, why);
        else if (greet(post, why))
            return post;
    }
    post_close(post);
    return NULL;
}

static bool post_reconnect(void *link, struct err *why)
{
    struct post *post = link;

    PQreset(post->conn);
    post->is_broken = false;
    return post_is_lost(post) ? fail(post, NULL, why) : greet(post, why);
}

/* ---- statements ---- */

/* Values as libpq wants them. */
struct packed {
    const char *values[ENGINE_VALUES_MAX];
    int lengths[ENGINE_VALUES_MAX];
    int formats[ENGINE_VALUES_MAX];
    Oid types[ENGINE_VALUES_MAX];
    char numbers[ENGINE_VALUES_MAX][NUMBER_SIZE];
};

enum { FORMAT_TEXT = 0, FORMAT_BYTES = 1 };

static void pack(struct packed *packed, struct db_values values)
{
    for (int i = 0; i < values.count; i++) {
        const struct db_value *value = &values.at[i];
        bool is_text = value->kind == DB_TEXT;
        snprintf(packed->numbers[i], NUMBER_SIZE, "%lld", (long long)value->number);
        packed->values[i] = value->kind == DB_INT ? packed->numbers[i]
                            : !is_text            ? NULL
                            : value->text.len > 0 ? value->text.at
                                                  : "";
        packed->lengths[i] = is_text ? (int)value->text.len : 0;
        packed->formats[i] = is_text ? FORMAT_BYTES : FORMAT_TEXT;
        packed->types[i] = value->kind == DB_INT ? TYPE_INT8 : is_text ? TYPE_TEXT : TYPE_ANY;
    }
}

static bool prepare(struct post *post, const struct engine_question *question, const char *name,
                    const struct packed *packed, struct err *why)
{
    if (post->is_prepared[question->number])
        return true;
    PGresult *result =
        PQprepare(post->conn, name, question->sql, question->values.count, packed->types);
    post->is_prepared[question->number] = is_done(post, result, why);
    return post->is_prepared[question->number];
}

static bool is_number(Oid type)
{
    return type == TYPE_INT8 || type == TYPE_INT4 || type == TYPE_INT2;
}

static struct db_value field(const PGresult *result, int line, int at)
{
    struct slice text =
        slice_make(PQgetvalue(result, line, at), (size_t)PQgetlength(result, line, at));
    int64_t number;

    if (PQgetisnull(result, line, at))
        return db_nothing();
    return is_number(PQftype(result, at)) && slice_to_int64(text, &number) ? db_int(number)
                                                                           : db_slice(text);
}

static void pass_rows(const PGresult *result, const struct engine_question *question)
{
    struct db_value values[ENGINE_VALUES_MAX];
    struct db_row row = {.values = values, .count = PQnfields(result)};
    bool wants_more = question->on_row != NULL;

    for (int line = 0; line < PQntuples(result) && wants_more; line++) {
        for (int i = 0; i < row.count && i < ENGINE_VALUES_MAX; i++)
            values[i] = field(result, line, i);
        wants_more = question->on_row(question->context, &row);
    }
}

/* Row by row; what is left of the answer is read to its end in any case. */
static bool stream(struct post *post, const struct engine_question *question, const char *name,
                   struct err *why)
{
    bool is_ok = PQsendQueryPrepared(post->conn, name, 0, NULL, NULL, NULL, FORMAT_TEXT) == 1 &&
                 PQsetSingleRowMode(post->conn) == 1;

    if (!is_ok)
        return fail(post, NULL, why);
    for (PGresult *result; (result = PQgetResult(post->conn)) != NULL;) {
        pass_rows(result, question);
        is_ok = is_done(post, result, why) && is_ok;
    }
    return is_ok;
}

static bool post_ask(void *link, const struct engine_question *question, int64_t *changed,
                     struct err *why)
{
    struct post *post = link;
    struct packed packed;
    char name[NAME_SIZE];

    snprintf(name, sizeof name, "s%d", question->number);
    pack(&packed, question->values);
    if (!prepare(post, question, name, &packed, why))
        return false;
    if (question->is_streamed)
        return stream(post, question, name, why);
    PGresult *result = PQexecPrepared(post->conn, name, question->values.count, packed.values,
                                      packed.lengths, packed.formats, FORMAT_TEXT);
    if (is_fine(result)) {
        *changed = strtoll(PQcmdTuples(result), NULL, 10);
        pass_rows(result, question);
    }
    return is_done(post, result, why);
}

/* ---- transactions ---- */

/* PostgreSQL takes the commit of a transaction that has failed, and rolls back. */
static bool post_commit(void *link, struct err *why)
{
    struct post *post = link;
    PGresult *result = PQexec(post->conn, "COMMIT");
    bool is_undone = is_fine(result) && strcmp(PQcmdStatus(result), "ROLLBACK") == 0;

    if (is_undone)
        err_set(why, "store_failed", "the transaction had failed");
    return is_done(post, result, why) && !is_undone;
}

static void post_rollback(void *link)
{
    const struct post *post = link;

    if (PQtransactionStatus(post->conn) != PQTRANS_IDLE)
        PQclear(PQexec(post->conn, "ROLLBACK"));
}

/* A database server has backups of its own: save_copy is NULL. */
const struct engine engine_postgres = {
    .name = DB_POSTGRES,
    .open = post_open,
    .close = post_close,
    .reconnect = post_reconnect,
    .is_lost = post_is_lost,
    .ask = post_ask,
    .script = post_script,
    .begin = "BEGIN",
    .begin_reading = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    .commit = post_commit,
    .rollback = post_rollback,
    .listen = post_listen,
    .notify = post_notify,
    .wait = post_wait,
};
