#include "cli/engine_protocol.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/rng.h"
#include "cli/cli.h"
#include "game/move_texts.h"
#include "game/perft.h"

#include <inttypes.h>
#include <stdlib.h>

enum { DEFAULT_MOVE_MS = 1000 };

/* ---- answers ---- */

static void answer_err(struct engine_protocol *protocol, const char *kind, const struct err *why)
{
    char text[CLI_SENTENCE_SIZE];

    fprintf(protocol->out, "%s %s %s\n", kind, why->code,
            cli_sentence(protocol->lang, protocol->rules, why, text));
}

static void answer_error(struct engine_protocol *protocol, const char *code, struct slice part)
{
    struct err why;

    err_format(&why, code, "%.*s", (int)part.len, part.at);
    answer_err(protocol, "error", &why);
}

static void answer_position(struct engine_protocol *protocol, const char *word)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    protocol->rules->print(&protocol->pos, &buf);
    fprintf(protocol->out, "%s %s\n", word, text);
}

/* ---- small checks ---- */

static bool is_over(struct engine_protocol *protocol)
{
    if (protocol->pos.side != SIDE_NONE)
        return false;
    answer_error(protocol, "over", slice_of(""));
    return true;
}

static bool is_ready(struct engine_protocol *protocol)
{
    struct err why = {0};

    if (game_is_ready(protocol->rules, &protocol->pos, &why))
        return true;
    answer_err(protocol, "error", &why);
    return false;
}

static void remember(struct engine_protocol *protocol)
{
    if (protocol->past_count == PROTOCOL_UNDO_MAX) {
        memmove(protocol->past, protocol->past + 1,
                (PROTOCOL_UNDO_MAX - 1) * sizeof *protocol->past);
        protocol->past_count--;
    }
    protocol->past[protocol->past_count++] = protocol->pos;
}

static void begin_at(struct engine_protocol *protocol, const struct position *pos)
{
    protocol->pos = *pos;
    protocol->past_count = 0;
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

static void do_new(struct engine_protocol *protocol, struct slice rest)
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
            answer_error(protocol, "bad_option", word);
            return;
        }
    }
    options.words = buf_slice(&words);
    if (!protocol->rules->setup(&pos, (uint64_t)seed, &options, &why)) {
        answer_err(protocol, "error", &why);
        return;
    }
    begin_at(protocol, &pos);
    answer_position(protocol, "ok");
}

static void do_position(struct engine_protocol *protocol, struct slice rest)
{
    struct position pos = {0};
    struct err why = {0};

    if (!protocol->rules->parse(rest, &pos, &why)) {
        answer_err(protocol, "error", &why);
        return;
    }
    begin_at(protocol, &pos);
    answer_position(protocol, "ok");
}

static void do_show(struct engine_protocol *protocol, struct slice rest)
{
    (void)rest;
    answer_position(protocol, "position");
}

static void do_moves(struct engine_protocol *protocol, struct slice rest)
{
    struct move_texts list;

    (void)rest;
    if (!is_ready(protocol))
        return;
    move_texts_create(&list, protocol->rules, &protocol->pos);
    fprintf(protocol->out, "moves %d", list.n);
    for (int i = 0; i < list.n; i++)
        fprintf(protocol->out, " %s", list.text[i]);
    fputc('\n', protocol->out);
    move_texts_destroy(&list);
}

static void do_legal(struct engine_protocol *protocol, struct slice rest)
{
    struct err why = {0};
    move_t move;

    if (!is_ready(protocol))
        return;
    switch (protocol->rules->read(&protocol->pos, rest, &move, &why)) {
    case VERDICT_LEGAL:
        fputs("legal\n", protocol->out);
        return;
    case VERDICT_ILLEGAL:
        answer_err(protocol, "illegal", &why);
        return;
    case VERDICT_FOUL:
        answer_err(protocol, "error", &why);
        return;
    }
}

static void do_play(struct engine_protocol *protocol, struct slice rest)
{
    struct err why = {0};
    move_t move;

    if (is_over(protocol) || !is_ready(protocol))
        return;
    enum verdict verdict = protocol->rules->read(&protocol->pos, rest, &move, &why);
    if (verdict != VERDICT_LEGAL) {
        answer_err(protocol, verdict == VERDICT_FOUL ? "error" : "illegal", &why);
        return;
    }
    remember(protocol);
    game_play(protocol->rules, &protocol->pos, move);
    answer_position(protocol, "ok");
}

static void do_result(struct engine_protocol *protocol, struct slice rest)
{
    char text[128];
    struct buf buf;

    (void)rest;
    buf_init(&buf, text, sizeof text);
    game_print_result(protocol->rules, &protocol->pos, &buf);
    fprintf(protocol->out, "%s\n", text);
}

static void do_perft(struct engine_protocol *protocol, struct slice rest)
{
    int depth;

    if (!slice_to_int(rest, 0, PERFT_DEPTH_MAX, &depth)) {
        answer_error(protocol, "bad_depth", rest);
        return;
    }
    if (depth > 0 && !is_ready(protocol))
        return;
    int64_t start_us = clock_now_us();
    uint64_t leaves = perft(protocol->rules, &protocol->pos, depth);
    fprintf(protocol->out, "perft %d %" PRIu64 " %.3f\n", depth, leaves,
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

static void print_line(struct engine_protocol *protocol, const struct position *start,
                       const struct search_line *line)
{
    struct position pos = *start;
    char text[GAME_WORDS_MAX];
    struct buf buf;

    for (int i = 0; i < line->length; i++) {
        buf_init(&buf, text, sizeof text);
        protocol->rules->print_move(&pos, line->moves[i], &buf);
        fprintf(protocol->out, " %s", text);
        game_play(protocol->rules, &pos, line->moves[i]);
    }
}

/* What the reporting of a search needs. */
struct thinking {
    struct engine_protocol *protocol;
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
    FILE *out = thinking->protocol->out;

    thinking->has_reported = true;
    for (int i = 0; i < result->line_count; i++) {
        const struct search_line *line = &result->lines[i];
        fprintf(out,
                "info depth %d line %d win %.4f own %d score %d nodes %" PRIu64 " nps %" PRIu64
                " time %.3f pv",
                result->depth, i + 1, line->win, line->own, line->score, result->nodes,
                nodes_per_second(result), (double)result->time_us / 1000);
        print_line(thinking->protocol, &thinking->answer.sample, line);
        fputc('\n', out);
    }
    fflush(out);
}

/* Lets the player move; `stop` is heard meanwhile. */
static bool move(struct engine_protocol *protocol, const struct go *go, struct thinking *thinking,
                 struct err *fault)
{
    bool is_reproducible = go->spec.time_ms == 0 && !go->is_infinite;
    atomic_bool stop = false;
    struct builtin_turn turn = {
        .rules = protocol->rules,
        .pos = &protocol->pos,
        .seed = is_reproducible ? 0 : draw_seed(),
        .ply = protocol->pos.turn,
        .lines = go->lines,
        .stop = &stop,
        .report = print_info,
        .report_context = thinking,
    };

    builtin_player_change(protocol->player, &go->spec);
    if (is_reproducible)
        builtin_player_clear(protocol->player);
    if (protocol->input)
        input_lines_begin_search(protocol->input, go->is_infinite, &stop);
    bool has_moved = builtin_player_move(protocol->player, &turn, &thinking->answer, fault);
    if (protocol->input)
        input_lines_end_search(protocol->input);
    return has_moved;
}

/* The search reports a completed depth, and a proof; one that was stopped before has its line here.
 */
static void think(struct engine_protocol *protocol, const struct go *go)
{
    struct thinking thinking = {.protocol = protocol};
    struct err fault = {0};
    char text[GAME_WORDS_MAX];
    struct buf buf;

    if (!move(protocol, go, &thinking, &fault)) {
        answer_err(protocol, "error", &fault);
        return;
    }
    if (!thinking.has_reported && thinking.answer.result.line_count > 0)
        print_info(&thinking, &thinking.answer.result);
    buf_init(&buf, text, sizeof text);
    protocol->rules->print_move(&protocol->pos, thinking.answer.move, &buf);
    fprintf(protocol->out, "bestmove %s\n", text);
}

static void do_go(struct engine_protocol *protocol, struct slice rest)
{
    struct go go = {.spec.level = player_strongest()};

    while (rest.len > 0) {
        struct slice word = slice_take_word(&rest);
        if (!read_go_word(word, &go)) {
            answer_error(protocol, "bad_option", word);
            return;
        }
    }
    if (is_over(protocol) || !is_ready(protocol))
        return;
    if (go.is_infinite && is_limited(&go)) {
        answer_error(protocol, "bad_option", slice_of("infinite"));
        return;
    }
    if (!go.is_infinite && !is_limited(&go))
        go.spec.time_ms = DEFAULT_MOVE_MS;
    think(protocol, &go);
}

/* Ends a `go` before it, see cli/input_lines.h; by the time it is its turn, nothing is left to do.
 */
static void do_stop(struct engine_protocol *protocol, struct slice rest)
{
    (void)protocol;
    (void)rest;
}

static void do_eval(struct engine_protocol *protocol, struct slice rest)
{
    struct position sample = protocol->pos;
    struct search_line opinion;

    (void)rest;
    if (is_over(protocol) || !is_ready(protocol))
        return;
    game_sample(protocol->rules, &sample, 0);
    search_eval(protocol->rules, &sample, &opinion);
    fprintf(protocol->out, "eval %.4f %d\n", opinion.win, opinion.own);
}

static void do_key(struct engine_protocol *protocol, struct slice rest)
{
    (void)rest;
    fprintf(protocol->out, "key %016" PRIx64 "\n", protocol->pos.key);
}

static void do_undo(struct engine_protocol *protocol, struct slice rest)
{
    (void)rest;
    if (protocol->past_count == 0) {
        answer_error(protocol, "no_past", slice_of(""));
        return;
    }
    protocol->pos = protocol->past[--protocol->past_count];
    answer_position(protocol, "ok");
}

static void do_hide(struct engine_protocol *protocol, struct slice rest)
{
    (void)rest;
    remember(protocol);
    if (protocol->rules->hide)
        protocol->rules->hide(&protocol->pos);
    answer_position(protocol, "ok");
}

static void do_fill(struct engine_protocol *protocol, struct slice rest)
{
    struct slice value;
    int64_t seed;

    if (!take_value(rest, "seed", &value) || !slice_to_int64(value, &seed)) {
        answer_error(protocol, "bad_option", rest);
        return;
    }
    remember(protocol);
    if (protocol->rules->fill)
        protocol->rules->fill(&protocol->pos, (uint64_t)seed);
    answer_position(protocol, "ok");
}

static void do_help(struct engine_protocol *protocol, struct slice rest);

static const struct {
    const char *name, *usage;
    void (*run)(struct engine_protocol *protocol, struct slice rest);
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

static void do_help(struct engine_protocol *protocol, struct slice rest)
{
    (void)rest;
    fputs("help", protocol->out);
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(protocol->out, "%s %s%s%s", i > 0 ? " |" : "", commands[i].name,
                commands[i].usage[0] ? " " : "", commands[i].usage);
    fputs(" | quit\n", protocol->out);
}

void engine_protocol_init(struct engine_protocol *protocol, const struct game_rules *rules,
                          enum lang lang, uint64_t seed, FILE *out)
{
    struct game_options options = {0};
    struct player_spec strongest = {.level = player_strongest()};

    *protocol = (struct engine_protocol){.rules = rules, .lang = lang, .out = out};
    protocol->past = memory_get(PROTOCOL_UNDO_MAX, sizeof *protocol->past);
    protocol->player = builtin_player_create(&strongest);
    rules->setup(&protocol->pos, seed, &options, NULL);
}

void engine_protocol_finish(struct engine_protocol *protocol)
{
    free(protocol->past);
    builtin_player_destroy(protocol->player);
}

bool engine_protocol_line(struct engine_protocol *protocol, struct slice line)
{
    struct slice rest = slice_trim(line);
    struct slice name = slice_take_word(&rest);

    if (name.len == 0)
        return true;
    if (slice_is(name, "quit")) {
        fputs("bye\n", protocol->out);
        return false;
    }
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (slice_is(name, commands[i].name)) {
            commands[i].run(protocol, rest);
            return true;
        }
    }
    answer_error(protocol, "unknown_command", name);
    return true;
}

void engine_protocol_line_too_long(struct engine_protocol *protocol)
{
    answer_error(protocol, "too_long", slice_of(""));
}
