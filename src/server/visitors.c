#include "server/visitors.h"

#include "base/memory.h"
#include "server/limits.h"

#include <assert.h>
#include <stdlib.h>

enum { BUCKETS = 4096 };

struct visitors {
    struct visitor *buckets[BUCKETS];
    int count;
    int all[VISITOR_KINDS]; /* what all addresses have */
    int64_t refused[VISITOR_KINDS], refused_totals[TOTAL_KINDS];
    /* What was given back since memory went back to the system, and when that was. */
    int64_t given;
    int64_t memory_back_us;
};

static const struct {
    const char *name;
    int each, loopback;
} kinds[VISITOR_KINDS] = {
    [VISITOR_CONNECTIONS] = {"connections", LIMIT_SESSIONS_PER_ADDRESS, LIMIT_SESSIONS},
    [VISITOR_SEATS] = {"seats", LIMIT_SEATS_PER_ADDRESS, LIMIT_SESSIONS *LIMIT_SEATS},
    [VISITOR_PASSWORDS] = {"passwords", LIMIT_PASSWORDS_PER_ADDRESS, LIMIT_PASSWORDS_LOOPBACK},
    [VISITOR_BROWSERS] = {"browsers", LIMIT_WEB_PER_ADDRESS, LIMIT_WEB_LOOPBACK},
    [VISITOR_STREAMS] = {"streams", LIMIT_STREAMS_PER_ADDRESS, LIMIT_STREAMS},
    [VISITOR_UPLOADS] = {"uploads", LIMIT_UPLOADS_PER_ADDRESS, LIMIT_UPLOADS_PER_ADDRESS},
    [VISITOR_GAMES] = {"games", LIMIT_GUEST_GAMES_PER_ADDRESS, LIMIT_GUEST_GAMES},
    [VISITOR_STARTS] = {"starts", LIMIT_GUEST_STARTS_PER_S, LIMIT_GUEST_STARTS_LOOPBACK},
    [VISITOR_JOINS] = {"joins", LIMIT_JOINS_PER_S, LIMIT_JOINS_LOOPBACK},
    [VISITOR_REQUESTS] = {"requests", LIMIT_REQUESTS_PER_S, LIMIT_REQUESTS_LOOPBACK},
};

struct visitors *visitors_create(void) { return memory_get(1, sizeof(struct visitors)); }

void visitors_destroy(struct visitors *visitors)
{
    for (int i = 0; visitors && i < BUCKETS; i++) {
        while (visitors->buckets[i]) {
            struct visitor *visitor = visitors->buckets[i];
            visitors->buckets[i] = visitor->next;
            free(visitor);
        }
    }
    free(visitors);
}

/* ---- coming and going ---- */

static struct visitor **bucket_of(struct visitors *visitors, const struct in6_addr *group)
{
    uint32_t hash = 2166136261U; /* FNV-1a */

    for (int i = 0; i < 16; i++)
        hash = (hash ^ group->s6_addr[i]) * 16777619U;
    return &visitors->buckets[hash % BUCKETS];
}

static struct visitor *add(struct visitors *visitors, struct visitor **bucket,
                           const struct in6_addr *group)
{
    struct visitor *visitor = memory_get(1, sizeof *visitor);

    visitor->visitors = visitors;
    visitor->group = *group;
    visitor->is_loopback = address_is_loopback(group);
    visitor->next = *bucket;
    *bucket = visitor;
    visitors->count++;
    return visitor;
}

struct visitor *visitors_enter(struct visitors *visitors, const struct in6_addr *address)
{
    struct in6_addr group = address_group(address);
    struct visitor **bucket = bucket_of(visitors, &group), *visitor = *bucket;

    while (visitor && !IN6_ARE_ADDR_EQUAL(&visitor->group, &group))
        visitor = visitor->next;
    if (!visitor && visitors->count >= LIMIT_VISITORS && !address_is_loopback(&group)) {
        visitors_refuse(visitors, TOTAL_ADDRESSES);
        return NULL;
    }
    if (!visitor)
        visitor = add(visitors, bucket, &group);
    visitor->users++;
    return visitor;
}

void visitors_leave(struct visitors *visitors, struct visitor *visitor)
{
    if (!visitor)
        return;
    assert(visitor->users > 0 && visitor->visitors == visitors);
    visitor->users--;
}

/* What it did has no consequences any more. */
static bool is_away(const struct visitor *visitor, int64_t now_us)
{
    return visitor->users == 0 && now_us - visitor->asked_us > LIMIT_BURST_S * 1000000LL &&
           now_us - visitor->refused_us > PASSWORD_DELAY_MS * 1000LL;
}

/* The allocator would keep what a flood has needed. */
static void give_memory_back(struct visitors *visitors, int64_t now_us)
{
    if (visitors->given < MEMORY_BACK_AFTER ||
        now_us - visitors->memory_back_us < MEMORY_BACK_MS * 1000)
        return;
    visitors->given = 0;
    visitors->memory_back_us = now_us;
    memory_give_back();
}

void visitors_sweep(struct visitors *visitors, int64_t now_us)
{
    give_memory_back(visitors, now_us);
    for (int i = 0; i < BUCKETS; i++) {
        struct visitor **at = &visitors->buckets[i];
        while (*at) {
            struct visitor *visitor = *at;
            if (is_away(visitor, now_us)) {
                *at = visitor->next;
                visitors->count--;
                free(visitor);
            } else {
                at = &visitor->next;
            }
        }
    }
}

/* ---- limits ---- */

static int limit_of(const struct visitor *visitor, enum visitor_kind kind)
{
    return visitor->is_loopback ? kinds[kind].loopback : kinds[kind].each;
}

static bool refuse(struct visitor *visitor, enum visitor_kind kind)
{
    visitor->visitors->refused[kind]++;
    return false;
}

void visitors_refuse(struct visitors *visitors, enum visitors_total total)
{
    visitors->refused_totals[total]++;
}

void visitor_add(struct visitor *visitor, enum visitor_kind kind)
{
    assert(visitor->users > 0);
    visitor->counts[kind]++;
    visitor->visitors->all[kind]++;
}

bool visitor_has_left(struct visitor *visitor, enum visitor_kind kind)
{
    return visitor->counts[kind] < limit_of(visitor, kind) || refuse(visitor, kind);
}

bool visitor_take(struct visitor *visitor, enum visitor_kind kind)
{
    if (!visitor_has_left(visitor, kind))
        return false;
    visitor_add(visitor, kind);
    return true;
}

void visitor_give_back(struct visitor *visitor, enum visitor_kind kind, int count)
{
    assert(visitor->counts[kind] >= count);
    visitor->counts[kind] -= count;
    visitor->visitors->all[kind] -= count;
    visitor->visitors->given += count;
}

/* A bucket fills with so many in a second, and has room for those of some seconds, because a page
 * comes in dozens of files and a match begins with many games. */
bool visitor_may_ask(struct visitor *visitor, enum visitor_kind kind, int64_t now_us)
{
    struct visitor_bucket *bucket = &visitor->buckets[kind];
    double each_s = limit_of(visitor, kind), most = each_s * LIMIT_BURST_S;

    bucket->left += each_s * (double)(now_us - bucket->asked_us) / 1e6;
    if (bucket->asked_us == 0 || bucket->left > most)
        bucket->left = most;
    bucket->asked_us = visitor->asked_us = now_us;
    if (bucket->left < 1)
        return refuse(visitor, kind);
    bucket->left -= 1;
    return true;
}

/* ---- for people ---- */

void visitors_limit(const struct visitors *visitors, enum visitor_kind kind,
                    struct visitor_limit *limit)
{
    *limit = (struct visitor_limit){.name = kinds[kind].name,
                                    .each = kinds[kind].each,
                                    .loopback = kinds[kind].loopback,
                                    .all = visitors->all[kind],
                                    .refused = visitors->refused[kind]};
}

int visitors_count(const struct visitors *visitors) { return visitors->count; }

int64_t visitors_refused(const struct visitors *visitors, enum visitors_total total)
{
    return visitors->refused_totals[total];
}
