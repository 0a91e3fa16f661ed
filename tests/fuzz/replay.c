/* Any bytes as a replay: refused with a code, or a record that is written and read again the
 * same.  The length chooses the rules: most inputs fit none, and trying both takes twice as long.
 */

#include "fuzz.h"

#include "proto/replay.h"

static struct record record, again;
static char text[REPLAY_TEXT_MAX];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct replay_report report;
    struct err why = {0};
    struct buf buf;

    enum replay_rules rules = (enum replay_rules)(size % (REPLAY_RULES_FITTING + 1));
    if (!replay_parse(slice_make((const char *)data, size), rules, &record, &report, &why)) {
        fuzz_require(why.code[0] != '\0');
        return 0;
    }
    enum ruleset ruleset = report.ruleset;
    if (report.differences[ruleset].what.code[0])
        return 0;
    buf_init(&buf, text, sizeof text);
    replay_write(&record, &buf);
    fuzz_require(!buf.is_full);
    fuzz_require(replay_parse(buf_slice(&buf), (enum replay_rules)ruleset, &again, &report, &why));
    fuzz_require(record.ply_count == again.ply_count);
    fuzz_require(record.has_outcome == again.has_outcome);
    return 0;
}
