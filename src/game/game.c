#include "game/game.h"

#include "game/plain.h"

#define GAME(name)                                                                                 \
    extern const struct game_rules name##_rules;                                                   \
    extern const struct game_plain name##_plain;
#include "game/games.def"
#undef GAME

static const struct {
    const struct game_rules *rules;
    const struct game_plain *plain;
} games[] = {
#define GAME(name) {&name##_rules, &name##_plain},
#include "game/games.def"
#undef GAME
    {0},
};

const struct game_rules *game_at(int index) { return games[index].rules; }

const struct game_rules *game_find(struct slice name)
{
    for (int i = 0; games[i].rules; i++) {
        if (slice_is(name, games[i].rules->name))
            return games[i].rules;
    }
    return NULL;
}

const struct game_plain *game_plain(const struct game_rules *rules)
{
    for (int i = 0; games[i].rules; i++) {
        if (games[i].rules == rules)
            return games[i].plain;
    }
    return NULL;
}

static void print_scores(const struct game_rules *rules, const int score[], struct buf *out)
{
    for (int i = 0; i < rules->score_count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        buf_add_int(out, score[i]);
    }
}

void game_print_result(const struct game_rules *rules, const struct position *pos, struct buf *out)
{
    static const char *const winners[] = {"red", "blue", "draw"};
    struct game_result result = {0};

    rules->result(pos, &result);
    if (pos->side == SIDE_NONE) {
        buf_add(out, "over ");
        buf_add(out, winners[result.winner]);
        buf_add_char(out, ' ');
        buf_add(out, result.reason);
    } else {
        buf_add(out, "running");
    }
    buf_add(out, " red=");
    print_scores(rules, result.score[SIDE_RED], out);
    buf_add(out, " blue=");
    print_scores(rules, result.score[SIDE_BLUE], out);
}

void game_sample(const struct game_rules *rules, struct position *pos, uint64_t seed)
{
    if (!rules->hide)
        return;
    rules->hide(pos);
    rules->fill(pos, seed);
    if (rules->study)
        rules->study(pos);
}
