#include "match/verdict.h"

#include <math.h>
#include <stdio.h>

enum { PAIRS_FEW = 10, GAMES_MANY = 200000 };

static const double likely = 0.9, sure = 0.975, certain = 0.995, z_sure = 1.96;

/* ---- how many games are missing ---- */

/* To two figures: an estimate is not better than that. */
static int64_t rounded(double games)
{
    double unit = 1;

    while (games / unit >= 100)
        unit *= 10;
    return (int64_t)(ceil(games / unit / 2) * 2 * unit);
}

int64_t verdict_games_left(const struct stats_pairs *pairs, const struct stats_test *test)
{
    int64_t count = stats_count(pairs);
    double llr = stats_llr(pairs, test), drift = count > 0 ? llr / (double)count : 0;
    double way = drift > 0 ? stats_upper_bound(test) - llr : llr - stats_lower_bound(test);
    double games = drift != 0 ? 2 * way / fabs(drift) : INFINITY;

    if (count < PAIRS_FEW || !(games < GAMES_MANY))
        return -1;
    return games > 2 ? rounded(games) : 2;
}

/* For a difference like the one seen so far. */
static int64_t games_to_be_sure(const struct stats_summary *summary)
{
    double z = (summary->score - 0.5) / sqrt(summary->variance / (double)summary->pairs);
    double games = 2 * (double)summary->pairs * (z_sure * z_sure / (z * z) - 1);

    return z != 0 && games < GAMES_MANY ? rounded(games > 2 ? games : 2) : -1;
}

/* ---- numbers ---- */

/* "99,6 %" in German; never 100, because nothing is. */
static void add_percent(struct buf *out, enum lang lang, double part)
{
    char text[32];

    snprintf(text, sizeof text, "%.1f %%", fmin(99.9, fmax(0.1, 100 * part)));
    for (char *at = text; *at && lang == LANG_DE; at++)
        *at = *at == '.' ? ',' : *at;
    buf_add(out, text);
}

/* "+52", "−35" */
static void add_signed(struct buf *out, double number)
{
    buf_format(out, "%s%.0f", number < -0.5 ? "−" : "+", fabs(number));
}

static void add_elo(struct buf *out, enum lang lang, const struct stats_estimate *elo)
{
    add_signed(out, elo->value);
    buf_add(out, lang == LANG_DE ? " Elo, mit 95 % Sicherheit zwischen "
                                 : " Elo, with 95 % confidence between ");
    add_signed(out, elo->low);
    buf_add(out, lang == LANG_DE ? " und " : " and ");
    add_signed(out, elo->high);
}

/* ---- sentences ---- */

static void add_strength(struct buf *out, enum lang lang, const struct stats_summary *summary)
{
    bool is_a = summary->los >= 0.5;
    double part = is_a ? summary->los : 1 - summary->los;
    const char *name = is_a ? "A" : "B";

    if (lang == LANG_DE)
        buf_format(out,
                   part >= certain  ? "%s ist sehr wahrscheinlich stärker ("
                   : part >= likely ? "%s ist wahrscheinlich stärker ("
                                    : "Noch ist nicht zu sagen, wer stärker ist (eher %s, ",
                   name);
    else
        buf_format(out,
                   part >= certain  ? "%s is very probably stronger ("
                   : part >= likely ? "%s is probably stronger ("
                                    : "It is not decided yet which player is stronger (rather %s, ",
                   name);
    add_percent(out, lang, part);
    buf_add(out, ")");
}

static void add_decision(struct buf *out, enum lang lang, const struct stats_test *test,
                         enum stats_verdict verdict)
{
    bool is_yes = verdict == STATS_ACCEPTED;

    if (lang == LANG_DE)
        buf_format(out,
                   is_yes ? "Entschieden: ja. A ist eher %g als %g nElo stärker als B"
                          : "Entschieden: nein. A ist nicht %g nElo stärker als B, eher %g",
                   test->elo1, test->elo0);
    else
        buf_format(out,
                   is_yes ? "Decided: yes.  A is %g rather than %g nElo stronger than B"
                          : "Decided: no.  A is not %g nElo stronger than B, rather %g",
                   test->elo1, test->elo0);
    buf_format(out,
               lang == LANG_DE ? " (in höchstens %.0f von 100 Fällen ein Irrtum)."
                               : " (wrong in at most %.0f of 100 cases).",
               100 * (is_yes ? test->alpha : test->beta));
}

static bool is_likely(const struct stats_summary *summary)
{
    return fmax(summary->los, 1 - summary->los) >= likely;
}

static void add_open_test(struct buf *out, enum lang lang, const struct stats_summary *summary,
                          int64_t games)
{
    if (lang == LANG_DE)
        buf_add(out, is_likely(summary) ? ", die SPRT-Grenze ist aber noch nicht erreicht – "
                                        : ", die SPRT-Grenze ist noch nicht erreicht – ");
    else
        buf_add(out, is_likely(summary) ? ", but the bound of the SPRT has not been reached – "
                                        : ", the bound of the SPRT has not been reached – ");
    if (games < 0)
        buf_add(out, lang == LANG_DE ? "wie lange das dauert, ist noch nicht abzusehen."
                                     : "how long that takes cannot be foreseen yet.");
    else
        buf_format(out,
                   lang == LANG_DE
                       ? "wenn es so weitergeht, braucht es dafür etwa %lld weitere Spiele."
                       : "if it goes on like this, that takes about %lld more games.",
                   (long long)games);
}

static void add_test(struct buf *out, enum lang lang, const struct stats_pairs *pairs,
                     const struct stats_test *test)
{
    struct stats_summary summary = stats_summarise(pairs);
    enum stats_verdict verdict = stats_judge(test, stats_llr(pairs, test));

    if (verdict != STATS_OPEN) {
        add_decision(out, lang, test, verdict);
        return;
    }
    add_strength(out, lang, &summary);
    add_open_test(out, lang, &summary, verdict_games_left(pairs, test));
}

static void add_match(struct buf *out, enum lang lang, const struct stats_pairs *pairs)
{
    struct stats_summary summary = stats_summarise(pairs);
    bool is_clear = summary.los >= sure || summary.los <= 1 - sure;
    int64_t games = games_to_be_sure(&summary);

    add_strength(out, lang, &summary);
    buf_add(out, ": ");
    add_elo(out, lang, &summary.elo);
    buf_add(out, ".");
    if (is_clear || games < 0)
        return;
    buf_format(out,
               lang == LANG_DE
                   ? " Um sicher zu sein, bräuchte es bei diesem Abstand etwa %lld weitere Spiele."
                   : "  To be sure, a difference like this takes about %lld more games.",
               (long long)games);
}

static int failures_of(const struct tally *tally, int seat)
{
    int count = 0;

    for (int i = ENDING_REGULAR + 1; i < ENDING_COUNT; i++)
        count += tally->endings[i][seat] + tally->endings[i][MATCH_SEATS];
    return count;
}

/* Games that were not lost on the board say little about strength. */
static void add_failures(struct buf *out, enum lang lang, const struct tally *tally)
{
    int a = failures_of(tally, MATCH_A), b = failures_of(tally, MATCH_B);

    if (a + b == 0)
        return;
    buf_format(out,
               lang == LANG_DE
                   ? " Achtung: Fehler haben Spiele beendet, %d-mal bei A, %d-mal bei B."
                   : "  Beware: failures have ended games, A's %d times, B's %d times.",
               a, b);
}

static void add_few(struct buf *out, enum lang lang, int64_t pairs)
{
    if (pairs == 0)
        buf_add(out, lang == LANG_DE ? "Noch ist kein Paar zu Ende gespielt."
                                     : "No pair of games is finished yet.");
    else if (pairs == 1)
        buf_add(out, lang == LANG_DE
                         ? "Nur ein Paar: das sagt noch nicht, wer stärker ist."
                         : "Only one pair: that does not yet say which player is stronger.");
    else
        buf_format(out,
                   lang == LANG_DE
                       ? "Nur %lld Paare: das sagt noch nicht, wer stärker ist."
                       : "Only %lld pairs: that does not yet say which player is stronger.",
                   (long long)pairs);
}

void verdict_print(const struct tally *tally, const struct stats_test *test, enum lang lang,
                   struct buf *out)
{
    int64_t pairs = stats_count(&tally->pairs);
    bool is_decided = test && stats_judge(test, stats_llr(&tally->pairs, test)) != STATS_OPEN;

    if (pairs < PAIRS_FEW && !is_decided)
        add_few(out, lang, pairs);
    else if (test)
        add_test(out, lang, &tally->pairs, test);
    else
        add_match(out, lang, &tally->pairs);
    add_failures(out, lang, tally);
}
