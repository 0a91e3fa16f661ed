#include "proto/replay_check.h"

#include "base/memory.h"

#include <stdlib.h>

#define SERVER_SUFFIX " rules=server"

/* A replay while it is played through the rules. */
struct retelling {
    const struct replay_content *content;
    struct replay_content *mirror; /* reads what we write, to see it as a watcher does */
    struct xml_arena arena;        /* what we write */
    struct position pos;
    struct record *record;
    struct replay_difference *difference;
};

static bool differs(struct retelling *r, const char *code, const char *details)
{
    return err_set(&r->difference->what, code, details);
}

static bool differs_at_turn(struct retelling *r, const char *code, int turn, const char *words)
{
    return err_setf(&r->difference->what, code, "%d %s", turn, words);
}

/* ---- comparing states ---- */

static void *arena_take(void *context, size_t size)
{
    (void)context;
    return memory_get(size, 1);
}

static void arena_give(void *context, void *memory)
{
    (void)context;
    free(memory);
}

const struct xml_arena replay_heap = {.take = arena_take, .give = arena_give};

/* The text of our state as read back from its XML; NULL: it cannot be read. */
static const char *see(struct retelling *r, const struct wire_state *state)
{
    struct xml_writer writer;

    xml_arena_clear(&r->arena);
    xml_writer_init_tree(&writer, &r->arena);
    r->content->wire->write_state(&writer, state);
    r->mirror->count = 0;
    replay_content_take(r->mirror, writer.tree);
    return r->mirror->count == 1 ? r->mirror->states[0].text : NULL;
}

/* Does the position after a move look like state `index` of the file? */
static bool looks_right(struct retelling *r, int index, const struct position *pos,
                        const struct position *before, struct slice words)
{
    struct wire_state state = {
        .pos = pos, .before = before, .words = words, .names = {"red", "blue"}};
    const char *seen = see(r, &state);

    return seen && strcmp(seen, r->content->states[index].text) == 0;
}

/* A part of a position's text; "-" where there is none any more. */
static struct slice take_part(struct slice *text)
{
    size_t n = 0;

    while (n < text->len && text->at[n] != ' ' && text->at[n] != '/')
        n++;
    struct slice part = slice_make(text->at, n);
    *text = slice_skip(*text, n < text->len ? n + 1 : n);
    return n > 0 ? part : slice_of("-");
}

static bool slice_equal(struct slice a, struct slice b)
{
    return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* Names the first part of the texts that is not the same. */
static bool differs_in_state(struct retelling *r, int index)
{
    struct slice expected = slice_of(r->mirror->states[0].text);
    struct slice found = slice_of(r->content->states[index].text), ours, theirs;
    char parts[ERR_DETAILS_SIZE];
    struct buf buf;

    do {
        ours = take_part(&expected);
        theirs = take_part(&found);
    } while (slice_equal(ours, theirs) && (expected.len > 0 || found.len > 0));
    buf_init(&buf, parts, sizeof parts);
    buf_add_slice(&buf, ours);
    buf_add_char(&buf, ' ');
    buf_add_slice(&buf, theirs);
    return differs_at_turn(r, "replay_state", r->pos.turn, parts);
}

/* ---- playing ---- */

static bool begin(struct retelling *r, enum ruleset ruleset)
{
    const struct replay_content *content = r->content;
    char text[GAME_TEXT_MAX + sizeof SERVER_SUFFIX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    buf_add(&buf, content->start);
    buf_add(&buf, ruleset == RULES_SERVER ? SERVER_SUFFIX : "");
    memset(r->record, 0, sizeof *r->record);
    if (!content->rules->parse(buf_slice(&buf), &r->pos, &r->difference->cause))
        return differs(r, "replay_start", "");
    record_init(r->record, content->rules, &r->pos);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        record_set_name(r->record, side, slice_of(content->names[side]));
    return looks_right(r, 0, &r->pos, NULL, slice_of("")) || differs_in_state(r, 0);
}

/* The move that leads to a state which does not tell. */
static bool find_move(struct retelling *r, int index, char words[GAME_WORDS_MAX])
{
    const struct game_rules *rules = r->content->rules;
    move_t *moves = memory_get(rules->moves_max, sizeof *moves);
    int n = rules->moves(&r->pos, moves);
    bool is_found = false;

    for (int i = 0; i < n && !is_found; i++) {
        struct position next = r->pos;
        struct buf buf;
        buf_init(&buf, words, GAME_WORDS_MAX);
        rules->print_move(&r->pos, moves[i], &buf);
        game_play(rules, &next, moves[i]);
        is_found = looks_right(r, index, &next, &r->pos, buf_slice(&buf));
    }
    free(moves);
    return is_found;
}

/* Plays the move that leads to state `index`. */
static bool play_on(struct retelling *r, int index)
{
    const struct game_rules *rules = r->content->rules;
    const struct replay_state *state = &r->content->states[index];
    struct position before = r->pos;
    char words[GAME_WORDS_MAX];
    move_t move;

    if (r->pos.side == SIDE_NONE)
        return differs_at_turn(r, "replay_over", r->pos.turn, "");
    if (!game_knows_moves(rules, &r->pos, &r->difference->cause))
        return differs_at_turn(r, "replay_move", r->pos.turn + 1, state->words);
    memcpy(words, state->words, sizeof words);
    if (!words[0] && !find_move(r, index, words))
        return differs_at_turn(r, "replay_no_move", r->pos.turn + 1, "");
    if (rules->read(&r->pos, slice_of(words), &move, &r->difference->cause) != VERDICT_LEGAL)
        return differs_at_turn(r, "replay_move", r->pos.turn + 1, words);
    if (!record_add(r->record, move, slice_of(words), RECORD_TIME_UNKNOWN, &r->difference->what))
        return false;
    if (state->hint[0])
        record_add_hint(r->record, slice_of(state->hint), NULL);
    game_play(rules, &r->pos, move);
    return looks_right(r, index, &r->pos, &before, slice_of(words)) || differs_in_state(r, index);
}

/* ---- the end ---- */

/* "red:2,5:0,3" */
static void print_result(const struct game_rules *rules, const struct game_result *result,
                         struct buf *out)
{
    buf_add(out, side_name(result->winner));
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        for (int i = 0; i < rules->score_count; i++)
            buf_format(out, "%c%d", i == 0 ? ':' : ',', result->score[side][i]);
    }
}

/* Was it an end by the rules that the season's server called irregular? */
static bool is_called_irregular(const struct retelling *r, const struct game_result *result)
{
    const char *irregular_end = r->content->wire->irregular_end;

    return result->reason && irregular_end && strcmp(result->reason, irregular_end) == 0;
}

/* A regular end must be the one of the rules; of any other end the causes tell the winner. */
static void judge(const struct retelling *r, struct outcome *outcome)
{
    struct game_result result = {0};

    *outcome = r->content->outcome;
    r->content->rules->result(&r->pos, &result);
    if (is_called_irregular(r, &result))
        outcome->cause[SIDE_RED] = outcome->cause[SIDE_BLUE] = CAUSE_REGULAR;
    if (r->pos.side == SIDE_NONE && outcome->cause[SIDE_RED] == CAUSE_REGULAR &&
        outcome->cause[SIDE_BLUE] == CAUSE_REGULAR)
        outcome->result = result;
    else
        outcome_settle(outcome, r->content->rules, &r->pos);
}

static bool finish(struct retelling *r)
{
    char expected[ERR_DETAILS_SIZE / 2], both[ERR_DETAILS_SIZE];
    struct outcome outcome;
    struct buf one, two;

    if (!r->content->has_result)
        return true;
    judge(r, &outcome);
    record_end(r->record, &outcome);
    buf_init(&one, expected, sizeof expected);
    print_result(r->content->rules, &outcome.result, &one);
    buf_init(&two, both, sizeof both);
    buf_format(&two, "%s ", expected);
    size_t len = two.len;
    print_result(r->content->rules, &r->content->outcome.result, &two);
    return strcmp(both + len, expected) == 0 || differs(r, "replay_result", both);
}

/* ---- the whole ---- */

static bool tell(struct retelling *r, enum ruleset ruleset)
{
    if (!begin(r, ruleset))
        return false;
    for (int i = 1; i < r->content->count; i++) {
        if (!play_on(r, i))
            return false;
    }
    return finish(r);
}

bool replay_check_content_by(const struct replay_content *content, enum ruleset ruleset,
                             struct record *record, struct replay_difference *difference)
{
    struct retelling r = {
        .content = content,
        .record = record,
        .difference = difference,
        .arena = replay_heap,
    };

    *difference = (struct replay_difference){0};
    r.mirror = replay_content_create();
    r.mirror->wire = content->wire;
    r.mirror->rules = content->rules;
    bool is_same = tell(&r, ruleset);
    xml_arena_clear(&r.arena);
    replay_content_destroy(r.mirror);
    return is_same;
}

static bool has_none(const struct replay_difference *difference)
{
    return difference->what.code[0] == '\0';
}

/* Tells the content in both rulesets; the one that fits, or else the one that goes farther. */
static enum ruleset try_rulesets(const struct replay_content *content, struct record *record,
                                 struct replay_difference differences[REPLAY_RULESETS])
{
    int plies[REPLAY_RULESETS];

    for (enum ruleset i = RULES_BOOK; i <= RULES_SERVER; i++) {
        replay_check_content_by(content, i, record, &differences[i]);
        plies[i] = record->ply_count;
    }
    if (has_none(&differences[RULES_BOOK]))
        return RULES_BOOK;
    bool is_server =
        has_none(&differences[RULES_SERVER]) || plies[RULES_SERVER] > plies[RULES_BOOK];
    return is_server ? RULES_SERVER : RULES_BOOK;
}

bool replay_check_content(const struct replay_content *content, enum replay_rules rules,
                          struct record *record, struct replay_report *report, struct err *why)
{
    *report = (struct replay_report){0};
    report->damage = content->damage;
    report->state_count = content->count;
    if (content->count == 0)
        return err_set(why, "replay_foreign", "");
    report->ruleset = try_rulesets(content, record, report->differences);
    if (rules != REPLAY_RULES_FITTING)
        report->ruleset = (enum ruleset)rules;
    struct replay_difference *difference = &report->differences[report->ruleset];
    replay_check_content_by(content, report->ruleset, record, difference);
    if (!record_rules(record)) {
        *why = difference->cause;
        return false;
    }
    return true;
}
