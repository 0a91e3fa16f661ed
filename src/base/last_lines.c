#include "base/last_lines.h"

#include "base/buf.h"
#include "base/utf8.h"

/* What cannot be shown: a dot in the middle, two bytes of UTF-8. */
static const char unprintable[] = "\xc2\xb7";

/* ---- what may be shown ---- */

/* Length of a colour of the terminal ("ESC [ 3 1 m") at the front, or 0. */
static size_t colour(struct slice text)
{
    size_t len = 2;

    if (text.len < 3 || text.at[0] != '\x1b' || text.at[1] != '[')
        return 0;
    while (len < text.len && text.at[len] >= ' ' && text.at[len] < '@')
        len++;
    return len < text.len ? len + 1 : 0;
}

static void tame(struct slice raw, struct last_line *line)
{
    struct buf buf;

    buf_init(&buf, line->text, sizeof line->text);
    while (raw.len > 0) {
        size_t skipped = raw.at[0] == '\r' ? 1 : colour(raw);
        size_t len = skipped > 0 ? 0 : utf8_showable_front(raw);
        if (len > 0)
            buf_add_slice(&buf, slice_make(raw.at, len));
        else if (skipped == 0)
            buf_add(&buf, raw.at[0] == '\t' ? "  " : unprintable);
        raw = slice_skip(raw, skipped + len > 0 ? skipped + len : 1);
    }
}

/* ---- lines ---- */

static struct last_line *last(struct last_lines *lines)
{
    return &lines->kept[(lines->begun - 1) % LAST_LINES_MAX];
}

static void open_line(struct last_lines *lines, int64_t wall_ms)
{
    lines->begun++;
    lines->is_open = true;
    lines->raw_len = 0;
    last(lines)->wall_ms = wall_ms;
    last(lines)->text[0] = '\0';
}

/* A character whose end is still to come goes with the next line. */
static size_t whole_bytes(const struct last_lines *lines)
{
    size_t at = lines->raw_len;

    for (int back = 1; back < 4 && (size_t)back < lines->raw_len; back++) {
        if (utf8_is_continuation(lines->raw[at - back]))
            continue;
        return utf8_wanted_bytes((unsigned char)lines->raw[at - back]) > (size_t)back ? at - back
                                                                                      : at;
    }
    return at;
}

static void break_line(struct last_lines *lines, int64_t wall_ms)
{
    size_t whole = whole_bytes(lines), rest = lines->raw_len - whole;

    tame(slice_make(lines->raw, whole), last(lines));
    memmove(lines->raw, lines->raw + whole, rest);
    open_line(lines, wall_ms);
    lines->raw_len = rest;
}

void last_lines_add(struct last_lines *lines, struct slice bytes, int64_t wall_ms)
{
    for (; bytes.len > 0; bytes = slice_skip(bytes, 1)) {
        if (!lines->is_open)
            open_line(lines, wall_ms);
        if (bytes.at[0] == '\n') {
            tame(slice_make(lines->raw, lines->raw_len), last(lines));
            lines->is_open = false;
            continue;
        }
        if (lines->raw_len == LAST_LINES_BYTES)
            break_line(lines, wall_ms);
        lines->raw[lines->raw_len++] = bytes.at[0];
    }
    if (lines->is_open)
        tame(slice_make(lines->raw, lines->raw_len), last(lines));
}

int last_lines_count(const struct last_lines *lines)
{
    return lines->begun < LAST_LINES_MAX ? (int)lines->begun : LAST_LINES_MAX;
}

const struct last_line *last_lines_at(const struct last_lines *lines, int index)
{
    uint64_t oldest = lines->begun - (uint64_t)last_lines_count(lines);

    return &lines->kept[(oldest + (uint64_t)index) % LAST_LINES_MAX];
}
