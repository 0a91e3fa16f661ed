/* Any lines at the console of any game.  Searches and leaf counts are kept short: what is read is
 * the same, only the number at the end of the line is ours. */

#define _GNU_SOURCE /* memmem */

#include "fuzz.h"

#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { TEXT_MAX = 1 << 16 };

extern const struct cmd engine_cmd;

static char text[TEXT_MAX];

/* The last limit counts; endless searches are ended by the end of the input. */
static void add_line(struct buf *out, struct slice line)
{
    struct slice rest = slice_trim(line);
    struct slice name = slice_take_word(&rest);
    int depth;

    if (slice_is(name, "perft") && slice_to_int(rest, 2, INT_MAX, &depth))
        return;
    buf_add_slice(out, line);
    if (slice_is(name, "go") && !memmem(rest.at, rest.len, "infinite", 8))
        buf_add(out, " nodes=50");
    buf_add_char(out, '\n');
}

static void give_input(struct slice bytes)
{
    int file = memfd_create("console", MFD_CLOEXEC);

    fuzz_require(file >= 0 && write(file, bytes.at, bytes.len) == (ssize_t)bytes.len);
    fuzz_require(lseek(file, 0, SEEK_SET) == 0 && dup2(file, STDIN_FILENO) == STDIN_FILENO);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct game_rules *rules = fuzz_game(&data, &size);
    struct slice rest = slice_make((const char *)data, size);
    struct buf out;

    if (!rules || !freopen("/dev/null", "w", stdout))
        return 0;
    buf_init(&out, text, sizeof text);
    buf_add(&out, "new seed=1\n"); /* without a seed one is drawn from the clock */
    while (rest.len > 0)
        add_line(&out, slice_take_until(&rest, '\n'));
    if (out.is_full)
        return 0;
    give_input(buf_slice(&out));
    char *argv[] = {(char *)(uintptr_t)rules->name, NULL};
    fuzz_require(engine_cmd.run(1, argv) == EXIT_FINE);
    return 0;
}
