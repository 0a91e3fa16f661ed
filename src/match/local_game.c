#include "match/local_game.h"

#include "base/clock.h"

/* No move is left that the player could find: as at the server, it breaks a rule then. */
static void give_up(struct outcome *outcome, const struct game_rules *rules,
                    const struct position *pos)
{
    struct err fault = {0};

    err_say(&fault, "player_lost", "");
    outcome_forfeit(outcome, rules, pos, (enum side)pos->side, CAUSE_RULE_VIOLATION);
    outcome_blame(outcome, rules, (enum side)pos->side, &fault);
}

/* What was thought of the position, as a hint beside the move (learn/selfplay.h). */
static void note_opinion(struct record *record, int win)
{
    char words[16];
    struct buf buf;

    if (win < 0)
        return;
    buf_init(&buf, words, sizeof words);
    buf_format(&buf, "win %d", win);
    record_hint(record, buf_slice(&buf), NULL);
}

static bool play_ply(const struct match *match, const struct pair_game *job, struct mind *mind,
                     const atomic_bool *stop, struct record *record, struct position *pos)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;
    int64_t start_us = clock_now_us();
    move_t move =
        mind_move(mind, match->rules, pos, pair_game_chance(job, record->ply_count), stop);

    if (move == 0)
        return false;
    buf_init(&buf, words, sizeof words);
    match->rules->print_move(pos, move, &buf);
    int32_t time_ms = (int32_t)((clock_now_us() - start_us) / 1000);
    if (!record_add(record, move, buf_slice(&buf), time_ms, NULL))
        return false;
    if (match->has_opinions)
        note_opinion(record, mind_win(mind));
    match->rules->play(pos, move);
    return true;
}

bool local_game_play(const struct match *match, const struct pair_game *job,
                     struct mind *minds[MATCH_SEATS], const atomic_bool *stop,
                     struct played *played)
{
    struct position pos = job->start;
    struct outcome outcome = {0};
    bool is_stuck = false;

    played_begin(played, match, job);
    for (int seat = 0; seat < MATCH_SEATS; seat++)
        mind_clear(minds[seat]);
    while (pos.side != SIDE_NONE && !is_stuck) {
        struct mind *mind = minds[pair_game_seat(job, (enum side)pos.side)];
        is_stuck = !play_ply(match, job, mind, stop, &played->record, &pos);
        if (atomic_load(stop))
            return false;
    }
    if (is_stuck)
        give_up(&outcome, match->rules, &pos);
    else
        outcome_regular(&outcome, match->rules, &pos, "");
    played_end(played, match, job, &outcome);
    return true;
}
