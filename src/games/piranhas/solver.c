/*
 * Forced unions.  The attacker only unites or threatens to unite, the defender may do anything: so
 * a win is found many moves ahead, and nothing is said where there is none.  Ends are judged by the
 * rules, which know that blue has the last word in a round.
 */

#include "games/piranhas/solver.h"

#include "games/piranhas/shape.h"

#include <assert.h>

enum {
    PROOF_NODES = 40000,
    PROOF_PART = 5, /* of the nodes that are allowed: the search needs them more */
    LOOK_EVERY = 64,
};

struct proof {
    const struct piranhas_end_rules *season;
    const struct solve_request *request;
    enum side attacker;
    uint64_t nodes, limit;
    bool is_over_limit;
    /* What the defender did last, so many moves before the end. */
    move_t refutation[PROOF_MOVES + 1];
};

static void play_on(struct proof *proof, const struct position *pos, move_t move,
                    struct position *next)
{
    const struct solve_request *request = proof->request;

    game_copy(proof->season->rules, next, pos);
    proof->season->rules->play(next, move);
    proof->nodes++;
    if (proof->nodes >= proof->limit || (proof->nodes % LOOK_EVERY == 0 && request->is_stopped &&
                                         request->is_stopped(request->context)))
        proof->is_over_limit = true;
}

static bool has_won(const struct proof *proof, const struct position *pos)
{
    return pos->side == SIDE_NONE && proof->season->ending(pos).winner == proof->attacker;
}

static bool wins(struct proof *proof, const struct position *pos, int moves, move_t *best);

/* The defender is to move, and each of its moves loses if the attacker has so many more. */
static bool is_lost(struct proof *proof, const struct position *pos, int left)
{
    move_t moves[PIRANHAS_MOVES_MAX], ignored;
    int n = piranhas_moves(pos, moves);

    for (int i = 0; i < n; i++) {
        if (moves[i] != proof->refutation[left])
            continue;
        moves[i] = moves[0];
        moves[0] = proof->refutation[left];
    }
    for (int i = 0; i < n && !proof->is_over_limit; i++) {
        struct position next;
        play_on(proof, pos, moves[i], &next);
        if (has_won(proof, &next) ||
            (next.side == proof->attacker && wins(proof, &next, left, &ignored)))
            continue;
        proof->refutation[left] = moves[i];
        return false;
    }
    return !proof->is_over_limit;
}

static bool wins_by(struct proof *proof, const struct position *next, int left)
{
    return has_won(proof, next) || (next->side != SIDE_NONE && is_lost(proof, next, left));
}

static bool threatens(const struct proof *proof, const struct position *pos)
{
    const struct piranhas *game = piranhas_of(pos);
    const struct shoal *fish = &game->fish[proof->attacker];
    struct shape shape;

    if (piranhas_euler(fish) > SHAPE_SWARMS)
        return false;
    piranhas_find_swarms(fish, &shape);
    return piranhas_can_unite(game, proof->attacker, &shape);
}

static bool wins_by_uniting(struct proof *proof, const struct position *pos, int left, move_t *best)
{
    const struct piranhas *game = piranhas_of(pos);
    move_t moves[PIRANHAS_MOVES_MAX];
    struct shape shape;

    piranhas_find_swarms(&game->fish[proof->attacker], &shape);
    int n = piranhas_uniting_moves(game, proof->attacker, &shape, moves);
    for (int i = 0; i < n && !proof->is_over_limit; i++) {
        struct position next;
        *best = moves[i];
        play_on(proof, pos, moves[i], &next);
        if (wins_by(proof, &next, left))
            return true;
    }
    return false;
}

static bool wins_by_threat(struct proof *proof, const struct position *pos, int left, move_t *best)
{
    move_t moves[PIRANHAS_MOVES_MAX];
    int n = piranhas_moves(pos, moves);

    for (int i = 0; i < n && !proof->is_over_limit; i++) {
        struct position next;
        *best = moves[i];
        play_on(proof, pos, moves[i], &next);
        if (threatens(proof, &next) && wins_by(proof, &next, left))
            return true;
    }
    return false;
}

/* The attacker is to move and has so many moves. */
static bool wins(struct proof *proof, const struct position *pos, int moves, move_t *best)
{
    assert(pos->side == proof->attacker && moves <= PROOF_MOVES);
    if (moves == 0)
        return false;
    return wins_by_uniting(proof, pos, moves - 1, best) ||
           (moves > 1 && wins_by_threat(proof, pos, moves - 1, best));
}

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

bool piranhas_prove_in(const struct piranhas_end_rules *season, const struct position *pos,
                       const struct solve_request *request, struct solution *solution)
{
    struct proof proof = {
        .season = season,
        .request = request,
        .attacker = (enum side)pos->side,
        .limit = lesser(request->nodes / PROOF_PART, PROOF_NODES),
    };
    bool is_won = false;

    assert(pos->side < SIDE_NONE);
    for (int moves = 1; moves <= PROOF_MOVES && !is_won && !proof.is_over_limit; moves++) {
        is_won = wins(&proof, pos, moves, &solution->best);
        solution->margin = 1 + PROOF_MOVES - moves;
        solution->kind = SOLUTION_EXACT;
    }
    solution->nodes = proof.nodes;
    return is_won;
}

bool piranhas_prove(const struct position *pos, const struct solve_request *request,
                    struct solution *solution)
{
    static const struct piranhas_end_rules season = {&piranhas_rules, piranhas_ending};

    return piranhas_prove_in(&season, pos, request, solution);
}
