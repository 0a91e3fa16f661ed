#include "web/match_games.h"

#include "base/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 512 * 1024, ROWS_FIRST = 256 };

struct match_games *match_games_create(const struct game_rules *rules, const char *path)
{
    struct match_games *book = memory_get(1, sizeof *book);

    uv_mutex_init(&book->lock);
    snprintf(book->path, sizeof book->path, "%s", path);
    book->match.rules = rules;
    tally_init(&book->tally);
    return book;
}

void match_games_destroy(struct match_games *book)
{
    if (!book)
        return;
    uv_mutex_destroy(&book->lock);
    tally_finish(&book->tally);
    free(book->rows);
    free(book);
}

void match_games_lock(struct match_games *book) { uv_mutex_lock(&book->lock); }

void match_games_unlock(struct match_games *book) { uv_mutex_unlock(&book->lock); }

int match_games_games(struct match_games *book)
{
    match_games_lock(book);
    int games = book->tally.games;
    match_games_unlock(book);
    return games;
}

/* ---- reading ---- */

static struct book_row row_of(const struct result *result, int64_t offset)
{
    return (struct book_row){.offset = offset,
                             .plies = (int16_t)result->plies,
                             .red = (uint8_t)result->red,
                             .winner = (uint8_t)result->winner,
                             .offender = (uint8_t)result->offender,
                             .ending = (uint8_t)result->ending};
}

static void add_result(struct match_games *book, const struct result *result)
{
    if (book->tally.games == book->room) {
        book->room = book->room > 0 ? 2 * book->room : ROWS_FIRST;
        book->rows = memory_grow(book->rows, (size_t)book->room * sizeof *book->rows);
    }
    book->unplayed += result->game - book->next;
    book->next = result->game + 1;
    book->rows[book->tally.games] = row_of(result, book->offset);
    tally_add(&book->tally, result);
}

static void take_line(struct match_games *book, struct slice line, struct result *result)
{
    bool is_result = result_from_line(line, &book->match, result);

    match_games_lock(book);
    if (is_result && result->game >= book->next)
        add_result(book, result);
    else
        book->damaged++;
    book->offset += (int64_t)line.len + 1;
    match_games_unlock(book);
}

/* What only a reader needs is large. */
struct reading {
    struct result result;
    char bytes[BLOCK];
};

/* All whole lines of the next block; 0: there is none. */
static size_t read_block(struct match_games *book, int file, struct reading *reading)
{
    ssize_t len = pread(file, reading->bytes, BLOCK, book->offset);
    struct slice rest = slice_make(reading->bytes, len > 0 ? (size_t)len : 0);
    size_t taken = 0;
    const char *end;

    while (rest.len > 0 && (end = memchr(rest.at, '\n', rest.len))) {
        struct slice line = slice_make(rest.at, (size_t)(end - rest.at));
        take_line(book, line, &reading->result);
        taken += line.len + 1;
        rest = slice_skip(rest, line.len + 1);
    }
    return taken;
}

static void begin_anew(struct match_games *book)
{
    match_games_lock(book);
    tally_finish(&book->tally);
    tally_init(&book->tally);
    book->offset = 0;
    book->damaged = book->next = book->unplayed = 0;
    match_games_unlock(book);
}

bool match_games_read(struct match_games *book, enum book_end end)
{
    int file = open(book->path, O_RDONLY | O_CLOEXEC);
    size_t total = 0, taken = 1;
    struct stat info;

    if (file < 0)
        return false;
    struct reading *reading = memory_get(1, sizeof *reading);
    if (end == BOOK_IS_WRITTEN && fstat(file, &info) == 0 && info.st_size < book->offset)
        begin_anew(book);
    while (taken > 0 && total < BOOK_READ_MAX) {
        taken = read_block(book, file, reading);
        total += taken;
    }
    close(file);
    free(reading);
    return taken > 0;
}

struct slice match_games_line(const char *path, int64_t offset, char *bytes)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t len = file >= 0 ? pread(file, bytes, RESULT_LINE_SIZE, offset) : 0;
    const char *end = len > 0 ? memchr(bytes, '\n', (size_t)len) : NULL;

    if (file >= 0)
        close(file);
    return slice_make(bytes, end ? (size_t)(end - bytes) : 0);
}
