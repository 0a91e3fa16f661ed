/* What a page asks the search.  One instance lives in a worker and keeps what it learns. */

#include "door.h"

#include "base/rng.h"
#include "search/search.h"

/* As much as the console has, so that both find the same; taken when the first question comes. */
enum { TABLE_BYTES = 64 << 20 };

static struct search *search;

static int64_t now_us(void *context)
{
    (void)context;
    return page_now_us();
}

static bool take_request(struct talk *talk, struct search_request *request, struct err *why)
{
    struct slice player = talk_take(talk);
    int64_t time_us, nodes, depth, lines, seed;

    if (!talk_take_int64(talk, &time_us, why) || !talk_take_int64(talk, &nodes, why) ||
        !talk_take_int64(talk, &depth, why) || !talk_take_int64(talk, &lines, why) ||
        !talk_take_int64(talk, &seed, why))
        return false;
    request->player = player.len > 0 ? player_find(player) : NULL;
    if (player.len > 0 && !request->player)
        return err_say(why, "bad_option", "player");
    if (time_us < 0 || nodes < 0 || depth < 0 || depth >= SEARCH_PLY_MAX || lines < 0 ||
        lines > SEARCH_LINES_MAX)
        return err_say(why, "bad_option", "");
    request->limits =
        (struct search_limits){.time_us = time_us, .nodes = (uint64_t)nodes, .depth = (int)depth};
    request->lines = (int)lines;
    request->seed = (uint64_t)seed;
    return true;
}

static void print_words(struct talk *talk, const char *key, const struct position *pos, move_t move)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;

    buf_init(&buf, words, sizeof words);
    talk->rules->print_move(pos, move, &buf);
    json_slice(&talk->json, key, buf_slice(&buf));
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

static void print_line(struct talk *talk, const struct position *start,
                       const struct search_line *line)
{
    struct position pos = *start;
    struct json *json = &talk->json;

    json_begin_object(json, NULL);
    json_begin_array(json, "words");
    for (int i = 0; i < line->length; i++) {
        print_words(talk, NULL, &pos, line->moves[i]);
        talk->rules->play(&pos, line->moves[i]);
    }
    json_end_array(json);
    print_win(json, line->win);
    json_int(json, "score", line->score);
    json_int(json, "own", line->own);
    json_end_object(json);
}

static void print_result(struct talk *talk, const struct position *sample,
                         const struct search_result *result)
{
    struct json *json = &talk->json;

    json_hex(json, "best", result->best);
    print_words(talk, "words", sample, result->best);
    json_int(json, "depth", result->depth);
    json_int(json, "nodes", (int64_t)result->nodes);
    json_int(json, "us", result->time_us);
    json_begin_array(json, "lines");
    for (int i = 0; i < result->line_count; i++)
        print_line(talk, sample, &result->lines[i]);
    json_end_array(json);
}

/* position, player, microseconds, nodes, depth, lines, seed; like "go" of the console */
bool op_think(struct talk *talk, struct err *why)
{
    static struct search_result result;
    const struct search_clock clock = {.now_us = now_us};
    struct search_request request = {.rules = talk->rules, .clock = &clock};
    struct position sample;

    if (!talk_take_position(talk, &sample, why) || !take_request(talk, &request, why))
        return false;
    if (sample.side == SIDE_NONE)
        return err_say(why, "over", "");
    /* A player does not know what is hidden, and neither does the search. */
    game_sample(talk->rules, &sample, rng_mix(request.seed));
    if (talk->rules->count(&sample) == 0)
        return err_say(why, "no_move", "");
    if (!search)
        search = search_create(TABLE_BYTES);
    else if (request.limits.time_us == 0)
        search_clear(search); /* with fixed nodes or depth the answer is always the same */
    request.pos = &sample;
    search_run(search, &request, &result);
    print_result(talk, &sample, &result);
    return true;
}
