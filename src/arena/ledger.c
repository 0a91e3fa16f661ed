#include "arena/ledger.h"

#include "arena/pgn.h"
#include "base/file.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEDGER_GAMES, LEDGER_PGN, LEDGER_TABLE, LEDGER_FILES };

static const char *const file_names[LEDGER_FILES] = {
    [LEDGER_GAMES] = "games.jsonl", [LEDGER_PGN] = "games.pgn", [LEDGER_TABLE] = "summary.csv"};

struct ledger {
    char folder[PATH_MAX];
    const struct terms *terms;
    enum ledger_saving saving;
    FILE *files[LEDGER_FILES];
    char *text; /* NOTE_LINE_SIZE */
    struct copyist *copyist;
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

static bool refuse(struct err *why, const char *path)
{
    char details[ERR_DETAILS_SIZE];

    snprintf(details, sizeof details, "%.180s (%.40s)", path, strerror(errno));
    return err_say(why, "file_write", details);
}

/* ---- opening ---- */

static bool check_terms(const struct ledger *ledger, struct err *why)
{
    char path[PATH_MAX], word[32];
    struct slice here = terms_print(ledger->terms), there;
    bool is_same = false;

    path_of(ledger, "match.json", path);
    if (access(path, F_OK) != 0) {
        is_same = file_write(path, here, why);
    } else if (file_read(path, TERMS_TEXT_MAX, &there, why)) {
        is_same = slice_is(there, here.at) ||
                  err_say(why, "match_other", terms_difference(here, there, word, sizeof word));
        file_free(there);
    }
    file_free(here);
    return is_same;
}

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

static bool open_replays(struct ledger *ledger, struct err *why)
{
    char path[PATH_MAX];

    path_of(ledger, "replays", path);
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
        return refuse(why, path);
    tidy(path);
    ledger->copyist = copyist_create(path, ledger->terms, why);
    return ledger->copyist != NULL;
}

static bool open_file(struct ledger *ledger, int which, struct err *why)
{
    char path[PATH_MAX];

    path_of(ledger, file_names[which], path);
    ledger->files[which] = fopen(path, "ae");
    return ledger->files[which] != NULL || refuse(why, path);
}

/* The first file is the lock. */
static bool open_files(struct ledger *ledger, struct err *why)
{
    if (!open_file(ledger, LEDGER_GAMES, why))
        return false;
    if (flock(fileno(ledger->files[LEDGER_GAMES]), LOCK_EX | LOCK_NB) != 0)
        return err_say(why, "match_running", ledger->folder);
    if (!check_terms(ledger, why))
        return false;
    return open_file(ledger, LEDGER_PGN, why) && open_file(ledger, LEDGER_TABLE, why);
}

static void write_head(const struct ledger *ledger)
{
    FILE *table = ledger->files[LEDGER_TABLE];

    fputs("game,pair,seed,red,blue,winner,cause,offender,plies,slowest_a_ms,slowest_b_ms", table);
    for (int i = 0; i < ledger->terms->rules->score_count; i++)
        fprintf(table, ",score%d_a,score%d_b", i + 1, i + 1);
    fputc('\n', table);
}

struct ledger *ledger_open(const char *folder, const struct terms *terms, enum ledger_saving saving,
                           struct err *why)
{
    struct ledger *ledger = memory_get(1, sizeof *ledger);

    snprintf(ledger->folder, sizeof ledger->folder, "%s", folder);
    ledger->terms = terms;
    ledger->saving = saving;
    ledger->text = memory_get(NOTE_LINE_SIZE, 1);
    if (!open_files(ledger, why) || !open_replays(ledger, why)) {
        ledger_close(ledger, NULL);
        return NULL;
    }
    return ledger;
}

bool ledger_begin(struct ledger *ledger, struct err *why)
{
    for (int i = 0; i < LEDGER_FILES; i++) {
        if (ftruncate(fileno(ledger->files[i]), 0) != 0)
            return refuse(why, ledger->folder);
    }
    write_head(ledger);
    return true;
}

bool ledger_close(struct ledger *ledger, struct err *why)
{
    bool is_written = true;

    if (!ledger)
        return true;
    for (int i = 0; i < LEDGER_FILES; i++) {
        FILE *file = ledger->files[i];
        if (!file)
            continue;
        is_written = fflush(file) == 0 && fsync(fileno(file)) == 0 && is_written;
        is_written = fclose(file) == 0 && is_written;
    }
    if (!is_written)
        refuse(why, ledger->folder);
    is_written = copyist_destroy(ledger->copyist, why) && is_written;
    free(ledger->text);
    free(ledger);
    return is_written;
}

/* ---- replays ---- */

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

/* ---- the files ---- */

static void write_line(struct ledger *ledger, const struct note *note)
{
    struct buf line;

    buf_init(&line, ledger->text, NOTE_LINE_SIZE);
    note_print(note, ledger->terms, &line);
    fwrite(line.data, 1, line.len, ledger->files[LEDGER_GAMES]);
}

static void write_pgn(struct ledger *ledger, const struct note *note)
{
    struct buf text;

    buf_init(&text, ledger->text, NOTE_LINE_SIZE);
    pgn_print(note, ledger->terms, &text);
    fwrite(text.data, 1, text.len, ledger->files[LEDGER_PGN]);
}

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

static void write_row(struct ledger *ledger, const struct note *note)
{
    const struct terms *terms = ledger->terms;
    FILE *table = ledger->files[LEDGER_TABLE];
    int32_t slowest[ARENA_SEATS] = {0};

    for (int i = 0; i < note->plies; i++) {
        int seat = note->by[i] == 'A' ? ARENA_A : ARENA_B;
        if (note->times_ms[i] > slowest[seat])
            slowest[seat] = note->times_ms[i];
    }
    fprintf(table, "%d,%d,%lld,", note->game, note->pair, (long long)note->seed);
    write_field(table, name_of(terms, note->red));
    write_field(table, name_of(terms, (enum arena_seat)(ARENA_B - note->red)));
    write_field(table, name_of(terms, note->winner));
    fprintf(table, "%s,", ending_name(note->ending));
    write_field(table, name_of(terms, note->offender));
    fprintf(table, "%d,%d,%d", note->plies, slowest[ARENA_A], slowest[ARENA_B]);
    for (int i = 0; i < terms->rules->score_count; i++)
        fprintf(table, ",%d,%d", note->scores[ARENA_A][i], note->scores[ARENA_B][i]);
    fputc('\n', table);
}

/* Somebody may read along: every game is seen at once. */
bool ledger_add(struct ledger *ledger, const struct note *note, enum copyist_age age,
                struct err *why)
{
    if (copyist_has_failed(ledger->copyist, why))
        return false;
    if (is_wanted(note, ledger->saving))
        copyist_add(ledger->copyist, note, age);
    write_line(ledger, note);
    write_pgn(ledger, note);
    write_row(ledger, note);
    for (int i = 0; i < LEDGER_FILES; i++) {
        if (fflush(ledger->files[i]) != 0)
            return refuse(why, ledger->folder);
    }
    return true;
}
