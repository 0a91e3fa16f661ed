/* Any bytes as a record: refused with a code, or printed and read again the same. */

#include "fuzz.h"

#include "game/record.h"

#include <string.h>

static struct record record, again;
static char text[RECORD_TEXT_MAX];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err why = {0};
    struct buf buf;

    if (!record_parse(slice_make((const char *)data, size), &record, &why)) {
        fuzz_require(why.code[0] != '\0');
        return 0;
    }
    buf_init(&buf, text, sizeof text);
    record_print(&record, &buf);
    fuzz_require(!buf.is_full);
    fuzz_require(record_parse(buf_slice(&buf), &again, &why));
    fuzz_require(memcmp(&record.start, &again.start, sizeof record.start) == 0);
    fuzz_require(record.ply_count == again.ply_count);
    return 0;
}
