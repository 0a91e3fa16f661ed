#include "match/local_game.h"

#include "base/clock.h"

#include <math.h>

/* A fault of this program: the game is over, and the result names it. */
static void end_by_fault(struct outcome *outcome, const struct game_rules *rules,
                         const struct position *pos, const struct err *fault)
{
    outcome_forfeit(outcome, rules, pos, (enum side)pos->side, CAUSE_UNKNOWN);
    outcome_blame(outcome, rules, (enum side)pos->side, fault);
}

/* What was thought of the position, in thousandths, as a hint beside the move (learn/selfplay.h). */
static void note_opinion(struct record *record, const struct search_result *result)
{
    char words[16];
    struct buf buf;

    if (result->line_count == 0)
        return;
    buf_init(&buf, words, sizeof words);
    buf_format(&buf, "win %ld", lround(result->lines[0].win * 1000));
    record_hint(record, buf_slice(&buf), NULL);
}

static bool play_ply(const struct match *match, struct builtin_player *player,
                     const struct builtin_turn *turn, struct record *record, struct position *pos,
                     struct err *fault)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;
    struct builtin_answer answer;
    int64_t start_us = clock_now_us();

    if (!builtin_player_move(player, turn, &answer, fault))
        return false;
    buf_init(&buf, words, sizeof words);
    match->rules->print_move(pos, answer.move, &buf);
    int32_t time_ms = (int32_t)((clock_now_us() - start_us) / 1000);
    if (!record_add(record, answer.move, buf_slice(&buf), time_ms, fault))
        return false;
    if (match->has_opinions)
        note_opinion(record, &answer.result);
    game_play(match->rules, pos, answer.move);
    return true;
}

bool local_game_play(const struct match *match, const struct pair_game *job,
                     struct builtin_player *players[MATCH_SEATS], const atomic_bool *stop,
                     struct played *played)
{
    struct position pos = job->start;
    struct outcome outcome = {0};
    struct err fault = {0};
    bool has_failed = false;

    played_begin(played, match, job);
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        builtin_player_clear(players[seat]);
    while (pos.side != SIDE_NONE && !has_failed) {
        int ply = played->record.ply_count;
        struct builtin_turn turn = {
            .rules = match->rules,
            .pos = &pos,
            .seed = pair_game_move_seed(job, ply),
            .ply = ply,
            .stop = stop,
        };
        enum match_seat seat = pair_game_seat(job, (enum side)pos.side);
        has_failed = !play_ply(match, players[seat], &turn, &played->record, &pos, &fault);
        if (atomic_load(stop))
            return false;
    }
    if (has_failed)
        end_by_fault(&outcome, match->rules, &pos, &fault);
    else
        outcome_regular(&outcome, match->rules, &pos, "");
    played_end(played, match, job, &outcome);
    return true;
}
