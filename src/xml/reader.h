#ifndef XML_READER_H
#define XML_READER_H

/*
 * Bytes in, complete elements out: one endless document whose root never ends, cut into the
 * children of its root.  Any root name, any encoding of expat's but UTF-16, any chunking.  Memory
 * is capped for each reader; DOCTYPE, and with it every entity of one's own, is refused.
 */

#include "base/err.h"
#include "xml/node.h"

enum {
    XML_DEPTH_MAX = 24,        /* levels below the root */
    XML_ATTRS_MAX = 64,        /* of one element */
    XML_TEXT_MAX = 8 * 1024,   /* characters directly inside one element */
    XML_TOKEN_MAX = 16 * 1024, /* one tag with its attributes, one comment */
};

struct xml_reader;

/* What happens to a complete child of the root; the tree ends with the call.  False:
 * read no more. */
typedef bool xml_on_element(void *context, const struct xml_node *element);

/* `memory_max` bytes for parser and trees together.  NULL: no memory. */
struct xml_reader *xml_reader_create(size_t memory_max, xml_on_element *on_element, void *context);
void xml_reader_destroy(struct xml_reader *reader);

/* False: refused, with the reason; the reader is of no further use. */
bool xml_reader_feed(struct xml_reader *reader, const char *bytes, size_t len, struct err *why);

/* From inside on_element: keeps the rest of the bytes for xml_reader_resume. */
void xml_reader_suspend(struct xml_reader *reader);
bool xml_reader_resume(struct xml_reader *reader, struct err *why);

/* Was the root closed? */
bool xml_reader_is_ended(const struct xml_reader *reader);
/* Is nothing begun but the root? */
bool xml_reader_is_between(const struct xml_reader *reader);
/* Bytes at the end of what was fed that are not understood yet or, after a refusal, not at all. */
size_t xml_reader_unread(const struct xml_reader *reader);
/* Bytes held at the moment. */
size_t xml_reader_memory(const struct xml_reader *reader);

#endif
