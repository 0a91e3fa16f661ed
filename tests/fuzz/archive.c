/* Any bytes as an archive of a bot's files: refused, or unpacked within its limits; then a program
 * is looked for among the files. */

#include "fuzz.h"

#include "base/file.h"
#include "base/unpack.h"
#include "bots/bot_files.h"
#include "bots/bot_main_file.h"

#include <stdio.h>
#include <sys/stat.h>

enum { ENTRIES_MAX = 32, BYTES_MAX = 256 * 1024 };

static int files;
static int64_t bytes_unpacked;

static void see(void *context, const struct bot_file *file)
{
    (void)context;
    files++;
    bytes_unpacked += file->size;
}

static void look(const char *folder)
{
    static struct bot_row bot;
    char best[PATH_MAX];
    struct err why = {0};

    files = 0;
    bytes_unpacked = 0;
    bot_files_look(folder, see, NULL, best);
    fuzz_require(files <= ENTRIES_MAX && bytes_unpacked <= BYTES_MAX);
    if (best[0])
        bot_files_set_program(folder, &(struct bot_main){.name = best, .args = ""}, &bot, &why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"bot.zip", "bot.tar", "bot.tar.gz", "bot.jar",
                                        "bot.tar.xz"};
    const struct unpack_limits limits = {.bytes = BYTES_MAX, .entries = ENTRIES_MAX};
    int choice = fuzz_choice(&data, &size, sizeof names / sizeof *names);
    char path[PATH_MAX], folder[PATH_MAX], text[512];
    struct err why = {0};

    if (choice < 0)
        return 0;
    fuzz_write(names[choice], slice_make((const char *)data, size), path);
    snprintf(folder, sizeof folder, "%s/files", fuzz_folder());
    fuzz_require(mkdir(folder, 0700) == 0);
    if (unpack(path, folder, &limits, &why))
        look(folder);
    else
        fuzz_require(why.code[0] != '\0');
    unpack_read_zip_member(path, "META-INF/MANIFEST.MF", text, sizeof text);
    bot_main_file_judge(fuzz_folder(), names[choice]);
    file_remove_all(folder);
    return 0;
}
