#include "base/json_writer.h"

#include <assert.h>

void json_init(struct json *json, struct buf *out) { *json = (struct json){.out = out}; }

static void add_quoted(struct buf *out, struct slice text)
{
    static const char digits[] = "0123456789abcdef";

    buf_add_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c == '"' || c == '\\') {
            buf_add_char(out, '\\');
            buf_add_char(out, (char)c);
        } else if (c < ' ') {
            buf_add(out, "\\u00");
            buf_add_char(out, digits[c >> 4]);
            buf_add_char(out, digits[c & 15]);
        } else {
            buf_add_char(out, (char)c);
        }
    }
    buf_add_char(out, '"');
}

/* What stands before every value: a comma after another one, and the key. */
static void begin_value(struct json *json, const char *key)
{
    if (json->has_member >> json->depth & 1)
        buf_add_char(json->out, ',');
    json->has_member |= 1u << json->depth;
    if (key) {
        add_quoted(json->out, slice_of(key));
        buf_add_char(json->out, ':');
    }
}

static void open(struct json *json, const char *key, char bracket)
{
    begin_value(json, key);
    buf_add_char(json->out, bracket);
    assert(json->depth < JSON_DEPTH_MAX);
    json->depth++;
    json->has_member &= ~(1u << json->depth);
}

static void close(struct json *json, char bracket)
{
    assert(json->depth > 0);
    json->depth--;
    buf_add_char(json->out, bracket);
}

void json_begin_object(struct json *json, const char *key) { open(json, key, '{'); }
void json_begin_array(struct json *json, const char *key) { open(json, key, '['); }
void json_end_object(struct json *json) { close(json, '}'); }
void json_end_array(struct json *json) { close(json, ']'); }

void json_slice(struct json *json, const char *key, struct slice value)
{
    begin_value(json, key);
    add_quoted(json->out, value);
}

void json_text(struct json *json, const char *key, const char *value)
{
    json_slice(json, key, slice_of(value));
}

void json_int(struct json *json, const char *key, int64_t value)
{
    begin_value(json, key);
    buf_add_int(json->out, value);
}

void json_raw(struct json *json, const char *key, struct slice value)
{
    begin_value(json, key);
    buf_add_slice(json->out, value);
}

void json_bool(struct json *json, const char *key, bool value)
{
    json_raw(json, key, slice_of(value ? "true" : "false"));
}

void json_nothing(struct json *json, const char *key) { json_raw(json, key, slice_of("null")); }

void json_text_or_null(struct json *json, const char *key, const char *value)
{
    if (value && value[0])
        json_text(json, key, value);
    else
        json_nothing(json, key);
}

void json_positive_or_null(struct json *json, const char *key, int64_t value)
{
    if (value > 0)
        json_int(json, key, value);
    else
        json_nothing(json, key);
}

void json_hex(struct json *json, const char *key, uint64_t value)
{
    char digits[16];

    for (int i = 15; i >= 0; i--, value >>= 4)
        digits[i] = "0123456789abcdef"[value & 15];
    json_slice(json, key, slice_make(digits, sizeof digits));
}
