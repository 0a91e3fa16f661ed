/* The solver against trying everything, and the features against loops over an array. */

#include "base/rng.h"
#include "games/penguins/features.h"
#include "games/penguins/regions.h"
#include "games/penguins/solver.h"
#include "tries.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS = 800,
    FLOES_MAX = 7,
    GAMES = 40,
    MOVES_MAX = 6 * PENGUINS_FIELDS,
    LEAD_MAX = 1000,
    DIRECTIONS = 6
};

extern const struct game_rules penguins_rules;

static int failures;

static void fail(const struct position *pos, const char *what, int expected, int found)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    penguins_print_position(pos, &buf);
    printf("%.*s: %s is %d, not %d\n", (int)buf_slice(&buf).len, buf_slice(&buf).at, what, expected,
           found);
    failures++;
}

/* ---- the end of a game ---- */

static int lead_of(const struct position *pos, enum side side)
{
    const struct penguins *ice = penguins_of(pos);

    return ice->fish[side] - ice->fish[game_other(side)];
}

static int try_all(const struct position *pos);

static int try_move(const struct position *pos, move_t move)
{
    struct position next = *pos;

    penguins_rules.play(&next, move);
    if (next.side == SIDE_NONE)
        return lead_of(&next, pos->side);
    return next.side == pos->side ? try_all(&next) : -try_all(&next);
}

static int try_all(const struct position *pos)
{
    move_t moves[MOVES_MAX];
    int n = penguins_rules.moves(pos, moves), best = -LEAD_MAX;

    for (int i = 0; i < n; i++) {
        int lead = try_move(pos, moves[i]);
        best = lead > best ? lead : best;
    }
    return best;
}

static void shuffle(int fields[], int n, struct rng *rng)
{
    for (int i = n - 1; i > 0; i--) {
        int other = rng_below(rng, i + 1), field = fields[i];
        fields[i] = fields[other];
        fields[other] = field;
    }
}

/* Eight penguins and some floes in a corner of the board, close enough to be in each other's
 * way. */
static bool draw_position(struct position *pos, struct rng *rng)
{
    int width = 3 + rng_below(rng, 4), height = 3 + rng_below(rng, 4), n = 0;
    int left = rng_below(rng, 9 - width), top = rng_below(rng, 9 - height);
    int floes = 1 + rng_below(rng, FLOES_MAX);
    int fields[PENGUINS_FIELDS];

    *pos = (struct position){.turn = (uint16_t)(8 + rng_below(rng, 2))};
    for (int i = 0; i < width * height; i++)
        fields[n++] = penguins_field(left + i % width, top + i / width);
    shuffle(fields, n, rng);
    for (int i = 0; i < n && i < 8 + floes; i++) {
        char letter = (char)(i < 4   ? 'R'
                             : i < 8 ? 'B'
                                     : '1' + rng_below(rng, 1 + rng_below(rng, 4)));
        penguins_put_letter(penguins_body(pos), fields[i], letter);
    }
    penguins_complete(pos);
    return pos->side != SIDE_NONE;
}

static struct solution solve(const struct position *pos, int alpha, int beta, void *memory)
{
    struct solve_request request = {
        .alpha = alpha, .beta = beta, .nodes = UINT64_MAX, .memory = memory};
    struct solution answer;

    if (!penguins_solve(pos, &request, &answer))
        fail(pos, "solved", 1, 0);
    return answer;
}

/* A narrow window gives the value, or a bound on its right side. */
static bool is_within(int expected, int found, int alpha, int beta)
{
    if (expected <= alpha)
        return found <= alpha && found >= expected;
    if (expected >= beta)
        return found >= beta && found <= expected;
    return found == expected;
}

static void test_end(const struct position *pos, struct rng *rng, void *memory)
{
    int expected = try_all(pos);
    int alpha = expected - 2 + rng_below(rng, 4), beta = alpha + 1 + rng_below(rng, 2);
    struct solution narrow = solve(pos, alpha, beta, memory);
    struct solution answer = solve(pos, -LEAD_MAX, LEAD_MAX, memory);

    if (answer.margin != expected)
        fail(pos, "lead", expected, answer.margin);
    else if (!penguins_rules.legal(pos, answer.best) || try_move(pos, answer.best) != expected)
        fail(pos, "best move", expected, (int)answer.best);
    if (!is_within(expected, narrow.margin, alpha, beta))
        fail(pos, "lead in a window", expected, narrow.margin);
}

static void test_ends(void)
{
    void *memory = aligned_alloc(64, PENGUINS_SOLVER_BYTES);
    struct rng rng = rng_make(2023);
    struct position pos;

    memset(memory, 0, PENGUINS_SOLVER_BYTES);
    for (int done = 0; done < tries(POSITIONS);) {
        if (!draw_position(&pos, &rng))
            continue;
        test_end(&pos, &rng, memory);
        done++;
    }
    free(memory);
}

/* A solver without time must say so. */
static void test_budget(void)
{
    void *memory = calloc(1, PENGUINS_SOLVER_BYTES + 64);
    struct solve_request request = {.alpha = -LEAD_MAX, .beta = LEAD_MAX, .nodes = 100};
    struct solution answer;
    struct position pos;
    struct err why;

    request.memory = (char *)memory + (64 - (uintptr_t)memory % 64);
    penguins_parse_position(
        slice_of("0303R223/320R2320/2201B300/00003002/0003B0B1/02310022/02B210R3/30R33131 "
                 "b 25 20,18"),
        &pos, &why);
    if (penguins_solve(&pos, &request, &answer) || answer.nodes > request.nodes)
        fail(&pos, "solved with 100 nodes", 0, 1);
    free(memory);
}

/* ---- the features ---- */

static const struct penguins_place steps[DIRECTIONS] = {{2, 0},  {1, 1},   {-1, 1},
                                                        {-2, 0}, {-1, -1}, {1, -1}};

/* The field beside this one, or PENGUINS_OFF_BOARD. */
static int beside(int field, int direction)
{
    struct penguins_place at = penguins_place_of(field);

    at.x += steps[direction].x;
    at.y += steps[direction].y;
    return penguins_is_on_board(at) ? penguins_field_at(at) : PENGUINS_OFF_BOARD;
}

static bool has_floe(const struct penguins *ice, int field)
{
    return field != PENGUINS_OFF_BOARD && penguins_has(ice->floes[0], field);
}

enum { NEVER = 99 };

/* With how many slides each side reaches each floe, over floes that the other does not reach with
 * fewer. */
static void count_slides(const struct penguins *ice, const uint64_t teams[2],
                         int slides[2][PENGUINS_FIELDS])
{
    for (int side = 0; side < 2; side++) {
        for (int field = 0; field < PENGUINS_FIELDS; field++)
            slides[side][field] = penguins_has(teams[side], field) ? 0 : NEVER;
    }
    for (int round = 1; round < PENGUINS_FIELDS; round++) {
        for (int i = 0; i < 2 * PENGUINS_FIELDS * DIRECTIONS; i++) {
            int side = i / DIRECTIONS % 2, from = i / DIRECTIONS / 2, way = i % DIRECTIONS;
            if (slides[side][from] != round - 1)
                continue;
            for (int to = beside(from, way); has_floe(ice, to); to = beside(to, way)) {
                if (slides[1 - side][to] < round)
                    break;
                if (slides[side][to] == round - 1)
                    break;
                if (slides[side][to] > round)
                    slides[side][to] = round;
            }
        }
    }
}

static void add_territory(const struct penguins *ice, const uint64_t teams[2], int out[])
{
    int slides[2][PENGUINS_FIELDS];

    count_slides(ice, teams, slides);
    for (int field = 0; field < PENGUINS_FIELDS; field++) {
        int mine = slides[0][field], yours = slides[1][field];
        int least = mine < yours ? mine : yours, near = least > 3 ? 2 : least - 1;
        int sign = mine < yours ? 1 : -1, fish = penguins_fish(ice, field);
        if (least == 0 || least == NEVER)
            continue;
        if (mine == yours) {
            out[FEATURE_SHARED + near] += fish;
        } else {
            out[FEATURE_FISH + near] += sign * fish;
            out[FEATURE_FLOES + near] += sign;
        }
    }
}

static void add_penguins(const struct penguins *ice, uint64_t team, int sign, int out[])
{
    for (int field = 0; field < PENGUINS_FIELDS; field++) {
        int floes = 0;
        if (!penguins_has(team, field))
            continue;
        for (int way = 0; way < DIRECTIONS; way++) {
            floes += has_floe(ice, beside(field, way));
            for (int to = beside(field, way); has_floe(ice, to); to = beside(to, way))
                out[FEATURE_ROOM] += sign;
        }
        if (floes <= 3)
            out[FEATURE_TRAPPED + floes] += sign;
    }
}

static void add_captured(const struct penguins *ice, const uint64_t teams[2], int out[])
{
    uint64_t mine = regions_reach(teams[0], ice->floes[0]);
    uint64_t yours = regions_reach(teams[1], ice->floes[0]);

    for (int field = 0; field < PENGUINS_FIELDS; field++) {
        int sign = penguins_has(mine, field) - penguins_has(yours, field);
        out[FEATURE_CAPTURED_FISH] += sign * penguins_fish(ice, field);
        out[FEATURE_CAPTURED_FLOES] += sign;
    }
}

/* Is a penguin of the team that many steps over floes away, or fewer? */
static bool is_within_steps(const struct penguins *ice, uint64_t team, int field, int steps_left)
{
    for (int way = 0; way < DIRECTIONS; way++) {
        int to = beside(field, way);
        if (to != PENGUINS_OFF_BOARD && penguins_has(team, to))
            return true;
        if (steps_left > 1 && has_floe(ice, to) && is_within_steps(ice, team, to, steps_left - 1))
            return true;
    }
    return false;
}

static void add_near(const struct penguins *ice, uint64_t team, int sign, int out[])
{
    for (int field = 0; field < PENGUINS_FIELDS; field++) {
        if (!has_floe(ice, field))
            continue;
        out[FEATURE_STEP] += sign * is_within_steps(ice, team, field, 1);
        if (is_within_steps(ice, team, field, 2)) {
            out[FEATURE_STEPS] += sign;
            out[FEATURE_STEPS_FISH] += sign * penguins_fish(ice, field);
        }
    }
}

static void test_features(const struct position *pos)
{
    const struct penguins *ice = penguins_of(pos);
    enum side me = pos->side, you = game_other(me);
    uint64_t teams[2] = {ice->team[me][0], ice->team[you][0]};
    int expected[PENGUINS_FEATURES] = {0}, found[PENGUINS_FEATURES];

    expected[FEATURE_BAG] = lead_of(pos, me);
    expected[FEATURE_TO_MOVE] = 1;
    add_territory(ice, teams, expected);
    add_penguins(ice, teams[0], 1, expected);
    add_penguins(ice, teams[1], -1, expected);
    add_captured(ice, teams, expected);
    add_near(ice, teams[0], 1, expected);
    add_near(ice, teams[1], -1, expected);
    penguins_features(pos, found);
    for (int i = 0; i < PENGUINS_FEATURES; i++) {
        if (found[i] != expected[i]) {
            char name[32];
            snprintf(name, sizeof name, "feature %d", i);
            fail(pos, name, expected[i], found[i]);
        }
    }
}

static void test_games(void)
{
    for (uint64_t seed = 1; seed <= (uint64_t)tries(GAMES); seed++) {
        struct game_options options = {.ruleset = seed % 2 ? RULES_BOOK : RULES_SERVER};
        struct rng rng = rng_make(seed);
        struct position pos = {0};

        penguins_rules.setup(&pos, seed, &options, NULL);
        while (pos.side != SIDE_NONE) {
            move_t moves[MOVES_MAX];
            test_features(&pos);
            penguins_rules.play(&pos, moves[rng_below(&rng, penguins_rules.moves(&pos, moves))]);
        }
    }
}

int main(void)
{
    test_ends();
    test_budget();
    test_games();
    printf("%d failures\n", failures);
    return failures > 0;
}
