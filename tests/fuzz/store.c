/* Any bytes as what becomes rows of a database: journals, files of older data folders, folders of
 * matches, exports of a store.  The database is empty again after each run. */

#include "fuzz.h"

#include "base/file.h"
#include "base/log.h"
#include "match/old_folder.h"
#include "server/journal_to_store.h"
#include "server/resume.h"
#include "store/old_json_files.h"
#include "store/transfer.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static struct store *store;
static struct log *log_file;
static char data[PATH_MAX]; /* the folder */

static void open_once(void)
{
    struct err why = {0};

    if (store)
        return;
    snprintf(data, sizeof data, "%s/data", fuzz_folder());
    fuzz_require(mkdir(data, 0700) == 0);
    log_file = log_create("/dev/null", &why);
    store = store_open(data, &why);
    fuzz_require(log_file && store);
}

static struct db *db_of_store(void)
{
    struct db *db = store_db(store, NULL);

    fuzz_require(db != NULL);
    return db;
}

static void empty_tables(void)
{
    struct db *db = db_of_store();

    fuzz_require(db_begin(db, NULL));
    fuzz_require(db_script(db,
                           "DELETE FROM plies; DELETE FROM games; DELETE FROM bot_versions;"
                           "DELETE FROM bot_turns; DELETE FROM bots; DELETE FROM runs;"
                           "DELETE FROM positions; DELETE FROM results; DELETE FROM pairs;"
                           "DELETE FROM tests; DELETE FROM workers;"
                           "DELETE FROM meta WHERE key IN ('old_files', 'journal')",
                           NULL));
    fuzz_require(db_end(db, true, NULL));
}

/* A file in a folder of the data folder, "" for itself. */
static void write_file(const char *folder, const char *name, struct slice bytes)
{
    char path[PATH_MAX + 128];

    snprintf(path, sizeof path, "%s/%s", data, folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s/%s", data, folder, name);
    FILE *file = fopen(path, "wb");
    fuzz_require(file && fwrite(bytes.at, 1, bytes.len, file) == bytes.len && fclose(file) == 0);
}

/* ---- journals ---- */

static bool take_game(void *context, const struct store_game *game, const struct record *record)
{
    (void)context;
    fuzz_require(game->number > 0 && record->ply_count >= 0);
    return false;
}

static void recover(void)
{
    struct journal_to_store to_store;
    struct err why = {0};

    fuzz_require(journal_to_store_init(&to_store, data, store, log_file, &why));
    if (journal_to_store_recover(&to_store, &why))
        resume_games(store, log_file, take_game, NULL, &why);
    journal_to_store_finish(&to_store);
}

/* The whole file, checksums and all. */
static void try_segment(struct slice bytes)
{
    write_file("", "journal-1", bytes);
    recover();
}

/* Each line is an event; checksums are right. */
static void try_events(struct slice bytes)
{
    struct journal *journal = journal_create(data, 1, JOURNAL_SEGMENT_BYTES, NULL);

    fuzz_require(journal != NULL);
    while (bytes.len > 0) {
        struct slice line = slice_take_until(&bytes, '\n');
        if (line.len < JOURNAL_LINE_MAX / 2)
            fuzz_require(journal_append(journal, line));
    }
    journal_destroy(journal);
    recover();
}

/* ---- older folders ---- */

/* Four files, separated by a zero. */
static void try_data_folder(struct slice bytes)
{
    static const struct {
        const char *folder, *name;
    } files[] = {{"", "positions.json"},
                 {"bots/1", "book.json"},
                 {"bots/1", "test-1.json"},
                 {"arena/1", "run.json"}};
    struct err why = {0};

    write_file("bots", "nothing", slice_of(""));
    write_file("arena", "nothing", slice_of(""));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        write_file(files[i].folder, files[i].name, slice_take_until(&bytes, '\0'));
    db_run(db_of_store(),
           "INSERT INTO bots(id, name, game, active, added_ms) VALUES(1, 'Nemo', 'hive', 1, 0)",
           DB_NO_VALUES, NULL);
    old_files_migrate(db_of_store(), data, &why);
}

/* A byte for the game, games.jsonl of a match, and its match.json behind a zero. */
static void try_match_folder(struct slice bytes)
{
    const uint8_t *first = (const uint8_t *)bytes.at;
    size_t size = bytes.len;
    const struct game_rules *rules = fuzz_game(&first, &size);
    char folder[PATH_MAX + 16];
    struct err why = {0};

    if (!rules)
        return;
    bytes = slice_skip(bytes, 1);
    write_file("match", "games.jsonl", slice_take_until(&bytes, '\0'));
    if (bytes.len > 0)
        write_file("match", "match.json", bytes);
    snprintf(folder, sizeof folder, "%s/match", data);
    old_folder_convert(folder, rules, &why);
    file_remove_all(folder);
}

static void try_export(struct slice bytes)
{
    char path[PATH_MAX + 16];
    struct transfer transfer = {.db = db_of_store(), .path = path};
    struct err why = {0};

    write_file("", "export", bytes);
    snprintf(path, sizeof path, "%s/export", data);
    if (!transfer_import(&transfer, &why)) {
        fuzz_require(why.code[0] != '\0');
        return;
    }
    transfer = (struct transfer){.db = db_of_store(), .path = path};
    fuzz_require(transfer_export(&transfer, &why));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static void (*const tries[])(struct slice bytes) = {try_segment, try_events, try_data_folder,
                                                        try_match_folder, try_export};
    int choice = fuzz_choice(&bytes, &size, sizeof tries / sizeof *tries);

    if (choice < 0)
        return 0;
    open_once();
    tries[choice](slice_make((const char *)bytes, size));
    empty_tables();
    return 0;
}
