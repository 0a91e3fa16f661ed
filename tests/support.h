#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

/*
 * What the data-driven tests share: one cmocka test per game, data files by line, positions from
 * text.  A failed expectation prints file and line and is counted; the test fails at its end.
 */

#include "game/game.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { LINE_SIZE = 1 << 18 };

/* A data file of a game, read line by line. */
struct data {
    const struct game_rules *rules;
    char path[PATH_MAX];
    int line_number;
    int failures;
    void *file; /* FILE *; NULL if there is none */
    char *line; /* the current line without its end */
};

/* The path of a file of this game; what belongs to a later season has the year in its name:
 * src/games/piranhas/weights.h, src/games/piranhas/weights_2026.h. */
void game_file(const struct game_rules *rules, const char *file, char path[PATH_MAX]);

/* Opens src/games/<family>/tests/<file>; a missing file fails the test. */
void data_open(struct data *data, const struct game_rules *rules, const char *file);
/* The next line that is neither empty nor a comment. */
bool data_next(struct data *data);
/* Closes, and fails the test if any expectation failed. */
void data_close(struct data *data);
/* Reports a failed expectation at the current line. */
void data_fail(struct data *data, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Parses or fails the test. */
void position_of(const struct game_rules *rules, struct slice text, struct position *pos);

/* Runs `test` once for every game (state = its rules); returns the number of failed games. */
int run_for_every_game(const char *name, CMUnitTestFunction test);

struct game_test {
    const char *name;
    CMUnitTestFunction test;
};
/* All of them, each for every game. */
int run_all_for_every_game(const struct game_test tests[], size_t count);

/* 64-bit FNV-1a over the sorted move texts joined by newlines: a move list in one number. */
uint64_t move_list_hash(const struct game_rules *rules, const struct position *pos, int *n);

#endif
