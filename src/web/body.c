#include "web/body.h"

#include "base/memory.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

bool body_add(struct body *body, struct slice bytes)
{
    if (body->is_large || body->len + bytes.len > BODY_MAX) {
        body->is_large = true;
        return false;
    }
    char *text = memory_try(1, body->len + bytes.len);
    if (!text) {
        body->is_lost = true;
        return false;
    }
    if (body->len > 0)
        memcpy(text, body->text, body->len);
    memcpy(text + body->len, bytes.at, bytes.len);
    free(body->text);
    body->text = text;
    body->len += bytes.len;
    return true;
}

bool body_read(struct body *body, struct err *why)
{
    json_error_t error;

    if (body->len == 0)
        return err_set(why, "bad_json", "…");
    body->tree = json_loadb(body->text, body->len, JSON_REJECT_DUPLICATES, &error);
    if (!body->tree)
        return err_set(why, "bad_json", error.text);
    return json_is_object(body->tree) || err_set(why, "bad_json", "{} ?");
}

void body_free(struct body *body)
{
    json_decref(body->tree);
    free(body->text);
    *body = (struct body){0};
}

struct body_part body_whole(const struct body *body)
{
    return (struct body_part){.tree = body->tree};
}

static const json_t *get(struct body_part part, const char *name)
{
    const json_t *value = json_object_get(part.tree, name);

    return json_is_null(value) ? NULL : value;
}

bool body_has(struct body_part part, const char *name) { return get(part, name) != NULL; }

bool body_get_object(struct body_part part, const char *name, struct body_part *inner,
                     struct err *why)
{
    inner->tree = get(part, name);
    return json_is_object(inner->tree) || err_set(why, "bad_value", name);
}

int body_array_length(struct body_part part, const char *name)
{
    return (int)json_array_size(get(part, name));
}

const char *body_item(struct body_part part, const char *name, int index)
{
    return json_string_value(json_array_get(get(part, name), (size_t)index));
}

const char *body_text(struct body_part part, const char *name, const char *missing, struct err *why)
{
    const json_t *value = get(part, name);

    if (!value)
        return missing;
    if (!json_is_string(value))
        err_set(why, "bad_value", name);
    return json_string_value(value);
}

bool body_int(struct body_part part, const char *name, int min, int max, int *value,
              struct err *why)
{
    const json_t *given = get(part, name);

    if (!given)
        return true;
    if (!json_is_integer(given) || json_integer_value(given) < min ||
        json_integer_value(given) > max)
        return err_set(why, "bad_value", name);
    *value = (int)json_integer_value(given);
    return true;
}

bool body_bool(struct body_part part, const char *name, bool *value, struct err *why)
{
    const json_t *given = get(part, name);

    if (!given)
        return true;
    if (!json_is_boolean(given))
        return err_set(why, "bad_value", name);
    *value = json_is_true(given);
    return true;
}

bool body_int64(struct body_part part, const char *name, int64_t *value, struct err *why)
{
    const json_t *given = get(part, name);

    if (!given)
        return true;
    if (json_is_integer(given)) {
        *value = json_integer_value(given);
        return true;
    }
    return (json_is_string(given) && slice_to_int64(slice_of(json_string_value(given)), value)) ||
           err_set(why, "bad_value", name);
}
