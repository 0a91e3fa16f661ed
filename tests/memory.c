/* The reserve of a server: what cannot be refused is there although other threads take all they
 * get.  Each test is a process of its own with a limit of its address space. */

#define _GNU_SOURCE

#include "base/memory.h"
#include "search/builtin_player.h"
#include "support.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MEBI = 1 << 20,
    HOGS = 4,
    HELD = 8,
    SMALL_THREADS = 2,
    SMALL_HELD = 200,
    SMALL_MAX = 8 * 1024,
    ROUNDS = 4000,
    FINE = 42, /* how a child ends, so that no other end looks like it */
};

/* So much more address space than the process has now. */
static void limit_space(size_t more)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");

    assert_true(file && fscanf(file, "%ld", &pages) == 1);
    fclose(file);
    size_t space = (size_t)pages * (size_t)sysconf(_SC_PAGESIZE) + more;
    struct rlimit limit = {.rlim_cur = space, .rlim_max = RLIM_INFINITY};
    assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
}

/* How the work ended that was done in a child. */
static int run_child(void (*work)(void))
{
    int status = 0;
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        work();
        _exit(FINE);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void expect(bool holds, int line)
{
    if (holds)
        return;
    fprintf(stderr, "line %d does not hold\n", line);
    _exit(1);
}

static atomic_bool is_over;
static pthread_barrier_t begin; /* hogs leave the other threads no room for their stacks */

static unsigned draw(unsigned *seed) { return *seed = *seed * 1103515245 + 12345; }

/* Takes megabytes whenever it gets them. */
static void *hog(void *argument)
{
    unsigned seed = (unsigned)(uintptr_t)argument;
    void *held[HELD] = {0};

    pthread_barrier_wait(&begin);
    while (!atomic_load(&is_over)) {
        void **place = &held[draw(&seed) / 65536 % HELD];
        free(*place);
        size_t size = (1 + draw(&seed) / 65536 % 64) * (MEBI / 8);
        *place = memory_try_large(1, size);
        if (*place)
            memset(*place, 1, size < 4096 ? size : 4096);
    }
    for (int i = 0; i < HELD; i++)
        free(held[i]);
    return NULL;
}

/* Small things, some of them kept; all of them are there. */
static void take_small(unsigned seed, int rounds)
{
    void *held[SMALL_HELD] = {0};

    while (memory_refusals() == 0) /* until the hogs have all there is */
        sched_yield();
    for (int i = 0; i < rounds; i++) {
        void **place = &held[draw(&seed) / 65536 % SMALL_HELD];
        size_t size = 1 + draw(&seed) / 65536 % SMALL_MAX;
        free(*place);
        *place = memory_get(1, size);
        expect(*place != NULL, __LINE__);
        memset(*place, 1, size);
        if (i % 16 == 0)
            memory_refill();
    }
    for (int i = 0; i < SMALL_HELD; i++)
        free(held[i]);
}

static void *take_small_elsewhere(void *argument)
{
    pthread_barrier_wait(&begin);
    take_small((unsigned)(uintptr_t)argument, ROUNDS);
    return NULL;
}

static void race(void)
{
    pthread_t hogs[HOGS], others[SMALL_THREADS];

    limit_space((size_t)(HOGS + SMALL_THREADS) * 8 * MEBI + 48 * (size_t)MEBI);
    expect(memory_reserve(), __LINE__);
    pthread_barrier_init(&begin, NULL, HOGS + SMALL_THREADS + 1);
    for (int i = 0; i < HOGS; i++)
        expect(pthread_create(&hogs[i], NULL, hog, (void *)(uintptr_t)(i + 1)) == 0, __LINE__);
    for (int i = 0; i < SMALL_THREADS; i++)
        expect(pthread_create(&others[i], NULL, take_small_elsewhere,
                              (void *)(uintptr_t)(i + 100)) == 0,
               __LINE__);
    pthread_barrier_wait(&begin);
    take_small(7, ROUNDS);
    for (int i = 0; i < SMALL_THREADS; i++)
        pthread_join(others[i], NULL);
    atomic_store(&is_over, true);
    for (int i = 0; i < HOGS; i++)
        pthread_join(hogs[i], NULL);
    memory_refill();
    expect(!memory_is_short(), __LINE__);
}

static void test_small_things_beside_hogs(void **state)
{
    (void)state;
    assert_int_equal(run_child(race), FINE);
}

/* Kilobytes until they are refused: half of the reserve is left for what cannot be. */
static void use_up(void)
{
    struct link {
        struct link *next;
        char bytes[64 * 1024];
    } *first = NULL, *more;

    limit_space(24 * (size_t)MEBI);
    expect(memory_reserve(), __LINE__);
    expect(memory_has_room(1) && !memory_is_short(), __LINE__);
    while ((more = memory_try(1, sizeof *more))) {
        more->next = first;
        first = more;
    }
    expect(memory_is_short() && !memory_has_room(1), __LINE__);
    expect(!memory_try_large(1, MEBI), __LINE__);
    for (int i = 0; i < 16; i++) {
        more = memory_get(1, sizeof *more);
        more->next = first;
        first = more;
    }
    for (; first; first = more) {
        more = first->next;
        free(first);
    }
    memory_give_back();
    memory_refill();
    expect(!memory_is_short() && memory_has_room(1), __LINE__);
}

static void test_half_of_the_reserve_is_kept(void **state)
{
    (void)state;
    assert_int_equal(run_child(use_up), FINE);
}

static void play_with_little(void)
{
    struct player_spec spec = {.level = level_strongest(), .time_ms = 5};

    limit_space(40 * (size_t)MEBI);
    expect(memory_reserve(), __LINE__);
    for (int i = 0; game_at(i); i++) {
        struct builtin_player *player = builtin_player_create(&spec);
        struct position pos = {0};
        struct game_options options = {0};
        struct builtin_answer answer;
        struct err fault = {0};
        expect(player != NULL, __LINE__);
        expect(game_at(i)->setup(&pos, 1, &options, &fault), __LINE__);
        struct builtin_turn turn = {.rules = game_at(i), .pos = &pos, .seed = 1};
        expect(builtin_player_move(player, &turn, &answer, &fault), __LINE__);
        builtin_player_destroy(player);
    }
}

static void test_players_take_smaller_tables(void **state)
{
    (void)state;
    assert_int_equal(run_child(play_with_little), FINE);
}

static void play_with_nothing(void)
{
    struct player_spec spec = {.level = level_strongest(), .time_ms = 5};

    limit_space(15 * (size_t)MEBI);
    expect(memory_reserve(), __LINE__);
    expect(!builtin_player_create(&spec), __LINE__);
}

static void test_players_without_memory_are_refused(void **state)
{
    (void)state;
    assert_int_equal(run_child(play_with_nothing), FINE);
}

static void ask_for_too_much(void)
{
    limit_space(MEBI);
    free(memory_get(64, MEBI));
}

static void test_without_a_reserve_the_program_ends(void **state)
{
    (void)state;
    assert_int_equal(run_child(ask_for_too_much), EXIT_FAILURE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_things_beside_hogs),
        cmocka_unit_test(test_half_of_the_reserve_is_kept),
        cmocka_unit_test(test_players_take_smaller_tables),
        cmocka_unit_test(test_players_without_memory_are_refused),
        cmocka_unit_test(test_without_a_reserve_the_program_ends),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
