/* A crew at a store: in a file or, if KIELWASSER_TEST_STORE names a server (tests/postgres.py), there. */

#include "store_stand.h"

#include "arena/cores.h"
#include "arena/crew.h"
#include "arena/note.h"
#include "arena/table.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT_LEASE_MS = 60 * 1000 };

/* ---- words for the stories ---- */

struct house {
    struct stand *stand;
    uv_loop_t loop;
    struct clerk *clerk;
    struct crew *crew;
    int submissions, idles, begun;
    int64_t played_before; /* games that were over when the last test began */
    char refused[256];     /* "name:code " */
};

static void agree(struct terms *terms, const char *game, const char *a, const char *b)
{
    memset(terms, 0, sizeof *terms);
    terms->rules = game_find(slice_of(game));
    terms->seed = 5;
    assert_true(arena_player_read(&terms->players[ARENA_A], a, NULL, NULL));
    assert_true(arena_player_read(&terms->players[ARENA_B], b, NULL, NULL));
    terms_complete(terms);
}

static int64_t enter(struct stand *stand, const struct terms *terms, const char *name, int games,
                     const char *signature)
{
    struct queue_test test = {.games = games, .terms = terms_print(terms)};
    struct err why = {0};

    snprintf(test.key, sizeof test.key, "%s", name);
    snprintf(test.kind, sizeof test.kind, "match");
    snprintf(test.name, sizeof test.name, "%s", name);
    snprintf(test.signature, sizeof test.signature, "%s", signature);
    stand_expect(queue_enter(stand->db, &test, &why), &why);
    file_free(test.terms);
    return test.id;
}

static void close_up(void *context)
{
    struct house *house = context;

    clerk_stop(house->clerk);
}

static void on_idle(void *context)
{
    struct house *house = context;

    house->idles++;
    crew_stop(house->crew, CREW_AFTER_GAMES, close_up);
}

static void on_submitted(void *context) { ((struct house *)context)->submissions++; }

static void on_begun(void *context, const struct queue_test *test)
{
    struct house *house = context;

    (void)test;
    house->begun++;
    house->played_before = crew_played(house->crew);
}

static void on_refused(void *context, const struct queue_test *test, const struct err *why)
{
    struct house *house = context;
    size_t len = strlen(house->refused);

    snprintf(house->refused + len, sizeof house->refused - len, "%s:%s ", test->name, why->code);
}

static void on_failed(void *context, const struct err *why)
{
    (void)context;
    stand_expect(false, why);
}

/* Plays until nothing is left. */
static void play_all(struct house *house, const char *name, int size)
{
    static const char *const channels[] = {QUEUE_NEWS_JOBS, NULL};
    const struct clerk_events events = {.context = house};
    struct crew_config config = {
        .name = name,
        .version = "test",
        .size = size,
        .lease_ms = SHORT_LEASE_MS,
        .scratch = vault_path(house->stand->vault, "."),
        .on_begun = on_begun,
        .on_submitted = on_submitted,
        .on_refused = on_refused,
        .on_idle = on_idle,
        .on_failed = on_failed,
        .context = house,
    };
    struct err why = {0};

    uv_loop_init(&house->loop);
    config.clerk = house->clerk =
        clerk_create(&house->loop, house->stand->place, channels, &events, &why);
    stand_expect(house->clerk != NULL, &why);
    house->crew = crew_create(&house->loop, &config, &why);
    uv_run(&house->loop, UV_RUN_DEFAULT);
    crew_destroy(house->crew);
    clerk_destroy(house->clerk);
    assert_int_equal(uv_loop_close(&house->loop), 0);
}

struct reading {
    const struct terms *terms;
    struct buf *out;
    int count;
};

static bool on_result(void *context, int game, struct slice line)
{
    struct reading *reading = context;
    struct note *note = memory_get(1, sizeof *note);

    assert_int_equal(game, reading->count++);
    assert_true(note_parse(line, reading->terms, note));
    note_essence(note, reading->out);
    free(note);
    return true;
}

static void read_results(struct stand *stand, int64_t test, struct reading *reading)
{
    struct err why = {0};

    stand_expect(queue_results(stand->db, test, 0, 1000, on_result, reading, &why), &why);
}

/* What the games are when nobody else has a hand in it. */
static void play_here(const struct terms *terms, int games, struct buf *out)
{
    struct mind *minds[ARENA_SEATS];
    struct played *played = memory_get(1, sizeof *played);
    atomic_bool stop = false;
    struct job job;

    for (int seat = 0; seat < ARENA_SEATS; seat++)
        minds[seat] = mind_create(&terms->players[seat]);
    for (int game = 0; game < games; game++) {
        assert_true(job_make(terms, game, &job, NULL));
        assert_true(table_play(terms, &job, minds, &stop, played));
        note_essence(&played->note, out);
    }
    for (int seat = 0; seat < ARENA_SEATS; seat++)
        mind_destroy(minds[seat]);
    free(played);
}

static void expect_the_same(struct stand *stand, int64_t test, const struct terms *terms, int games)
{
    enum { SIZE = 1 << 20 };
    char *texts[2] = {memory_get(1, SIZE), memory_get(1, SIZE)};
    struct buf expected, found;
    struct reading reading = {.terms = terms, .out = &found};

    buf_init(&expected, texts[0], SIZE);
    buf_init(&found, texts[1], SIZE);
    play_here(terms, games, &expected);
    read_results(stand, test, &reading);
    assert_int_equal(reading.count, games);
    assert_string_equal(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
}

/* ---- stories ---- */

static void a_crew_plays_what_is_there(void **state)
{
    struct house house = {.stand = *state};
    char signature[SIGNATURE_TEXT_SIZE];
    struct terms terms, other;

    agree(&terms, "penguins", "zufall", "leicht:nodes=20");
    agree(&other, "piranhas", "zufall", "zufall");
    search_signature(terms.rules, signature);
    int64_t first = enter(house.stand, &terms, "first", 21, signature);
    int64_t second = enter(house.stand, &other, "second", 10, "");
    play_all(&house, "Anna", 3);
    expect_the_same(house.stand, first, &terms, 21);
    expect_the_same(house.stand, second, &other, 10);
    assert_string_equal(house.refused, "");
    assert_int_equal(house.begun, 2);
    assert_true(house.submissions > 0);
    assert_int_equal(house.idles, 1);
}

static void what_cannot_be_played_is_refused_and_the_rest_is_played(void **state)
{
    struct house house = {.stand = *state};
    struct terms terms, program;

    agree(&terms, "piranhas", "zufall", "zufall");
    agree(&program, "piranhas", "zufall", "true");
    enter(house.stand, &terms, "other", 4, "0123456789abcdef");
    enter(house.stand, &program, "program", 4, "");
    int64_t fine = enter(house.stand, &terms, "fine", 4, "");
    play_all(&house, "Anna", 2);
    expect_the_same(house.stand, fine, &terms, 4);
    assert_string_equal(house.refused, "other:signature_other program:bot_unknown ");
}

static void parameters_of_a_job_are_put_in(void **state)
{
    struct house house = {.stand = *state};
    char text[4096];
    struct buf buf;
    struct terms terms, applied;
    struct err why = {0};

    agree(&terms, "piranhas", "leicht:nodes={n}", "zufall");
    int64_t test = enter(house.stand, &terms, "tuning", 0, "");
    stand_expect(queue_add_job(house.stand->db, test, 0, "A:n=30", &why), &why);
    play_all(&house, "Anna", 1);
    buf_init(&buf, text, sizeof text);
    struct reading reading = {.terms = &terms, .out = &buf};
    read_results(house.stand, test, &reading);
    assert_int_equal(reading.count, 2);
    assert_true(terms_apply(&terms, "A:n=30", &applied, NULL));
    expect_the_same(house.stand, test, &applied, 2);
}

/* The one who had the jobs before has died; its name is enough to have them again. */
static void a_successor_plays_what_its_predecessor_took(void **state)
{
    struct house house = {.stand = *state};
    struct queue_job jobs[2];
    struct terms terms;
    struct err why = {0};

    agree(&terms, "piranhas", "zufall", "zufall");
    int64_t test = enter(house.stand, &terms, "test", 6, "");
    assert_int_equal(queue_take(house.stand->db, test, "Anna", 2, SHORT_LEASE_MS, jobs, &why), 2);
    play_all(&house, "Anna", 2);
    expect_the_same(house.stand, test, &terms, 6);
}

static void tests_take_turns(void **state)
{
    struct house house = {.stand = *state};
    struct terms terms;

    agree(&terms, "piranhas", "zufall", "zufall");
    enter(house.stand, &terms, "long", 400, "");
    enter(house.stand, &terms, "short", 4, "");
    play_all(&house, "Anna", 1);
    assert_int_equal(house.begun, 2);
    assert_in_range(house.played_before, 0, 399);
}

/* Others on this machine may have claimed some. */
static void a_core_is_claimed_once(void **state)
{
    enum { CORES_MAX = 1024 };
    static int cores[CORES_MAX], others[CORES_MAX];
    int count = cores_allowed();

    (void)state;
    assert_true(count > 0);
    assert_false(cores_claim(cores, count + 1));
    if (cores_claim(cores, count))
        assert_false(cores_claim(others, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_crew_plays_what_is_there, stand_open, stand_close),
        cmocka_unit_test_setup_teardown(what_cannot_be_played_is_refused_and_the_rest_is_played,
                                        stand_open, stand_close),
        cmocka_unit_test_setup_teardown(parameters_of_a_job_are_put_in, stand_open, stand_close),
        cmocka_unit_test_setup_teardown(a_successor_plays_what_its_predecessor_took, stand_open,
                                        stand_close),
        cmocka_unit_test_setup_teardown(tests_take_turns, stand_open, stand_close),
        cmocka_unit_test(a_core_is_claimed_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
