#include "web/upload.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/unpack.h"
#include "base/utf8.h"
#include "server/main_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FORGOTTEN_S = 60 * 60, LIST_SIZE = 512 * 1024, NAME_SIZE = 128 };

struct upload {
    char id[UPLOAD_ID_SIZE];
    char name[NAME_SIZE];
    char folder[PATH_MAX]; /* DATA/bots/uploads/ID */
    char packed[PATH_MAX]; /* the bytes as they came */
    char files[PATH_MAX];  /* what is in them */
    int file;
    int64_t bytes;
    bool is_broken; /* the disk refused */
    bool is_kept;   /* it waits to be taken */
    struct err why; /* what the errand found wrong, or nothing */
    char *list;     /* of the errand: the answer */
};

bool upload_is(const struct request *request)
{
    return request->route && request->route->run == upload_run;
}

/* ---- places ---- */

/* Joins parts of a path; false: it is too long. */
static bool join(char path[PATH_MAX], const char *folder, const char *name)
{
    return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

bool upload_path(const struct web *web, const char *name, char path[PATH_MAX])
{
    char data[PATH_MAX], bots[PATH_MAX];

    if (!realpath(web->data_dir, data) || !join(bots, data, "bots"))
        return false;
    mkdir(bots, 0700);
    return join(path, bots, name);
}

static bool is_id(const char *id)
{
    return strlen(id) == UPLOAD_ID_SIZE - 1 && strspn(id, "0123456789abcdef") == UPLOAD_ID_SIZE - 1;
}

static bool find_folder(const struct web *web, const char *id, char folder[PATH_MAX])
{
    char uploads[PATH_MAX];

    if (!is_id(id) || !upload_path(web, "uploads", uploads))
        return false;
    mkdir(uploads, 0700);
    return join(folder, uploads, id);
}

bool upload_find(const struct web *web, const char *id, char folder[PATH_MAX], struct err *why)
{
    char own[PATH_MAX];

    return (find_folder(web, id, own) && join(folder, own, "files") && access(folder, X_OK) == 0) ||
           err_say(why, "upload_unknown", "");
}

bool upload_move(const struct web *web, const char *id, const char *target, struct err *why)
{
    char folder[PATH_MAX], own[PATH_MAX], above[PATH_MAX];

    if (!upload_find(web, id, folder, why) || !find_folder(web, id, own))
        return false;
    snprintf(above, sizeof above, "%s", target);
    *strrchr(above, '/') = '\0';
    mkdir(above, 0700);
    file_remove_all(target);
    if (rename(folder, target) != 0)
        return err_say(why, "file_write", target);
    file_remove_all(own);
    return true;
}

/* Takes away what nobody came for, and the oldest one where there are too many. */
static void sweep(const struct web *web)
{
    char uploads[PATH_MAX], path[PATH_MAX], oldest[PATH_MAX] = "";
    time_t oldest_time = 0;
    struct dirent *entry;
    struct stat info;
    int count = 0;
    DIR *folder = upload_path(web, "uploads", uploads) ? opendir(uploads) : NULL;

    while (folder && (entry = readdir(folder))) {
        if (!is_id(entry->d_name) || !join(path, uploads, entry->d_name) || stat(path, &info) != 0)
            continue;
        if (time(NULL) - info.st_mtime > FORGOTTEN_S) {
            file_remove_all(path);
            continue;
        }
        if (count++ == 0 || info.st_mtime < oldest_time) {
            oldest_time = info.st_mtime;
            memcpy(oldest, path, sizeof oldest);
        }
    }
    if (folder)
        closedir(folder);
    if (count >= UPLOAD_WAITING_MAX)
        file_remove_all(oldest);
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

static bool open_upload(struct upload *upload, const struct web *web)
{
    unsigned char random[(UPLOAD_ID_SIZE - 1) / 2];

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(upload->id, sizeof upload->id, random, sizeof random);
    if (!find_folder(web, upload->id, upload->folder) ||
        !join(upload->packed, upload->folder, "packed") ||
        !join(upload->files, upload->folder, "files") || mkdir(upload->folder, 0700) != 0)
        return false;
    upload->file = open(upload->packed, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    return upload->file >= 0;
}

static void destroy(struct upload *upload)
{
    if (upload->file >= 0)
        close(upload->file);
    if (!upload->is_kept && upload->folder[0])
        file_remove_all(upload->folder);
    free(upload->list);
    free(upload);
}

bool upload_begin(struct request *request)
{
    struct upload *upload = memory_get(1, sizeof *upload);

    upload->file = -1;
    request->upload = upload;
    if (!take_name(upload, request_argument(request, "name")))
        return refuse(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "upload_name", "");
    sweep(request->web);
    return open_upload(upload, request->web) ||
           refuse(request, MHD_HTTP_SERVICE_UNAVAILABLE, "file_write", upload->folder);
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
    static const struct unpack_limits limits = {.bytes = UPLOAD_UNPACKED_MAX,
                                                .entries = UPLOAD_ENTRIES_MAX};
    char only[PATH_MAX];

    if (mkdir(upload->files, 0700) != 0)
        return err_say(&upload->why, "file_write", upload->files);
    if (unpack_is_archive(upload->name))
        return unpack(upload->packed, upload->files, &limits, &upload->why) &&
               unlink(upload->packed) == 0;
    return (join(only, upload->files, upload->name) && rename(upload->packed, only) == 0) ||
           err_say(&upload->why, "file_write", upload->files);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void list_file(struct json *json, const char *name, int64_t size, struct main_file judged)
{
    json_begin_object(json, NULL);
    json_text(json, "path", name);
    json_int(json, "size", size);
    json_text(json, "language", judged.language);
    json_bool(json, "program", judged.score > 0);
    json_end_object(json);
}

/* All files, as far as they can be told; the best guess goes into `best`. */
static void list_files(struct upload *upload, struct json *json, char best[PATH_MAX])
{
    char *const places[] = {upload->files, NULL};
    FTS *tree = fts_open(places, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    size_t head = strlen(upload->files) + 1;
    int best_score = -1, count = 0;
    FTSENT *entry;

    best[0] = '\0';
    while (tree && (entry = fts_read(tree))) {
        if (entry->fts_info != FTS_F || count++ >= UPLOAD_LISTED_MAX)
            continue;
        const char *name = entry->fts_path + head;
        struct main_file judged = main_file_judge(upload->files, name);
        list_file(json, name, entry->fts_statp->st_size, judged);
        if (judged.score <= best_score)
            continue;
        best_score = judged.score;
        snprintf(best, PATH_MAX, "%s", name);
    }
    if (tree)
        fts_close(tree);
}

static void look_inside(void *luggage)
{
    struct upload *upload = luggage;
    char best[PATH_MAX];
    struct buf buf;
    struct json json;

    if (!spread(upload))
        return;
    upload->list = memory_get(1, LIST_SIZE);
    buf_init(&buf, upload->list, LIST_SIZE);
    json_init(&json, &buf);
    json_begin_object(&json, NULL);
    json_text(&json, "upload", upload->id);
    json_text(&json, "name", upload->name);
    json_begin_array(&json, "files");
    list_files(upload, &json, best);
    json_end_array(&json);
    json_text(&json, "main", best);
    json_end_object(&json);
    upload->is_kept = !buf.is_full && best[0];
    if (!upload->is_kept)
        err_say(&upload->why, "upload_empty", "");
}

static void answer(struct request *request, void *luggage)
{
    struct upload *upload = luggage;
    struct buf buf = web_paper(request->web);

    if (!upload->is_kept) {
        answer_refusal(request, MHD_HTTP_UNPROCESSABLE_CONTENT, NULL, &upload->why);
        return;
    }
    buf_add(&buf, upload->list);
    answer_json(request, MHD_HTTP_CREATED, &buf);
}

void upload_run(struct request *request)
{
    struct upload *upload = request->upload;
    bool is_closed = close(upload->file) == 0;

    upload->file = -1;
    if (upload->is_broken || !is_closed)
        refuse(request, MHD_HTTP_INSUFFICIENT_STORAGE, "file_write", upload->packed);
    else if (upload->bytes == 0)
        refuse(request, MHD_HTTP_UNPROCESSABLE_CONTENT, "upload_empty", "");
    else
        errand_send(request, look_inside, answer, upload);
}
