/* Leaf counts of every game's perft.txt: "POSITION ; n1 n2 n3". */

#include "support.h"

#include "game/perft.h"
#include "game/plain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The plain generator is slow; it confirms what is small. */
enum { PLAIN_LEAVES_MAX = 20000 };

static void check_depth(struct data *data, const struct position *pos, int depth, uint64_t expected)
{
    uint64_t leaves = perft(data->rules, pos, depth);

    if (leaves != expected)
        data_fail(data, "depth %d: %" PRIu64 " instead of %" PRIu64, depth, leaves, expected);
    if (expected > PLAIN_LEAVES_MAX)
        return;
    leaves = plain_perft(data->rules, pos, depth);
    if (leaves != expected)
        data_fail(data, "plain, depth %d: %" PRIu64 " instead of %" PRIu64, depth, leaves,
                  expected);
}

static void test_perft(void **state)
{
    struct data data;
    int lines = 0;

    data_open(&data, *state, "perft.txt");
    while (data_next(&data)) {
        char *counts = strchr(data.line, ';');
        struct position pos;
        if (!counts) {
            data_fail(&data, "no ';' after the position");
            continue;
        }
        *counts++ = '\0';
        position_of(data.rules, slice_trim(slice_of(data.line)), &pos);
        char *word = strtok(counts, " ");
        for (int depth = 1; word; depth++, word = strtok(NULL, " "))
            check_depth(&data, &pos, depth, strtoull(word, NULL, 10));
        lines++;
    }
    assert_true(lines > 0);
    data_close(&data);
}

int main(void) { return run_for_every_game("perft", test_perft); }
