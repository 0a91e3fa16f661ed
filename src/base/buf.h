#ifndef BASE_BUF_H
#define BASE_BUF_H

/*
 * Text under construction in memory of the caller.  A buffer that is full takes no more and
 * remembers it (`is_full`), so that a writer checks once, at the end.  The text is always ended by
 * a zero and never ends within a character of UTF-8 that did not fit.
 */

#include "base/slice.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf {
    char *data;
    size_t size; /* room in `data`, the final zero included */
    size_t len;
    bool is_full; /* something did not fit and was left out */
};

/* `size` must be at least 1. */
void buf_init(struct buf *buf, char *data, size_t size);
void buf_clear(struct buf *buf);

/* For a text that does not fit: adds as much of it as does.  Called by buf_add_slice. */
void buf_add_part(struct buf *buf, struct slice text);

/* Inline, like the two below: messages are built of very many short pieces. */
static inline void buf_add_slice(struct buf *buf, struct slice text)
{
    if (buf->is_full || text.len >= buf->size - buf->len) {
        buf_add_part(buf, text);
        return;
    }
    if (text.len > 0)
        memcpy(buf->data + buf->len, text.at, text.len);
    buf->len += text.len;
    buf->data[buf->len] = '\0';
}

static inline void buf_add(struct buf *buf, const char *text)
{
    buf_add_slice(buf, slice_of(text));
}

static inline void buf_add_char(struct buf *buf, char c) { buf_add_slice(buf, slice_make(&c, 1)); }

/* Room for `len` bytes at the end, which the caller fills.  NULL: they do not fit, and the buffer
 * is full. */
static inline char *buf_take(struct buf *buf, size_t len)
{
    if (buf->is_full || len >= buf->size - buf->len) {
        buf->is_full = true;
        return NULL;
    }
    buf->len += len;
    buf->data[buf->len] = '\0';
    return buf->data + buf->len - len;
}

/* As a field of a CSV file: in quotes, so that neither commas nor line ends can break a row. */
void buf_add_csv(struct buf *buf, const char *text);
void buf_add_int(struct buf *buf, int64_t value);
void buf_add_blanks(struct buf *buf, int count); /* none if it is negative */
void buf_format(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vformat(struct buf *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* What is written so far; valid until the buffer changes. */
struct slice buf_slice(const struct buf *buf);

/* A copy that is cut to fit, at the end of a character. */
void buf_copy(char *to, size_t size, struct slice text);
/* A control character becomes a blank. */
static inline char buf_tame(char c) { return (unsigned char)c < ' ' ? ' ' : c; }
/* The same with a blank for each control character.  False: it was cut. */
bool buf_copy_line(char *to, size_t size, const char *text);

#endif
