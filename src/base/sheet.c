#include "base/sheet.h"

#include "base/file.h"
#include "base/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <zlib.h>

struct sheet {
    gzFile file;
    int line; /* a second descriptor of it, for fsync */
    char path[PATH_MAX], temporary[PATH_MAX];
    bool has_failed;
};

static bool is_packed(const char *path)
{
    size_t len = strlen(path);

    return len > 3 && strcmp(path + len - 3, ".gz") == 0;
}

static bool open_files(struct sheet *sheet, struct err *why)
{
    int file = file_open_alone(sheet->temporary, why);

    if (file < 0)
        return false;
    sheet->line = dup(file);
    /* T: as it is, without a packer. */
    sheet->file = gzdopen(file, is_packed(sheet->path) ? "wb" : "wbT");
    if (!sheet->file)
        close(file);
    return (sheet->file && sheet->line >= 0) || err_say(why, "no_memory", "");
}

struct sheet *sheet_create(const char *path, struct err *why)
{
    struct sheet *sheet = memory_get(1, sizeof *sheet);

    sheet->line = -1;
    int len = snprintf(sheet->temporary, sizeof sheet->temporary, "%s" FILE_TEMPORARY, path);
    if (len < 0 || (size_t)len >= sizeof sheet->temporary) {
        err_say(why, "file_write", path);
    } else {
        memcpy(sheet->path, path, strlen(path) + 1);
        if (open_files(sheet, why))
            return sheet;
    }
    sheet_drop(sheet);
    return NULL;
}

void sheet_add(struct sheet *sheet, struct slice text)
{
    if (text.len > 0 && gzwrite(sheet->file, text.at, (unsigned)text.len) <= 0)
        sheet->has_failed = true;
}

bool sheet_finish(struct sheet *sheet, struct err *why)
{
    bool is_written = gzclose(sheet->file) == Z_OK && !sheet->has_failed;

    sheet->file = NULL;
    is_written =
        is_written && fsync(sheet->line) == 0 && rename(sheet->temporary, sheet->path) == 0;
    if (!is_written)
        err_say(why, "file_write", sheet->path);
    sheet_drop(sheet);
    return is_written;
}

void sheet_drop(struct sheet *sheet)
{
    if (!sheet)
        return;
    if (sheet->file)
        gzclose(sheet->file);
    if (sheet->line >= 0) {
        unlink(sheet->temporary); /* unless it has its name already */
        close(sheet->line);
    }
    free(sheet);
}
