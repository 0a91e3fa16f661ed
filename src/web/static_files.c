/* The page itself, from the program or, for development, from a folder. */

#include "web/static_files.h"

#include "base/file.h"
#include "base/gz.h"
#include "web/internal.h"

#include <assert.h>
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

static bool begins_with(const char *path, const char *prefix)
{
    return strncmp(path, prefix, strlen(prefix)) == 0;
}

/* "gzip;q=0" is a refusal. */
static bool accepts_gzip(struct request *request)
{
    const char *accepted = request_header(request, MHD_HTTP_HEADER_ACCEPT_ENCODING);
    const char *found = accepted ? strstr(accepted, "gzip") : NULL;
    double quality = 1;

    return found && (sscanf(found, "gzip ; q = %lf", &quality) != 1 || quality > 0);
}

static void answer_content(struct request *request, const struct web_file *file)
{
    bool is_html = !strchr(file->path, '.');
    const char *type = is_html ? "text/html; charset=utf-8" : static_files_type(file->path);
    struct slice packed = slice_make((const char *)file->begin, (size_t)(file->end - file->begin));
    struct slice text;

    if (accepts_gzip(request)) {
        answer_bytes(request, packed, type, MHD_RESPMEM_PERSISTENT);
        answer_header(request, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    } else {
        bool is_unpacked = gz_unpack(packed, file->size, &text, NULL);
        assert(is_unpacked);
        (void)is_unpacked;
        answer_bytes(request, text, type, MHD_RESPMEM_MUST_FREE);
    }
    answer_header(request, MHD_HTTP_HEADER_VARY, MHD_HTTP_HEADER_ACCEPT_ENCODING);
}

/* Under the name of its build a file never changes; the others are asked for each time. */
static void answer_file(struct request *request, const struct web_file *file)
{
    const char *known = request_header(request, MHD_HTTP_HEADER_IF_NONE_MATCH);
    bool is_fixed = begins_with(file->path, "/b/");
    char tag[64];

    snprintf(tag, sizeof tag, "W/\"%s\"", file->tag);
    if (known && strstr(known, file->tag)) {
        answer_bytes(request, slice_of(""), static_files_type(file->path), MHD_RESPMEM_PERSISTENT);
        request->status = MHD_HTTP_NOT_MODIFIED;
    } else {
        answer_content(request, file);
    }
    answer_header(request, MHD_HTTP_HEADER_ETAG, tag);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL,
                  is_fixed ? "public, max-age=31536000, immutable" : "no-cache");
}

static const struct web_file *find_file(const char *path)
{
    const struct web_file *file = web_files;

    while (file->path && strcmp(file->path, path) != 0)
        file++;
    return file->path ? file : NULL;
}

static const struct web_file *find_in_build(const char *name)
{
    char path[WEB_PATH_MAX + 64];

    snprintf(path, sizeof path, "/b/%s/%s", web_build, name);
    return find_file(path);
}

/* ---- a folder instead, for development ---- */

/* No hidden files and no way up. */
static bool is_decent(const char *name) { return name[0] != '.' && !strstr(name, "/."); }

static bool answer_from_folder(struct request *request, const char *name)
{
    char full[PATH_MAX + WEB_PATH_MAX];
    struct slice text;

    if (!request->web->config.root || !is_decent(name))
        return false;
    snprintf(full, sizeof full, "%s/%s", request->web->config.root, name);
    if (!file_read(full, FILE_MAX, &text, NULL))
        return false;
    answer_bytes(request, text, static_files_type(name), MHD_RESPMEM_MUST_COPY);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    file_free(text);
    return true;
}

const char *static_files_build(const struct web *web)
{
    return web->config.root ? "dev" : web_build;
}

/* ---- addresses ---- */

/* A page of the application: "/spiel/7" is one of "/spiel".  An unknown one says so itself. */
static void answer_page(struct request *request)
{
    char first[WEB_PATH_MAX];
    const struct web_file *file;

    snprintf(first, sizeof first, "/%.*s", (int)strcspn(request->path + 1, "/"), request->path + 1);
    file = find_file(first);
    if (!answer_from_folder(request, "index.html"))
        answer_file(request, file ? file : find_file("/lost"));
}

/* /b/dev/NAME is a file of the folder or, as the modules are, of the program. */
static bool answer_development(struct request *request, const char *name)
{
    const struct web_file *file = find_in_build(name);

    if (answer_from_folder(request, name))
        return true;
    if (!file)
        return false;
    answer_content(request, file);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return true;
}

/* Scripts and styles of another build, asked for by a tab or a service worker of that build.  Two
 * builds are never mixed: instead of the script comes one that loads the page once more. */
static bool answer_other_build(struct request *request)
{
    const char *type = static_files_type(request->path);
    bool is_script = begins_with(type, "text/javascript");

    if (!is_script && !begins_with(type, "text/css"))
        return false;
    if (is_script)
        answer_content(request, find_in_build("reload.mjs"));
    else
        answer_bytes(request, slice_of(""), type, MHD_RESPMEM_PERSISTENT);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    return true;
}

/* At the root are the few files of FIXED in tools/embed.py; before builds had names, all were. */
static bool answer_path(struct request *request, const char *path)
{
    const struct web_file *file = find_file(path);
    bool is_own = begins_with(path, "/b/") && begins_with(path + 3, web_build);

    if (request->web->config.root && begins_with(path, "/b/dev/"))
        return answer_development(request, path + strlen("/b/dev/"));
    if (!file)
        return !is_own && answer_other_build(request);
    if (begins_with(path, "/b/") || !answer_from_folder(request, path + 1))
        answer_file(request, file);
    return true;
}

void static_files_answer(struct request *request)
{
    const char *name = strrchr(request->path, '/');
    bool is_page = !begins_with(request->path, "/b/") && (!name || !strchr(name, '.'));

    if (is_page)
        answer_page(request);
    else if (!answer_path(request, request->path))
        refuse(request, 404, "no_such_page", request->path);
}
