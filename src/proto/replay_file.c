#include "proto/replay_file.h"

#include "base/file.h"
#include "base/gz.h"
#include "base/memory.h"

#include <stdlib.h>

bool replay_load(const char *path, enum replay_rules rules, struct record *record,
                 struct replay_report *report, struct err *why)
{
    struct slice text;

    if (!gz_read(path, REPLAY_TEXT_MAX, &text, why))
        return false;
    bool is_read = replay_parse(text, rules, record, report, why);
    file_free(text);
    return is_read;
}

static const struct format {
    const char *ending;
    void (*print)(const struct record *record, struct buf *out);
    bool (*write)(const char *path, struct slice text, struct err *why);
} formats[] = {
    {".kw", record_print, file_write},
    {".xml", replay_write, file_write},
    {".gz", replay_write, gz_write},
};

static const struct format *format_of(struct slice path)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        size_t len = strlen(formats[i].ending);
        if (path.len > len && slice_is(slice_skip(path, path.len - len), formats[i].ending))
            return &formats[i];
    }
    return NULL;
}

bool replay_save(const struct record *record, const char *path, struct err *why)
{
    const struct format *format = format_of(slice_of(path));
    struct buf buf;

    if (!format)
        return err_set(why, "replay_format", path);
    char *text = memory_get_unset(REPLAY_TEXT_MAX);
    buf_init(&buf, text, REPLAY_TEXT_MAX);
    format->print(record, &buf);
    bool is_saved =
        buf.is_full ? err_set(why, "file_large", path) : format->write(path, buf_slice(&buf), why);
    free(text);
    return is_saved;
}
