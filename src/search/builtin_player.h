#ifndef SEARCH_BUILTIN_PLAYER_H
#define SEARCH_BUILTIN_PLAYER_H

/*
 * A built-in player and its transposition table: the one way in which such a player makes a move,
 * in the engine protocol, `play`, a server seat, `client`, a match and the browser.
 *
 *   struct builtin_player *player = builtin_player_create(&spec);
 *   struct builtin_turn turn = {.rules = rules, .pos = &pos, .seed = seed};
 *   struct builtin_answer answer;
 *   if (builtin_player_move(player, &turn, &answer, &fault))
 *       game_play(rules, &pos, answer.move);
 *
 * The player sees what a player may know: hidden parts of the position are replaced by a sample.
 * The table is kept from move to move; with a number of nodes and a cleared table the same turn has
 * the same answer on every machine.
 */

#include "search/search.h"
#include "search/spec.h"

struct builtin_player;

/* A move that is wanted. */
struct builtin_turn {
    const struct game_rules *rules;
    const struct position *pos; /* running */
    uint64_t seed;              /* of the sample and of what a weaker player leaves to chance */
    int ply;                    /* moves played before this one, for random=N */
    int64_t asked_us;           /* by real_clock: time=MS runs from then on; 0: from now on */
    /* Lines of analysis wanted beside the move.  With them a draw is worth as much as it is;
     * without them the move is going to be played, and the game's contempt for draws counts. */
    int lines;
    const atomic_bool *stop; /* true ends the thinking soon; NULL: nothing does */
    /* As in a search_request. */
    void (*report)(void *context, const struct search_result *so_far);
    void *report_context;
};

struct builtin_answer {
    move_t move;                 /* a legal one */
    struct position sample;      /* what was searched; filled before the first report */
    struct search_result result; /* no lines: nothing was searched */
};

/* A player with a time limit that has not answered so long after it has failed (house_late). */
enum { BUILTIN_PLAYER_GRACE_MS = 10 * 1000 };

/* The table's size depends on the spec alone, because another size may lead to another move; only a
 * server that is short of memory (base/memory.h) gets a smaller one, or NULL. */
struct builtin_player *builtin_player_create(const struct player_spec *spec);
void builtin_player_destroy(struct builtin_player *player);

/* `player` if it has this spec already, else one with this spec in its place, warmed up if it plays
 * by time; `player` may be NULL. */
struct builtin_player *builtin_player_reuse_or_create(struct builtin_player *player,
                                                      const struct player_spec *spec);

/* The next moves are made with these limits and this level; the table stays as it is. */
void builtin_player_change(struct builtin_player *player, const struct player_spec *spec);

/* A new game begins: the table is emptied. */
void builtin_player_clear(struct builtin_player *player);

/* Touches the table's memory now, so that the first move does not lose time with it. */
void builtin_player_warm_up(struct builtin_player *player);

/* Makes a move.  False: the player has failed, which is a fault of this program and never of the
 * opponent; `fault` names it.  After no_memory it may be asked again. */
bool builtin_player_move(struct builtin_player *player, const struct builtin_turn *turn,
                         struct builtin_answer *answer, struct err *fault);

#endif
