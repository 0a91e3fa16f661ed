/* How the house is doing, for Prometheus: its text format 0.0.4, one family of samples after the
 * other. */

#include "web/background.h"
#include "web/internal.h"

#include "base/clock.h"
#include "base/memory.h"
#include "server/status.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUEUE_FRESH_US = 1000 * 1000 }; /* so long an answer of the store is good */

static const char metrics_type[] = "text/plain; version=0.0.4; charset=utf-8";

enum kind { COUNTER, GAUGE, SUMMARY };

struct family {
    const char *name;
    enum kind kind;
    const char *help;
};

static void print_family(struct buf *out, const struct family *family)
{
    static const char *const kinds[] = {
        [COUNTER] = "counter", [GAUGE] = "gauge", [SUMMARY] = "summary"};

    buf_format(out, "# HELP %s %s\n", family->name, family->help);
    buf_format(out, "# TYPE %s %s\n", family->name, kinds[family->kind]);
}

struct sample {
    struct family family;
    double value;
};

static void print_samples(struct buf *out, const struct sample samples[], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        print_family(out, &samples[i].family);
        buf_format(out, "%s %.15g\n", samples[i].family.name, samples[i].value);
    }
}

/* ---- the server ---- */

static void print_version(const struct web *web, struct buf *out)
{
    static const struct family family = {"kielwasser_build_info", GAUGE,
                                         "Always 1; the version is the label."};

    print_family(out, &family);
    buf_format(out, "%s{version=\"%s\"} 1\n", family.name, web->config.version);
}

static void print_move_times(const struct meter *meter, struct buf *out)
{
    static const struct family family = {
        "kielwasser_move_seconds", SUMMARY,
        "From the arrival of a move to its last message in the queues, since the start."};
    static const char *const quantiles[] = {"0.5", "0.9", "0.99"};
    static const double parts[] = {0.5, 0.9, 0.99};

    print_family(out, &family);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        buf_format(out, "%s{quantile=\"%s\"} %.6f\n", family.name, quantiles[i],
                   meter_quantile_ms(meter, parts[i]) / 1000);
    buf_format(out, "%s_count %llu\n", family.name, (unsigned long long)meter->total);
}

static void print_server(struct server *server, struct buf *out)
{
    struct server_counts counts;
    struct err why = {0};

    server_count(server, &counts);
    const struct sample samples[] = {
        {{"kielwasser_uptime_seconds", GAUGE, "Since the server has started."},
         (double)counts.uptime_ms / 1000},
        {{"kielwasser_games_total", COUNTER, "Games that have begun."}, (double)counts.games},
        {{"kielwasser_games_unkept_total", COUNTER,
          "Games without a move that a plain join opened; nothing of them is kept."},
         (double)counts.games_unkept},
        {{"kielwasser_moves_total", COUNTER, "Moves that were played."}, (double)counts.moves},
        {{"kielwasser_messages_total", COUNTER, "Messages to clients."}, (double)counts.messages},
        {{"kielwasser_refused_total", COUNTER, "Requests and clients that were turned away."},
         (double)counts.refused},
        {{"kielwasser_house_faults_total", COUNTER,
          "Games that ended because a built-in player failed."},
         (double)counts.house_faults},
        {{"kielwasser_scores_clamped_total", COUNTER, "Scores of evaluations out of range."},
         (double)counts.scores_clamped},
        {{"kielwasser_rooms", GAUGE, "Games that wait or run."}, counts.rooms},
        {{"kielwasser_sessions", GAUGE, "Connections of clients."}, counts.sessions},
        {{"kielwasser_programs", GAUGE, "Bots started by the server that are running."},
         counts.programs},
        {{"kielwasser_longest_turn_seconds", GAUGE, "Longest turn of the loop since the start."},
         (double)counts.longest_turn_us / 1e6},
        {{"kielwasser_longest_work_seconds", GAUGE,
          "Longest turn of the loop without its waits for a core."},
         (double)counts.longest_work_us / 1e6},
        {{"kielwasser_longest_lag_seconds", GAUGE,
          "Longest time that a move waited for us since the start."},
         (double)counts.longest_lag_us / 1e6},
        {{"kielwasser_gap_seconds_total", COUNTER,
          "Time in which the server did not run; left out of the clocks of players."},
         (double)counts.gaps_us / 1e6},
        {{"kielwasser_archive_fine", GAUGE,
          "1 while new games can be kept, 0 while the disk refuses."},
         server_takes_games(server, &why)},
        {{"kielwasser_disk_full", GAUGE, "1 while the disk is full and running games are paused."},
         counts.is_disk_full},
        {{"kielwasser_games_paused", GAUGE, "Games that are paused because the disk is full."},
         counts.games_paused},
        {{"kielwasser_journal_reserved_bytes", GAUGE,
          "Bytes that the journal can surely write; 0: the file system guarantees none."},
         (double)counts.journal_reserved},
        {{"kielwasser_memory_short", GAUGE, "1 while the reserve of memory is in use."},
         memory_is_short()},
        {{"kielwasser_memory_refused_total", COUNTER,
          "How often something did not get the memory that it asked for."},
         (double)memory_refusals()},
    };
    print_samples(out, samples, sizeof samples / sizeof *samples);
    print_move_times(&counts.move_times, out);
}

/* ---- addresses ---- */

static void print_limits(const struct web *web, struct buf *out)
{
    static const struct family limits = {"kielwasser_address_limit", GAUGE,
                                         "Most that one address of another machine may have."};
    static const struct family refusals = {"kielwasser_over_limit_total", COUNTER,
                                           "What was refused because its address had too many."};
    const struct visitors *visitors = server_visitors(web->config.server);
    struct visitor_limit limit;

    print_family(out, &limits);
    for (int kind = 0; kind < VISITOR_KINDS; kind++) {
        visitors_limit(visitors, (enum visitor_kind)kind, &limit);
        buf_format(out, "%s{what=\"%s\"} %d\n", limits.name, limit.name, limit.each);
    }
    print_family(out, &refusals);
    for (int kind = 0; kind < VISITOR_KINDS; kind++) {
        visitors_limit(visitors, (enum visitor_kind)kind, &limit);
        buf_format(out, "%s{what=\"%s\"} %lld\n", refusals.name, limit.name,
                   (long long)limit.refused);
    }
}

static void print_totals(const struct web *web, struct buf *out)
{
    static const struct family families[] = {
        {"kielwasser_all", GAUGE, "What all addresses have together."},
        {"kielwasser_all_limit", GAUGE, "Most that all addresses may have together."},
        {"kielwasser_all_over_total", COUNTER,
         "What was refused or closed because all addresses together had too much."},
    };

    for (int i = 0; i < 3; i++) {
        print_family(out, &families[i]);
        for (int total = 0; total < TOTAL_KINDS; total++) {
            struct server_total one;
            server_total(web->config.server, (enum visitors_total)total, &one);
            const int64_t values[] = {one.now, one.most, one.refused};
            buf_format(out, "%s{what=\"%s\"} %lld\n", families[i].name, one.name,
                       (long long)values[i]);
        }
    }
}

static void print_browsers(const struct web *web, struct buf *out)
{
    const struct sample samples[] = {
        {{"kielwasser_browsers", GAUGE, "Connections of browsers."}, web->connection_count},
        {{"kielwasser_slow_total", COUNTER,
          "Connections of browsers that were closed because a request took too long to come."},
         (double)web->slow_count},
    };

    print_samples(out, samples, sizeof samples / sizeof *samples);
}

/* ---- the process, under the names that every exporter uses ---- */

static int count_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = -3; /* the folder itself, . and .. */

    if (!folder)
        return 0;
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static double seconds(uv_timeval_t time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static void print_process(struct buf *out)
{
    uv_rusage_t usage = {0};
    size_t resident = 0;

    uv_getrusage(&usage);
    uv_resident_set_memory(&resident);
    const struct sample samples[] = {
        {{"process_cpu_seconds_total", COUNTER, "Processor time, user and system."},
         seconds(usage.ru_utime) + seconds(usage.ru_stime)},
        {{"process_resident_memory_bytes", GAUGE, "Memory that is really there."},
         (double)resident},
        {{"process_open_fds", GAUGE, "Open descriptors."}, count_descriptors()},
    };
    print_samples(out, samples, sizeof samples / sizeof *samples);
}

/* ---- the queue of the store, asked on a thread of its own ---- */

static void print_queue(const struct web_queue *queue, struct buf *out)
{
    const struct queue_counts *counts = &queue->counts;
    const struct sample samples[] = {
        {{"kielwasser_store_reachable", GAUGE, "1 while the store answers."}, queue->is_reachable},
        {{"kielwasser_queue_tests", GAUGE, "Tests of the arena that are open."},
         (double)counts->tests_open},
        {{"kielwasser_queue_jobs_open", GAUGE, "Pairs of games that no worker has taken."},
         (double)counts->pairs_open},
        {{"kielwasser_queue_jobs_taken", GAUGE, "Pairs that are being played."},
         (double)counts->pairs_taken},
        {{"kielwasser_queue_jobs_done", GAUGE, "Pairs that are over."}, (double)counts->pairs_done},
        {{"kielwasser_queue_results", GAUGE, "Games that are over."}, (double)counts->results},
        {{"kielwasser_queue_workers", GAUGE, "Workers seen lately."}, (double)counts->workers},
    };

    print_samples(out, samples, queue->is_reachable ? sizeof samples / sizeof *samples : 1);
}

static void answer(struct request *request)
{
    struct buf *buf = web_begin_json(request->web)->out;

    print_version(request->web, buf);
    print_server(request->web->config.server, buf);
    print_limits(request->web, buf);
    print_totals(request->web, buf);
    print_browsers(request->web, buf);
    print_queue(&request->web->queue, buf);
    if (request->has_token)
        print_process(buf);
    answer_bytes(request, buf_slice(buf), metrics_type, MHD_RESPMEM_MUST_COPY);
    answer_header(request, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
}

struct inquiry {
    char place[PATH_MAX];
    struct web_queue queue;
};

static bool ask_store(struct db *none, void *ctx, struct json *json, struct err *why)
{
    struct inquiry *inquiry = ctx;
    struct db *db = db_open(inquiry->place, DB_RELAXED, NULL);

    (void)none, (void)json, (void)why;
    inquiry->queue.is_reachable = db && queue_count(db, &inquiry->queue.counts, NULL);
    inquiry->queue.asked_us = clock_now_us();
    db_close(db);
    return true;
}

static void finish_inquiry(struct request *request, void *ctx)
{
    struct inquiry *inquiry = ctx;

    request->web->queue = inquiry->queue;
    answer(request);
}

static void on_metrics(struct request *request)
{
    const struct web *web = request->web;

    if ((web->queue.asked_us > 0 && clock_now_us() - web->queue.asked_us < QUEUE_FRESH_US) ||
        !memory_has_room(WEB_TEXT_MAX)) {
        answer(request);
        return;
    }
    struct inquiry *inquiry = memory_get(1, sizeof *inquiry);
    snprintf(inquiry->place, sizeof inquiry->place, "%s", web->store);
    background_start(request, ask_store, finish_inquiry, inquiry);
}

const struct route metrics_routes[] = {
    {"GET", "/metrics", RIGHT_ANYONE, on_metrics},
    {0},
};
