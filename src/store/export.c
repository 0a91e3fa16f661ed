/* From a store into a file. */

#include "store/transfer.h"

#include "base/buf.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text_file.h"
#include "base/utf8.h"
#include "store/schema.h"

#include <stdlib.h>

enum { FIRST_LINE_SIZE = 64 * 1024 };

struct exporting {
    struct transfer *transfer;
    struct text_writer *writer;
    int64_t all_rows;
    char *line; /* grows with the rows */
    size_t line_size;

    /* the table at hand */
    const struct schema_table *table;
    struct slice columns[SCHEMA_COLUMNS_MAX];
    int column_count;
    int page_rows;
    struct db_value last[SCHEMA_KEYS_MAX]; /* the key of the last row */
    char *last_text;                       /* its text, if it is one */
};

/* ---- rows ---- */

/* Files of former versions may have texts that are none. */
static void print_text(struct json *json, const char *key, struct slice text)
{
    if (utf8_is_sound(text)) {
        json_slice(json, key, text);
        return;
    }
    struct slice mended = utf8_mend(text);
    json_slice(json, key, mended);
    free((char *)(uintptr_t)mended.at);
}

static void print_value(struct json *json, struct slice column, const struct db_value *value)
{
    char key[32];
    struct buf name;

    buf_init(&name, key, sizeof key);
    buf_add_slice(&name, column);
    if (value->kind == DB_INT)
        json_int(json, key, value->number);
    else if (value->kind == DB_TEXT)
        print_text(json, key, value->text);
    else
        json_nothing(json, key);
}

static void print_row(const struct exporting *exporting, const struct db_row *row, struct buf *line)
{
    struct json json;

    json_init(&json, line);
    json_begin_object(&json, NULL);
    json_text(&json, "table", exporting->table->name);
    json_begin_object(&json, "row");
    for (int i = 0; i < exporting->column_count; i++)
        print_value(&json, exporting->columns[i], db_row_value(row, i));
    json_end_object(&json);
    json_end_object(&json);
}

/* The next page begins behind this row. */
static void remember_key(struct exporting *exporting, const struct db_row *row)
{
    for (int i = 0; i < exporting->table->keys; i++) {
        exporting->last[i] = *db_row_value(row, i);
        struct slice text = exporting->last[i].text;
        if (exporting->last[i].kind != DB_TEXT)
            continue;
        exporting->last_text = memory_grow(exporting->last_text, text.len + 1);
        memcpy(exporting->last_text, text.at, text.len);
        exporting->last[i].text.at = exporting->last_text;
    }
}

static bool write_row(void *context, const struct db_row *row)
{
    struct exporting *exporting = context;
    struct buf line;

    for (;;) {
        buf_init(&line, exporting->line, exporting->line_size);
        print_row(exporting, row, &line);
        buf_add_char(&line, '\n');
        if (!line.is_full)
            break;
        exporting->line_size *= 2;
        exporting->line = memory_grow(exporting->line, exporting->line_size);
    }
    text_writer_add(exporting->writer, buf_slice(&line));
    remember_key(exporting, row);
    exporting->page_rows++;
    exporting->transfer->rows++;
    return true;
}

/* ---- tables ---- */

static bool write_page(struct exporting *exporting, struct err *why)
{
    const struct schema_table *table = exporting->table;
    struct db_value values[SCHEMA_KEYS_MAX + 1];

    memcpy(values, exporting->last, sizeof exporting->last);
    values[table->keys] = db_int(table->page);
    exporting->page_rows = 0;
    return db_ask(exporting->transfer->db, table->read,
                  (struct db_values){.at = values, .count = table->keys + 1}, write_row, exporting,
                  why);
}

/* Before the first row: the smallest key that there can be. */
static void begin_table(struct exporting *exporting, const struct schema_table *table)
{
    exporting->table = table;
    exporting->column_count = schema_columns(table, exporting->columns);
    for (int i = 0; i < table->keys; i++)
        exporting->last[i] = table->kinds[i] == 'i' ? db_int(INT64_MIN) : db_text("");
}

static void tell(const struct exporting *exporting)
{
    const struct transfer *transfer = exporting->transfer;

    if (transfer->on_progress)
        transfer->on_progress(transfer, (double)transfer->rows / (double)exporting->all_rows);
}

static bool write_table(struct exporting *exporting, const struct schema_table *table,
                        struct err *why)
{
    begin_table(exporting, table);
    do {
        if (!write_page(exporting, why))
            return false;
        tell(exporting);
    } while (exporting->page_rows == table->page);
    return true;
}

static bool count_rows(struct exporting *exporting, struct err *why)
{
    int64_t count;

    exporting->all_rows = 0;
    for (int i = 0; i < SCHEMA_COUNT; i++) {
        if (!db_number(exporting->transfer->db, schema_tables[i].count, DB_NO_VALUES, 0, &count,
                       why))
            return false;
        exporting->all_rows += count;
    }
    return true;
}

static void write_head(struct exporting *exporting)
{
    struct json json;
    struct buf line;

    buf_init(&line, exporting->line, exporting->line_size);
    json_init(&json, &line);
    json_begin_object(&json, NULL);
    json_text(&json, "kielwasser", "store");
    json_int(&json, "version", STORE_SCHEMA);
    json_end_object(&json);
    buf_add_char(&line, '\n');
    text_writer_add(exporting->writer, buf_slice(&line));
}

static bool write_all(struct exporting *exporting, struct err *why)
{
    if (!count_rows(exporting, why))
        return false;
    write_head(exporting);
    for (int i = 0; i < SCHEMA_COUNT; i++) {
        if (!write_table(exporting, &schema_tables[i], why))
            return false;
    }
    return true;
}

static bool write_moment(struct exporting *exporting, struct err *why)
{
    if (!db_begin_reading(exporting->transfer->db, why))
        return false;
    bool is_written = write_all(exporting, why);
    db_rollback(exporting->transfer->db);
    return is_written && text_writer_finish(exporting->writer, why);
}

bool transfer_export(struct transfer *transfer, struct err *why)
{
    struct exporting exporting = {.transfer = transfer,
                                  .writer = text_writer_create(transfer->path, why),
                                  .line_size = FIRST_LINE_SIZE};

    if (!exporting.writer)
        return false;
    exporting.line = memory_get(exporting.line_size, 1);
    bool is_written = write_moment(&exporting, why);
    text_writer_destroy(exporting.writer);
    free(exporting.line);
    free(exporting.last_text);
    return is_written;
}
