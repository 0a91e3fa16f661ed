#ifndef MATCH_MIND_H
#define MATCH_MIND_H

/*
 * What a built-in player thinks with during one game: memory of its own, so that its moves depend on
 * nothing but the game.  Who counts nodes plays the same game on every machine.
 */

#include "match/match_player.h"
#include "search/search.h"

struct mind;

struct mind *mind_create(const struct match_player *player);
/* `mind` if it is this player's, else another one in its place; NULL: there is none yet. */
struct mind *mind_of(struct mind *mind, const struct match_player *player);
void mind_destroy(struct mind *mind);

/* A new game begins: everything is forgotten. */
void mind_clear(struct mind *mind);

/* Its move for the side to move, or 0 if it has none (then it breaks a rule).  It sees what a player may
 * see, the rest is drawn with `chance`.  `stop` ends the thinking early; may be NULL. */
move_t mind_move(struct mind *mind, const struct game_rules *rules, const struct position *pos,
                 struct match_chance chance, const atomic_bool *stop);

/* How likely it thought to win, before its last move: 0 to 1000; -1: it did not think. */
int mind_win(const struct mind *mind);

#endif
