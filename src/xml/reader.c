#include "xml/reader.h"

#include "base/buf.h"
#include "base/memory.h"
#include "base/slice.h"

#include <expat.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct xml_reader {
    XML_Parser parser;
    size_t memory, memory_max;
    xml_on_element *on_element;
    void *context;
    struct xml_arena arena;
    int depth; /* open elements, the root included */
    struct xml_node *open[XML_DEPTH_MAX + 1];
    struct xml_node **tail[XML_DEPTH_MAX + 1]; /* where the next child of open[i] hangs */
    char *text;                                /* of the innermost element so far */
    size_t text_len, text_size;
    bool is_ended;
    int64_t fed;         /* bytes so far */
    const char *refusal; /* code; NULL while all is well */
};

/* ---- the cap ---- */

/* Expat's memory functions have no context, so the reader at work is noted here for the time of the
 * call.  A callback may use another reader meanwhile. */
static _Thread_local struct xml_reader *at_work;

/* Returns the one that goes on afterwards. */
static struct xml_reader *begin_work(struct xml_reader *reader)
{
    struct xml_reader *outer = at_work;

    at_work = reader;
    return outer;
}

struct block {
    size_t size;
    alignas(max_align_t) char memory[];
};

static void *take(size_t size)
{
    struct xml_reader *reader = at_work;

    if (size > reader->memory_max - reader->memory)
        return NULL;
    struct block *block = memory_try(1, sizeof *block + size);
    if (!block)
        return NULL;
    block->size = size;
    reader->memory += size;
    return block->memory;
}

static struct block *block_of(void *memory)
{
    return (struct block *)((char *)memory - offsetof(struct block, memory));
}

static void give(void *memory)
{
    if (!memory)
        return;
    at_work->memory -= block_of(memory)->size;
    free(block_of(memory));
}

static void *grow(void *memory, size_t size)
{
    size_t old = memory ? block_of(memory)->size : 0;
    void *larger = take(size);

    if (larger && memory) {
        memcpy(larger, memory, old < size ? old : size);
        give(memory);
    }
    return larger;
}

static void *arena_take(void *context, size_t size)
{
    (void)context;
    return take(size);
}

static void arena_give(void *context, void *memory)
{
    (void)context;
    give(memory);
}

/* ---- what expat tells ---- */

static void refuse(struct xml_reader *reader, const char *code)
{
    if (!reader->refusal)
        reader->refusal = code;
    XML_StopParser(reader->parser, XML_FALSE);
}

static bool add_attrs(struct xml_reader *reader, struct xml_node *node, const char **attrs)
{
    for (int i = 0; attrs[i]; i += 2) {
        if (i / 2 >= XML_ATTRS_MAX ||
            !xml_node_add_attr(&reader->arena, node, attrs[i], attrs[i + 1]))
            return false;
    }
    return true;
}

static void on_start(void *context, const char *name, const char **attrs)
{
    struct xml_reader *reader = context;
    int level = reader->depth++ - 1; /* the root is level -1 */

    reader->text_len = 0;
    if (level < 0)
        return;
    if (level >= XML_DEPTH_MAX) {
        refuse(reader, "xml_depth");
        return;
    }
    struct xml_node *node = xml_node_make(&reader->arena, name);
    if (!node || !add_attrs(reader, node, attrs)) {
        refuse(reader, "xml_large");
        return;
    }
    reader->open[level] = node;
    reader->tail[level] = &node->children;
    if (level > 0) {
        *reader->tail[level - 1] = node;
        reader->tail[level - 1] = &node->next;
    }
}

static void keep_text(struct xml_reader *reader, struct xml_node *node)
{
    struct slice text = slice_trim(slice_make(reader->text, reader->text_len));

    reader->text_len = 0;
    if (text.len == 0 || node->children)
        return;
    node->text = xml_arena_text(&reader->arena, text.at, text.len);
    if (!node->text)
        refuse(reader, "xml_large");
}

static void on_end(void *context, const char *name)
{
    struct xml_reader *reader = context;
    int level = --reader->depth - 1;

    (void)name;
    if (level < 0) {
        reader->is_ended = true;
        return;
    }
    keep_text(reader, reader->open[level]);
    if (level > 0 || reader->refusal)
        return;
    bool goes_on = reader->on_element(reader->context, reader->open[0]);
    xml_arena_clear(&reader->arena);
    if (!goes_on)
        XML_StopParser(reader->parser, XML_FALSE);
}

static void on_text(void *context, const char *text, int len)
{
    struct xml_reader *reader = context;
    size_t wanted = reader->text_len + (size_t)len;

    if (reader->depth < 2)
        return;
    if (wanted > XML_TEXT_MAX) {
        refuse(reader, "xml_large");
        return;
    }
    if (wanted > reader->text_size) {
        size_t size = wanted < 64 ? 64 : 2 * wanted;
        char *larger = grow(reader->text, size);
        if (!larger) {
            refuse(reader, "xml_large");
            return;
        }
        reader->text = larger;
        reader->text_size = size;
    }
    memcpy(reader->text + reader->text_len, text, (size_t)len);
    reader->text_len = wanted;
}

static void on_doctype(void *context, const char *name, const char *system, const char *public,
                       int has_internal)
{
    (void)name, (void)system, (void)public, (void)has_internal;
    refuse(context, "xml_doctype");
}

/* ---- the reader ---- */

/* Newer parsers wait for more before they look at a token again that was not complete.  Here
 * nothing more may ever come: a client that sent half a move and then the rest waits for an answer.
 * What that saved in time, XML_TOKEN_MAX does. */
#ifdef HAVE_REPARSE_DEFERRAL
static void look_at_once(XML_Parser parser) { XML_SetReparseDeferralEnabled(parser, XML_FALSE); }
#else
static void look_at_once(XML_Parser parser) { (void)parser; }
#endif

struct xml_reader *xml_reader_create(size_t memory_max, xml_on_element *on_element, void *context)
{
    static const XML_Memory_Handling_Suite capped = {take, grow, give};
    struct xml_reader *reader = memory_try(1, sizeof *reader);

    if (!reader)
        return NULL;
    reader->memory_max = memory_max;
    reader->on_element = on_element;
    reader->context = context;
    reader->arena = (struct xml_arena){.take = arena_take, .give = arena_give};
    struct xml_reader *outer = begin_work(reader);
    reader->parser = XML_ParserCreate_MM(NULL, &capped, NULL);
    at_work = outer;
    if (!reader->parser) {
        free(reader);
        return NULL;
    }
    look_at_once(reader->parser);
    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, on_start, on_end);
    XML_SetCharacterDataHandler(reader->parser, on_text);
    XML_SetStartDoctypeDeclHandler(reader->parser, on_doctype);
    return reader;
}

void xml_reader_destroy(struct xml_reader *reader)
{
    if (!reader)
        return;
    struct xml_reader *outer = begin_work(reader);
    xml_arena_clear(&reader->arena);
    give(reader->text);
    XML_ParserFree(reader->parser);
    at_work = outer;
    free(reader);
}

static const char *code_of(const struct xml_reader *reader)
{
    if (reader->refusal)
        return reader->refusal;
    return XML_GetErrorCode(reader->parser) == XML_ERROR_NO_MEMORY ? "xml_large" : "xml_broken";
}

/* What a call of expat came to. */
static bool judge(struct xml_reader *reader, enum XML_Status status, struct err *why)
{
    if (status != XML_STATUS_ERROR || reader->is_ended)
        return true;
    if (!reader->refusal && XML_GetErrorCode(reader->parser) == XML_ERROR_ABORTED)
        return true; /* on_element wanted no more */
    reader->refusal = code_of(reader);
    return err_set(why, reader->refusal, XML_ErrorString(XML_GetErrorCode(reader->parser)));
}

/* Is the token without an end still small? */
static bool is_small(struct xml_reader *reader, struct err *why)
{
    if (reader->is_ended || reader->fed - XML_GetCurrentByteIndex(reader->parser) <= XML_TOKEN_MAX)
        return true;
    reader->refusal = "xml_large";
    return err_set(why, reader->refusal, "");
}

/* UTF-16 is refused by its first two bytes, a mark or a letter with a zero: expat looks for it in
 * the first piece that comes, so what it takes for UTF-16 depends on how the bytes are cut. */
static bool is_utf16(const struct xml_reader *reader, const char *bytes, size_t len)
{
    for (size_t i = 0; i < len && reader->fed + (int64_t)i < 2; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == 0 || (byte >= 0xfe && reader->fed + (int64_t)i == 0))
            return true;
    }
    return false;
}

bool xml_reader_feed(struct xml_reader *reader, const char *bytes, size_t len, struct err *why)
{
    if (!reader->refusal && is_utf16(reader, bytes, len))
        reader->refusal = "xml_broken";
    if (reader->refusal)
        return err_set(why, reader->refusal, "");
    if (reader->is_ended)
        return true; /* whatever follows the root is ignored */
    struct xml_reader *outer = begin_work(reader);
    enum XML_Status status = XML_Parse(reader->parser, bytes, (int)len, XML_FALSE);
    at_work = outer;
    reader->fed += (int64_t)len;
    if (status == XML_STATUS_OK)
        return is_small(reader, why);
    return judge(reader, status, why);
}

void xml_reader_suspend(struct xml_reader *reader) { XML_StopParser(reader->parser, XML_TRUE); }

bool xml_reader_resume(struct xml_reader *reader, struct err *why)
{
    XML_ParsingStatus now;

    XML_GetParsingStatus(reader->parser, &now);
    if (now.parsing != XML_SUSPENDED)
        return true;
    struct xml_reader *outer = begin_work(reader);
    enum XML_Status status = XML_ResumeParser(reader->parser);
    at_work = outer;
    return judge(reader, status, why);
}

bool xml_reader_is_ended(const struct xml_reader *reader) { return reader->is_ended; }

size_t xml_reader_unread(const struct xml_reader *reader)
{
    int64_t at = XML_GetCurrentByteIndex(reader->parser);

    return at < 0 || at > reader->fed ? 0 : (size_t)(reader->fed - at);
}

bool xml_reader_is_between(const struct xml_reader *reader)
{
    return reader->depth <= 1 && xml_reader_unread(reader) == 0;
}

size_t xml_reader_memory(const struct xml_reader *reader) { return reader->memory; }
