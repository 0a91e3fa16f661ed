#include "base/line_file.h"

#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <zlib.h>

enum { CHUNK = 128 * 1024 };

static bool refuse(struct err *why, const char *code, const char *path, int cause)
{
    return err_setf(why, code, "%.*s (%s)", ERR_DETAILS_SIZE / 2, path, strerror(cause));
}

/* ---- writing ---- */

struct line_writer {
    char path[PATH_MAX];
    char temporary[PATH_MAX];
    gzFile file;
    int end; /* a descriptor of our own, to sync by */
    bool is_broken;
};

static bool is_packed(const char *path)
{
    size_t len = strlen(path);

    return len > 3 && strcmp(path + len - 3, ".gz") == 0;
}

static bool open_temporary(struct line_writer *writer, struct err *why)
{
    int file = file_create_locked(writer->temporary, why);

    if (file < 0)
        return false;
    writer->end = dup(file);
    if (writer->end < 0) {
        refuse(why, "file_write", writer->path, errno);
        unlink(writer->temporary);
        close(file);
        return false;
    }
    /* "T" writes the text as it is. */
    writer->file = gzdopen(file, is_packed(writer->path) ? "wb6" : "wbT");
    if (!writer->file)
        close(file);
    return (writer->file && gzbuffer(writer->file, CHUNK) == 0) || err_set(why, "no_memory", "");
}

struct line_writer *line_writer_create(const char *path, struct err *why)
{
    struct line_writer *writer = memory_get(1, sizeof *writer);
    int len = snprintf(writer->temporary, sizeof writer->temporary, "%s" FILE_TEMPORARY, path);

    writer->end = -1;
    snprintf(writer->path, sizeof writer->path, "%s", path);
    if (len < 0 || (size_t)len >= sizeof writer->temporary)
        refuse(why, "file_write", path, ENAMETOOLONG);
    else if (open_temporary(writer, why))
        return writer;
    line_writer_destroy(writer);
    return NULL;
}

void line_writer_add(struct line_writer *writer, struct slice text)
{
    if (text.len > 0 && gzwrite(writer->file, text.at, (unsigned)text.len) <= 0)
        writer->is_broken = true;
}

bool line_writer_finish_file(struct line_writer *writer, struct err *why)
{
    bool is_closed = gzclose(writer->file) == Z_OK;

    writer->file = NULL;
    if (writer->is_broken || !is_closed || fsync(writer->end) != 0 ||
        rename(writer->temporary, writer->path) != 0)
        return refuse(why, "file_write", writer->path, errno);
    close(writer->end);
    writer->end = -1;
    return true;
}

void line_writer_destroy(struct line_writer *writer)
{
    if (!writer)
        return;
    if (writer->file)
        gzclose(writer->file);
    if (writer->end >= 0) {
        unlink(writer->temporary); /* while it is ours alone */
        close(writer->end);
    }
    free(writer);
}

/* ---- reading ---- */

struct line_reader {
    gzFile file;
    off_t size;
    char *data;
    size_t room, len; /* what is read and not yet taken begins at `at` */
    size_t at;
    bool is_over;
};

struct line_reader *line_reader_create(const char *path, struct err *why)
{
    struct line_reader *reader = memory_get(1, sizeof *reader);
    struct stat info;

    reader->file = gzopen(path, "rbe");
    if (reader->file && stat(path, &info) == 0) {
        reader->size = info.st_size;
        gzbuffer(reader->file, CHUNK);
        return reader;
    }
    refuse(why, "file_missing", path, errno);
    line_reader_destroy(reader);
    return NULL;
}

void line_reader_destroy(struct line_reader *reader)
{
    if (!reader)
        return;
    if (reader->file)
        gzclose(reader->file);
    free(reader->data);
    free(reader);
}

double line_reader_progress(const struct line_reader *reader)
{
    return reader->size > 0 ? (double)gzoffset(reader->file) / (double)reader->size : 1;
}

/* Reads more behind what is there. */
static bool read_more(struct line_reader *reader)
{
    if (reader->at > 0) { /* before the first read there is no memory yet */
        memmove(reader->data, reader->data + reader->at, reader->len - reader->at);
        reader->len -= reader->at;
        reader->at = 0;
    }
    if (reader->room - reader->len < CHUNK) {
        reader->room = 2 * reader->room + CHUNK;
        reader->data = memory_grow(reader->data, reader->room);
    }
    int count = gzread(reader->file, reader->data + reader->len, CHUNK);
    if (count < 0)
        return false;
    reader->len += (size_t)count;
    reader->is_over = count == 0;
    return true;
}

static bool take_line(struct line_reader *reader, struct slice *line)
{
    struct slice rest = slice_make(reader->data + reader->at, reader->len - reader->at);
    const char *end = rest.len > 0 ? memchr(rest.at, '\n', rest.len) : NULL;

    if (!end && !(reader->is_over && rest.len > 0))
        return false;
    *line = slice_make(rest.at, end ? (size_t)(end - rest.at) : rest.len);
    reader->at += line->len + (end ? 1 : 0);
    return true;
}

/* A packed file that is cut off ends in the middle, and zlib says so only when it is asked. */
static bool is_whole(struct line_reader *reader)
{
    int code;

    gzerror(reader->file, &code);
    return code == Z_OK || code == Z_STREAM_END;
}

enum text_read line_reader_next(struct line_reader *reader, size_t max, struct slice *line)
{
    if (!reader->data && !read_more(reader))
        return TEXT_READ_BROKEN;
    while (!take_line(reader, line)) {
        if (reader->is_over)
            return is_whole(reader) ? TEXT_READ_END : TEXT_READ_BROKEN;
        if (reader->len - reader->at > max || !read_more(reader))
            return TEXT_READ_BROKEN;
    }
    return line->len <= max ? TEXT_READ_LINE : TEXT_READ_BROKEN;
}
