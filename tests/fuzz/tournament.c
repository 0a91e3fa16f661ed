/* Any bytes as a tournament file: refused with a code, or printed and read again the same. */

#include "fuzz.h"

#include "tournament/tournament_file.h"

#include <string.h>

static struct tournament_file file, again;
static char text[TOURNAMENT_TEXT_MAX];

static void forget_lines(struct tournament_file *of)
{
    for (int i = 0; i < of->stage_count; i++)
        of->stage[i].line = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err why = {0};
    struct buf buf;

    if (!tournament_file_parse(slice_make((const char *)data, size), &file, &why)) {
        fuzz_require(why.code[0] != '\0');
        return 0;
    }
    buf_init(&buf, text, sizeof text);
    tournament_file_print(&file, &buf);
    fuzz_require(!buf.is_full);
    fuzz_require(tournament_file_parse(buf_slice(&buf), &again, &why));
    forget_lines(&file);
    forget_lines(&again);
    fuzz_require(memcmp(&file, &again, sizeof file) == 0);
    return 0;
}
