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

void game_sample(const struct game_rules *rules, struct position *pos, uint64_t seed)
{
    if (!rules->hide)
        return;
    rules->hide(pos);
    rules->fill(pos, seed);
}
