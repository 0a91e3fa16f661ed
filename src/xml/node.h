#ifndef XML_NODE_H
#define XML_NODE_H

/*
 * An XML element with its attributes and children, in an arena of fixed size: what the wires of the
 * games see.  It knows no parser, so the same wires read replays in the browser.
 */

#include <stdbool.h>
#include <stddef.h>

struct xml_attr {
    const char *name, *value;
    struct xml_attr *next;
};

struct xml_node {
    const char *name;
    const char *text; /* the characters directly inside, without blanks around them; "" if none */
    struct xml_attr *attrs;
    struct xml_node *children, *next;
};

/* Memory for trees, block after block; everything in it ends with the next xml_arena_clear. */
struct xml_arena {
    struct xml_block *block;                   /* the newest; older ones hang on it */
    size_t used;                               /* of the newest block */
    void *(*take)(void *context, size_t size); /* NULL when there is no more */
    void (*give)(void *context, void *memory);
    void *context;
};

/* Gives everything back. */
void xml_arena_clear(struct xml_arena *arena);

/* Building; NULL or false when the arena is full. */
struct xml_node *xml_node_make(struct xml_arena *arena, const char *name);
bool xml_node_add_attr(struct xml_arena *arena, struct xml_node *node, const char *name,
                       const char *value);
char *xml_arena_text(struct xml_arena *arena, const char *text, size_t len);

/* The value of an attribute, or NULL. */
const char *xml_get(const struct xml_node *node, const char *attr);
/* The value of a field, which XStream reads from an attribute or from an element of its own; NULL:
 * it is not mentioned. */
const char *xml_value(const struct xml_node *node, const char *name);

/* Numbers as the old servers read them (Java's decode): a sign, then decimal, 0x…, #… or octal 0….
 * xml_to_int wants one between min and max; xml_to_bounded takes any, and those that are too large,
 * which are off every board, stay at the bound. */
bool xml_to_int(const char *text, int min, int max, int *out);
bool xml_to_bounded(const char *text, int bound, int *out);
/* The same for an attribute. */
bool xml_get_int(const struct xml_node *node, const char *attr, int min, int max, int *out);
/* "true" is true; anything else, or nothing, is false: XStream's way. */
bool xml_get_flag(const struct xml_node *node, const char *attr);
bool xml_is(const struct xml_node *node, const char *name);

/* The first child with this name (NULL: any), and the next sibling with it. */
const struct xml_node *xml_child(const struct xml_node *parent, const char *name);
const struct xml_node *xml_next(const struct xml_node *sibling, const char *name);
int xml_count(const struct xml_node *parent, const char *name);

#endif
