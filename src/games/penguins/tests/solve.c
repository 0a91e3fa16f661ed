/*
 * How long does the solver take?  The same positions everywhere: boards of the seeds 1, 2, …,
 * played on until at most so many floes can be reached.
 *
 *   solve-penguins [FLOES [BOARDS [random|careful]]]
 *
 * `random` plays any move.  `careful` likes fish and room to move, so that its penguins live longer
 * and the ice is fought for, as in real games.  Times are those of this process, not of the clock
 * on the wall.
 */

#include "base/clock.h"
#include "base/rng.h"
#include "games/penguins/slides.h"
#include "games/penguins/solver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_LIMIT = 1 << 30, MOVES_MAX = 6 * PENGUINS_FIELDS, LIMIT_US = 1000000, LEAD_MAX = 1000 };

extern const struct game_rules penguins_rules;

/* What a careful player thinks of a position that he has just reached. */
static int appeal(const struct position *pos, enum side me)
{
    const struct penguins *ice = penguins_of(pos);
    enum side you = game_other(me);

    return 3 * ice->fish[me] + slides_count(ice->team[me], ice->floes) -
           slides_count(ice->team[you], ice->floes);
}

static move_t choose(const struct position *pos, struct rng *rng, bool is_careful)
{
    move_t moves[MOVES_MAX];
    int n = penguins_rules.moves(pos, moves), best = rng_below(rng, n), most = -NO_LIMIT;

    for (int i = 0; is_careful && i < n; i++) {
        struct position next = *pos;
        penguins_rules.play(&next, moves[i]);
        int value = appeal(&next, pos->side) + rng_below(rng, 8);
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return moves[best];
}

static bool is_ready(const struct position *pos, int floes)
{
    const struct penguins *ice = penguins_of(pos);

    return penguins_all_placed(ice, SIDE_RED) && penguins_all_placed(ice, SIDE_BLUE) &&
           penguins_count_reachable(ice) <= floes;
}

/* False: the game is over before. */
static bool play_until(struct position *pos, uint64_t seed, int floes, bool is_careful)
{
    struct game_options options = {0};
    struct rng rng = rng_make(seed);

    penguins_rules.setup(pos, seed, &options, NULL);
    while (pos->side != SIDE_NONE && !is_ready(pos, floes))
        penguins_rules.play(pos, choose(pos, &rng, is_careful));
    return pos->side != SIDE_NONE;
}

static int64_t limit_us;

static bool is_late(void *context)
{
    (void)context;
    return clock_worked_us() > limit_us;
}

/* Microseconds, LIMIT_US if it was not solved within them. */
static int64_t solve(const struct position *pos, void *memory, struct solution *answer)
{
    struct solve_request request = {.alpha = -LEAD_MAX,
                                    .beta = LEAD_MAX,
                                    .nodes = UINT64_MAX,
                                    .is_stopped = is_late,
                                    .memory = memory};

    memset(memory, 0, PENGUINS_SOLVER_BYTES);
    int64_t start_us = clock_worked_us();
    limit_us = start_us + LIMIT_US;
    if (!penguins_solve(pos, &request, answer))
        return LIMIT_US;
    return clock_worked_us() - start_us;
}

int main(int argc, char **argv)
{
    int floes = argc > 1 ? atoi(argv[1]) : 24, boards = argc > 2 ? atoi(argv[2]) : 200;
    bool is_careful = argc > 3 && strcmp(argv[3], "careful") == 0;
    void *memory = aligned_alloc(64, PENGUINS_SOLVER_BYTES);
    int tried = 0, solved = 0;
    int64_t sum_us = 0, most_us = 0;
    uint64_t nodes = 0;

    for (int seed = 1; memory && seed <= boards; seed++) {
        struct position pos = {0};
        struct solution answer;
        if (!play_until(&pos, (uint64_t)seed, floes, is_careful))
            continue;
        int64_t time_us = solve(&pos, memory, &answer);
        tried++;
        solved += time_us < LIMIT_US;
        sum_us += time_us;
        most_us = time_us > most_us ? time_us : most_us;
        nodes += answer.nodes;
    }
    printf("%d floes, %s: %d of %d solved within 1 s, mean %.1f ms, longest %.1f ms, %" PRIu64
           " nodes\n",
           floes, is_careful ? "careful" : "random", solved, tried,
           tried ? (double)sum_us / 1000 / tried : 0, (double)most_us / 1000, nodes);
    free(memory);
    return 0;
}
