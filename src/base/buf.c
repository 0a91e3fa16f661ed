#include "base/buf.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void buf_init(struct buf *buf, char *data, size_t size)
{
    assert(size > 0);
    *buf = (struct buf){.data = data, .size = size};
    data[0] = '\0';
}

void buf_clear(struct buf *buf) { buf_init(buf, buf->data, buf->size); }

/* Something did not fit: drop half a character of UTF-8 at the end. */
static void close_full(struct buf *buf)
{
    size_t at = buf->len, tail = 0;

    buf->is_full = true;
    for (; tail < 3 && at > 0 && ((unsigned char)buf->data[at - 1] & 0xc0) == 0x80; at--)
        tail++;
    unsigned char lead = at > 0 ? (unsigned char)buf->data[at - 1] : 0;
    size_t wanted = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    if (tail < wanted)
        buf->len = at - 1;
    buf->data[buf->len] = '\0';
}

void buf_add_part(struct buf *buf, struct slice text)
{
    size_t room = buf->is_full ? 0 : buf->size - 1 - buf->len;
    size_t len = text.len < room ? text.len : room;

    if (len > 0)
        memcpy(buf->data + buf->len, text.at, len);
    buf->len += len;
    if (len < text.len)
        close_full(buf);
}

void buf_add_blanks(struct buf *buf, int count)
{
    while (count-- > 0)
        buf_add_char(buf, ' ');
}

void buf_add_csv(struct buf *buf, const char *text)
{
    buf_add_char(buf, '"');
    for (; *text; text++) {
        if (*text == '"')
            buf_add_char(buf, '"');
        buf_add_char(buf, *text);
    }
    buf_add_char(buf, '"');
}

void buf_add_int(struct buf *buf, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    buf_add_slice(buf, slice_make(digits + at, sizeof digits - at));
}

void buf_format(struct buf *buf, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    buf_vformat(buf, format, args);
    va_end(args);
}

void buf_vformat(struct buf *buf, const char *format, va_list args)
{
    size_t room = buf->is_full ? 1 : buf->size - buf->len;
    int wanted = vsnprintf(buf->data + buf->len, room, format, args);

    assert(wanted >= 0);
    bool fits = (size_t)wanted < room;
    buf->len += fits ? (size_t)wanted : room - 1;
    if (!fits)
        close_full(buf);
}

struct slice buf_slice(const struct buf *buf) { return slice_make(buf->data, buf->len); }

void buf_copy(char *to, size_t size, struct slice text)
{
    struct buf buf;

    buf_init(&buf, to, size);
    buf_add_slice(&buf, text);
}

bool buf_copy_line(char *to, size_t size, const char *text)
{
    struct buf buf;

    buf_init(&buf, to, size);
    for (; *text; text++)
        buf_add_char(&buf, buf_tame(*text));
    return !buf.is_full;
}
