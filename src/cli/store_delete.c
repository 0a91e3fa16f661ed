#include "cli/store_delete.h"

#include "base/clock.h"
#include "base/memory.h"
#include "bots/bot_files.h"
#include "cli/options.h"
#include "cli/paths.h"
#include "cli/question.h"
#include "server/archive.h"
#include "server/game_removal.h"
#include "server/journal_to_store.h"
#include "server/owner_socket.h"
#include "store/bot_table.h"

#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHOWN_GAMES = 20, SHOWN_MATCHES = 20 };

struct deletion {
    const char *games, *person, *store, *data; /* as given */
    bool any_case, with_bots, is_sure;
    char folder[PATH_MAX], place[PATH_MAX];
    int lock; /* of the folder; -1: a server has it */
    struct store *archive;

    struct removed_game *found; /* games that are over */
    int found_count, running, other_case;
    int matches;
    int removed, unknown, unfinished;
    bool has_remains;
    struct err why;
};

/* ---- which games are meant ---- */

/* The letters that German and its neighbours have; two bytes in UTF-8. */
static char fold(const char *text, size_t at)
{
    unsigned char byte = (unsigned char)text[at];
    bool is_latin = at > 0 && (unsigned char)text[at - 1] == 0xc3 && byte != 0x97;

    if ((byte >= 'A' && byte <= 'Z') || (is_latin && byte >= 0x80 && byte <= 0x9e))
        byte = (unsigned char)(byte + 0x20);
    return (char)byte;
}

static bool is_same_name(const char *left, const char *right)
{
    size_t len = strlen(left);

    if (strlen(right) != len)
        return false;
    for (size_t i = 0; i < len; i++) {
        if (fold(left, i) != fold(right, i))
            return false;
    }
    return true;
}

static bool is_person(const struct deletion *task, const char *name)
{
    return strcmp(name, task->person) == 0 || (task->any_case && is_same_name(name, task->person));
}

/* "3,5,12" */
static bool names_number(const struct deletion *task, int64_t number)
{
    struct slice rest = slice_of(task->games ? task->games : "");
    int64_t given;

    while (rest.len > 0) {
        if (slice_to_int64(slice_trim(slice_take_until(&rest, ',')), &given) && given == number)
            return true;
    }
    return false;
}

static bool check_numbers(const struct deletion *task)
{
    struct slice rest = slice_of(task->games ? task->games : "");
    int64_t number;

    while (rest.len > 0) {
        struct slice word = slice_trim(slice_take_until(&rest, ','));
        if (!slice_to_int64(word, &number) || number < 1)
            return cli_deny(TEXT_DELETE_NUMBER, (int)word.len, word.at);
    }
    return true;
}

/* ---- looking ---- */

static void show_game(const struct deletion *task, const struct db_row *row)
{
    char when[32];
    struct slice red = db_row_text(row, 2), blue = db_row_text(row, 3), game = db_row_text(row, 6);

    if (task->found_count > SHOWN_GAMES)
        return;
    clock_format(db_row_int(row, 5), "%Y-%m-%d %H:%MZ", when, sizeof when);
    printf("  %6lld  %s  %-11.*s %.*s – %.*s\n", (long long)db_row_int(row, 0), when, (int)game.len,
           game.at, (int)red.len, red.at, (int)blue.len, blue.at);
}

static void note_game(struct deletion *task, const struct db_row *row)
{
    if (db_row_is_null(row, 4)) {
        task->running++;
        printf(cli_text(TEXT_DELETE_RUNNING), (long long)db_row_int(row, 0));
        return;
    }
    task->found = memory_grow(task->found, (size_t)(task->found_count + 1) * sizeof *task->found);
    struct removed_game *found = &task->found[task->found_count++];
    found->number = db_row_int(row, 0);
    db_row_copy_text(row, 1, found->id, sizeof found->id);
    show_game(task, row);
}

static bool look_at(void *context, const struct db_row *row)
{
    struct deletion *task = context;
    char red[RECORD_NAME_SIZE], blue[RECORD_NAME_SIZE];

    db_row_copy_text(row, 2, red, sizeof red);
    db_row_copy_text(row, 3, blue, sizeof blue);
    if (names_number(task, db_row_int(row, 0)) ||
        (task->person && (is_person(task, red) || is_person(task, blue))))
        note_game(task, row);
    else if (task->person)
        task->other_case += is_same_name(red, task->person) || is_same_name(blue, task->person);
    return true;
}

static bool find_games(struct deletion *task)
{
    struct db *db = store_db(task->archive, &task->why);

    return db &&
           db_stream(
               db, "SELECT number, id, red, blue, ended, started, game FROM games ORDER BY number",
               look_at, task, &task->why);
}

/* Results of matches stay: without one of its games a match would say something else. */
static bool show_match(void *context, const struct db_row *row)
{
    struct deletion *task = context;
    struct slice name = db_row_text(row, 1);

    if (task->matches++ == 0)
        fputs(cli_text(TEXT_DELETE_MATCHES), stdout);
    if (task->matches <= SHOWN_MATCHES)
        printf("  %lld  %.*s\n", (long long)db_row_int(row, 0), (int)name.len, name.at);
    return true;
}

/* The text of a match is JSON: "name":"Anna". */
static bool find_matches(struct deletion *task)
{
    struct db *db = store_db(task->archive, &task->why);
    json_t *json = json_string(task->person);
    char *quoted = json_dumps(json, JSON_ENCODE_ANY);
    char part[2 * RECORD_NAME_SIZE + 16];

    snprintf(part, sizeof part, "\"name\":%s", quoted ? quoted : "\"\"");
    free(quoted);
    json_decref(json);
    return db && db_ask(db,
                        "SELECT id, name FROM tests"
                        " WHERE length(replace(match, $1, '')) < length(match) ORDER BY id",
                        DB_VALUES(db_text(part)), show_match, task, &task->why);
}

/* ---- deleting ---- */

static void add_up(struct deletion *task, const struct game_removal *removal)
{
    task->removed += removal->removed;
    task->unknown += removal->unknown;
    task->unfinished += removal->unfinished;
    task->has_remains = task->has_remains || removal->has_remains;
}

/* By the running server: only it knows what it remembers. */
static bool send_batch(struct deletion *task, struct game_removal *removal)
{
    char *text = memory_get_unset(OWNER_ORDER_MAX), answer[OWNER_ANSWER_SIZE];
    struct buf order;
    int remains = 0;

    buf_init(&order, text, OWNER_ORDER_MAX);
    buf_add(&order, "delete");
    for (int i = 0; i < removal->count; i++)
        buf_format(&order, " %" PRId64 ":%s", removal->games[i].number, removal->games[i].id);
    buf_add(&order, "\n");
    enum owner_answer way = owner_socket_send(task->folder, buf_slice(&order), answer, &task->why);
    free(text);
    if (way == OWNER_NO_SERVER)
        return err_set(&task->why, "server_gone", task->folder);
    if (way == OWNER_OK && sscanf(answer, "%d %d %d %d", &removal->removed, &removal->unknown,
                                  &removal->unfinished, &remains) != 4)
        return err_set(&task->why, "server_gone", task->folder);
    removal->has_remains = remains != 0;
    return way == OWNER_OK;
}

static bool delete_batch(struct deletion *task, struct game_removal *removal)
{
    bool is_done = task->lock < 0
                       ? send_batch(task, removal)
                       : game_removal_run(removal, task->archive, task->folder, &task->why);

    if (is_done)
        add_up(task, removal);
    return is_done;
}

static bool delete_games(struct deletion *task)
{
    struct game_removal *removal = memory_get(1, sizeof *removal);
    bool is_fine = true;

    for (int i = 0; i < task->found_count && is_fine;) {
        memset(removal, 0, sizeof *removal);
        while (i < task->found_count && removal->count < GAME_REMOVAL_MAX)
            removal->games[removal->count++] = task->found[i++];
        is_fine = delete_batch(task, removal);
    }
    free(removal);
    return is_fine;
}

/* ---- bots ---- */

/* The bots of this name; more than one only if the case does not count. */
struct bot_list {
    const struct deletion *task;
    int64_t ids[BOT_VERSIONS_MAX];
    char names[BOT_VERSIONS_MAX][RECORD_NAME_SIZE];
    int count;
};

static bool take_bot(void *context, const struct bot_row *bot)
{
    struct bot_list *list = context;

    if (is_person(list->task, bot->name) && list->count < BOT_VERSIONS_MAX) {
        list->ids[list->count] = bot->id;
        memcpy(list->names[list->count++], bot->name, RECORD_NAME_SIZE);
    }
    return true;
}

/* They are in the folder, wherever the games are. */
static bool handle_bots(struct deletion *task, bool is_deleted)
{
    struct bot_list *list = memory_get(1, sizeof *list);
    struct store *store = store_open(task->folder, &task->why);
    struct db *db = store ? store_db(store, &task->why) : NULL;

    list->task = task;
    bool is_fine = db && bot_table_list(db, take_bot, list, &task->why);
    for (int i = 0; i < list->count && is_fine; i++) {
        if (is_deleted)
            is_fine = bot_table_remove(db, list->ids[i], &task->why);
        if (is_deleted && is_fine)
            bot_files_remove(task->folder, list->ids[i]);
        printf(cli_text(is_deleted        ? TEXT_BOT_REMOVED
                        : task->with_bots ? TEXT_DELETE_BOT
                                          : TEXT_DELETE_BOT_STAYS),
               list->names[i]);
    }
    store_close(store);
    free(list);
    return is_fine;
}

/* ---- what is out of reach ---- */

static bool is_out_of_reach(const char *name)
{
    /* kielwasser.db.v10, kielwasser.db.damaged-… */
    return strncmp(name, "before-restore-", 15) == 0 || strncmp(name, "kielwasser.db.", 14) == 0 ||
           (strncmp(name, "journal-", 8) == 0 && strstr(name, ".torn"));
}

static void name_leftovers(const struct deletion *task)
{
    DIR *dir = opendir(task->folder);

    for (struct dirent *entry = dir ? readdir(dir) : NULL; entry; entry = readdir(dir)) {
        if (is_out_of_reach(entry->d_name))
            printf(cli_text(TEXT_DELETE_LEFTOVER), task->folder, entry->d_name);
    }
    if (dir)
        closedir(dir);
}

/* ---- the command ---- */

/* Where no server runs, its journal is brought into the store first: then no line is left. */
static bool bring_in_journal(struct deletion *task)
{
    struct log *log = log_create(NULL, &task->why);
    struct journal_to_store to_store = {0};
    bool is_fine = log &&
                   journal_to_store_init(&to_store, task->folder, task->archive, log, &task->why) &&
                   journal_to_store_recover(&to_store, &task->why);

    journal_to_store_finish(&to_store);
    log_destroy(log);
    return is_fine;
}

static bool open_archive(struct deletion *task)
{
    struct err busy = {0};

    store_place(task->folder, task->place, sizeof task->place);
    if (!task->store && access(task->place, F_OK) != 0)
        return cli_deny(TEXT_STORE_NONE);
    task->lock = archive_lock(task->folder, &busy);
    task->archive = store_open_at(task->store ? task->store : task->place, &task->why);
    bool is_open =
        task->archive && (task->lock < 0 || !task->store || store_lock(task->archive, &task->why));
    return (is_open && (task->lock < 0 || bring_in_journal(task))) ||
           cli_deny_err(NULL, &task->why);
}

static bool look(struct deletion *task)
{
    if (!find_games(task) || (task->person && (!find_matches(task) || !handle_bots(task, false))))
        return cli_deny_err(NULL, &task->why);
    if (task->found_count > SHOWN_GAMES)
        printf("  … %d\n", task->found_count - SHOWN_GAMES);
    if (task->other_case > 0)
        printf(cli_text(TEXT_DELETE_OTHER_CASE), task->other_case, task->person);
    return true;
}

static int finish(struct deletion *task)
{
    bool is_done =
        delete_games(task) && (!task->person || !task->with_bots || handle_bots(task, true));

    printf(cli_text(TEXT_DELETE_DONE), task->removed);
    if (!is_done) {
        cli_refuse_err(NULL, &task->why);
        return EXIT_FAILED;
    }
    if (task->unknown + task->unfinished > 0)
        printf(cli_text(TEXT_DELETE_STAYED), task->unknown + task->unfinished);
    if (task->has_remains)
        fputs(cli_text(TEXT_DELETE_REMAINS), stdout);
    name_leftovers(task);
    return task->running + task->unknown + task->unfinished > 0 ? EXIT_FAILED : EXIT_FINE;
}

static int delete (struct deletion *task)
{
    if (!open_archive(task) || !look(task))
        return EXIT_REFUSED;
    if (task->found_count == 0 && !task->with_bots)
        return cli_refuse(TEXT_DELETE_NOTHING);
    if (!task->is_sure && !question_ask(TEXT_DELETE_QUESTION, task->found_count))
        return EXIT_REFUSED;
    return finish(task);
}

int store_delete_run(int argc, char **argv)
{
    struct deletion task = {.lock = -1};
    const struct option options[] = {{"game", OPTION_TEXT, &task.games, 0, 0},
                                     {"person", OPTION_TEXT, &task.person, 0, 0},
                                     {"any-case", OPTION_FLAG, &task.any_case, 0, 0},
                                     {"bots", OPTION_FLAG, &task.with_bots, 0, 0},
                                     {"yes", OPTION_FLAG, &task.is_sure, 0, 0},
                                     {"store", OPTION_TEXT, &task.store, 0, 0},
                                     {"data", OPTION_TEXT, &task.data, 0, 0},
                                     {0}};

    if (options_read(options, "", argc, argv) < 0 || !check_numbers(&task))
        return EXIT_REFUSED;
    if (!task.games && !(task.person && task.person[0]))
        return cli_refuse(TEXT_MISSING, "--game N,…, --person NAME");
    if (task.store && !db_is_server(task.store))
        return cli_refuse(TEXT_SERVE_STORE, task.store);
    if (!paths_make_data(task.data, task.folder))
        return cli_refuse(TEXT_SERVE_FOLDER, task.folder);
    int code = delete (&task);
    store_close(task.archive);
    if (task.lock >= 0)
        close(task.lock);
    free(task.found);
    return code;
}
