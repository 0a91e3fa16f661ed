#include "web/upload.h"

#include "base/memory.h"
#include "base/unpack.h"
#include "base/utf8.h"
#include "bots/bot_files.h"
#include "web/background.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LIST_SIZE = 512 * 1024, NAME_SIZE = 128, UNPACK_BYTES = 16 << 20 };

struct upload {
    const struct web *web;
    struct visitor *visitor; /* that it counts for; NULL: not yet */
    char name[NAME_SIZE];
    struct bot_files place;
    int file; /* the bytes as they come */
    int64_t bytes;
    bool is_broken; /* the disk refused */
    bool is_kept;   /* it waits to be taken */
    struct err why; /* what the background found wrong, or nothing */
    char *list;     /* of the background: the answer */
};

bool upload_is(const struct request *request)
{
    return request->route && request->route->run == upload_run;
}

/* ---- bytes ---- */

/* A plain name, as it will stand on the disk. */
static bool take_name(struct upload *upload, const char *given)
{
    struct slice rest = slice_of(given ? given : "");

    if (rest.len == 0 || rest.len >= sizeof upload->name || given[0] == '.' || given[0] == '-' ||
        strpbrk(given, "/\\"))
        return false;
    memcpy(upload->name, given, rest.len + 1);
    for (size_t len; rest.len > 0; rest = slice_skip(rest, len)) {
        len = utf8_showable_front(rest);
        if (len == 0)
            return false;
    }
    return true;
}

static bool open_upload(struct upload *upload, struct err *why)
{
    if (!bot_files_open(upload->web->data_dir, &upload->place, why))
        return false;
    upload->file = open(upload->place.packed, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return upload->file >= 0 || err_set(why, "file_write", upload->place.packed);
}

static void destroy(struct upload *upload)
{
    if (upload->file >= 0)
        close(upload->file);
    if (upload->visitor)
        visitor_give_back(upload->visitor, VISITOR_UPLOADS, 1);
    if (!upload->is_kept)
        bot_files_drop(&upload->place);
    free(upload->list);
    free(upload);
}

bool upload_begin(struct request *request)
{
    struct err why = {0};

    if (!memory_has_room(UNPACK_BYTES))
        return refuse_for_memory(request);
    struct upload *upload = memory_get(1, sizeof *upload);
    upload->web = request->web;
    upload->file = -1;
    request->upload = upload;
    if (!request->visitor || !visitor_take(request->visitor, VISITOR_UPLOADS))
        return refuse(request, MHD_HTTP_TOO_MANY_REQUESTS, "uploads_full", "");
    upload->visitor = request->visitor;
    if (!take_name(upload, request_argument(request, "name")))
        return refuse(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "upload_name", "");
    return open_upload(upload, &why) ||
           refuse(request, MHD_HTTP_INSUFFICIENT_STORAGE, why.code, why.details);
}

void upload_add(struct request *request, struct slice bytes)
{
    struct upload *upload = request->upload;

    upload->bytes += (int64_t)bytes.len;
    if (upload->bytes > UPLOAD_BYTES_MAX)
        request->body.is_large = true;
    while (bytes.len > 0 && !upload->is_broken && !request->body.is_large) {
        ssize_t written = write(upload->file, bytes.at, bytes.len);
        upload->is_broken = written <= 0;
        bytes = slice_skip(bytes, written > 0 ? (size_t)written : 0);
    }
}

void upload_finish(struct request *request)
{
    if (request->upload)
        destroy(request->upload);
    request->upload = NULL;
}

/* ---- what is in it (on a thread) ---- */

/* An archive becomes its files, anything else is the only one. */
static bool spread(struct upload *upload)
{
    const struct bot_files *place = &upload->place;
    char only[PATH_MAX];

    if (unpack_is_archive(upload->name))
        return bot_files_unpack(place, place->packed, &upload->why) && unlink(place->packed) == 0;
    return (mkdir(place->files, 0700) == 0 &&
            snprintf(only, sizeof only, "%s/%s", place->files, upload->name) < PATH_MAX &&
            rename(place->packed, only) == 0) ||
           err_set(&upload->why, "file_write", place->files);
}

struct listing {
    struct json *json;
    bool wants_programs; /* else what is none */
    int listed, count;
};

static void list_file(void *context, const struct bot_file *file)
{
    struct listing *listing = context;
    struct json *json = listing->json;

    if (file->is_program != listing->wants_programs)
        return;
    listing->count++;
    if (listing->listed == UPLOAD_LISTED_MAX)
        return;
    listing->listed++;
    json_begin_object(json, NULL);
    json_text(json, "path", file->name);
    json_int(json, "size", file->size);
    json_text(json, "language", file->language);
    json_bool(json, "program", file->is_program);
    json_end_object(json);
}

/* Programs first: should there be too many files, they are what one chooses from. */
static bool list_files(struct upload *upload)
{
    char best[PATH_MAX];
    struct buf buf;
    struct json json;
    struct listing listing = {.json = &json, .wants_programs = true};

    upload->list = memory_get(1, LIST_SIZE);
    buf_init(&buf, upload->list, LIST_SIZE);
    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    json_text(&json, "upload", upload->place.id);
    json_text(&json, "name", upload->name);
    json_begin_array(&json, "files");
    bot_files_look(upload->place.files, list_file, &listing, best);
    listing.wants_programs = false;
    bot_files_look(upload->place.files, list_file, &listing, best);
    json_end_array(&json);
    json_int(&json, "count", listing.count);
    json_text(&json, "main", best);
    json_end_object(&json);
    return (!buf.is_full && best[0]) || err_set(&upload->why, "upload_empty", "");
}

static bool look_inside(struct db *db, void *ctx, struct json *json, struct err *why)
{
    struct upload *upload = *(struct upload **)ctx;

    (void)db, (void)json, (void)why;
    upload->is_kept = spread(upload) && list_files(upload);
    bot_files_sweep(upload->web->data_dir);
    return true;
}

static void answer(struct request *request, void *ctx)
{
    const struct upload *upload = *(struct upload **)ctx;
    struct json *json = web_begin_json(request->web);

    if (!upload->is_kept) {
        bool is_full = strcmp(upload->why.code, "file_write") == 0;
        answer_refusal(request,
                       is_full ? MHD_HTTP_INSUFFICIENT_STORAGE : MHD_HTTP_UNPROCESSABLE_CONTENT,
                       NULL, &upload->why);
        return;
    }
    json_raw(json, NULL, slice_of(upload->list));
    answer_json(request, MHD_HTTP_CREATED, json->out);
}

/* The upload itself is freed with the request. */
static void send_upload(struct request *request)
{
    struct upload **ctx = memory_get(1, sizeof *ctx);

    *ctx = request->upload;
    background_start(request, look_inside, answer, ctx);
}

void upload_run(struct request *request)
{
    struct upload *upload = request->upload;
    bool is_closed = close(upload->file) == 0;

    upload->file = -1;
    if (upload->is_broken || !is_closed)
        refuse(request, MHD_HTTP_INSUFFICIENT_STORAGE, "file_write", upload->place.packed);
    else if (upload->bytes == 0)
        refuse(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "upload_empty", "");
    else if (!memory_has_room(UNPACK_BYTES)) /* the unpacker ends the program without memory */
        refuse_for_memory(request);
    else
        send_upload(request);
}
