#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "game/legal_move_texts.h"
#include "proto/replay_file.h"
#include "search/builtin_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game at the terminal: two seats, each a person ("mensch") or a built-in player. */
struct table_game {
    /* ---- as the person wants to play ---- */
    const char *game, *load_path; /* one of them is NULL */
    int turn;                     /* of the loaded game, or CLI_FROM_START */
    int64_t seed, move_ms;
    const char *seats[SIDE_NONE];
    const char *save_path; /* NULL: no record */
    struct game_options setup;
    /* ---- the game ---- */
    const struct game_rules *rules;
    struct builtin_player *players[SIDE_NONE]; /* NULL: a person */
    struct position pos;
    struct record *record;
    bool has_failed; /* a built-in player made no move */
};

static void print_moves(const struct table_game *game)
{
    struct legal_move_texts list;

    legal_move_texts_create(&list, game->rules, &game->pos);
    for (int i = 0; i < list.n; i++)
        printf("%s%s", list.text[i], i + 1 < list.n ? " " : "\n");
    legal_move_texts_destroy(&list);
}

static bool think(struct table_game *game, char *words)
{
    struct builtin_turn turn = {
        .rules = game->rules,
        .pos = &game->pos,
        .seed = rng_mix((uint64_t)game->seed + game->pos.turn),
        .ply = game->record->ply_count,
    };
    struct builtin_answer answer;
    struct err fault = {0};
    struct buf buf;

    if (!builtin_player_move(game->players[game->pos.side], &turn, &answer, &fault)) {
        cli_refuse_err(game->rules, &fault);
        game->has_failed = true;
        return false;
    }
    buf_init(&buf, words, GAME_WORDS_MAX);
    game->rules->print_move(&game->pos, answer.move, &buf);
    return true;
}

/* Asks the person until a move is legal; false: given up, or the input has ended. */
static bool ask(struct table_game *game, char *words)
{
    move_t move;

    for (;;) {
        struct err why = {0};
        printf(cli_text(TEXT_PLAY_PROMPT), cli_side_word((enum side)game->pos.side));
        fflush(stdout);
        if (!fgets(words, GAME_WORDS_MAX, stdin))
            return false;
        struct slice said = slice_trim(slice_of(words));
        if (slice_is(said, "x"))
            return false;
        if (slice_is(said, "?")) {
            print_moves(game);
            continue;
        }
        if (game->rules->read(&game->pos, said, &move, &why) == VERDICT_LEGAL)
            return true;
        char text[CLI_SENTENCE_SIZE];
        printf(cli_text(TEXT_PLAY_NO), cli_error_text(game->rules, &why, text));
    }
}

static bool play_ply(struct table_game *game)
{
    char words[GAME_WORDS_MAX];
    int64_t start_us = clock_now_us();
    move_t move;

    if (!(game->players[game->pos.side] ? think(game, words) : ask(game, words)))
        return false;
    struct slice said = slice_trim(slice_of(words));
    int32_t time_ms = (int32_t)((clock_now_us() - start_us) / 1000);
    if (game->rules->read(&game->pos, said, &move, NULL) != VERDICT_LEGAL ||
        !record_add(game->record, move, said, time_ms, NULL))
        return false;
    game_play(game->rules, &game->pos, move);
    printf("     %.*s\n", (int)said.len, said.at);
    return true;
}

static void print_end(const struct table_game *game)
{
    if (game->pos.side != SIDE_NONE && !game->has_failed)
        fputs(cli_text(TEXT_PLAY_GIVEN_UP), stdout);
    cli_print_result(game->rules, &game->pos);
}

static bool seat_player(struct table_game *game, enum side side)
{
    const char *words = game->seats[side];
    struct player_spec spec;

    record_set_name(game->record, side, slice_of(words));
    if (strcmp(words, "mensch") == 0)
        return true;
    if (!cli_player(words, "mensch", &spec))
        return false;
    if (!player_spec_is_limited(&spec))
        spec.time_ms = game->move_ms;
    game->players[side] = builtin_player_create(&spec);
    return true;
}

/* A new board, or a position of a record. */
static bool set_up(struct table_game *game)
{
    uint64_t seed = (uint64_t)game->seed;
    struct err why = {0};

    if (game->load_path) {
        if (!cli_load(game->load_path, game->turn, seed, &game->rules, &game->pos))
            return false;
    } else {
        game->rules = cli_game(game->game);
        if (!game->rules)
            return false;
        if (!game->rules->setup(&game->pos, seed, &game->setup, &why))
            return cli_deny_err(game->rules, &why);
    }
    record_init(game->record, game->rules, &game->pos);
    game->record->has_seed = !game->load_path;
    game->record->seed = game->load_path ? 0 : game->seed;
    return seat_player(game, SIDE_RED) && seat_player(game, SIDE_BLUE);
}

static int play_game(struct table_game *game)
{
    if (!set_up(game))
        return EXIT_REFUSED;
    printf(cli_text(TEXT_PLAY_START), game->rules->title, game->seats[SIDE_RED],
           game->seats[SIDE_BLUE], (long long)game->seed);
    cli_print_position(game->rules, &game->pos);
    while (game->pos.side != SIDE_NONE && play_ply(game))
        cli_print_position(game->rules, &game->pos);
    print_end(game);
    if (game->save_path && cli_save(game->record, game->save_path) != EXIT_FINE)
        return EXIT_FAILED;
    return game->has_failed ? EXIT_FAILED : EXIT_FINE;
}

static int run(int argc, char **argv)
{
    struct table_game game = {
        .turn = CLI_FROM_START,
        .seed = (int64_t)(rng_mix((uint64_t)clock_now_us()) >> 32),
        .move_ms = 1000,
        .seats = {"mensch", "mittel"},
    };
    const char *words = "";
    const struct option options[] = {
        {"red", OPTION_TEXT, &game.seats[SIDE_RED], 0, 0},
        {"blue", OPTION_TEXT, &game.seats[SIDE_BLUE], 0, 0},
        {"time", OPTION_NUMBER, &game.move_ms, 1, 3600000},
        {"seed", OPTION_NUMBER, &game.seed, INT64_MIN, INT64_MAX},
        {"rules", OPTION_RULES, &game.setup.ruleset, 0, 0},
        {"set", OPTION_TEXT, &words, 0, 0},
        {"load", OPTION_TEXT, &game.load_path, 0, 0},
        {"turn", OPTION_INT, &game.turn, 0, RECORD_PLIES_MAX},
        {"save", OPTION_TEXT, &game.save_path, 0, 0},
        {0},
    };

    argc = options_read(options, "[GAME]", argc, argv);
    if (argc < 0)
        return EXIT_REFUSED;
    if ((game.load_path != NULL) == (argc == 1)) /* a file names its game itself */
        return game.load_path ? cli_refuse(TEXT_TOO_MUCH, argv[0])
                              : cli_refuse(TEXT_MISSING, "GAME");
    game.game = argv[0];
    game.setup.words = slice_of(words);
    game.record = memory_get(1, sizeof *game.record);
    int status = play_game(&game);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        builtin_player_destroy(game.players[side]);
    free(game.record);
    return status;
}

const struct cmd play_cmd = {
    .name = "play",
    .usage =
        "GAME [--red PLAYER] [--blue PLAYER] [--time MS] [--seed N] [--rules book|server] [--set "
        "OPTION] [--save FILE] | --load FILE [--turn N] …",
    .summary = {"ein Spiel im Terminal, gegen den Computer oder zum Zuschauen",
                "a game at the terminal, against the computer or to watch"},
    .help =
        {"PLAYER ist mensch, zufall, leicht, mittel oder stark; ohne Angabe spielst du Rot gegen "
         "mittel.\n"
         "Computerspieler nehmen auch Grenzen: stark:time=100, stark:nodes=500 (docs/players.md).\n"
         "Jeder Zug, der nicht geht, wird begründet. --save schreibt eine Aufzeichnung.\n"
         "--set gibt dem Spiel eine eigene Option, etwa hand=QSSSBBGGAAA bei Hive.\n"
         "--load beginnt mit einer Stellung aus einer Datei (.kw, .xml, .xml.gz), mit --turn nach\n"
         "N Zügen.",
         "PLAYER is mensch (a person), zufall, leicht, mittel or stark; by default you play red "
         "against\n"
         "mittel.  Computer players also take limits: stark:time=100, stark:nodes=500 "
         "(docs/players.md).\n"
         "Every move that is refused is explained.  --save writes a record.\n"
         "--set gives the game an option of its own, such as hand=QSSSBBGGAAA in Hive.\n"
         "--load begins with a position from a file (.kw, .xml, .xml.gz), with --turn after N\n"
         "moves."},
    .example = {"  kielwasser play penguins\n"
                "  kielwasser play hive --red leicht --blue mittel --time 200 --save spiel.kw\n"
                "  kielwasser play --load spiel.kw --turn 12",
                "  kielwasser play penguins\n"
                "  kielwasser play hive --red leicht --blue mittel --time 200 --save game.kw\n"
                "  kielwasser play --load game.kw --turn 12"},
    .run = run,
};
