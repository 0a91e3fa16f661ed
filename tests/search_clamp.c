/* An evaluation beyond EVAL_MAX is clamped, counted and kept in a release, and aborts elsewhere. */

#include "support.h"

#include "search/deepen.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int far_too_good(const struct position *pos, void *cache)
{
    (void)pos, (void)cache;
    return 2 * EVAL_MAX;
}

/* One thread searches the start of a game with an evaluation that is always out of range. */
static bool is_clamped(const struct game_rules *rules)
{
    const struct game_eval eval = {.score = far_too_good, .scale = 1};
    struct position pos = {0};
    struct search_request request = {.rules = rules, .pos = &pos, .limits.depth = 2};
    struct search_result result = {0};
    struct table table;
    struct stop stop;

    rules->setup(&pos, 1, &(struct game_options){0}, NULL);
    stop_init(&stop, &request, 0);
    table_init(&table, 0);
    struct ab *ab = ab_create(rules);
    ab->eval = &eval;
    ab_begin(ab, &table, &stop, 0);
    deepen_run(ab, 0, &result);
    ab_destroy(ab);
    table_free(&table);
    return abs(result.lines[0].score) == EVAL_MAX && result.clamped > 1 &&
           result.clamped_pos.key == pos.key;
}

static void test_clamped(void **state)
{
    int status = 0;
    pid_t child = fork();

    if (child == 0) {
        close(STDERR_FILENO); /* the sentence of a failed assertion */
        signal(SIGABRT, SIG_DFL);
        _exit(is_clamped(*state) ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGABRT
                                    : WEXITSTATUS(status) == EXIT_SUCCESS);
}

int main(void) { return run_for_every_game("clamped", test_clamped); }
