#include "base/gz.h"

#include "base/file.h"
#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { GZIP_FORMAT = 16 + MAX_WBITS, MEMORY_LEVEL = 8 }; /* 16: gzip's head and tail */

static void *get(void *context, unsigned count, unsigned size)
{
    (void)context;
    return memory_get(count, size);
}

static void give(void *context, void *memory)
{
    (void)context;
    free(memory);
}

bool gz_pack(struct slice text, struct slice *out, struct err *why)
{
    z_stream stream = {.zalloc = get, .zfree = give};

    if (text.len > INT_MAX)
        return err_set(why, "gz_large", "");
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_FORMAT, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return err_set(why, "gz_broken", "");
    size_t size = deflateBound(&stream, (uLong)text.len);
    char *packed = memory_get_unset(size);
    /* zlib never writes to its input; its type is older than const. */
    stream.next_in = (Bytef *)(uintptr_t)text.at;
    stream.avail_in = (uInt)text.len;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (uInt)size;
    int status = deflate(&stream, Z_FINISH);
    *out = slice_make(packed, stream.total_out);
    deflateEnd(&stream);
    if (status == Z_STREAM_END)
        return true;
    free(packed);
    return err_set(why, "gz_broken", "");
}

bool gz_unpack(struct slice packed, size_t size, struct slice *out, struct err *why)
{
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)packed.at,
                       .avail_in = (uInt)packed.len,
                       .zalloc = get,
                       .zfree = give};

    if (inflateInit2(&stream, GZIP_FORMAT) != Z_OK)
        return err_set(why, "gz_broken", "");
    char *text = memory_get(size + 1, 1);
    stream.next_out = (Bytef *)text;
    stream.avail_out = (uInt)size;
    int status = inflate(&stream, Z_FINISH);
    size_t len = stream.total_out;
    inflateEnd(&stream);
    *out = slice_make(text, len);
    if (status == Z_STREAM_END && len == size)
        return true;
    free(text);
    return err_set(why, "gz_broken", "");
}

/* One byte more than allowed shows that there are more. */
bool gz_read(const char *path, size_t max, struct slice *text, struct err *why)
{
    gzFile file = gzopen(path, "rbe");

    assert(max < INT_MAX);
    if (!file)
        return err_setf(why, "file_missing", "%s (%s)", path, strerror(errno));
    char *data = memory_get_unset(max + 2);
    int len = gzread(file, data, (unsigned)max + 1);
    bool is_packed = gzdirect(file) == 0;
    bool is_whole = gzclose(file) == Z_OK && len >= 0;
    if (is_whole && (size_t)len <= max) {
        data[len] = '\0';
        *text = slice_make(data, (size_t)len);
        return true;
    }
    free(data);
    if (len > 0 && (size_t)len > max)
        return err_set(why, is_packed ? "gz_large" : "file_large", is_packed ? "" : path);
    return is_packed ? err_set(why, "gz_broken", "") : err_set(why, "file_missing", path);
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

bool gz_is_sound(const char *path, int64_t max)
{
    char chunk[64 * 1024];
    gzFile file = gzopen(path, "rb");
    int64_t size = 0;
    int len = -1;

    while (file && size <= max && (len = gzread(file, chunk, sizeof chunk)) > 0)
        size += len;
    bool is_packed = file && !gzdirect(file);
    /* A text that breaks off is not an error of gzread(). */
    bool is_whole = file && gzclose(file) == Z_OK;
    return is_packed && is_whole && len == 0;
}
