/* Trees, the writer's exact bytes, and the reader: chunks of any size, limits, memory. */

#include "base/memory.h"
#include "support.h"
#include "xml/reader.h"
#include "xml/writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAP = 512 * 1024, SEEN_SIZE = 1 << 16 };

/* ---- helpers ---- */

/* A reader, and what it has told so far: "name[b=2 a=1](child 'text')" for each element. */
struct ear {
    struct xml_reader *reader;
    char text[SEEN_SIZE];
    struct buf seen;
    int count;
    int stop_after; /* elements; 0: never */
    bool suspends;
    struct err why;
};

static void print_node(const struct xml_node *node, struct buf *out)
{
    buf_add(out, node->name);
    for (const struct xml_attr *a = node->attrs; a; a = a->next)
        buf_format(out, "%c%s=%s%s", a == node->attrs ? '[' : ' ', a->name, a->value,
                   a->next ? "" : "]");
    if (node->text[0])
        buf_format(out, "'%s'", node->text);
    for (const struct xml_node *c = node->children; c; c = c->next) {
        buf_add_char(out, c == node->children ? '(' : ' ');
        print_node(c, out);
    }
    if (node->children)
        buf_add_char(out, ')');
}

static bool on_element(void *context, const struct xml_node *element)
{
    struct ear *ear = context;

    if (ear->count++ > 0)
        buf_add_char(&ear->seen, ';');
    print_node(element, &ear->seen);
    if (ear->suspends)
        xml_reader_suspend(ear->reader);
    return ear->stop_after == 0 || ear->count < ear->stop_after;
}

static struct ear *ear_create(size_t cap)
{
    struct ear *ear = memory_get(1, sizeof *ear);

    buf_init(&ear->seen, ear->text, sizeof ear->text);
    ear->reader = xml_reader_create(cap, on_element, ear);
    assert_non_null(ear->reader);
    return ear;
}

static void ear_destroy(struct ear *ear)
{
    xml_reader_destroy(ear->reader);
    free(ear);
}

static bool feed(struct ear *ear, const char *text)
{
    return xml_reader_feed(ear->reader, text, strlen(text), &ear->why);
}

static bool feed_times(struct ear *ear, const char *text, int times)
{
    for (int i = 0; i < times; i++) {
        assert_true(xml_reader_memory(ear->reader) <= CAP);
        if (!feed(ear, text))
            return false;
    }
    return true;
}

/* The document gives these elements, in one piece and byte by byte. */
static void expect(const char *document, const char *elements)
{
    struct ear *whole = ear_create(CAP), *bytes = ear_create(CAP);

    if (!feed(whole, document))
        fail_msg("%s: %s %s", document, whole->why.code, whole->why.details);
    assert_string_equal(whole->text, elements);
    for (const char *at = document; *at; at++)
        assert_true(xml_reader_feed(bytes->reader, at, 1, &bytes->why));
    assert_string_equal(bytes->text, elements);
    ear_destroy(whole);
    ear_destroy(bytes);
}

/* The document is refused with this code, in one piece and byte by byte, and stays refused. */
static void expect_refused(const char *document, const char *code)
{
    struct ear *whole = ear_create(CAP), *bytes = ear_create(CAP);
    bool goes_on = true;

    if (feed(whole, document))
        fail_msg("not refused: %s", document);
    assert_string_equal(whole->why.code, code);
    for (const char *at = document; *at && goes_on; at++)
        goes_on = xml_reader_feed(bytes->reader, at, 1, &bytes->why);
    assert_false(goes_on);
    assert_string_equal(bytes->why.code, code);
    assert_false(feed(bytes, "<more/>"));
    assert_string_equal(bytes->why.code, code);
    ear_destroy(whole);
    ear_destroy(bytes);
}

/* ---- the tree ---- */

static void *take(void *context, size_t size)
{
    int *left = context;

    return (*left)-- > 0 ? malloc(size) : NULL;
}

static void give(void *context, void *memory)
{
    (void)context;
    free(memory);
}

static void test_tree_finds_by_name(void **state)
{
    int blocks = 100;
    struct xml_arena arena = {.take = take, .give = give, .context = &blocks};
    struct xml_node *parent = xml_node_make(&arena, "parent");
    struct xml_node *a = xml_node_make(&arena, "a"), *b = xml_node_make(&arena, "b");
    struct xml_node *again = xml_node_make(&arena, "a");

    (void)state;
    parent->children = a, a->next = b, b->next = again;
    assert_ptr_equal(xml_child(parent, NULL), a);
    assert_ptr_equal(xml_child(parent, "b"), b);
    assert_ptr_equal(xml_next(a, "a"), again);
    assert_null(xml_next(again, NULL));
    assert_null(xml_child(NULL, "a"));
    assert_int_equal(xml_count(parent, "a"), 2);
    assert_int_equal(xml_count(parent, NULL), 3);
    assert_true(xml_is(a, "a") && !xml_is(a, "b") && !xml_is(NULL, "a"));
    xml_arena_clear(&arena);
    assert_null(arena.block);
}

static void test_numbers_and_flags(void **state)
{
    static const struct {
        const char *text;
        bool is_number;
        int value;
    } cases[] = {
        {"7", true, 7},      {"-7", true, -7},  {"+7", true, 7},
        {"0x1f", true, 31},  {"#1F", true, 31}, {"-0X2", true, -2},
        {"", false, 0},      {"-", false, 0},   {"0x", false, 0},
        {"1 ", false, 0},    {"1.5", false, 0}, {"1001", false, 0},
        {"-1001", false, 0}, {"f", false, 0},   {"9999999999999", false, 0},
        {"0x0x1", false, 0}, {"--1", false, 0},
    };
    int blocks = 100;
    struct xml_arena arena = {.take = take, .give = give, .context = &blocks};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct xml_node *node = xml_node_make(&arena, "n");
        int value = 0;
        assert_true(xml_node_add_attr(&arena, node, "x", cases[i].text));
        assert_int_equal(xml_get_int(node, "x", -1000, 1000, &value), cases[i].is_number);
        assert_int_equal(value, cases[i].value);
        assert_false(xml_get_int(node, "y", -1000, 1000, &value));
    }
    struct xml_node *node = xml_node_make(&arena, "n");
    assert_true(xml_node_add_attr(&arena, node, "yes", "true"));
    assert_true(xml_node_add_attr(&arena, node, "no", "TRUE"));
    assert_true(xml_get_flag(node, "yes"));
    assert_false(xml_get_flag(node, "no"));
    assert_false(xml_get_flag(node, "absent"));
    xml_arena_clear(&arena);
}

/* Whichever block is the one that is missing: building fails, nothing leaks. */
static void test_arena_without_memory(void **state)
{
    (void)state;
    for (int blocks = 0; blocks < 4; blocks++) {
        int left = blocks;
        struct xml_arena arena = {.take = take, .give = give, .context = &left};
        char *text = memory_get(1, 9000);
        struct xml_node *node = xml_node_make(&arena, "n");
        memset(text, 'x', 8999);
        assert_int_equal(node != NULL, blocks > 0);
        assert_int_equal(node && xml_node_add_attr(&arena, node, "a", text), blocks > 1);
        assert_int_equal(node && xml_node_add_attr(&arena, node, text, "b"), blocks > 2);
        xml_arena_clear(&arena);
        free(text);
    }
}

/* ---- the writer ---- */

static void test_writer_writes_as_xstream(void **state)
{
    char text[1024];
    struct buf out;
    struct xml_writer writer;

    (void)state;
    buf_init(&out, text, sizeof text);
    xml_writer_init(&writer, &out, 1);
    xml_open(&writer, "room");
    xml_attr(&writer, "roomId", "a-b");
    xml_open(&writer, "data");
    xml_attr_int(&writer, "n", -12);
    xml_attr_flag(&writer, "is", true);
    xml_leaf(&writer, "part", "x");
    xml_leaf_int(&writer, "part", 0);
    xml_leaf(&writer, "empty", "");
    xml_open(&writer, "bare");
    xml_close(&writer);
    xml_close(&writer);
    xml_close(&writer);
    assert_string_equal(text, "\n  <room roomId=\"a-b\">\n"
                              "    <data n=\"-12\" is=\"true\">\n"
                              "      <part>x</part>\n"
                              "      <part>0</part>\n"
                              "      <empty></empty>\n"
                              "      <bare/>\n"
                              "    </data>\n"
                              "  </room>");
    assert_int_equal(writer.depth, 0);
}

static void test_writer_escapes(void **state)
{
    char text[256];
    struct buf out;
    struct xml_writer writer;

    (void)state;
    buf_init(&out, text, sizeof text);
    xml_writer_init(&writer, &out, 0);
    xml_open(&writer, "e");
    xml_attr(&writer, "a", "<&>\"'\n\r\t\x01\x1f\xc3\xbc");
    xml_write_text(&writer, slice_of("]]><!--"));
    xml_close(&writer);
    assert_string_equal(text, "\n<e a=\"&lt;&amp;&gt;&quot;&apos;&#xa;&#xd;&#x9;  \xc3\xbc\">"
                              "]]&gt;&lt;!--</e>");
}

static void test_writer_nests_deeply(void **state)
{
    char text[2048];
    struct buf out;
    struct xml_writer writer;

    (void)state;
    buf_init(&out, text, sizeof text);
    xml_writer_init(&writer, &out, 0);
    for (int i = 0; i < XML_WRITER_DEPTH_MAX; i++)
        xml_open(&writer, "d");
    for (int i = 0; i < XML_WRITER_DEPTH_MAX; i++)
        xml_close(&writer);
    assert_non_null(strstr(text, "\n                              <d/>\n"));
    expect(text, "d(d(d(d(d(d(d(d(d(d(d(d(d(d(d))))))))))))))");
}

/* What is written is read back the same, whatever the characters are. */
static void test_written_is_read(void **state)
{
    char text[256];
    struct buf out;
    struct xml_writer writer;
    struct ear *ear = ear_create(CAP);

    (void)state;
    buf_init(&out, text, sizeof text);
    buf_add(&out, "<protocol>");
    xml_writer_init(&writer, &out, 1);
    xml_open(&writer, "e");
    xml_attr(&writer, "a", " <&>\"'\n\r\t\xe2\x88\x85 ");
    xml_close(&writer);
    assert_true(feed(ear, text));
    assert_string_equal(ear->text, "e[a= <&>\"'\n\r\t\xe2\x88\x85 ]");
    ear_destroy(ear);
}

static void write_room(struct xml_writer *writer)
{
    xml_open(writer, "room");
    xml_attr(writer, "id", "<1>");
    xml_attr_int(writer, "n", -7);
    xml_open(writer, "empty");
    xml_close(writer);
    xml_leaf_int(writer, "part", 5);
    xml_open(writer, "list");
    xml_leaf(writer, "name", " K\xc3\xa4pt'n & Co ");
    xml_close(writer);
    xml_close(writer);
}

/* A planted tree is what a reader would see of the same calls. */
static void test_planted_is_what_is_read(void **state)
{
    char text[512], planted[512];
    struct buf out, seen;
    struct xml_writer writer;
    int blocks = 1000;
    struct xml_arena arena = {.take = take, .give = give, .context = &blocks};
    struct ear *ear = ear_create(CAP);

    (void)state;
    buf_init(&out, text, sizeof text);
    buf_add(&out, "<protocol>");
    xml_writer_init(&writer, &out, 1);
    write_room(&writer);
    assert_true(feed(ear, text));
    xml_writer_init_tree(&writer, &arena);
    write_room(&writer);
    buf_init(&seen, planted, sizeof planted);
    print_node(writer.tree, &seen);
    assert_string_equal(planted, ear->text);
    xml_arena_clear(&arena);
    ear_destroy(ear);
}

/* ---- the reader: what it takes ---- */

static void test_elements(void **state)
{
    (void)state;
    expect("", "");
    expect("<protocol>", "");
    expect("<protocol><join/>", "join");
    expect("<p><join gameType='x' /><b></b>", "join[gameType=x];b");
    expect("<p>\n  <a x = \"1\"\ty='2'>\n<b>  7 \n</b><c/></a>", "a[y=2 x=1](b'7' c)");
    expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<p><a/>", "a");
    expect("<?xml version='1.0'?><p><?target data?><!-- <x/> --><a><!-- b --></a>", "a");
    expect("\xef\xbb\xbf<p><a>\xc3\xbc</a>", "a'\xc3\xbc'");
    expect("<p><a b='&lt;&amp;&gt;&quot;&apos;&#65;&#x42;'>&#xfc;</a>", "a[b=<&>\"'AB]'\xc3\xbc'");
    expect("<p><a><![CDATA[<b>&amp;]]></a>", "a'<b>&amp;'");
    expect("<p><a>one<![CDATA[ two ]]>three</a>", "a'one two three'");
    expect("<p>loose <a/> words <b/>", "a;b");
}

static void test_text_beside_children_is_dropped(void **state)
{
    (void)state;
    expect("<p><a>x<b>y</b>z</a>", "a(b'y')");
    expect("<p><a><b/>z</a>", "a(b)");
    expect("<p><a> \n </a>", "a");
}

static void test_encodings(void **state)
{
    (void)state;
    expect("<?xml version='1.0' encoding='ISO-8859-1'?><p><a b='\xfc'>\xe4</a>",
           "a[b=\xc3\xbc]'\xc3\xa4'");
    expect("\xef\xbb\xbf<p><a/>", "a");
    expect_refused("<?xml version='1.0' encoding='klingon'?><p>", "xml_broken");
    expect_refused("<p><a>\xff\xfe</a>", "xml_broken");
    expect_refused("<p><a b='\xc3'/>", "xml_broken");
}

/* In one piece, or byte by byte. */
static void expect_utf16_refused(const char *bytes, size_t len)
{
    for (size_t piece = 1; piece <= len; piece += len - 1) {
        struct ear *ear = ear_create(CAP);
        struct err why = {0};
        bool is_fed = true;
        for (size_t at = 0; at < len && is_fed; at += piece)
            is_fed = xml_reader_feed(ear->reader, bytes + at, piece, &why);
        assert_false(is_fed);
        assert_string_equal(why.code, "xml_broken");
        assert_string_equal(ear->text, "");
        ear_destroy(ear);
    }
}

static void test_utf16(void **state)
{
    (void)state;
    expect_utf16_refused("\xff\xfe<\0p\0>\0<\0a\0/\0>\0", 16);
    expect_utf16_refused("\xfe\xff\0<\0p\0>\0<\0a\0/\0>", 16);
    expect_utf16_refused("<\0p\0>\0<\0a\0/\0>\0", 14);
    expect_utf16_refused("\0<\0p\0>\0<\0a\0/\0>", 14);
}

static void test_root_ends(void **state)
{
    struct ear *ear = ear_create(CAP);

    (void)state;
    assert_true(feed(ear, "<protocol><a/>"));
    assert_false(xml_reader_is_ended(ear->reader));
    assert_true(feed(ear, "</protocol> <junk & <"));
    assert_true(xml_reader_is_ended(ear->reader));
    assert_true(feed(ear, "<a><<<>>"));
    assert_string_equal(ear->text, "a");
    ear_destroy(ear);

    ear = ear_create(CAP);
    assert_true(feed(ear, "<protocol/>"));
    assert_true(xml_reader_is_ended(ear->reader));
    ear_destroy(ear);
}

static void test_listener_stops(void **state)
{
    struct ear *ear = ear_create(CAP);

    (void)state;
    ear->stop_after = 2;
    assert_true(feed(ear, "<p><a/><b/><c/>"));
    assert_string_equal(ear->text, "a;b");
    ear_destroy(ear);
}

static bool read_inside(void *context, const struct xml_node *element)
{
    struct ear *inner = ear_create(CAP);
    int *count = context;

    (void)element;
    assert_true(feed(inner, "<p><a><b/></a>"));
    assert_string_equal(inner->text, "a(b)");
    ear_destroy(inner);
    ++*count;
    return true;
}

/* Each of them pays for its own memory. */
static void test_reader_inside_a_reader(void **state)
{
    int count = 0;
    struct xml_reader *outer = xml_reader_create(CAP, read_inside, &count);

    (void)state;
    assert_true(xml_reader_feed(outer, "<p><a/><b>text</b><c/>", 22, NULL));
    assert_int_equal(count, 3);
    xml_reader_destroy(outer);
}

static void test_suspend_and_resume(void **state)
{
    struct ear *ear = ear_create(CAP);

    (void)state;
    ear->suspends = true;
    assert_true(xml_reader_resume(ear->reader, NULL)); /* nothing to resume: harmless */
    assert_true(feed(ear, "<p><a/><b/><c"));
    assert_string_equal(ear->text, "a");
    assert_true(xml_reader_resume(ear->reader, NULL));
    assert_string_equal(ear->text, "a;b");
    assert_true(xml_reader_resume(ear->reader, NULL));
    assert_true(feed(ear, "/>"));
    assert_string_equal(ear->text, "a;b;c");
    ear->suspends = false;
    assert_true(xml_reader_resume(ear->reader, NULL));
    assert_true(feed(ear, "<d/></p>"));
    assert_string_equal(ear->text, "a;b;c;d");
    assert_true(xml_reader_is_ended(ear->reader));
    ear_destroy(ear);

    ear = ear_create(CAP);
    ear->suspends = true;
    assert_true(feed(ear, "<p><a/><b></c>"));
    assert_false(xml_reader_resume(ear->reader, &ear->why));
    assert_string_equal(ear->why.code, "xml_broken");
    ear_destroy(ear);
}

/* A reader that is destroyed while it is suspended leaks nothing. */
static void test_destroy_while_suspended(void **state)
{
    struct ear *ear = ear_create(CAP);

    (void)state;
    ear->suspends = true;
    assert_true(feed(ear, "<p><a/><b><c d='1'>text"));
    ear_destroy(ear);
    xml_reader_destroy(NULL);
}

/* ---- the reader: what it refuses ---- */

static void test_broken(void **state)
{
    (void)state;
    expect_refused("hello world", "xml_broken");
    expect_refused("<a></b>", "xml_broken");
    expect_refused("<p><a b=c/>", "xml_broken");
    expect_refused("<p><a b='1' b='2'/>", "xml_broken");
    expect_refused("<p><a>&nbsp;</a>", "xml_broken");
    expect_refused("<p><a>&#0;</a>", "xml_broken");
    expect_refused("<p><a>\x01</a>", "xml_broken");
    expect_refused("<p><a b='<'/>", "xml_broken");
    expect_refused("<p><a><?xml version='1.0'?></a>", "xml_broken");
    expect_refused("<p><a>]]></a>", "xml_broken");
    expect_refused("<p><a><!-- -- --></a>", "xml_broken");
    expect_refused("GET / HTTP/1.1\r\n", "xml_broken");
    expect_refused("\x16\x03\x01\x02", "xml_broken");
}

static void test_doctype(void **state)
{
    (void)state;
    expect_refused("<!DOCTYPE p><p>", "xml_doctype");
    expect_refused("<?xml version='1.0'?><!DOCTYPE p SYSTEM 'file:///etc/passwd'><p>",
                   "xml_doctype");
    expect_refused("<!DOCTYPE p [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;&a;'>"
                   "<!ENTITY c '&b;&b;&b;&b;'>]><p><a>&c;</a>",
                   "xml_doctype");
    expect_refused("<!DOCTYPE p [<!ENTITY x SYSTEM 'http://127.0.0.1/'>]><p>&x;", "xml_doctype");
    expect_refused("<p><!DOCTYPE p><a/>", "xml_broken");
}

static void test_depth(void **state)
{
    char text[4 * XML_DEPTH_MAX + 8] = "<p>";

    (void)state;
    for (int i = 0; i < XML_DEPTH_MAX; i++)
        strcat(text, "<d>");
    struct ear *ear = ear_create(CAP);
    assert_true(feed(ear, text));
    assert_false(feed(ear, "<d>"));
    assert_string_equal(ear->why.code, "xml_depth");
    ear_destroy(ear);

    ear = ear_create(CAP);
    assert_true(feed(ear, text));
    assert_true(feed_times(ear, "</d>", XML_DEPTH_MAX));
    assert_int_equal(ear->count, 1);
    ear_destroy(ear);
}

static void open_with_attrs(char *text, int n)
{
    char *at = text + sprintf(text, "<p><a");

    for (int i = 0; i < n; i++)
        at += sprintf(at, " a%d='%d'", i, i);
    sprintf(at, "/>");
}

static void test_attributes(void **state)
{
    static char text[64 * 1024];

    (void)state;
    open_with_attrs(text, XML_ATTRS_MAX);
    struct ear *ear = ear_create(CAP);
    assert_true(feed(ear, text));
    assert_int_equal(ear->count, 1);
    ear_destroy(ear);
    open_with_attrs(text, XML_ATTRS_MAX + 1);
    expect_refused(text, "xml_large");
}

static void test_text_limit(void **state)
{
    struct ear *ear = ear_create(CAP);

    (void)state;
    assert_true(feed(ear, "<p><a>"));
    assert_true(feed_times(ear, "x", XML_TEXT_MAX));
    assert_true(feed(ear, "</a><a>"));
    assert_true(feed_times(ear, "y", XML_TEXT_MAX));
    assert_false(feed(ear, "y"));
    assert_string_equal(ear->why.code, "xml_large");
    ear_destroy(ear);
}

/* A comment, a tag or a name without an end is refused long before the memory is used up: the
 * parser looks at the whole of it again with every byte that comes. */
static void test_token_limit(void **state)
{
    static const char *const openings[] = {"<!--",    "<p><!--", "<p><a b='",         "<p><a",
                                           "<p><?t ", "<",       "<p><a><b c='1' d='"};

    (void)state;
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++) {
        struct ear *ear = ear_create(CAP);
        assert_true(feed(ear, openings[i]));
        assert_true(feed_times(ear, "x", XML_TOKEN_MAX - 64));
        assert_false(feed_times(ear, "x", 128));
        assert_string_equal(ear->why.code, "xml_large");
        ear_destroy(ear);
    }
}

/* A large chunk with many small elements is no large token. */
static void test_large_chunks(void **state)
{
    enum { ELEMENTS = 20000 };
    char *text = memory_get(ELEMENTS, 8), *at = text + sprintf(text, "<p>");
    struct ear *ear = ear_create(CAP);

    (void)state;
    for (int i = 0; i < ELEMENTS; i++)
        at += sprintf(at, "<a/> ");
    assert_true(feed(ear, text));
    assert_int_equal(ear->count, ELEMENTS);
    ear_destroy(ear);
    free(text);
}

/* ---- the reader: memory ---- */

static void test_memory_returns(void **state)
{
    static const char element[] = "<room roomId='r'><data class='move' x='1' y='2'>"
                                  "<hint content='a hint'/><from><x>1</x></from></data></room>";
    struct ear *ear = ear_create(CAP);

    (void)state;
    assert_true(feed(ear, "<p>"));
    assert_true(feed_times(ear, element, 3));
    size_t base = xml_reader_memory(ear->reader);
    assert_true(feed_times(ear, element, 1000));
    assert_int_equal(xml_reader_memory(ear->reader), base);
    print_message("a reader at rest holds %zu bytes\n", base);
    ear_destroy(ear);
}

/* 20,000 children fit into no cap; whatever comes, the cap holds and no byte is lost. */
static void test_cap(void **state)
{
    static const char *const floods[] = {"<child with='attribute'/>", "<b>text</b>", "x", "<d>",
                                         "<a b='"};

    (void)state;
    for (size_t cap = 8 * 1024; cap <= CAP; cap *= 2) {
        for (size_t i = 0; i < sizeof floods / sizeof *floods; i++) {
            struct ear *ear = ear_create(cap);
            bool is_fed = feed(ear, "<p><a>");
            for (int n = 0; is_fed && n < 20000; n++) {
                is_fed = feed(ear, floods[i]);
                assert_true(xml_reader_memory(ear->reader) <= cap);
            }
            assert_false(is_fed);
            assert_string_not_equal(ear->why.code, "");
            ear_destroy(ear);
        }
    }
}

static void test_no_memory_at_all(void **state)
{
    (void)state;
    for (size_t cap = 0; cap < 6000; cap += 50) {
        struct ear ear = {0};
        struct xml_reader *reader = xml_reader_create(cap, on_element, &ear);
        buf_init(&ear.seen, ear.text, sizeof ear.text);
        if (reader)
            xml_reader_feed(reader, "<p><a b='c'>d</a>", 17, NULL);
        xml_reader_destroy(reader);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree_finds_by_name),
        cmocka_unit_test(test_numbers_and_flags),
        cmocka_unit_test(test_arena_without_memory),
        cmocka_unit_test(test_writer_writes_as_xstream),
        cmocka_unit_test(test_writer_escapes),
        cmocka_unit_test(test_writer_nests_deeply),
        cmocka_unit_test(test_written_is_read),
        cmocka_unit_test(test_planted_is_what_is_read),
        cmocka_unit_test(test_elements),
        cmocka_unit_test(test_text_beside_children_is_dropped),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_root_ends),
        cmocka_unit_test(test_listener_stops),
        cmocka_unit_test(test_reader_inside_a_reader),
        cmocka_unit_test(test_suspend_and_resume),
        cmocka_unit_test(test_destroy_while_suspended),
        cmocka_unit_test(test_broken),
        cmocka_unit_test(test_doctype),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_attributes),
        cmocka_unit_test(test_text_limit),
        cmocka_unit_test(test_token_limit),
        cmocka_unit_test(test_large_chunks),
        cmocka_unit_test(test_memory_returns),
        cmocka_unit_test(test_cap),
        cmocka_unit_test(test_no_memory_at_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
