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

static const struct reason *find_any(const struct game_rules *rules, const char *code)
{
    const struct reason *reason = rules ? find(rules->reasons, code) : NULL;

    return reason ? reason : find(common, code);
}

static void fill_in(const struct game_rules *rules, const char *text, const char *details,
                    enum lang lang, struct buf *out);

/* The sentence within a sentence; within that one, {>} is only a code. */
static void print_inner(const struct game_rules *rules, const char *details, enum lang lang,
                        struct buf *out)
{
    struct err inner = {0};

    err_parse(slice_of(details), &inner);
    const struct reason *reason = find_any(rules, inner.code);
    if (reason && !strstr(reason->text[lang], "{>}"))
        fill_in(rules, reason->text[lang], inner.details, lang, out);
    else
        buf_add(out, inner.code);
}

static void fill_in(const struct game_rules *rules, const char *text, const char *details,
                    enum lang lang, struct buf *out)
{
    for (; *text; text++) {
        bool is_slot = text[0] == '{' && text[1] && text[2] == '}';
        if (!is_slot) {
            buf_add_char(out, *text);
            continue;
        }
        if (text[1] == '*')
            buf_add(out, details);
        else if (text[1] == '>')
            print_inner(rules, details, lang, out);
        else
            buf_add_slice(out, detail(details, text[1] - '0'));
        text += 2;
    }
}

void reason_print(const struct game_rules *rules, const struct err *err, enum lang lang,
                  struct buf *out)
{
    const struct reason *reason = find_any(rules, err->code);

    assert(lang < LANG_COUNT);
    if (reason)
        fill_in(rules, reason->text[lang], err->details, lang, out);
    else
        buf_add(out, err->code);
}
