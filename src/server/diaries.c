#include "server/diaries.h"

#include "base/clock.h"
#include "server/program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct diary_book {
    struct diary_book *next; /* newest first */
    char room[ROOM_ID_SIZE];
    int ply; /* as last seen: the room may be gone */
    struct diary *seats[SIDE_NONE];
};

static struct diary_book *find_book(const struct server *server, const char *room)
{
    for (struct diary_book *book = server->diaries; book; book = book->next) {
        if (strcmp(book->room, room) == 0)
            return book;
    }
    return NULL;
}

static void destroy_book(struct diary_book *book)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        diary_destroy(book->seats[side]);
    free(book);
}

static void forget_old(struct server *server)
{
    struct diary_book **place = &server->diaries;

    for (int count = 0; *place && count < LIMIT_DIARIES; count++)
        place = &(*place)->next;
    while (*place) {
        struct diary_book *old = *place;
        *place = old->next;
        destroy_book(old);
    }
}

bool diaries_open(struct server *server, struct room_slot *slot)
{
    struct diary_book *book = find_book(server, slot->room.id);

    if (book)
        return true;
    book = calloc(1, sizeof *book);
    if (!book)
        return false;
    snprintf(book->room, sizeof book->room, "%s", slot->room.id);
    book->next = server->diaries;
    server->diaries = book;
    forget_old(server);
    slot->has_diaries = true;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        struct session *session = session_find(server, slot->players[side]);
        if (session)
            diaries_seat(session, slot, side);
    }
    return true;
}

struct diary *diaries_find(struct server *server, const char *room, enum side side)
{
    struct diary_book *book = find_book(server, room);

    return book ? book->seats[side] : NULL;
}

void diaries_destroy(struct server *server)
{
    while (server->diaries) {
        struct diary_book *book = server->diaries;
        server->diaries = book->next;
        destroy_book(book);
    }
}

/* ---- writing ---- */

static struct diary_moment now_in(struct server *server, struct diary_book *book)
{
    const struct room_slot *slot = lobby_find(server, book->room);

    if (slot)
        book->ply = slot->room.record.ply_count;
    return (struct diary_moment){.at_ms = clock_wall_ms(), .ply = book->ply};
}

/* A seat's diary is made when there is something to write. */
static struct diary *open_diary(struct diary_book *book, enum side side)
{
    if (book && !book->seats[side])
        book->seats[side] = diary_create();
    return book ? book->seats[side] : NULL;
}

void diaries_add(struct server *server, const char *room, enum side side, enum diary_kind kind,
                 struct slice text)
{
    struct diary_book *book = find_book(server, room);
    struct diary *diary = open_diary(book, side);

    if (diary)
        diary_add(diary, kind, now_in(server, book), text);
}

void diaries_note(struct server *server, const char *room, enum side side, const struct err *why)
{
    char text[sizeof *why + 2];
    int len = snprintf(text, sizeof text, "%s\n%s", why->code, why->details);

    diaries_add(server, room, side, DIARY_NOTE, slice_make(text, (size_t)len));
}

/* ---- sessions ---- */

void diaries_seat(struct session *session, const struct room_slot *slot, enum side side)
{
    session->diary.is_kept = slot->has_diaries;
    if (!slot->has_diaries)
        return;
    session->diary.side = side;
    session->diary.is_open = false;
    snprintf(session->diary.room, sizeof session->diary.room, "%s", slot->room.id);
    if (session->bytes.len > 0) /* what it came with */
        diaries_add(session->server, session->diary.room, side, DIARY_IN, session->bytes);
}

/* What the program printed before it sent this belongs before it. */
void diaries_hear(struct session *session, struct slice bytes)
{
    struct server *server = session->server;
    const char *room = session->diary.room;
    enum side side = session->diary.side;

    program_catch_up(server, room, side);
    struct diary *diary = diaries_find(server, room, side);
    if (!session->diary.is_open || !diary || !diary_go_on(diary, bytes))
        diaries_add(server, room, side, DIARY_IN, bytes);
}

void diaries_tell(struct session *session, struct slice message)
{
    diaries_add(session->server, session->diary.room, session->diary.side, DIARY_OUT, message);
}

void diaries_garbled(struct session *session, const struct err *refusal)
{
    struct err why = {0};
    struct diary *diary = diaries_find(session->server, session->diary.room, session->diary.side);

    if (diary)
        diary_mark(diary, xml_reader_unread(session->reader));
    err_set(&why, "log_unreadable", refusal->details[0] ? refusal->details : refusal->code);
    diaries_note(session->server, session->diary.room, session->diary.side, &why);
}
