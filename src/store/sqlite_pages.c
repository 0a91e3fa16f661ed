#include "store/sqlite_pages.h"

#include "base/memory.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    USUAL_PAGE = 4096,
    WAL_HEAD = 32,
    FRAME_HEAD = 24,
    PAGES_MAX = 1 << 28, /* a log that speaks of more is damaged */
};

static int64_t size_of(int file)
{
    struct stat info;

    return file >= 0 && fstat(file, &info) == 0 ? (int64_t)info.st_size : 0;
}

static bool read_at(int file, int64_t offset, void *bytes, size_t len)
{
    return file >= 0 && pread(file, bytes, len, offset) == (ssize_t)len;
}

bool sqlite_pages_read(const struct sqlite_pages *pages, int64_t number, unsigned char *page)
{
    if (number < 1 || number > pages->count)
        return false;
    if (pages->in_wal[number])
        return read_at(pages->wal, pages->in_wal[number], page, pages->size);
    return read_at(pages->file, (number - 1) * (int64_t)pages->size, page, pages->size);
}

static bool is_page_size(size_t size)
{
    return size >= 512 && size <= SQLITE_PAGE_MAX && (size & (size - 1)) == 0;
}

/* The head of the file says it; if that is damaged, its log; else it is as usual. */
static void find_page_size(struct sqlite_pages *pages)
{
    unsigned char head[32] = {0};

    pages->size = USUAL_PAGE;
    if (read_at(pages->wal, 0, head, sizeof head) && is_page_size(sqlite_u32(head + 8)))
        pages->size = sqlite_u32(head + 8);
    if (!read_at(pages->file, 0, head, sizeof head) || memcmp(head, "SQLite format 3", 16) != 0)
        return;
    size_t size = sqlite_u16(head + 16) == 1 ? SQLITE_PAGE_MAX : sqlite_u16(head + 16);
    pages->has_head = is_page_size(size);
    if (pages->has_head)
        pages->size = size;
}

/* ---- the log ---- */

struct wal_sum {
    uint32_t a, b;
};

struct wal {
    struct sqlite_pages *pages;
    bool is_big; /* its checksums are over big-endian words */
    unsigned char salt[8];
    bool has_salt;
    struct wal_sum before; /* the checksum of the frame before */
    int64_t missed;        /* frames that do not hold, since the last one that does */
    int64_t *written;      /* pages of the open transaction with their places, two by two */
    size_t written_count;
};

static uint32_t word(const unsigned char *at, bool is_big)
{
    return is_big ? sqlite_u32(at)
                  : (uint32_t)at[3] << 24 | (uint32_t)at[2] << 16 | (uint32_t)at[1] << 8 | at[0];
}

static void add_sum(struct wal_sum *sum, const unsigned char *bytes, size_t len, bool is_big)
{
    for (size_t i = 0; i + 8 <= len; i += 8) {
        sum->a += word(bytes + i, is_big) + sum->b;
        sum->b += word(bytes + i + 4, is_big) + sum->a;
    }
}

/* Its checksum goes on from that of the frame before, as it is written there: so a frame can be
 * judged though an earlier one is damaged. */
static bool is_frame_sound(const struct wal *wal, const unsigned char *frame)
{
    struct wal_sum sum = wal->before;

    add_sum(&sum, frame, 8, wal->is_big);
    add_sum(&sum, frame + FRAME_HEAD, wal->pages->size, wal->is_big);
    return sum.a == sqlite_u32(frame + 16) && sum.b == sqlite_u32(frame + 20) &&
           sqlite_u32(frame) > 0 && sqlite_u32(frame) < PAGES_MAX;
}

static void grow(struct sqlite_pages *pages, int64_t count)
{
    if (count <= pages->count)
        return;
    pages->in_wal = memory_grow(pages->in_wal, (size_t)(count + 1) * sizeof *pages->in_wal);
    memset(pages->in_wal + pages->count + 1, 0,
           (size_t)(count - pages->count) * sizeof *pages->in_wal);
    pages->count = count;
}

static void commit(struct wal *wal, int64_t count)
{
    grow(wal->pages, count);
    for (size_t i = 0; i < wal->written_count; i += 2) {
        grow(wal->pages, wal->written[i]);
        wal->pages->in_wal[wal->written[i]] = wal->written[i + 1];
    }
    wal->written_count = 0;
}

static void take_frame(struct wal *wal, const unsigned char *frame, int64_t offset)
{
    if (!wal->has_salt)
        memcpy(wal->salt, frame + 8, sizeof wal->salt);
    wal->has_salt = true;
    if (memcmp(wal->salt, frame + 8, sizeof wal->salt) != 0 || !is_frame_sound(wal, frame)) {
        wal->missed++;
    } else {
        wal->pages->wal_damaged += wal->missed;
        wal->missed = 0;
        wal->pages->wal_frames++;
        wal->written = memory_grow(wal->written, (wal->written_count + 2) * sizeof *wal->written);
        wal->written[wal->written_count++] = sqlite_u32(frame);
        wal->written[wal->written_count++] = offset + FRAME_HEAD;
        if (sqlite_u32(frame + 4) > 0 && sqlite_u32(frame + 4) < PAGES_MAX)
            commit(wal, sqlite_u32(frame + 4));
    }
    wal->before = (struct wal_sum){sqlite_u32(frame + 16), sqlite_u32(frame + 20)};
}

/* Frames of earlier rounds stand behind the last one and have another salt. */
static void read_wal(struct sqlite_pages *pages)
{
    struct wal wal = {.pages = pages};
    unsigned char head[WAL_HEAD];
    size_t len = FRAME_HEAD + pages->size;

    if (!read_at(pages->wal, 0, head, sizeof head))
        return;
    wal.has_salt = (sqlite_u32(head) & ~1u) == 0x377f0682;
    wal.is_big = wal.has_salt && (head[3] & 1);
    memcpy(wal.salt, head + 16, sizeof wal.salt);
    wal.before = (struct wal_sum){sqlite_u32(head + 24), sqlite_u32(head + 28)};
    pages->wal_damaged += !wal.has_salt;
    unsigned char *frame = memory_get(len, 1);
    for (int64_t at = WAL_HEAD; read_at(pages->wal, at, frame, len); at += (int64_t)len)
        take_frame(&wal, frame, at);
    free(frame);
    free(wal.written);
}

/* ---- free pages ---- */

/* A trunk of the list: the next trunk, how many leaves, the leaves.  False: it makes no sense. */
static bool mark_trunk(struct sqlite_pages *pages, const unsigned char *trunk)
{
    size_t count = sqlite_u32(trunk + 4);

    if (count > pages->size / 4 - 2)
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t leaf = sqlite_u32(trunk + 8 + 4 * i);
        if (leaf > 1 && leaf <= pages->count)
            pages->is_free[leaf] = true;
    }
    return true;
}

static void read_first_page(struct sqlite_pages *pages)
{
    unsigned char page[SQLITE_PAGE_MAX];

    if (!sqlite_pages_read(pages, 1, page) || memcmp(page, "SQLite format 3", 16) != 0)
        return;
    if (sqlite_u32(page + 28) > pages->count && sqlite_u32(page + 28) < PAGES_MAX)
        pages->missing = sqlite_u32(page + 28) - pages->count;
    for (uint32_t trunk = sqlite_u32(page + 32); trunk > 1 && trunk <= pages->count;) {
        if (pages->is_free[trunk] || !sqlite_pages_read(pages, trunk, page))
            return;
        pages->is_free[trunk] = true;
        if (!mark_trunk(pages, page))
            return;
        trunk = sqlite_u32(page);
    }
}

/* ---- coming and going ---- */

void sqlite_pages_open(struct sqlite_pages *pages, const char *path)
{
    char wal[PATH_MAX + 8];

    snprintf(wal, sizeof wal, "%s-wal", path);
    *pages = (struct sqlite_pages){.file = open(path, O_RDONLY | O_CLOEXEC),
                                   .wal = open(wal, O_RDONLY | O_CLOEXEC)};
    find_page_size(pages);
    pages->count = size_of(pages->file) / (int64_t)pages->size;
    pages->in_wal = memory_get((size_t)pages->count + 1, sizeof *pages->in_wal);
    read_wal(pages);
    pages->is_free = memory_get((size_t)pages->count + 1, sizeof *pages->is_free);
    read_first_page(pages);
}

void sqlite_pages_close(struct sqlite_pages *pages)
{
    if (pages->file >= 0)
        close(pages->file);
    if (pages->wal >= 0)
        close(pages->wal);
    free(pages->in_wal);
    free(pages->is_free);
}
