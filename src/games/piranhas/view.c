/* What a page shows: the board with its swarms, and where a fish can and cannot swim. */

#include "games/piranhas/painter.h"

#include "game/text.h"
#include "games/piranhas/referee.h"

#include <assert.h>

enum { WAY_TEXT_MAX = 16 };

static void print_square(struct json *out, const char *key, int square)
{
    view_write_board_field(out, key, piranhas_print_square, square);
}

static bool square_named(struct slice word, int *square)
{
    return piranhas_parse_square(&word, square) && word.len == 0;
}

bool piranhas_view_is_field(struct slice word)
{
    int square;

    return square_named(word, &square);
}

static enum side owner_of(const struct piranhas *game, int square)
{
    if (shoal_has(&game->fish[SIDE_RED], square))
        return SIDE_RED;
    return shoal_has(&game->fish[SIDE_BLUE], square) ? SIDE_BLUE : SIDE_NONE;
}

/* ---- the board ---- */

static void print_field(struct json *out, const struct piranhas *game, int square)
{
    json_begin_object(out, NULL);
    print_square(out, "id", square);
    json_int(out, "x", column_of(square));
    json_int(out, "y", row_of(square));
    json_text(out, "kind", piranhas_has_octopus(game, square) ? "octopus" : "water");
    json_end_object(out);
}

static void print_fields(struct json *out, const struct piranhas *game)
{
    json_begin_array(out, "fields");
    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++)
            print_field(out, game, square_at(x, y));
    }
    json_end_array(out);
}

/* A side whose fish are being written, swarm by swarm. */
struct shoal_view {
    enum side side;
    const struct shoal *fish;
    const struct fish_weights *weights; /* NULL: they have no sizes */
    struct shoal swarms[SWARMS_MAX];    /* the heaviest first, without weights the largest */
    int count;
};

static void list_swarms(const struct piranhas_painter *painter, const struct position *pos,
                        enum side side, struct shoal_view *view)
{
    view->side = side;
    view->fish = &piranhas_of(pos)->fish[side];
    view->weights = painter->weights ? painter->weights(pos) : NULL;
    view->count = piranhas_list_swarms(view->fish, view->weights, view->swarms);
}

static void print_size(struct json *out, int weight)
{
    static const char *const sizes[] = {"", "S", "M", "L"};

    assert(weight >= 1 && weight <= 3);
    json_text(out, "size", sizes[weight]);
    json_int(out, "weight", weight);
}

static void print_fish(struct json *out, const struct shoal_view *view, int swarm, int square)
{
    struct shoal fish = {0};

    shoal_flip(&fish, square);
    json_begin_object(out, NULL);
    print_square(out, "at", square);
    view_side(out, "side", view->side);
    json_text(out, "kind", "fish");
    if (view->weights)
        print_size(out, shoal_weight(fish, view->weights));
    json_int(out, "swarm", swarm);
    json_end_object(out);
}

static void print_swarm(struct json *out, const struct shoal_view *view, int number)
{
    for (int y = 0; y < BOARD_SIZE; y++) {
        for (int x = 0; x < BOARD_SIZE; x++) {
            if (shoal_has(&view->swarms[number], square_at(x, y)))
                print_fish(out, view, number, square_at(x, y));
        }
    }
}

static void print_pieces(struct json *out, const struct piranhas_painter *painter,
                         const struct position *pos)
{
    struct shoal_view view;

    json_begin_array(out, "pieces");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        list_swarms(painter, pos, side, &view);
        for (int i = 0; i < view.count; i++)
            print_swarm(out, &view, i);
    }
    json_end_array(out);
}

/* What all fish and each swarm weigh. */
static void print_weights(struct json *out, const struct shoal_view *view)
{
    json_int(out, "weight", shoal_weight(*view->fish, view->weights));
    json_int(out, "heaviest", view->count > 0 ? shoal_weight(view->swarms[0], view->weights) : 0);
    json_begin_array(out, "weights");
    for (int i = 0; i < view->count; i++)
        json_int(out, NULL, shoal_weight(view->swarms[i], view->weights));
    json_end_array(out);
}

int piranhas_view_best_swarm(const struct piranhas_painter *painter, const struct position *pos,
                             enum side side)
{
    struct shoal_view view;

    list_swarms(painter, pos, side, &view);
    return view.count > 0 ? shoal_weight(view.swarms[0], view.weights) : 0;
}

int piranhas_view_swarms(const struct piranhas_painter *painter, const struct position *pos,
                         enum side side)
{
    struct shoal_view view;

    list_swarms(painter, pos, side, &view);
    return view.count;
}

static void print_side_facts(struct json *out, const struct piranhas_painter *painter,
                             const struct position *pos, enum side side)
{
    struct shoal_view view;

    list_swarms(painter, pos, side, &view);
    int fish = shoal_size(view.fish), biggest = view.count > 0 ? shoal_size(&view.swarms[0]) : 0;
    json_begin_object(out, side_name(side));
    json_int(out, "fish", fish);
    json_int(out, "biggest", biggest);
    json_int(out, "swarms", view.count);
    json_int(out, "missing", fish - biggest);
    if (view.weights)
        print_weights(out, &view);
    json_end_object(out);
}

/* Red may be one swarm in the middle of a round: it wins unless blue's answer changes something. */
static void print_connected(struct json *out, const struct position *pos)
{
    json_begin_array(out, "connected");
    for (enum side side = SIDE_RED; pos->side != SIDE_NONE && side < SIDE_NONE; side++) {
        if (piranhas_swarms(&piranhas_of(pos)->fish[side]).count == 1)
            view_side(out, NULL, side);
    }
    json_end_array(out);
}

void piranhas_view_board(const struct piranhas_painter *painter, const struct position *pos,
                         struct json *out)
{
    print_fields(out, piranhas_of(pos));
    print_pieces(out, painter, pos);
    json_begin_object(out, "facts");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        print_side_facts(out, painter, pos, side);
    print_connected(out, pos);
    if (painter->facts)
        painter->facts(pos, out);
    json_end_object(out);
}

/* ---- moves ---- */

static void print_swarm_change(struct json *out, const struct piranhas_painter *painter,
                               const struct position *before, move_t move)
{
    struct position after = *before;

    painter->rules->play(&after, move);
    json_begin_object(out, "swarm");
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        json_begin_array(out, side_name(side));
        json_int(out, NULL, piranhas_view_best_swarm(painter, before, side));
        json_int(out, NULL, piranhas_view_best_swarm(painter, &after, side));
        json_end_array(out);
    }
    json_end_object(out);
}

void piranhas_view_move(const struct piranhas_painter *painter, const struct position *pos,
                        move_t move, struct json *out)
{
    int from = piranhas_from(move), to = piranhas_to(move);

    print_square(out, "from", from);
    print_square(out, "to", to);
    json_int(out, "distance", piranhas_steps_between(from, to));
    json_bool(out, "eats", owner_of(piranhas_of(pos), to) != SIDE_NONE);
    print_swarm_change(out, painter, pos, move);
}

/* Asks the referee whether the fish can swim that way. */
static bool can_swim(const struct game_rules *rules, const struct position *pos, int from,
                     const struct piranhas_direction *d, move_t *move, struct err *why)
{
    char words[WAY_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, words, sizeof words);
    piranhas_print_square(from, &buf);
    buf_add_char(&buf, '>');
    buf_add(&buf, d->name);
    return rules->read(pos, buf_slice(&buf), move, why) == VERDICT_LEGAL;
}

static const char *why_not_own(const struct piranhas *game, int square)
{
    if (owner_of(game, square) != SIDE_NONE)
        return "enemy_fish";
    return piranhas_has_octopus(game, square) ? "octopus" : "no_fish";
}

bool piranhas_view_pick(const struct piranhas_painter *painter, const struct position *pos,
                        struct slice field, struct err *why)
{
    int square;
    move_t move;

    if (!square_named(field, &square))
        return text_refuse(why, "bad_field", field);
    if (pos->side == SIDE_NONE)
        return text_refuse(why, "over", field);
    if (owner_of(piranhas_of(pos), square) != (enum side)pos->side)
        return text_refuse(why, why_not_own(piranhas_of(pos), square), field);
    for (const struct piranhas_direction *d = piranhas_directions; d->name; d++) {
        if (can_swim(painter->rules, pos, square, d, &move, NULL))
            return true;
    }
    return text_refuse(why, "stuck", field);
}

/* ---- a fish is touched ---- */

/* Going through the columns, and upwards in each, meets every line's squares in their order. */
static void print_line(struct json *out, const struct piranhas *game, int square, enum axis axis)
{
    int line = line_of(square, axis);

    assert(line >= 0 && line < LINES);
    json_begin_object(out, NULL);
    json_int(out, "axis", axis);
    json_int(out, "count", line_distance(game->lines[line]));
    json_begin_array(out, "cells");
    for (int x = 0; x < BOARD_SIZE; x++) {
        for (int y = 0; y < BOARD_SIZE; y++) {
            if (line_of(square_at(x, y), axis) == line)
                print_square(out, NULL, square_at(x, y));
        }
    }
    json_end_array(out);
    json_end_object(out);
}

/* The referee names the target second, unless it would be beyond the edge. */
static void print_refused_target(struct json *out, const struct err *why)
{
    struct slice details = slice_of(why->details);

    slice_take_word(&details);
    struct slice target = slice_take_word(&details);
    if (piranhas_view_is_field(target))
        json_slice(out, "to", target);
    else
        json_nothing(out, "to");
}

static void print_way(struct json *out, const struct game_rules *rules, const struct position *pos,
                      int from, const struct piranhas_direction *d)
{
    struct err why = {0};
    move_t move;

    json_begin_object(out, NULL);
    if (can_swim(rules, pos, from, d, &move, &why)) {
        print_square(out, "to", piranhas_to(move));
        json_bool(out, "ok", true);
    } else {
        print_refused_target(out, &why);
        view_refusal_members(out, rules, &why);
    }
    json_text(out, "direction", d->name);
    json_end_object(out);
}

/* Every fish is looked at as if its side were to move: the opponent's ways are worth knowing. */
void piranhas_view_look(const struct piranhas_painter *painter, const struct position *pos,
                        struct slice field, struct json *out)
{
    struct position turn = *pos;
    int square = 0;
    bool is_square = square_named(field, &square);

    turn.side = (uint8_t)owner_of(piranhas_of(pos), square);
    bool has_fish = is_square && turn.side != SIDE_NONE;
    json_begin_array(out, "lines");
    for (enum axis axis = AXIS_ROW; has_fish && axis < AXES; axis++)
        print_line(out, piranhas_of(pos), square, axis);
    json_end_array(out);
    json_begin_array(out, "ways");
    for (const struct piranhas_direction *d = piranhas_directions; has_fish && d->name; d++)
        print_way(out, painter->rules, &turn, square, d);
    json_end_array(out);
}

/* ---- the view of season 2019 ---- */

static const struct piranhas_painter painter_2019 = {.rules = &piranhas_rules};

static void board(const struct position *pos, struct json *out)
{
    piranhas_view_board(&painter_2019, pos, out);
}

/* All fish of a colour together win; of both colours the larger swarm does. */
static const char *decisive(const struct position *pos, const struct game_result *result)
{
    const struct shoal *fish = piranhas_of(pos)->fish;
    bool are_both = piranhas_is_united(&fish[SIDE_RED]) && piranhas_is_united(&fish[SIDE_BLUE]);

    if (view_ended_by(result, "swarm"))
        return are_both ? "largest" : "swarms";
    if (view_ended_by(result, "nomove"))
        return "moves";
    return view_ended_by(result, "nofish") ? "fishLeft" : result->reason ? "largest" : NULL;
}

static void criteria(const struct position *pos, const struct game_result *result, struct json *out)
{
    const char *what = decisive(pos, result);
    int swarms[SIDE_NONE], largest[SIDE_NONE], fish[SIDE_NONE], moves[SIDE_NONE];

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        swarms[side] = piranhas_view_swarms(&painter_2019, pos, side);
        largest[side] = piranhas_view_best_swarm(&painter_2019, pos, side);
        fish[side] = shoal_size(&piranhas_of(pos)->fish[side]);
        moves[side] = piranhas_of(pos)->moves[side];
    }
    view_criterion(out, "swarms", swarms, what);
    view_criterion(out, "largest", largest, what);
    view_criterion(out, "fishLeft", fish, what);
    if (view_ended_by(result, "nomove"))
        view_criterion(out, "moves", moves, what);
}

static void move(const struct position *pos, move_t move, struct json *out)
{
    piranhas_view_move(&painter_2019, pos, move, out);
}

static bool pick(const struct position *pos, struct slice field, struct err *why)
{
    return piranhas_view_pick(&painter_2019, pos, field, why);
}

static void look(const struct position *pos, struct slice field, struct json *out)
{
    piranhas_view_look(&painter_2019, pos, field, out);
}

const struct game_view piranhas_view = {
    .is_field = piranhas_view_is_field,
    .board = board,
    .criteria = criteria,
    .move = move,
    .pick = pick,
    .look = look,
};
