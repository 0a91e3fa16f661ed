#ifndef TESTS_ORACLE_JSON_H
#define TESTS_ORACLE_JSON_H

/* What the oracles of Mississippi Queen share: numbers and words of their JSON, the hash of a list
 * of end states, differences that are counted and the first of them printed. */

#include "game/game.h"

#include <jansson.h>

enum { ORACLE_KEY_SIZE = 64 }; /* bytes of an end state as text */

/* How many differences there were so far. */
extern long oracle_differences;

void oracle_differ(const char *where, const char *what, const char *text);
void oracle_expect(bool holds, const char *where, const char *what, const char *text);

int oracle_number(const json_t *list, size_t index);
int oracle_member(const json_t *object, const char *name);
/* "" where there is none. */
const char *oracle_word(const json_t *object, const char *name);
enum side oracle_side(const char *name);

/* 64-bit FNV-1a over the sorted keys, joined by newlines. */
uint64_t oracle_hash(char (*keys)[ORACLE_KEY_SIZE], int count);

/* Calls `check` for every line of a file, which may be packed; false if it cannot be read. */
bool oracle_each_line(const char *path, void (*check)(const json_t *));

#endif
