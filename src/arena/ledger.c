#include "arena/ledger.h"

#include "base/file.h"
#include "base/memory.h"
#include "proto/replay_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

struct ledger {
    char folder[PATH_MAX];
    const struct terms *terms;
    int file;   /* games.jsonl */
    char *line; /* NOTE_LINE_SIZE */
};

bool ledger_saving_find(const char *word, enum ledger_saving *saving)
{
    static const char *const words[] = {"all", "lost", "failed", "none"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0) {
            *saving = (enum ledger_saving)i;
            return true;
        }
    }
    return false;
}

static void path_of(const struct ledger *ledger, const char *name, char path[PATH_MAX])
{
    if (snprintf(path, PATH_MAX, "%s/%s", ledger->folder, name) >= PATH_MAX)
        path[0] = '\0';
}

static bool refuse(struct err *why, const char *code, const char *path)
{
    char details[ERR_DETAILS_SIZE];

    snprintf(details, sizeof details, "%.180s (%.40s)", path, strerror(errno));
    return err_say(why, code, details);
}

/* ---- what is played ---- */

static bool check_terms(const struct ledger *ledger, struct err *why)
{
    char path[PATH_MAX], word[32];
    struct slice here = terms_print(ledger->terms), there;
    bool is_same = true;

    path_of(ledger, "match.json", path);
    if (access(path, F_OK) != 0) {
        is_same = file_write(path, here, why);
    } else if (file_read(path, TERMS_TEXT_MAX, &there, why)) {
        is_same = slice_is(there, here.at) ||
                  err_say(why, "match_other", terms_difference(here, there, word, sizeof word));
        file_free(there);
    } else {
        is_same = false;
    }
    file_free(here);
    return is_same;
}

/* ---- reading ---- */

struct reading {
    const struct ledger *ledger;
    FILE *file;
    struct note note;
    char *line;
    size_t size;
    off_t good; /* so far the lines are whole */
    int count;
};

/* True while there is a whole line; false at the end, or after a refusal. */
static bool read_note(struct reading *reading, bool *is_fine, struct err *why)
{
    char number[32];
    ssize_t len = getline(&reading->line, &reading->size, reading->file);

    *is_fine = true;
    if (len <= 0 || reading->line[len - 1] != '\n')
        return false;
    struct slice line = slice_make(reading->line, (size_t)len);
    *is_fine = note_parse(line, reading->ledger->terms, &reading->note) &&
               reading->note.game == reading->count;
    if (!*is_fine) {
        snprintf(number, sizeof number, "games.jsonl:%d", reading->count + 1);
        return err_say(why, "match_damaged", number);
    }
    reading->good += len;
    reading->count++;
    return true;
}

static bool read_all(const struct ledger *ledger, ledger_on_note *on_note, void *context,
                     off_t *good, struct err *why)
{
    struct reading *reading = memory_get(1, sizeof *reading);
    char path[PATH_MAX];
    bool is_fine = true;

    path_of(ledger, "games.jsonl", path);
    reading->ledger = ledger;
    reading->file = fopen(path, "rb");
    while (reading->file && read_note(reading, &is_fine, why))
        on_note(context, &reading->note);
    *good = reading->good;
    if (reading->file)
        fclose(reading->file);
    free(reading->line);
    free(reading);
    return is_fine;
}

/* ---- opening ---- */

/* Replays that a killed run has begun and not finished. */
static void tidy(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *entry;

    while (dir && (entry = readdir(dir))) {
        if (strstr(entry->d_name, FILE_TEMPORARY))
            unlinkat(dirfd(dir), entry->d_name, 0);
    }
    if (dir)
        closedir(dir);
}

static bool open_games(struct ledger *ledger, struct err *why)
{
    char path[PATH_MAX];

    path_of(ledger, "games.jsonl", path);
    ledger->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (ledger->file < 0)
        return refuse(why, "file_write", path);
    if (flock(ledger->file, LOCK_EX | LOCK_NB) != 0)
        return err_say(why, "match_running", ledger->folder);
    path_of(ledger, "replays", path);
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        return refuse(why, "file_write", path);
    tidy(path);
    return true;
}

struct ledger *ledger_open(const char *folder, const struct terms *terms, ledger_on_note *on_note,
                           void *context, struct err *why)
{
    struct ledger *ledger = memory_get(1, sizeof *ledger);
    off_t good = 0;

    snprintf(ledger->folder, sizeof ledger->folder, "%s", folder);
    ledger->terms = terms;
    ledger->file = -1;
    ledger->line = memory_get(NOTE_LINE_SIZE, 1);
    if (open_games(ledger, why) && check_terms(ledger, why) &&
        read_all(ledger, on_note, context, &good, why) && ftruncate(ledger->file, good) == 0)
        return ledger;
    ledger_close(ledger);
    return NULL;
}

void ledger_close(struct ledger *ledger)
{
    if (!ledger)
        return;
    if (ledger->file >= 0) {
        fsync(ledger->file);
        close(ledger->file);
    }
    free(ledger->line);
    free(ledger);
}

void ledger_sync(struct ledger *ledger) { fdatasync(ledger->file); }

/* ---- writing ---- */

static bool is_wanted(const struct note *note, enum ledger_saving saving)
{
    switch (saving) {
    case LEDGER_SAVE_ALL:
        return true;
    case LEDGER_SAVE_LOST:
        return note->winner == ARENA_B || note->ending != ENDING_REGULAR;
    case LEDGER_SAVE_FAILED:
        return note->ending != ENDING_REGULAR;
    case LEDGER_SAVE_NONE:
        return false;
    }
    return false;
}

static bool save_replay(const struct ledger *ledger, const struct played *played, struct err *why)
{
    char name[64], path[PATH_MAX];

    snprintf(name, sizeof name, "replays/%05d%s.kw", played->note.game,
             played->note.red == ARENA_A ? "a" : "b");
    path_of(ledger, name, path);
    return replay_save(&played->record, path, why);
}

/* One write: a killed process leaves the whole line or, on a full disk, a part without its end. */
static bool append(struct ledger *ledger, struct slice line, struct err *why)
{
    off_t before = lseek(ledger->file, 0, SEEK_END);

    if (write(ledger->file, line.at, line.len) == (ssize_t)line.len)
        return true;
    refuse(why, "file_write", ledger->folder);
    return ftruncate(ledger->file, before) == 0 && false;
}

/* The replay comes first: where there is a line, everything is there. */
bool ledger_add(struct ledger *ledger, const struct played *played, enum ledger_saving saving,
                struct err *why)
{
    struct buf line;

    if (is_wanted(&played->note, saving) && !save_replay(ledger, played, why))
        return false;
    buf_init(&line, ledger->line, NOTE_LINE_SIZE);
    note_print(&played->note, ledger->terms, &line);
    return append(ledger, buf_slice(&line), why);
}

/* ---- the table ---- */

struct table_file {
    const struct terms *terms;
    FILE *file;
};

static const char *name_of(const struct terms *terms, enum arena_seat seat)
{
    return seat == ARENA_SEATS ? "" : terms->players[seat].name;
}

/* A field in quotes, as spreadsheets read it. */
static void write_field(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', file);
        fputc(*text, file);
    }
    fputs("\",", file);
}

static void write_row(void *context, const struct note *note)
{
    struct table_file *table = context;
    const struct terms *terms = table->terms;
    int32_t slowest[ARENA_SEATS] = {0};

    for (int i = 0; i < note->plies; i++) {
        int seat = note->by[i] == 'A' ? ARENA_A : ARENA_B;
        if (note->times_ms[i] > slowest[seat])
            slowest[seat] = note->times_ms[i];
    }
    fprintf(table->file, "%d,%d,%lld,", note->game, note->pair, (long long)note->seed);
    write_field(table->file, name_of(terms, note->red));
    write_field(table->file, name_of(terms, (enum arena_seat)(ARENA_B - note->red)));
    write_field(table->file, name_of(terms, note->winner));
    fprintf(table->file, "%s,", ending_name(note->ending));
    write_field(table->file, name_of(terms, note->offender));
    fprintf(table->file, "%d,%d,%d", note->plies, slowest[ARENA_A], slowest[ARENA_B]);
    for (int i = 0; i < terms->rules->score_count; i++)
        fprintf(table->file, ",%d,%d", note->scores[ARENA_A][i], note->scores[ARENA_B][i]);
    fputc('\n', table->file);
}

bool ledger_write_csv(struct ledger *ledger, struct err *why)
{
    char path[PATH_MAX];
    struct table_file table = {.terms = ledger->terms};
    off_t end;

    path_of(ledger, "summary.csv", path);
    table.file = fopen(path, "w");
    if (!table.file)
        return refuse(why, "file_write", path);
    fputs("game,pair,seed,red,blue,winner,cause,offender,plies,slowest_a_ms,slowest_b_ms",
          table.file);
    for (int i = 0; i < ledger->terms->rules->score_count; i++)
        fprintf(table.file, ",score%d_a,score%d_b", i + 1, i + 1);
    fputc('\n', table.file);
    bool is_read = read_all(ledger, write_row, &table, &end, why);
    return (fclose(table.file) == 0 || refuse(why, "file_write", path)) && is_read;
}
