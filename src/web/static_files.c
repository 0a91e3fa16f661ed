/* The page itself, from the program or, for development, from a folder. */

#include "web/static_files.h"

#include "base/file.h"
#include "web/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 16 << 20 };

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".kw", "text/plain; charset=utf-8"},
    {".txt", "text/plain; charset=utf-8"},
    {".csv", "text/csv; charset=utf-8"},
    {".jsonl", "application/x-ndjson"},
    {".xml", "application/xml"},
    {".gz", "application/gzip"},
    {".zip", "application/zip"},
};

const char *static_files_type(const char *path)
{
    const char *ending = strrchr(path, '.');

    for (size_t i = 0; ending && i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].ending, ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

/* The browser asks every time, and mostly hears that nothing has changed. */
static void finish(struct request *request, const char *tag)
{
    answer_header(request, MHD_HTTP_HEADER_ETAG, tag);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
}

static void answer_file(struct request *request, const struct web_file *file)
{
    const char *known = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND,
                                                    MHD_HTTP_HEADER_IF_NONE_MATCH);
    struct slice bytes = slice_make((const char *)file->begin, (size_t)(file->end - file->begin));
    char tag[64];

    snprintf(tag, sizeof tag, "\"%s\"", file->tag);
    if (known && strstr(known, tag)) {
        answer_bytes(request, slice_of(""), static_files_type(file->path), MHD_RESPMEM_PERSISTENT);
        request->status = MHD_HTTP_NOT_MODIFIED;
    } else {
        answer_bytes(request, bytes, static_files_type(file->path), MHD_RESPMEM_PERSISTENT);
    }
    finish(request, tag);
}

/* No hidden files and no way up. */
static bool is_decent(const char *path) { return path[0] == '/' && !strstr(path, "/."); }

static bool answer_from_disk(struct request *request, const char *path)
{
    char full[PATH_MAX + WEB_PATH_MAX];
    struct slice text;

    if (!request->web->config.root || !is_decent(path))
        return false;
    snprintf(full, sizeof full, "%s%s", request->web->config.root, path);
    if (!file_read(full, FILE_MAX, &text, NULL))
        return false;
    answer_bytes(request, text, static_files_type(path), MHD_RESPMEM_MUST_COPY);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    file_free(text);
    return true;
}

static bool answer_path(struct request *request, const char *path)
{
    if (answer_from_disk(request, path))
        return true;
    for (const struct web_file *file = web_files; file->path; file++) {
        if (strcmp(file->path, path) == 0) {
            answer_file(request, file);
            return true;
        }
    }
    return false;
}

/* A path without an ending is a page of the application, which finds its way itself. */
void static_files_answer(struct request *request)
{
    const char *name = strrchr(request->path, '/');
    bool is_page = !name || !strchr(name, '.');

    if (answer_path(request, is_page ? "/index.html" : request->path))
        return;
    if (is_page)
        refuse(request, 404, "no_page", "");
    else
        refuse(request, 404, "no_such_page", request->path);
}
