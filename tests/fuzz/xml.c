/* Any bytes in chunks of any size: refused, or told as elements; whatever comes, the cap holds, all
 * chunks tell the same, and what was read is written and read again the same. */

#include "fuzz.h"

#include "xml/reader.h"
#include "xml/writer.h"

#include <string.h>

enum { CAP = 64 * 1024, TEXT_SIZE = 1 << 18 };

/* What a reader has told, as XML of our own. */
struct ear {
    struct xml_reader *reader;
    struct buf out;
    int count;
    bool suspends;
};

static char whole_text[TEXT_SIZE], parts_text[TEXT_SIZE], again_text[TEXT_SIZE];

/* The tree keeps attributes in reverse order; so they turn round with every reading. */
static void write_node(struct xml_writer *writer, const struct xml_node *node)
{
    if (writer->depth == XML_WRITER_DEPTH_MAX)
        return;
    xml_open(writer, node->name);
    for (const struct xml_attr *a = node->attrs; a; a = a->next)
        xml_attr(writer, a->name, a->value);
    if (node->text[0])
        xml_write_text(writer, slice_of(node->text));
    for (const struct xml_node *c = node->children; c; c = c->next)
        write_node(writer, c);
    xml_close(writer);
}

static bool on_element(void *context, const struct xml_node *element)
{
    struct ear *ear = context;
    struct xml_writer writer;

    ear->count++;
    xml_writer_init(&writer, &ear->out, 0);
    write_node(&writer, element);
    if (ear->suspends)
        xml_reader_suspend(ear->reader);
    return true;
}

static void begin(struct ear *ear, char *text)
{
    buf_init(&ear->out, text, TEXT_SIZE);
    ear->reader = xml_reader_create(CAP, on_element, ear);
    fuzz_require(ear->reader != NULL);
}

static bool feed(struct ear *ear, const char *data, size_t size)
{
    struct err why = {0};
    int before = ear->count;
    bool is_fed = xml_reader_feed(ear->reader, data, size, &why);

    while (is_fed && ear->suspends && ear->count > before) {
        before = ear->count;
        is_fed = xml_reader_resume(ear->reader, &why);
    }
    fuzz_require(is_fed == (why.code[0] == '\0'));
    fuzz_require(xml_reader_memory(ear->reader) <= CAP);
    return is_fed;
}

static void read_whole(const char *data, size_t size)
{
    struct ear ear = {0};

    begin(&ear, whole_text);
    feed(&ear, data, size);
    xml_reader_destroy(ear.reader);
}

static void read_parts(const char *data, size_t size, size_t part, bool suspends)
{
    struct ear ear = {.suspends = suspends};
    bool is_fed = true;

    begin(&ear, parts_text);
    for (size_t at = 0; is_fed && at < size; at += part)
        is_fed = feed(&ear, data + at, size - at < part ? size - at : part);
    xml_reader_destroy(ear.reader);
}

/* Twice, because attributes turn round. */
static void read_again(void)
{
    struct ear ear = {0};

    if (strlen(whole_text) > CAP / 16)
        return; /* trees are larger than their text */
    begin(&ear, parts_text);
    fuzz_require(feed(&ear, "<p>", 3) && feed(&ear, whole_text, strlen(whole_text)));
    xml_reader_destroy(ear.reader);
    begin(&ear, again_text);
    fuzz_require(feed(&ear, "<p>", 3) && feed(&ear, parts_text, strlen(parts_text)));
    xml_reader_destroy(ear.reader);
    fuzz_require(strcmp(whole_text, again_text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data + 1;

    if (size < 2)
        return 0;
    read_whole(bytes, size - 1);
    read_parts(bytes, size - 1, 1 + data[0] % 32, data[0] & 128);
    /* A token that is too large or memory that is used up depend on the chunks. */
    if (size < 1024)
        fuzz_require(strcmp(whole_text, parts_text) == 0);
    read_again();
    return 0;
}
