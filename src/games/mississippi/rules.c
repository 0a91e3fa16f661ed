/* Mississippi Queen 2017: what happens after a move, which side is next, how the game ends. */

#include "games/mississippi/river.h"

#include "base/rng.h"

#include <assert.h>

/* ---- ships and points ---- */

int mississippi_points(const struct ship *ship)
{
    return SEGMENT_POINTS * (river_segment_of(ship->place) + ship->passengers) +
           river_row[ship->place % RIVER_SEGMENT_FIELDS];
}

static uint64_t ship_key(const struct ship *ship, uint64_t salt)
{
    uint64_t bytes;

    _Static_assert(sizeof *ship == sizeof bytes, "a ship is hashed as one number");
    memcpy(&bytes, ship, sizeof bytes);
    return rng_mix(bytes + salt);
}

void mississippi_rekey(struct position *pos)
{
    const struct mississippi *m = mississippi_of(pos);
    uint64_t rest = (uint64_t)pos->turn | (uint64_t)pos->side << 16 | (uint64_t)pos->ruleset << 24 |
                    (uint64_t)m->latest << 32 | (uint64_t)m->end << 40 | (uint64_t)m->winner << 48;

    pos->key = m->board_key ^ ship_key(&m->ship[SIDE_RED], UINT64_C(0x52)) ^
               ship_key(&m->ship[SIDE_BLUE], UINT64_C(0x9e3779b97f4a7c15)) ^
               rng_mix(rest + UINT64_C(0x7475726e));
}

/* ---- which side opens a round ---- */

/* How far red is ahead of blue, measured along one direction (ruleset server). */
static int lead_along(int dir, const struct ship *red, const struct ship *blue)
{
    int dx = river_skew(red->x, red->y) - river_skew(blue->x, blue->y), dz = red->y - blue->y,
        dy = -dx - dz;
    const int lead[RIVER_DIRECTIONS] = {dx - dy, dx - dz, dy - dz, dy - dx, dz - dx, dz - dy};

    return lead[dir];
}

/* The server measures along the direction of the last segment in sight, the book in segments, then
 * in rows. */
static int lead_by(const struct position *pos, enum lead_criterion by)
{
    const struct mississippi *m = mississippi_of(pos);
    const struct ship *red = &m->ship[SIDE_RED], *blue = &m->ship[SIDE_BLUE];
    bool is_book = pos->ruleset == RULES_BOOK;

    switch (by) {
    case BY_SEGMENT:
        return is_book ? river_segment_of(red->place) - river_segment_of(blue->place) : 0;
    case BY_ROW:
        return is_book ? river_row[red->place % RIVER_SEGMENT_FIELDS] -
                             river_row[blue->place % RIVER_SEGMENT_FIELDS]
                       : 0;
    case BY_DIRECTION:
        return is_book ? 0 : lead_along(m->dir[river_last_known(m)], red, blue);
    case BY_SPEED:
        return red->speed - blue->speed;
    case BY_COAL:
        return red->coal - blue->coal;
    case BY_X:
        return red->x - blue->x;
    case BY_Y:
    case BY_SIDE: /* only in season 2024 */
        break;
    }
    return red->y - blue->y;
}

/* Two ships never share a field, so x and y always tell them apart. */
enum lead_criterion mississippi_lead_criterion(const struct position *pos)
{
    enum lead_criterion by = BY_SEGMENT;

    while (by < BY_Y && lead_by(pos, by) == 0)
        by++;
    return by;
}

enum side mississippi_leader(const struct position *pos)
{
    return lead_by(pos, mississippi_lead_criterion(pos)) > 0 ? SIDE_RED : SIDE_BLUE;
}

/* ---- the end ---- */

static bool is_home(const struct mississippi *m, enum side side)
{
    const struct ship *ship = &m->ship[side];

    return ship->speed == 1 && ship->passengers >= SHIP_PASSENGERS_MAX &&
           river_field_at(m, ship->place) == FIELD_GOAL;
}

static bool leaves_other_behind(const struct mississippi *m, enum side side)
{
    return river_segment_of(m->ship[side].place) -
               river_segment_of(m->ship[game_other(side)].place) >=
           LAG_SEGMENTS;
}

/* The winner at the round limit. */
static enum side better_ship(const struct position *pos)
{
    const struct mississippi *m = mississippi_of(pos);
    const struct ship *red = &m->ship[SIDE_RED], *blue = &m->ship[SIDE_BLUE];
    int lead = mississippi_points(red) - mississippi_points(blue);

    if (lead == 0 && pos->ruleset == RULES_BOOK)
        lead = red->passengers - blue->passengers;
    return lead > 0 ? SIDE_RED : lead < 0 ? SIDE_BLUE : SIDE_NONE;
}

static void finish(struct position *pos, enum mississippi_end end, enum side winner)
{
    struct mississippi *m = mississippi_body(pos);

    assert(end != END_NONE && m->end == END_NONE);
    m->end = (uint8_t)end;
    m->winner = (uint8_t)winner;
    pos->side = SIDE_NONE;
}

/* Ends the game if one side is so far ahead that the other one is left behind. */
static bool finish_lag(struct position *pos)
{
    const struct mississippi *m = mississippi_of(pos);

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (leaves_other_behind(m, side)) {
            finish(pos, END_LAG, side);
            return true;
        }
    }
    return false;
}

/* While the river is hidden this cannot be told. */
static bool is_stuck(const struct position *pos, enum side side)
{
    return river_is_revealed(mississippi_of(pos)) && !mississippi_has_move(pos, side);
}

static bool is_round_over(const struct position *pos)
{
    return pos->turn > 0 && pos->turn % 2 == 0;
}

/* The official order: round limit, goal (red is looked at first, and being pushed there counts),
 * lag (only when blue is next: the server compares the next player with red, the first of all). */
static bool finish_by_server(struct position *pos)
{
    const struct mississippi *m = mississippi_of(pos);

    if (pos->turn >= MISSISSIPPI_TURN_LIMIT) {
        finish(pos, END_ROUNDLIMIT, better_ship(pos));
        return true;
    }
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (is_home(m, side)) {
            finish(pos, END_GOAL, side);
            return true;
        }
    }
    return pos->side == SIDE_BLUE && finish_lag(pos);
}

/* Goal of the ship that moved, lag at the end of a round, round limit. */
static bool finish_by_book(struct position *pos, enum side mover)
{
    if (mover != SIDE_NONE && is_home(mississippi_of(pos), mover)) {
        finish(pos, END_GOAL, mover);
        return true;
    }
    if (is_round_over(pos) && finish_lag(pos))
        return true;
    if (pos->turn < MISSISSIPPI_TURN_LIMIT)
        return false;
    finish(pos, END_ROUNDLIMIT, better_ship(pos));
    return true;
}

/* `mover` made the last move; SIDE_NONE where that is not known. */
static void judge_end(struct position *pos, enum side mover)
{
    bool is_over =
        pos->ruleset == RULES_SERVER ? finish_by_server(pos) : finish_by_book(pos, mover);

    if (!is_over && is_stuck(pos, pos->side))
        finish(pos, END_NOMOVE, game_other(pos->side));
}

/* The side that was next when the game ended, as far as the board tells: in the middle of a round
 * the side that is ahead has moved. */
static enum side next_side(const struct position *pos, enum side ahead)
{
    return pos->turn % 2 == 0 ? mississippi_leader(pos) : game_other(ahead);
}

static enum mississippi_end server_end_with(const struct position *pos, enum side winner)
{
    const struct mississippi *m = mississippi_of(pos);

    if (pos->turn >= MISSISSIPPI_TURN_LIMIT)
        return better_ship(pos) == winner ? END_ROUNDLIMIT : END_NONE;
    if (winner == SIDE_NONE)
        return END_NONE;
    if (is_home(m, SIDE_RED))
        return winner == SIDE_RED ? END_GOAL : END_NONE;
    if (is_home(m, SIDE_BLUE))
        return winner == SIDE_BLUE ? END_GOAL : END_NONE;
    if (!is_stuck(pos, game_other(winner)))
        return leaves_other_behind(m, winner) ? END_LAG : END_NONE;
    bool is_lag = leaves_other_behind(m, winner) && next_side(pos, winner) == SIDE_BLUE;
    return is_lag ? END_LAG : END_NOMOVE;
}

static enum mississippi_end book_end_with(const struct position *pos, enum side winner)
{
    const struct mississippi *m = mississippi_of(pos);

    if (winner != SIDE_NONE && is_home(m, winner))
        return END_GOAL;
    if (winner != SIDE_NONE && is_round_over(pos) && leaves_other_behind(m, winner))
        return END_LAG;
    if (pos->turn >= MISSISSIPPI_TURN_LIMIT)
        return better_ship(pos) == winner ? END_ROUNDLIMIT : END_NONE;
    return winner != SIDE_NONE && is_stuck(pos, game_other(winner)) ? END_NOMOVE : END_NONE;
}

enum mississippi_end mississippi_end_with_winner(const struct position *pos, enum side winner)
{
    return pos->ruleset == RULES_SERVER ? server_end_with(pos, winner) : book_end_with(pos, winner);
}

/* The end is then told by the board alone, as for the text of a finished game: which side was to
 * move is lost. */
void mississippi_end_if_over(struct position *pos)
{
    struct mississippi *m = mississippi_body(pos);

    if (pos->side == SIDE_NONE)
        return;
    judge_end(pos, SIDE_NONE);
    if (pos->side == SIDE_NONE)
        m->end = (uint8_t)mississippi_end_with_winner(pos, m->winner);
    assert((pos->side == SIDE_NONE) == (m->end != END_NONE));
}

/* ---- playing ---- */

/* A ship at a dock with speed 1 takes the passenger; its field becomes an island.  Only what was
 * visible before the move counts. */
static void take_passenger(struct mississippi *m, struct ship *ship, int first, int last)
{
    if (ship->speed != 1 || ship->passengers >= SHIP_PASSENGERS_MAX)
        return;
    for (int dir = 0; dir < RIVER_DIRECTIONS; dir++) {
        int x = ship->x, y = ship->y;
        river_step(&x, &y, dir);
        int place = river_locate(m, x, y, first, last);
        enum field kind = river_field_at(m, place);
        if ((int)kind != FIELD_PASSENGER + river_opposite(dir))
            continue;
        m->board_key ^= river_field_key(place, kind) ^ river_field_key(place, FIELD_ISLAND);
        (&m->field[0][0])[place] = FIELD_ISLAND;
        ship->passengers++;
        return;
    }
}

static void put(const struct mississippi *m, struct ship *ship, int x, int y)
{
    if (ship->x == x && ship->y == y)
        return;
    int place = river_locate(m, x, y, 0, RIVER_SEGMENTS - 1);
    assert(river_is_passable(river_field_at(m, place)));
    ship->x = (int8_t)x;
    ship->y = (int8_t)y;
    ship->place = (uint8_t)place;
}

void mississippi_apply(struct mississippi *m, enum side mover, struct end_state o)
{
    struct ship *own = &m->ship[mover], *other = &m->ship[game_other(mover)];
    int first = river_first_visible(m), last = river_last_visible(m);

    put(m, own, o.x, o.y);
    own->dir = o.dir;
    own->speed = o.speed;
    own->coal = o.coal;
    own->free_turns = 1;
    put(m, other, o.other_x, o.other_y);
    other->speed = o.other_speed;
    other->free_turns = o.other_free_turns;
    take_passenger(m, own, first, last);
    take_passenger(m, other, first, last);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        int segment = river_segment_of(m->ship[side].place);
        if (segment > m->latest)
            m->latest = (uint8_t)segment;
    }
}

static void play(struct position *pos, move_t move)
{
    struct mississippi *m = mississippi_body(pos);
    enum side mover = pos->side;

    assert(mover != SIDE_NONE && river_is_revealed(m));
    mississippi_apply(m, mover, mississippi_unpack(move));
    assert(m->ship[SIDE_RED].place != m->ship[SIDE_BLUE].place);
    pos->turn++;
    pos->side = (uint8_t)(pos->turn % 2 ? game_other(mover) : mississippi_leader(pos));
    judge_end(pos, mover);
    mississippi_rekey(pos);
}

static void result(const struct position *pos, struct game_result *result)
{
    static const char *const reason[] = {NULL, "goal", "lag", "roundlimit", "nomove"};
    const struct mississippi *m = mississippi_of(pos);

    *result = (struct game_result){.winner = SIDE_NONE, .reason = reason[m->end]};
    if (m->end != END_NONE)
        result->winner = m->winner;
    game_score_win(result);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        result->score[side][1] = mississippi_points(&m->ship[side]);
        result->score[side][2] = m->ship[side].passengers;
    }
}

bool mississippi_knows_moves(const struct position *pos, struct err *why)
{
    const struct mississippi *m = mississippi_of(pos);
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    if (pos->side == SIDE_NONE || river_is_revealed(m))
        return true;
    buf_init(&buf, details, sizeof details);
    for (int i = m->known; i <= river_last_visible(m); i++) {
        if (buf.len > 0)
            buf_add_char(&buf, ' ');
        buf_add_int(&buf, i);
    }
    return err_set(why, "hidden", details);
}

static const struct reason reasons[] = {
#include "games/mississippi/reasons.def"
    {0},
};

const struct game_rules mississippi_rules = {
    .name = "mississippi",
    .title = "Mississippi Queen 2017",
    .year = 2017,
    .scores = {{"Siegpunkte", AGGREGATION_SUM},
               {"Punkte", AGGREGATION_SUM},
               {"Passagiere", AGGREGATION_SUM}},
    .forfeit = FORFEIT_TAKES_ALL_BY_BOOK,
    .score_count = 3,
    .body_size = sizeof(struct mississippi),
    .turn_max = MISSISSIPPI_TURN_LIMIT,
    .moves_max = 13680, /* moves.c says why */
    .reasons = reasons,
    .setup = mississippi_setup,
    .ready = mississippi_knows_moves,
    .moves = mississippi_moves,
    .count = mississippi_count,
    .read = mississippi_read_move,
    .legal = mississippi_legal,
    .play = play,
    .result = result,
    .hide = mississippi_hide,
    .fill = mississippi_fill_hidden,
    .study = mississippi_precompute,
    .print = mississippi_print_position,
    .parse = mississippi_parse_position,
    .print_move = mississippi_print_move,
};
