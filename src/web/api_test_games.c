/* The list of the games of a mass test, page by page. */

#include "web/background.h"
#include "web/match_game.h"
#include "web/runs_json.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 100, ROWS_USUAL = 50, ROW_BYTES = 16 * 1024 };

/* ---- the list ---- */

enum show { FILTER_ALL, FILTER_FAILED, FILTER_LOST, FILTER_WON, FILTER_SHORT, FILTERS };

struct filter {
    enum show show;
    bool has_ending;
    enum ending ending;       /* of this cause only, */
    enum match_seat offender; /* the player at fault; MATCH_SEATS: none, or both */
};

struct page {
    struct match_game noted;
    int total, count;
    int64_t offsets[ROWS_MAX];
    struct buf text; /* freed by us */
};

static bool find_show(const char *word, enum show *show)
{
    static const char *const words[FILTERS] = {"all", "failed", "lost", "won", "short"};

    for (int i = 0; i < FILTERS; i++) {
        if (strcmp(word, words[i]) == 0) {
            *show = (enum show)i;
            return true;
        }
    }
    return false;
}

/* "soft-time" of "A", of "B", or of "" */
static bool find_cause(const char *cause, const char *by, struct filter *filter)
{
    filter->has_ending = true;
    filter->offender = strcmp(by, "A") == 0   ? MATCH_A
                       : strcmp(by, "B") == 0 ? MATCH_B
                                              : MATCH_SEATS;
    for (int i = 0; i < ENDING_COUNT; i++) {
        if (strcmp(cause, ending_name((enum ending)i)) == 0) {
            filter->ending = (enum ending)i;
            return true;
        }
    }
    return false;
}

static bool passes(const struct book_row *row, const struct filter *filter)
{
    if (filter->has_ending && (row->ending != filter->ending || row->offender != filter->offender))
        return false;
    switch (filter->show) {
    case FILTER_ALL:
    case FILTER_SHORT:
        return true;
    case FILTER_FAILED:
        return row->ending != ENDING_REGULAR;
    case FILTER_LOST:
        return row->winner == MATCH_B;
    case FILTER_WON:
        return row->winner == MATCH_A;
    case FILTERS:
        break;
    }
    return false;
}

/* The shortest first; equal ones in their order, which is that of the file. */
static int compare(const void *a, const void *b)
{
    const struct book_row *one = *(const struct book_row *const *)a;
    const struct book_row *other = *(const struct book_row *const *)b;

    return one->plies != other->plies    ? one->plies - other->plies
           : one->offset < other->offset ? -1
                                         : 1;
}

static void choose_rows(struct page *page, struct match_games *book, const struct filter *filter,
                        int from, int count)
{
    const struct book_row **rows;

    match_games_lock(book);
    rows = memory_get((size_t)book->tally.games + 1, sizeof *rows);
    for (int i = 0; i < book->tally.games; i++) {
        if (passes(&book->rows[i], filter))
            rows[page->total++] = &book->rows[i];
    }
    if (filter->show == FILTER_SHORT)
        qsort(rows, (size_t)page->total, sizeof *rows, compare);
    for (int i = from; i < page->total && page->count < count; i++)
        page->offsets[page->count++] = rows[i]->offset;
    match_games_unlock(book);
    free(rows);
}

static void write_rows(void *ctx)
{
    struct page *page = ctx;
    size_t size = (size_t)(page->count + 1) * ROW_BYTES;
    struct match *match = memory_get(1, sizeof *match);
    struct result *result = memory_get(1, sizeof *result);
    struct json json;

    buf_init(&page->text, memory_get(1, size), size);
    json_init(&json, &page->text);
    json_begin_object(&json, NULL);
    json_int(&json, "total", page->total);
    json_begin_array(&json, "rows");
    for (int i = 0; i < page->count; i++) {
        page->noted.offset = page->offsets[i];
        if (match_game_read(&page->noted, match, result))
            match_game_show_row(&json, match, result);
    }
    json_end_array(&json);
    json_end_object(&json);
    free(result);
    free(match);
}

static void finish_rows(struct request *request, void *ctx)
{
    struct page *page = ctx;

    answer_json(request, MHD_HTTP_OK, &page->text);
    free(page->text.data);
}

/* False: it has been refused. */
static bool take_filter(struct request *request, struct filter *filter)
{
    const char *show = request_argument(request, "show");
    const char *cause = request_argument(request, "cause"), *by = request_argument(request, "by");

    if (show && !find_show(show, &filter->show))
        return refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "show");
    return !cause || find_cause(cause, by ? by : "", filter) ||
           refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "cause");
}

static void on_rows(struct request *request)
{
    struct run *run = runs_named(request);
    struct filter filter = {0};
    int from = 0, count = ROWS_USUAL;

    if (!run)
        return;
    if (!take_filter(request, &filter) || !request_number(request, "from", INT32_MAX, &from) ||
        !request_number(request, "count", ROWS_MAX, &count))
        return;
    struct page *page = memory_get(1, sizeof *page);
    page->noted = match_game_of_test(run, 0, 0);
    choose_rows(page, run->book, &filter, from, count);
    background_start(request, write_rows, finish_rows, page);
}

const struct route test_game_routes[] = {
    {"GET", "/api/tests/*/games", RIGHT_OWNER, on_rows},
    {0},
};
