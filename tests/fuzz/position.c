/* Any bytes as a position of any game: refused, or printed and read again the same. */

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game_rules *rules = fuzz_game(&data, &size);
    struct position pos = {0}, again = {0};
    char text[GAME_TEXT_MAX];
    struct buf buf;
    struct err why = {0};

    if (!rules)
        return 0;
    if (!rules->parse(slice_make((const char *)data, size), &pos, &why)) {
        fuzz_require(why.code[0] != '\0');
        return 0;
    }
    buf_init(&buf, text, sizeof text);
    rules->print(&pos, &buf);
    fuzz_require(!buf.is_full);
    fuzz_require(rules->parse(buf_slice(&buf), &again, &why));
    fuzz_require(memcmp(&pos, &again, offsetof(struct position, body) + rules->body_size) == 0);
    fuzz_play(rules, &pos);
    return 0;
}
