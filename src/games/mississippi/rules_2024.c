/* Mississippi Queen 2024: what happens after a move, and which side is next. */

#include "games/mississippi/river_2024.h"

#include "base/rng.h"

#include <assert.h>

/* ---- ships and points ---- */

int mississippi24_points(const struct ship *ship)
{
    return river24_progress(ship->place) + SEGMENT_POINTS * ship->passengers;
}

/* A current takes one off the speed. */
bool mississippi24_is_slow(const struct mississippi24 *g, const struct ship *ship)
{
    return ship->speed - river24_has_current(g, ship->place) < 2;
}

bool mississippi24_is_home(const struct mississippi24 *g, const struct ship *ship)
{
    return river_field_at(&g->m, ship->place) == FIELD_GOAL &&
           ship->passengers >= PASSENGERS_AT_GOAL && mississippi24_is_slow(g, ship);
}

void mississippi24_rekey(struct position *pos)
{
    const struct mississippi24 *g = mississippi24_of(pos);

    mississippi_rekey(pos);
    if (g->stuck)
        pos->key ^= rng_mix(UINT64_C(0x737475636b) + g->stuck);
}

enum side mississippi24_better_ship(const struct mississippi24 *g)
{
    const struct ship *red = &g->m.ship[SIDE_RED], *blue = &g->m.ship[SIDE_BLUE];
    int lead = mississippi24_points(red) - mississippi24_points(blue);

    if (lead == 0)
        lead = red->passengers - blue->passengers;
    return lead > 0 ? SIDE_RED : lead < 0 ? SIDE_BLUE : SIDE_NONE;
}

/* ---- which side opens a round ---- */

/* Where nothing else differs, red opens it: so much is it ahead in BY_SIDE. */
static int lead_by(const struct mississippi24 *g, enum lead_criterion by)
{
    const struct ship *red = &g->m.ship[SIDE_RED], *blue = &g->m.ship[SIDE_BLUE];

    if (by == BY_SEGMENT)
        return river_segment_of(red->place) - river_segment_of(blue->place);
    if (by == BY_ROW)
        return river24_progress(red->place) - river24_progress(blue->place);
    if (by == BY_SPEED)
        return red->speed - blue->speed;
    if (by == BY_COAL)
        return red->coal - blue->coal;
    return by == BY_SIDE;
}

enum lead_criterion mississippi24_lead_criterion(const struct mississippi24 *g)
{
    enum lead_criterion by = BY_SEGMENT;

    while (lead_by(g, by) == 0)
        by++;
    return by;
}

enum side mississippi24_leader(const struct mississippi24 *g)
{
    return lead_by(g, mississippi24_lead_criterion(g)) > 0 ? SIDE_RED : SIDE_BLUE;
}

/* ---- playing ---- */

/* The first passenger whose dock the ship is at; its field stays closed. */
static void take_passenger(struct mississippi24 *g, struct ship *ship)
{
    struct mississippi *m = &g->m;

    for (int i = 0; i < RIVER_DIRECTIONS; i++) {
        int dir = river24_direction(i); /* the order of the season: clockwise */
        int place = river24_neighbour(m, ship->place, dir, RIVER_SEGMENTS - 1);
        int kind = river_field_at(m, place);
        if (kind != FIELD_PASSENGER + river_opposite(dir))
            continue;
        int emptied = kind - FIELD_PASSENGER + FIELD_EMPTIED;
        m->board_key ^=
            river_field_key(place, (enum field)kind) ^ river_field_key(place, (enum field)emptied);
        (&m->field[0][0])[place] = (uint8_t)emptied;
        ship->passengers++;
        return;
    }
}

static void put(const struct mississippi *m, struct ship *ship, int place)
{
    int x, y;

    river_place_xy(m, place, &x, &y);
    ship->x = (int8_t)x;
    ship->y = (int8_t)y;
    ship->place = (uint8_t)place;
}

/* The server lets a pushed ship take a passenger only if its speed is 1, whatever the current. */
static bool takes_when_pushed(const struct mississippi24 *g, const struct ship *ship,
                              enum ruleset ruleset)
{
    return ruleset == RULES_SERVER ? ship->speed == 1 : mississippi24_is_slow(g, ship);
}

static void reveal(struct mississippi *m, int segment)
{
    int latest =
        segment + VISIBLE_AT_FIRST < RIVER_SEGMENTS ? segment : RIVER_SEGMENTS - VISIBLE_AT_FIRST;

    if (latest > m->latest)
        m->latest = (uint8_t)latest;
}

void mississippi24_apply(struct mississippi24 *g, enum side mover, struct end_state24 e,
                         enum ruleset ruleset)
{
    struct ship *own = &g->m.ship[mover], *other = &g->m.ship[game_other(mover)];

    put(&g->m, own, e.place);
    own->dir = e.dir;
    own->speed = e.speed;
    own->coal = e.coal;
    own->free_turns = 1;
    if (e.pushes > 0) {
        int free_turns = other->free_turns + e.pushes;
        put(&g->m, other, e.other_place);
        other->free_turns = (uint8_t)(free_turns < FREE_TURNS_MAX ? free_turns : FREE_TURNS_MAX);
    }
    if (mississippi24_is_slow(g, own))
        take_passenger(g, own);
    if (e.pushes > 0 && takes_when_pushed(g, other, ruleset))
        take_passenger(g, other);
    reveal(&g->m, river_segment_of(own->place));
}

static void play(struct position *pos, move_t move)
{
    struct mississippi24 *g = mississippi24_body(pos);
    enum side mover = (enum side)pos->side;

    assert(mover != SIDE_NONE);
    bool was_home = mississippi24_is_home(g, &g->m.ship[game_other(mover)]);
    mississippi24_apply(g, mover, mississippi24_unpack(move), (enum ruleset)pos->ruleset);
    assert(g->m.ship[SIDE_RED].place != g->m.ship[SIDE_BLUE].place);
    pos->turn++;
    pos->side = (uint8_t)(pos->turn % 2 ? game_other(mover) : mississippi24_leader(g));
    mississippi24_judge(pos, mover, was_home);
    mississippi24_rekey(pos);
}

/* A stuck ship has no points. */
static void result(const struct position *pos, struct game_result *result)
{
    static const char *const reason[] = {NULL, "goal", "lag", "roundlimit", "stuck"};
    const struct mississippi24 *g = mississippi24_of(pos);

    *result = (struct game_result){.winner = SIDE_NONE, .reason = reason[g->m.end]};
    if (g->m.end != END_NONE)
        result->winner = g->m.winner;
    game_score_win(result);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        bool is_stuck = side == mississippi24_stuck(g);
        result->score[side][1] = is_stuck ? 0 : mississippi24_points(&g->m.ship[side]);
        result->score[side][2] = is_stuck ? 0 : g->m.ship[side].passengers;
    }
}

/* ---- what is hidden ---- */

static void name_hidden(const struct mississippi *m, char details[ERR_DETAILS_SIZE])
{
    int last = river_last_visible(m) > m->known ? river_last_visible(m) : m->known;
    struct buf buf;

    buf_init(&buf, details, ERR_DETAILS_SIZE);
    for (int i = m->known; i <= last; i++) {
        if (buf.len > 0)
            buf_add_char(&buf, ' ');
        buf_add_int(&buf, i);
    }
}

/* In ruleset server a move may lead to hidden fields.  A player cannot know them: where they are
 * hidden, the moves are those on visible fields, and if there is none they depend on the rest. */
bool mississippi24_knows_moves(const struct position *pos, struct err *why)
{
    const struct mississippi *m = mississippi_of(pos);
    struct move_scope scope = {.turns = TURNS_ALL, .last = m->known - 1};
    char details[ERR_DETAILS_SIZE];

    if (pos->side == SIDE_NONE || m->known == RIVER_SEGMENTS)
        return true;
    bool is_revealed = river_is_revealed(m);
    bool is_seen = river_segment_of(m->ship[pos->side].place) < m->known;
    if (is_revealed && (pos->ruleset == RULES_BOOK ||
                        (is_seen && mississippi24_has_move(pos, (enum side)pos->side, scope))))
        return true;
    name_hidden(m, details);
    return err_set(why, "hidden", details);
}

static const struct reason reasons[] = {
#include "games/mississippi/reasons_2024.def"
    {0},
};

const struct game_rules mississippi24_rules = {
    .name = "mississippi24",
    .title = "Mississippi Queen 2024",
    .year = 2024,
    .scores = {{"Siegpunkte", AGGREGATION_SUM},
               {"Punkte", AGGREGATION_AVERAGE},
               {"Passagiere", AGGREGATION_AVERAGE}},
    .forfeit = FORFEIT_TAKES_ALL,
    .score_count = 3,
    .body_size = sizeof(struct mississippi24),
    .turn_max = MISSISSIPPI_TURN_LIMIT,
    .moves_max = 13680, /* as in 2017 (moves.c): each push and each field costs a point at least */
    .reasons = reasons,
    .setup = mississippi24_setup,
    .ready = mississippi24_knows_moves,
    .moves = mississippi24_moves,
    .count = mississippi24_count,
    .read = mississippi24_read_move,
    .legal = mississippi24_legal,
    .play = play,
    .result = result,
    .hide = mississippi24_hide,
    .fill = mississippi24_fill_hidden,
    .study = mississippi_precompute,
    .print = mississippi24_print_position,
    .parse = mississippi24_parse_position,
    .print_move = mississippi24_print_move,
};
