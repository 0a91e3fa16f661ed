/*
 * What happens in the house, as event streams.  Events are numbered and the last ones kept, so that
 * a browser that was away for a moment goes on where it was (Last-Event-ID).  Nothing is written
 * for topics that nobody follows; whoever asks for what was not kept is told to fetch anew (reset).
 */

#include "base/clock.h"
#include "base/memory.h"
#include "web/game_json.h"
#include "web/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STREAMS_MAX = 128,        /* open and lately closed ones */
    TOPICS_MAX = 32,          /* of one stream */
    TOPIC_SIZE = 48,          /* "games", or the id of a game */
    EVENTS_MAX = 1024,        /* kept */
    EVENT_BYTES = 64 * 1024,  /* one event */
    QUIET_US = 15 * 1000000,  /* then a comment keeps the line alive */
    LINGER_US = 60 * 1000000, /* a closed stream may come back */
    SUMMARIES_PER_S = 200,    /* moves told to those who watch all games */
};

static const char all_games[] = "games";
/* Whole lists that can be followed besides single games. */
static const char *const lists[] = {all_games, "tests", "tournaments"};

static bool is_list(struct slice topic)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (slice_is(topic, lists[i]))
            return true;
    }
    return false;
}

struct event {
    uint64_t number; /* 0: none */
    char topic[TOPIC_SIZE];
    char *text[2]; /* by enum game_json_to, with its id, ready to be sent; the owner's NULL: the
                      same */
};

struct stream {
    struct events *events;
    struct MHD_Connection *connection; /* NULL: free, or it was closed lately */
    enum game_json_to to;
    bool is_asleep;
    uint64_t next; /* number of the event to be looked at */
    int64_t spoke_us, closed_us;
    char topics[TOPICS_MAX][TOPIC_SIZE];
    int topic_count;
    char *text; /* being sent; NULL: nothing */
    size_t len, sent;
};

struct events {
    struct web *web;
    uint64_t number;  /* of the last event */
    uint64_t unknown; /* up to here something may be missing */
    uint32_t era;     /* numbers of an earlier server mean nothing */
    bool is_closing;
    struct event kept[EVENTS_MAX]; /* number modulo EVENTS_MAX */
    struct stream streams[STREAMS_MAX];
    int64_t second;
    int summaries; /* told in this second */
    char scratch[EVENT_BYTES];
};

struct events *events_create(struct web *web)
{
    struct events *events = memory_get(1, sizeof *events);

    events->web = web;
    events->era = (uint32_t)(clock_wall_ms() / 1000);
    return events;
}

static void drop(struct event *event)
{
    free(event->text[SHOW_VISITOR]);
    free(event->text[SHOW_OWNER]);
    *event = (struct event){0};
}

void events_destroy(struct events *events)
{
    if (!events)
        return;
    for (int i = 0; i < EVENTS_MAX; i++)
        drop(&events->kept[i]);
    for (int i = 0; i < STREAMS_MAX; i++)
        free(events->streams[i].text);
    free(events);
}

/* ---- streams ---- */

static bool is_free(const struct stream *stream)
{
    return !stream->connection && stream->closed_us == 0;
}

static void wake(struct stream *stream)
{
    if (!stream->connection || !stream->is_asleep)
        return;
    stream->is_asleep = false;
    MHD_resume_connection(stream->connection);
    web_wake(stream->events->web);
}

static bool follows(const struct stream *stream, const char *topic)
{
    for (int i = 0; i < stream->topic_count; i++) {
        if (strcmp(stream->topics[i], topic) == 0)
            return true;
    }
    return false;
}

static bool is_followed(const struct events *events, const char *topic)
{
    for (int i = 0; i < STREAMS_MAX; i++) {
        if (!is_free(&events->streams[i]) && follows(&events->streams[i], topic))
            return true;
    }
    return false;
}

/* What it followed is not written down any longer: whoever comes back now has missed something. */
static void clear(struct stream *stream)
{
    if (stream->closed_us > 0)
        stream->events->unknown = ++stream->events->number;
    free(stream->text);
    *stream = (struct stream){.events = stream->events};
}

void events_beat(struct events *events)
{
    int64_t now_us = clock_now_us();

    for (int i = 0; i < STREAMS_MAX; i++) {
        struct stream *stream = &events->streams[i];
        if (stream->connection && now_us - stream->spoke_us >= QUIET_US)
            wake(stream);
        else if (stream->closed_us > 0 && now_us - stream->closed_us > LINGER_US)
            clear(stream);
    }
}

void events_close(struct events *events)
{
    events->is_closing = true;
    for (int i = 0; i < STREAMS_MAX; i++)
        wake(&events->streams[i]);
}

/* ---- telling ---- */

enum page { PAGE_SUMMARY, PAGE_GAME, PAGE_PLY, PAGE_RESET };

static void show_page(struct json *out, enum page page, const struct room_view *game,
                      enum game_json_to to)
{
    struct game_card card = game_card_of_room(game);

    switch (page) {
    case PAGE_SUMMARY:
        game_json_summary(out, &card, to);
        break;
    case PAGE_GAME:
        game_json_outline(out, &card, to);
        break;
    case PAGE_PLY:
        game_json_last_ply(out, &card);
        break;
    case PAGE_RESET:
        json_begin_object(out, NULL);
        json_text(out, "id", card.id);
        json_end_object(out);
        break;
    }
}

/* NULL: it does not fit. */
static char *write_event(struct events *events, enum page page, const struct room_view *game,
                         enum game_json_to to)
{
    static const char *const names[] = {
        [PAGE_SUMMARY] = "games", [PAGE_GAME] = "game", [PAGE_PLY] = "ply", [PAGE_RESET] = "reset"};
    struct buf buf;
    struct json json;

    buf_init(&buf, events->scratch, sizeof events->scratch);
    buf_format(&buf, "id: %u-%llu\nevent: %s\ndata: ", events->era,
               (unsigned long long)events->number, names[page]);
    json_init(&json, &buf);
    show_page(&json, page, game, to);
    buf_add(&buf, "\n\n");
    return buf.is_full ? NULL : strdup(buf.data);
}

/* Reservations and what programs print are for the owner only. */
static bool has_private_part(const struct room_view *game, enum page page)
{
    bool has_one = false;

    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        has_one = has_one || game->seats[side].code[0] ||
                  game->seats[side].program.phase != BOT_PROCESS_NONE;
    return has_one && (page == PAGE_SUMMARY || page == PAGE_GAME);
}

/* The next event, still without words. */
static struct event *next_event(struct events *events, const char *topic)
{
    struct event *event = &events->kept[++events->number % EVENTS_MAX];

    if (event->number > events->unknown)
        events->unknown = event->number;
    drop(event);
    event->number = events->number;
    snprintf(event->topic, sizeof event->topic, "%s", topic);
    return event;
}

static void wake_followers(struct events *events, const char *topic)
{
    for (int i = 0; i < STREAMS_MAX; i++) {
        if (follows(&events->streams[i], topic))
            wake(&events->streams[i]);
    }
}

void events_tell(struct events *events, const char *topic, const struct buf *data)
{
    struct buf buf;

    if (!is_followed(events, topic) || data->is_full)
        return;
    struct event *event = next_event(events, topic);
    buf_init(&buf, events->scratch, sizeof events->scratch);
    buf_format(&buf, "id: %u-%llu\nevent: %s\ndata: ", events->era,
               (unsigned long long)events->number, topic);
    buf_add_slice(&buf, buf_slice(data));
    buf_add(&buf, "\n\n");
    event->text[SHOW_OWNER] = buf.is_full ? NULL : strdup(buf.data);
    wake_followers(events, topic);
}

/* Keeps the event and wakes those who follow. */
static void tell(struct events *events, const char *topic, enum page page,
                 const struct room_view *game)
{
    struct event *event = next_event(events, topic);

    event->text[SHOW_VISITOR] = write_event(events, page, game, SHOW_VISITOR);
    if (has_private_part(game, page))
        event->text[SHOW_OWNER] = write_event(events, page, game, SHOW_OWNER);
    wake_followers(events, topic);
}

/* Thousands of moves a second, as in an arena, are more than anybody can watch. */
static bool is_flood(struct events *events, const struct room_event *event)
{
    int64_t second = clock_now_us() / 1000000;

    if (second != events->second)
        events->summaries = 0;
    events->second = second;
    return event->kind == ROOM_EVENT_MOVED && ++events->summaries > SUMMARIES_PER_S;
}

/* What followers of a game are told; false: nothing. */
static bool find_page(const struct room_event *event, enum page *page)
{
    switch (event->kind) {
    case ROOM_EVENT_MOVED:
        *page = PAGE_PLY;
        return true;
    case ROOM_EVENT_TAKEN:
        *page = PAGE_RESET;
        return true;
    case ROOM_EVENT_ASKED: /* otherwise the ply has said so */
        *page = PAGE_GAME;
        return event->is_delayed;
    case ROOM_EVENT_SEATED:
    case ROOM_EVENT_LEFT:
    case ROOM_EVENT_STARTED:
    case ROOM_EVENT_PAUSED:
    case ROOM_EVENT_CHANGED:
    case ROOM_EVENT_ENDED:
    case ROOM_EVENT_PROGRAM:
        *page = PAGE_GAME;
        return true;
    case ROOM_EVENT_STATE:
    case ROOM_EVENT_HELD:
    case ROOM_EVENT_REFUSED:
    case ROOM_EVENT_UNASKED:
        return false;
    }
    return false;
}

void events_hear(void *context, struct room *room, const struct room_event *event)
{
    struct events *events = context;
    struct room_view game;
    enum page page;

    if (!find_page(event, &page))
        return;
    bool is_one = is_followed(events, room->id);
    bool is_all = is_followed(events, all_games) && !is_flood(events, event);
    if ((!is_one && !is_all) || !rooms_view_of(room, &game))
        return;
    if (is_one)
        tell(events, room->id, page, &game);
    if (is_all)
        tell(events, all_games, PAGE_SUMMARY, &game);
}

/* ---- sending ---- */

/* Too much was missed: everything that the stream follows is to be fetched anew. */
static char *write_resets(struct stream *stream)
{
    struct events *events = stream->events;
    struct buf buf;

    buf_init(&buf, events->scratch, sizeof events->scratch);
    for (int i = 0; i < stream->topic_count; i++) {
        bool is_all = is_list(slice_of(stream->topics[i]));
        const char *quote = is_all ? "" : "\"";
        buf_format(&buf, "id: %u-%llu\nevent: reset\ndata: {\"id\":%s%s%s}\n\n", events->era,
                   (unsigned long long)events->number, quote, is_all ? "null" : stream->topics[i],
                   quote);
    }
    stream->next = events->number + 1;
    return strdup(buf.data);
}

/* The next thing to say, or NULL. */
static char *next_text(struct stream *stream)
{
    struct events *events = stream->events;

    if (stream->next <= events->number && events->number - stream->next >= EVENTS_MAX)
        return write_resets(stream);
    for (; stream->next <= events->number; stream->next++) {
        const struct event *event = &events->kept[stream->next % EVENTS_MAX];
        const char *text =
            event->text[stream->to] ? event->text[stream->to] : event->text[SHOW_VISITOR];
        if (event->number == stream->next && text && follows(stream, event->topic)) {
            stream->next++;
            return strdup(text);
        }
    }
    return clock_now_us() - stream->spoke_us >= QUIET_US ? strdup(": still here\n\n") : NULL;
}

static ssize_t on_read(void *context, uint64_t position, char *out, size_t max)
{
    struct stream *stream = context;

    (void)position;
    if (stream->events->is_closing)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (!stream->text) {
        stream->text = next_text(stream);
        if (!stream->text) {
            stream->is_asleep = true;
            MHD_suspend_connection(stream->connection);
            return 0;
        }
        stream->len = strlen(stream->text);
        stream->sent = 0;
        stream->spoke_us = clock_now_us();
    }
    size_t n = stream->len - stream->sent < max ? stream->len - stream->sent : max;
    memcpy(out, stream->text + stream->sent, n);
    stream->sent += n;
    if (stream->sent == stream->len) {
        free(stream->text);
        stream->text = NULL;
    }
    return (ssize_t)n;
}

/* The browser may be back soon: what it follows is kept for a while. */
static void on_free(void *context)
{
    struct stream *stream = context;

    free(stream->text);
    stream->text = NULL;
    stream->connection = NULL;
    stream->closed_us = clock_now_us();
}

/* ---- opening ---- */

static struct stream *find_place(struct events *events)
{
    struct stream *oldest = NULL;

    for (int i = 0; i < STREAMS_MAX; i++) {
        struct stream *stream = &events->streams[i];
        stream->events = events;
        if (is_free(stream))
            return stream;
        if (!stream->connection && (!oldest || stream->closed_us < oldest->closed_us))
            oldest = stream;
    }
    if (oldest)
        clear(oldest);
    return oldest;
}

/* "games,game:ID,game:ID" */
static bool read_topics(struct stream *stream, const char *wanted)
{
    struct slice rest = slice_of(wanted);

    while (rest.len > 0) {
        struct slice topic = slice_take_until(&rest, ',');
        bool is_game = slice_take(&topic, "game:");
        if (stream->topic_count == TOPICS_MAX || topic.len >= TOPIC_SIZE || topic.len == 0 ||
            (!is_game && !is_list(topic)) || memchr(topic.at, '"', topic.len) ||
            memchr(topic.at, '\n', topic.len) || memchr(topic.at, '\\', topic.len))
            return false;
        snprintf(stream->topics[stream->topic_count++], TOPIC_SIZE, "%.*s", (int)topic.len,
                 topic.at);
    }
    return stream->topic_count > 0;
}

/* Where to go on: behind the last event that the browser has, if all since then is here. */
static void find_begin(struct stream *stream, const char *last_id)
{
    struct events *events = stream->events;
    unsigned era = 0;
    unsigned long long number = 0;

    stream->next = events->number + 1;
    if (!last_id)
        return;
    bool is_ours = sscanf(last_id, "%u-%llu", &era, &number) == 2 && era == events->era &&
                   number <= events->number && number >= events->unknown;
    if (is_ours)
        stream->next = number + 1;
    else
        stream->text = write_resets(stream);
    stream->len = stream->text ? strlen(stream->text) : 0;
}

void events_answer(struct request *request)
{
    struct stream *stream = find_place(request->web->events);
    const char *wanted = request_argument(request, "subs");
    const char *last_id =
        MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "Last-Event-ID");

    if (!stream) {
        refuse(request, 503, "streams_full", "");
        return;
    }
    if (!read_topics(stream, wanted ? wanted : all_games)) {
        clear(stream);
        refuse(request, 400, "bad_value", "subs");
        return;
    }
    stream->connection = request->connection;
    stream->to = request->has_token ? SHOW_OWNER : SHOW_VISITOR;
    stream->spoke_us = 0; /* the first comment opens the stream in the browser */
    find_begin(stream, last_id);
    answer_with(
        request, MHD_HTTP_OK,
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, EVENT_BYTES, on_read, stream, on_free),
        "text/event-stream");
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}
