#include "base/err.h"

#include "base/buf.h"

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
