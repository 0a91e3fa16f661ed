#include "base/unpack.h"

#include "base/buf.h"
#include "base/utf8.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_BYTES = 64 * 1024, MEGABYTE = 1000 * 1000, NAME_SIZE = UNPACK_PATH_MAX + 2 };

/* Of a ZIP: the end of its directory, and an entry of it (APPNOTE.TXT, 4.3.12 and 4.3.16). */
enum {
    ZIP_END_BYTES = 22,
    ZIP_END_COUNT_AT = 10,
    ZIP_END_SIZE_AT = 12,
    ZIP_END_OFFSET_AT = 16,
    ZIP_END_COMMENT_AT = 20, /* its length */
    ZIP_COMMENT_MAX = 0xffff,
    ZIP_ENTRY_BYTES = 46,
    ZIP_ENTRY_LENGTHS_AT = 28, /* of name, extra field and comment */
};

struct unpacking {
    struct archive *archive;
    const char *folder;
    const struct unpack_limits *limits;
    struct err *why;
    int64_t bytes;
    int entries;
};

bool unpack_is_archive(const char *name)
{
    static const char *const endings[] = {".zip", ".tar", ".tar.gz", ".tgz", ".tar.xz", ".txz"};
    size_t len = strlen(name);

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i]);
        if (len > tail && strcasecmp(name + len - tail, endings[i]) == 0)
            return true;
    }
    return false;
}

/* ---- names ---- */

/* One part of a path: a name, and nothing that means another folder or confuses a reader. */
static bool is_part(struct slice part)
{
    if (part.len == 0 || slice_is(part, ".") || slice_is(part, ".."))
        return false;
    for (size_t len; part.len > 0; part = slice_skip(part, len)) {
        len = utf8_showable_front(part);
        if (len == 0 || part.at[0] == '\\')
            return false;
    }
    return true;
}

/* Windows packs names in the alphabet of DOS and does not say so.  Our own letters are read, others
 * become "_". */
static void add_dos_letter(struct buf *out, unsigned char byte)
{
    static const struct {
        unsigned char byte;
        const char *letter;
    } letters[] = {{0x84, "ä"}, {0x94, "ö"}, {0x81, "ü"}, {0x8e, "Ä"},
                   {0x99, "Ö"}, {0x9a, "Ü"}, {0xe1, "ß"}, {0x82, "é"}};

    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        if (letters[i].byte == byte) {
            buf_add(out, letters[i].letter);
            return;
        }
    }
    buf_add_char(out, '_');
}

/* False: it is too long for a name. */
static bool from_dos(const char *name, char text[NAME_SIZE])
{
    struct buf out;

    buf_init(&out, text, NAME_SIZE);
    for (; *name; name++) {
        if ((unsigned char)*name < 0x80)
            buf_add_char(&out, *name);
        else
            add_dos_letter(&out, (unsigned char)*name);
    }
    return !out.is_full;
}

/* The name of an entry, "" if it has none; `text` is room for one that has to be made. */
static const char *name_of(struct archive_entry *entry, char text[NAME_SIZE])
{
    const char *given = archive_entry_pathname(entry);
    const char *name = given ? given : archive_entry_pathname_utf8(entry);

    if (!name)
        return "";
    return !utf8_is_sound(slice_of(name)) && from_dos(name, text) ? text : name;
}

/* A path without the "./" that some packers put in front, and without the "/" behind a folder. */
static struct slice trim_name(const char *name)
{
    struct slice path = slice_of(name);

    while (slice_take(&path, "./"))
        continue;
    while (path.len > 1 && path.at[path.len - 1] == '/')
        path.len--;
    return path;
}

static bool is_path(struct slice path, const struct unpack_limits *limits)
{
    int bytes_max = limits->path_bytes ? limits->path_bytes : UNPACK_PATH_MAX;
    int depth_max = limits->depth ? limits->depth : UNPACK_DEPTH_MAX, depth = 0;

    if (path.len == 0 || path.len > (size_t)bytes_max)
        return false;
    for (struct slice rest = path; rest.len > 0; depth++) {
        if (!is_part(slice_take_until(&rest, '/')))
            return false;
    }
    return depth <= depth_max;
}

bool unpack_takes_name(const char *name, const struct unpack_limits *limits)
{
    return is_path(slice_of(name), limits);
}

/* ---- one entry ---- */

static bool refuse_number(struct unpacking *task, const char *code, int64_t number)
{
    return err_setf(task->why, code, "%lld", (long long)number);
}

static bool refuse_archive(struct archive *archive, struct err *why)
{
    const char *cause = archive_error_string(archive);

    return err_set(why, "unpack_broken", cause ? cause : "?");
}

static bool make_folder(struct unpacking *task, const char *path)
{
    struct stat info;

    return mkdir(path, 0700) == 0 ||
           (errno == EEXIST && lstat(path, &info) == 0 && S_ISDIR(info.st_mode)) ||
           err_set(task->why, "unpack_name", path + strlen(task->folder) + 1);
}

/* The folders above a path, which begins with the folder that is there. */
static bool make_above(struct unpacking *task, char *path)
{
    for (char *slash = strchr(path + strlen(task->folder) + 1, '/'); slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_made = make_folder(task, path);
        *slash = '/';
        if (!is_made)
            return false;
    }
    return true;
}

static bool write_all(int file, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t written = write(file, bytes, len);
        if (written <= 0)
            return false;
        bytes += written;
        len -= (size_t)written;
    }
    return true;
}

static bool copy(struct unpacking *task, int file, const char *path)
{
    char bytes[READ_BYTES];

    for (;;) {
        la_ssize_t len = archive_read_data(task->archive, bytes, sizeof bytes);
        if (len == 0)
            return true;
        if (len < 0)
            return refuse_archive(task->archive, task->why);
        task->bytes += len;
        if (task->bytes > task->limits->bytes)
            return refuse_number(task, "unpack_large", task->limits->bytes / MEGABYTE);
        if (!write_all(file, bytes, (size_t)len))
            return err_set(task->why, "file_write", path);
    }
}

/* A name that comes twice is refused, too: it would be unclear which one is meant. */
static bool take_file(struct unpacking *task, const char *path, bool can_run)
{
    int file =
        open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, can_run ? 0700 : 0600);

    if (file < 0)
        return err_set(task->why, errno == EEXIST ? "unpack_name" : "file_write",
                       path + strlen(task->folder) + 1);
    bool is_copied = copy(task, file, path);
    return (close(file) == 0 || err_set(task->why, "file_write", path)) && is_copied;
}

static bool take_entry(struct unpacking *task, struct archive_entry *entry)
{
    char text[NAME_SIZE], path[PATH_MAX];
    const char *name = name_of(entry, text);
    struct slice inner = trim_name(name);
    mode_t kind = archive_entry_filetype(entry);

    if (kind == AE_IFDIR && name[0] && (inner.len == 0 || slice_is(inner, ".")))
        return true; /* the folder itself */
    if (!is_path(inner, task->limits))
        return err_set(task->why, "unpack_name", name[0] ? name : "?");
    if ((kind != AE_IFREG && kind != AE_IFDIR) || archive_entry_hardlink(entry))
        return err_set(task->why, "unpack_kind", name);
    if (snprintf(path, sizeof path, "%s/%.*s", task->folder, (int)inner.len, inner.at) >= PATH_MAX)
        return err_set(task->why, "unpack_name", name);
    if (!make_above(task, path))
        return false;
    return kind == AE_IFDIR ? make_folder(task, path)
                            : take_file(task, path, (archive_entry_perm(entry) & 0111) != 0);
}

/* ---- the directory of a ZIP ---- */

static unsigned number_at(const unsigned char *bytes, int len)
{
    unsigned number = 0;

    while (len-- > 0)
        number = number << 8 | bytes[len];
    return number;
}

static bool is_zip(int file)
{
    char head[4];

    return pread(file, head, sizeof head, 0) == sizeof head && memcmp(head, "PK\3\4", 4) == 0;
}

/* Finds the end of the directory, which only its comment may follow up to the end of the file: an
 * end further inside belongs to an archive in the archive.  Where it begins, or -1. */
static off_t find_end(int file, unsigned char end[ZIP_END_BYTES])
{
    unsigned char tail[ZIP_END_BYTES + ZIP_COMMENT_MAX];
    off_t size = lseek(file, 0, SEEK_END);
    off_t from = size > (off_t)sizeof tail ? size - (off_t)sizeof tail : 0;
    ssize_t len = pread(file, tail, sizeof tail, from);

    for (ssize_t at = len - ZIP_END_BYTES; at >= 0; at--) {
        if (memcmp(tail + at, "PK\5\6", 4) != 0)
            continue;
        memcpy(end, tail + at, ZIP_END_BYTES);
        ssize_t comment = (ssize_t)number_at(end + ZIP_END_COMMENT_AT, 2);
        return at + ZIP_END_BYTES + comment == len ? from + at : -1;
    }
    return -1;
}

/* Does the directory lie where its end says, with so many entries and bytes? */
static bool is_directory(int file, const unsigned char end[ZIP_END_BYTES], off_t until)
{
    unsigned char entry[ZIP_ENTRY_BYTES];
    off_t at = number_at(end + ZIP_END_OFFSET_AT, 4);

    if (at + number_at(end + ZIP_END_SIZE_AT, 4) != until)
        return false;
    for (unsigned count = number_at(end + ZIP_END_COUNT_AT, 2); count > 0; count--) {
        if (pread(file, entry, sizeof entry, at) != sizeof entry || memcmp(entry, "PK\1\2", 4) != 0)
            return false;
        at += ZIP_ENTRY_BYTES;
        for (int i = 0; i < 3; i++)
            at += number_at(entry + ZIP_ENTRY_LENGTHS_AT + 2 * i, 2);
    }
    return at == until;
}

/* Also refuses ZIP64, which is for 65,535 entries and more, or for 4 GiB. */
static bool check_zip(struct unpacking *task, int file)
{
    unsigned char end[ZIP_END_BYTES];
    off_t until = find_end(file, end);

    if (until >= 0 && number_at(end + ZIP_END_COUNT_AT, 2) > (unsigned)task->limits->entries)
        return refuse_number(task, "unpack_many", task->limits->entries);
    return (until >= 0 && is_directory(file, end, until)) || err_set(task->why, "unpack_cut", "");
}

/* libarchive reads what is there of a ZIP that was cut off or has lost entries. */
static bool check_directory(struct unpacking *task, const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool is_fine = file < 0 || !is_zip(file) || check_zip(task, file);

    if (file >= 0)
        close(file);
    return is_fine;
}

/* ---- the archive ---- */

enum kinds { KINDS_ALL, KINDS_ZIP };

static struct archive *open_archive(const char *path, enum kinds kinds, struct err *why)
{
    struct archive *archive = archive_read_new();

    if (!archive) {
        err_set(why, "no_memory", "");
        return NULL;
    }
    archive_read_support_format_zip_seekable(archive);
    if (kinds == KINDS_ALL) {
        archive_read_support_format_tar(archive);
        archive_read_support_filter_gzip(archive);
        archive_read_support_filter_xz(archive);
    }
    if (archive_read_open_filename(archive, path, READ_BYTES) == ARCHIVE_OK)
        return archive;
    refuse_archive(archive, why);
    archive_read_free(archive);
    return NULL;
}

static bool take_all(struct unpacking *task)
{
    struct archive_entry *entry;

    for (;;) {
        int status = archive_read_next_header(task->archive, &entry);
        if (status == ARCHIVE_EOF)
            return task->entries > 0 || err_set(task->why, "unpack_broken", "…");
        if (status < ARCHIVE_WARN)
            return refuse_archive(task->archive, task->why);
        if (++task->entries > task->limits->entries)
            return refuse_number(task, "unpack_many", task->limits->entries);
        if (!take_entry(task, entry))
            return false;
    }
}

bool unpack(const char *archive, const char *folder, const struct unpack_limits *limits,
            struct err *why)
{
    struct unpacking task = {.folder = folder, .limits = limits, .why = why};

    if (!check_directory(&task, archive))
        return false;
    task.archive = open_archive(archive, KINDS_ALL, why);
    if (!task.archive)
        return false;
    bool is_done = take_all(&task);
    archive_read_free(task.archive);
    return is_done;
}

static bool has_next(struct archive *archive, struct archive_entry **entry)
{
    int status = archive_read_next_header(archive, entry);

    return status == ARCHIVE_OK || status == ARCHIVE_WARN;
}

bool unpack_read_zip_member(const char *path, const char *name, char *text, size_t size)
{
    enum { ENTRIES_MAX = 100 * 1000 };
    struct archive *archive = open_archive(path, KINDS_ZIP, NULL);
    struct archive_entry *entry;
    la_ssize_t len = -1;

    if (!archive)
        return false;
    for (int i = 0; i < ENTRIES_MAX && has_next(archive, &entry); i++) {
        const char *one = archive_entry_pathname(entry);
        if (!one || strcmp(one, name) != 0)
            continue;
        len = archive_read_data(archive, text, size - 1);
        break;
    }
    archive_read_free(archive);
    text[len > 0 ? len : 0] = '\0';
    return len >= 0;
}
