#include "game/game.h"

#include <assert.h>

#define GAME(name, family) extern const struct game_rules name##_rules;
#include "game/games.def"
#undef GAME

static const struct game_rules *const games[] = {
#define GAME(name, family) &name##_rules,
#include "game/games.def"
#undef GAME
    NULL,
};

static const char *const families[] = {
#define GAME(name, family) #family,
#include "game/games.def"
#undef GAME
};

const struct game_rules *game_at(int index) { return games[index]; }

const char *game_family(const struct game_rules *rules) { return families[game_index(rules)]; }

int game_index(const struct game_rules *rules)
{
    int index = 0;

    while (games[index] != rules) {
        assert(games[index]);
        index++;
    }
    return index;
}

const struct game_rules *game_find(struct slice name)
{
    for (int i = 0; games[i]; i++) {
        if (slice_is(name, games[i]->name))
            return games[i];
    }
    return NULL;
}

/* ---- names ---- */

bool side_find(struct slice name, enum side *side)
{
    for (enum side s = SIDE_RED; s < SIDE_NONE; s++) {
        if (slice_is(name, side_name(s))) {
            *side = s;
            return true;
        }
    }
    return false;
}

const char *ruleset_name(enum ruleset ruleset)
{
    return ruleset == RULES_SERVER ? "server" : "book";
}

bool ruleset_find(struct slice name, enum ruleset *ruleset)
{
    for (enum ruleset r = RULES_BOOK; r <= RULES_SERVER; r++) {
        if (slice_is(name, ruleset_name(r))) {
            *ruleset = r;
            return true;
        }
    }
    return false;
}

/* ---- playing ---- */

bool game_knows_moves(const struct game_rules *rules, const struct position *pos, struct err *why)
{
    return !rules->ready || rules->ready(pos, why);
}

/* Is it one of `moves`, or does `read` at least accept its words?  (Of Mississippi Queen `read`
 * accepts more than is listed: moves that waste coal, whose words are those of the cheapest way to
 * the same place, and in ruleset server overdrafts.) */
static __attribute__((unused)) bool is_playable(const struct game_rules *rules,
                                                const struct position *pos, move_t move)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;
    move_t again;

    if (rules->legal(pos, move))
        return true;
    buf_init(&buf, words, sizeof words);
    rules->print_move(pos, move, &buf);
    return rules->read(pos, buf_slice(&buf), &again, NULL) == VERDICT_LEGAL;
}

void game_play(const struct game_rules *rules, struct position *pos, move_t move)
{
    assert(pos->side < SIDE_NONE);
    assert(game_knows_moves(rules, pos, NULL));
    assert(is_playable(rules, pos, move));
    rules->play(pos, move);
}

/* ---- the tables ---- */

/* Letters, and the year at their end for a later season: "piranhas26". */
static __attribute__((unused)) bool is_name(const char *name)
{
    size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyz");

    return letters > 0 && strspn(name + letters, "0123456789") == strlen(name + letters);
}

static __attribute__((unused)) bool are_reasons_whole(const struct reason *reason)
{
    for (; reason->code; reason++) {
        if (strlen(reason->code) >= ERR_CODE_SIZE || !reason->text[LANG_DE] ||
            !reason->text[LANG_EN])
            return false;
    }
    return true;
}

static void check_rules(const struct game_rules *rules)
{
    assert(rules->name && is_name(rules->name));
    assert(rules->year > 2000);
    assert(rules->title && rules->title[0]);
    assert(rules->score_count >= 1 && rules->score_count <= GAME_SCORES_MAX);
    for (int i = 0; i < rules->score_count; i++)
        assert(rules->scores[i].name);
    assert(rules->body_size > 0 && rules->body_size <= GAME_BODY_MAX);
    assert(rules->turn_max > 0);
    assert(rules->moves_max > 0 && rules->moves_max <= GAME_MOVES_MAX);
    assert(rules->reasons && are_reasons_whole(rules->reasons));
    assert(rules->setup && rules->moves && rules->count && rules->read && rules->legal);
    assert(rules->play && rules->result && rules->print && rules->parse && rules->print_move);
    assert(!rules->hide == !rules->fill);                    /* both or none */
    assert(rules->hide || (!rules->ready && !rules->study)); /* nothing is hidden: always ready */
    (void)rules;
}

void game_check_all(void)
{
    for (int i = 0; games[i]; i++) {
        check_rules(games[i]);
        assert(game_find(slice_of(games[i]->name)) == games[i]);
    }
}

/* ---- results ---- */

static void print_scores(const struct game_rules *rules, const int score[], struct buf *out)
{
    for (int i = 0; i < rules->score_count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        buf_add_int(out, score[i]);
    }
}

void game_print_result(const struct game_rules *rules, const struct position *pos, struct buf *out)
{
    struct game_result result = {0};

    rules->result(pos, &result);
    if (pos->side == SIDE_NONE) {
        buf_add(out, "over ");
        buf_add(out, result.winner == SIDE_NONE ? "draw" : side_name(result.winner));
        buf_add_char(out, ' ');
        buf_add(out, result.reason);
    } else {
        buf_add(out, "running");
    }
    buf_add(out, " red=");
    print_scores(rules, result.score[SIDE_RED], out);
    buf_add(out, " blue=");
    print_scores(rules, result.score[SIDE_BLUE], out);
}

void game_sample_hidden(const struct game_rules *rules, struct position *pos, uint64_t seed)
{
    if (!rules->hide)
        return;
    rules->hide(pos);
    rules->fill(pos, seed);
    if (rules->study)
        rules->study(pos);
}
