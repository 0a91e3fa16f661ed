#include "store/old_results.h"

#include "base/buf.h"
#include "base/memory.h"
#include "store/schema_tables.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAGE = 500, SPARE = 64 };

/* The columns of `results`: test, game, pair, seed, the texts, worker, at. */
enum { TEXTS_AT = 4, WORKER_AT = TEXTS_AT + QUEUE_TEXTS, COLUMNS = WORKER_AT + 2 };

/* ---- a line ---- */

/* A row that is being made, and where its texts are. */
struct making {
    const json_t *root;
    struct queue_result row;
    struct buf texts;
    size_t start; /* of the text at hand */
};

static void begin_text(struct making *making) { making->start = making->texts.len; }

static void end_text(struct making *making, enum queue_text which)
{
    making->row.texts[which] =
        slice_make(making->texts.data + making->start, making->texts.len - making->start);
}

/* null, or no such key, is an empty text. */
static bool take_text(struct making *making, enum queue_text which, const char *key)
{
    const json_t *value = json_object_get(making->root, key);

    begin_text(making);
    if (json_is_string(value))
        buf_add(&making->texts, json_string_value(value));
    end_text(making, which);
    return !value || json_is_null(value) || json_is_string(value);
}

static bool add_numbers(struct making *making, const json_t *array, char between)
{
    const json_t *value;
    size_t i;

    json_array_foreach(array, i, value)
    {
        if (!json_is_integer(value))
            return false;
        if (i > 0)
            buf_add_char(&making->texts, between);
        buf_format(&making->texts, "%lld", (long long)json_integer_value(value));
    }
    return true;
}

static bool take_numbers(struct making *making, enum queue_text which, const char *key)
{
    begin_text(making);
    bool is_read = add_numbers(making, json_object_get(making->root, key), ' ');
    end_text(making, which);
    return is_read;
}

/* A line break inside a line would make two of it. */
static bool take_lines(struct making *making, enum queue_text which, const char *key)
{
    const json_t *line;
    size_t i;

    begin_text(making);
    json_array_foreach(json_object_get(making->root, key), i, line)
    {
        const char *text = json_string_value(line);
        if (!text || strchr(text, '\n'))
            return false;
        buf_add(&making->texts, text);
        buf_add_char(&making->texts, '\n');
    }
    end_text(making, which);
    return true;
}

static bool take_scores(struct making *making)
{
    const json_t *scores = json_object_get(making->root, "scores");

    begin_text(making);
    bool is_read =
        json_array_size(scores) == 2 && add_numbers(making, json_array_get(scores, 0), ',');
    buf_add_char(&making->texts, ' ');
    is_read = is_read && add_numbers(making, json_array_get(scores, 1), ',');
    end_text(making, QUEUE_SCORES);
    return is_read;
}

/* The first lines had only the sentence, and no code. */
static bool take_fault(struct making *making)
{
    const char *fault = json_string_value(json_object_get(making->root, "fault"));
    const char *sentence = json_string_value(json_object_get(making->root, "why"));

    if ((fault && fault[0]) || !sentence || !sentence[0])
        return take_text(making, QUEUE_FAULT, "fault");
    begin_text(making);
    buf_add(&making->texts, "as_said ");
    buf_add(&making->texts, sentence);
    end_text(making, QUEUE_FAULT);
    return true;
}

static bool take_head(struct making *making)
{
    const json_t *game = json_object_get(making->root, "game");
    const json_t *pair = json_object_get(making->root, "pair");
    int64_t number = json_integer_value(game);

    making->row.game = (int)number;
    making->row.seed = json_integer_value(json_object_get(making->root, "seed"));
    return json_is_integer(game) && number >= 0 && number <= INT32_MAX &&
           json_integer_value(pair) == number / 2;
}

static bool make_row(struct making *making)
{
    return take_head(making) && take_text(making, QUEUE_RED, "red") &&
           take_text(making, QUEUE_WINNER, "winner") && take_text(making, QUEUE_ENDING, "cause") &&
           take_text(making, QUEUE_OFFENDER, "offender") && take_text(making, QUEUE_END, "end") &&
           take_fault(making) && take_scores(making) && take_text(making, QUEUE_START, "start") &&
           take_text(making, QUEUE_MOVERS, "by") && take_numbers(making, QUEUE_TIMES, "ms") &&
           take_numbers(making, QUEUE_LAGS, "lag") && take_lines(making, QUEUE_MOVES, "moves") &&
           take_lines(making, QUEUE_HINTS, "hints") && take_lines(making, QUEUE_OUTPUT, "output") &&
           !making->texts.is_full;
}

struct queue_result *old_result_read(struct slice line)
{
    json_t *root = json_loadb(line.at, line.len, 0, NULL);
    size_t size = line.len + SPARE; /* JSON is never shorter than its texts */
    char *texts = memory_get(size, 1);
    struct making making = {.root = root};

    buf_init(&making.texts, texts, size);
    struct queue_result *row = root && make_row(&making) ? queue_result_copy(&making.row) : NULL;
    free(texts);
    json_decref(root);
    return row;
}

/* ---- an export ---- */

static bool upgrade_result(json_t *row)
{
    const char *line = json_string_value(json_object_get(row, "line"));
    struct queue_result *result = line ? old_result_read(slice_of(line)) : NULL;
    struct slice columns[SCHEMA_COLUMNS_MAX];
    char name[32];

    if (!result)
        return false;
    json_object_del(row, "line");
    json_object_set_new(row, "pair", json_integer(result->game / 2));
    json_object_set_new(row, "seed", json_integer(result->seed));
    schema_columns(&schema_tables[SCHEMA_RESULTS], columns);
    for (int i = 0; i < QUEUE_TEXTS; i++) {
        struct slice column = columns[TEXTS_AT + i];
        snprintf(name, sizeof name, "%.*s", (int)column.len, column.at);
        json_object_set_new(row, name, json_stringn(result->texts[i].at, result->texts[i].len));
    }
    free(result);
    return true;
}

bool old_row_upgrade(json_t *row, int table)
{
    if (table == SCHEMA_RESULTS)
        return upgrade_result(row);
    if (table == SCHEMA_PAIRS)
        json_object_set_new(row, "tries", json_integer(0));
    if (table == SCHEMA_TESTS) {
        json_object_set(row, "match", json_object_get(row, "terms"));
        json_object_del(row, "terms");
    }
    return true;
}

/* ---- a store ---- */

static const char *const read_page =
    "SELECT test, game, line, worker, at FROM old_results WHERE (test, game) > ($1, $2)"
    " ORDER BY test, game LIMIT $3";
static const char *const reopen_pair =
    "UPDATE pairs SET state = 0, worker = '' WHERE test = $1 AND pair = $2";

struct converting {
    struct db *db;
    struct err *why;
    int64_t test, game; /* the last row */
    int64_t count;
    bool is_fine;
};

static bool write_row(struct db *db, const struct queue_result *result, const struct db_row *row,
                      struct err *why)
{
    struct db_value values[COLUMNS] = {*db_row_value(row, 0), *db_row_value(row, 1),
                                       db_int(result->game / 2), db_int(result->seed)};

    for (int i = 0; i < QUEUE_TEXTS; i++)
        values[TEXTS_AT + i] = db_slice(result->texts[i]);
    values[WORKER_AT] = *db_row_value(row, 3);
    values[WORKER_AT + 1] = db_int(db_row_int(row, 4));
    return db_run(db, schema_tables[SCHEMA_RESULTS].write,
                  (struct db_values){.at = values, .count = COLUMNS}, why);
}

static bool convert_row(void *context, const struct db_row *row)
{
    struct converting *converting = context;
    struct queue_result *result = old_result_read(db_row_text(row, 2));
    struct db_value test = db_int(converting->test = db_row_int(row, 0));

    converting->game = db_row_int(row, 1);
    converting->count++;
    if (result && result->game == converting->game)
        converting->is_fine = write_row(converting->db, result, row, converting->why);
    else
        converting->is_fine =
            db_run(converting->db, reopen_pair, DB_VALUES(test, db_int(converting->game / 2)),
                   converting->why);
    free(result);
    return converting->is_fine;
}

bool old_results_convert(struct db *db, schema_on_progress *on_progress, struct err *why)
{
    struct converting converting = {.db = db, .why = why, .test = -1, .is_fine = true};
    int64_t all, before;

    if (!db_number(db, "SELECT count(*) FROM old_results", DB_NO_VALUES, 0, &all, why))
        return false;
    do {
        before = converting.count;
        if (!db_ask(db, read_page,
                    DB_VALUES(db_int(converting.test), db_int(converting.game), db_int(PAGE)),
                    convert_row, &converting, why) ||
            !converting.is_fine)
            return false;
        if (on_progress && all > PAGE)
            on_progress((double)converting.count / (double)all);
    } while (converting.count > before);
    return db_script(db, "DROP TABLE old_results", why);
}
