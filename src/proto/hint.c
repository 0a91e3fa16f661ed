#include "proto/hint.h"

#include "game/game.h"

static const char gap[] = " | ";

void hint_add(struct buf *hints, const char *text)
{
    if (!text || !text[0])
        return;
    if (hints->len > 0)
        buf_add(hints, gap);
    for (; *text; text++)
        buf_add_char(hints, (unsigned char)*text < ' ' ? ' ' : *text);
}

void hint_write(struct xml_writer *writer, struct slice hints)
{
    char text[GAME_WORDS_MAX];
    struct buf buf;

    while (hints.len > 0) {
        buf_init(&buf, text, sizeof text);
        for (; hints.len > 0 && !slice_take(&hints, gap); hints = slice_skip(hints, 1))
            buf_add_char(&buf, hints.at[0]);
        if (buf.len == 0)
            continue;
        xml_open(writer, "hint");
        xml_attr(writer, "content", text);
        xml_close(writer);
    }
}
