/* Any XML as <data> or <state> for any game: moves are judged, states are parsed, and what is read
 * is written and read again the same. */

#include "fuzz.h"

#include "proto/wire.h"
#include "xml/reader.h"

#include <string.h>

enum { CAP = 512 * 1024 };

struct trial {
    const struct game_rules *rules;
    const struct game_wire *wire;
    struct position pos;
    struct slice words; /* of a move that was written and is read again; NULL: any */
};

static char xml[WIRE_STATE_MAX + 1024];

static void give(struct slice text, xml_on_element *look, struct trial *trial)
{
    struct xml_reader *reader = xml_reader_create(CAP, look, trial);

    if (xml_reader_feed(reader, "<p>", 3, NULL))
        xml_reader_feed(reader, text.at, text.len, NULL);
    xml_reader_destroy(reader);
}

static bool on_own_move(void *context, const struct xml_node *data)
{
    struct trial *trial = context;
    char words_text[GAME_WORDS_MAX], hint_text[GAME_WORDS_MAX];
    struct buf words, hint;
    move_t first = 0, second = 0;

    buf_init(&words, words_text, sizeof words_text);
    buf_init(&hint, hint_text, sizeof hint_text);
    fuzz_require(trial->wire->read_move(data, &trial->pos, &words, &hint, NULL) == WIRE_MOVE);
    trial->rules->read(&trial->pos, trial->words, &first, NULL);
    trial->rules->read(&trial->pos, buf_slice(&words), &second, NULL);
    fuzz_require(first == second);
    return true;
}

static void repeat_move(struct trial *trial, struct slice words, struct slice hint)
{
    struct xml_writer writer;
    struct buf out;

    trial->words = words;
    buf_init(&out, xml, sizeof xml);
    xml_writer_init(&writer, &out, 0);
    xml_open(&writer, "data");
    trial->wire->write_move(&writer, &trial->pos, words, hint);
    xml_close(&writer);
    fuzz_require(!out.is_full);
    give(buf_slice(&out), on_own_move, trial);
}

static void try_move(struct trial *trial, const struct xml_node *data)
{
    char words_text[GAME_WORDS_MAX], hint_text[GAME_WORDS_MAX];
    struct buf words, hint;
    struct err why = {0};
    move_t move = 0;

    buf_init(&words, words_text, sizeof words_text);
    buf_init(&hint, hint_text, sizeof hint_text);
    if (trial->wire->read_move(data, &trial->pos, &words, &hint, &why) != WIRE_MOVE) {
        fuzz_require(why.code[0] != '\0');
        return;
    }
    fuzz_require(!words.is_full);
    if (trial->rules->read(&trial->pos, buf_slice(&words), &move, &why) == VERDICT_LEGAL)
        repeat_move(trial, buf_slice(&words), buf_slice(&hint));
}

static void try_state(const struct trial *trial, const struct xml_node *state)
{
    char text[GAME_TEXT_MAX], words_text[GAME_WORDS_MAX], hint_text[GAME_WORDS_MAX];
    struct position pos = {0};
    struct xml_writer writer;
    struct buf buf, words, hint;
    struct err why = {0};

    buf_init(&words, words_text, sizeof words_text);
    buf_init(&hint, hint_text, sizeof hint_text);
    trial->wire->read_last_move(state, &trial->pos, &words, &hint);
    buf_init(&buf, text, sizeof text);
    if (!trial->wire->read_state(state, &buf, &why)) {
        fuzz_require(why.code[0] != '\0');
        return;
    }
    fuzz_require(!buf.is_full);
    if (!trial->rules->parse(buf_slice(&buf), &pos, &why))
        return;
    buf_init(&buf, xml, sizeof xml);
    xml_writer_init(&writer, &buf, 0);
    trial->wire->write_state(&writer, &(struct wire_state){.pos = &pos, .names = {"", ""}});
    fuzz_require(buf.len <= WIRE_STATE_MAX && writer.depth == 0);
}

static bool on_element(void *context, const struct xml_node *element)
{
    struct trial *trial = context;

    if (xml_is(element, "data") && xml_get(element, "class"))
        try_move(trial, element);
    else
        try_state(trial, element);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct trial trial = {.rules = fuzz_game(&data, &size)};

    if (!trial.rules || size < 2)
        return 0;
    trial.wire = wire_of(trial.rules);
    fuzz_walk(trial.rules, data[0], data[1] % 8, &trial.pos);
    give(slice_make((const char *)data + 2, size - 2), on_element, &trial);
    return 0;
}
