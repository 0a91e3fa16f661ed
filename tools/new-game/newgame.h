#ifndef GAMES_NEWGAME_NEWGAME_H
#define GAMES_NEWGAME_NEWGAME_H

/*
 * A heap of stones: a side takes one to three, and the side that takes the last one wins.
 * Private to this folder: position, move packing, what its files share.
 */

#include "game/game.h"

enum { NEWGAME_STONES_MAX = 60, NEWGAME_TAKE_MAX = 3 };

struct newgame {
    uint8_t stones;
};

_Static_assert(sizeof(struct newgame) <= GAME_BODY_MAX, "a position fits into its body");

static inline struct newgame *newgame_body(struct position *pos)
{
    return (struct newgame *)pos->body;
}

static inline const struct newgame *newgame_of(const struct position *pos)
{
    return (const struct newgame *)pos->body;
}

/* A move is the number of stones taken. */

/* Sets the side to move, or ends the game, and the key: everything that follows from the heap and
 * the turn. */
void newgame_settle(struct position *pos);

/* The parts of newgame_rules that live in files of their own. */
bool newgame_setup(struct position *pos, uint64_t seed, const struct game_options *options,
                   struct err *why);
int newgame_moves(const struct position *pos, move_t out[]);
int newgame_count(const struct position *pos);
bool newgame_legal(const struct position *pos, move_t move);
void newgame_print(const struct position *pos, struct buf *out);
bool newgame_parse(struct slice text, struct position *pos, struct err *why);
void newgame_print_move(const struct position *pos, move_t move, struct buf *out);
enum verdict newgame_read(const struct position *pos, struct slice words, move_t *out,
                          struct err *why);

#endif
