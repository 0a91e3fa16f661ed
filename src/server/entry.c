#include "server/entry.h"

#include "game/text.h"

#include <limits.h>

enum { FAULT_SIZE = sizeof(struct err) }; /* code and details as a text */

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

static void put_int(struct buf *out, int64_t value)
{
    buf_add_char(out, '\t');
    buf_add_int(out, value);
}

static bool take_text(struct slice *line, char *text, size_t size)
{
    struct slice field = slice_take_until(line, '\t');
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

static bool take_int64(struct slice *line, int64_t *value)
{
    return slice_to_int64(slice_take_until(line, '\t'), value);
}

static bool take_int(struct slice *line, int *value)
{
    return slice_to_int(slice_take_until(line, '\t'), INT_MIN + 1, INT_MAX, value);
}

/* ---- started ---- */

static void print_started(const struct store_game *game, struct buf *out)
{
    put_int(out, game->number);
    put_text(out, game->id);
    put_text(out, game->game);
    put_text(out, game->game_type);
    put_text(out, game->names[SIDE_RED]);
    put_text(out, game->names[SIDE_BLUE]);
    put_text(out, game->players[SIDE_RED]);
    put_text(out, game->players[SIDE_BLUE]);
    put_text(out, ruleset_name(game->ruleset));
    if (game->has_seed)
        put_int(out, game->seed);
    else
        put_text(out, "-");
    put_text(out, game->start);
    put_int(out, game->started_ms);
    put_text(out, game->keys[SIDE_RED]);
    put_text(out, game->keys[SIDE_BLUE]);
}

static bool take_seed(struct slice *line, struct store_game *game)
{
    struct slice field = slice_take_until(line, '\t');

    game->has_seed = !slice_is(field, "-");
    return !game->has_seed || slice_to_int64(field, &game->seed);
}

static bool parse_started(struct slice line, struct entry *entry)
{
    struct store_game *game = &entry->game;
    char rules[STORE_WORD_SIZE];

    if (!take_int64(&line, &game->number) || !take_text(&line, game->id, sizeof game->id) ||
        !take_text(&line, game->game, sizeof game->game) ||
        !take_text(&line, game->game_type, sizeof game->game_type) ||
        !take_text(&line, game->names[SIDE_RED], RECORD_NAME_SIZE) ||
        !take_text(&line, game->names[SIDE_BLUE], RECORD_NAME_SIZE) ||
        !take_text(&line, game->players[SIDE_RED], STORE_WORD_SIZE) ||
        !take_text(&line, game->players[SIDE_BLUE], STORE_WORD_SIZE) ||
        !take_text(&line, rules, sizeof rules) || !take_seed(&line, game) ||
        !take_text(&line, game->start, sizeof game->start))
        return false;
    game->ruleset = slice_is(slice_of(rules), "server") ? RULES_SERVER : RULES_BOOK;
    /* Journals of older servers end here; their keys are empty. */
    return take_int64(&line, &game->started_ms) &&
           take_text(&line, game->keys[SIDE_RED], STORE_KEY_SIZE) &&
           take_text(&line, game->keys[SIDE_BLUE], STORE_KEY_SIZE);
}

/* ---- moved ---- */

static void print_moved(const struct store_ply *ply, struct buf *out)
{
    put_int(out, ply->number);
    put_int(out, ply->ply);
    put_int(out, ply->time_ms);
    put_text(out, ply->words);
    put_text(out, ply->hint);
    put_int(out, ply->lag_ms);
}

static bool parse_moved(struct slice line, struct entry *entry)
{
    struct store_ply *ply = &entry->ply;

    return take_int64(&line, &ply->number) && take_int(&line, &ply->ply) &&
           take_int(&line, &ply->time_ms) && take_text(&line, ply->words, sizeof ply->words) &&
           take_text(&line, ply->hint, sizeof ply->hint) &&
           (line.len == 0 || take_int(&line, &ply->lag_ms)); /* older servers did not tell */
}

/* ---- taken ---- */

static void print_taken(const struct store_ply *ply, struct buf *out)
{
    put_int(out, ply->number);
    put_int(out, ply->ply);
}

static bool parse_taken(struct slice line, struct entry *entry)
{
    return take_int64(&line, &entry->ply.number) && take_int(&line, &entry->ply.ply);
}

/* ---- ended ---- */

static void put_fault(struct buf *out, const struct err *fault)
{
    char text[FAULT_SIZE];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    err_print(fault, &buf);
    put_text(out, text);
}

/* Journals of older servers have none; then it is empty. */
static bool take_fault(struct slice *line, struct err *fault)
{
    char text[FAULT_SIZE];

    if (!take_text(line, text, sizeof text))
        return false;
    err_parse(slice_of(text), fault);
    return true;
}

static void print_ended(const struct store_game *game, struct buf *out)
{
    const struct outcome *outcome = &game->outcome;
    char winner[] = {text_side_letter(outcome->result.winner), '\0'};

    put_int(out, game->number);
    put_text(out, game->game);
    put_int(out, game->ended_ms);
    put_text(out, winner);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        put_text(out, cause_name(outcome->cause[side]));
        put_text(out, outcome->reason[side]);
        for (int i = 0; i < GAME_SCORES_MAX; i++)
            put_int(out, outcome->result.score[side][i]);
    }
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        put_fault(out, &outcome->fault[side]);
}

static bool take_fate(struct slice *line, struct outcome *outcome, enum side side)
{
    bool is_read = cause_find(slice_take_until(line, '\t'), &outcome->cause[side]) &&
                   take_text(line, outcome->reason[side], OUTCOME_REASON_SIZE);

    for (int i = 0; i < GAME_SCORES_MAX; i++)
        is_read = is_read && take_int(line, &outcome->result.score[side][i]);
    return is_read;
}

static bool parse_ended(struct slice line, struct entry *entry)
{
    struct store_game *game = &entry->game;
    uint8_t winner;

    if (!take_int64(&line, &game->number) || !take_text(&line, game->game, sizeof game->game) ||
        !take_int64(&line, &game->ended_ms) || !text_side(slice_take_until(&line, '\t'), &winner))
        return false;
    game->outcome.result.winner = (enum side)winner;
    return take_fate(&line, &game->outcome, SIDE_RED) &&
           take_fate(&line, &game->outcome, SIDE_BLUE) &&
           take_fault(&line, &game->outcome.fault[SIDE_RED]) &&
           take_fault(&line, &game->outcome.fault[SIDE_BLUE]);
}

/* ---- all of them ---- */

void entry_print(const struct entry *entry, struct buf *out)
{
    switch (entry->kind) {
    case ENTRY_STARTED:
        buf_add(out, "started");
        print_started(&entry->game, out);
        break;
    case ENTRY_MOVED:
        buf_add(out, "moved");
        print_moved(&entry->ply, out);
        break;
    case ENTRY_TAKEN:
        buf_add(out, "taken");
        print_taken(&entry->ply, out);
        break;
    case ENTRY_ENDED:
        buf_add(out, "ended");
        print_ended(&entry->game, out);
        break;
    }
}

bool entry_parse(struct slice text, struct entry *entry)
{
    static const struct {
        const char *word;
        enum entry_kind kind;
        bool (*parse)(struct slice line, struct entry *entry);
    } kinds[] = {{"started", ENTRY_STARTED, parse_started},
                 {"moved", ENTRY_MOVED, parse_moved},
                 {"taken", ENTRY_TAKEN, parse_taken},
                 {"ended", ENTRY_ENDED, parse_ended}};
    struct slice word = slice_take_until(&text, '\t');

    memset(entry, 0, sizeof *entry);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        entry->kind = kinds[i].kind;
        if (slice_is(word, kinds[i].word))
            return kinds[i].parse(text, entry);
    }
    return false;
}

bool entry_store(const struct entry *entry, struct store *store, struct err *why)
{
    switch (entry->kind) {
    case ENTRY_STARTED:
        return store_add_game(store, &entry->game, why);
    case ENTRY_MOVED:
        return store_add_ply(store, &entry->ply, why);
    case ENTRY_TAKEN:
        return store_take_back(store, entry->ply.number, entry->ply.ply, why);
    case ENTRY_ENDED:
        return store_end_game(store, &entry->game, why);
    }
    return false;
}
