/* Any bytes as what a store says: the first line as terms, the others as games.  Refused, or printed and read
 * again the same; what is read as a game is one, or makes no replay. */

#include "fuzz.h"

#include "arena/note.h"
#include "base/file.h"

#include <string.h>

static struct terms terms, again;
static struct note note, copy;
static struct record record;
static char text[NOTE_LINE_SIZE];

static void try_note(struct slice line)
{
    struct buf buf;

    if (!note_parse(line, &terms, &note))
        return;
    buf_init(&buf, text, sizeof text);
    note_print(&note, &terms, &buf);
    if (!buf.is_full) {
        fuzz_require(note_parse(buf_slice(&buf), &terms, &copy));
        fuzz_require(note.game == copy.game && strcmp(note.moves, copy.moves) == 0);
    }
    note_record(&note, &terms, &record);
}

static void try_again(void)
{
    char keys[2][TERMS_KEY_SIZE];
    struct slice line = terms_print(&terms);

    fuzz_require(terms_parse(&again, line, NULL, NULL, NULL));
    terms_key(&terms, keys[0]);
    terms_key(&again, keys[1]);
    fuzz_require(strcmp(keys[0], keys[1]) == 0);
    terms_finish(&again);
    file_free(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct slice rest = slice_make((const char *)data, size);
    struct err why = {0};

    if (!terms_parse(&terms, slice_take_until(&rest, '\n'), NULL, NULL, &why)) {
        fuzz_require(why.code[0] != '\0');
        return 0;
    }
    try_again();
    while (rest.len > 0)
        try_note(slice_take_until(&rest, '\n'));
    terms_finish(&terms);
    return 0;
}
