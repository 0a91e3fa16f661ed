/* What a page shows: floes and penguins, which fish a side reaches, how far a penguin slides. */

#include "game/view.h"

#include "game/text.h"
#include "games/penguins/penguins.h"
#include "games/penguins/slides.h"

#include <assert.h>

enum { FIELD_TEXT_MAX = 3, WORDS_MAX = 5 };

static void print_name(struct json *out, const char *key, int field)
{
    view_write_board_field(out, key, penguins_print_field, field);
}

static bool field_named(struct slice word, int *field)
{
    return penguins_parse_field(&word, field) && *field != PENGUINS_OFF_BOARD && word.len == 0;
}

static bool is_field(struct slice word)
{
    int field;

    return field_named(word, &field);
}

static enum side owner_of(const struct penguins *ice, int field)
{
    if (penguins_has(ice->team[SIDE_RED][0], field))
        return SIDE_RED;
    return penguins_has(ice->team[SIDE_BLUE][0], field) ? SIDE_BLUE : SIDE_NONE;
}

/* While the game goes on, the side to move says which phase it is. */
static bool is_placing(const struct position *pos)
{
    const struct penguins *ice = penguins_of(pos);

    if (pos->side != SIDE_NONE)
        return !penguins_all_placed(ice, pos->side);
    return !penguins_all_placed(ice, SIDE_RED) || !penguins_all_placed(ice, SIDE_BLUE);
}

static bool is_stuck(const struct penguins *ice, int field)
{
    return slides_reach(penguins_bit(field), ice->floes[0]) == 0;
}

/* ---- the board ---- */

/* A penguin has eaten its floe's fish but the floe is still there, as long as it stands on it. */
static const char *kind_of(const struct position *pos, int field)
{
    const struct penguins *ice = penguins_of(pos);

    if (owner_of(ice, field) != SIDE_NONE)
        return "floe";
    if (penguins_fish(ice, field) == 0)
        return "hole";
    return is_placing(pos) && penguins_has(penguins_single(ice), field) ? "start" : "floe";
}

static void print_field(struct json *out, const struct position *pos, int field)
{
    struct penguins_place at = penguins_place_of(field);

    json_begin_object(out, NULL);
    print_name(out, "id", field);
    json_int(out, "x", at.x);
    json_int(out, "y", at.y);
    json_text(out, "kind", kind_of(pos, field));
    json_int(out, "fish", penguins_fish(penguins_of(pos), field));
    json_end_object(out);
}

static void print_penguin(struct json *out, const struct penguins *ice, int field)
{
    json_begin_object(out, NULL);
    print_name(out, "at", field);
    view_side(out, "side", owner_of(ice, field));
    json_text(out, "kind", "penguin");
    json_bool(out, "stuck", is_stuck(ice, field));
    json_end_object(out);
}

static void print_team(struct json *out, const struct penguins *ice, enum side side)
{
    for (uint64_t left = ice->team[side][0]; left; left &= left - 1)
        print_penguin(out, ice, __builtin_ctzll(left));
}

/* ---- facts ---- */

/* The floes that the penguins of a side can get to if no penguin is in their way. */
static uint64_t region_of(const struct penguins *ice, enum side side)
{
    uint64_t region = 0, front = ice->team[side][0];

    while (front) {
        front = slides_reach(front, ice->floes[0]) & ~region;
        region |= front;
    }
    return region;
}

static int count_stuck(const struct penguins *ice, enum side side)
{
    int stuck = 0;

    for (uint64_t left = ice->team[side][0]; left; left &= left - 1)
        stuck += is_stuck(ice, __builtin_ctzll(left));
    return stuck;
}

static int count_penguins(const struct penguins *ice, enum side side)
{
    return __builtin_popcountll(ice->team[side][0]);
}

static void print_side_facts(struct json *out, const struct penguins *ice, enum side side)
{
    json_begin_object(out, side_name(side));
    json_int(out, "fish", ice->fish[side]);
    json_int(out, "placed", count_penguins(ice, side));
    json_int(out, "reach", penguins_fish_on(ice, region_of(ice, side)));
    json_int(out, "stuck", count_stuck(ice, side));
    json_end_object(out);
}

static int count_to_place(const struct penguins *ice)
{
    int left = 0;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (!penguins_all_placed(ice, side))
            left += PENGUINS_TEAM - count_penguins(ice, side);
    }
    return left;
}

static void print_regions(struct json *out, const struct penguins *ice)
{
    uint64_t red = region_of(ice, SIDE_RED), blue = region_of(ice, SIDE_BLUE);
    char name[FIELD_TEXT_MAX];
    struct buf buf;

    json_begin_object(out, "regions");
    for (uint64_t left = red | blue; left; left &= left - 1) {
        int field = __builtin_ctzll(left);
        bool is_red = penguins_has(red, field), is_blue = penguins_has(blue, field);
        buf_init(&buf, name, sizeof name);
        penguins_print_field(field, &buf);
        json_text(out, name, is_red && is_blue ? "both" : side_name(is_red ? SIDE_RED : SIDE_BLUE));
    }
    json_end_object(out);
}

static void print_can_move(struct json *out, const struct position *pos)
{
    json_begin_array(out, "canMove");
    for (enum side side = SIDE_RED; pos->side != SIDE_NONE && side < SIDE_NONE; side++) {
        if (penguins_choices(penguins_of(pos), side) > 0)
            view_side(out, NULL, side);
    }
    json_end_array(out);
}

static void print_facts(struct json *out, const struct position *pos)
{
    const struct penguins *ice = penguins_of(pos);

    json_begin_object(out, "facts");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        print_side_facts(out, ice, side);
    json_text(out, "phase", is_placing(pos) ? "place" : "slide");
    json_int(out, "toPlace", count_to_place(ice));
    print_regions(out, ice);
    json_int(out, "left", penguins_fish_on(ice, ice->floes[0]));
    print_can_move(out, pos);
    json_end_object(out);
}

static void board(const struct position *pos, struct json *out)
{
    const struct penguins *ice = penguins_of(pos);

    json_begin_array(out, "fields");
    for (int field = 0; field < PENGUINS_FIELDS; field++)
        print_field(out, pos, field);
    json_end_array(out);
    json_begin_array(out, "pieces");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        print_team(out, ice, side);
    json_end_array(out);
    print_facts(out, pos);
}

static void criteria(const struct position *pos, const struct game_result *result, struct json *out)
{
    const struct penguins *ice = penguins_of(pos);
    int fish[SIDE_NONE], stuck[SIDE_NONE], reach[SIDE_NONE];

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        fish[side] = ice->fish[side];
        stuck[side] = count_stuck(ice, side);
        reach[side] = penguins_fish_on(ice, region_of(ice, side));
    }
    view_criterion(out, "fish", fish, result->reason ? "fish" : NULL);
    view_criterion(out, "stuck", stuck, NULL);
    view_criterion(out, "reach", reach, NULL);
}

/* ---- moves ---- */

static void print_path(struct json *out, int from, int to)
{
    struct penguins_place end = penguins_place_of(to);
    struct penguins_place at = penguins_step(penguins_place_of(from), end);

    assert(from != to);
    for (; penguins_field_at(at) != to; at = penguins_step(at, end))
        print_name(out, NULL, penguins_field_at(at));
}

static void move(const struct position *pos, move_t move, struct json *out)
{
    bool is_slide = penguins_is_slide(move);
    int from = penguins_from(move), to = penguins_to(move);

    if (is_slide)
        print_name(out, "from", from);
    else
        json_nothing(out, "from");
    print_name(out, "to", to);
    json_int(out, "fish", penguins_fish(penguins_of(pos), to));
    json_begin_array(out, "path");
    if (is_slide)
        print_path(out, from, to);
    json_end_array(out);
}

/* The referee judges where a penguin can be placed.  About slides he is asked with the one slide
 * that is never allowed: what he says before he sees its length is about the penguin. */
static bool pick(const struct position *pos, struct slice field, struct err *why)
{
    const struct penguins *ice = penguins_of(pos);
    char words[WORDS_MAX];
    struct buf buf;
    int number;
    move_t move;

    if (!field_named(field, &number))
        return text_refuse(why, "bad_field", field);
    if (pos->side == SIDE_NONE || is_placing(pos))
        return penguins_read_move(pos, field, &move, why) == VERDICT_LEGAL;
    if (owner_of(ice, number) == (enum side)pos->side)
        return !is_stuck(ice, number) || text_refuse(why, "stuck", field);
    buf_init(&buf, words, sizeof words);
    buf_add_slice(&buf, field);
    buf_add_slice(&buf, field);
    return penguins_read_move(pos, buf_slice(&buf), &move, why) == VERDICT_LEGAL;
}

/* ---- a field is touched ---- */

static void print_blocker(struct json *out, const struct penguins *ice, struct penguins_place at)
{
    if (!penguins_is_on_board(at)) {
        json_text(out, "blocker", "edge");
        json_nothing(out, "at");
        return;
    }
    int field = penguins_field_at(at);
    json_text(out, "blocker", owner_of(ice, field) == SIDE_NONE ? "hole" : "penguin");
    print_name(out, "at", field);
}

static void print_way(struct json *out, const struct penguins *ice, int from,
                      struct penguins_place step)
{
    struct penguins_place at = penguins_place_of(from);

    json_begin_object(out, NULL);
    json_begin_array(out, "cells");
    for (;;) {
        at = (struct penguins_place){at.x + step.x, at.y + step.y};
        if (!penguins_is_on_board(at) || !penguins_has(ice->floes[0], penguins_field_at(at)))
            break;
        print_name(out, NULL, penguins_field_at(at));
    }
    json_end_array(out);
    print_blocker(out, ice, at);
    json_end_object(out);
}

/* A free floe is looked at as if a penguin stood there, which helps to choose one. */
static void look(const struct position *pos, struct slice field, struct json *out)
{
    static const struct penguins_place steps[] = {{2, 0},  {1, 1},   {-1, 1},
                                                  {-2, 0}, {-1, -1}, {1, -1}};
    const struct penguins *ice = penguins_of(pos);
    int number;
    bool has_floe = field_named(field, &number) &&
                    (owner_of(ice, number) != SIDE_NONE || penguins_fish(ice, number) > 0);

    json_begin_array(out, "ways");
    for (size_t i = 0; has_floe && i < sizeof steps / sizeof *steps; i++)
        print_way(out, ice, number, steps[i]);
    json_end_array(out);
}

const struct game_view penguins_view = {
    .is_field = is_field,
    .board = board,
    .criteria = criteria,
    .move = move,
    .pick = pick,
    .look = look,
};
