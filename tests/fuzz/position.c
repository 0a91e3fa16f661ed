/* Any bytes as a position of any game: refused, or printed and read again the same.  Each line
 * that follows changes it (game/edit.h). */

#include "fuzz.h"

#include "game/edit.h"

#include <stdlib.h>
#include <string.h>

enum { CHANGES_MAX = 16 };

static void check(const struct game_rules *rules, const struct position *pos)
{
    struct position again = {0};
    char text[GAME_TEXT_MAX];
    struct err why = {0};
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    rules->print(pos, &buf);
    fuzz_require(!buf.is_full);
    fuzz_require(rules->parse(buf_slice(&buf), &again, &why));
    fuzz_require(memcmp(pos, &again, offsetof(struct position, body) + rules->body_size) == 0);
}

static void change(const struct game_rules *rules, struct position *pos, struct slice lines)
{
    for (int n = 0; lines.len > 0 && n < CHANGES_MAX; n++) {
        struct err why = {0};
        bool is_changed = edit_position(rules, pos, slice_take_until(&lines, '\n'), &why);
        fuzz_require(is_changed != (why.code[0] != '\0'));
        check(rules, pos);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game_rules *rules = fuzz_game(&data, &size);
    struct slice lines = slice_make((const char *)data, size);
    struct position pos = {0};
    struct err why = {0};

    if (!rules)
        return 0;
    if (!rules->parse(slice_take_until(&lines, '\n'), &pos, &why)) {
        fuzz_require(why.code[0] != '\0');
        return 0;
    }
    check(rules, &pos);
    change(rules, &pos, lines);
    fuzz_play(rules, &pos);
    return 0;
}
