#include "client/load.h"

#include "base/clock.h"
#include "base/loop.h"
#include "base/memory.h"
#include "base/rng.h"
#include "game/game.h"
#include "proto/wire.h"
#include "xml/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { INBOX_SIZE = 32 * 1024, OUTBOX_SIZE = 256, SAMPLES_MAX = 1 << 20 };

struct load;

struct bot {
    struct load *load;
    uv_tcp_t tcp;
    uv_connect_t connecting;
    char inbox[INBOX_SIZE];
    size_t inbox_len;
    char outbox[OUTBOX_SIZE];
    char room[64];
    struct position pos;
    bool has_state;
    int64_t sent_us;
    struct rng rng;
};

struct load {
    const struct load_config *config;
    struct load_report *report;
    const struct game_rules *rules;
    uv_loop_t loop;
    struct bot *bots;
    int started, finished, open;
    float *samples; /* milliseconds */
    int sample_count;
    move_t moves[GAME_MOVES_MAX];
};

/* ---- one bot ---- */

static void on_closed(uv_handle_t *handle)
{
    struct bot *bot = handle->data;

    bot->load->open--;
}

static void leave(struct bot *bot)
{
    if (!uv_is_closing((uv_handle_t *)&bot->tcp))
        uv_close((uv_handle_t *)&bot->tcp, on_closed);
}

/* Our messages are short: the socket takes them at once or something is wrong. */
static void say(struct bot *bot, int len)
{
    uv_buf_t bytes = uv_buf_init(bot->outbox, (unsigned)len);

    bot->sent_us = clock_now_us();
    if (uv_try_write((uv_stream_t *)&bot->tcp, &bytes, 1) == len)
        return;
    bot->load->report->failures++;
    leave(bot);
}

static void join(struct bot *bot, const char *greeting)
{
    bot->has_state = false;
    say(bot, snprintf(bot->outbox, OUTBOX_SIZE,
                      "%s<join gameType=\"swc_2019_piranhas\" pace=\"0\"/>", greeting));
}

/* The whole board, read once per game. */
static bool on_first_state(void *context, const struct xml_node *element)
{
    struct bot *bot = context;
    const struct xml_node *state = xml_child(xml_child(element, "data"), "state");
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    bot->has_state = state && wire_of(bot->load->rules)->read_state(state, &buf, NULL) &&
                     bot->load->rules->parse(buf_slice(&buf), &bot->pos, NULL);
    return true;
}

static void read_first_state(struct bot *bot, struct slice message)
{
    struct xml_reader *reader = xml_reader_create(1 << 20, on_first_state, bot);

    if (!reader)
        return;
    xml_reader_feed(reader, "<p>", 3, NULL);
    xml_reader_feed(reader, message.at, message.len, NULL);
    xml_reader_destroy(reader);
}

/* Later states say all that is new in <lastMove class="move" x="0" y="4" direction="RIGHT"/>. */
static void read_last_move(struct bot *bot, const char *message)
{
    const char *at = strstr(message, "<lastMove ");
    char direction[16], words[32];
    int x, y;
    move_t move;

    if (!at || sscanf(at, "<lastMove class=\"move\" x=\"%d\" y=\"%d\" direction=\"%15[A-Z_]", &x,
                      &y, direction) != 3)
        return;
    snprintf(words, sizeof words, "%c%d>%s", 'a' + x, y, direction);
    if (bot->load->rules->read(&bot->pos, slice_of(words), &move, NULL) == VERDICT_LEGAL)
        game_play(bot->load->rules, &bot->pos, move);
}

static void answer(struct bot *bot)
{
    static const char *const names[3][3] = {
        {"DOWN_LEFT", "LEFT", "UP_LEFT"}, {"DOWN", "", "UP"}, {"DOWN_RIGHT", "RIGHT", "UP_RIGHT"}};
    struct load *load = bot->load;
    char words[16];
    struct buf buf;
    int n = load->rules->moves(&bot->pos, load->moves);

    if (n == 0) {
        load->report->failures++;
        leave(bot);
        return;
    }
    buf_init(&buf, words, sizeof words);
    load->rules->print_move(&bot->pos, load->moves[rng_below(&bot->rng, n)], &buf);
    int dx = (words[2] > words[0]) - (words[2] < words[0]);
    int dy = (words[3] > words[1]) - (words[3] < words[1]);
    load->report->moves++;
    say(bot, snprintf(bot->outbox, OUTBOX_SIZE,
                      "<room roomId=\"%s\"><data class=\"move\" x=\"%d\" y=\"%d\" "
                      "direction=\"%s\"/></room>",
                      bot->room, words[0] - 'a', words[1] - '0', names[dx + 1][dy + 1]));
}

static void take_sample(struct bot *bot)
{
    struct load *load = bot->load;

    if (load->sample_count < SAMPLES_MAX)
        load->samples[load->sample_count++] = (float)(clock_now_us() - bot->sent_us) / 1000;
}

static void on_game_over(struct bot *bot)
{
    struct load *load = bot->load;

    load->finished++;
    if (load->started < 2 * load->config->games) {
        load->started++;
        join(bot, "");
    } else {
        leave(bot);
    }
}

static void on_message(struct bot *bot, struct slice message)
{
    const char *room = strstr(message.at, "roomId=\"");

    if (strstr(message.at, "<data class=\"memento\">")) {
        if (bot->has_state) {
            read_last_move(bot, message.at);
            if (bot->sent_us)
                take_sample(bot);
            bot->sent_us = 0;
        } else {
            read_first_state(bot, message);
        }
    } else if (strstr(message.at, "MoveRequest")) {
        answer(bot);
    } else if (strstr(message.at, "<left ")) {
        on_game_over(bot);
    } else if (strstr(message.at, "<joined ") && room) {
        sscanf(room, "roomId=\"%63[^\"]", bot->room);
        bot->sent_us = 0;
    }
}

/* ---- bytes ---- */

/* The end of the first complete message in the inbox, or NULL. */
static char *find_end(struct bot *bot)
{
    char *start = bot->inbox + strspn(bot->inbox, "\n ");

    if (strncmp(start, "<protocol>", 10) == 0)
        return start + 10;
    char *end = strncmp(start, "<room", 5) == 0 ? strstr(start, "</room>") : strstr(start, "/>");
    return end ? end + (strncmp(start, "<room", 5) == 0 ? 7 : 2) : NULL;
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    struct bot *bot = stream->data;
    char *end;

    (void)buf;
    if (n < 0) {
        leave(bot);
        return;
    }
    bot->inbox_len += (size_t)n;
    bot->inbox[bot->inbox_len] = '\0';
    while (!uv_is_closing((uv_handle_t *)stream) && (end = find_end(bot)) != NULL) {
        char kept = *end;
        *end = '\0';
        on_message(bot, slice_make(bot->inbox, (size_t)(end - bot->inbox)));
        *end = kept;
        bot->inbox_len -= (size_t)(end - bot->inbox);
        memmove(bot->inbox, end, bot->inbox_len + 1);
    }
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    struct bot *bot = handle->data;

    (void)suggested;
    *buf = uv_buf_init(bot->inbox + bot->inbox_len, (unsigned)(INBOX_SIZE - 1 - bot->inbox_len));
}

static void on_connected(uv_connect_t *request, int status)
{
    struct bot *bot = request->handle->data;

    if (status < 0) {
        bot->load->report->failures++;
        leave(bot);
        return;
    }
    uv_read_start(request->handle, on_alloc, on_read);
    join(bot, "<protocol>");
}

/* ---- all of them ---- */

static void start_bot(struct load *load, struct bot *bot, uint64_t seed,
                      const struct sockaddr_in *where)
{
    bot->load = load;
    bot->rng = rng_make(seed);
    uv_tcp_init(&load->loop, &bot->tcp);
    uv_tcp_nodelay(&bot->tcp, 1);
    bot->tcp.data = bot;
    load->open++;
    load->started++;
    if (uv_tcp_connect(&bot->connecting, &bot->tcp, (const struct sockaddr *)where, on_connected) <
        0)
        leave(bot);
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;

    return (x > y) - (x < y);
}

static void summarise(struct load *load, int64_t began_us)
{
    struct load_report *report = load->report;
    int n = load->sample_count;

    report->games = load->finished / 2;
    report->seconds = (double)(clock_now_us() - began_us) / 1e6;
    qsort(load->samples, (size_t)n, sizeof *load->samples, compare_floats);
    if (n > 0) {
        report->answer_p50_ms = load->samples[n / 2];
        report->answer_p99_ms = load->samples[(int64_t)n * 99 / 100];
        report->answer_max_ms = load->samples[n - 1];
    }
}

static void free_load(struct load *load)
{
    free(load->bots);
    free(load->samples);
    free(load);
}

bool load_run(const struct load_config *config, struct load_report *report, struct err *why)
{
    struct load *load = memory_get(1, sizeof *load);
    struct sockaddr_in where;

    memset(report, 0, sizeof *report);
    load->config = config;
    load->report = report;
    load->rules = game_find(slice_of("piranhas"));
    load->samples = memory_get(SAMPLES_MAX, sizeof *load->samples);
    load->bots = memory_get((size_t)(2 * config->pairs), sizeof *load->bots);
    uv_ip4_addr(config->host, config->port, &where);
    if (!loop_init(&load->loop, why)) {
        free_load(load);
        return false;
    }
    int64_t began_us = clock_now_us();
    for (int i = 0; i < 2 * config->pairs; i++)
        start_bot(load, &load->bots[i], (uint64_t)i, &where);
    uv_run(&load->loop, UV_RUN_DEFAULT);
    summarise(load, began_us);
    uv_loop_close(&load->loop);
    free_load(load);
    return report->games > 0 || err_set(why, "lost_server", "");
}
