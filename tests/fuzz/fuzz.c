#define _GNU_SOURCE /* CLONE_VM */

#include "fuzz.h"

#include "base/file.h"
#include "base/rng.h"

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SEEDS = 256, GAMES_MAX = 8 };

static move_t moves[GAME_MOVES_MAX];

void fuzz_require(bool holds)
{
    if (!holds)
        abort();
}

/* ---- processor time ---- */

/* libFuzzer takes SIGINT for the wish to end: it prints its figures and goes. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *seconds = getenv("KIELWASSER_FUZZ_CPU_S");
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGINT};
    struct itimerspec end = {.it_value.tv_sec = seconds ? atoi(seconds) : 0};
    timer_t timer;

    (void)argc, (void)argv;
    if (end.it_value.tv_sec > 0 && timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0)
        timer_settime(timer, 0, &end, NULL);
    return 0;
}

/* ---- games ---- */

int fuzz_choice(const uint8_t **data, size_t *size, int count)
{
    if (*size < 1)
        return -1;
    int choice = **data % count;
    ++*data;
    --*size;
    return choice;
}

const struct game_rules *fuzz_game(const uint8_t **data, size_t *size)
{
    int games = 0;

    while (game_at(games))
        games++;
    int choice = fuzz_choice(data, size, games);
    return choice < 0 ? NULL : game_at(choice);
}

/* All positions of a way, made when the first of them is wanted: with long move lists that takes
 * a thousand times as long as what is tried with them. */
static void make_way(const struct game_rules *rules, uint8_t seed, struct position *way)
{
    struct game_options options = {.ruleset = seed & 1 ? RULES_SERVER : RULES_BOOK};
    struct rng rng = rng_make(seed);

    rules->setup(&way[0], seed, &options, NULL);
    for (int i = 1; i < FUZZ_WALK_MAX; i++) {
        way[i] = way[i - 1];
        int n = way[i].side == SIDE_NONE ? 0 : rules->moves(&way[i], moves);
        if (n > 0)
            rules->play(&way[i], moves[rng_below(&rng, n)]);
    }
}

void fuzz_walk(const struct game_rules *rules, uint8_t seed, int plies, struct position *pos)
{
    static struct position *ways[GAMES_MAX][SEEDS];
    int game = 0;

    while (game_at(game) != rules)
        game++;
    fuzz_require(game < GAMES_MAX && plies >= 0 && plies < FUZZ_WALK_MAX);
    struct position **way = &ways[game][seed];
    if (!*way) {
        *way = calloc(FUZZ_WALK_MAX, sizeof **way);
        fuzz_require(*way != NULL);
        make_way(rules, seed, *way);
    }
    *pos = (*way)[plies];
}

void fuzz_play(const struct game_rules *rules, const struct position *pos)
{
    struct position next;
    struct game_result result = {0};

    rules->result(pos, &result);
    if (!game_knows_moves(rules, pos, NULL))
        return;
    int n = rules->moves(pos, moves);
    fuzz_require(n >= 0 && n <= rules->moves_max && n == rules->count(pos));
    for (int i = 0; i < n; i += 1 + n / 16) {
        fuzz_require(rules->legal(pos, moves[i]));
        game_copy(rules, &next, pos);
        rules->play(&next, moves[i]);
    }
}

/* ---- files ---- */

static char folder[64];

static void remove_folder(void) { file_remove_all(folder); }

const char *fuzz_folder(void)
{
    const char *place = getenv("TMPDIR");

    if (folder[0])
        return folder;
    if (!place)
        place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%.40s/fuzz-XXXXXX", place);
    fuzz_require(mkdtemp(folder) != NULL);
    atexit(remove_folder);
    return folder;
}

void fuzz_write(const char *name, struct slice bytes, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s/%s", fuzz_folder(), name);
    FILE *file = fopen(path, "wb");
    fuzz_require(file && fwrite(bytes.at, 1, bytes.len, file) == bytes.len && fclose(file) == 0);
}

/* ---- no way out ---- */

/* A process of its own has memory of its own; threads and the leak check share it. */
void fuzz_lock_in(void)
{
    static const int forbidden[] = {SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork),
                                    SCMP_SYS(vfork)};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int refused = 0;

    fuzz_require(filter != NULL);
    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
        refused |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), forbidden[i], 0);
    refused |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                                SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_VM, 0));
    refused |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    refused |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(connect), 0);
    fuzz_require(refused == 0 && seccomp_load(filter) == 0);
    seccomp_release(filter);
}

/* ---- chance ---- */

static atomic_uint_fast64_t drawn;

static uint32_t draw(void) { return (uint32_t)rng_mix(++drawn); }

static void draw_bytes(void *const bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)draw();
}

static const char *name_of_chance(void) { return "fuzz"; }

void fuzz_restart_chance(void) { drawn = 0; }

void fuzz_fix_chance(void)
{
    static struct randombytes_implementation fixed = {
        .implementation_name = name_of_chance, .random = draw, .buf = draw_bytes};

    randombytes_set_implementation(&fixed);
}
