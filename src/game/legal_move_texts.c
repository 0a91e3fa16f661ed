#include "game/legal_move_texts.h"

#include "base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Writes all texts, one after the other; returns where each begins. */
static size_t *write_texts(struct legal_move_texts *list, const struct game_rules *rules,
                           const struct position *pos, const move_t *moves)
{
    size_t *begins = memory_get((size_t)list->n, sizeof *begins);
    size_t size = 0, len = 0;

    for (int i = 0; i < list->n; i++) {
        if (size - len < GAME_WORDS_MAX) {
            size = 2 * size + GAME_WORDS_MAX;
            list->storage = memory_grow(list->storage, size);
        }
        struct buf text;
        buf_init(&text, list->storage + len, GAME_WORDS_MAX);
        rules->print_move(pos, moves[i], &text);
        begins[i] = len;
        len += text.len + 1;
    }
    return begins;
}

void legal_move_texts_create(struct legal_move_texts *list, const struct game_rules *rules,
                             const struct position *pos)
{
    move_t *moves = memory_get(rules->moves_max, sizeof *moves);

    assert(game_knows_moves(rules, pos, NULL));
    *list = (struct legal_move_texts){.n = rules->moves(pos, moves)};
    list->text = memory_get((size_t)list->n, sizeof *list->text);
    size_t *begins = write_texts(list, rules, pos, moves);
    for (int i = 0; i < list->n; i++)
        list->text[i] = list->storage + begins[i];
    qsort(list->text, (size_t)list->n, sizeof *list->text, compare);
    free(begins);
    free(moves);
}

void legal_move_texts_destroy(struct legal_move_texts *list)
{
    free(list->text);
    free(list->storage);
    *list = (struct legal_move_texts){0};
}
