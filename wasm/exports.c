#include "exports.h"

#include "proto/replay.h"

/* A replay is the largest thing that goes through. */
enum { DOOR_SIZE = REPLAY_TEXT_MAX };

/* Questions wait in a copy, because answers are written over them. */
static char buffer[DOOR_SIZE], question[DOOR_SIZE];

__attribute__((export_name("kw_buffer"))) char *kw_buffer(void) { return buffer; }

__attribute__((export_name("kw_buffer_size"))) uint32_t kw_buffer_size(void) { return DOOR_SIZE; }

struct slice talk_take(struct talk *talk) { return slice_take_until(&talk->rest, '\0'); }

bool talk_take_int64(struct talk *talk, int64_t *out, struct err *why)
{
    struct slice word = talk_take(talk);

    *out = 0;
    if (word.len == 0 || slice_to_int64(word, out))
        return true;
    return err_set(why, "bad_option", "");
}

bool talk_take_position(struct talk *talk, struct position *pos, struct err *why)
{
    return talk->rules->parse(talk_take(talk), pos, why);
}

bool talk_take_ready(struct talk *talk, struct position *pos, struct err *why)
{
    return talk_take_position(talk, pos, why) && game_knows_moves(talk->rules, pos, why);
}

void talk_position(struct talk *talk, const char *key, const struct position *pos)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    talk->rules->print(pos, &buf);
    json_slice(&talk->json, key, buf_slice(&buf));
}

static void begin_answer(struct talk *talk)
{
    buf_clear(talk->json.out);
    json_init(&talk->json, talk->json.out);
    json_begin_object(&talk->json, NULL);
}

struct buf *talk_text(struct talk *talk)
{
    talk->text = talk->json.out;
    buf_clear(talk->text);
    return talk->text;
}

static void answer(struct talk *talk, talk_op *op)
{
    struct err why = {0};

    json_bool(&talk->json, "ok", true);
    bool is_answered = op(talk, &why);
    if (talk->json.out->is_full)
        is_answered = err_set(&why, "no_memory", "");
    if (is_answered && talk->text)
        return;
    if (!is_answered) {
        begin_answer(talk);
        view_refusal_members(&talk->json, talk->rules, &why);
    }
    json_end_object(&talk->json);
}

__attribute__((export_name("kw_ask"))) uint32_t kw_ask(uint32_t op, uint32_t length)
{
    static talk_op *const ops[] = {
#define OP(name) op_##name,
#include "ops.def"
#undef OP
    };
    struct talk talk = {.rules = game_at(0)};
    struct buf out;

    if (op >= sizeof ops / sizeof *ops || length > DOOR_SIZE)
        return 0;
    memcpy(question, buffer, length);
    talk.rest = slice_make(question, length);
    buf_init(&out, buffer, DOOR_SIZE);
    talk.json.out = &out;
    begin_answer(&talk);
    answer(&talk, ops[op]);
    return (uint32_t)out.len;
}
