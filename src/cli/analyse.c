#include "base/memory.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/ticker.h"
#include "proto/replay_file.h"
#include "search/review.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    NODES_USUAL = 50000,
    MILLISECONDS_MAX = 3600 * 1000,
    TABLE_MIB_USUAL = 64,
    TABLE_MIB_MAX = 1 << 14,
    LINE_SHOWN = 6, /* moves of an expected line in the text */
};

/* A game and what the search thinks of it. */
struct analysis {
    struct record record;
    struct search_limits limits;
    struct position positions[RECORD_PLIES_MAX + 1];
    struct review_opinion opinions[RECORD_PLIES_MAX + 1];
};

struct side_sum {
    int moves;
    int signs[REVIEW_SIGNS];
    double loss;
};

static const char *const sign_names[REVIEW_SIGNS] = {"fine", "doubtful", "mistake", "blunder"};

static double loss_of(const struct analysis *analysis, int ply)
{
    return review_loss(&analysis->opinions[ply], analysis->record.plies[ply].move,
                       &analysis->opinions[ply + 1]);
}

/* ---- looking ---- */

static void show_progress(struct ticker *ticker, int done, int all)
{
    char line[TICKER_LINE_SIZE];
    struct buf buf;

    if (!ticker->is_terminal)
        return;
    buf_init(&buf, line, sizeof line);
    ticker_bar(&buf, (double)done / all);
    buf_format(&buf, " %d/%d", done, all);
    ticker_show(ticker, line);
}

static void look_at_all(struct analysis *analysis, size_t table_bytes)
{
    const struct record *record = &analysis->record;
    const struct game_rules *rules = record_rules(record);
    struct search *search = search_create(table_bytes);
    struct ticker ticker;

    ticker_start(&ticker);
    for (int ply = 0; ply <= record->ply_count; ply++) {
        show_progress(&ticker, ply, record->ply_count + 1);
        record_position(record, ply, &analysis->positions[ply]);
        /* Nothing is carried from one position to the next, so that each can be repeated alone. */
        search_clear(search);
        review_look(search, rules, &analysis->positions[ply], &analysis->limits,
                    &analysis->opinions[ply]);
    }
    ticker_clear(&ticker);
    search_destroy(search);
}

static void sum_up(const struct analysis *analysis, struct side_sum sums[SIDE_NONE])
{
    for (int ply = 0; ply < analysis->record.ply_count; ply++) {
        struct side_sum *sum = &sums[analysis->opinions[ply].side];
        sum->moves++;
        sum->loss += loss_of(analysis, ply);
        sum->signs[review_sign_of(loss_of(analysis, ply))]++;
    }
}

static double mean_loss(const struct side_sum *sum)
{
    return sum->moves > 0 ? sum->loss / sum->moves : 0;
}

/* ---- as text ---- */

static void print_line(const struct game_rules *rules, const struct position *start,
                       const struct review_opinion *opinion)
{
    struct position pos = *start;

    for (int i = 0; i < opinion->line_length && i < LINE_SHOWN; i++) {
        char words[GAME_WORDS_MAX];
        struct buf buf;
        buf_init(&buf, words, sizeof words);
        rules->print_move(&pos, opinion->line[i], &buf);
        printf("%s%s", i > 0 ? " " : "", words);
        game_play(rules, &pos, opinion->line[i]);
    }
}

static void print_ply(const struct analysis *analysis, int ply)
{
    const struct record *record = &analysis->record;
    const struct review_opinion *before = &analysis->opinions[ply];
    const struct review_opinion *after = &analysis->opinions[ply + 1];
    double loss = loss_of(analysis, ply);
    enum review_sign sign = review_sign_of(loss);
    struct slice words = record_slice(record, record->plies[ply].words);

    printf("%3d  %-4s  %.*s%s", ply + 1, cli_side_word(before->side), (int)words.len, words.at,
           review_sign_text(sign));
    printf(cli_text(TEXT_ANALYSE_PLY), 100 * after->red_win, after->red_own, 100 * loss);
    if (sign != REVIEW_FINE) {
        printf("%s", cli_text(TEXT_ANALYSE_BETTER));
        print_line(record_rules(record), &analysis->positions[ply], before);
    }
    putchar('\n');
}

static void print_sum(enum side side, const struct side_sum *sum)
{
    printf(cli_text(TEXT_ANALYSE_SUM), cli_side_word(side), sum->moves, sum->signs[REVIEW_BLUNDER],
           sum->signs[REVIEW_MISTAKE], sum->signs[REVIEW_DOUBTFUL], 100 * mean_loss(sum));
}

static void print_text(const struct analysis *analysis)
{
    const struct record *record = &analysis->record;
    struct side_sum sums[SIDE_NONE] = {0};

    printf(cli_text(TEXT_REPLAY_HEAD), record_rules(record)->title, record->names[SIDE_RED],
           record->names[SIDE_BLUE], record->ply_count);
    printf(cli_text(TEXT_ANALYSE_START), 100 * analysis->opinions[0].red_win);
    for (int ply = 0; ply < record->ply_count; ply++)
        print_ply(analysis, ply);
    sum_up(analysis, sums);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        print_sum(side, &sums[side]);
}

/* ---- as JSON ---- */

static json_t *json_of_line(const struct game_rules *rules, const struct position *start,
                            const struct review_opinion *opinion)
{
    struct position pos = *start;
    json_t *moves = json_array();

    for (int i = 0; i < opinion->line_length; i++) {
        char words[GAME_WORDS_MAX];
        struct buf buf;
        buf_init(&buf, words, sizeof words);
        rules->print_move(&pos, opinion->line[i], &buf);
        json_array_append_new(moves, json_string(words));
        game_play(rules, &pos, opinion->line[i]);
    }
    return moves;
}

static json_t *json_of_position(const struct analysis *analysis, int ply)
{
    const struct game_rules *rules = record_rules(&analysis->record);
    const struct position *pos = &analysis->positions[ply];
    const struct review_opinion *opinion = &analysis->opinions[ply];
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    rules->print(pos, &buf);
    return json_pack("{s:i, s:s, s:s, s:f, s:i, s:o, s:i, s:I}", "ply", ply, "position", text,
                     "side", side_name(opinion->side), "red_win", opinion->red_win, "red_own",
                     opinion->red_own, "line", json_of_line(rules, pos, opinion), "depth",
                     opinion->depth, "nodes", (json_int_t)opinion->nodes);
}

static json_t *json_of_move(const struct analysis *analysis, int ply)
{
    const struct record *record = &analysis->record;
    const struct record_ply *played = &record->plies[ply];
    struct slice words = record_slice(record, played->words);
    enum review_sign sign = review_sign_of(loss_of(analysis, ply));
    json_t *move =
        json_pack("{s:i, s:s, s:s%, s:f, s:s, s:s}", "ply", ply + 1, "side",
                  side_name(analysis->opinions[ply].side), "move", words.at, words.len, "loss",
                  loss_of(analysis, ply), "sign", review_sign_text(sign), "kind", sign_names[sign]);

    if (played->time_ms != RECORD_TIME_UNKNOWN)
        json_object_set_new(move, "time_ms", json_integer(played->time_ms));
    return move;
}

static json_t *json_of_sum(const struct side_sum *sum)
{
    json_t *object = json_pack("{s:i, s:f}", "moves", sum->moves, "mean_loss", mean_loss(sum));

    for (enum review_sign sign = REVIEW_DOUBTFUL; sign < REVIEW_SIGNS; sign++)
        json_object_set_new(object, sign_names[sign], json_integer(sum->signs[sign]));
    return object;
}

static void print_json(const struct analysis *analysis)
{
    const struct record *record = &analysis->record;
    struct side_sum sums[SIDE_NONE] = {0};
    json_t *positions = json_array(), *moves = json_array();

    for (int ply = 0; ply <= record->ply_count; ply++)
        json_array_append_new(positions, json_of_position(analysis, ply));
    for (int ply = 0; ply < record->ply_count; ply++)
        json_array_append_new(moves, json_of_move(analysis, ply));
    sum_up(analysis, sums);
    json_t *all =
        json_pack("{s:s, s:s, s:s, s:o, s:o, s:{s:o, s:o}}", "game", record->game, "red_name",
                  record->names[SIDE_RED], "blue_name", record->names[SIDE_BLUE], "positions",
                  positions, "moves", moves, "summary", "red", json_of_sum(&sums[SIDE_RED]), "blue",
                  json_of_sum(&sums[SIDE_BLUE]));
    json_dumpf(all, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(all);
}

/* ---- the command ---- */

struct wish {
    int64_t nodes, time_ms, depth, table_mib;
    bool is_json;
};

static struct search_limits limits_of(const struct wish *wish)
{
    bool is_open = wish->nodes == 0 && wish->time_ms == 0 && wish->depth == 0;

    return (struct search_limits){.nodes = is_open ? NODES_USUAL : (uint64_t)wish->nodes,
                                  .time_us = wish->time_ms * 1000,
                                  .depth = (int)wish->depth};
}

static int analyse(const struct wish *wish, const char *path)
{
    struct analysis *analysis = memory_get(1, sizeof *analysis);
    struct replay_report report;
    struct err why = {0};
    int status = EXIT_FINE;

    analysis->limits = limits_of(wish);
    if (!replay_load(path, REPLAY_RULES_FITTING, &analysis->record, &report, &why)) {
        status = cli_refuse_err(record_rules(&analysis->record), &why);
    } else {
        look_at_all(analysis, (size_t)wish->table_mib << 20);
        if (wish->is_json)
            print_json(analysis);
        else
            print_text(analysis);
        if (report.damage.code[0]) {
            cli_refuse_err(record_rules(&analysis->record), &report.damage);
            status = EXIT_FAILED;
        }
    }
    free(analysis);
    return status;
}

static int run(int argc, char **argv)
{
    struct wish wish = {.table_mib = TABLE_MIB_USUAL};
    const struct option options[] = {
        {"nodes", OPTION_NUMBER, &wish.nodes, 1, INT64_MAX},
        {"time", OPTION_NUMBER, &wish.time_ms, 1, MILLISECONDS_MAX},
        {"depth", OPTION_NUMBER, &wish.depth, 1, SEARCH_DEPTH_MAX},
        {"table", OPTION_NUMBER, &wish.table_mib, 1, TABLE_MIB_MAX},
        {"json", OPTION_FLAG, &wish.is_json, 0, 0},
        {0},
    };

    if (options_read(options, "FILE", argc, argv) < 0)
        return EXIT_REFUSED;
    return analyse(&wish, argv[0]);
}

const struct cmd analyse_cmd = {
    .name = "analyse",
    .usage = "FILE [--nodes N | --time MS | --depth D] [--table MIB] [--json]",
    .summary = {"sagt zu jedem Zug eines Spiels, was er verschenkt hat",
                "says of every move of a game what it gave away"},
    .help =
        {"FILE ist eine Aufzeichnung (.kw) oder ein offizielles Replay (.xml, .xml.gz).  Jede\n"
         "Stellung wird durchsucht; gezeigt werden die Gewinnaussicht von Rot nach dem Zug, der\n"
         "Stand in der Zahl des Spiels und was der Zug verschenkt hat: ?! ab 10, ? ab 20, ??\n"
         "ab 30 Prozent, dazu die bessere Fortsetzung.\n"
         "--nodes N   so viele Knoten je Stellung (50000): überall das gleiche Ergebnis\n"
         "--time MS   stattdessen so lange je Stellung\n"
         "--depth D   höchstens so tief\n"
         "--table MIB Speicher der Suche (64)\n"
         "--json      für Programme",
         "FILE is a record (.kw) or an official replay (.xml, .xml.gz).  Every position is\n"
         "searched; you see red's chance to win after the move, the standing in the game's own\n"
         "number and what the move gave away: ?! from 10, ? from 20, ?? from 30 per cent, with\n"
         "the better continuation.\n"
         "--nodes N   so many nodes for each position (50000): the same result everywhere\n"
         "--time MS   instead so long for each position\n"
         "--depth D   at most so deep\n"
         "--table MIB memory of the search (64)\n"
         "--json      for programs"},
    .example = {"  kielwasser analyse spiel.kw\n"
                "  kielwasser analyse replay.xml.gz --time 500 --json",
                "  kielwasser analyse game.kw\n"
                "  kielwasser analyse replay.xml.gz --time 500 --json"},
    .run = run,
};
