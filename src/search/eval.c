#include "search/eval.h"

#define GAME(name, family) extern const struct game_eval name##_eval;
#include "game/games.def"
#undef GAME

static const struct game_eval *const evals[] = {
#define GAME(name, family) &name##_eval,
#include "game/games.def"
#undef GAME
};

const struct game_eval *eval_of(const struct game_rules *rules) { return evals[game_index(rules)]; }
