#include "base/gz.h"

#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdlib.h>

#include <zlib.h>

enum {
    GZIP_FORMAT = 16 + MAX_WBITS, /* zlib's way of asking for gzip's head and tail */
    MEMORY_LEVEL = 8,
    FIRST_GUESS = 64 * 1024,
};

bool gz_is(struct slice bytes) { return slice_take(&bytes, "\x1f\x8b"); }

/* zlib never writes to its input; its type is older than const. */
static void set_input(z_stream *stream, struct slice bytes)
{
    stream->next_in = (Bytef *)(uintptr_t)bytes.at;
    stream->avail_in = (uInt)bytes.len;
}

static void set_output(z_stream *stream, char *to, size_t size)
{
    stream->next_out = (Bytef *)to;
    stream->avail_out = (uInt)size;
}

bool gz_pack(struct slice text, struct slice *out, struct err *why)
{
    z_stream stream = {0};

    if (text.len > INT_MAX)
        return err_say(why, "gz_large", "");
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_FORMAT, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return err_say(why, "gz_broken", "");
    size_t size = deflateBound(&stream, (uLong)text.len);
    char *packed = memory_get(size, 1);
    set_input(&stream, text);
    set_output(&stream, packed, size);
    int status = deflate(&stream, Z_FINISH);
    *out = slice_make(packed, stream.total_out);
    deflateEnd(&stream);
    if (status == Z_STREAM_END)
        return true;
    free(packed);
    return err_say(why, "gz_broken", "");
}

/* Unpacks into `text`, which grows up to `max` bytes, one that shows that there are more, and one
 * for the zero. */
static int inflate_all(z_stream *stream, size_t max, char **text)
{
    size_t size = FIRST_GUESS < max ? FIRST_GUESS : max + 1;
    int status;

    *text = memory_get(size + 1, 1);
    set_output(stream, *text, size);
    while ((status = inflate(stream, Z_NO_FLUSH)) == Z_OK && stream->avail_out == 0) {
        if (size > max)
            return Z_BUF_ERROR;
        size_t larger = 2 * size > max ? max + 1 : 2 * size;
        *text = memory_grow(*text, larger + 1);
        set_output(stream, *text + size, larger - size);
        size = larger;
    }
    return status;
}

bool gz_unpack(struct slice bytes, size_t max, struct slice *out, struct err *why)
{
    z_stream stream = {0};
    char *text;

    if (bytes.len > INT_MAX || max >= INT_MAX)
        return err_say(why, "gz_large", "");
    if (inflateInit2(&stream, GZIP_FORMAT) != Z_OK)
        return err_say(why, "gz_broken", "");
    set_input(&stream, bytes);
    int status = inflate_all(&stream, max, &text);
    size_t len = stream.total_out;
    inflateEnd(&stream);
    if (status != Z_STREAM_END || len > max) {
        free(text);
        return err_say(why, len > max ? "gz_large" : "gz_broken", "");
    }
    text[len] = '\0';
    *out = slice_make(text, len);
    return true;
}

bool gz_read(const char *path, size_t max, struct slice *text, struct err *why)
{
    struct slice bytes;

    if (!file_read(path, max, &bytes, why))
        return false;
    if (!gz_is(bytes)) {
        *text = bytes;
        return true;
    }
    bool is_unpacked = gz_unpack(bytes, max, text, why);
    file_free(bytes);
    return is_unpacked;
}

bool gz_write(const char *path, struct slice text, struct err *why)
{
    struct slice packed;

    if (!gz_pack(text, &packed, why))
        return false;
    bool is_written = file_write(path, packed, why);
    file_free(packed);
    return is_written;
}
