/* The list of the games of a mass test, page by page. */

#include "web/background.h"
#include "web/ended_game.h"
#include "web/run_answers.h"

#include "base/memory.h"

#include <string.h>

enum { ROWS_MAX = 100, ROWS_USUAL = 50 };

struct page {
    char folder[PATH_MAX];
    struct queue_page rows;
    int total; /* games that pass the filter */
    struct match match;
    struct result result;
    struct json *json;
};

/* ---- which games ---- */

static bool find_filter(const char *word, enum queue_filter *filter)
{
    static const char *const words[QUEUE_FILTERS] = {[QUEUE_EVERY] = "all",
                                                     [QUEUE_FAILED] = "failed",
                                                     [QUEUE_LOST] = "lost",
                                                     [QUEUE_WON] = "won",
                                                     [QUEUE_SHORT] = "short"};

    for (int i = 0; i < QUEUE_FILTERS; i++) {
        if (strcmp(word, words[i]) == 0) {
            *filter = (enum queue_filter)i;
            return true;
        }
    }
    return false;
}

/* "soft-time" of "A", of "B", or of "" */
static bool find_cause(const char *cause, const char *by, struct queue_page *rows)
{
    rows->offender = strcmp(by, "A") == 0 ? "A" : strcmp(by, "B") == 0 ? "B" : "";
    for (int i = 0; i < ENDING_COUNT; i++) {
        if (strcmp(cause, ending_name((enum ending)i)) == 0)
            rows->ending = ending_name((enum ending)i);
    }
    return rows->ending != NULL;
}

/* ---- the answer ---- */

static bool write_row(void *context, const struct queue_result *row)
{
    struct page *page = context;

    if (result_from_row(row, &page->match, &page->result))
        ended_game_show_row(page->json, &page->match, &page->result);
    return true;
}

static bool write_rows(struct db *none, void *ctx, struct json *json, struct err *why)
{
    struct page *page = ctx;
    struct db *db = match_totals_open(page->folder, NULL);

    (void)none, (void)why;
    page->json = json;
    json_begin_object(json, NULL);
    json_int(json, "total", page->total);
    json_begin_array(json, "rows");
    if (db && match_totals_names(db, &page->match, NULL))
        queue_result_page(db, &page->rows, write_row, page, NULL);
    json_end_array(json);
    json_end_object(json);
    db_close(db);
    return true;
}

/* False: it has been refused. */
static bool take_filter(struct request *request, struct queue_page *rows)
{
    const char *show = request_argument(request, "show");
    const char *cause = request_argument(request, "cause"), *by = request_argument(request, "by");

    if (show && !find_filter(show, &rows->filter))
        return refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "show");
    return !cause || find_cause(cause, by ? by : "", rows) ||
           refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "cause");
}

static void on_rows(struct request *request)
{
    const struct run *run = runs_named(request);
    struct queue_page rows = {.count = ROWS_USUAL};

    if (!run || !take_filter(request, &rows) ||
        !request_number(request, "from", INT32_MAX, &rows.from) ||
        !request_number(request, "count", ROWS_MAX, &rows.count))
        return;
    struct page *page = memory_get(1, sizeof *page);
    run_path(run, "", page->folder);
    page->match.rules = run->rules;
    match_totals_lock(run->games);
    rows.test = run->games->test;
    rows.before = run->games->tally.next;
    rows.has_closed_pairs = run->games->tally.next > run->games->tally.games;
    page->total = tally_count_page(&run->games->tally, &rows);
    match_totals_unlock(run->games);
    page->rows = rows;
    background_answer(request, write_rows, page);
}

const struct route test_game_routes[] = {
    {"GET", "/api/tests/*/games", RIGHT_OWNER, on_rows},
    {0},
};
