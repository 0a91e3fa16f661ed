/* Answers to requests, with the security headers that all of them carry. */

#include "web/internal.h"

#include "base/memory.h"
#include "game/view.h"
#include "store/database_file.h"
#include "store/store.h"

#include <assert.h>
#include <string.h>

enum {
    REFUSAL_MAX = 4096,
    SMALL_ANSWER = 64 * 1024, /* up to here no room is looked for */
};

/* Scripts only from here and only as files; no frames, no forms, nothing from elsewhere. */
static const char policy[] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data: blob:; worker-src 'self'; connect-src 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'none'; object-src 'none'";

static void add_headers(struct MHD_Response *response, const char *type)
{
    static const char *const headers[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Content-Security-Policy", policy},
        {"Cross-Origin-Embedder-Policy", "require-corp"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Referrer-Policy", "no-referrer"},
    };

    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        MHD_add_response_header(response, headers[i][0], headers[i][1]);
}

void answer_with(struct request *request, unsigned status, struct MHD_Response *response,
                 const char *type)
{
    assert(!request->response);
    if (response)
        add_headers(response, type);
    /* Browsers complain about it where a page comes over the network without TLS. */
    if (response && (request->is_loopback || request->is_forwarded))
        MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    request->response = response ? response : request->web->no_memory;
    request->status = response ? status : MHD_HTTP_SERVICE_UNAVAILABLE;
}

void answer_header(struct request *request, const char *name, const char *value)
{
    if (request->response != request->web->no_memory)
        MHD_add_response_header(request->response, name, value);
}

/* NULL: there is no memory.  Large answers are not to take the last of it. */
static struct MHD_Response *create_response(struct slice bytes, enum MHD_ResponseMemoryMode mode)
{
    /* The library takes the bytes as writable, but reads them only. */
    void *data = (void *)(uintptr_t)bytes.at;

    if (mode == MHD_RESPMEM_MUST_COPY && bytes.len > SMALL_ANSWER && !memory_has_room(bytes.len))
        return NULL;
    return MHD_create_response_from_buffer(bytes.len, data, mode);
}

void answer_bytes(struct request *request, struct slice bytes, const char *type,
                  enum MHD_ResponseMemoryMode mode)
{
    answer_with(request, MHD_HTTP_OK, create_response(bytes, mode), type);
}

void answer_json(struct request *request, unsigned status, const struct buf *text)
{
    struct err why = {0};

    if (text->is_full) { /* it was cut off */
        err_set(&why, "body_large", "");
        answer_refusal(request, 500, NULL, &why);
        return;
    }
    answer_with(request, status, create_response(buf_slice(text), MHD_RESPMEM_MUST_COPY),
                "application/json");
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}

void answer_empty(struct request *request)
{
    char text[] = "{}";
    struct buf buf = {.data = text, .size = sizeof text, .len = 2};

    answer_json(request, MHD_HTTP_OK, &buf);
}

/* Where the files of the server lie, only its owner is told: by `kielwasser status`. */
static const struct err *for_visitors(struct request *request, const struct err *why)
{
    static const struct err unreadable = {.code = "store_unreadable"};

    if (!database_file_needs_repair(why))
        return why;
    server_note_store_damage(request->web->config.server, why);
    return &unreadable;
}

void answer_refusal(struct request *request, unsigned status, const struct game_rules *rules,
                    const struct err *why)
{
    char text[REFUSAL_MAX];
    struct buf buf;
    struct json json;

    buf_init(&buf, text, sizeof text);
    json_init(&json, &buf);
    view_refusal(&json, NULL, rules, for_visitors(request, why));
    answer_json(request, status, &buf);
}

bool refuse_for_memory(struct request *request)
{
    return refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "memory_short", "");
}

bool answer_keep_for_no_memory(struct web *web, struct err *why)
{
    static const struct err short_of_memory = {.code = "memory_short"};
    char text[REFUSAL_MAX];
    struct buf buf;
    struct json json;

    buf_init(&buf, text, sizeof text);
    json_init(&json, &buf);
    view_refusal(&json, NULL, NULL, &short_of_memory);
    web->no_memory = create_response(buf_slice(&buf), MHD_RESPMEM_MUST_COPY);
    if (!web->no_memory)
        return err_set(why, "no_memory", "");
    add_headers(web->no_memory, "application/json");
    MHD_add_response_header(web->no_memory, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return true;
}

static bool is_missing(const char *code)
{
    return strcmp(code, "bot_unknown") == 0 || strcmp(code, "bot_untested") == 0 ||
           strcmp(code, "no_such_page") == 0 || strcmp(code, "no_such_game") == 0;
}

void answer_store_refusal(struct request *request, const struct err *why)
{
    bool is_ours = store_is_trouble(why) || strcmp(why->code, "busy") == 0 ||
                   strcmp(why->code, "no_memory") == 0 || strcmp(why->code, "memory_short") == 0;

    if (is_missing(why->code))
        refuse(request, MHD_HTTP_NOT_FOUND, why->code, why->details);
    else
        answer_refusal(request,
                       is_ours ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_UNPROCESSABLE_CONTENT,
                       NULL, why);
}

bool refuse(struct request *request, unsigned status, const char *code, const char *details)
{
    struct err why = {0};

    err_set(&why, code, details);
    /* Details may repeat bytes of the request, which need not be UTF-8. */
    for (char *c = why.details; *c; c++)
        *c = (unsigned char)*c < 0x80 ? *c : '?';
    answer_refusal(request, status, NULL, &why);
    return false;
}
