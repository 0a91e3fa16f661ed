#ifndef WEB_BODY_H
#define WEB_BODY_H

/* The body of a request: bounded, and read as one JSON object.  Values that are missing, of another
 * kind or out of range are refused with the code bad_value and their name. */

#include "base/buf.h"
#include "base/err.h"

#include <stdint.h>

enum { BODY_MAX = 64 * 1024 };

struct json_t;

struct body {
    char *text;
    size_t len;
    bool is_large;       /* more came than is allowed, and was dropped */
    bool is_lost;        /* there was no memory for it */
    struct json_t *tree; /* once it is read */
};

/* A part of the body: the whole object, or one inside. */
struct body_part {
    const struct json_t *tree;
};

bool body_add(struct body *body, struct slice bytes);
bool body_read(struct body *body, struct err *why);
void body_free(struct body *body);
struct body_part body_whole(const struct body *body);

/* Is there anything but null? */
bool body_has(struct body_part part, const char *name);
bool body_get_object(struct body_part part, const char *name, struct body_part *inner,
                     struct err *why);
/* How many values an array has, 0 if it is none; and one of them, if it is a text, else NULL. */
int body_array_length(struct body_part part, const char *name);
const char *body_item(struct body_part part, const char *name, int index);
/* A text, or `missing` where there is none; NULL after a refusal. */
const char *body_text(struct body_part part, const char *name, const char *missing,
                      struct err *why);
/* These leave `value` as it is where there is none. */
bool body_int(struct body_part part, const char *name, int min, int max, int *value,
              struct err *why);
bool body_bool(struct body_part part, const char *name, bool *value, struct err *why);
/* A 64-bit number, written as a text because JavaScript would round it. */
bool body_int64(struct body_part part, const char *name, int64_t *value, struct err *why);

#endif
