#include "server/journal_event.h"

#include "game/text.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

/* One way through the fields of an entry: written to `out` or, where that is NULL, taken from
 * `line`.  So each kind of entry has one list of its fields. */
struct pass {
    struct buf *out;
    struct slice line;
    bool is_fine; /* every field that was taken makes sense */
};

/* ---- fields ---- */

static void put_text(struct buf *out, const char *text)
{
    buf_add_char(out, '\t');
    for (; *text; text++) {
        if (*text == '\t')
            buf_add(out, "\\t");
        else if (*text == '\n')
            buf_add(out, "\\n");
        else if (*text == '\\')
            buf_add(out, "\\\\");
        else
            buf_add_char(out, *text);
    }
}

static bool take_text(struct slice field, char *text, size_t size)
{
    struct buf buf;

    buf_init(&buf, text, size);
    for (; field.len > 0; field = slice_skip(field, 1)) {
        if (field.at[0] != '\\' || field.len < 2) {
            buf_add_char(&buf, field.at[0]);
            continue;
        }
        field = slice_skip(field, 1);
        buf_add_char(&buf, field.at[0] == 't' ? '\t' : field.at[0] == 'n' ? '\n' : '\\');
    }
    return !buf.is_full;
}

/* A field that is missing at the end of the line, as in journals of older servers, is empty. */
static void pass_text(struct pass *pass, char *text, size_t size)
{
    if (pass->out)
        put_text(pass->out, text);
    else if (pass->is_fine)
        pass->is_fine = take_text(slice_take_until(&pass->line, '\t'), text, size);
}

static void pass_int64(struct pass *pass, int64_t *value)
{
    if (pass->out)
        buf_format(pass->out, "\t%" PRId64, *value);
    else if (pass->is_fine)
        pass->is_fine = slice_to_int64(slice_take_until(&pass->line, '\t'), value);
}

static void pass_int(struct pass *pass, int *value)
{
    int64_t wide = *value;

    pass_int64(pass, &wide);
    pass->is_fine = pass->is_fine && wide > INT_MIN && wide <= INT_MAX;
    *value = pass->is_fine ? (int)wide : 0;
}

/* Writes a word, or copies the one that was taken into `word`. */
static void pass_word(struct pass *pass, const char *written, char word[STORE_WORD_SIZE])
{
    buf_copy(word, STORE_WORD_SIZE, slice_of(written));
    pass_text(pass, word, STORE_WORD_SIZE);
}

static void pass_ruleset(struct pass *pass, enum ruleset *ruleset)
{
    char word[STORE_WORD_SIZE];

    pass_word(pass, ruleset_name(*ruleset), word);
    *ruleset = slice_is(slice_of(word), "server") ? RULES_SERVER : RULES_BOOK;
}

static void pass_seed(struct pass *pass, struct store_game *game)
{
    char word[STORE_WORD_SIZE], digits[STORE_WORD_SIZE];

    snprintf(digits, sizeof digits, "%" PRId64, game->seed);
    pass_word(pass, game->has_seed ? digits : "-", word);
    game->has_seed = strcmp(word, "-") != 0;
    pass->is_fine =
        pass->is_fine && (!game->has_seed || slice_to_int64(slice_of(word), &game->seed));
}

static void pass_winner(struct pass *pass, struct game_result *result)
{
    char word[STORE_WORD_SIZE], letter[] = {text_side_letter(result->winner), '\0'};
    uint8_t side = 0;

    pass_word(pass, letter, word);
    pass->is_fine = pass->is_fine && text_side(slice_of(word), &side);
    result->winner = (enum side)side;
}

/* CAUSE REASON SCORE SCORE SCORE */
static void pass_fate(struct pass *pass, struct outcome *outcome, enum side side)
{
    char word[STORE_WORD_SIZE];

    pass_word(pass, cause_name(outcome->cause[side]), word);
    pass->is_fine = pass->is_fine && cause_find(slice_of(word), &outcome->cause[side]);
    pass_text(pass, outcome->reason[side], OUTCOME_REASON_SIZE);
    for (int i = 0; i < GAME_SCORES_MAX; i++)
        pass_int(pass, &outcome->result.score[side][i]);
}

static void pass_fault(struct pass *pass, struct err *fault)
{
    char text[sizeof *fault]; /* code and details */
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    err_print(fault, &buf);
    pass_text(pass, text, sizeof text);
    err_parse(slice_of(text), fault);
}

/* Older servers did not tell. */
static void pass_strangers(struct pass *pass, struct store_game *game)
{
    int is_strangers = game->is_strangers;

    if (pass->out || pass->line.len > 0)
        pass_int(pass, &is_strangers);
    game->is_strangers = is_strangers != 0;
}

/* ---- entries ---- */

static void pass_started(struct pass *pass, struct journal_event *entry)
{
    struct store_game *game = &entry->game;

    pass_int64(pass, &game->number);
    pass_text(pass, game->id, sizeof game->id);
    pass_text(pass, game->game, sizeof game->game);
    pass_text(pass, game->game_type, sizeof game->game_type);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        pass_text(pass, game->names[side], RECORD_NAME_SIZE);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        pass_text(pass, game->players[side], STORE_WORD_SIZE);
    pass_ruleset(pass, &game->ruleset);
    pass_seed(pass, game);
    pass_text(pass, game->start, sizeof game->start);
    pass_int64(pass, &game->started_ms);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        pass_text(pass, game->keys[side], STORE_KEY_SIZE);
    pass_text(pass, game->settings, STORE_SETTINGS_SIZE);
    pass_strangers(pass, game);
}

static void pass_changed(struct pass *pass, struct journal_event *entry)
{
    pass_int64(pass, &entry->game.number);
    pass_text(pass, entry->game.settings, STORE_SETTINGS_SIZE);
}

static void pass_taken(struct pass *pass, struct journal_event *entry)
{
    pass_int64(pass, &entry->ply.number);
    pass_int(pass, &entry->ply.ply);
}

static void pass_seated(struct pass *pass, struct journal_event *entry)
{
    char word[STORE_WORD_SIZE];

    pass_int64(pass, &entry->game.number);
    pass_word(pass, side_name(entry->side), word);
    pass->is_fine = pass->is_fine && side_find(slice_of(word), &entry->side);
    if (!pass->is_fine)
        return;
    pass_text(pass, entry->game.names[entry->side], RECORD_NAME_SIZE);
    pass_text(pass, entry->game.keys[entry->side], STORE_KEY_SIZE);
}

static void pass_moved(struct pass *pass, struct journal_event *entry)
{
    struct store_ply *ply = &entry->ply;

    pass_taken(pass, entry);
    pass_int(pass, &ply->time_ms);
    pass_text(pass, ply->words, sizeof ply->words);
    pass_text(pass, ply->hint, sizeof ply->hint);
    if (pass->out || pass->line.len > 0) /* older servers did not tell */
        pass_int(pass, &ply->lag_ms);
}

static void pass_ended(struct pass *pass, struct journal_event *entry)
{
    struct store_game *game = &entry->game;

    pass_int64(pass, &game->number);
    pass_text(pass, game->game, sizeof game->game);
    pass_int64(pass, &game->ended_ms);
    pass_winner(pass, &game->outcome.result);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        pass_fate(pass, &game->outcome, side);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        pass_fault(pass, &game->outcome.fault[side]);
    pass_text(pass, game->last_position, sizeof game->last_position);
}

static const struct {
    const char *word;
    void (*pass)(struct pass *pass, struct journal_event *entry);
} kinds[] = {[JOURNAL_EVENT_STARTED] = {"started", pass_started},
             [JOURNAL_EVENT_MOVED] = {"moved", pass_moved},
             [JOURNAL_EVENT_CHANGED] = {"changed", pass_changed},
             [JOURNAL_EVENT_TAKEN] = {"taken", pass_taken},
             [JOURNAL_EVENT_SEATED] = {"seated", pass_seated},
             [JOURNAL_EVENT_ENDED] = {"ended", pass_ended}};

void journal_event_print(struct journal_event *entry, struct buf *out)
{
    struct pass pass = {.out = out, .is_fine = true};

    assert(entry->kind < sizeof kinds / sizeof *kinds);
    buf_add(out, kinds[entry->kind].word);
    kinds[entry->kind].pass(&pass, entry);
}

bool journal_event_parse(struct slice text, struct journal_event *entry)
{
    struct pass pass = {.line = text, .is_fine = true};
    struct slice word = slice_take_until(&pass.line, '\t');

    memset(entry, 0, sizeof *entry);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!slice_is(word, kinds[i].word))
            continue;
        entry->kind = (enum journal_event_kind)i;
        kinds[i].pass(&pass, entry);
        return pass.is_fine;
    }
    return false;
}

bool journal_event_store(const struct journal_event *entry, struct store *store, struct err *why)
{
    switch (entry->kind) {
    case JOURNAL_EVENT_STARTED:
        return store_add_game(store, &entry->game, why);
    case JOURNAL_EVENT_MOVED:
        return store_add_ply(store, &entry->ply, why);
    case JOURNAL_EVENT_CHANGED:
        return store_set_settings(store, entry->game.number, entry->game.settings, why);
    case JOURNAL_EVENT_TAKEN:
        return store_truncate_game(store, entry->ply.number, entry->ply.ply, why);
    case JOURNAL_EVENT_SEATED:
        return store_set_seat(store, &entry->game, entry->side, why);
    case JOURNAL_EVENT_ENDED:
        return store_end_game(store, &entry->game, why);
    }
    return false;
}
