#include "server/diary.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Places are counted from the beginning of time; the byte is the place modulo DIARY_BYTES. */
struct kept {
    uint64_t place;
    size_t len;
    struct diary_entry entry; /* without its text */
};

struct diary {
    uint64_t first, next; /* entries */
    uint64_t end;         /* the next place */
    struct kept kept[DIARY_ENTRIES];
    char text[DIARY_BYTES];
};

struct diary *diary_create(void) { return calloc(1, sizeof(struct diary)); }

void diary_destroy(struct diary *diary) { free(diary); }

static struct kept *kept_at(struct diary *diary, uint64_t number)
{
    return &diary->kept[number % DIARY_ENTRIES];
}

/* A place for so many bytes in one piece; what lay there is forgotten. */
static uint64_t make_room(struct diary *diary, size_t len)
{
    uint64_t place = diary->end, rest = DIARY_BYTES - place % DIARY_BYTES;

    if (len > rest)
        place += rest;
    diary->end = place + len;
    while (diary->first < diary->next &&
           diary->end - kept_at(diary, diary->first)->place > DIARY_BYTES)
        diary->first++;
    return place;
}

static size_t fitting(size_t had, size_t len)
{
    return len < DIARY_TEXT_MAX - had ? len : DIARY_TEXT_MAX - had;
}

void diary_add(struct diary *diary, enum diary_kind kind, struct diary_moment when,
               struct slice text)
{
    size_t len = fitting(0, text.len);
    uint64_t place = make_room(diary, len);

    if (diary->next - diary->first == DIARY_ENTRIES)
        diary->first++;
    *kept_at(diary, diary->next++) = (struct kept){
        .place = place,
        .len = len,
        .entry = {.kind = kind, .when = when, .left_out = text.len - len},
    };
    memcpy(diary->text + place % DIARY_BYTES, text.at, len);
}

/* The last entry grows; where it lies there may be no room behind it. */
static void stretch(struct diary *diary, struct kept *last, size_t more)
{
    uint64_t old = last->place;

    diary->end = old;
    last->place = make_room(diary, last->len + more);
    if (last->place != old)
        memcpy(diary->text + last->place % DIARY_BYTES, diary->text + old % DIARY_BYTES, last->len);
}

bool diary_go_on(struct diary *diary, struct slice text)
{
    struct kept *last = kept_at(diary, diary->next - 1);

    if (diary->first == diary->next || last->entry.kind != DIARY_IN)
        return false;
    size_t more = fitting(last->len, text.len);
    stretch(diary, last, more);
    memcpy(diary->text + last->place % DIARY_BYTES + last->len, text.at, more);
    last->len += more;
    last->entry.left_out += text.len - more;
    return true;
}

static struct kept *last_heard(struct diary *diary)
{
    for (uint64_t number = diary->next; number > diary->first; number--) {
        if (kept_at(diary, number - 1)->entry.kind == DIARY_IN)
            return kept_at(diary, number - 1);
    }
    return NULL;
}

void diary_mark(struct diary *diary, size_t back)
{
    struct kept *last = last_heard(diary);

    if (!last)
        return;
    size_t whole = last->len + last->entry.left_out, mark = back < whole ? whole - back : 0;
    last->entry.has_mark = true;
    last->entry.mark = mark < last->len ? mark : last->len;
}

uint64_t diary_first(const struct diary *diary) { return diary->first; }

uint64_t diary_next(const struct diary *diary) { return diary->next; }

struct diary_entry diary_at(const struct diary *diary, uint64_t number)
{
    const struct kept *kept = &diary->kept[number % DIARY_ENTRIES];
    struct diary_entry entry = kept->entry;

    assert(number >= diary->first && number < diary->next);
    entry.text = slice_make(diary->text + kept->place % DIARY_BYTES, kept->len);
    return entry;
}
