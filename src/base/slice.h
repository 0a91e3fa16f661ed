#ifndef BASE_SLICE_H
#define BASE_SLICE_H

/*
 * A piece of a text owned elsewhere: a pointer and a length, never owned, not ended by a zero.
 * Reading works by taking from the front: every slice_take_* either takes something and says true,
 * or leaves the slice as it was and says false.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct slice {
    const char *at;
    size_t len;
};

static inline struct slice slice_make(const char *at, size_t len)
{
    return (struct slice){.at = at, .len = len};
}

static inline struct slice slice_of(const char *text) { return slice_make(text, strlen(text)); }

static inline bool slice_is(struct slice s, const char *text)
{
    return s.len == strlen(text) && (s.len == 0 || memcmp(s.at, text, s.len) == 0);
}

/* An empty slice may have no text at all, and nothing may be added to NULL, not even zero. */
static inline bool slice_ends_with(struct slice s, const char *text)
{
    size_t len = strlen(text);

    return s.len >= len && memcmp(s.at + s.len - len, text, len) == 0;
}

static inline struct slice slice_skip(struct slice s, size_t n)
{
    return n > 0 ? slice_make(s.at + n, s.len - n) : s;
}

static inline bool slice_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static inline struct slice slice_trim(struct slice s)
{
    while (s.len > 0 && slice_is_blank(s.at[0]))
        s = slice_skip(s, 1);
    while (s.len > 0 && slice_is_blank(s.at[s.len - 1]))
        s.len--;
    return s;
}

/* Columns on a screen: characters of UTF-8, not bytes. */
static inline int slice_width(struct slice s)
{
    int width = 0;

    for (size_t i = 0; i < s.len; i++)
        width += ((unsigned char)s.at[i] & 0xc0) != 0x80;
    return width;
}

static inline bool slice_take_char(struct slice *s, char c)
{
    if (s->len == 0 || s->at[0] != c)
        return false;
    *s = slice_skip(*s, 1);
    return true;
}

static inline bool slice_take(struct slice *s, const char *text)
{
    size_t len = strlen(text);

    if (s->len < len || (len > 0 && memcmp(s->at, text, len) != 0))
        return false;
    *s = slice_skip(*s, len);
    return true;
}

/* Takes everything up to the first `end` (which is dropped) or up to the end of the text. */
static inline struct slice slice_take_until(struct slice *s, char end)
{
    size_t n = 0;

    while (n < s->len && s->at[n] != end)
        n++;
    struct slice head = slice_make(s->at, n);
    *s = slice_skip(*s, n < s->len ? n + 1 : n);
    return head;
}

/* The next word between blanks; an empty one when nothing is left. */
static inline struct slice slice_take_word(struct slice *s)
{
    *s = slice_trim(*s);
    struct slice word = slice_take_until(s, ' ');
    *s = slice_trim(*s);
    return word;
}

/* Takes a decimal number between min and max, with an optional sign (+ or -). */
static inline bool slice_take_int(struct slice *s, int min, int max, int *out)
{
    struct slice rest = *s;
    bool is_negative = slice_take_char(&rest, '-');
    int64_t value = 0;

    if (!is_negative)
        slice_take_char(&rest, '+');
    if (rest.len == 0 || rest.at[0] < '0' || rest.at[0] > '9')
        return false;
    while (rest.len > 0 && rest.at[0] >= '0' && rest.at[0] <= '9') {
        value = value * 10 + (rest.at[0] - '0');
        if (value > INT32_MAX)
            return false;
        rest = slice_skip(rest, 1);
    }
    if (is_negative)
        value = -value;
    if (value < min || value > max)
        return false;
    *s = rest;
    *out = (int)value;
    return true;
}

/* The whole slice as a number between min and max. */
static inline bool slice_to_int(struct slice s, int min, int max, int *out)
{
    int value;

    if (!slice_take_int(&s, min, max, &value) || s.len > 0)
        return false;
    *out = value;
    return true;
}

/* The whole slice as a number from 0 to max, in digits only: no sign. */
static inline bool slice_to_count(struct slice s, int max, int *out)
{
    return s.len > 0 && s.at[0] != '+' && s.at[0] != '-' && slice_to_int(s, 0, max, out);
}

/* The whole slice as a signed 64-bit number. */
static inline bool slice_to_int64(struct slice s, int64_t *out)
{
    bool is_negative = slice_take_char(&s, '-');
    uint64_t limit = (uint64_t)INT64_MAX + is_negative;
    uint64_t value = 0;

    if (s.len == 0)
        return false;
    for (; s.len > 0; s = slice_skip(s, 1)) {
        uint64_t digit = (uint64_t)(unsigned char)s.at[0] - '0';
        if (digit > 9 || value > (limit - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *out = (int64_t)(is_negative ? 0 - value : value);
    return true;
}

#endif
