#include "base/err.h"

#include "base/buf.h"

#include <stdarg.h>

bool err_set(struct err *err, const char *code, const char *details)
{
    if (!err)
        return false;
    buf_copy(err->code, sizeof err->code, slice_of(code));
    buf_copy(err->details, sizeof err->details, slice_of(details));
    return false;
}

bool err_setf(struct err *err, const char *code, const char *format, ...)
{
    char details[ERR_DETAILS_SIZE];
    struct buf text;
    va_list args;

    buf_init(&text, details, sizeof details);
    va_start(args, format);
    buf_vformat(&text, format, args);
    va_end(args);
    return err_set(err, code, details);
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
    buf_copy(err->code, sizeof err->code, slice_take_word(&text));
    buf_copy(err->details, sizeof err->details, text);
}
