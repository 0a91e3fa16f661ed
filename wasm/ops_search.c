/* The search.  A module in a worker keeps its player and its transposition table between calls. */

#include "exports.h"

#include "search/builtin_player.h"

static struct builtin_player *player; /* NULL until the first call */

static bool take_turn(struct call *call, struct player_spec *spec, struct builtin_turn *turn,
                      struct err *why)
{
    struct slice level = call_take(call);
    int64_t time_us, nodes, depth, lines, seed;

    if (!call_take_int64(call, &time_us, why) || !call_take_int64(call, &nodes, why) ||
        !call_take_int64(call, &depth, why) || !call_take_int64(call, &lines, why) ||
        !call_take_int64(call, &seed, why))
        return false;
    spec->level = level.len > 0 ? level_find(level) : level_strongest();
    if (!spec->level)
        return err_set(why, "bad_option", "player");
    if (time_us < 0 || nodes < 0 || depth < 0 || depth > SEARCH_DEPTH_MAX || lines < 0 ||
        lines > SEARCH_LINES_MAX)
        return err_set(why, "bad_option", "");
    spec->time_ms = (time_us + 999) / 1000;
    spec->nodes = nodes;
    spec->depth = (int)depth;
    turn->lines = (int)lines;
    turn->seed = (uint64_t)seed;
    return true;
}

static void print_words(struct call *call, const char *key, const struct position *pos, move_t move)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;

    buf_init(&buf, words, sizeof words);
    call->rules->print_move(pos, move, &buf);
    json_slice(&call->json, key, buf_slice(&buf));
}

/* A probability with four decimals. */
static void print_win(struct json *json, double win)
{
    int part = (int)(win * 10000 + 0.5);
    char text[8] = {part == 10000 ? '1' : '0', '.'};

    for (int i = 5; i >= 2; i--, part /= 10)
        text[i] = (char)('0' + part % 10);
    json_raw(json, "win", slice_of(text));
}

static void print_line(struct call *call, const struct position *start,
                       const struct search_line *line)
{
    struct position pos = *start;
    struct json *json = &call->json;

    json_begin_object(json, NULL);
    json_begin_array(json, "words");
    for (int i = 0; i < line->length; i++) {
        print_words(call, NULL, &pos, line->moves[i]);
        game_play(call->rules, &pos, line->moves[i]);
    }
    json_end_array(json);
    print_win(json, line->win);
    json_int(json, "score", line->score);
    json_int(json, "own", line->own);
    json_end_object(json);
}

static void print_result(struct call *call, const struct position *sample,
                         const struct search_result *result)
{
    struct json *json = &call->json;

    json_hex(json, "best", result->best);
    print_words(call, "words", sample, result->best);
    json_int(json, "depth", result->depth);
    json_int(json, "nodes", (int64_t)result->nodes);
    json_int(json, "us", result->time_us);
    json_begin_array(json, "lines");
    for (int i = 0; i < result->line_count; i++)
        print_line(call, sample, &result->lines[i]);
    json_end_array(json);
}

/* position, player, microseconds, nodes, depth, lines, seed; like "go" of the engine protocol. With
 * fixed nodes or depth the answer is reproducible: an empty table. */
bool op_think(struct call *call, struct err *why)
{
    static struct builtin_answer answer;
    struct player_spec spec = {0};
    struct position pos;
    struct builtin_turn turn = {.rules = call->rules, .pos = &pos};

    if (!call_take_position(call, &pos, why) || !take_turn(call, &spec, &turn, why))
        return false;
    if (pos.side == SIDE_NONE)
        return err_set(why, "over", "");
    turn.ply = pos.turn;
    if (!player)
        player = builtin_player_create(&(struct player_spec){.level = level_strongest()});
    builtin_player_change(player, &spec);
    if (spec.time_ms == 0)
        builtin_player_clear(player);
    if (!builtin_player_move(player, &turn, &answer, why))
        return false;
    print_result(call, &answer.sample, &answer.result);
    return true;
}
