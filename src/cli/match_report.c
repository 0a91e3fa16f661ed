#include "cli/match_report.h"

#include "cli/ticker.h"
#include "match/verdict.h"

#include <math.h>
#include <string.h>

enum { GAMES_NAMED = 6, TITLE_WIDTH = 16 };

const char *match_report_ending_text(enum ending ending)
{
    static const enum text_id ids[ENDING_COUNT] = {
        [ENDING_REGULAR] = TEXT_ENDING_REGULAR, [ENDING_ILLEGAL] = TEXT_ENDING_ILLEGAL,
        [ENDING_SOFT_TIME] = TEXT_ENDING_SOFT,  [ENDING_HARD_TIME] = TEXT_ENDING_HARD,
        [ENDING_LEFT] = TEXT_ENDING_LEFT,       [ENDING_CRASH] = TEXT_ENDING_CRASH,
        [ENDING_NO_JOIN] = TEXT_ENDING_NO_JOIN, [ENDING_GARBAGE] = TEXT_ENDING_GARBAGE,
        [ENDING_HOUSE] = TEXT_ENDING_HOUSE,
    };

    return cli_text(ids[ending]);
}

static const char *name_of(const struct match_view *view, enum match_seat seat)
{
    return seat == MATCH_SEATS ? cli_text(TEXT_MATCH_BOTH) : view->match->players[seat].name;
}

/* ---- the line ---- */

static void add_duration(struct buf *out, double seconds)
{
    int whole = (int)fmin(seconds + 0.5, 359999);

    if (whole >= 3600)
        buf_format(out, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    else
        buf_format(out, "%d:%02d", whole / 60, whole % 60);
}

static void add_pairs(struct buf *out, const struct stats_pairs *pairs)
{
    for (int i = 0; i < STATS_CLASSES; i++)
        buf_format(out, "%s%lld", i > 0 ? "-" : "", (long long)pairs->count[i]);
}

static void add_elo(const struct match_view *view, struct buf *out, const struct tally *tally)
{
    struct stats_summary summary = stats_summarise(&tally->pairs);

    if (summary.pairs == 0)
        return;
    buf_format(out, "  %.1f %%  Elo %+.0f ±%.0f  LOS %.1f %%  %s ", 100 * summary.score,
               summary.elo.value, (summary.elo.high - summary.elo.low) / 2, 100 * summary.los,
               cli_text(TEXT_MATCH_PAIRS));
    add_pairs(out, &tally->pairs);
    if (!view->test)
        return;
    double llr = stats_llr(&tally->pairs, view->test), low = stats_lower_bound(view->test);
    buf_add(out, "  LLR ");
    ticker_bar(out, (llr - low) / (stats_upper_bound(view->test) - low));
    buf_format(out, " %.2f", llr);
}

void match_report_print_line(const struct match_view *view, const struct match_report *report,
                             struct buf *out)
{
    const struct tally *tally = &report->tally;
    int games = view->match->games;
    int played = tally->games - report->resumed;
    double seconds = (double)report->elapsed_us / 1e6;

    ticker_bar(out, (double)tally->games / games);
    buf_format(out, " %d/%d  ", tally->games, games);
    if (report->workers >= 0) {
        buf_format(out, cli_text(TEXT_MATCH_WORKERS), report->workers);
        buf_add(out, "  ");
    }
    if (report->is_stopping) {
        buf_add(out, cli_text(TEXT_MATCH_STOPPING));
    } else if (played > 0) {
        buf_format(out, "%s ", cli_text(TEXT_MATCH_LEFT));
        add_duration(out, seconds * (games - tally->games) / played);
    }
    buf_format(out, "  +%d =%d -%d", tally->total.wins, tally->total.draws, tally->total.losses);
    add_elo(view, out, tally);
}

/* ---- the report ---- */

/* The title of a line, filled up with blanks; counts characters, not bytes. */
static void print_title(FILE *out, const char *title)
{
    int width = 0;

    for (const char *at = title; *at; at++)
        width += ((unsigned char)*at & 0xc0) != 0x80;
    fprintf(out, "%s%*s", title, width < TITLE_WIDTH ? TITLE_WIDTH - width : 1, "");
}

static double percent(const struct tally_score *score)
{
    int games = score->wins + score->draws + score->losses;

    return games == 0 ? 50 : 100.0 * (score->wins + score->draws / 2.0) / games;
}

static void print_score(FILE *out, enum text_id title, const struct tally_score *score)
{
    print_title(out, cli_text(title));
    fprintf(out, "+%d =%d -%d  %.1f %%\n", score->wins, score->draws, score->losses,
            percent(score));
}

static void print_test(const struct match_view *view, const struct tally *tally, FILE *out)
{
    static const enum text_id verdicts[] = {[STATS_OPEN] = TEXT_MATCH_OPEN,
                                            [STATS_ACCEPTED] = TEXT_MATCH_ACCEPTED,
                                            [STATS_REJECTED] = TEXT_MATCH_REJECTED};
    double llr = stats_llr(&tally->pairs, view->test);

    print_title(out, "SPRT");
    fprintf(out, "LLR %.2f (%.2f … %.2f), nElo %g : %g  %s\n", llr, stats_lower_bound(view->test),
            stats_upper_bound(view->test), view->test->elo0, view->test->elo1,
            cli_text(verdicts[stats_judge(view->test, llr)]));
}

static void print_verdict(const struct match_view *view, const struct tally *tally, FILE *out)
{
    char text[VERDICT_SIZE];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    verdict_print(tally, view->test, cli_lang(), &buf);
    print_title(out, cli_text(TEXT_MATCH_VERDICT));
    fprintf(out, "%s\n", text);
}

static void print_strength(const struct match_view *view, const struct tally *tally, FILE *out)
{
    struct stats_summary summary = stats_summarise(&tally->pairs);
    char pairs[128];
    struct buf buf;

    print_score(out, TEXT_MATCH_RESULT, &tally->total);
    if (summary.pairs > 0) {
        print_title(out, "Elo");
        fprintf(out, "%+.1f (%+.1f … %+.1f)  nElo %+.1f  LOS %.2f %%\n", summary.elo.value,
                summary.elo.low, summary.elo.high, summary.nelo.value, 100 * summary.los);
        buf_init(&buf, pairs, sizeof pairs);
        add_pairs(&buf, &tally->pairs);
        print_title(out, cli_text(TEXT_MATCH_PAIRS));
        fprintf(out, "%s  (0, ½, 1, 1½, 2)\n", pairs);
        if (view->test)
            print_test(view, tally, out);
    }
    print_verdict(view, tally, out);
    print_score(out, TEXT_MATCH_AS_RED, &tally->as_red);
    print_score(out, TEXT_MATCH_AS_BLUE, &tally->as_blue);
}

static void print_scores(const struct match_view *view, const struct tally *tally, FILE *out)
{
    const struct game_rules *rules = view->match->rules;

    for (int i = 1; i < rules->score_count && tally->games > 0; i++) {
        bool is_sum = rules->scores[i].aggregation == AGGREGATION_SUM;
        double part = is_sum ? 1 : 1.0 / tally->games;
        print_title(out, rules->scores[i].name);
        fprintf(out, "%.*f : %.*f\n", is_sum ? 0 : 2, part * (double)tally->scores[MATCH_A][i],
                is_sum ? 0 : 2, part * (double)tally->scores[MATCH_B][i]);
    }
}

static void print_times(const struct match_view *view, const struct tally *tally, FILE *out)
{
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        const struct meter *meter = &tally->times[seat];
        print_title(out, seat == 0 ? cli_text(TEXT_MATCH_TIMES) : "");
        fprintf(out, "%s: 50 %% %.0f, 95 %% %.0f, 99 %% %.0f, max %d ms\n",
                view->match->players[seat].name, meter_quantile_ms(meter, 0.5),
                meter_quantile_ms(meter, 0.95), meter_quantile_ms(meter, 0.99),
                tally->slowest_ms[seat]);
    }
}

static void print_endings(const struct match_view *view, const struct tally *tally, FILE *out)
{
    print_title(out, cli_text(TEXT_MATCH_ENDS));
    for (int ending = 0, count = 0; ending < ENDING_COUNT; ending++) {
        for (int seat = 0; seat <= MATCH_SEATS; seat++) {
            if (tally->endings[ending][seat] == 0)
                continue;
            fprintf(out, "%s%s", count++ > 0 ? ", " : "",
                    match_report_ending_text((enum ending)ending));
            if (ending != ENDING_REGULAR)
                fprintf(out, " (%s)", name_of(view, (enum match_seat)seat));
            fprintf(out, " %d", tally->endings[ending][seat]);
        }
    }
    fputc('\n', out);
}

static bool is_alike(const struct tally_failure *a, const struct tally_failure *b)
{
    return a->offender == b->offender && a->ending == b->ending && strcmp(a->why, b->why) == 0;
}

static void print_output(const char *output, FILE *out)
{
    struct slice rest = slice_of(output);

    if (rest.len > 0)
        fprintf(out, "      %s\n", cli_text(TEXT_MATCH_SAID));
    while (rest.len > 0) {
        struct slice line = slice_take_until(&rest, '\n');
        fprintf(out, "      | %.*s\n", (int)line.len, line.at);
    }
}

/* One paragraph for all failures of a kind; only the first of them comes here. */
static void print_failure(const struct match_view *view, const struct tally *tally, int first,
                          FILE *out)
{
    const struct tally_failure *failure = &tally->failures[first];
    int count = 0;

    fprintf(out, "  %s: %s. %s\n      %s", name_of(view, failure->offender),
            match_report_ending_text(failure->ending), failure->why, cli_text(TEXT_MATCH_GAMES));
    for (int i = first; i < tally->failure_count; i++) {
        if (!is_alike(failure, &tally->failures[i]))
            continue;
        if (count++ < GAMES_NAMED)
            fprintf(out, "%s%d", count > 1 ? ", " : " ", tally->failures[i].game);
    }
    fprintf(out, count > GAMES_NAMED ? " … (%d)\n" : "\n", count);
    print_output(failure->output, out);
}

static void print_failures(const struct match_view *view, const struct tally *tally, FILE *out)
{
    if (tally->failure_count > 0)
        fprintf(out, "\n%s\n", cli_text(TEXT_MATCH_CAUSES));
    for (int i = 0; i < tally->failure_count; i++) {
        bool is_new = true;
        for (int before = 0; before < i; before++)
            is_new = is_new && !is_alike(&tally->failures[before], &tally->failures[i]);
        if (is_new)
            print_failure(view, tally, i, out);
    }
}

/* Failures first, then the quickest defeats of A. */
static void print_looks(const struct match_view *view, const struct tally *tally, FILE *out)
{
    int shown = 0;

    if (tally->failure_count + tally->loss_count == 0)
        return;
    fprintf(out, "\n%s\n", cli_text(TEXT_MATCH_LOOK));
    for (int i = 0; i < tally->failure_count && shown < TALLY_LOOKS_MAX; i++, shown++)
        fprintf(out, "  %5d  %s: %s\n", tally->failures[i].game,
                name_of(view, tally->failures[i].offender),
                match_report_ending_text(tally->failures[i].ending));
    for (int i = 0; i < tally->loss_count; i++)
        fprintf(out, cli_text(TEXT_MATCH_LOSS), tally->losses[i].game, name_of(view, MATCH_A),
                tally->losses[i].plies);
}

static void print_end(const struct match_report *report, FILE *out)
{
    int played = report->tally.games - report->resumed;
    double seconds = (double)report->elapsed_us / 1e6;
    char digest[TALLY_DIGEST_SIZE];

    tally_digest(&report->tally, digest);
    fputc('\n', out);
    print_title(out, "SHA-256");
    fprintf(out, "%s\n", digest);
    if (played > 0)
        fprintf(out, cli_text(TEXT_MATCH_SPEED), played, seconds, played / fmax(seconds, 1e-6));
}

void match_report_print(const struct match_view *view, const struct match_report *report, FILE *out)
{
    const struct tally *tally = &report->tally;

    fprintf(out, cli_text(TEXT_MATCH_TITLE), name_of(view, MATCH_A), name_of(view, MATCH_B),
            view->match->rules->title, tally->games);
    if (report->closed_pairs > 0)
        fprintf(out, cli_text(TEXT_MATCH_PAIRS_CLOSED), report->closed_pairs);
    if (!match_is_builtin_only(view->match))
        fprintf(out, cli_text(TEXT_MATCH_GAP), view->match->message_gap_ms);
    if (tally->games == 0)
        return;
    print_strength(view, tally, out);
    print_scores(view, tally, out);
    print_times(view, tally, out);
    print_endings(view, tally, out);
    print_failures(view, tally, out);
    print_looks(view, tally, out);
    print_end(report, out);
}
