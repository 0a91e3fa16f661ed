#include "store/salvage.h"

#include "base/memory.h"
#include "game/record.h"
#include "store/sqlite_pages.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAYLOAD_MAX = 16 << 20, /* bytes of a row */
    COLUMNS_MAX = SCHEMA_COLUMNS_MAX,
    FIRST_HEAD = 100, /* bytes before the tree on the first page */
    PROGRESS_PAGES = 1024,
    MS_OF_2001 =
        1000000000, /* in thousands: times since then are larger than any number of a row */
};

enum page_kind { INDEX_INNER = 2, TABLE_INNER = 5, INDEX_LEAF = 10, TABLE_LEAF = 13 };

struct work {
    struct salvage *salvage;
    struct sqlite_pages pages;
    unsigned char page[SQLITE_PAGE_MAX], overflow[SQLITE_PAGE_MAX];
    unsigned char *payload; /* PAYLOAD_MAX */
    bool is_page_damaged;
};

/* ---- numbers ---- */

/* Up to 9 bytes; moves `at`.  False: it goes beyond the end. */
static bool take_varint(const unsigned char **at, const unsigned char *end, uint64_t *number)
{
    *number = 0;
    for (int i = 0; i < 9; i++) {
        if (*at >= end)
            return false;
        unsigned char byte = *(*at)++;
        if (i == 8) {
            *number = *number << 8 | byte;
            return true;
        }
        *number = *number << 7 | (byte & 0x7f);
        if (byte < 0x80)
            return true;
    }
    return true;
}

static int64_t read_int(const unsigned char *at, size_t len)
{
    uint64_t number = at[0] & 0x80 ? UINT64_MAX : 0;

    for (size_t i = 0; i < len; i++)
        number = number << 8 | at[i];
    return (int64_t)number;
}

/* ---- a row ---- */

/* The value of a serial type at `at`; how many bytes it takes, or SIZE_MAX: no value of ours. */
static size_t take_value(uint64_t type, const unsigned char *at, size_t left,
                         struct db_value *value)
{
    static const size_t int_bytes[] = {0, 1, 2, 3, 4, 6, 8};

    if (type == 0) {
        *value = db_nothing();
        return 0;
    }
    if (type == 8 || type == 9) {
        *value = db_int((int64_t)type - 8);
        return 0;
    }
    if (type <= 6 && int_bytes[type] <= left) {
        *value = db_int(read_int(at, int_bytes[type]));
        return int_bytes[type];
    }
    if (type < 13 || type % 2 == 0 || (type - 13) / 2 > left)
        return SIZE_MAX;
    *value = db_slice(slice_make((const char *)at, (size_t)(type - 13) / 2));
    return (size_t)(type - 13) / 2;
}

/* The columns of a record; their number, or -1: it is none. */
static int read_record(const unsigned char *payload, size_t len, struct db_value *values)
{
    const unsigned char *at = payload, *end = payload + len;
    uint64_t head, type;
    int count = 0;

    if (!take_varint(&at, end, &head) || head > len)
        return -1;
    const unsigned char *body = payload + head;
    while (at < payload + head) {
        if (count == COLUMNS_MAX || !take_varint(&at, payload + head, &type))
            return -1;
        size_t taken = take_value(type, body, (size_t)(end - body), &values[count++]);
        if (taken == SIZE_MAX)
            return -1;
        body += taken;
    }
    return count;
}

/* ---- which table ---- */

struct shape {
    int table;
    bool is_tree;   /* the primary key is the table (WITHOUT ROWID) */
    bool has_rowid; /* the first column is the number of the row */
    int least;      /* columns: later ones were added by migrations */
};

static const struct shape shapes[] = {
    {SCHEMA_META, true, false, 2},          {SCHEMA_GAMES, false, true, 21},
    {SCHEMA_PLIES, true, false, 5},         {SCHEMA_BOTS, false, true, 5},
    {SCHEMA_BOT_VERSIONS, false, false, 8}, {SCHEMA_BOT_TURNS, true, false, 4},
    {SCHEMA_RUNS, false, true, 15},         {SCHEMA_POSITIONS, false, true, 5},
    {SCHEMA_TESTS, false, true, 9},         {SCHEMA_PAIRS, true, false, 8},
    {SCHEMA_RESULTS, false, false, 20},     {SCHEMA_WORKERS, false, false, 7},
};

static bool is_kind(const struct db_value *value, char kind)
{
    bool may_be_missing = isupper((unsigned char)kind);
    enum db_kind wanted = tolower((unsigned char)kind) == 'i' ? DB_INT : DB_TEXT;

    return value->kind == wanted || (may_be_missing && value->kind == DB_NULL);
}

/* Indexes are trees, too, and some look like tables. */
static bool is_no_index(int table, const struct db_value *values)
{
    if (table == SCHEMA_META)
        return slice_is(values[0].text, "journal") || slice_is(values[0].text, "owner") ||
               slice_is(values[0].text, "schema") || slice_is(values[0].text, "old_files");
    if (table == SCHEMA_BOT_TURNS)
        return values[3].number / 1000 > MS_OF_2001;
    if (table == SCHEMA_PLIES)
        return values[0].number > 0 && values[1].number >= 0 && values[1].number < RECORD_PLIES_MAX;
    return true;
}

/* A migration has put `active` behind `added`; the tables as data have it before. */
static void reorder(int table, struct db_value *values)
{
    struct db_value last = values[4];

    if (table != SCHEMA_BOTS)
        return;
    values[4] = values[3];
    values[3] = last;
}

/* Is this a row of the table?  Columns that migrations have added get their defaults. */
static bool fits(const struct shape *shape, struct db_value *values, int count)
{
    const char *kinds = schema_tables[shape->table].kinds;
    int columns = (int)strlen(kinds);

    if (count < shape->least || count > columns)
        return false;
    for (int i = count; i < columns; i++)
        values[i] = kinds[i] == 'i' ? db_int(0) : kinds[i] == 't' ? db_text("") : db_nothing();
    for (int i = shape->has_rowid; i < columns; i++) {
        if (!is_kind(&values[i], kinds[i]))
            return false;
    }
    return is_no_index(shape->table, values);
}

struct cell {
    bool is_tree; /* of a table without row numbers, or of an index */
    int64_t rowid;
    size_t len; /* of the payload */
};

/* False: on_row wants no more. */
static bool pass_row(struct work *work, const struct cell *cell)
{
    struct db_value values[COLUMNS_MAX], tried[COLUMNS_MAX];
    int count = read_record(work->payload, cell->len, values);

    work->is_page_damaged |= count < 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes && count > 0; i++) {
        const struct shape *shape = &shapes[i];
        if (shape->is_tree != cell->is_tree || (shape->has_rowid && values[0].kind != DB_NULL))
            continue;
        memcpy(tried, values, sizeof tried);
        if (!fits(shape, tried, count))
            continue;
        if (shape->has_rowid)
            tried[0] = db_int(cell->rowid);
        reorder(shape->table, tried);
        work->salvage->rows[shape->table]++;
        struct salvage_row row = {
            .table = shape->table,
            .values = {.at = tried, .count = (int)strlen(schema_tables[shape->table].kinds)}};
        return work->salvage->on_row(work->salvage->context, &row);
    }
    return true;
}

/* ---- cells ---- */

/* How much of a payload stands in the cell itself (fileformat2.html, 1.6). */
static size_t local_part(size_t usable, size_t len, bool is_tree)
{
    size_t most = is_tree ? (usable - 12) * 64 / 255 - 23 : usable - 35;
    size_t least = (usable - 12) * 32 / 255 - 23;

    if (len <= most)
        return len;
    size_t part = least + (len - least) % (usable - 4);
    return part <= most ? part : least;
}

/* The rest of a payload, from a chain of pages. */
static bool read_overflow(struct work *work, uint32_t next, size_t from, size_t len)
{
    while (from < len) {
        size_t part = work->pages.size - 4 < len - from ? work->pages.size - 4 : len - from;
        if (!sqlite_pages_read(&work->pages, next, work->overflow))
            return false;
        memcpy(work->payload + from, work->overflow + 4, part);
        next = sqlite_u32(work->overflow);
        from += part;
    }
    return true;
}

static bool read_cell(struct work *work, enum page_kind kind, size_t at, struct cell *cell)
{
    const unsigned char *end = work->page + work->pages.size;
    const unsigned char *from = work->page + at + (kind == INDEX_INNER ? 4 : 0);
    uint64_t len, rowid = 0;

    cell->is_tree = kind != TABLE_LEAF;
    if (from >= end || !take_varint(&from, end, &len) || len > PAYLOAD_MAX ||
        (kind == TABLE_LEAF && !take_varint(&from, end, &rowid)))
        return false;
    size_t local = local_part(work->pages.size, len, cell->is_tree);
    size_t needed = local + (local < len ? 4 : 0);
    if ((size_t)(end - from) < needed)
        return false;
    memcpy(work->payload, from, local);
    cell->rowid = (int64_t)rowid;
    cell->len = len;
    return local == len || read_overflow(work, sqlite_u32(from + local), local, len);
}

/* ---- pages ---- */

static bool is_zero(const unsigned char *page, size_t size)
{
    return page[0] == 0 && memcmp(page, page + 1, size - 1) == 0;
}

/* False: on_row wants no more. */
static bool read_cells(struct work *work, size_t head, enum page_kind kind)
{
    size_t count = sqlite_u16(work->page + head + 3);
    size_t list = head + (kind == INDEX_INNER ? 12 : 8);
    struct cell cell;

    if (list + 2 * count > work->pages.size) {
        work->is_page_damaged = true;
        return true;
    }
    for (size_t i = 0; i < count; i++) {
        size_t at = sqlite_u16(work->page + list + 2 * i);
        if (at < list || !read_cell(work, kind, at, &cell))
            work->is_page_damaged = true;
        else if (!pass_row(work, &cell))
            return false;
    }
    return true;
}

static bool read_page(struct work *work, int64_t number)
{
    size_t head = number == 1 ? FIRST_HEAD : 0;
    bool is_wanted = true;

    work->is_page_damaged = false;
    if (work->pages.is_free[number])
        return true;
    if (!sqlite_pages_read(&work->pages, number, work->page)) {
        work->is_page_damaged = true;
    } else if (is_zero(work->page, work->pages.size)) {
        work->is_page_damaged = true;
    } else {
        enum page_kind kind = work->page[head];
        if (kind == INDEX_INNER || kind == INDEX_LEAF || kind == TABLE_LEAF)
            is_wanted = read_cells(work, head, kind);
    }
    work->salvage->damaged_pages += work->is_page_damaged;
    return is_wanted;
}

bool salvage_read(struct salvage *salvage, const char *path)
{
    struct work *work = memory_get(1, sizeof *work);
    bool is_wanted = true;

    work->salvage = salvage;
    work->payload = memory_get_unset(PAYLOAD_MAX);
    sqlite_pages_open(&work->pages, path);
    salvage->pages = work->pages.count + work->pages.missing;
    salvage->damaged_pages = work->pages.missing;
    salvage->has_head = work->pages.has_head;
    salvage->wal_frames = work->pages.wal_frames;
    salvage->wal_damaged = work->pages.wal_damaged;
    for (int64_t number = 1; number <= work->pages.count && is_wanted; number++) {
        is_wanted = read_page(work, number);
        if (salvage->on_progress && number % PROGRESS_PAGES == 0)
            salvage->on_progress((double)number / (double)work->pages.count);
    }
    sqlite_pages_close(&work->pages);
    free(work->payload);
    free(work);
    return is_wanted;
}
