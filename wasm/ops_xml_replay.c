/* A replay of the season, as trees that the browser has read.  A file comes child by child:
 * tree_begin, tree_add for each child of the root, tree_end. */

#include "exports.h"
#include "proto/replay_check.h"
#include "xml/reader.h"

static struct replay_content *content;

static struct xml_arena arena; /* tree_begin makes it */

/* ---- building the tree ---- */

/* An element and all around it that are still open. */
struct builder {
    struct xml_node *root, *open[XML_DEPTH_MAX], **tail[XML_DEPTH_MAX];
    int depth;
};

static bool open_node(struct builder *builder, const char *name)
{
    struct xml_node *node = xml_node_make(&arena, name);

    if (builder->depth == XML_DEPTH_MAX || (builder->depth == 0 && builder->root))
        return false;
    if (builder->depth == 0) {
        builder->root = node;
    } else {
        *builder->tail[builder->depth - 1] = node;
        builder->tail[builder->depth - 1] = &node->next;
    }
    builder->open[builder->depth] = node;
    builder->tail[builder->depth++] = &node->children;
    return true;
}

/* Characters between children mean nothing. */
static void close_node(struct builder *builder)
{
    struct xml_node *node = builder->open[--builder->depth];

    if (node->children)
        node->text = "";
}

static const char *keep(struct slice text) { return xml_arena_text(&arena, text.at, text.len); }

/* Each part begins with a letter: n name, a attribute and v its value, t text, e end of the
 * element. */
static bool take_part(struct builder *builder, struct slice part, const char **attr)
{
    char letter = part.len > 0 ? part.at[0] : '\0';
    struct slice rest = letter ? slice_skip(part, 1) : part;

    if (letter == 'n')
        return open_node(builder, keep(rest));
    if (builder->depth == 0)
        return false;
    struct xml_node *node = builder->open[builder->depth - 1];
    switch (letter) {
    case 'a':
        *attr = keep(rest);
        return true;
    case 'v':
        return *attr && xml_node_add_attr(&arena, node, *attr, keep(rest));
    case 't':
        node->text = keep(slice_trim(rest));
        return true;
    case 'e':
        close_node(builder);
        return true;
    }
    return false;
}

/* NULL: that was no tree. */
static struct xml_node *build_tree(struct slice parts)
{
    struct builder builder = {0};
    const char *attr = NULL;

    while (parts.len > 0) {
        if (!take_part(&builder, slice_take_until(&parts, '\1'), &attr))
            return NULL;
    }
    return builder.depth == 0 ? builder.root : NULL;
}

/* ---- operations ---- */

bool op_tree_begin(struct call *call, struct err *why)
{
    (void)call;
    (void)why;
    replay_content_destroy(content);
    content = replay_content_create();
    xml_arena_clear(&arena);
    arena = replay_heap;
    return true;
}

bool op_tree_add(struct call *call, struct err *why)
{
    if (!content)
        return err_set(why, "replay_foreign", "");
    xml_arena_clear(&arena);
    struct xml_node *element = build_tree(call_take(call));
    if (!element)
        return err_set(why, "replay_foreign", "");
    json_bool(&call->json, "more", replay_content_take(content, element));
    return true;
}

static void print_difference(struct call *call, const struct replay_difference *difference)
{
    struct json *json = &call->json;

    if (!difference->what.code[0]) {
        json_nothing(json, "difference");
        return;
    }
    json_begin_object(json, "difference");
    view_refusal_members(json, call->rules, &difference->what);
    if (difference->cause.code[0])
        view_refusal(json, "cause", call->rules, &difference->cause);
    json_end_object(json);
}

static void print_report(struct call *call, const struct replay_report *report)
{
    struct json *json = &call->json;

    json_begin_object(json, "report");
    if (report->damage.code[0])
        view_refusal(json, "damage", call->rules, &report->damage);
    else
        json_nothing(json, "damage");
    print_difference(call, &report->differences[report->ruleset]);
    json_int(json, "states", report->state_count);
    json_end_object(json);
}

/* How the file ended: "whole", "cut" or "broken". */
bool op_tree_end(struct call *call, struct err *why)
{
    static struct record record;
    struct slice end = call_take(call);
    struct replay_report report;

    if (!content)
        return err_set(why, "replay_foreign", "");
    if (!content->damage.code[0] && !slice_is(end, "whole"))
        replay_content_set_damage(content, slice_is(end, "cut") ? "replay_cut" : "replay_broken",
                                  NULL);
    replay_content_complete(content);
    if (!replay_check_content(content, REPLAY_RULES_FITTING, &record, &report, why))
        return false;
    call_answer_record(call, &record);
    print_report(call, &report);
    return true;
}
