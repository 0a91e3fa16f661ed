/* Any bytes as what a store says: the first line as match, the others as games.  Refused, or
 * printed and read again the same; what is read as a game is one, or makes no replay. */

#include "fuzz.h"

#include "base/file.h"
#include "match/result.h"

#include <string.h>

static struct match match, again;
static struct result result, copy;
static struct record record;
static char text[RESULT_LINE_SIZE];

static void try_note(struct slice line)
{
    struct buf buf;

    if (!result_from_line(line, &match, &result))
        return;
    buf_init(&buf, text, sizeof text);
    result_print(&result, &match, &buf);
    if (!buf.is_full) {
        fuzz_require(result_from_line(buf_slice(&buf), &match, &copy));
        fuzz_require(result.game == copy.game && strcmp(result.moves, copy.moves) == 0);
    }
    result_record(&result, &match, &record);
}

static void try_again(void)
{
    char keys[2][MATCH_KEY_SIZE];
    struct slice line = match_print(&match);

    fuzz_require(match_parse(&again, line, NULL, 0, NULL));
    match_key(&match, keys[0]);
    match_key(&again, keys[1]);
    fuzz_require(strcmp(keys[0], keys[1]) == 0);
    match_finish(&again);
    file_free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice rest = slice_make((const char *)data, size);
    struct err why = {0};

    if (!match_parse(&match, slice_take_until(&rest, '\n'), NULL, 0, &why)) {
        fuzz_require(why.code[0] != '\0');
        return 0;
    }
    try_again();
    while (rest.len > 0)
        try_note(slice_take_until(&rest, '\n'));
    match_finish(&match);
    return 0;
}
