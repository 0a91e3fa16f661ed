#include "match/local_game.h"

#include "base/clock.h"

#include <assert.h>
#include <math.h>

/* A fault of this program: the game is over, and the result names it. */
static void end_by_fault(struct outcome *outcome, const struct game_rules *rules,
                         const struct position *pos, const struct err *fault)
{
    outcome_forfeit(outcome, rules, pos, (enum side)pos->side, CAUSE_UNKNOWN);
    outcome_set_fault(outcome, rules, (enum side)pos->side, fault);
}

/* The estimated chance to win, in thousandths, as a hint beside the move (learn/selfplay.h). */
static void print_opinion(const struct search_result *found, struct buf *out)
{
    if (found->line_count > 0)
        buf_format(out, "win %ld", lround(found->lines[0].win * 1000));
}

/* The player's move, which is in the result now; 0: it failed, or the result is full. */
static move_t find_move(const struct pair_game *game, struct builtin_player *player,
                        const struct builtin_turn *turn, struct result *result, struct err *fault)
{
    char words[GAME_WORDS_MAX], opinion[16];
    struct buf words_buf, opinion_buf;
    struct builtin_answer answer;
    int64_t start_us = clock_now_us();

    if (!builtin_player_move(player, turn, &answer, fault))
        return 0;
    buf_init(&words_buf, words, sizeof words);
    buf_init(&opinion_buf, opinion, sizeof opinion);
    turn->rules->print_move(turn->pos, answer.move, &words_buf);
    if (game->match->has_opinions)
        print_opinion(&answer.result, &opinion_buf);
    const struct result_move move = {
        .mover = pair_game_seat(game, (enum side)turn->pos->side),
        .words = buf_slice(&words_buf),
        .hint = buf_slice(&opinion_buf),
        .time_ms = (int32_t)((clock_now_us() - start_us) / 1000),
    };
    if (result_add_move(result, &move))
        return answer.move;
    err_set(fault, "record_full", "");
    return 0;
}

static void show_last_move(struct live_game *live, const struct result *result)
{
    const struct result_move last = result_last_move(result);

    live_game_add_move(live, &last);
}

bool local_game_play(const struct pair_game *game, struct builtin_player *players[MATCH_SEATS],
                     const atomic_bool *stop, struct live_game *live, struct result *result)
{
    const struct game_rules *rules = game->match->rules;
    struct position pos = game->start;
    struct outcome outcome = {0};
    struct err fault = {0};

    assert(match_is_builtin_only(game->match) && players[MATCH_A] && players[MATCH_B]);
    result_begin(result, game);
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        builtin_player_clear(players[seat]);
    while (pos.side != SIDE_NONE) {
        const struct builtin_turn turn = {
            .rules = rules,
            .pos = &pos,
            .seed = pair_game_move_seed(game, result->plies),
            .ply = result->plies,
            .stop = stop,
        };
        enum match_seat seat = pair_game_seat(game, (enum side)pos.side);
        move_t move = find_move(game, players[seat], &turn, result, &fault);
        if (atomic_load(stop))
            return false;
        if (move == 0)
            break;
        show_last_move(live, result);
        game_play(rules, &pos, move);
    }
    if (pos.side == SIDE_NONE)
        outcome_regular(&outcome, rules, &pos, "");
    else
        end_by_fault(&outcome, rules, &pos, &fault);
    result_end(result, game, &outcome);
    return true;
}
