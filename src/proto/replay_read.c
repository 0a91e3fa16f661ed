/* Replays as text: expat reads them, the rules tell them again. */

#include "base/memory.h"
#include "game/text.h"
#include "proto/replay_check.h"
#include "xml/reader.h"

#include <stdlib.h>

enum { READER_MEMORY = 4 * 1024 * 1024 }; /* a state of Hive needs 200 KB */

static bool on_element(void *context, const struct xml_node *element)
{
    return replay_content_take(context, element);
}

static void read_elements(struct replay_content *content, struct xml_reader *reader,
                          struct slice xml)
{
    struct err why = {0};

    if (!xml_reader_feed(reader, xml.at, xml.len, &why))
        replay_content_set_damage(content, "replay_broken", &why);
    if (!content->damage.code[0] && !xml_reader_is_ended(reader))
        replay_content_set_damage(content, content->count > 0 ? "replay_cut" : "replay_foreign",
                                  NULL);
}

static void read_log(struct replay_content *content, struct slice xml)
{
    struct xml_reader *reader = xml_reader_create(READER_MEMORY, on_element, content);

    if (reader)
        read_elements(content, reader, xml);
    else
        replay_content_set_damage(content, "xml_large", NULL);
    xml_reader_destroy(reader);
    replay_content_complete(content);
}

static bool parse_record(struct slice text, struct record *record, struct replay_report *report,
                         struct err *why)
{
    if (!record_parse(text, record, why))
        return false;
    report->ruleset = (enum ruleset)record->start.ruleset;
    report->state_count = record->ply_count + 1;
    for (enum ruleset i = RULES_BOOK; i <= RULES_SERVER; i++)
        replay_check_record(record, i, &report->differences[i]);
    return true;
}

bool replay_parse(struct slice text, enum replay_rules rules, struct record *record,
                  struct replay_report *report, struct err *why)
{
    struct slice head = text;

    *report = (struct replay_report){0};
    if (slice_take(&head, "kielwasser"))
        return parse_record(text, record, report, why);
    struct replay_content *content = replay_content_create();
    read_log(content, text);
    bool is_read = replay_check_content(content, rules, record, report, why);
    replay_content_destroy(content);
    return is_read;
}

/* ---- checking a record ---- */

/* The full board, which the XML does not tell, without its ruleset. */
static void set_start(struct replay_content *content, const struct record *record)
{
    struct buf buf;

    buf_init(&buf, content->start, sizeof content->start);
    content->rules->print(&record->start, &buf);
    struct slice text = buf_slice(&buf);
    text_cut_ruleset(&text);
    content->start[text.len] = '\0';
}

bool replay_check_record(const struct record *record, enum ruleset ruleset,
                         struct replay_difference *difference)
{
    struct replay_content *content = replay_content_create();
    struct record *scratch = memory_get(1, sizeof *scratch);
    char *xml = memory_get_unset(REPLAY_TEXT_MAX);
    struct buf buf;
    bool is_same = false;

    buf_init(&buf, xml, REPLAY_TEXT_MAX);
    replay_write(record, &buf);
    read_log(content, buf_slice(&buf));
    difference->what = content->damage;
    if (!content->damage.code[0]) {
        set_start(content, record);
        is_same = replay_check_content_by(content, ruleset, scratch, difference);
    }
    free(xml);
    free(scratch);
    replay_content_destroy(content);
    return is_same;
}
