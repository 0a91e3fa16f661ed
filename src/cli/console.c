#include "cli/console.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "game/move_texts.h"
#include "game/perft.h"

#include <inttypes.h>
#include <stdlib.h>

enum { DEFAULT_MOVE_MS = 1000 };

/* ---- answers ---- */

static void answer_err(struct console *console, const char *kind, const struct err *why)
{
    char text[512];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    reason_print(console->rules, why, console->lang, &buf);
    fprintf(console->out, "%s %s %s\n", kind, why->code, text);
}

static void answer_error(struct console *console, const char *code, struct slice part)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;
    struct err why;

    buf_init(&buf, details, sizeof details);
    buf_add_slice(&buf, part);
    err_say(&why, code, details);
    answer_err(console, "error", &why);
}

static void answer_position(struct console *console, const char *word)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    console->rules->print(&console->pos, &buf);
    fprintf(console->out, "%s %s\n", word, text);
}

/* ---- small checks ---- */

static bool is_over(struct console *console)
{
    if (console->pos.side != SIDE_NONE)
        return false;
    answer_error(console, "over", slice_of(""));
    return true;
}

static bool is_ready(struct console *console)
{
    struct err why = {0};

    if (game_is_ready(console->rules, &console->pos, &why))
        return true;
    answer_err(console, "error", &why);
    return false;
}

static void remember(struct console *console)
{
    if (console->past_count == CONSOLE_UNDO_MAX) {
        memmove(console->past, console->past + 1, (CONSOLE_UNDO_MAX - 1) * sizeof *console->past);
        console->past_count--;
    }
    console->past[console->past_count++] = console->pos;
}

static void begin_at(struct console *console, const struct position *pos)
{
    console->pos = *pos;
    console->past_count = 0;
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
    if (take_value(word, "rules", &value)) {
        options->ruleset = slice_is(value, "server") ? RULES_SERVER : RULES_BOOK;
        return slice_is(value, "server") || slice_is(value, "book");
    }
    buf_add(words, words->len > 0 ? " " : "");
    buf_add_slice(words, word);
    return !words->is_full;
}

static void do_new(struct console *console, struct slice rest)
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
            answer_error(console, "bad_option", word);
            return;
        }
    }
    options.words = buf_slice(&words);
    if (!console->rules->setup(&pos, (uint64_t)seed, &options, &why)) {
        answer_err(console, "error", &why);
        return;
    }
    begin_at(console, &pos);
    answer_position(console, "ok");
}

static void do_position(struct console *console, struct slice rest)
{
    struct position pos = {0};
    struct err why = {0};

    if (!console->rules->parse(rest, &pos, &why)) {
        answer_err(console, "error", &why);
        return;
    }
    begin_at(console, &pos);
    answer_position(console, "ok");
}

static void do_show(struct console *console, struct slice rest)
{
    (void)rest;
    answer_position(console, "position");
}

static void do_moves(struct console *console, struct slice rest)
{
    struct move_texts list;

    (void)rest;
    if (!is_ready(console))
        return;
    move_texts_create(&list, console->rules, &console->pos);
    fprintf(console->out, "moves %d", list.n);
    for (int i = 0; i < list.n; i++)
        fprintf(console->out, " %s", list.text[i]);
    fputc('\n', console->out);
    move_texts_destroy(&list);
}

static void do_legal(struct console *console, struct slice rest)
{
    struct err why = {0};
    move_t move;

    if (!is_ready(console))
        return;
    switch (console->rules->read(&console->pos, rest, &move, &why)) {
    case VERDICT_LEGAL:
        fputs("legal\n", console->out);
        return;
    case VERDICT_ILLEGAL:
        answer_err(console, "illegal", &why);
        return;
    case VERDICT_FOUL:
        answer_err(console, "error", &why);
        return;
    }
}

static void do_play(struct console *console, struct slice rest)
{
    struct err why = {0};
    move_t move;

    if (is_over(console) || !is_ready(console))
        return;
    enum verdict verdict = console->rules->read(&console->pos, rest, &move, &why);
    if (verdict != VERDICT_LEGAL) {
        answer_err(console, verdict == VERDICT_FOUL ? "error" : "illegal", &why);
        return;
    }
    remember(console);
    game_play(console->rules, &console->pos, move);
    answer_position(console, "ok");
}

static void do_result(struct console *console, struct slice rest)
{
    char text[128];
    struct buf buf;

    (void)rest;
    buf_init(&buf, text, sizeof text);
    game_print_result(console->rules, &console->pos, &buf);
    fprintf(console->out, "%s\n", text);
}

static void do_perft(struct console *console, struct slice rest)
{
    int depth;

    if (!slice_to_int(rest, 0, PERFT_DEPTH_MAX, &depth)) {
        answer_error(console, "bad_depth", rest);
        return;
    }
    if (depth > 0 && !is_ready(console))
        return;
    int64_t start_us = clock_now_us();
    uint64_t leaves = perft(console->rules, &console->pos, depth);
    fprintf(console->out, "perft %d %" PRIu64 " %.3f\n", depth, leaves,
            (double)(clock_now_us() - start_us) / 1000);
}

/* What `go` shall do. */
struct go {
    struct player_spec spec;
    int lines;
};

/* Reads one word of `go`. */
static bool read_go_word(struct slice word, struct go *go)
{
    struct slice value;
    int64_t number;

    if (take_value(word, "player", &value)) {
        go->spec.level = player_find(value);
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

static void print_line(struct console *console, const struct position *start,
                       const struct search_line *line)
{
    struct position pos = *start;
    char text[GAME_WORDS_MAX];
    struct buf buf;

    for (int i = 0; i < line->length; i++) {
        buf_init(&buf, text, sizeof text);
        console->rules->print_move(&pos, line->moves[i], &buf);
        fprintf(console->out, " %s", text);
        game_play(console->rules, &pos, line->moves[i]);
    }
}

/* What the reporting of a search needs. */
struct thinking {
    struct console *console;
    struct builtin_answer answer;
};

static uint64_t nodes_per_second(const struct search_result *result)
{
    return result->time_us > 0 ? result->nodes * 1000000 / (uint64_t)result->time_us : 0;
}

static void print_info(void *context, const struct search_result *result)
{
    const struct thinking *thinking = context;
    FILE *out = thinking->console->out;

    for (int i = 0; i < result->line_count; i++) {
        const struct search_line *line = &result->lines[i];
        fprintf(out,
                "info depth %d line %d win %.4f own %d score %d nodes %" PRIu64 " nps %" PRIu64
                " time %.3f pv",
                result->depth, i + 1, line->win, line->own, line->score, result->nodes,
                nodes_per_second(result), (double)result->time_us / 1000);
        print_line(thinking->console, &thinking->answer.sample, line);
        fputc('\n', out);
    }
    fflush(out);
}

/* With fixed nodes or depth the answer is reproducible: an empty table and always the same seed. */
static void think(struct console *console, const struct go *go)
{
    struct thinking thinking = {.console = console};
    struct builtin_turn turn = {
        .rules = console->rules,
        .pos = &console->pos,
        .seed = go->spec.time_ms > 0 ? draw_seed() : 0,
        .ply = console->pos.turn,
        .lines = go->lines,
        .report = print_info,
        .report_context = &thinking,
    };
    struct err fault = {0};
    char text[GAME_WORDS_MAX];
    struct buf buf;

    builtin_player_change(console->player, &go->spec);
    if (go->spec.time_ms == 0)
        builtin_player_clear(console->player);
    if (!builtin_player_move(console->player, &turn, &thinking.answer, &fault)) {
        answer_err(console, "error", &fault);
        return;
    }
    buf_init(&buf, text, sizeof text);
    console->rules->print_move(&console->pos, thinking.answer.move, &buf);
    fprintf(console->out, "bestmove %s\n", text);
}

static void do_go(struct console *console, struct slice rest)
{
    struct go go = {.spec.level = player_strongest()};

    while (rest.len > 0) {
        struct slice word = slice_take_word(&rest);
        if (!read_go_word(word, &go)) {
            answer_error(console, "bad_option", word);
            return;
        }
    }
    if (is_over(console) || !is_ready(console))
        return;
    if (go.spec.time_ms == 0 && go.spec.nodes == 0 && go.spec.depth == 0)
        go.spec.time_ms = DEFAULT_MOVE_MS;
    think(console, &go);
}

static void do_eval(struct console *console, struct slice rest)
{
    struct position sample = console->pos;
    struct search_line opinion;

    (void)rest;
    if (is_over(console) || !is_ready(console))
        return;
    game_sample(console->rules, &sample, 0);
    search_eval(console->rules, &sample, &opinion);
    fprintf(console->out, "eval %.4f %d\n", opinion.win, opinion.own);
}

static void do_key(struct console *console, struct slice rest)
{
    (void)rest;
    fprintf(console->out, "key %016" PRIx64 "\n", console->pos.key);
}

static void do_undo(struct console *console, struct slice rest)
{
    (void)rest;
    if (console->past_count == 0) {
        answer_error(console, "no_past", slice_of(""));
        return;
    }
    console->pos = console->past[--console->past_count];
    answer_position(console, "ok");
}

static void do_hide(struct console *console, struct slice rest)
{
    (void)rest;
    remember(console);
    if (console->rules->hide)
        console->rules->hide(&console->pos);
    answer_position(console, "ok");
}

static void do_fill(struct console *console, struct slice rest)
{
    struct slice value;
    int64_t seed;

    if (!take_value(rest, "seed", &value) || !slice_to_int64(value, &seed)) {
        answer_error(console, "bad_option", rest);
        return;
    }
    remember(console);
    if (console->rules->fill)
        console->rules->fill(&console->pos, (uint64_t)seed);
    answer_position(console, "ok");
}

static void do_help(struct console *console, struct slice rest);

static const struct {
    const char *name, *usage;
    void (*run)(struct console *console, struct slice rest);
} commands[] = {
    {"new", "[seed=N] [rules=book|server] [hand=…]", do_new},
    {"position", "POSITION", do_position},
    {"show", "", do_show},
    {"moves", "", do_moves},
    {"legal", "MOVE", do_legal},
    {"play", "MOVE", do_play},
    {"result", "", do_result},
    {"perft", "DEPTH", do_perft},
    {"go", "[movetime=MS] [nodes=N] [depth=D] [threads=T] [multipv=N] [samples=N] [player=NAME]",
     do_go},
    {"eval", "", do_eval},
    {"key", "", do_key},
    {"undo", "", do_undo},
    {"hide", "", do_hide},
    {"fill", "seed=N", do_fill},
    {"help", "", do_help},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void do_help(struct console *console, struct slice rest)
{
    (void)rest;
    fputs("help", console->out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(console->out, "%s %s%s%s", i > 0 ? " |" : "", commands[i].name,
                commands[i].usage[0] ? " " : "", commands[i].usage);
    fputs(" | quit\n", console->out);
}

void console_init(struct console *console, const struct game_rules *rules, enum lang lang,
                  uint64_t seed, FILE *out)
{
    struct game_options options = {0};
    struct player_spec strongest = {.level = player_strongest()};

    *console = (struct console){.rules = rules, .lang = lang, .out = out};
    console->past = memory_get(CONSOLE_UNDO_MAX, sizeof *console->past);
    console->player = builtin_player_create(&strongest);
    rules->setup(&console->pos, seed, &options, NULL);
}

void console_finish(struct console *console)
{
    free(console->past);
    builtin_player_destroy(console->player);
}

bool console_line(struct console *console, struct slice line)
{
    struct slice rest = slice_trim(line);
    struct slice name = slice_take_word(&rest);

    if (name.len == 0)
        return true;
    if (slice_is(name, "quit")) {
        fputs("bye\n", console->out);
        return false;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (slice_is(name, commands[i].name)) {
            commands[i].run(console, rest);
            return true;
        }
    }
    answer_error(console, "unknown_command", name);
    return true;
}

void console_line_too_long(struct console *console)
{
    answer_error(console, "too_long", slice_of(""));
}
