/* What the player of Mississippi Queen knows, held against plain loops over the rules. */

#include "base/memory.h"
#include "base/rng.h"
#include "games/mississippi/candidates.h"
#include "games/mississippi/features.h"
#include "games/mississippi/race.h"
#include "games/mississippi/trap.h"
#include "games/mississippi/weights.h"
#include "search/eval.h"
#include "tries.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>

enum { GAMES = 40, CANDIDATES_MAX = 64, PLACES = RIVER_SEGMENTS * RIVER_SEGMENT_FIELDS };

/* ---- positions: random games, as a thinker sees them ---- */

static void for_positions(void (*check)(const struct position *sample))
{
    move_t *moves = memory_get(mississippi_rules.moves_max, sizeof *moves);

    for (uint64_t game = 1; game <= (uint64_t)tries(GAMES); game++) {
        struct game_options options = {.ruleset = game % 3 == 0 ? RULES_SERVER : RULES_BOOK};
        struct rng rng = rng_make(game);
        struct position pos = {0};
        mississippi_rules.setup(&pos, game, &options, NULL);
        while (pos.side != SIDE_NONE) {
            struct position sample = pos;
            int n = mississippi_rules.moves(&pos, moves);
            assert_true(n > 0);
            game_sample_hidden(&mississippi_rules, &sample, rng_next(&rng));
            check(&sample);
            mississippi_rules.play(&pos, moves[rng_below(&rng, n)]);
        }
    }
    free(moves);
}

/* ---- the way to the goal ---- */

static int toll(int kind) { return kind == FIELD_LOG ? 4 : kind == FIELD_SANDBANK ? 7 : 2; }

static int neighbour(const struct mississippi *m, int place, int dir, int known)
{
    int x, y;

    river_place_xy(m, place, &x, &y);
    river_step(&x, &y, dir);
    return river_locate(m, x, y, 0, known - 1);
}

/* Spreads from one field, the nearest first, until it is in the last row of what is known. */
static int plain_way(const struct mississippi *m, int from, int known)
{
    int way[PLACES], best_end = RIVER_WAY_MAX;
    bool is_done[PLACES] = {0};

    for (int i = 0; i < PLACES; i++)
        way[i] = i == from ? 0 : RIVER_WAY_MAX;
    for (;;) {
        int at = -1;
        for (int i = 0; i < known * RIVER_SEGMENT_FIELDS; i++) {
            if (!is_done[i] && way[i] < RIVER_WAY_MAX && (at < 0 || way[i] < way[at]))
                at = i;
        }
        if (at < 0)
            return best_end < RIVER_WAY_MAX ? best_end : RIVER_WAY_MAX;
        is_done[at] = true;
        if (river_segment_of(at) == known - 1 && river_row[at % RIVER_SEGMENT_FIELDS] == 4) {
            int end = way[at] + 8 * (RIVER_SEGMENTS - known);
            best_end = end < best_end ? end : best_end;
        }
        for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
            int next = neighbour(m, at, dir, known);
            if (next == RIVER_NO_PLACE || !river_is_passable(river_field_at(m, next)))
                continue;
            int longer = way[at] + toll(river_field_at(m, next));
            way[next] = longer < way[next] ? longer : way[next];
        }
    }
}

static void check_way(const struct position *sample)
{
    const struct mississippi *m = mississippi_of(sample);
    int known = m->guessed ? m->guessed : RIVER_SEGMENTS;

    assert_true(m->is_precomputed);
    for (int i = 0; i < 2; i++)
        assert_int_equal(m->way[m->ship[i].place], plain_way(m, m->ship[i].place, known));
}

static void test_way(void **state)
{
    (void)state;
    for_positions(check_way);
}

/* ---- moves ---- */

static bool is_in(move_t move, const move_t moves[], int n)
{
    for (int i = 0; i < n; i++) {
        if (moves[i] == move)
            return true;
    }
    return false;
}

/* No move leaves the opponent without one unless the trap says that this may be; and if a move
 * wins at once, such a one is the only candidate. */
static void check_candidates(const struct position *sample)
{
    static move_t moves[GAME_MOVES_MAX], chosen[GAME_MOVES_MAX];
    const struct mississippi *m = mississippi_of(sample);
    int n = mississippi_moves(sample, moves), few = mississippi_candidates(sample, chosen);
    bool is_won = false, is_found = false;
    struct trap trap;

    assert_true(few > 0 && few <= n && few <= CANDIDATES_MAX);
    for (int i = 0; i < few; i++) {
        assert_true(is_in(chosen[i], moves, n));
        assert_false(is_in(chosen[i], chosen, i));
    }
    trap_init(&trap, m);
    for (int i = 0; i < n; i++) {
        struct position next = *sample;
        struct end_state e = mississippi_unpack(moves[i]);
        bool is_trap = trap_may_catch(&trap, &m->ship[game_other(sample->side)], &e);
        mississippi_rules.play(&next, moves[i]);
        const struct mississippi *after = mississippi_of(&next);
        bool is_win = next.side == SIDE_NONE && after->winner == sample->side;
        assert_true(is_trap || !is_win || after->end != END_NOMOVE);
        is_won |= is_win && after->end != END_LAG && after->end != END_ROUNDLIMIT;
        is_found |= is_win && is_in(moves[i], chosen, few);
    }
    assert_true(is_won ? is_found && few == 1 : true);
}

static void test_candidates(void **state)
{
    (void)state;
    for_positions(check_candidates);
}

/* ---- numbers ---- */

static void check_score(const struct position *sample)
{
    const struct game_eval *eval = eval_of(&mississippi_rules);
    int features[MISSISSIPPI_FEATURES], sum = 0;

    mississippi_features(sample, features);
    for (int i = 0; i < MISSISSIPPI_FEATURES; i++)
        sum += features[i] * mississippi_weights[0][i];
    assert_int_equal(eval->score(sample, NULL), sum);
    assert_true(sum >= -EVAL_MAX && sum <= EVAL_MAX);
}

static void test_score(void **state)
{
    (void)state;
    for_positions(check_score);
}

/* The table of race.c, from its description. */
static void test_stop_turns(void **state)
{
    static const int fast[SHIP_SPEED_MAX + 1] = {0, 0, 0, 0, 2, 6, 12};
    enum { FIELDS = RACE_FIELDS_MAX + 2, NEVER = 1000000 };
    int turns[SHIP_SPEED_MAX + 1][FIELDS];

    (void)state;
    for (int n = 0; n < FIELDS; n++) {
        for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
            turns[speed][n] = n > 0 ? NEVER : speed == 1 ? 0 : 40 + 8 * (speed - 2);
            for (int next = 1; next <= SHIP_SPEED_MAX && next <= n; next++) {
                int change = abs(next - speed), coal = change > 1 ? change - 1 : 0;
                int cost = RACE_TURN + fast[next] + 7 * coal;
                if ((n > next || next == 1) && cost + turns[next][n - next] < turns[speed][n])
                    turns[speed][n] = cost + turns[next][n - next];
            }
        }
    }
    for (int speed = 1; speed <= SHIP_SPEED_MAX; speed++) {
        const int *t = turns[speed];
        for (int n = 0; n <= RACE_FIELDS_MAX; n++)
            assert_int_equal(race_stop_turns(speed, n),
                             n < 2 ? t[n] : (t[n - 1] + 2 * t[n] + t[n + 1] + 2) / 4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_way),
        cmocka_unit_test(test_candidates),
        cmocka_unit_test(test_score),
        cmocka_unit_test(test_stop_turns),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
