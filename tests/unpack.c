/* Archives from strangers: good ones come out as they went in, nothing of the others is written. */

#include "base/unpack.h"
#include "base/file.h"
#include "support.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct unpack_limits limits = {.bytes = 100 * 1000, .entries = 20};

struct place {
    char folder[64];
    char archive[96];
    char files[96];
    struct archive *writer;
};

static struct place begin(const char *name)
{
    struct place place = {.folder = "/tmp/kielwasser-unpack-XXXXXX"};

    assert_non_null(mkdtemp(place.folder));
    snprintf(place.archive, sizeof place.archive, "%s/%s", place.folder, name);
    snprintf(place.files, sizeof place.files, "%s/files", place.folder);
    assert_int_equal(mkdir(place.files, 0700), 0);
    place.writer = archive_write_new();
    if (strstr(name, ".zip")) {
        archive_write_set_format_zip(place.writer);
    } else {
        archive_write_set_format_pax_restricted(place.writer);
        archive_write_add_filter_gzip(place.writer);
    }
    assert_int_equal(archive_write_open_filename(place.writer, place.archive), ARCHIVE_OK);
    return place;
}

struct thing {
    const char *name, *text, *link;
    mode_t kind; /* AE_IFREG if 0 */
    mode_t rights;
    const char *twin;  /* a hard link's */
    const char *bytes; /* in place of the text … */
    size_t len;        /* … so many */
};

static void put(struct place *place, struct thing thing)
{
    struct archive_entry *entry = archive_entry_new();
    size_t len = thing.text ? strlen(thing.text) : thing.len;
    const char *bytes = thing.text ? thing.text : thing.bytes;

    archive_entry_set_pathname(entry, thing.name);
    archive_entry_set_filetype(entry, thing.kind ? thing.kind : AE_IFREG);
    archive_entry_set_perm(entry, thing.rights ? thing.rights : 0644);
    archive_entry_set_size(entry, (la_int64_t)len);
    if (thing.link)
        archive_entry_set_symlink(entry, thing.link);
    if (thing.twin)
        archive_entry_set_hardlink(entry, thing.twin);
    assert_true(archive_write_header(place->writer, entry) >= ARCHIVE_WARN);
    if (len > 0)
        assert_int_equal(archive_write_data(place->writer, bytes, len), len);
    archive_entry_free(entry);
}

static void seal(struct place *place)
{
    assert_int_equal(archive_write_free(place->writer), ARCHIVE_OK);
}

/* The code of the refusal, or "". */
static const char *unpacked(const struct place *place)
{
    static struct err why;

    why = (struct err){0};
    bool is_done = unpack(place->archive, place->files, &limits, &why);
    assert_int_equal(is_done, !why.code[0]);
    return why.code;
}

static void end(struct place *place)
{
    file_remove_all(place->folder);
    assert_int_not_equal(access(place->folder, F_OK), 0);
}

static void check_file(const struct place *place, const char *name, const char *text, mode_t rights)
{
    char path[256];
    struct stat info;
    struct slice read;

    snprintf(path, sizeof path, "%s/%s", place->files, name);
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 07777, rights);
    assert_true(file_read(path, 1000, &read, NULL));
    assert_true(slice_is(read, text));
    file_free(read);
}

static void test_good_archives(void **state)
{
    static const char *const names[] = {"good.zip", "good.tar.gz"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct place place = begin(names[i]);
        put(&place, (struct thing){.name = "bot/", .kind = AE_IFDIR, .rights = 0777});
        put(&place, (struct thing){.name = "bot/run.sh", .text = "#!/bin/sh\n", .rights = 04755});
        put(&place, (struct thing){.name = "bot/lib/größe.txt", .text = "7"});
        put(&place, (struct thing){.name = "./plain", .text = "x", .rights = 0666});
        seal(&place);
        assert_string_equal(unpacked(&place), "");
        check_file(&place, "bot/run.sh", "#!/bin/sh\n", 0700);
        check_file(&place, "bot/lib/größe.txt", "7", 0600);
        check_file(&place, "plain", "x", 0600);
        end(&place);
    }
}

static void test_names_from_windows(void **state)
{
    struct place place = begin("windows.zip");

    (void)state;
    put(&place, (struct thing){.name = "gr\x94\xe1"
                                       "e/\x99l\xfe.txt",
                               .text = "7"});
    seal(&place);
    assert_string_equal(unpacked(&place), "");
    check_file(&place, "größe/Öl_.txt", "7", 0600);
    end(&place);
}

/* Each alone between two good files; the one before it may be there, nothing else. */
static void test_hostile_entries(void **state)
{
    static const char many_folders[] = "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a";
    char long_name[UNPACK_PATH_MAX + 2];
    const struct {
        struct thing thing;
        const char *code;
    } cases[] = {
        {{.name = "../evil", .text = "x"}, "unpack_name"},
        {{.name = "in/../../evil", .text = "x"}, "unpack_name"},
        {{.name = "in/..", .kind = AE_IFDIR}, "unpack_name"},
        {{.name = "/tmp/kielwasser-evil", .text = "x"}, "unpack_name"},
        {{.name = "in//evil", .text = "x"}, "unpack_name"},
        {{.name = "..\\evil", .text = "x"}, "unpack_name"},
        {{.name = "bell\a", .text = "x"}, "unpack_name"},
        {{.name = long_name, .text = "x"}, "unpack_name"},
        {{.name = many_folders, .text = "x"}, "unpack_name"},
        {{.name = "first", .text = "again"}, "unpack_name"},
        {{.name = "first/inside", .text = "x"}, "unpack_name"},
        {{.name = "link", .link = "/etc/passwd", .kind = AE_IFLNK}, "unpack_kind"},
        {{.name = "link", .link = "..", .kind = AE_IFLNK}, "unpack_kind"},
        {{.name = "twin", .twin = "first"}, "unpack_kind"},
        {{.name = "pipe", .kind = AE_IFIFO}, "unpack_kind"},
        {{.name = "device", .kind = AE_IFCHR}, "unpack_kind"},
    };

    (void)state;
    memset(long_name, 'n', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = '\0';
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct place place = begin("evil.tar.gz");
        put(&place, (struct thing){.name = "first", .text = "1"});
        put(&place, cases[i].thing);
        put(&place, (struct thing){.name = "last", .text = "2"});
        seal(&place);
        assert_string_equal(unpacked(&place), cases[i].code);
        char path[128];
        snprintf(path, sizeof path, "%s/evil", place.folder);
        assert_int_not_equal(access(path, F_OK), 0);
        assert_int_not_equal(access("/tmp/kielwasser-evil", F_OK), 0);
        snprintf(path, sizeof path, "%s/last", place.files);
        assert_int_not_equal(access(path, F_OK), 0);
        check_file(&place, "first", "1", 0600);
        end(&place);
    }
}

static void test_a_link_in_a_zip(void **state)
{
    struct place place = begin("link.zip");

    (void)state;
    put(&place, (struct thing){.name = "home", .link = "/root", .kind = AE_IFLNK, .rights = 0777});
    put(&place, (struct thing){.name = "home/.profile", .text = "x"});
    seal(&place);
    assert_string_equal(unpacked(&place), "unpack_kind");
    end(&place);
}

static void test_too_many(void **state)
{
    struct place place = begin("many.zip");
    char name[16];

    (void)state;
    for (int i = 0; i <= limits.entries; i++) {
        snprintf(name, sizeof name, "%d", i);
        put(&place, (struct thing){.name = name, .text = "x"});
    }
    seal(&place);
    assert_string_equal(unpacked(&place), "unpack_many");
    end(&place);
}

/* A few hundred bytes that would become more than is allowed. */
static void test_a_bomb(void **state)
{
    enum { BYTES = 200 * 1000 };
    static const char *const names[] = {"bomb.zip", "bomb.tar.gz"};
    char *zeros = calloc(1, BYTES + 1);

    (void)state;
    memset(zeros, '0', BYTES);
    for (size_t i = 0; i < 2; i++) {
        struct place place = begin(names[i]);
        struct stat info;
        put(&place, (struct thing){.name = "bomb", .text = zeros});
        seal(&place);
        assert_int_equal(stat(place.archive, &info), 0);
        assert_true(info.st_size < 2000);
        assert_string_equal(unpacked(&place), "unpack_large");
        end(&place);
    }
    free(zeros);
}

static void empty_files(const struct place *place)
{
    file_remove_all(place->files);
    assert_int_equal(mkdir(place->files, 0700), 0);
}

static struct place begin_two_files(void)
{
    struct place place = begin("broken.zip");

    put(&place, (struct thing){.name = "a", .text = "some text, some text, some text"});
    put(&place, (struct thing){.name = "b", .text = "another text"});
    seal(&place);
    return place;
}

/* Cut anywhere, an archive is refused: behind a file of it, and in its directory. */
static void test_broken_archives(void **state)
{
    struct place place = begin_two_files();
    struct stat info;

    (void)state;
    assert_int_equal(stat(place.archive, &info), 0);
    for (off_t size = info.st_size - 1; size >= 0; size--) {
        assert_int_equal(truncate(place.archive, size), 0);
        empty_files(&place);
        assert_string_equal(unpacked(&place), size >= 4 ? "unpack_cut" : "unpack_broken");
    }
    assert_true(file_write(place.archive, slice_of("this is no archive at all"), NULL));
    assert_string_equal(unpacked(&place), "unpack_broken");
    snprintf(place.archive, sizeof place.archive, "%s/nowhere", place.folder);
    assert_string_equal(unpacked(&place), "unpack_broken");
    end(&place);
}

/* The directory has lost an entry, or says it has more of them: none of the files is trusted. */
static void test_damaged_directory(void **state)
{
    struct slice whole;
    char bytes[1000];

    (void)state;
    for (int damage = 0; damage < 3; damage++) {
        struct place place = begin_two_files();
        assert_true(file_read(place.archive, sizeof bytes, &whole, NULL));
        size_t len = whole.len, entry = len;
        memcpy(bytes, whole.at, len);
        file_free(whole);
        while (memcmp(bytes + entry, "PK\1\2", 4) != 0)
            entry--; /* the last one */
        if (damage == 0)
            bytes[entry] ^= 1;
        else if (damage == 1)
            bytes[len - 22 + 10]++; /* the number of entries */
        else
            bytes[entry + 28] += 3; /* the length of a name */
        assert_true(file_write(place.archive, slice_make(bytes, len), NULL));
        assert_string_equal(unpacked(&place), "unpack_cut");
        end(&place);
    }
}

/* Cut behind an archive that it holds, or in it: the inner one is not taken for the whole. */
static void test_an_archive_in_a_cut_archive(void **state)
{
    struct place inner = begin_two_files(), outer = begin("outer.zip");
    struct slice whole, text;
    size_t until = 0;

    (void)state;
    assert_true(file_read(inner.archive, 1000, &text, NULL));
    archive_write_zip_set_compression_store(outer.writer);
    put(&outer, (struct thing){.name = "main.py", .text = "print()"});
    put(&outer, (struct thing){.name = "data/inner.zip", .bytes = text.at, .len = text.len});
    put(&outer, (struct thing){.name = "rest.py", .text = "print()"});
    seal(&outer);
    assert_string_equal(unpacked(&outer), "");
    assert_true(file_read(outer.archive, 4000, &whole, NULL));
    while (memcmp(whole.at + until, text.at, text.len) != 0)
        until++;
    until += text.len;
    const size_t sizes[] = {whole.len - 30, until + 40, until + 3, until, until - 1, until - 30};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(truncate(outer.archive, (off_t)sizes[i]), 0);
        empty_files(&outer);
        assert_string_equal(unpacked(&outer), "unpack_cut");
        assert_true(file_write(outer.archive, whole, NULL));
    }
    file_free(whole);
    file_free(text);
    end(&inner);
    end(&outer);
}

/* Text behind the archive's end is a comment if its length says so. */
static void test_comment(void **state)
{
    struct place place = begin_two_files();
    struct slice whole;
    char bytes[1000];

    (void)state;
    assert_true(file_read(place.archive, sizeof bytes, &whole, NULL));
    size_t len = whole.len;
    memcpy(bytes, whole.at, len);
    file_free(whole);
    bytes[len - 2] = 3;
    memcpy(bytes + len, "bye", 3);
    assert_true(file_write(place.archive, slice_make(bytes, len + 3), NULL));
    assert_string_equal(unpacked(&place), "");
    check_file(&place, "b", "another text", 0600);
    end(&place);
}

static void test_peeking(void **state)
{
    struct place place = begin("jar.zip");
    char text[8];

    (void)state;
    put(&place, (struct thing){.name = "META-INF/MANIFEST.MF", .text = "Main-Class: Bot\n"});
    seal(&place);
    assert_true(unpack_read_zip_member(place.archive, "META-INF/MANIFEST.MF", text, sizeof text));
    assert_string_equal(text, "Main-Cl");
    assert_false(unpack_read_zip_member(place.archive, "META-INF", text, sizeof text));
    assert_false(unpack_read_zip_member("/nowhere", "x", text, sizeof text));
    end(&place);
    place = begin("jar.tar.gz");
    put(&place, (struct thing){.name = "META-INF/MANIFEST.MF", .text = "Main-Class: Bot\n"});
    seal(&place);
    assert_false(unpack_read_zip_member(place.archive, "META-INF/MANIFEST.MF", text, sizeof text));
    end(&place);
}

static void test_names(void **state)
{
    (void)state;
    assert_true(unpack_is_archive("bot.zip"));
    assert_true(unpack_is_archive("BOT.TAR.GZ"));
    assert_false(unpack_is_archive("bot.jar"));
    assert_false(unpack_is_archive(".zip"));
    assert_false(unpack_is_archive("zip"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names_from_windows),
        cmocka_unit_test(test_good_archives),
        cmocka_unit_test(test_hostile_entries),
        cmocka_unit_test(test_a_link_in_a_zip),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_a_bomb),
        cmocka_unit_test(test_broken_archives),
        cmocka_unit_test(test_damaged_directory),
        cmocka_unit_test(test_an_archive_in_a_cut_archive),
        cmocka_unit_test(test_comment),
        cmocka_unit_test(test_peeking),
        cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
