#include "server/admin_password.h"

#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "server/internal.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASH_OPS = 2, HASH_BYTES = 8 << 20, PASSWORD_LENGTH = 12 };

struct admin_password {
    uv_loop_t *loop;
    char hash[crypto_pwhash_STRBYTES];
    int waiting;
};

/* One password on its way through the worker thread. */
struct check {
    uv_work_t work;
    struct admin_password *secret;
    struct server *server;
    struct session_id session;
    char hash[crypto_pwhash_STRBYTES];
    char password[MSG_WORD_SIZE];
    int64_t delay_us; /* a wrong password before this one makes it wait */
    bool is_right;
};

static bool set_password(struct admin_password *secret, const char *path, const char *password,
                         struct err *why)
{
    if (crypto_pwhash_str(secret->hash, password, strlen(password), HASH_OPS, HASH_BYTES) != 0)
        return err_set(why, "password_hash", "");
    return file_write(path, slice_of(secret->hash), why);
}

/* No letters that look alike. */
static void draw_password(char password[PASSWORD_LENGTH + 1])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";

    for (int i = 0; i < PASSWORD_LENGTH; i++)
        password[i] = letters[randombytes_uniform(sizeof letters - 1)];
    password[PASSWORD_LENGTH] = '\0';
}

static bool load_hash(struct admin_password *secret, const char *path)
{
    struct slice text;

    if (!file_read(path, sizeof secret->hash - 1, &text, NULL))
        return false;
    struct slice hash = slice_trim(text);
    memcpy(secret->hash, hash.at, hash.len);
    secret->hash[hash.len] = '\0';
    file_free(text);
    return true;
}

struct admin_password *admin_password_create(uv_loop_t *loop, const char *data_dir,
                                             const char *password, struct err *why)
{
    struct admin_password *secret = calloc(1, sizeof *secret);
    char path[4096], drawn[PASSWORD_LENGTH + 1];
    bool is_set = true;

    if (!secret)
        return NULL;
    secret->loop = loop;
    snprintf(path, sizeof path, "%s/password.hash", data_dir);
    if (password) {
        is_set = set_password(secret, path, password, why);
    } else if (!load_hash(secret, path)) {
        draw_password(drawn);
        is_set = set_password(secret, path, drawn, why);
        if (is_set)
            printf("administrator's password: %s\n", drawn);
    }
    if (is_set)
        return secret;
    free(secret);
    return NULL;
}

void admin_password_destroy(struct admin_password *secret) { free(secret); }

static void work(uv_work_t *request)
{
    struct check *check = request->data;

    if (check->delay_us > 0)
        uv_sleep((unsigned)(check->delay_us / 1000));
    check->is_right =
        crypto_pwhash_str_verify(check->hash, check->password, strlen(check->password)) == 0;
    sodium_memzero(check->password, sizeof check->password);
}

static void refuse_password(struct session *session)
{
    struct xml_node request = {.name = "authenticate", .text = ""};
    struct msg msg = {.kind = MSG_AUTHENTICATE, .element = &request};

    session->refused_us = clock_now_us();
    session_refuse(session, &msg, "wrong password");
}

/* Only players need pauses between messages. */
static void welcome_admin(struct session *session)
{
    session->server->admin_count += !session->is_admin;
    session->is_admin = true;
    conn_set_message_gap(session->conn, 0);
}

static void done(uv_work_t *request, int status)
{
    struct check *check = request->data;
    struct session *session = session_find(check->server, check->session);

    check->secret->waiting--;
    if (session && status == 0) {
        session->is_checking = false;
        if (check->is_right)
            welcome_admin(session);
        else
            refuse_password(session);
        session_resume(session);
    }
    free(check);
}

bool admin_password_check(struct admin_password *secret, struct session *session,
                          const char *password)
{
    struct check *check = secret->waiting < LIMIT_PASSWORD_CHECKS ? calloc(1, sizeof *check) : NULL;
    int64_t since_us = clock_now_us() - session->refused_us;

    if (!check)
        return false;
    check->work.data = check;
    check->secret = secret;
    check->server = session->server;
    check->session = session_id(session);
    if (session->refused_us > 0 && since_us < PASSWORD_DELAY_MS * 1000)
        check->delay_us = PASSWORD_DELAY_MS * 1000 - since_us;
    memcpy(check->hash, secret->hash, sizeof check->hash);
    snprintf(check->password, sizeof check->password, "%s", password);
    secret->waiting++;
    session->is_checking = true;
    uv_queue_work(secret->loop, &check->work, work, done);
    return true;
}
