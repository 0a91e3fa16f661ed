#include "xml/node.h"

#include "base/slice.h"

#include <stdalign.h>
#include <stdint.h>
#include <string.h>

enum { BLOCK_MIN = 2048 };

struct xml_block {
    struct xml_block *older;
    size_t size;
    alignas(max_align_t) char memory[];
};

void xml_arena_clear(struct xml_arena *arena)
{
    while (arena->block) {
        struct xml_block *older = arena->block->older;
        arena->give(arena->context, arena->block);
        arena->block = older;
    }
    arena->used = 0;
}

/* A further block with room for at least `size` bytes; each is twice as large as the last. */
static bool add_block(struct xml_arena *arena, size_t size)
{
    size_t wanted = arena->block ? 2 * arena->block->size : BLOCK_MIN;

    if (wanted < size)
        wanted = size;
    struct xml_block *block = arena->take(arena->context, sizeof *block + wanted);
    if (!block)
        return false;
    *block = (struct xml_block){.older = arena->block, .size = wanted};
    arena->block = block;
    arena->used = 0;
    return true;
}

static void *take(struct xml_arena *arena, size_t size, size_t alignment)
{
    size_t at = (arena->used + alignment - 1) / alignment * alignment;

    if (!arena->block || at > arena->block->size || size > arena->block->size - at) {
        if (!add_block(arena, size))
            return NULL;
        at = 0;
    }
    arena->used = at + size;
    return arena->block->memory + at;
}

char *xml_arena_text(struct xml_arena *arena, const char *text, size_t len)
{
    char *copy = take(arena, len + 1, 1);

    if (!copy)
        return NULL;
    if (len > 0)
        memcpy(copy, text, len);
    copy[len] = '\0';
    return copy;
}

struct xml_node *xml_node_make(struct xml_arena *arena, const char *name)
{
    struct xml_node *node = take(arena, sizeof *node, alignof(struct xml_node));
    const char *copy = node ? xml_arena_text(arena, name, strlen(name)) : NULL;

    if (!copy)
        return NULL;
    *node = (struct xml_node){.name = copy, .text = ""};
    return node;
}

bool xml_node_add_attr(struct xml_arena *arena, struct xml_node *node, const char *name,
                       const char *value)
{
    struct xml_attr *attr = take(arena, sizeof *attr, alignof(struct xml_attr));

    if (!attr)
        return false;
    *attr = (struct xml_attr){
        .name = xml_arena_text(arena, name, strlen(name)),
        .value = xml_arena_text(arena, value, strlen(value)),
        .next = node->attrs,
    };
    if (!attr->name || !attr->value)
        return false;
    node->attrs = attr;
    return true;
}

const char *xml_get(const struct xml_node *node, const char *attr)
{
    for (const struct xml_attr *a = node->attrs; a; a = a->next) {
        if (strcmp(a->name, attr) == 0)
            return a->value;
    }
    return NULL;
}

const char *xml_value(const struct xml_node *node, const char *name)
{
    const char *value = xml_get(node, name);
    const struct xml_node *child = xml_child(node, name);

    return value ? value : child ? child->text : NULL;
}

static int take_base(struct slice *digits)
{
    if (slice_take(digits, "0x") || slice_take(digits, "0X") || slice_take_char(digits, '#'))
        return 16;
    return digits->len > 1 && digits->at[0] == '0' ? 8 : 10;
}

/* What is no digit is larger than any base. */
static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

/* A number of any length; what is far beyond an int stays there. */
static bool decode(const char *text, int64_t *out)
{
    const int64_t largest = INT64_C(1) << 40;
    struct slice rest = slice_of(text);
    bool is_negative = slice_take_char(&rest, '-');
    int64_t value = 0;

    if (!is_negative)
        slice_take_char(&rest, '+');
    int base = take_base(&rest);
    if (rest.len == 0)
        return false;
    for (; rest.len > 0; rest = slice_skip(rest, 1)) {
        int digit = digit_of(rest.at[0]);
        if (digit >= base)
            return false;
        value = value < largest ? value * base + digit : largest;
    }
    *out = is_negative ? -value : value;
    return true;
}

bool xml_to_int(const char *text, int min, int max, int *out)
{
    int64_t value;

    if (!text || !decode(text, &value) || value < min || value > max)
        return false;
    *out = (int)value;
    return true;
}

bool xml_to_bounded(const char *text, int bound, int *out)
{
    int64_t value;

    if (!text || !decode(text, &value))
        return false;
    *out = value > bound ? bound : value < -bound ? -bound : (int)value;
    return true;
}

bool xml_get_int(const struct xml_node *node, const char *attr, int min, int max, int *out)
{
    return xml_to_int(xml_get(node, attr), min, max, out);
}

bool xml_get_flag(const struct xml_node *node, const char *attr)
{
    const char *value = xml_get(node, attr);

    return value && strcmp(value, "true") == 0;
}

bool xml_is(const struct xml_node *node, const char *name)
{
    return node && strcmp(node->name, name) == 0;
}

static const struct xml_node *find(const struct xml_node *node, const char *name)
{
    while (node && name && strcmp(node->name, name) != 0)
        node = node->next;
    return node;
}

const struct xml_node *xml_child(const struct xml_node *parent, const char *name)
{
    return parent ? find(parent->children, name) : NULL;
}

const struct xml_node *xml_next(const struct xml_node *sibling, const char *name)
{
    return sibling ? find(sibling->next, name) : NULL;
}

int xml_count(const struct xml_node *parent, const char *name)
{
    int n = 0;

    for (const struct xml_node *c = xml_child(parent, name); c; c = xml_next(c, name))
        n++;
    return n;
}
