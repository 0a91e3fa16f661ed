#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

/*
 * Writes JSON into a buffer: commas, quotes and escapes are its business.  `key` is NULL inside an
 * array and at the top.  Whether everything fitted is asked of the buffer, once, at the end.
 */

#include "base/buf.h"

enum { JSON_DEPTH_MAX = 31 };

struct json {
    struct buf *out;
    uint32_t has_member; /* bit n: something stands already at depth n */
    int depth;
};

void json_init(struct json *json, struct buf *out);

void json_begin_object(struct json *json, const char *key);
void json_begin_array(struct json *json, const char *key);
/* Closes the innermost object or array. */
void json_end_object(struct json *json);
void json_end_array(struct json *json);

void json_text(struct json *json, const char *key, const char *value);
void json_slice(struct json *json, const char *key, struct slice value);
void json_int(struct json *json, const char *key, int64_t value);
void json_bool(struct json *json, const char *key, bool value);
void json_nothing(struct json *json, const char *key);
/* Null for NULL and "". */
void json_text_or_null(struct json *json, const char *key, const char *value);
/* Null for 0 and less. */
void json_positive_or_null(struct json *json, const char *key, int64_t value);
/* A value that is JSON already. */
void json_raw(struct json *json, const char *key, struct slice value);
/* 16 hexadecimal digits as a text. */
void json_hex(struct json *json, const char *key, uint64_t value);

#endif
