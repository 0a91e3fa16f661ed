#include "store/old_results.h"

#include "base/buf.h"
#include "base/memory.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAGE = 500, SPARE = 64 };

/* The columns of `results`: test, game, pair, seed, the texts, worker, at. */
enum { TEXTS_AT = 4, WORKER_AT = TEXTS_AT + QUEUE_TEXTS, COLUMNS = WORKER_AT + 2 };

/* ---- a line ---- */

/* null, or no such key, is an empty text. */
static bool print_text(const json_t *root, const char *key, struct buf *out)
{
    const json_t *value = json_object_get(root, key);

    if (json_is_string(value))
        buf_add(out, json_string_value(value));
    return !value || json_is_null(value) || json_is_string(value);
}

/* The first lines had only the sentence, and no code. */
static bool print_fault(const json_t *root, const char *key, struct buf *out)
{
    const char *sentence = json_string_value(json_object_get(root, "why"));

    if (json_string_length(json_object_get(root, key)) > 0 || !sentence || !sentence[0])
        return print_text(root, key, out);
    buf_format(out, "as_said %s", sentence);
    return true;
}

static bool add_numbers(const json_t *array, char between, struct buf *out)
{
    const json_t *value;
    size_t i;

    json_array_foreach(array, i, value)
    {
        if (!json_is_integer(value))
            return false;
        if (i > 0)
            buf_add_char(out, between);
        buf_add_int(out, json_integer_value(value));
    }
    return true;
}

static bool print_numbers(const json_t *root, const char *key, struct buf *out)
{
    return add_numbers(json_object_get(root, key), ' ', out);
}

static bool print_scores(const json_t *root, const char *key, struct buf *out)
{
    const json_t *scores = json_object_get(root, key);

    if (json_array_size(scores) != 2 || !add_numbers(json_array_get(scores, 0), ',', out))
        return false;
    buf_add_char(out, ' ');
    return add_numbers(json_array_get(scores, 1), ',', out);
}

/* A line break inside a line would make two of it. */
static bool print_lines(const json_t *root, const char *key, struct buf *out)
{
    const json_t *line;
    size_t i;

    json_array_foreach(json_object_get(root, key), i, line)
    {
        const char *text = json_string_value(line);
        if (!text || strchr(text, '\n'))
            return false;
        buf_add(out, text);
        buf_add_char(out, '\n');
    }
    return true;
}

static const struct {
    const char *key;
    bool (*print)(const json_t *root, const char *key, struct buf *out); /* false: it is none */
} fields[QUEUE_TEXTS] = {
    [QUEUE_RED] = {"red", print_text},         [QUEUE_WINNER] = {"winner", print_text},
    [QUEUE_ENDING] = {"cause", print_text},    [QUEUE_OFFENDER] = {"offender", print_text},
    [QUEUE_END] = {"end", print_text},         [QUEUE_FAULT] = {"fault", print_fault},
    [QUEUE_SCORES] = {"scores", print_scores}, [QUEUE_START] = {"start", print_text},
    [QUEUE_MOVERS] = {"by", print_text},       [QUEUE_TIMES] = {"ms", print_numbers},
    [QUEUE_LAGS] = {"lag", print_numbers},     [QUEUE_MOVES] = {"moves", print_lines},
    [QUEUE_HINTS] = {"hints", print_lines},    [QUEUE_OUTPUT] = {"output", print_lines},
};

static bool make_row(const json_t *root, struct queue_result *row, struct buf *texts)
{
    const json_t *game = json_object_get(root, "game");
    int64_t number = json_integer_value(game);

    row->game = (int)number;
    row->seed = json_integer_value(json_object_get(root, "seed"));
    if (!json_is_integer(game) || number < 0 || number > INT32_MAX ||
        json_integer_value(json_object_get(root, "pair")) != number / 2)
        return false;
    for (int i = 0; i < QUEUE_TEXTS; i++) {
        size_t start = texts->len;
        if (!fields[i].print(root, fields[i].key, texts))
            return false;
        row->texts[i] = slice_make(texts->data + start, texts->len - start);
    }
    return !texts->is_full;
}

struct queue_result *old_result_read(struct slice line)
{
    json_t *root = json_loadb(line.at, line.len, 0, NULL);
    size_t size = line.len + SPARE; /* JSON is never shorter than its texts */
    struct queue_result row = {0};
    struct buf texts;

    buf_init(&texts, memory_get(size, 1), size);
    struct queue_result *copy =
        root && make_row(root, &row, &texts) ? queue_result_copy(&row) : NULL;
    free(texts.data);
    json_decref(root);
    return copy;
}

/* ---- an export ---- */

static bool upgrade_result(json_t *row)
{
    const char *line = json_string_value(json_object_get(row, "line"));
    struct queue_result *result = line ? old_result_read(slice_of(line)) : NULL;
    char columns[SCHEMA_COLUMNS_MAX][SCHEMA_NAME_SIZE];

    if (!result)
        return false;
    json_object_del(row, "line");
    json_object_set_new(row, "pair", json_integer(result->game / 2));
    json_object_set_new(row, "seed", json_integer(result->seed));
    schema_columns(&schema_tables[SCHEMA_RESULTS], columns);
    for (int i = 0; i < QUEUE_TEXTS; i++)
        json_object_set_new(row, columns[TEXTS_AT + i],
                            json_stringn(result->texts[i].at, result->texts[i].len));
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

json_t *old_bot_take_version(json_t *bot)
{
    static const char *const columns[] = {"command", "folder", "note"};
    json_t *version =
        json_pack("{s:O?, s:i, s:O?, s:n, s:n}", "bot", json_object_get(bot, "id"), "number", 1,
                  "added", json_object_get(bot, "added"), "test", "outline");

    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        json_object_set(version, columns[i], json_object_get(bot, columns[i]));
        json_object_del(bot, columns[i]);
    }
    json_object_set_new(bot, "active", json_integer(1));
    return version;
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

bool old_results_migrate_table(struct db *db, schema_on_progress *on_progress, struct err *why)
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
