#include "store/transfer.h"

#include "base/line_file.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "store/old_results.h"
#include "store/schema.h"
#include "store/store.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>

enum {
    LINE_MAX_BYTES = 64 << 20,
    BATCH_ROWS = 2000, /* imported in one transaction, or exported before the next progress */
};

static void tell(const struct transfer *transfer, double part)
{
    if (transfer->on_progress)
        transfer->on_progress(transfer, part);
}

/* ---- export ---- */

struct exporting {
    struct transfer *transfer;
    struct line_writer *writer;
    int64_t all_rows;
    /* The table at hand. */
    const struct schema_table *table;
    char columns[SCHEMA_COLUMNS_MAX][SCHEMA_NAME_SIZE];
    int column_count;
};

/* Files of former versions may have texts that are none. */
static json_t *text_to_json(struct slice text)
{
    if (utf8_is_sound(text))
        return json_stringn(text.at, text.len);
    struct slice mended = utf8_mend(text);
    json_t *json = json_stringn(mended.at, mended.len);
    free((char *)(uintptr_t)mended.at);
    return json;
}

static json_t *value_to_json(const struct db_value *value)
{
    switch (value->kind) {
    case DB_INT:
        return json_integer(value->number);
    case DB_TEXT:
        return text_to_json(value->text);
    case DB_NULL:
        break;
    }
    return json_null();
}

/* Takes the tree. */
static void write_line(struct exporting *exporting, json_t *tree)
{
    char *text = json_dumps(tree, JSON_COMPACT);

    line_writer_add(exporting->writer, slice_of(text));
    line_writer_add(exporting->writer, slice_of("\n"));
    free(text);
    json_decref(tree);
}

static bool write_row(void *context, const struct db_row *row)
{
    struct exporting *exporting = context;
    struct transfer *transfer = exporting->transfer;
    json_t *values = json_object();

    for (int i = 0; i < exporting->column_count; i++)
        json_object_set_new(values, exporting->columns[i], value_to_json(db_row_value(row, i)));
    write_line(exporting, json_pack("{s:s, s:o}", "table", exporting->table->name, "row", values));
    if (++transfer->rows % BATCH_ROWS == 0 || transfer->rows == exporting->all_rows)
        tell(transfer, (double)transfer->rows / (double)exporting->all_rows);
    return true;
}

static bool write_all(struct exporting *exporting, struct err *why)
{
    struct db *db = exporting->transfer->db;
    int64_t rows[SCHEMA_COUNT];

    if (!schema_count(db, rows, why))
        return false;
    for (int i = 0; i < SCHEMA_COUNT; i++)
        exporting->all_rows += rows[i];
    write_line(exporting, json_pack("{s:s, s:i}", "kielwasser", "store", "version", STORE_SCHEMA));
    for (int i = 0; i < SCHEMA_COUNT; i++) {
        exporting->table = &schema_tables[i];
        exporting->column_count = schema_columns(exporting->table, exporting->columns);
        if (!db_stream(db, exporting->table->read, write_row, exporting, why))
            return false;
    }
    return true;
}

bool transfer_export(struct transfer *transfer, struct err *why)
{
    struct exporting exporting = {.transfer = transfer,
                                  .writer = line_writer_create(transfer->path, why)};

    bool is_written = exporting.writer && db_begin_reading(transfer->db, why);
    if (is_written) {
        is_written = write_all(&exporting, why);
        db_rollback(transfer->db);
    }
    is_written = is_written && line_writer_finish_file(exporting.writer, why);
    line_writer_destroy(exporting.writer);
    return is_written;
}

/* ---- import ---- */

/* A test or a bot that has another number here than in the file. */
struct renamed {
    int table;
    int64_t there, here;
};

struct importing {
    struct transfer *transfer;
    struct line_reader *reader;
    bool is_inside;  /* a transaction of the caller */
    int64_t version; /* of the schema of the file */
    int64_t line;    /* its number, from 1 on */
    struct renamed *renamed;
    size_t renamed_count;
};

static bool refuse_line(const struct importing *importing, const char *code, struct err *why)
{
    return err_setf(why, code, "%lld", (long long)importing->line);
}

struct values {
    struct db_value at[SCHEMA_COLUMNS_MAX];
    int count;
};

static bool read_value(const json_t *json, char kind, struct db_value *value)
{
    bool may_be_missing = isupper((unsigned char)kind);
    bool is_number = tolower((unsigned char)kind) == 'i';

    if (may_be_missing && json_is_null(json))
        *value = db_nothing();
    else if (is_number && json_is_integer(json))
        *value = db_int(json_integer_value(json));
    else if (!is_number && json_is_string(json))
        *value = db_slice(slice_make(json_string_value(json), json_string_length(json)));
    else
        return false;
    return true;
}

/* Every column, and nothing else. */
static bool read_row(const json_t *json, const struct schema_table *table, struct values *values)
{
    char columns[SCHEMA_COLUMNS_MAX][SCHEMA_NAME_SIZE];

    values->count = schema_columns(table, columns);
    if (json_object_size(json) != (size_t)values->count)
        return false;
    for (int i = 0; i < values->count; i++) {
        if (!read_value(json_object_get(json, columns[i]), table->kinds[i], &values->at[i]))
            return false;
    }
    return true;
}

static int64_t number_here(const struct importing *importing, int table, int64_t there)
{
    for (size_t i = 0; i < importing->renamed_count; i++) {
        if (importing->renamed[i].table == table && importing->renamed[i].there == there)
            return importing->renamed[i].here;
    }
    return there;
}

static void note_number(struct importing *importing, int table, int64_t there, int64_t here)
{
    if (here == there)
        return;
    importing->renamed = memory_grow(importing->renamed,
                                     (importing->renamed_count + 1) * sizeof *importing->renamed);
    importing->renamed[importing->renamed_count++] =
        (struct renamed){.table = table, .there = there, .here = here};
}

static bool add(struct importing *importing, const char *sql, struct db_values values,
                struct err *why)
{
    if (!db_run(importing->transfer->db, sql, values, why))
        return false;
    importing->transfer->added += db_changed(importing->transfer->db);
    return true;
}

static bool add_row(struct importing *importing, int table, struct values *values, struct err *why)
{
    return add(importing, schema_tables[table].write,
               (struct db_values){.at = values->at, .count = values->count}, why);
}

/* The key is the test; the number is only how pairs and results name it. */
static bool add_test(struct importing *importing, int table, struct values *values, struct err *why)
{
    int64_t here;

    if (!add_row(importing, table, values, why) ||
        !add(importing,
             "INSERT INTO tests(key, kind, name, signature, match, games, is_open, created, totals)"
             " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
             (struct db_values){.at = values->at + 1, .count = values->count - 1}, why) ||
        !db_number(importing->transfer->db, "SELECT id FROM tests WHERE key = $1",
                   (struct db_values){.at = values->at + 1, .count = 1}, 0, &here, why))
        return false;
    note_number(importing, table, values->at[0].number, here);
    return true;
}

/* The name is the bot; the number is only how its versions and turns name it. */
static bool add_bot(struct importing *importing, int table, struct values *values, struct err *why)
{
    int64_t here;

    if (!add_row(importing, table, values, why) ||
        !add(importing,
             "INSERT INTO bots(name, game, active, added) VALUES($1, $2, $3, $4)"
             " ON CONFLICT DO NOTHING",
             (struct db_values){.at = values->at + 1, .count = values->count - 1}, why) ||
        !db_number(importing->transfer->db, "SELECT id FROM bots WHERE name = $1",
                   (struct db_values){.at = values->at + 1, .count = 1}, 0, &here, why))
        return false;
    note_number(importing, table, values->at[0].number, here);
    return true;
}

static bool add_of_test(struct importing *importing, int table, struct values *values,
                        struct err *why)
{
    values->at[0].number = number_here(importing, SCHEMA_TESTS, values->at[0].number);
    return add_row(importing, table, values, why);
}

static bool add_of_bot(struct importing *importing, int table, struct values *values,
                       struct err *why)
{
    values->at[0].number = number_here(importing, SCHEMA_BOTS, values->at[0].number);
    return add_row(importing, table, values, why);
}

/* The moves of two games must not be mixed: number, room and start are a game. */
static bool add_game(struct importing *importing, int table, struct values *values, struct err *why)
{
    struct db_value key[] = {values->at[0], values->at[1], values->at[11]};
    int64_t same;

    if (!add_row(importing, table, values, why) ||
        !db_number(importing->transfer->db,
                   "SELECT count(*) FROM games WHERE number = $1 AND id = $2 AND started = $3",
                   (struct db_values){.at = key, .count = 3}, 0, &same, why))
        return false;
    return same == 1 || refuse_line(importing, "import_other_game", why);
}

static bool (*const adders[SCHEMA_COUNT])(struct importing *importing, int table,
                                          struct values *values, struct err *why) = {
    [SCHEMA_META] = add_row,
    [SCHEMA_GAMES] = add_game,
    [SCHEMA_PLIES] = add_row,
    [SCHEMA_BOTS] = add_bot,
    [SCHEMA_BOT_VERSIONS] = add_of_bot,
    [SCHEMA_BOT_TURNS] = add_of_bot,
    [SCHEMA_RUNS] = add_row,
    [SCHEMA_POSITIONS] = add_row,
    [SCHEMA_TESTS] = add_test,
    [SCHEMA_PAIRS] = add_of_test,
    [SCHEMA_RESULTS] = add_of_test,
    [SCHEMA_WORKERS] = add_row,
};

/* ---- import: lines ---- */

static json_t *parse(struct slice line)
{
    return json_loadb(line.at, line.len, JSON_REJECT_DUPLICATES, NULL);
}

static bool take_head(struct importing *importing, struct slice line, struct err *why)
{
    json_t *json = parse(line);
    const char *what = json_string_value(json_object_get(json, "kielwasser"));
    int64_t version = json_integer_value(json_object_get(json, "version"));
    bool is_store = what && strcmp(what, "store") == 0 && version > 0;

    json_decref(json);
    if (!is_store)
        return refuse_line(importing, "import_no_store", why);
    importing->version = version;
    return (version >= OLD_RESULTS_SCHEMA && version <= STORE_SCHEMA) ||
           err_setf(why, "import_version", "%lld %d", (long long)version, STORE_SCHEMA);
}

/* Columns that the version of the export did not have. */
static void add_missing(json_t *row, const struct schema_table *table)
{
    char columns[SCHEMA_COLUMNS_MAX][SCHEMA_NAME_SIZE];
    int count = schema_columns(table, columns);

    for (int i = 0; i < count; i++) {
        if (!json_object_get(row, columns[i]))
            json_object_set_new(row, columns[i],
                                table->kinds[i] == 'i' ? json_integer(0) : json_string(""));
    }
}

/* The oldest exports have the table `jobs` and results as lines. */
static int find_table(const struct importing *importing, const json_t *json)
{
    const char *name = json_string_value(json_object_get(json, "table"));
    json_t *row = json_object_get(json, "row");

    if (!name || importing->version == STORE_SCHEMA)
        return name ? schema_find_table(slice_of(name)) : SCHEMA_COUNT;
    int table = strcmp(name, "jobs") == 0 ? SCHEMA_PAIRS : schema_find_table(slice_of(name));
    if (importing->version == OLD_RESULTS_SCHEMA && !old_row_upgrade(row, table))
        return SCHEMA_COUNT;
    if (table < SCHEMA_COUNT)
        add_missing(row, &schema_tables[table]);
    return table;
}

static bool add_object(struct importing *importing, int table, const json_t *row, struct err *why)
{
    struct values values;

    if (table == SCHEMA_COUNT || !read_row(row, &schema_tables[table], &values))
        return refuse_line(importing, "import_garbage", why);
    return adders[table](importing, table, &values, why);
}

/* Old exports have the program of a bot in its row, which counts as one. */
static bool add_old_bot(struct importing *importing, json_t *row, struct err *why)
{
    json_t *version = old_bot_take_version(row);
    bool is_added = add_object(importing, SCHEMA_BOTS, row, why);
    int64_t added = importing->transfer->added;

    is_added = is_added && add_object(importing, SCHEMA_BOT_VERSIONS, version, why);
    importing->transfer->added = added;
    json_decref(version);
    return is_added;
}

static bool take_row(struct importing *importing, struct slice line, struct err *why)
{
    json_t *json = parse(line), *row = json_object_get(json, "row");
    int table = find_table(importing, json);
    bool is_old_bot = table == SCHEMA_BOTS && json_object_get(row, "command");
    bool is_added =
        is_old_bot ? add_old_bot(importing, row, why) : add_object(importing, table, row, why);

    json_decref(json);
    importing->transfer->rows++;
    return is_added;
}

static enum text_read next_line(struct importing *importing, struct slice *line)
{
    importing->line++;
    return line_reader_next(importing->reader, LINE_MAX_BYTES, line);
}

/* False: refused.  `is_over`: there is nothing more. */
static bool take_batch(struct importing *importing, bool *is_over, struct err *why)
{
    struct slice line;

    for (int i = 0; i < BATCH_ROWS; i++) {
        enum text_read read = next_line(importing, &line);
        *is_over = read == TEXT_READ_END;
        if (*is_over)
            return true;
        if (read == TEXT_READ_BROKEN)
            return refuse_line(importing, "import_garbage", why);
        if (!take_row(importing, line, why))
            return false;
    }
    return true;
}

/* Numbers that the engine gives come after those that we gave. */
static bool move_serials(struct db *db, struct err *why)
{
    return db_engine(db) != DB_POSTGRES ||
           db_script(
               db,
               "SELECT setval(s, greatest(nextval(s), (SELECT coalesce(max(id), 0) FROM bots)))"
               " FROM CAST(pg_get_serial_sequence('bots', 'id') AS REGCLASS) AS s;"
               "SELECT setval(s, greatest(nextval(s), (SELECT coalesce(max(id), 0) FROM tests)))"
               " FROM CAST(pg_get_serial_sequence('tests', 'id') AS REGCLASS) AS s;"
               "SELECT setval(s, greatest(nextval(s),"
               " (SELECT coalesce(max(id), 0) FROM positions)))"
               " FROM CAST(pg_get_serial_sequence('positions', 'id') AS REGCLASS) AS s",
               why);
}

/* Results may have come to pairs that were here before. */
static bool end_pairs(struct db *db, struct err *why)
{
    return db_run(db,
                  "UPDATE pairs SET state = 2 WHERE state <> 2 AND games <="
                  " (SELECT count(*) FROM results WHERE results.test = pairs.test"
                  " AND results.game IN (2 * pairs.pair, 2 * pairs.pair + 1))",
                  DB_NO_VALUES, why);
}

static bool fill_games(const struct importing *importing, struct err *why)
{
    struct db *db = importing->transfer->db;

    if (importing->is_inside)
        return store_fill_last_positions(db, NULL, why);
    return db_begin(db, why) && db_end(db, store_fill_last_positions(db, NULL, why), why);
}

/* Old exports do not say since when a bot plays. */
static bool complete_turns(struct db *db, struct err *why)
{
    return db_run(db,
                  "INSERT INTO bot_turns(bot, turn, version, since)"
                  " SELECT id, 1, active, added FROM bots"
                  " WHERE NOT EXISTS (SELECT 1 FROM bot_turns WHERE bot = id)",
                  DB_NO_VALUES, why);
}

static bool commit_batch(struct importing *importing, bool *is_over, struct err *why)
{
    struct db *db = importing->transfer->db;

    if (importing->is_inside)
        return take_batch(importing, is_over, why);
    return db_begin(db, why) && db_end(db, take_batch(importing, is_over, why), why);
}

bool transfer_tidy(struct db *db, struct err *why)
{
    return end_pairs(db, why) && complete_turns(db, why) && move_serials(db, why);
}

static bool take_all(struct importing *importing, struct err *why)
{
    bool is_over = false;
    struct slice line;

    if (next_line(importing, &line) != TEXT_READ_LINE)
        return refuse_line(importing, "import_no_store", why);
    if (!take_head(importing, line, why))
        return false;
    while (!is_over) {
        if (!commit_batch(importing, &is_over, why))
            return false;
        tell(importing->transfer, line_reader_progress(importing->reader));
    }
    return transfer_tidy(importing->transfer->db, why) &&
           (importing->version == STORE_SCHEMA || fill_games(importing, why));
}

static bool import(struct importing *importing, struct err *why)
{
    importing->reader = line_reader_create(importing->transfer->path, why);
    bool is_read = importing->reader && take_all(importing, why);
    line_reader_destroy(importing->reader);
    free(importing->renamed);
    return is_read;
}

bool transfer_import(struct transfer *transfer, struct err *why)
{
    return import(&(struct importing){.transfer = transfer}, why);
}

static bool clear(struct db *db, struct err *why)
{
    for (int i = 0; i < SCHEMA_COUNT; i++) {
        if (!db_run(db, schema_tables[i].clear, DB_NO_VALUES, why))
            return false;
    }
    return true;
}

bool transfer_replace(struct transfer *transfer, struct err *why)
{
    struct importing importing = {.transfer = transfer, .is_inside = true};
    struct db *db = transfer->db;

    return db_begin(db, why) && db_end(db, clear(db, why) && import(&importing, why), why);
}
