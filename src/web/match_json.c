#include "web/match_json.h"
#include "web/events.h"

#include "base/clock.h"
#include "match/cores.h"
#include "match/verdict.h"
#include "server/limits.h"
#include "web/game_json.h"
#include "web/gauntlet.h"
#include "web/run_answers.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const seat_keys[MATCH_SEATS] = {[MATCH_A] = "a", [MATCH_B] = "b"};

static void show_number(struct json *json, const char *key, double value, int decimals)
{
    char text[48];

    snprintf(text, sizeof text, "%.*f", decimals, isfinite(value) ? value : 0);
    json_raw(json, key, slice_of(text));
}

/* ---- players and command ---- */

static void show_player(struct json *json, const struct run *run, int seat)
{
    const char *spec = json_string_value(json_array_get(run->words, 1 + (size_t)seat));
    const json_t *who = json_object_get(run->wants, seat_keys[seat]);
    const char *name = json_string_value(json_object_get(who, "name"));

    json_begin_object(json, seat_keys[seat]);
    json_text(json, "name", name && name[0] ? name : spec ? spec : "");
    json_text(json, "spec", spec ? spec : "");
    json_end_object(json);
}

static void show_command(struct json *json, const struct run *run)
{
    enum { BOT_COMMAND_SIZE = 16 * 1024 };
    char *text = malloc(BOT_COMMAND_SIZE);
    struct buf buf;

    if (!text)
        return;
    buf_init(&buf, text, BOT_COMMAND_SIZE);
    run_answer_command(run, &buf);
    json_slice(json, "command", buf_slice(&buf));
    free(text);
}

/* ---- time ---- */

/* How many games are still to come; -1: unknown. */
static int64_t games_left(const struct run *run)
{
    const struct tally *tally = &run->games->tally;
    int64_t planned = run->planned > 0 ? run->planned - tally->games : -1;
    int64_t tested = run->has_test ? verdict_games_left(&tally->pairs, &run->test) : -1;

    return tested >= 0 && (planned < 0 || tested < planned) ? tested : planned;
}

static int64_t left_ms(const struct run *run)
{
    int64_t left = games_left(run), here_ms = clock_wall_ms() - run->since_ms;
    int played = run->games->tally.games - run->games_before;

    if (run->state != RUNS_RUNNING || run->since_ms == 0 || run->games_before < 0 || played < 2 ||
        left < 0)
        return -1;
    return left * here_ms / played;
}

static void show_games(struct json *json, const struct run *run)
{
    json_begin_object(json, "games");
    json_int(json, "played", run->games->tally.games);
    json_int(json, "unplayed", run->games->tally.next - run->games->tally.games);
    json_positive_or_null(json, "planned", run->planned);
    json_end_object(json);
}

static void show_progress(struct json *json, const struct run *run)
{
    int64_t left = left_ms(run);

    show_games(json, run);
    json_int(json, "startedMs", run->created_ms);
    json_int(json, "elapsedMs", run_elapsed_ms(run));
    if (left >= 0)
        json_int(json, "leftMs", left);
    else
        json_nothing(json, "leftMs");
}

/* ---- totals ---- */

void match_json_score(struct json *json, const char *key, const struct tally_score *score)
{
    int games = score->wins + score->draws + score->losses;

    json_begin_object(json, key);
    json_int(json, "wins", score->wins);
    json_int(json, "draws", score->draws);
    json_int(json, "losses", score->losses);
    if (games > 0)
        show_number(json, "percent", 100 * (score->wins + 0.5 * score->draws) / games, 2);
    else
        json_nothing(json, "percent");
    json_end_object(json);
}

/* Where every pair ended alike at the edge, there is no such number. */
static void show_estimate(struct json *json, const char *key, const struct stats_summary *summary,
                          const struct stats_estimate *estimate)
{
    if (summary->pairs == 0 || summary->score <= 0 || summary->score >= 1) {
        json_nothing(json, key);
        return;
    }
    json_begin_object(json, key);
    show_number(json, "value", estimate->value, 1);
    show_number(json, "low", estimate->low, 1);
    show_number(json, "high", estimate->high, 1);
    json_end_object(json);
}

static void show_test(struct json *json, const struct run *run)
{
    static const char *const verdicts[] = {
        [STATS_OPEN] = "open", [STATS_ACCEPTED] = "accepted", [STATS_REJECTED] = "rejected"};
    const struct stats_test *test = &run->test;

    if (!run->has_test) {
        json_nothing(json, "sprt");
        return;
    }
    double llr = stats_llr(&run->games->tally.pairs, test);
    int64_t left = verdict_games_left(&run->games->tally.pairs, test);
    json_begin_object(json, "sprt");
    show_number(json, "elo0", test->elo0, 2);
    show_number(json, "elo1", test->elo1, 2);
    show_number(json, "llr", llr, 3);
    show_number(json, "low", stats_lower_bound(test), 3);
    show_number(json, "high", stats_upper_bound(test), 3);
    json_text(json, "verdict", verdicts[stats_judge(test, llr)]);
    json_positive_or_null(json, "gamesLeft", stats_judge(test, llr) == STATS_OPEN ? left : 0);
    json_end_object(json);
}

static void show_strength(struct json *json, const struct run *run)
{
    const struct tally *tally = &run->games->tally;
    struct stats_summary summary = stats_summarise(&tally->pairs);

    match_json_score(json, "score", &tally->total);
    match_json_score(json, "asRed", &tally->as_red);
    match_json_score(json, "asBlue", &tally->as_blue);
    show_estimate(json, "elo", &summary, &summary.elo);
    show_estimate(json, "nelo", &summary, &summary.nelo);
    show_number(json, "los", summary.los, 5);
    json_begin_array(json, "pairs");
    for (int i = 0; i < STATS_CLASSES; i++)
        json_int(json, NULL, tally->pairs.count[i]);
    json_end_array(json);
    show_test(json, run);
}

void match_json_line(struct json *json, const struct run *run)
{
    const struct tally *tally = &run->games->tally;
    struct stats_summary summary = stats_summarise(&tally->pairs);

    json_int(json, "id", run->id);
    show_player(json, run, MATCH_B);
    json_text(json, "state", runs_state_name(run->state));
    show_games(json, run);
    match_json_score(json, "score", &tally->total);
    show_estimate(json, "elo", &summary, &summary.elo);
    show_number(json, "los", summary.los, 5);
}

static void show_verdict(struct json *json, const struct run *run)
{
    char text[VERDICT_SIZE];
    struct buf buf;

    json_begin_object(json, "verdict");
    for (enum lang lang = 0; lang < LANG_COUNT; lang++) {
        buf_init(&buf, text, sizeof text);
        verdict_print(&run->games->tally, run->has_test ? &run->test : NULL, lang, &buf);
        json_slice(json, lang_key(lang), buf_slice(&buf));
    }
    json_end_object(json);
}

static void show_causes(struct json *json, const struct tally *tally)
{
    json_begin_array(json, "causes");
    for (int ending = 0; ending < ENDING_COUNT; ending++) {
        for (int seat = 0; seat <= MATCH_SEATS; seat++) {
            if (tally->endings[ending][seat] == 0)
                continue;
            json_begin_object(json, NULL);
            json_text(json, "cause", ending_name((enum ending)ending));
            json_text_or_null(json, "by", match_seat_name((enum match_seat)seat));
            json_int(json, "count", tally->endings[ending][seat]);
            json_end_object(json);
        }
    }
    json_end_array(json);
}

/* Everything but the first part, which is the winner. */
static void show_averages(struct json *json, const struct run *run)
{
    const struct tally *tally = &run->games->tally;
    double games = tally->games > 0 ? tally->games : 1;

    json_begin_array(json, "scores");
    for (int i = 1; i < run->rules->score_count; i++) {
        json_begin_object(json, NULL);
        json_text(json, "name", run->rules->scores[i].name);
        for (int seat = 0; seat < MATCH_SEATS; seat++)
            show_number(json, seat_keys[seat], (double)tally->scores[seat][i] / games, 2);
        json_end_object(json);
    }
    json_end_array(json);
    show_number(json, "rounds", (double)tally->plies / 2 / games, 1);
}

static void show_times(struct json *json, const struct tally *tally)
{
    static const struct {
        const char *key;
        double part;
    } quantiles[] = {{"p50", 0.5}, {"p95", 0.95}, {"p99", 0.99}};

    json_begin_object(json, "times");
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        json_begin_object(json, seat_keys[seat]);
        for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
            double ms = meter_quantile_ms(&tally->times[seat], quantiles[i].part);
            show_number(json, quantiles[i].key, fmin(ms, tally->slowest_ms[seat]), 1);
        }
        json_int(json, "max", tally->slowest_ms[seat]);
        json_int(json, "lag", tally->longest_lag_ms[seat]);
        json_int(json, "lags", tally->lags[seat]);
        json_end_object(json);
    }
    json_end_object(json);
}

/* ---- plots ---- */

static void show_point(struct json *json, const struct stats_pairs *pairs)
{
    struct stats_summary summary = stats_summarise(pairs);

    json_begin_object(json, NULL);
    json_int(json, "games", 2 * summary.pairs);
    show_number(json, "percent", 100 * summary.score, 2);
    show_number(json, "low", 100 * stats_score_of_elo(summary.elo.low), 2);
    show_number(json, "high", 100 * stats_score_of_elo(summary.elo.high), 2);
    json_end_object(json);
}

static void show_curve(struct json *json, const struct tally *tally)
{
    const struct tally_curve *curve = &tally->curve;

    json_begin_array(json, "score");
    for (int i = 0; i < curve->count; i++)
        show_point(json, &curve->points[i]);
    if (stats_count(&tally->pairs) % curve->step != 0)
        show_point(json, &tally->pairs);
    json_end_array(json);
}

/* Times are whole milliseconds, so that a bar holds those of several classes where these are
 * narrower. */
struct histogram {
    int count;                    /* of bars */
    int64_t edges[METER_CLASSES]; /* the first time beyond a bar, in milliseconds */
    uint64_t bars[METER_CLASSES][MATCH_SEATS];
};

static void fill_histogram(struct histogram *histogram, const struct tally *tally)
{
    int64_t begin_ms = 0;

    *histogram = (struct histogram){0};
    for (int i = 0; i < METER_CLASSES; i++) {
        int64_t last_ms = (int64_t)meter_upper_ms(i);
        for (int seat = 0; seat < MATCH_SEATS; seat++)
            histogram->bars[histogram->count][seat] += tally->times[seat].counts[i];
        if (last_ms < begin_ms)
            continue;
        begin_ms = last_ms + 1;
        histogram->edges[histogram->count++] = begin_ms;
    }
}

/* From the first bar with a move to the last one, and as far as the limit. */
static void show_histogram(struct json *json, const struct tally *tally, int limit_ms)
{
    struct histogram histogram;
    int first = METER_CLASSES, last = -1;

    fill_histogram(&histogram, tally);
    for (int i = 0; i < histogram.count; i++) {
        bool is_empty = histogram.bars[i][MATCH_A] + histogram.bars[i][MATCH_B] == 0;
        first = !is_empty && i < first ? i : first;
        last = !is_empty || (first <= i && i > 0 && histogram.edges[i - 1] <= limit_ms) ? i : last;
    }
    json_begin_object(json, "times");
    json_begin_array(json, "edges");
    for (int i = first - 1; i <= last; i++)
        json_int(json, NULL, i < 0 ? 0 : histogram.edges[i]);
    json_end_array(json);
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        json_begin_array(json, seat_keys[seat]);
        for (int i = first; i <= last; i++)
            json_int(json, NULL, (int64_t)histogram.bars[i][seat]);
        json_end_array(json);
    }
    json_end_object(json);
}

/* ---- the whole ---- */

/* For a move of a program; 0: no program plays. */
static int limit_of(const struct run *run)
{
    const json_t *limit = json_object_get(run->wants, "limitMs");
    bool has_program = false;

    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        const json_t *who = json_object_get(run->wants, seat_keys[seat]);
        const char *kind = json_string_value(json_object_get(who, "kind"));
        has_program = has_program || !kind || strcmp(kind, "builtin") != 0;
    }
    if (!has_program)
        return 0;
    return json_is_integer(limit) ? (int)json_integer_value(limit) : DEFAULT_SOFT_MS;
}

static void show_card(struct json *json, const struct run *run)
{
    json_int(json, "id", run->id);
    json_text(json, "name", run->name);
    json_text(json, "kind", "match");
    json_text(json, "game", run->rules->name);
    json_text(json, "state", runs_state_name(run->state));
    game_json_refusal_or_null(json, "why", run->rules, &run->why);
    show_player(json, run, MATCH_A);
    show_player(json, run, MATCH_B);
    web_json_copy_tree(json, "wants", run->wants);
    show_command(json, run);
    json_int(json, "concurrency", run->concurrency);
    json_int(json, "cores", cores_allowed());
    runs_show_warning(json, run);
    json_positive_or_null(json, "limitMs", limit_of(run));
}

void match_json(struct json *json, struct run *run, enum tests_detail detail)
{
    struct match_totals *games = run->games;
    char digest[TALLY_DIGEST_SIZE];

    json_begin_object(json, NULL);
    show_card(json, run);
    match_totals_lock(games);
    show_progress(json, run);
    show_strength(json, run);
    show_verdict(json, run);
    show_causes(json, &games->tally);
    show_averages(json, run);
    show_times(json, &games->tally);
    tally_digest(&games->tally, digest);
    json_text(json, "digest", digest);
    if (detail == TESTS_WHOLE) {
        json_begin_object(json, "plots");
        show_curve(json, &games->tally);
        show_histogram(json, &games->tally, limit_of(run));
        json_end_object(json);
    }
    match_totals_unlock(games);
    gauntlet_show(json, run, detail);
    json_end_object(json);
}

void match_json_tell(struct web *web, struct run *run)
{
    struct json *json = web_begin_json(web);

    match_json(json, run, TESTS_OUTLINE);
    events_tell(web->events, "tests", json->out);
}
