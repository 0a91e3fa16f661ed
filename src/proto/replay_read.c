/* Replays as text: expat reads them, the rules tell them again. */

#include "base/memory.h"
#include "game/text.h"
#include "proto/replay_tell.h"
#include "xml/reader.h"

#include <stdlib.h>

enum { READER_MEMORY = 4 * 1024 * 1024 }; /* a state of Hive needs 200 KB */

static bool on_element(void *context, const struct xml_node *element)
{
    return replay_log_take(context, element);
}

static void read_elements(struct replay_log *log, struct xml_reader *reader, struct slice xml)
{
    struct err why = {0};

    if (!xml_reader_feed(reader, xml.at, xml.len, &why))
        replay_log_damage(log, "replay_broken", &why);
    if (!log->damage.code[0] && !xml_reader_is_ended(reader))
        replay_log_damage(log, log->count > 0 ? "replay_cut" : "replay_foreign", NULL);
}

static void read_log(struct replay_log *log, struct slice xml)
{
    struct xml_reader *reader = xml_reader_create(READER_MEMORY, on_element, log);

    if (reader)
        read_elements(log, reader, xml);
    else
        replay_log_damage(log, "xml_large", NULL);
    xml_reader_destroy(reader);
    replay_log_finish(log);
}

static bool parse_record(struct slice text, struct record *record, struct replay_report *report,
                         struct err *why)
{
    if (!record_parse(text, record, why))
        return false;
    report->ruleset = (enum ruleset)record->start.ruleset;
    report->state_count = record->ply_count + 1;
    for (enum ruleset i = RULES_BOOK; i <= RULES_SERVER; i++)
        replay_check(record, i, &report->differences[i]);
    return true;
}

bool replay_parse(struct slice text, enum replay_rules rules, struct record *record,
                  struct replay_report *report, struct err *why)
{
    struct slice head = text;

    *report = (struct replay_report){0};
    if (slice_take(&head, "kielwasser"))
        return parse_record(text, record, report, why);
    struct replay_log *log = replay_log_create();
    read_log(log, text);
    bool is_read = replay_tell(log, rules, record, report, why);
    replay_log_destroy(log);
    return is_read;
}

/* ---- checking a record ---- */

/* The full board, which the XML does not tell, without its ruleset. */
static void set_start(struct replay_log *log, const struct record *record)
{
    struct buf buf;

    buf_init(&buf, log->start, sizeof log->start);
    log->rules->print(&record->start, &buf);
    struct slice text = buf_slice(&buf);
    text_cut_ruleset(&text);
    log->start[text.len] = '\0';
}

bool replay_check(const struct record *record, enum ruleset ruleset,
                  struct replay_difference *difference)
{
    struct replay_log *log = replay_log_create();
    struct record *scratch = memory_get(1, sizeof *scratch);
    char *xml = memory_get(REPLAY_TEXT_MAX, 1);
    struct buf buf;
    bool is_same = false;

    buf_init(&buf, xml, REPLAY_TEXT_MAX);
    replay_print(record, &buf);
    read_log(log, buf_slice(&buf));
    difference->what = log->damage;
    if (!log->damage.code[0]) {
        set_start(log, record);
        is_same = replay_retell(log, ruleset, scratch, difference);
    }
    free(xml);
    free(scratch);
    replay_log_destroy(log);
    return is_same;
}
