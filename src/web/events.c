/*
 * What happens on the server, as event streams (docs/web.md, section 3).  A stream follows topics:
 * lists ("games") and single games ("game:ID").  Events are numbered and the last ones kept, so
 * that a browser that was away for a moment goes on where it was (Last-Event-ID).  Nothing is
 * written for a topic without followers.  Where an event was not kept, the topic is reset: the
 * browser fetches it anew.
 */

#include "web/events.h"
#include "base/clock.h"
#include "base/memory.h"
#include "web/connections.h"
#include "web/event_page.h"
#include "web/game_json.h"
#include "web/internal.h"

#include <assert.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum {
    TOPIC_SIZE = 48,          /* "games", or "game:" and an id */
    TOPIC_BUCKETS = 1024,     /* of the hash table */
    EVENTS_MAX = 1024,        /* kept */
    EVENT_BYTES = 64 * 1024,  /* one event */
    QUIET_US = 15 * 1000000,  /* then a comment keeps the connection alive */
    LINGER_US = 60 * 1000000, /* events of a topic are kept so long for browsers that come back */
    SUMMARIES_PER_S = 200,    /* moves told to followers of all games */
    STREAM_ID_SIZE = 33,
    STREAM_BUFFER = 1024, /* for clients that cannot read chunks */
};

static const char all_games[] = "games";

/* The text of an event, shared by all streams that send it. */
struct event_text {
    int owners;
    size_t len;
    char data[];
};

struct topic {
    struct topic *next; /* in its bucket */
    char name[TOPIC_SIZE];
    int followers;
    int64_t left_us; /* when the last follower left */
    uint64_t lost;   /* events of this topic up to this number may be missing */
};

struct event {
    uint64_t number;     /* 0: none */
    struct topic *topic; /* NULL: its events are not kept any more */
    /* By enum game_json_to; the owner's NULL: the same as the visitor's. */
    struct event_text *text[2];
};

struct stream {
    struct events *events;
    struct stream *next;
    struct MHD_Connection *connection;
    int socket; /* of the connection */
    char id[STREAM_ID_SIZE];
    struct visitor *visitor; /* that it counts for; NULL: it is the owner's */
    enum game_json_to to;
    bool is_asleep; /* the connection is suspended */
    bool is_gone;   /* the client has hung up */
    uint64_t at;    /* number of the event to be looked at next */
    int64_t spoke_us;
    struct topic *topics[LIMIT_STREAM_TOPICS];
    int topic_count;
    struct event_text *text; /* being sent, or NULL */
    size_t sent;             /* bytes of it */
};

struct events {
    struct web *web;
    uint64_t number; /* of the last event */
    uint32_t era;    /* numbers of an earlier server mean nothing */
    bool is_closing;
    struct event kept[EVENTS_MAX]; /* by number modulo EVENTS_MAX */
    struct topic *buckets[TOPIC_BUCKETS];
    int lingering; /* topics without followers */
    struct stream *streams;
    int stream_count;
    int64_t second;
    int summaries; /* told in this second */
    char scratch[EVENT_BYTES];
};

/* ---- texts ---- */

static struct event_text *make_text(const struct buf *buf)
{
    struct event_text *text = memory_get(1, sizeof *text + buf->len);

    text->owners = 1;
    text->len = buf->len;
    memcpy(text->data, buf->data, buf->len);
    return text;
}

static void release(struct event_text *text)
{
    if (text && --text->owners == 0)
        free(text);
}

/* ---- topics ---- */

static bool is_list(struct slice topic)
{
    return slice_is(topic, all_games) || slice_is(topic, "tests") || slice_is(topic, "tournaments");
}

static struct topic **bucket_of(struct events *events, const char *name)
{
    uint32_t hash = 2166136261U; /* FNV-1a */

    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    return &events->buckets[hash % TOPIC_BUCKETS];
}

/* NULL: it has neither followers nor had any lately. */
static struct topic *find_topic(struct events *events, const char *name)
{
    struct topic *topic = *bucket_of(events, name);

    while (topic && strcmp(topic->name, name) != 0)
        topic = topic->next;
    return topic;
}

static struct topic *follow(struct events *events, const char *name)
{
    struct topic *topic = find_topic(events, name), **bucket = bucket_of(events, name);

    if (!topic) {
        topic = memory_get(1, sizeof *topic);
        snprintf(topic->name, sizeof topic->name, "%s", name);
        topic->lost = events->number;
        topic->next = *bucket;
        *bucket = topic;
    } else if (topic->followers == 0) {
        events->lingering--;
    }
    topic->followers++;
    return topic;
}

static void forget_topic(struct events *events, struct topic *topic)
{
    for (int i = 0; i < EVENTS_MAX; i++) {
        if (events->kept[i].topic == topic)
            events->kept[i].topic = NULL;
    }
    free(topic);
}

/* Forgets the topics whose last follower left before this moment. */
static void forget_topics(struct events *events, int64_t before_us)
{
    for (int i = 0; i < TOPIC_BUCKETS; i++) {
        struct topic **at = &events->buckets[i];
        while (*at) {
            struct topic *topic = *at;
            bool is_over = topic->followers == 0 && topic->left_us < before_us;
            if (is_over) {
                *at = topic->next;
                events->lingering--;
                forget_topic(events, topic);
            } else {
                at = &topic->next;
            }
        }
    }
}

static void unfollow(struct events *events, struct topic *topic)
{
    assert(topic->followers > 0);
    if (--topic->followers > 0)
        return;
    topic->left_us = clock_now_us();
    if (++events->lingering > LIMIT_TOPICS_LINGERING)
        forget_topics(events, INT64_MAX);
}

static bool follows(const struct stream *stream, const struct topic *topic)
{
    for (int i = 0; topic && i < stream->topic_count; i++) {
        if (stream->topics[i] == topic)
            return true;
    }
    return false;
}

/* ---- streams ---- */

static void wake(struct stream *stream)
{
    if (!stream->is_asleep)
        return;
    stream->is_asleep = false;
    MHD_resume_connection(stream->connection);
    web_wake(stream->events->web);
}

void events_beat(struct events *events)
{
    int64_t now_us = clock_now_us();

    for (struct stream *stream = events->streams; stream; stream = stream->next) {
        if (now_us - stream->spoke_us >= QUIET_US)
            wake(stream);
    }
    forget_topics(events, now_us - LINGER_US);
}

void events_hangup(struct events *events, int socket)
{
    for (struct stream *stream = events->streams; stream; stream = stream->next) {
        if (stream->socket != socket)
            continue;
        stream->is_gone = true;
        shutdown(socket, SHUT_RDWR); /* ends a write that waits */
        wake(stream);
    }
}

void events_end_visitors(struct events *events)
{
    for (struct stream *stream = events->streams; stream; stream = stream->next) {
        if (stream->to == SHOW_VISITOR)
            events_hangup(events, stream->socket);
    }
}

struct events *events_create(struct web *web)
{
    struct events *events = memory_get(1, sizeof *events);

    events->web = web;
    events->era = (uint32_t)(clock_wall_ms() / 1000);
    return events;
}

void events_close(struct events *events)
{
    events->is_closing = true;
    for (struct stream *stream = events->streams; stream; stream = stream->next)
        wake(stream);
}

static void drop(struct event *event)
{
    if (event->topic)
        event->topic->lost = event->number;
    release(event->text[SHOW_VISITOR]);
    release(event->text[SHOW_OWNER]);
    *event = (struct event){0};
}

void events_destroy(struct events *events)
{
    if (!events)
        return;
    assert(!events->streams);
    for (int i = 0; i < EVENTS_MAX; i++)
        drop(&events->kept[i]);
    forget_topics(events, INT64_MAX);
    free(events);
}

/* ---- telling ---- */

static struct buf *begin_text(struct events *events, struct buf *buf, const char *name)
{
    buf_init(buf, events->scratch, sizeof events->scratch);
    buf_format(buf, "id: %u-%llu\nevent: %s\ndata: ", events->era,
               (unsigned long long)events->number, name);
    return buf;
}

/* NULL: it does not fit. */
static struct event_text *end_text(struct buf *buf)
{
    buf_add(buf, "\n\n");
    return buf->is_full ? NULL : make_text(buf);
}

static struct event_text *write_event(struct events *events, enum event_page page,
                                      const struct room_view *game, enum game_json_to to)
{
    static const char *const names[] = {
        [PAGE_SUMMARY] = "games", [PAGE_GAME] = "game", [PAGE_PLY] = "ply", [PAGE_RESET] = "reset"};
    struct buf buf;
    struct json json;

    json_init(&json, begin_text(events, &buf, names[page]));
    event_page_show(&json, page, game, to);
    return end_text(&buf);
}

/* The next event, still without a text. */
static struct event *next_event(struct events *events, struct topic *topic)
{
    struct event *event = &events->kept[++events->number % EVENTS_MAX];

    drop(event);
    event->number = events->number;
    event->topic = topic;
    return event;
}

static void wake_followers(struct events *events, const struct topic *topic)
{
    for (struct stream *stream = events->streams; stream; stream = stream->next) {
        if (follows(stream, topic))
            wake(stream);
    }
}

void events_tell(struct events *events, const char *topic_name, const struct buf *data)
{
    struct topic *topic = find_topic(events, topic_name);
    struct buf buf;

    if (!topic || data->is_full)
        return;
    struct event *event = next_event(events, topic);
    buf_add_slice(begin_text(events, &buf, topic_name), buf_slice(data));
    event->text[SHOW_OWNER] = end_text(&buf);
    wake_followers(events, topic);
}

static void tell(struct events *events, struct topic *topic, enum event_page page,
                 const struct room_view *game)
{
    struct event *event = next_event(events, topic);

    event->text[SHOW_VISITOR] = write_event(events, page, game, SHOW_VISITOR);
    if (event_page_has_private_part(game, page))
        event->text[SHOW_OWNER] = write_event(events, page, game, SHOW_OWNER);
    wake_followers(events, topic);
}

/* Moves of all games at most SUMMARIES_PER_S times a second; starts and ends are always told. */
static bool is_flood(struct events *events, const struct room_event *event)
{
    int64_t second = clock_now_us() / 1000000;

    if (second != events->second)
        events->summaries = 0;
    events->second = second;
    return event->kind == ROOM_EVENT_MOVED && ++events->summaries > SUMMARIES_PER_S;
}

void events_hear(void *context, struct room *room, const struct room_event *event)
{
    struct events *events = context;
    struct topic *list = find_topic(events, all_games), *own;
    char name[TOPIC_SIZE];
    struct room_view game;
    enum event_page page;

    if (!event_page_find(event, &page))
        return;
    snprintf(name, sizeof name, "game:%s", room->id);
    own = find_topic(events, name);
    if (list && is_flood(events, event))
        list = NULL;
    if ((!own && !list) || !rooms_view_of(room, &game))
        return;
    if (own)
        tell(events, own, page, &game);
    if (list)
        tell(events, list, PAGE_SUMMARY, &game);
}

/* ---- sending ---- */

/* The topics of which the stream would miss an event from `from` on are to be fetched anew. */
static struct event_text *write_resets(struct stream *stream, uint64_t from, uint64_t last)
{
    struct events *events = stream->events;
    struct buf buf;

    buf_init(&buf, events->scratch, sizeof events->scratch);
    for (int i = 0; i < stream->topic_count; i++) {
        const struct topic *topic = stream->topics[i];
        struct slice id = slice_of(topic->name);
        bool is_game = slice_take(&id, "game:");
        if (topic->lost < from)
            continue;
        buf_format(&buf, "id: %u-%llu\nevent: reset\ndata: {\"id\":%s%.*s%s,\"topic\":\"%s\"}\n\n",
                   events->era, (unsigned long long)last, is_game ? "\"" : "",
                   is_game ? (int)id.len : 4, is_game ? id.at : "null", is_game ? "\"" : "",
                   topic->name);
    }
    return buf.len > 0 ? make_text(&buf) : NULL;
}

static struct event_text *write_comment(struct events *events)
{
    struct buf buf;

    buf_init(&buf, events->scratch, sizeof events->scratch);
    buf_add(&buf, ": still here\n\n");
    return make_text(&buf);
}

/* The next text to send, or NULL; its sender is one more owner. */
static struct event_text *next_text(struct stream *stream)
{
    struct events *events = stream->events;
    uint64_t oldest = events->number < EVENTS_MAX ? 1 : events->number - EVENTS_MAX + 1;

    if (stream->at < oldest) { /* the client reads too slowly */
        uint64_t from = stream->at;
        stream->at = oldest;
        struct event_text *resets = write_resets(stream, from, oldest - 1);
        if (resets)
            return resets;
    }
    for (; stream->at <= events->number; stream->at++) {
        const struct event *event = &events->kept[stream->at % EVENTS_MAX];
        struct event_text *text =
            event->text[stream->to] ? event->text[stream->to] : event->text[SHOW_VISITOR];
        if (text && follows(stream, event->topic)) {
            stream->at++;
            text->owners++;
            return text;
        }
    }
    return clock_now_us() - stream->spoke_us >= QUIET_US ? write_comment(events) : NULL;
}

static ssize_t on_read(void *context, uint64_t position, char *out, size_t max)
{
    struct stream *stream = context;

    (void)position;
    if (stream->is_gone)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (stream->events->is_closing)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (!stream->text) {
        stream->text = next_text(stream);
        if (!stream->text) {
            stream->is_asleep = true;
            MHD_suspend_connection(stream->connection);
            return 0;
        }
        stream->sent = 0;
        stream->spoke_us = clock_now_us();
    }
    size_t left = stream->text->len - stream->sent, n = left < max ? left : max;
    memcpy(out, stream->text->data + stream->sent, n);
    stream->sent += n;
    if (stream->sent == stream->text->len) {
        release(stream->text);
        stream->text = NULL;
    }
    return (ssize_t)n;
}

static void set_topics(struct stream *stream, struct topic *const topics[], int count)
{
    for (int i = 0; i < stream->topic_count; i++)
        unfollow(stream->events, stream->topics[i]);
    for (int i = 0; i < count; i++)
        stream->topics[i] = topics[i];
    stream->topic_count = count;
}

static void give_place_back(struct stream *stream)
{
    if (!stream->visitor)
        return;
    visitor_give_back(stream->visitor, VISITOR_STREAMS, 1);
    visitors_leave(server_visitors(stream->events->web->config.server), stream->visitor);
}

static void on_free(void *context)
{
    struct stream *stream = context, **at = &stream->events->streams;

    while (*at != stream)
        at = &(*at)->next;
    *at = stream->next;
    stream->events->stream_count--;
    give_place_back(stream);
    set_topics(stream, NULL, 0);
    release(stream->text);
    free(stream);
}

/* ---- opening ---- */

static bool is_topic(struct slice name)
{
    struct slice id = name;

    if (name.len >= TOPIC_SIZE)
        return false;
    for (size_t i = 0; i < name.len; i++) {
        if (name.at[i] <= ' ' || strchr("\"\\", name.at[i])) /* it goes into JSON as it is */
            return false;
    }
    return is_list(name) || (slice_take(&id, "game:") && id.len > 0);
}

/* "games,game:ID,game:ID"; false: nothing has changed. */
static bool read_topics(struct stream *stream, const char *wanted)
{
    struct topic *topics[LIMIT_STREAM_TOPICS];
    struct slice rest = slice_of(wanted);
    char name[TOPIC_SIZE];
    int count = 0;
    bool is_fine = true;

    while (is_fine && rest.len > 0) {
        struct slice one = slice_take_until(&rest, ',');
        is_fine = count < LIMIT_STREAM_TOPICS && is_topic(one);
        if (!is_fine)
            break;
        snprintf(name, sizeof name, "%.*s", (int)one.len, one.at);
        topics[count++] = follow(stream->events, name);
    }
    if (is_fine && count > 0) {
        set_topics(stream, topics, count);
        return true;
    }
    for (int i = 0; i < count; i++)
        unfollow(stream->events, topics[i]);
    return false;
}

/* Goes on behind the last event that the browser has heard, and resets what is not here any more.
 */
static void find_begin(struct stream *stream, const char *last_id)
{
    struct events *events = stream->events;
    unsigned era = 0;
    unsigned long long number = 0;

    stream->at = events->number + 1;
    if (!last_id)
        return;
    bool is_ours = sscanf(last_id, "%u-%llu", &era, &number) == 2 && era == events->era &&
                   number <= events->number;
    if (is_ours)
        stream->at = number + 1;
    stream->text = write_resets(stream, is_ours ? number + 1 : 0, stream->at - 1);
}

/* May this client open one more stream?  One without the token is counted for its address. */
static bool take_place(const struct events *events, const struct request *request)
{
    if (request->has_token)
        return events->stream_count < LIMIT_STREAMS;
    if (events->stream_count < LIMIT_STREAMS - LIMIT_STREAMS_OWNER)
        return visitor_take(request->visitor, VISITOR_STREAMS);
    visitors_refuse(server_visitors(request->web->config.server), TOTAL_STREAMS);
    return false;
}

static struct stream *make_stream(struct request *request)
{
    struct events *events = request->web->events;
    struct stream *stream = memory_get(1, sizeof *stream);
    unsigned char random[(STREAM_ID_SIZE - 1) / 2];
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);

    randombytes_buf(random, sizeof random);
    sodium_bin2hex(stream->id, sizeof stream->id, random, sizeof random);
    stream->events = events;
    stream->connection = request->connection;
    stream->socket = info->connect_fd;
    if (!request->has_token)
        stream->visitor =
            visitors_enter(server_visitors(request->web->config.server), &request->visitor->group);
    stream->to = game_json_reader(request);
    return stream;
}

/* The list of games needs the right to watch, a game only its id. */
static bool may_follow(const struct request *request, const char *wanted)
{
    struct slice rest = slice_of(wanted);

    while (rest.len > 0) {
        if (slice_is(slice_take_until(&rest, ','), all_games) && !request->has_token &&
            request->web->guests == GUESTS_OFF)
            return false;
    }
    return true;
}

void events_answer(struct request *request)
{
    struct events *events = request->web->events;
    const char *wanted = request_argument(request, "subs");

    if (!may_follow(request, wanted ? wanted : all_games)) {
        refuse(request, 403, "guests_off", "");
        return;
    }
    if (memory_is_short() || !take_place(events, request)) {
        refuse(request, 503, memory_is_short() ? "memory_short" : "streams_full", "");
        return;
    }
    struct stream *stream = make_stream(request);
    if (!read_topics(stream, wanted ? wanted : all_games)) {
        give_place_back(stream);
        free(stream);
        refuse(request, 400, "bad_value", "subs");
        return;
    }
    connection_is_stream(request);
    stream->next = events->streams;
    events->streams = stream;
    events->stream_count++;
    find_begin(stream, request_header(request, "Last-Event-ID"));
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, STREAM_BUFFER, on_read, stream, on_free);
    answer_with(request, MHD_HTTP_OK, response, "text/event-stream");
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    answer_header(request, "X-Kielwasser-Stream", stream->id);
    if (!response)
        on_free(stream); /* the answer is that there is no memory */
}

void events_set_topics(struct request *request)
{
    struct stream *stream = request->web->events->streams;
    struct err why = {0};
    const char *wanted = body_text(body_whole(&request->body), "subs", "", &why);

    while (stream && strcmp(stream->id, request->id) != 0)
        stream = stream->next;
    if (!stream || stream->is_gone)
        refuse(request, 404, "no_such_stream", "");
    else if (wanted && !may_follow(request, wanted))
        refuse(request, 403, "guests_off", "");
    else if (!wanted || !read_topics(stream, wanted))
        refuse(request, 400, "bad_value", "subs");
    else
        answer_empty(request);
}
