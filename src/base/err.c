#include "base/err.h"

#include "base/buf.h"

#include <stdarg.h>

bool err_say(struct err *err, const char *code, const char *details)
{
    struct buf text;

    if (!err)
        return false;
    buf_init(&text, err->code, sizeof err->code);
    buf_add(&text, code);
    buf_init(&text, err->details, sizeof err->details);
    buf_add(&text, details);
    return false;
}

bool err_format(struct err *err, const char *code, const char *format, ...)
{
    char details[ERR_DETAILS_SIZE];
    struct buf text;
    va_list args;

    buf_init(&text, details, sizeof details);
    va_start(args, format);
    buf_vformat(&text, format, args);
    va_end(args);
    return err_say(err, code, details);
}

void err_print(const struct err *err, struct buf *out)
{
    buf_add(out, err->code);
    if (err->details[0]) {
        buf_add_char(out, ' ');
        buf_add(out, err->details);
    }
}

void err_parse(struct slice text, struct err *err)
{
    struct buf buf;

    buf_init(&buf, err->code, sizeof err->code);
    buf_add_slice(&buf, slice_take_word(&text));
    buf_init(&buf, err->details, sizeof err->details);
    buf_add_slice(&buf, text);
}
