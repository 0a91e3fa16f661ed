#include "base/pack.h"

#include "base/file.h"
#include "base/memory.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK_BYTES = 64 * 1024, PRIVATE = 0600, PROGRAM = 0700 };

struct pack {
    char path[PATH_MAX], temporary[PATH_MAX];
    int file;
    struct archive *archive;
    int64_t bytes;
    char *sums; /* the text of SHA256SUMS */
    size_t sums_len;
};

/* Where the bytes of a member come from. */
struct member {
    const char *name;
    int file; /* -1: the text */
    struct slice text;
    int64_t size;
    bool can_run;
};

static bool fail(const struct pack *pack, const char *cause, struct err *why)
{
    return err_setf(why, "file_write", "%s (%s)", pack->path, cause ? cause : strerror(errno));
}

static bool fail_archive(const struct pack *pack, struct err *why)
{
    return fail(pack, archive_error_string(pack->archive), why);
}

static void print_sum(crypto_hash_sha256_state *state, char sum[PACK_SUM_SIZE])
{
    unsigned char hash[crypto_hash_sha256_BYTES];

    crypto_hash_sha256_final(state, hash);
    sodium_bin2hex(sum, PACK_SUM_SIZE, hash, sizeof hash);
}

/* ---- coming and going ---- */

static bool open_file(struct pack *pack, struct err *why)
{
    int len = snprintf(pack->temporary, sizeof pack->temporary, "%s" FILE_TEMPORARY "%ld",
                       pack->path, (long)getpid());

    if (len < 0 || (size_t)len >= sizeof pack->temporary)
        return fail(pack, strerror(ENAMETOOLONG), why);
    pack->file = open(pack->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, PRIVATE);
    return pack->file >= 0 || fail(pack, NULL, why);
}

static bool open_archive(struct pack *pack, struct err *why)
{
    pack->archive = archive_write_new();
    if (!pack->archive)
        return err_set(why, "no_memory", "");
    archive_write_set_format_pax_restricted(pack->archive);
    archive_write_add_filter_gzip(pack->archive);
    archive_write_set_filter_option(pack->archive, "gzip", "compression-level", "3");
    return archive_write_open_fd(pack->archive, pack->file) == ARCHIVE_OK ||
           fail_archive(pack, why);
}

struct pack *pack_create(const char *path, struct err *why)
{
    struct pack *pack = memory_get(1, sizeof *pack);

    pack->file = -1;
    snprintf(pack->path, sizeof pack->path, "%s", path);
    if (open_file(pack, why) && open_archive(pack, why))
        return pack;
    pack_destroy(pack);
    return NULL;
}

void pack_destroy(struct pack *pack)
{
    if (!pack)
        return;
    archive_write_free(pack->archive);
    if (pack->file >= 0) {
        close(pack->file);
        unlink(pack->temporary);
    }
    free(pack->sums);
    free(pack);
}

int64_t pack_bytes(const struct pack *pack) { return pack->bytes; }

/* ---- members ---- */

static void note_sum(struct pack *pack, const char *name, crypto_hash_sha256_state *state)
{
    char sum[PACK_SUM_SIZE];
    size_t room = PACK_SUM_SIZE + strlen(name) + 4;

    print_sum(state, sum);
    pack->sums = memory_grow(pack->sums, pack->sums_len + room);
    pack->sums_len += (size_t)snprintf(pack->sums + pack->sums_len, room, "%s  %s\n", sum, name);
}

static bool write_head(struct pack *pack, const struct member *member, struct err *why)
{
    struct archive_entry *entry = archive_entry_new();

    archive_entry_set_pathname(entry, member->name);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, member->can_run ? PROGRAM : PRIVATE);
    archive_entry_set_size(entry, member->size);
    archive_entry_set_mtime(entry, time(NULL), 0);
    bool is_written = archive_write_header(pack->archive, entry) == ARCHIVE_OK;
    archive_entry_free(entry);
    return is_written || fail_archive(pack, why);
}

/* The next bytes; a file that has become shorter meanwhile is filled up with zeros, because its
 * size is written before it. */
static size_t next_bytes(const struct member *member, int64_t at, char chunk[CHUNK_BYTES])
{
    int64_t left = member->size - at;
    size_t len = left < CHUNK_BYTES ? (size_t)left : CHUNK_BYTES;
    ssize_t n = 0;

    if (member->file < 0)
        memcpy(chunk, member->text.at + at, len);
    else
        n = pread(member->file, chunk, len, at);
    if (member->file >= 0 && n <= 0)
        memset(chunk, 0, len);
    return n > 0 ? (size_t)n : len;
}

static bool write_member(struct pack *pack, const struct member *member, struct err *why)
{
    crypto_hash_sha256_state state;
    char chunk[CHUNK_BYTES];

    if (!write_head(pack, member, why))
        return false;
    crypto_hash_sha256_init(&state);
    for (int64_t at = 0; at < member->size;) {
        size_t len = next_bytes(member, at, chunk);
        crypto_hash_sha256_update(&state, (const unsigned char *)chunk, len);
        if (archive_write_data(pack->archive, chunk, len) != (la_ssize_t)len)
            return fail_archive(pack, why);
        at += (int64_t)len;
        pack->bytes += (int64_t)len;
    }
    note_sum(pack, member->name, &state);
    return true;
}

bool pack_add_text(struct pack *pack, const char *name, struct slice text, struct err *why)
{
    return write_member(
        pack, &(struct member){.name = name, .file = -1, .text = text, .size = (int64_t)text.len},
        why);
}

bool pack_add_file(struct pack *pack, const char *name, const char *path, struct err *why)
{
    struct member member = {.name = name,
                            .file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)};
    struct stat info;

    if (member.file < 0)
        return errno == ENOENT || err_setf(why, "file_missing", "%s (%s)", path, strerror(errno));
    bool is_fine = fstat(member.file, &info) == 0 && S_ISREG(info.st_mode);
    if (is_fine) {
        member.size = info.st_size;
        member.can_run = (info.st_mode & 0111) != 0;
        is_fine = write_member(pack, &member, why);
    } else {
        err_set(why, "file_missing", path);
    }
    close(member.file);
    return is_fine;
}

/* ---- the end ---- */

static bool close_archive(struct pack *pack, struct err *why)
{
    struct slice sums = slice_make(pack->sums ? pack->sums : "", pack->sums_len);
    struct member last = {.name = PACK_SUMS, .file = -1, .text = sums, .size = (int64_t)sums.len};

    if (!write_head(pack, &last, why))
        return false;
    if (archive_write_data(pack->archive, sums.at, sums.len) != (la_ssize_t)sums.len ||
        archive_write_close(pack->archive) != ARCHIVE_OK)
        return fail_archive(pack, why);
    return fsync(pack->file) == 0 || fail(pack, NULL, why);
}

/* Only link() refuses a name that is taken; some file systems do not have it. */
static bool give_name(const struct pack *pack, enum pack_where where)
{
    if (where == PACK_REPLACE)
        return rename(pack->temporary, pack->path) == 0;
    if (link(pack->temporary, pack->path) == 0)
        return unlink(pack->temporary) == 0;
    if (errno == EEXIST || access(pack->path, F_OK) == 0)
        return false;
    return rename(pack->temporary, pack->path) == 0;
}

bool pack_finish(struct pack *pack, enum pack_where where, struct err *why)
{
    if (!close_archive(pack, why) || (!give_name(pack, where) && !fail(pack, NULL, why)))
        return false;
    close(pack->file);
    pack->file = -1;
    return true;
}

bool pack_sum_file(const char *path, char sum[PACK_SUM_SIZE])
{
    crypto_hash_sha256_state state;
    char chunk[CHUNK_BYTES];
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    ssize_t n = -1;

    crypto_hash_sha256_init(&state);
    while (file >= 0 && (n = read(file, chunk, sizeof chunk)) > 0)
        crypto_hash_sha256_update(&state, (const unsigned char *)chunk, (size_t)n);
    if (file >= 0)
        close(file);
    print_sum(&state, sum);
    return n == 0;
}
