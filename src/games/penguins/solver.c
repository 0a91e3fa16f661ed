/*
 * The exact end of a game.  In here it is always "me" to move against "you", and values are the
 * fish that I will still catch minus those that you will.
 *
 * Waiting moves.  Let me have a moves and you b in regions of our own.  Then only a - b matters: a
 * waiting move that both sides have is answered by the other's, and a side without moves is left
 * out, which is no better than having one more.  So all own regions together shrink to one number,
 * provided that the richest way through each is a longest one, too.  If it is not, the region stays
 * in the game as it is.
 */

#include "games/penguins/solver.h"

#include "base/minmax.h"
#include "base/rng.h"
#include "games/penguins/regions.h"
#include "games/penguins/territory.h"

#include <assert.h>

enum {
    BUCKET = 4,
    BUCKETS = PENGUINS_SOLVER_BYTES / (BUCKET * 16),
    LOOK_EVERY = 1024, /* nodes between two looks at the stop flag */
    FISH_WEIGHT = 128, /* alone: first fish, then moves, of which there are fewer than this */
    MOVES_MAX = 6 * PENGUINS_FIELDS,
    WAIT = 63, /* from here to here: a waiting move */
    SMALL = 8, /* with fewer floes moves are not looked at for long */
};

/* What is known about a position: its value is in low .. high.  A key of 0 is an empty entry. */
struct entry {
    uint64_t key;
    int16_t low, high;
    uint16_t move; /* tried first next time; from | to << 6 */
    uint16_t work; /* floes left: the larger ones stay */
};

_Static_assert(sizeof(struct entry) == 16, "a bucket is a cache line");

struct solver {
    const struct solve_request *request;
    struct entry *entries;
    uint64_t plus_one, plus_two; /* more fish on floes, whether they are still there or not */
    int floes;                   /* at the root */
    uint64_t nodes;
    bool is_stopped;
};

/* `tempo`: waiting moves, mine minus yours. */
struct state {
    uint64_t floes, mine, yours;
    int tempo;
};

static int count(uint64_t board) { return __builtin_popcountll(board); }

static int fish_on(const struct solver *solver, uint64_t floes)
{
    return count(floes) + count(floes & solver->plus_one) + 2 * count(floes & solver->plus_two);
}

static bool must_stop(struct solver *solver)
{
    const struct solve_request *request = solver->request;

    if (++solver->nodes >= request->nodes)
        solver->is_stopped = true;
    else if (solver->nodes % LOOK_EVERY == 0 && request->is_stopped)
        solver->is_stopped = solver->is_stopped || request->is_stopped(request->context);
    return solver->is_stopped;
}

/* ---- the table ---- */

static uint64_t key_of(const struct solver *solver, const struct state *state, uint64_t salt)
{
    uint64_t key = rng_mix(state->floes + salt);

    key = rng_mix(key ^ state->mine) + (solver->plus_one & state->floes);
    key = rng_mix(key ^ state->yours) + (solver->plus_two & state->floes);
    return rng_mix(key + (uint64_t)state->tempo) | 1;
}

static struct entry *bucket_of(const struct solver *solver, uint64_t key)
{
    return &solver->entries[(key >> 32) % BUCKETS * BUCKET];
}

static struct entry *find(const struct solver *solver, uint64_t key)
{
    struct entry *bucket = bucket_of(solver, key);

    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == key)
            return &bucket[i];
    }
    return NULL;
}

/* How much an entry deserves to stay.  There are never more floes than now. */
static int stay(const struct solver *solver, const struct entry *entry)
{
    return entry->work > solver->floes ? 0 : entry->work;
}

static void keep(struct solver *solver, struct entry entry)
{
    struct entry *bucket = bucket_of(solver, entry.key), *place = bucket;

    for (int i = 0; i < BUCKET; i++) {
        if (bucket[i].key == entry.key) {
            place = &bucket[i];
            break;
        }
        if (stay(solver, &bucket[i]) < stay(solver, place))
            place = &bucket[i];
    }
    *place = entry;
}

/* ---- moves ---- */

struct choice {
    uint8_t from, to;
    int16_t order_value;
};

static uint64_t slides_from(int from, uint64_t floes)
{
    return slides_reach(penguins_bit(from), floes);
}

/* The best of the rest comes to the front. */
static struct choice pick(struct choice *choices, int n, int at)
{
    int best = at;

    for (int i = at + 1; i < n; i++) {
        if (choices[i].order_value > choices[best].order_value)
            best = i;
    }
    struct choice picked = choices[best];
    choices[best] = choices[at];
    choices[at] = picked;
    return picked;
}

static uint16_t packed(struct choice choice) { return (uint16_t)(choice.from | choice.to << 6); }

static bool is_waiting(struct choice choice) { return choice.from == choice.to; }

/* ---- one side alone ---- */

/* What a way through own regions is worth: so much for a fish and for a move. */
struct worth {
    int fish, move;
    uint64_t salt; /* of the keys */
};

static const struct worth richest = {.fish = FISH_WEIGHT, .move = 1, .salt = 0xa10e};
static const struct worth longest = {.move = 1, .salt = 0x10e9};

static int worth_of(const struct solver *solver, const struct worth *worth, uint64_t floes)
{
    return worth->fish * fish_on(solver, floes) + worth->move * count(floes);
}

/* Dead ends first: no later way comes back to them. */
static int list_alone(struct choice *choices, const struct state *state, int first)
{
    int n = 0;

    for (uint64_t penguins = state->mine; penguins; penguins &= penguins - 1) {
        int from = __builtin_ctzll(penguins);
        for (uint64_t left = slides_from(from, state->floes); left; left &= left - 1) {
            int to = __builtin_ctzll(left);
            int ways = count(regions_beside(penguins_bit(to)) & state->floes);
            struct choice choice = {(uint8_t)from, (uint8_t)to, (int16_t)-ways};
            if (packed(choice) == first)
                choice.order_value = INT16_MAX;
            choices[n++] = choice;
        }
    }
    return n;
}

static int alone(struct solver *solver, const struct worth *worth, const struct state *state,
                 int enough);

/* Tries all moves: `entry` learns whether one of them is worth enough. */
static void try_alone(struct solver *solver, const struct worth *worth, const struct state *state,
                      int enough, struct entry *entry)
{
    struct choice choices[MOVES_MAX];
    int n = list_alone(choices, state, entry->move), best = 0;

    for (int i = 0; i < n && best < enough; i++) {
        struct choice choice = pick(choices, n, i);
        uint64_t to = penguins_bit(choice.to);
        int gain = worth_of(solver, worth, to);
        struct state next = {.floes = state->floes & ~to,
                             .mine = (state->mine ^ penguins_bit(choice.from)) | to};
        int value = gain + alone(solver, worth, &next, enough - gain);
        if (solver->is_stopped)
            return;
        if (value > best) {
            best = value;
            entry->move = packed(choice);
        }
    }
    if (best >= enough)
        entry->low = (int16_t)best;
    else
        entry->high = (int16_t)best;
}

/* The same for one region, all of which its penguins can reach. */
static int alone_here(struct solver *solver, const struct worth *worth, const struct state *region,
                      int enough)
{
    uint64_t key = key_of(solver, region, worth->salt);
    const struct entry *known = find(solver, key);
    struct entry entry = {.key = key, .high = (int16_t)worth_of(solver, worth, region->floes)};

    if (known)
        entry = *known;
    if (entry.high < enough)
        return entry.high;
    if (entry.low >= enough || must_stop(solver))
        return entry.low;
    try_alone(solver, worth, region, enough, &entry);
    if (solver->is_stopped)
        return 0;
    entry.work = (uint16_t)count(region->floes);
    keep(solver, entry);
    return entry.low >= enough ? entry.low : entry.high;
}

/* Exactly the most that can be collected in one region: asked for everything first, which is what
 * mostly can be had, then for the most that is left. */
static int most_here(struct solver *solver, const struct worth *worth, const struct state *region)
{
    int enough = worth_of(solver, worth, region->floes);

    for (;;) {
        int value = alone_here(solver, worth, region, enough);
        if (value >= enough || solver->is_stopped)
            return value;
        enough = value;
    }
}

/* Is the most that my penguins can collect at least `enough`?  If so the result is at least that,
 * and otherwise less, but never less than what can be collected. */
static int alone(struct solver *solver, const struct worth *worth, const struct state *state,
                 int enough)
{
    uint64_t left = regions_reach(state->mine, state->floes);
    int most = worth_of(solver, worth, left), sum = 0;

    if (most < enough || !left)
        return most;
    while (left && !solver->is_stopped) {
        struct region around = regions_around(left & -left, left, state->mine);
        struct state region = {.floes = around.floes, .mine = around.penguins};
        if (around.floes == left && sum == 0)
            return alone_here(solver, worth, &region, enough);
        sum += most_here(solver, worth, &region);
        left &= ~around.floes;
    }
    return sum;
}

static int most_fish(struct solver *solver, uint64_t penguins, uint64_t floes)
{
    int sum = 0;

    while (floes && !solver->is_stopped) {
        struct region around = regions_around(floes & -floes, floes, penguins);
        struct state region = {.floes = around.floes, .mine = around.penguins};
        sum += most_here(solver, &richest, &region) / FISH_WEIGHT;
        floes &= ~around.floes;
    }
    return sum;
}

/* What the regions that only one side reaches bring: fish and moves.  Not simple: some have a
 * richest way and another, longer one. */
struct harvest {
    int fish, moves;
    uint64_t odd_floes, odd_penguins; /* of the regions that are not simple */
    int odd_fish;
};

static void reap_region(struct solver *solver, const struct state *region, struct harvest *harvest)
{
    int value = most_here(solver, &richest, region);
    int fish = value / FISH_WEIGHT, moves = value % FISH_WEIGHT;

    if (moves < count(region->floes) && most_here(solver, &longest, region) > moves) {
        harvest->odd_floes |= region->floes;
        harvest->odd_penguins |= region->mine;
        harvest->odd_fish += fish;
        return;
    }
    harvest->fish += fish;
    harvest->moves += moves;
}

static struct harvest reap(struct solver *solver, uint64_t penguins, uint64_t floes)
{
    struct harvest harvest = {0};

    while (floes && !solver->is_stopped) {
        struct region around = regions_around(floes & -floes, floes, penguins);
        struct state region = {.floes = around.floes, .mine = around.penguins};
        reap_region(solver, &region, &harvest);
        floes &= ~around.floes;
    }
    return harvest;
}

/* ---- both sides ---- */

/* What each side reaches, and the regions that both do. */
struct split {
    uint64_t my_reach, your_reach;
    struct region fight;
};

static struct split split_of(const struct state *state)
{
    struct split split = {.my_reach = regions_reach(state->mine, state->floes),
                          .your_reach = regions_reach(state->yours, state->floes)};
    uint64_t both = split.my_reach & split.your_reach;

    if (both)
        split.fight =
            regions_around(both, split.my_reach | split.your_reach, state->mine | state->yours);
    return split;
}

/* A state without its simple own regions, which bring `known`; the value of the rest is within
 * low .. high. */
struct core {
    struct state state;
    int known, low, high;
};

static struct core core_of(struct solver *solver, const struct state *state,
                           const struct split *split)
{
    struct region fight = split->fight;
    struct harvest mine =
        reap(solver, state->mine & ~fight.penguins, split->my_reach & ~fight.floes);
    struct harvest yours =
        reap(solver, state->yours & ~fight.penguins, split->your_reach & ~fight.floes);
    int odd_fish = mine.odd_fish - yours.odd_fish;
    struct state rest = {
        .floes = fight.floes | mine.odd_floes | yours.odd_floes,
        .mine = (state->mine & fight.penguins) | mine.odd_penguins,
        .yours = (state->yours & fight.penguins) | yours.odd_penguins,
    };

    /* More waiting moves than floes are no use. */
    int floes = count(rest.floes);
    rest.tempo = int_clamp(state->tempo + mine.moves - yours.moves, -floes, floes);
    return (struct core){
        .state = rest,
        .known = mine.fish - yours.fish,
        .low = odd_fish - fish_on(solver, split->your_reach & fight.floes),
        .high = odd_fish + fish_on(solver, split->my_reach & fight.floes),
    };
}

static int value_of(struct solver *solver, const struct state *state, int alpha, int beta);

/* The state after a choice, seen by the other side. */
static struct state after(const struct state *state, struct choice choice)
{
    struct state next = {
        .floes = state->floes, .mine = state->yours, .yours = state->mine, .tempo = -state->tempo};

    if (is_waiting(choice)) {
        next.tempo++;
        return next;
    }
    uint64_t to = penguins_bit(choice.to);
    assert((state->floes & to) && (state->mine & penguins_bit(choice.from)));
    next.floes &= ~to;
    next.yours = (next.yours & ~penguins_bit(choice.from)) | to;
    return next;
}

static int gain_of(const struct solver *solver, struct choice choice)
{
    return is_waiting(choice) ? 0 : fish_on(solver, penguins_bit(choice.to));
}

/* What the other side has to hope for after a choice, roughly, in the fish of its territory. */
static int outlook(const struct solver *solver, const struct state *state)
{
    struct territory ways = territory_of((both_t){state->mine, state->yours}, state->floes);
    both_t first = ways.first[0] | ways.first[1] | ways.first[2];
    uint64_t shared = ways.shared[0] | ways.shared[1] | ways.shared[2];

    return 2 * fish_on(solver, first[0]) - 2 * fish_on(solver, first[1]) +
           fish_on(solver, shared) / 2;
}

/* Near the end a glance at the fish is enough, before it pays to compute the territories. */
static int16_t order_value_of(const struct solver *solver, const struct state *state,
                              struct choice choice, bool is_small)
{
    struct state next = after(state, choice);
    int gain = gain_of(solver, choice);

    return (int16_t)(is_small ? gain : 2 * gain - outlook(solver, &next));
}

static int list_choices(const struct solver *solver, struct choice *choices,
                        const struct state *state, int first)
{
    bool is_small = count(state->floes) < SMALL;
    int n = 0;

    for (uint64_t left = state->mine; left; left &= left - 1) {
        int from = __builtin_ctzll(left);
        for (uint64_t to = slides_from(from, state->floes); to; to &= to - 1)
            choices[n++] = (struct choice){(uint8_t)from, (uint8_t)__builtin_ctzll(to), 0};
    }
    if (state->tempo > 0)
        choices[n++] = (struct choice){WAIT, WAIT, 0};
    assert(n <= MOVES_MAX);
    for (int i = 0; i < n; i++) {
        bool is_first = packed(choices[i]) == first;
        choices[i].order_value =
            is_first ? INT16_MAX : order_value_of(solver, state, choices[i], is_small);
    }
    return n;
}

/* The value of a choice for the side that makes it; afterwards it is the other's turn. */
static int value_after(struct solver *solver, const struct state *state, struct choice choice,
                       int alpha, int beta)
{
    struct state next = after(state, choice);
    int gain = gain_of(solver, choice);

    return gain - value_of(solver, &next, gain - beta, gain - alpha);
}

/* The best choice; `move` is the one to try first, and then the best.  The first is searched
 * with the whole window, the others are only asked whether they are better, until one is. */
static int best_choice(struct solver *solver, const struct state *state, int alpha, int beta,
                       uint16_t *move)
{
    struct choice choices[MOVES_MAX];
    int n = list_choices(solver, choices, state, *move), best = INT16_MIN;

    for (int i = 0; i < n && best < beta; i++) {
        struct choice choice = pick(choices, n, i);
        int bound = best > alpha ? best : alpha;
        int value = value_after(solver, state, choice, bound, i == 0 ? beta : bound + 1);
        if (i > 0 && value > bound && value < beta)
            value = value_after(solver, state, choice, bound, beta);
        if (solver->is_stopped)
            return 0;
        if (value > best) {
            best = value;
            *move = packed(choice);
        }
    }
    return best;
}

/* The value of what is contested.  Within alpha .. beta it is exact; at most alpha it is an upper
 * bound, from beta on a lower one. */
static int contested(struct solver *solver, const struct core *core, int alpha, int beta)
{
    uint64_t key = key_of(solver, &core->state, 0);
    const struct entry *known = find(solver, key);
    struct entry entry = {.key = key, .low = (int16_t)core->low, .high = (int16_t)core->high};

    if (known)
        entry = *known;
    if (entry.low >= beta || entry.low == entry.high)
        return entry.low;
    if (entry.high <= alpha || must_stop(solver))
        return entry.high;
    if (alpha < entry.low)
        alpha = entry.low - 1;
    if (beta > entry.high)
        beta = entry.high + 1;
    assert(alpha < beta);
    int value = best_choice(solver, &core->state, alpha, beta, &entry.move);
    if (solver->is_stopped)
        return 0;
    if (value < beta)
        entry.high = (int16_t)value;
    if (value > alpha)
        entry.low = (int16_t)value;
    entry.work = (uint16_t)count(core->state.floes);
    keep(solver, entry);
    return value;
}

/* No floe is reached by both sides. */
static int value_apart(struct solver *solver, const struct state *state, const struct split *split)
{
    return most_fish(solver, state->mine, split->my_reach) -
           most_fish(solver, state->yours, split->your_reach);
}

static int value_of(struct solver *solver, const struct state *state, int alpha, int beta)
{
    struct split split = split_of(state);
    int most = fish_on(solver, split.my_reach), least = -fish_on(solver, split.your_reach);

    if (most <= alpha)
        return most;
    if (least >= beta)
        return least;
    if (!split.fight.floes)
        return value_apart(solver, state, &split);
    struct core core = core_of(solver, state, &split);
    if (solver->is_stopped)
        return 0;
    return core.known + contested(solver, &core, alpha - core.known, beta - core.known);
}

/* ---- solving ---- */

int penguins_count_reachable(const struct penguins *ice)
{
    return count(regions_reach(ice->team[SIDE_RED][0] | ice->team[SIDE_BLUE][0], ice->floes[0]));
}

bool penguins_solve(const struct position *pos, const struct solve_request *request,
                    struct solution *solution)
{
    const struct penguins *ice = penguins_of(pos);
    enum side me = pos->side, you = game_other(me);
    int lead = ice->fish[me] - ice->fish[you];
    struct state state = {
        .floes = ice->floes[0], .mine = ice->team[me][0], .yours = ice->team[you][0]};
    struct solver solver = {.request = request,
                            .entries = request->memory,
                            .plus_one = ice->plus_one,
                            .plus_two = ice->plus_two,
                            .floes = count(state.floes)};

    assert(me < SIDE_NONE && penguins_all_placed(ice, me) && penguins_all_placed(ice, you));
    assert(request->memory && request->alpha < request->beta);
    /* All real moves, also those in own regions: one of them has to be played. */
    uint16_t best = 0;
    int value = best_choice(&solver, &state, request->alpha - lead, request->beta - lead, &best);
    *solution = (struct solution){.nodes = solver.nodes};
    if (solver.is_stopped)
        return false;
    solution->margin = lead + value;
    solution->best = penguins_slide(best & 63, best >> 6);
    solution->kind = solution->margin >= request->beta    ? SOLUTION_AT_LEAST
                     : solution->margin <= request->alpha ? SOLUTION_AT_MOST
                                                          : SOLUTION_EXACT;
    return true;
}
