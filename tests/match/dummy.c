/* A bot for piranhas that costs nearly nothing: small, so that it starts at once, and it reads no
 * XML but looks for the few words that it needs.  It shows what everything but the bots costs.
 * usage: dummy --host HOST --port PORT --reservation CODE */

#define _GNU_SOURCE /* memmem */

#include "base/rng.h"
#include "proto/wire.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BYTES_MAX = 1 << 20, SIZE = 10 };

struct dummy {
    const struct game_rules *rules;
    const struct game_wire *wire;
    int line;
    char bytes[BYTES_MAX]; /* heard and not finished with */
    size_t len;
    struct position pos;
    char room[64];
};

static void say(struct dummy *dummy, const char *text, size_t len)
{
    if (write(dummy->line, text, len) != (ssize_t)len)
        exit(EXIT_FAILURE);
}

static move_t choose(struct dummy *dummy)
{
    static move_t moves[GAME_MOVES_MAX];
    struct rng rng = rng_make((uint64_t)getpid() + dummy->pos.turn);
    int count = dummy->rules->moves(&dummy->pos, moves);

    return moves[rng_next(&rng) % (uint64_t)count];
}

static void answer(struct dummy *dummy)
{
    char words[GAME_WORDS_MAX], text[4096];
    struct buf word_buf, buf;
    struct xml_writer writer;

    buf_init(&word_buf, words, sizeof words);
    dummy->rules->print_move(&dummy->pos, choose(dummy), &word_buf);
    buf_init(&buf, text, sizeof text);
    xml_writer_init(&writer, &buf, 1);
    xml_open(&writer, "room");
    xml_attr(&writer, "roomId", dummy->room);
    xml_open(&writer, "data");
    dummy->wire->write_move(&writer, &dummy->pos, buf_slice(&word_buf), slice_of(""));
    xml_close(&writer);
    xml_close(&writer);
    say(dummy, text, buf.len);
}

static const char *find(const struct dummy *dummy, const char *from, const char *word)
{
    return memmem(from, (size_t)(dummy->bytes + dummy->len - from), word, strlen(word));
}

/* What follows the next `word`. */
static const char *after(const struct dummy *dummy, const char *from, const char *word)
{
    const char *found = find(dummy, from, word);

    if (!found)
        exit(EXIT_FAILURE);
    return found + strlen(word);
}

/* The last board that was shown: its fields stand in columns, those of a position in rows. */
static void read_board(struct dummy *dummy)
{
    static const char word[] = "<data class=\"memento\">";
    char rows[SIZE][SIZE], text[GAME_TEXT_MAX];
    const char *at = dummy->bytes, *next = dummy->bytes;
    struct buf buf;

    while ((next = find(dummy, next, word)))
        at = next++;
    at = after(dummy, at, " turn=\"");
    int turn = atoi(at);
    for (int i = 0; i < SIZE * SIZE; i++) {
        at = after(dummy, at, "state=\"");
        rows[i % SIZE][i / SIZE] = at[0] == 'E' ? '.' : (char)tolower(at[0]);
    }
    buf_init(&buf, text, sizeof text);
    for (int y = SIZE - 1; y >= 0; y--)
        buf_format(&buf, "%.*s%c", SIZE, rows[y], y > 0 ? '/' : ' ');
    buf_format(&buf, "%c %d", turn % 2 == 0 ? 'r' : 'b', turn);
    if (!dummy->rules->parse(buf_slice(&buf), &dummy->pos, NULL))
        exit(EXIT_FAILURE);
    snprintf(dummy->room, sizeof dummy->room, "%.36s", after(dummy, dummy->bytes, "roomId=\""));
}

static bool is_over(const struct dummy *dummy)
{
    return find(dummy, dummy->bytes, "class=\"result\"") || find(dummy, dummy->bytes, "<left");
}

static void play(struct dummy *dummy)
{
    char request[64];
    ssize_t count;

    snprintf(request, sizeof request, "\"%s\"", season_at(dummy->wire->season)->move_request);
    while (dummy->len < BYTES_MAX &&
           (count = read(dummy->line, dummy->bytes + dummy->len, BYTES_MAX - dummy->len)) > 0) {
        dummy->len += (size_t)count;
        if (is_over(dummy))
            break;
        const char *asked = find(dummy, dummy->bytes, request);
        if (!asked || !find(dummy, asked, "</room>"))
            continue;
        read_board(dummy);
        answer(dummy);
        dummy->len = 0;
    }
    say(dummy, "\n</protocol>", 12);
}

static void join(struct dummy *dummy, const char *host, int port, const char *code)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    char text[256];
    int one = 1;

    dummy->line = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(dummy->line, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (inet_pton(AF_INET, host, &place.sin_addr) != 1 ||
        connect(dummy->line, (struct sockaddr *)&place, sizeof place) != 0)
        exit(EXIT_FAILURE);
    int len = snprintf(text, sizeof text,
                       "<protocol><joinPrepared reservationCode=\"%s\" pace=\"0\"/>", code);
    say(dummy, text, (size_t)len);
}

int main(int argc, char **argv)
{
    static struct dummy dummy;
    const char *host = "", *code = "";
    int port = 0;

    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--host") == 0)
            host = argv[i + 1];
        else if (strcmp(argv[i], "--port") == 0)
            port = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--reservation") == 0)
            code = argv[i + 1];
    }
    dummy.rules = game_find(slice_of("piranhas"));
    dummy.wire = wire_of(dummy.rules);
    join(&dummy, host, port, code);
    play(&dummy);
    return EXIT_SUCCESS;
}
