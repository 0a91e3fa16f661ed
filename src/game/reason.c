#include "game/reason.h"

#include "game/game.h"

#include <assert.h>
#include <string.h>

static const struct reason common[] = {
#include "game/reasons.def"
    {0},
};

static const struct reason *find(const struct reason *list, const char *code)
{
    for (; list && list->code; list++) {
        if (strcmp(list->code, code) == 0)
            return list;
    }
    return NULL;
}

static struct slice detail(const char *details, int number)
{
    struct slice rest = slice_of(details), word = {0};

    for (int i = 0; i < number; i++)
        word = slice_take_word(&rest);
    return word;
}

static void fill_in(const char *text, const char *details, struct buf *out)
{
    for (; *text; text++) {
        bool is_slot = text[0] == '{' && text[1] && text[2] == '}';
        if (!is_slot) {
            buf_add_char(out, *text);
            continue;
        }
        if (text[1] == '*')
            buf_add(out, details);
        else
            buf_add_slice(out, detail(details, text[1] - '0'));
        text += 2;
    }
}

void reason_print(const struct game_rules *rules, const struct err *err, enum lang lang,
                  struct buf *out)
{
    const struct reason *reason = rules ? find(rules->reasons, err->code) : NULL;

    assert(lang < LANG_COUNT);
    if (!reason)
        reason = find(common, err->code);
    if (reason)
        fill_in(reason->text[lang], err->details, out);
    else
        buf_add(out, err->code);
}
