#include "exports.h"

#include "proto/replay.h"

/* A replay is the largest argument and the largest answer. */
enum { BUFFER_SIZE = REPLAY_TEXT_MAX };

/* The arguments are copied, because the answer is written over them. */
static char buffer[BUFFER_SIZE], arguments[BUFFER_SIZE];

__attribute__((export_name("kw_buffer"))) char *kw_buffer(void) { return buffer; }

__attribute__((export_name("kw_buffer_size"))) uint32_t kw_buffer_size(void) { return BUFFER_SIZE; }

struct slice call_take(struct call *call) { return slice_take_until(&call->rest, '\0'); }

bool call_take_int64(struct call *call, int64_t *out, struct err *why)
{
    struct slice word = call_take(call);

    *out = 0;
    if (word.len == 0 || slice_to_int64(word, out))
        return true;
    return err_set(why, "bad_option", "");
}

bool call_take_position(struct call *call, struct position *pos, struct err *why)
{
    return call->rules->parse(call_take(call), pos, why);
}

bool call_take_ready(struct call *call, struct position *pos, struct err *why)
{
    return call_take_position(call, pos, why) && game_knows_moves(call->rules, pos, why);
}

void call_answer_position(struct call *call, const char *key, const struct position *pos)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    call->rules->print(pos, &buf);
    json_slice(&call->json, key, buf_slice(&buf));
}

static void begin_answer(struct call *call)
{
    buf_clear(call->json.out);
    json_init(&call->json, call->json.out);
    json_begin_object(&call->json, NULL);
}

struct buf *call_answer_text(struct call *call)
{
    call->text = call->json.out;
    buf_clear(call->text);
    return call->text;
}

static void answer(struct call *call, call_op *op)
{
    struct err why = {0};

    json_bool(&call->json, "ok", true);
    bool is_answered = op(call, &why);
    if (call->json.out->is_full)
        is_answered = err_set(&why, "no_memory", "");
    if (is_answered && call->text)
        return;
    if (!is_answered) {
        begin_answer(call);
        view_refusal_members(&call->json, call->rules, &why);
    }
    json_end_object(&call->json);
}

uint32_t call_run(const struct game_rules *rules, call_op *op, uint32_t length)
{
    struct call call = {.rules = rules};
    struct buf out;

    if (length > BUFFER_SIZE)
        return 0;
    memcpy(arguments, buffer, length);
    call.rest = slice_make(arguments, length);
    buf_init(&out, buffer, BUFFER_SIZE);
    call.json.out = &out;
    begin_answer(&call);
    answer(&call, op);
    return (uint32_t)out.len;
}

/* Each operation is exported by its name: kw_setup(length), kw_moves(length) … */
#define OP(name)                                                                                   \
    __attribute__((export_name("kw_" #name))) uint32_t kw_##name(uint32_t length)                  \
    {                                                                                              \
        return call_run(game_at(0), op_##name, length);                                            \
    }
#include "ops.def"
#undef OP
