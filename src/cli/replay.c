#include "base/memory.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "proto/replay_file.h"

#include <stdio.h>
#include <stdlib.h>

/* What the person wants to know about a file. */
struct wish {
    bool is_check;
    const char *convert_path; /* NULL: no conversion */
    int64_t from;             /* the turn to begin at, or CLI_FROM_START */
    enum ruleset ruleset;     /* or REPLAY_RULES_FITTING */
};

/* ---- showing ---- */

static void print_ply(const struct record *record, const struct record_ply *ply)
{
    struct slice words = record_slice(record, ply->words);
    struct slice hint = record_slice(record, ply->hint);

    printf("     %.*s", (int)words.len, words.at);
    if (ply->time_ms != RECORD_TIME_UNKNOWN)
        printf("  (%d ms)", ply->time_ms);
    if (hint.len > 0)
        printf("  %.*s", (int)hint.len, hint.at);
    putchar('\n');
}

static void print_outcome(const struct outcome *outcome)
{
    static const enum text_id winners[] = {TEXT_PLAY_RED, TEXT_PLAY_BLUE, TEXT_REPLAY_NO_WINNER};

    printf(cli_text(TEXT_REPLAY_END), cause_name(outcome->cause[SIDE_RED]),
           cause_name(outcome->cause[SIDE_BLUE]), cli_text(winners[outcome->result.winner]));
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (outcome->reason[side][0])
            printf("%s: %s\n", cli_text(winners[side]), outcome->reason[side]);
    }
}

static void show(const struct record *record)
{
    const struct game_rules *rules = record_rules(record);
    struct position pos = record->start;

    printf(cli_text(TEXT_REPLAY_HEAD), rules->title, record->names[SIDE_RED],
           record->names[SIDE_BLUE], record->ply_count);
    cli_print_position(rules, &pos);
    for (int i = 0; i < record->ply_count; i++) {
        print_ply(record, &record->plies[i]);
        game_play(rules, &pos, record->plies[i].move);
        cli_print_position(rules, &pos);
    }
    if (record->has_outcome)
        print_outcome(&record->outcome);
    cli_print_result(rules, &pos);
}

/* ---- checking ---- */

/* "move 12 is not allowed (a4c9): the way is 3 fields long" */
static void print_difference(const struct game_rules *rules,
                             const struct replay_difference *difference, struct buf *out)
{
    if (!difference->what.code[0]) {
        buf_add(out, cli_text(TEXT_REPLAY_SAME));
        return;
    }
    reason_print(rules, &difference->what, cli_lang(), out);
    if (!difference->cause.code[0])
        return;
    buf_add(out, ": ");
    reason_print(rules, &difference->cause, cli_lang(), out);
}

static void print_check(const struct game_rules *rules, const struct replay_report *report)
{
    for (int i = 0; i < REPLAY_RULESETS; i++) {
        char text[512];
        struct buf buf;
        buf_init(&buf, text, sizeof text);
        print_difference(rules, &report->differences[i], &buf);
        printf(cli_text(TEXT_REPLAY_CHECK), ruleset_name((enum ruleset)i), text);
    }
}

/* What is wrong with the file in the ruleset it was read in goes to stderr. */
static int complain(const struct game_rules *rules, const struct replay_report *report)
{
    const struct replay_difference *difference = &report->differences[report->ruleset];
    char text[512];
    struct buf buf;
    int status = EXIT_FINE;

    if (report->damage.code[0]) {
        cli_refuse_err(rules, &report->damage);
        status = EXIT_FAILED;
    }
    if (difference->what.code[0]) {
        buf_init(&buf, text, sizeof text);
        print_difference(rules, difference, &buf);
        cli_refuse(TEXT_REPLAY_DIFFERS, ruleset_name(report->ruleset), text);
        status = EXIT_FAILED;
    }
    return status;
}

/* ---- the command ---- */

static int grant(const struct wish *wish, struct record *record, const struct replay_report *report)
{
    const struct game_rules *rules = record_rules(record);
    struct err why = {0};
    int plies;

    if (wish->is_check)
        print_check(rules, report);
    int status = complain(rules, report);
    if (wish->from != CLI_FROM_START) {
        if (!record_find_turn(record, (int)wish->from, &plies, &why))
            return cli_refuse_err(rules, &why);
        record_cut_front(record, plies);
    }
    if (wish->convert_path && cli_save(record, wish->convert_path) != EXIT_FINE)
        status = EXIT_FAILED;
    if (!wish->is_check && !wish->convert_path)
        show(record);
    return status;
}

static int run(int argc, char **argv)
{
    struct wish wish = {.from = CLI_FROM_START, .ruleset = (enum ruleset)REPLAY_RULES_FITTING};
    struct replay_report report;
    const struct option options[] = {
        {"check", OPTION_FLAG, &wish.is_check, 0, 0},
        {"convert", OPTION_TEXT, &wish.convert_path, 0, 0},
        {"from", OPTION_NUMBER, &wish.from, 0, RECORD_PLIES_MAX},
        {"rules", OPTION_RULES, &wish.ruleset, 0, 0},
        {0},
    };
    struct err why = {0};

    if (options_read(options, "FILE", argc, argv) < 0)
        return EXIT_REFUSED;
    struct record *record = memory_get(1, sizeof *record);
    int status = replay_load(argv[0], (enum replay_rules)wish.ruleset, record, &report, &why)
                     ? grant(&wish, record, &report)
                     : cli_refuse_err(record_rules(record), &why);
    free(record);
    return status;
}

const struct cmd replay_cmd = {
    .name = "replay",
    .usage = "FILE [--check] [--convert OUT] [--from TURN] [--rules book|server]",
    .summary = {"zeigt, prüft und wandelt Aufzeichnungen, auch die der offiziellen Server",
                "shows, checks and converts records, those of the official servers, too"},
    .help =
        {"FILE ist eine Aufzeichnung von Kielwasser (.kw) oder ein offizielles Replay der Saison\n"
         "2017, 2019, 2020 oder 2023 (.xml, .xml.gz); der Inhalt entscheidet, nicht der Name.\n"
         "Jeder Zug wird vom Schiedsrichter geprüft, jede Stellung verglichen; gezeigt wird das\n"
         "Spiel bis zur ersten Abweichung.\n"
         "--check     nennt die erste Abweichung von den Regeln des Dokuments (book) und des\n"
         "            offiziellen Servers (server)\n"
         "--convert   schreibt das Spiel nach OUT, je nach Endung .kw, .xml oder .xml.gz\n"
         "--from      beginnt bei diesem Zug\n"
         "--rules     liest ein Replay nach diesen Regeln statt nach den passenden\n"
         "Von einer Stellung aus weiterspielen: kielwasser play --load FILE --turn N",
         "FILE is a record of Kielwasser (.kw) or an official replay of season 2017, 2019, 2020\n"
         "or 2023 (.xml, .xml.gz); the content decides, not the name.  Every move is judged by\n"
         "the referee, every state compared; the game is shown up to the first difference.\n"
         "--check     names the first difference from the rules of the document (book) and of\n"
         "            the official server (server)\n"
         "--convert   writes the game to OUT, by its ending .kw, .xml or .xml.gz\n"
         "--from      begins at this turn\n"
         "--rules     reads a replay by these rules instead of the fitting ones\n"
         "To play on from a position: kielwasser play --load FILE --turn N"},
    .example = {"  kielwasser replay spiel.kw\n"
                "  kielwasser replay replay_swc_2020_hive.xml.gz --check --convert spiel.kw",
                "  kielwasser replay game.kw\n"
                "  kielwasser replay replay_swc_2020_hive.xml.gz --check --convert game.kw"},
    .run = run,
};
