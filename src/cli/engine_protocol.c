/*
 * `kielwasser engine`: a line protocol.  Every command is answered by one line (`go` may send info
 * lines first); an error is "error CODE sentence" and changes nothing.
 */

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "cli/cli.h"
#include "cli/input_lines.h"
#include "cli/options.h"
#include "game/legal_move_texts.h"
#include "game/perft.h"
#include "search/builtin_player.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_MOVE_MS = 1000, UNDO_MAX = 1024 };

struct engine {
    const struct game_rules *rules;
    struct position pos;
    struct position *past; /* for undo: UNDO_MAX positions */
    int past_count;
    struct input_lines *input; /* hears `stop` while `go` thinks */
    struct builtin_player
        *player; /* of `go`; its spec changes with every command; NULL until one */
};

/* ---- answers ---- */

static void answer_err(struct engine *engine, const char *kind, const struct err *why)
{
    char text[CLI_SENTENCE_SIZE];

    printf("%s %s %s\n", kind, why->code, cli_error_text(engine->rules, why, text));
}

static void answer_error(struct engine *engine, const char *code, struct slice part)
{
    struct err why;

    err_setf(&why, code, "%.*s", (int)part.len, part.at);
    answer_err(engine, "error", &why);
}

static void answer_position(struct engine *engine, const char *word)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    engine->rules->print(&engine->pos, &buf);
    printf("%s %s\n", word, text);
}

/* ---- small checks ---- */

static bool is_over(struct engine *engine)
{
    if (engine->pos.side != SIDE_NONE)
        return false;
    answer_error(engine, "over", slice_of(""));
    return true;
}

static bool is_ready(struct engine *engine)
{
    struct err why = {0};

    if (game_knows_moves(engine->rules, &engine->pos, &why))
        return true;
    answer_err(engine, "error", &why);
    return false;
}

static void remember(struct engine *engine)
{
    if (engine->past_count == UNDO_MAX) {
        memmove(engine->past, engine->past + 1, (UNDO_MAX - 1) * sizeof *engine->past);
        engine->past_count--;
    }
    engine->past[engine->past_count++] = engine->pos;
}

static void begin_at(struct engine *engine, const struct position *pos)
{
    engine->pos = *pos;
    engine->past_count = 0;
}

/* "key=value": the value, if the key is this one. */
static bool take_value(struct slice word, const char *key, struct slice *value)
{
    if (!slice_take(&word, key) || !slice_take_char(&word, '='))
        return false;
    *value = word;
    return true;
}

/* ---- the commands ---- */

static uint64_t draw_seed(void)
{
    return rng_mix((uint64_t)clock_now_us() * UINT64_C(0x9e3779b97f4a7c15));
}

/* Reads one word of `new`; words of the game's own are collected in `words`. */
static bool read_new_word(struct slice word, int64_t *seed, struct game_options *options,
                          struct buf *words)
{
    struct slice value;

    if (take_value(word, "seed", &value))
        return slice_to_int64(value, seed);
    if (take_value(word, "rules", &value))
        return ruleset_find(value, &options->ruleset);
    buf_add(words, words->len > 0 ? " " : "");
    buf_add_slice(words, word);
    return !words->is_full;
}

static void do_new(struct engine *engine, struct slice rest)
{
    char text[256];
    struct buf words;
    struct game_options options = {0};
    int64_t seed = (int64_t)draw_seed();
    struct position pos = {0};
    struct err why = {0};

    buf_init(&words, text, sizeof text);
    while (rest.len > 0) {
        struct slice word = slice_take_word(&rest);
        if (!read_new_word(word, &seed, &options, &words)) {
            answer_error(engine, "bad_option", word);
            return;
        }
    }
    options.words = buf_slice(&words);
    if (!engine->rules->setup(&pos, (uint64_t)seed, &options, &why)) {
        answer_err(engine, "error", &why);
        return;
    }
    begin_at(engine, &pos);
    answer_position(engine, "ok");
}

static void do_position(struct engine *engine, struct slice rest)
{
    struct position pos = {0};
    struct err why = {0};

    if (!engine->rules->parse(rest, &pos, &why)) {
        answer_err(engine, "error", &why);
        return;
    }
    begin_at(engine, &pos);
    answer_position(engine, "ok");
}

static void do_show(struct engine *engine, struct slice rest)
{
    (void)rest;
    answer_position(engine, "position");
}

static void do_moves(struct engine *engine, struct slice rest)
{
    struct legal_move_texts list;

    (void)rest;
    if (!is_ready(engine))
        return;
    legal_move_texts_create(&list, engine->rules, &engine->pos);
    printf("moves %d", list.n);
    for (int i = 0; i < list.n; i++)
        printf(" %s", list.text[i]);
    putchar('\n');
    legal_move_texts_destroy(&list);
}

/* Answers what is wrong with a move, unless it is legal. */
static bool is_legal(struct engine *engine, struct slice words, move_t *move)
{
    struct err why = {0};
    enum verdict verdict = engine->rules->read(&engine->pos, words, move, &why);

    if (verdict != VERDICT_LEGAL)
        answer_err(engine, verdict == VERDICT_FOUL ? "error" : "illegal", &why);
    return verdict == VERDICT_LEGAL;
}

static void do_legal(struct engine *engine, struct slice rest)
{
    move_t move;

    if (is_ready(engine) && is_legal(engine, rest, &move))
        puts("legal");
}

static void do_play(struct engine *engine, struct slice rest)
{
    move_t move;

    if (is_over(engine) || !is_ready(engine) || !is_legal(engine, rest, &move))
        return;
    remember(engine);
    game_play(engine->rules, &engine->pos, move);
    answer_position(engine, "ok");
}

static void do_result(struct engine *engine, struct slice rest)
{
    char text[128];
    struct buf buf;

    (void)rest;
    buf_init(&buf, text, sizeof text);
    game_print_result(engine->rules, &engine->pos, &buf);
    printf("%s\n", text);
}

static void do_perft(struct engine *engine, struct slice rest)
{
    int depth;

    if (!slice_to_int(rest, 0, PERFT_DEPTH_MAX, &depth)) {
        answer_error(engine, "bad_depth", rest);
        return;
    }
    if (depth > 0 && !is_ready(engine))
        return;
    int64_t start_us = clock_now_us();
    uint64_t leaves = perft(engine->rules, &engine->pos, depth);
    printf("perft %d %" PRIu64 " %.3f\n", depth, leaves,
           (double)(clock_now_us() - start_us) / 1000);
}

/* What `go` shall do. */
struct go {
    struct player_spec spec;
    int lines;
    bool is_infinite; /* until `stop` */
};

/* Reads one word of `go`. */
static bool read_go_word(struct slice word, struct go *go)
{
    struct slice value;
    int64_t number;

    if (slice_is(word, "infinite"))
        return go->is_infinite = true;
    if (take_value(word, "player", &value)) {
        go->spec.level = level_find(value);
        return go->spec.level != NULL;
    }
    struct slice text = word;
    slice_take_until(&text, '=');
    if (!slice_to_int64(text, &number) || number < 1)
        return false;
    if (take_value(word, "movetime", &value) && number <= INT32_MAX)
        go->spec.time_ms = number;
    else if (take_value(word, "nodes", &value))
        go->spec.nodes = number;
    else if (take_value(word, "depth", &value) && number <= SEARCH_DEPTH_MAX)
        go->spec.depth = (int)number;
    else if (take_value(word, "multipv", &value) && number <= SEARCH_LINES_MAX)
        go->lines = (int)number;
    else if (take_value(word, "threads", &value) && number <= SEARCH_THREADS_MAX)
        go->spec.threads = (int)number;
    else if (take_value(word, "samples", &value) && number <= SEARCH_SAMPLES_MAX)
        go->spec.samples = (int)number;
    else
        return false;
    return true;
}

static void print_line(struct engine *engine, const struct position *start,
                       const struct search_line *line)
{
    struct position pos = *start;
    char text[GAME_WORDS_MAX];
    struct buf buf;

    for (int i = 0; i < line->length; i++) {
        buf_init(&buf, text, sizeof text);
        engine->rules->print_move(&pos, line->moves[i], &buf);
        printf(" %s", text);
        game_play(engine->rules, &pos, line->moves[i]);
    }
}

/* What the reporting of a search needs. */
struct thinking {
    struct engine *engine;
    bool has_reported;
    struct builtin_answer answer;
};

static uint64_t nodes_per_second(const struct search_result *result)
{
    return result->time_us > 0 ? result->nodes * 1000000 / (uint64_t)result->time_us : 0;
}

static bool is_limited(const struct go *go)
{
    return go->spec.time_ms > 0 || go->spec.nodes > 0 || go->spec.depth > 0;
}

static void print_info(void *context, const struct search_result *result)
{
    struct thinking *thinking = context;

    thinking->has_reported = true;
    for (int i = 0; i < result->line_count; i++) {
        const struct search_line *line = &result->lines[i];
        printf("info depth %d line %d win %.4f own %d score %d nodes %" PRIu64 " nps %" PRIu64
               " time %.3f pv",
               result->depth, i + 1, line->win, line->own, line->score, result->nodes,
               nodes_per_second(result), (double)result->time_us / 1000);
        print_line(thinking->engine, &thinking->answer.sample, line);
        putchar('\n');
    }
    fflush(stdout);
}

/* The first `go` makes the player, whose table is large: many scripts only ask about the rules. */
static void prepare_player(struct engine *engine, const struct player_spec *spec)
{
    const struct player_spec strongest = {.level = level_strongest()};

    if (!engine->player)
        engine->player = builtin_player_create(&strongest);
    builtin_player_change(engine->player, spec);
}

/* Lets the player move; `stop` is heard meanwhile. */
static bool move(struct engine *engine, const struct go *go, struct thinking *thinking,
                 struct err *fault)
{
    bool is_reproducible = go->spec.time_ms == 0 && !go->is_infinite;
    atomic_bool stop = false;
    struct builtin_turn turn = {
        .rules = engine->rules,
        .pos = &engine->pos,
        .seed = is_reproducible ? 0 : draw_seed(),
        .ply = engine->pos.turn,
        .lines = go->lines,
        .stop = &stop,
        .report = print_info,
        .report_context = thinking,
    };

    prepare_player(engine, &go->spec);
    if (is_reproducible)
        builtin_player_clear(engine->player);
    input_lines_begin_search(engine->input, go->is_infinite, &stop);
    bool has_moved = builtin_player_move(engine->player, &turn, &thinking->answer, fault);
    input_lines_search_ended(engine->input);
    return has_moved;
}

/* The search reports a completed depth, and a proof; one that was stopped before has
 * its line here. */
static void think(struct engine *engine, const struct go *go)
{
    struct thinking thinking = {.engine = engine};
    struct err fault = {0};
    char text[GAME_WORDS_MAX];
    struct buf buf;

    if (!move(engine, go, &thinking, &fault)) {
        answer_err(engine, "error", &fault);
        return;
    }
    if (!thinking.has_reported && thinking.answer.result.line_count > 0)
        print_info(&thinking, &thinking.answer.result);
    buf_init(&buf, text, sizeof text);
    engine->rules->print_move(&engine->pos, thinking.answer.move, &buf);
    printf("bestmove %s\n", text);
}

static void do_go(struct engine *engine, struct slice rest)
{
    struct go go = {.spec.level = level_strongest()};

    while (rest.len > 0) {
        struct slice word = slice_take_word(&rest);
        if (!read_go_word(word, &go)) {
            answer_error(engine, "bad_option", word);
            return;
        }
    }
    if (is_over(engine) || !is_ready(engine))
        return;
    if (go.is_infinite && is_limited(&go)) {
        answer_error(engine, "bad_option", slice_of("infinite"));
        return;
    }
    if (!go.is_infinite && !is_limited(&go))
        go.spec.time_ms = DEFAULT_MOVE_MS;
    think(engine, &go);
}

/* Ends a `go` before it, see cli/input_lines.h; by the time it is its turn, nothing
 * is left to do. */
static void do_stop(struct engine *engine, struct slice rest)
{
    (void)engine;
    (void)rest;
}

static void do_eval(struct engine *engine, struct slice rest)
{
    struct position sample = engine->pos;
    struct search_line opinion;

    (void)rest;
    if (is_over(engine) || !is_ready(engine))
        return;
    game_sample_hidden(engine->rules, &sample, 0);
    search_eval(engine->rules, &sample, &opinion);
    printf("eval %.4f %d\n", opinion.win, opinion.own);
}

static void do_key(struct engine *engine, struct slice rest)
{
    (void)rest;
    printf("key %016" PRIx64 "\n", engine->pos.key);
}

static void do_undo(struct engine *engine, struct slice rest)
{
    (void)rest;
    if (engine->past_count == 0) {
        answer_error(engine, "no_past", slice_of(""));
        return;
    }
    engine->pos = engine->past[--engine->past_count];
    answer_position(engine, "ok");
}

static void do_hide(struct engine *engine, struct slice rest)
{
    (void)rest;
    remember(engine);
    if (engine->rules->hide)
        engine->rules->hide(&engine->pos);
    answer_position(engine, "ok");
}

static void do_fill(struct engine *engine, struct slice rest)
{
    struct slice value;
    int64_t seed;

    if (!take_value(rest, "seed", &value) || !slice_to_int64(value, &seed)) {
        answer_error(engine, "bad_option", rest);
        return;
    }
    remember(engine);
    if (engine->rules->fill)
        engine->rules->fill(&engine->pos, (uint64_t)seed);
    answer_position(engine, "ok");
}

static void do_help(struct engine *engine, struct slice rest);

static const struct {
    const char *name, *usage;
    void (*run)(struct engine *engine, struct slice rest);
} commands[] = {
    {"new", "[seed=N] [rules=book|server] [hand=…]", do_new},
    {"position", "POSITION", do_position},
    {"show", "", do_show},
    {"moves", "", do_moves},
    {"legal", "MOVE", do_legal},
    {"play", "MOVE", do_play},
    {"result", "", do_result},
    {"perft", "DEPTH", do_perft},
    {"go",
     "[infinite] [movetime=MS] [nodes=N] [depth=D] [threads=T] [multipv=N] [samples=N] "
     "[player=NAME]",
     do_go},
    {"stop", "", do_stop},
    {"eval", "", do_eval},
    {"key", "", do_key},
    {"undo", "", do_undo},
    {"hide", "", do_hide},
    {"fill", "seed=N", do_fill},
    {"help", "", do_help},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void do_help(struct engine *engine, struct slice rest)
{
    (void)engine;
    (void)rest;
    fputs("help", stdout);
    for (int i = 0; i < COMMAND_COUNT; i++)
        printf("%s %s%s%s", i > 0 ? " |" : "", commands[i].name, commands[i].usage[0] ? " " : "",
               commands[i].usage);
    fputs(" | quit\n", stdout);
}

/* Answers one line; false once it was "quit". */
static bool answer_line(struct engine *engine, struct slice line)
{
    struct slice rest = slice_trim(line);
    struct slice name = slice_take_word(&rest);

    if (name.len == 0)
        return true;
    if (slice_is(name, "quit")) {
        puts("bye");
        return false;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (slice_is(name, commands[i].name)) {
            commands[i].run(engine, rest);
            return true;
        }
    }
    answer_error(engine, "unknown_command", name);
    return true;
}

static void converse(struct engine *engine, char line[INPUT_LINE_MAX])
{
    bool goes_on = true;

    while (goes_on) {
        size_t len;
        switch (input_lines_next(engine->input, line, &len)) {
        case INPUT_END:
            return;
        case INPUT_TOO_LONG:
            answer_error(engine, "too_long", slice_of(""));
            break;
        case INPUT_LINE:
            goes_on = answer_line(engine, slice_make(line, len));
            break;
        }
        fflush(stdout);
    }
}

static int run(int argc, char **argv)
{
    const struct option options[] = {{0}};
    struct engine engine = {0};

    if (options_read(options, "GAME", argc, argv) < 0)
        return EXIT_REFUSED;
    engine.rules = cli_game(argv[0]);
    if (!engine.rules)
        return EXIT_REFUSED;
    engine.input = input_lines_create();
    if (!engine.input)
        return EXIT_FAILED;
    engine.rules->setup(&engine.pos, draw_seed(), &(struct game_options){0}, NULL);
    engine.past = memory_get(UNDO_MAX, sizeof *engine.past);
    char *line = memory_get(1, INPUT_LINE_MAX);
    converse(&engine, line);
    free(line);
    builtin_player_destroy(engine.player);
    free(engine.past);
    input_lines_destroy(engine.input);
    return EXIT_FINE;
}

const struct cmd engine_cmd = {
    .name = "engine",
    .usage = "GAME",
    .summary = {"Konsole für Skripte und andere Oberflächen: Zeile hinein, Zeile heraus",
                "console for scripts and other front ends: a line in, a line out"},
    .help =
        {"Befehle der Konsole: new, position, show, moves, legal, play, result, perft, go, stop,\n"
         "eval, key, undo, hide, fill, help, quit (docs/console.md).",
         "Commands of the console: new, position, show, moves, legal, play, result, perft, go, "
         "stop,\n"
         "eval, key, undo, hide, fill, help, quit (docs/console.md)."},
    .example = {"  printf 'new seed=7\\nmoves\\ngo movetime=500\\n' | kielwasser engine penguins"},
    .run = run,
};
