/*
 * Who beats whom: pairs of games on the same board with colours swapped, one built-in player
 * against another.  Not a test that passes or fails; the figures go into notes.
 *
 * usage: strength GAME PLAYER PLAYER [GAMES [MOVE_MS]]
 */

#include "base/clock.h"
#include "base/rng.h"
#include "search/real_clock.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>

enum { TABLE_BYTES = 32 << 20 };

struct match {
    const struct game_rules *rules;
    const struct player *players[2];
    struct search *search[2];
    int64_t move_ms;
    int wins, draws, losses; /* of the first player */
    int plies;
};

static move_t think(struct match *match, int player, const struct position *pos, uint64_t seed)
{
    struct position sample = *pos;
    struct search_result result;
    struct search_request request = {
        .rules = match->rules,
        .pos = &sample,
        .limits.time_us = match->move_ms * 1000,
        .player = match->players[player],
        .seed = seed,
        .clock = &real_clock,
    };

    game_sample(match->rules, &sample, rng_mix(seed + pos->turn));
    search_run(match->search[player], &request, &result);
    return result.best;
}

static void play_game(struct match *match, int game)
{
    struct position pos = {0};
    struct game_result result = {0};
    int red = game % 2; /* which player has red */

    match->rules->setup(&pos, (uint64_t)game / 2 + 1, &(struct game_options){0}, NULL);
    while (pos.side != SIDE_NONE) {
        int player = pos.side == SIDE_RED ? red : 1 - red;
        game_play(match->rules, &pos, think(match, player, &pos, (uint64_t)game));
        match->plies++;
    }
    match->rules->result(&pos, &result);
    if (result.winner == SIDE_NONE)
        match->draws++;
    else if ((result.winner == SIDE_RED) == (red == 0))
        match->wins++;
    else
        match->losses++;
}

int main(int argc, char **argv)
{
    struct match match = {0};
    int games = argc > 4 ? atoi(argv[4]) : 100;

    if (argc > 3) {
        match.rules = game_find(slice_of(argv[1]));
        match.players[0] = player_find(slice_of(argv[2]));
        match.players[1] = player_find(slice_of(argv[3]));
    }
    match.move_ms = argc > 5 ? atoi(argv[5]) : 50;
    if (!match.rules || !match.players[0] || !match.players[1] || games < 1 || match.move_ms < 1) {
        puts("usage: strength GAME PLAYER PLAYER [GAMES [MOVE_MS]]");
        return 2;
    }
    for (int i = 0; i < 2; i++)
        match.search[i] = search_create(TABLE_BYTES);
    for (int game = 0; game < games; game++) {
        play_game(&match, game);
        fprintf(stderr, "\r%d/%d: +%d =%d -%d ", game + 1, games, match.wins, match.draws,
                match.losses);
    }
    fputc('\n', stderr);
    printf("%s: %s %d wins, %d draws, %d losses against %s at %lld ms, %d games, %.1f plies each\n",
           match.rules->name, match.players[0]->name, match.wins, match.draws, match.losses,
           match.players[1]->name, (long long)match.move_ms, games, (double)match.plies / games);
    for (int i = 0; i < 2; i++)
        search_destroy(match.search[i]);
    return 0;
}
