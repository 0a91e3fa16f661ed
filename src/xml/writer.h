#ifndef XML_WRITER_H
#define XML_WRITER_H

/*
 * Writes XML exactly as the old servers (XStream) did, because real clients depend on every blank:
 * each element on its own line, two spaces per level, a message begins with a newline and nothing
 * follows its last '>'.
 *
 * The same calls can plant a tree instead: what a reader of that text would see, without a parser.
 */

#include "base/buf.h"
#include "xml/node.h"

enum { XML_WRITER_DEPTH_MAX = 16 };

struct xml_writer {
    struct buf *out;                               /* NULL: a tree is planted in `arena` */
    struct xml_arena *arena;                       /* must not become full */
    struct xml_node *tree;                         /* its root, once that was opened */
    struct xml_node *nodes[XML_WRITER_DEPTH_MAX];  /* the open ones */
    struct xml_node **tails[XML_WRITER_DEPTH_MAX]; /* where their next children hang */
    int indent;                                    /* of the outermost element */
    int depth;                                     /* open elements */
    const char *open[XML_WRITER_DEPTH_MAX];        /* their names, borrowed until they are closed */
    bool is_tag_open;                              /* attributes may still come */
    bool has_text; /* the innermost one holds text: no newline before its end */
};

/* `indent`: the level of the outermost element; 1 for a message inside <protocol>. */
void xml_writer_init(struct xml_writer *writer, struct buf *out, int indent);
void xml_writer_init_tree(struct xml_writer *writer, struct xml_arena *arena);

void xml_open(struct xml_writer *writer, const char *name);
void xml_attr(struct xml_writer *writer, const char *name, const char *value);
void xml_attr_int(struct xml_writer *writer, const char *name, int value);
void xml_attr_flag(struct xml_writer *writer, const char *name, bool value);
void xml_write_text(struct xml_writer *writer, struct slice text);
void xml_close(struct xml_writer *writer);

/* <name>text</name> and <name>7</name> */
void xml_leaf(struct xml_writer *writer, const char *name, const char *text);
void xml_leaf_int(struct xml_writer *writer, const char *name, int value);

/* What was read, with all attributes and children, as deep as can be written. */
void xml_write_attrs(struct xml_writer *writer, const struct xml_node *node);
void xml_write_children(struct xml_writer *writer, const struct xml_node *node);

#endif
