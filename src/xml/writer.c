#include "xml/writer.h"

#include <assert.h>

void xml_writer_init(struct xml_writer *writer, struct buf *out, int indent)
{
    *writer = (struct xml_writer){.out = out, .indent = indent};
}

void xml_writer_init_tree(struct xml_writer *writer, struct xml_arena *arena)
{
    *writer = (struct xml_writer){.arena = arena};
}

/* ---- planting ---- */

static void plant_node(struct xml_writer *writer, const char *name)
{
    struct xml_node *node = xml_node_make(writer->arena, name);

    assert(node);
    if (writer->depth == 0) {
        writer->tree = node;
    } else {
        *writer->tails[writer->depth - 1] = node;
        writer->tails[writer->depth - 1] = &node->next;
    }
    writer->nodes[writer->depth] = node;
    writer->tails[writer->depth] = &node->children;
}

static void plant_attr(struct xml_writer *writer, const char *name, const char *value)
{
    bool is_planted =
        xml_node_add_attr(writer->arena, writer->nodes[writer->depth - 1], name, value);

    assert(is_planted);
    (void)is_planted;
}

static void plant_text(struct xml_writer *writer, struct slice text)
{
    struct slice seen = slice_trim(text);

    writer->nodes[writer->depth - 1]->text = xml_arena_text(writer->arena, seen.at, seen.len);
}

/* ---- writing ---- */

/* What stands for a character in XML; NULL: itself. */
static const char *entity_of(char c)
{
    static const char *const entities[256] = {
        ['&'] = "&amp;",   ['<'] = "&lt;",   ['>'] = "&gt;",   ['"'] = "&quot;",
        ['\''] = "&apos;", ['\n'] = "&#xa;", ['\r'] = "&#xd;", ['\t'] = "&#x9;",
    };
    const char *entity = entities[(unsigned char)c];

    /* Other control characters do not exist in XML. */
    return !entity && (unsigned char)c < ' ' ? " " : entity;
}

/* Most texts have nothing to escape and are copied in one piece. */
static void escape(struct buf *out, struct slice text)
{
    size_t plain = 0; /* characters since the last one that was escaped */

    for (size_t i = 0; i < text.len; i++) {
        const char *entity = entity_of(text.at[i]);
        if (!entity)
            continue;
        buf_add_slice(out, slice_make(text.at + plain, i - plain));
        buf_add(out, entity);
        plain = i + 1;
    }
    buf_add_slice(out, slice_skip(text, plain));
}

static bool is_plain(struct slice text)
{
    bool is_plain = true;

    for (size_t i = 0; i < text.len; i++)
        is_plain &= !entity_of(text.at[i]);
    return is_plain;
}

/* Names and values are short: a loop is quicker than a call. */
static char *put(char *at, struct slice text)
{
    for (size_t i = 0; i < text.len; i++)
        *at++ = text.at[i];
    return at;
}

/* ` name="value"` in one piece. */
static void write_plain_attr(struct buf *out, struct slice name, struct slice value)
{
    char *at = buf_take(out, name.len + value.len + strlen(" =\"\""));

    if (!at)
        return;
    *at++ = ' ';
    at = put(at, name);
    *at++ = '=';
    *at++ = '"';
    at = put(at, value);
    *at = '"';
}

static void end_tag(struct xml_writer *writer)
{
    if (writer->is_tag_open)
        buf_add_char(writer->out, '>');
    writer->is_tag_open = false;
}

/* The blanks before an element of this level, after a newline. */
static struct slice new_line(const struct xml_writer *writer)
{
    static const char line[] = "\n                                        "; /* 20 levels */
    size_t len = 1 + 2 * (size_t)(writer->indent + writer->depth);

    assert(len < sizeof line);
    return slice_make(line, len);
}

static void begin_tag(struct xml_writer *writer, struct slice name)
{
    struct slice line = new_line(writer);
    char *at = buf_take(writer->out, line.len + 1 + name.len);

    if (!at)
        return;
    at = put(at, line);
    *at++ = '<';
    put(at, name);
}

void xml_open(struct xml_writer *writer, const char *name)
{
    assert(writer->depth < XML_WRITER_DEPTH_MAX);
    if (writer->arena) {
        plant_node(writer, name);
    } else {
        end_tag(writer);
        begin_tag(writer, slice_of(name));
    }
    writer->open[writer->depth++] = name;
    writer->is_tag_open = true;
    writer->has_text = false;
}

void xml_attr(struct xml_writer *writer, const char *name, const char *value)
{
    assert(writer->is_tag_open);
    if (writer->arena) {
        plant_attr(writer, name, value);
        return;
    }
    if (is_plain(slice_of(value))) {
        write_plain_attr(writer->out, slice_of(name), slice_of(value));
        return;
    }
    buf_add_char(writer->out, ' ');
    buf_add(writer->out, name);
    buf_add(writer->out, "=\"");
    escape(writer->out, slice_of(value));
    buf_add_char(writer->out, '"');
}

void xml_attr_int(struct xml_writer *writer, const char *name, int value)
{
    char digits[16];
    struct buf buf;

    buf_init(&buf, digits, sizeof digits);
    buf_add_int(&buf, value);
    if (writer->arena)
        plant_attr(writer, name, digits);
    else
        write_plain_attr(writer->out, slice_of(name), buf_slice(&buf));
}

void xml_attr_flag(struct xml_writer *writer, const char *name, bool value)
{
    xml_attr(writer, name, value ? "true" : "false");
}

void xml_write_text(struct xml_writer *writer, struct slice text)
{
    if (writer->arena) {
        plant_text(writer, text);
        return;
    }
    end_tag(writer);
    escape(writer->out, text);
    writer->has_text = true;
}

void xml_close(struct xml_writer *writer)
{
    assert(writer->depth > 0);
    const char *name = writer->open[--writer->depth];
    if (writer->arena)
        return;
    if (writer->is_tag_open) {
        buf_add(writer->out, "/>");
    } else {
        if (!writer->has_text)
            buf_add_slice(writer->out, new_line(writer));
        buf_add(writer->out, "</");
        buf_add(writer->out, name);
        buf_add_char(writer->out, '>');
    }
    writer->is_tag_open = false;
    writer->has_text = false;
}

void xml_leaf(struct xml_writer *writer, const char *name, const char *text)
{
    xml_open(writer, name);
    xml_write_text(writer, slice_of(text));
    xml_close(writer);
}

void xml_leaf_int(struct xml_writer *writer, const char *name, int value)
{
    char digits[16];
    struct buf buf;

    buf_init(&buf, digits, sizeof digits);
    buf_add_int(&buf, value);
    xml_leaf(writer, name, digits);
}

/* The tree keeps them in reverse order. */
static void write_attrs(struct xml_writer *writer, const struct xml_attr *attr)
{
    if (!attr)
        return;
    write_attrs(writer, attr->next);
    xml_attr(writer, attr->name, attr->value);
}

void xml_write_attrs(struct xml_writer *writer, const struct xml_node *node)
{
    write_attrs(writer, node->attrs);
}

void xml_write_children(struct xml_writer *writer, const struct xml_node *node)
{
    if (node->text[0])
        xml_write_text(writer, slice_of(node->text));
    for (const struct xml_node *c = node->children; c; c = c->next) {
        if (writer->depth == XML_WRITER_DEPTH_MAX)
            return;
        xml_open(writer, c->name);
        xml_write_attrs(writer, c);
        xml_write_children(writer, c);
        xml_close(writer);
    }
}
