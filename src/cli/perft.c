#include "game/perft.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "game/legal_move_texts.h"

#include <stdio.h>
#include <stdlib.h>

/* Leaves below each move, in the order of the sorted list. */
static uint64_t print_split(const struct game_rules *rules, const struct position *pos, int depth)
{
    struct legal_move_texts list;
    uint64_t total = 0;

    legal_move_texts_create(&list, rules, pos);
    for (int i = 0; i < list.n; i++) {
        struct position next = *pos;
        move_t move;
        rules->read(pos, slice_of(list.text[i]), &move, NULL);
        rules->play(&next, move);
        uint64_t leaves = perft(rules, &next, depth - 1);
        printf("%s %llu\n", list.text[i], (unsigned long long)leaves);
        total += leaves;
    }
    legal_move_texts_destroy(&list);
    return total;
}

/* The words between the game and the depth are one position; without any, a new game. */
static bool find_position(const struct game_rules *rules, int words, char **argv,
                          struct position *pos, int64_t seed, const struct game_options *options)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;
    struct err why = {0};
    bool is_found;

    buf_init(&buf, text, sizeof text);
    for (int i = 0; i < words; i++) {
        buf_add(&buf, i > 0 ? " " : "");
        buf_add(&buf, argv[i]);
    }
    if (words > 0)
        is_found = rules->parse(buf_slice(&buf), pos, &why);
    else
        is_found = rules->setup(pos, (uint64_t)seed, options, &why);
    if (is_found && rules->ready)
        is_found = rules->ready(pos, &why);
    return is_found || cli_deny_err(rules, &why);
}

static int run(int argc, char **argv)
{
    int64_t seed = 1;
    bool is_total = false;
    struct game_options setup = {0};
    const struct option options[] = {
        {"seed", OPTION_NUMBER, &seed, INT64_MIN, INT64_MAX},
        {"rules", OPTION_RULES, &setup.ruleset, 0, 0},
        {"total", OPTION_FLAG, &is_total, 0, 0},
        {0},
    };
    struct position pos = {0};
    int depth;

    argc = options_read(options, "GAME DEPTH …", argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    const struct game_rules *rules = cli_game(argv[0]);
    if (!rules)
        return EXIT_REFUSED;
    if (!slice_to_int(slice_of(argv[argc - 1]), 0, PERFT_DEPTH_MAX, &depth))
        return cli_refuse(TEXT_NO_DEPTH, argv[argc - 1], PERFT_DEPTH_MAX);
    if (!find_position(rules, argc - 2, argv + 1, &pos, seed, &setup))
        return EXIT_REFUSED;

    int64_t start_us = clock_now_us();
    bool is_split = depth > 0 && !is_total;
    uint64_t leaves = is_split ? print_split(rules, &pos, depth) : perft(rules, &pos, depth);
    double ms = (double)(clock_now_us() - start_us) / 1000;
    printf(cli_text(TEXT_PERFT_TOTAL), depth, (unsigned long long)leaves, ms,
           ms > 0 ? (double)leaves / ms / 1000 : 0.0);
    return EXIT_FINE;
}

const struct cmd perft_cmd = {
    .name = "perft",
    .usage = "GAME [POSITION] DEPTH [--seed N] [--rules book|server] [--total]",
    .summary = {"zählt die Zugfolgen bis zu einer Tiefe, nach dem ersten Zug aufgeteilt",
                "counts the move sequences to a depth, split by the first move"},
    .help = {"Ohne POSITION beginnt ein neues Spiel mit dem Brett der Startzahl --seed (sonst 1).\n"
             "--total zeigt nur die Summe.",
             "Without POSITION a new game begins on the board of --seed (or 1).\n"
             "--total shows the sum only."},
    .example = {"  kielwasser perft piranhas 4\n"
                "  kielwasser perft hive \"| r 0\" 3"},
    .run = run,
};
