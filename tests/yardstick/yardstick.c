/*
 * Players that never change, to measure with: a bot for `kielwasser match` and for any server.
 *
 *   klassik   the strongest player before version 0.1.0: a plain alpha-beta with small evaluations
 *   leicht    the player `leicht` of version 0.1.0
 *
 * usage: yardstick --game GAME [--player NAME[:LIMITS]] --port P --reservation CODE [--host H]
 * [--time MS]
 *
 *   kielwasser match stark:time=100 "build/tests/yardstick --game hive --player klassik:time=100"
 * --game hive
 *
 * Limits are those of built-in players (nodes=, depth=, time=, random=); without one it thinks 1700
 * ms.
 */

#include "base/clock.h"
#include "base/rng.h"
#include "client/client.h"
#include "search/eval.h"
#include "search/real_clock.h"
#include "yardstick/classic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_BYTES = 64 << 20, TIME_MS = 1700 };

static const struct level players[] = {
    {.name = "klassik", .choices = 1},
    {.name = "leicht", .depth = 2, .choices = 5, .tolerance = 12},
};

struct yardstick {
    const struct game_rules *rules;
    const struct level *player;
    const struct player_spec *spec;
    struct classic *classic;
};

/* One of the good moves; the better it is, the more often. */
static move_t pick(const struct yardstick *own, const struct position *pos, uint64_t seed,
                   const struct search_result *result)
{
    struct rng rng = rng_make(seed ^ pos->key);
    int margin = classic_eval(own->rules)->scale * own->player->tolerance / 16;
    int good = 1;

    if (own->player->choices <= 1 || result->line_count == 0)
        return result->best;
    while (good < result->line_count && good < own->player->choices &&
           result->lines[0].score - result->lines[good].score <= margin)
        good++;
    int first = rng_below(&rng, good), second = rng_below(&rng, good);
    return result->lines[first < second ? first : second].moves[0];
}

static move_t random_move(const struct game_rules *rules, const struct position *pos, uint64_t seed)
{
    static move_t moves[GAME_MOVES_MAX];
    struct rng rng = rng_make(seed ^ pos->key);

    return moves[rng_below(&rng, rules->moves(pos, moves))];
}

/* With a limit of nodes or plies the same position gets the same answer, otherwise chance has a
 * say. */
static move_t choose(void *context, const struct position *pos, int64_t asked_us)
{
    struct yardstick *own = context;
    const struct player_spec *spec = own->spec;
    struct position sample = *pos;
    struct search_result result = {0};
    bool is_steady = spec->nodes > 0 || spec->depth > 0;
    uint64_t seed = rng_mix(is_steady ? pos->key : (uint64_t)clock_now_us());
    int depth = own->player->depth;
    struct search_request request = {
        .rules = own->rules,
        .pos = &sample,
        .limits = {.nodes = (uint64_t)spec->nodes,
                   .time_us = spec->time_ms * 1000,
                   .depth = spec->depth},
        .lines = own->player->choices,
        .clock = &real_clock,
    };

    if (pos->turn < spec->random_plies)
        return random_move(own->rules, pos, (uint64_t)clock_now_us());
    if (depth > 0 && (request.limits.depth == 0 || request.limits.depth > depth))
        request.limits.depth = depth;
    game_sample_hidden(own->rules, &sample, rng_mix(pos->key));
    classic_run(own->classic, &request, asked_us, &result);
    return pick(own, &sample, seed, &result);
}

/* "klassik:nodes=500": the name is ours, the limits are read as those of any built-in player. */
static bool read_player(const char *words, struct yardstick *own, struct player_spec *spec)
{
    struct slice rest = slice_of(words), name = slice_take_until(&rest, ':');
    char text[128];

    snprintf(text, sizeof text, "stark%s%.*s", rest.len > 0 ? ":" : "", (int)rest.len, rest.at);
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        if (slice_is(name, players[i].name))
            own->player = &players[i];
    }
    return own->player && player_spec_read(spec, text, &(struct err){0}) && !spec->is_open;
}

static int play(struct client_config *config, struct yardstick *own)
{
    struct client_report report;
    struct err why = {0};

    own->classic = classic_create(TABLE_BYTES);
    bool is_played = client_play(config, &report, &why);
    classic_destroy(own->classic);
    if (!is_played)
        fprintf(stderr, "yardstick: %s %s\n", why.code, why.details);
    return is_played ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    struct yardstick own = {0};
    struct client_config config = {.host = "127.0.0.1", .choose = choose, .context = &own};
    const char *game = "", *player = "klassik", *port = "", *time_ms = "";
    struct {
        const char *name, **value;
    } options[] = {{"--game", &game},        {"--player", &player},
                   {"--host", &config.host}, {"--port", &port},
                   {"--time", &time_ms},     {"--reservation", &config.reservation}};

    for (int i = 1; i + 1 < argc; i += 2) {
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            if (strcmp(argv[i], options[k].name) == 0)
                *options[k].value = argv[i + 1];
        }
    }
    own.rules = config.rules = game_find(slice_of(game));
    own.spec = &config.player;
    config.port = atoi(port);
    if (!own.rules || !read_player(player, &own, &config.player) || config.port <= 0) {
        fputs("usage: yardstick --game GAME [--player klassik|leicht[:LIMITS]] --port P "
              "--reservation CODE"
              " [--host H] [--time MS]\n",
              stderr);
        return 2;
    }
    if (config.player.time_ms == 0)
        config.player.time_ms = atoi(time_ms) > 0 ? atoi(time_ms) : TIME_MS;
    return play(&config, &own);
}
