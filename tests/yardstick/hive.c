/* The evaluation of the player `klassik`: never to be changed. */

#include "yardstick/classic.h"

#include "games/hive/hive.h"

/* A queen with this many free fields; the last ones are dear. */
static const int queen_safety[7] = {0, 110, 200, 270, 320, 350, 360};

/* What it is worth that a piece can move. */
static const int mobility[KIND_COUNT] = {
    [KIND_QUEEN] = 24,      [KIND_SPIDER] = 7, [KIND_BEETLE] = 16,
    [KIND_GRASSHOPPER] = 9, [KIND_ANT] = 22,
};

enum {
    QUEEN_IN_HAND = 290, /* safe, but nothing else moves */
    QUEEN_COVERED = 70,  /* cannot flee, and the rider sets pieces beside her */
    FREE_FIELD_AT_END = 60,
    PLACE_TO_SET = 2,
    TEMPO = 12,
};

static int queen_score(const struct position *pos, enum side side)
{
    const struct hive *hive = hive_of(pos);
    int free = hive_queen_free_fields(hive, side);

    if (free < 0)
        return QUEEN_IN_HAND;
    int rider = cells_have(hive->owner[game_other(side)], hive->queen[side]) ? QUEEN_COVERED : 0;
    return queen_safety[free] + free * FREE_FIELD_AT_END * pos->turn / HIVE_TURN_MAX - rider;
}

static int mobility_score(const struct hive *hive, enum side side)
{
    cells_t movable = hive_movable(hive, side);
    int score = 0;

    for (enum kind kind = 0; kind < KIND_COUNT; kind++)
        score += mobility[kind] * cells_count(movable & hive->kind[kind]);
    return score;
}

static int room_score(const struct hive *hive, enum side side)
{
    cells_t room = hive_empty(hive) & hive->reach[side] & ~hive->reach[game_other(side)];

    return hive->hand[side] ? PLACE_TO_SET * cells_count(room) : 0;
}

static int side_score(const struct position *pos, enum side side)
{
    const struct hive *hive = hive_of(pos);

    return queen_score(pos, side) + mobility_score(hive, side) + room_score(hive, side);
}

static int score(const struct position *pos, void *cache)
{
    (void)cache;
    enum side side = (enum side)pos->side;

    return side_score(pos, side) - side_score(pos, game_other(side)) + TEMPO;
}

/* Is this field, or none, next to a queen? */
static bool is_beside(const struct hive *hive, enum side queen, int cell)
{
    return hive->queen[queen] != CELL_NONE && cell < CELL_COUNT &&
           cells_window(cell_bit(cell), hive->queen[queen]) != 0;
}

enum {
    PROMISE_RIDE = 300,   /* onto the other queen */
    PROMISE_PRESS = 100,  /* one free field less for her */
    PROMISE_MAKE_WAY = 80 /* one more for the own queen */
};

/* Crowd the other queen, clear the space around the own one. */
static int promise(const struct position *pos, move_t move)
{
    const struct hive *hive = hive_of(pos);
    enum side own = (enum side)pos->side, other = game_other(own);
    int from = hive_from(move), to = hive_to(move);

    if (move == HIVE_SKIP)
        return 0;
    return (to == hive->queen[other] ? PROMISE_RIDE : 0) +
           PROMISE_PRESS * (is_beside(hive, other, to) - is_beside(hive, other, from)) +
           PROMISE_MAKE_WAY * (is_beside(hive, own, from) - is_beside(hive, own, to));
}

static void promises(const struct position *pos, void *cache, const move_t moves[], int n,
                     int out[])
{
    (void)cache;
    for (int i = 0; i < n; i++)
        out[i] = promise(pos, moves[i]);
}

const struct game_eval hive_classic = {.score = score, .order_values = promises, .scale = 120};
