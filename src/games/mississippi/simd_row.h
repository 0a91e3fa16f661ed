#ifndef GAMES_MISSISSIPPI_SIMD_ROW_H
#define GAMES_MISSISSIPPI_SIMD_ROW_H

/* Sixteen fields at a time: one row of a chart as a vector of bytes. */

#include <stdint.h>
#include <string.h>

enum { ROW_SIZE = 16 };

typedef uint8_t row_t __attribute__((vector_size(ROW_SIZE)));

static inline row_t row_load(const uint8_t *at)
{
    row_t row;

    memcpy(&row, at, sizeof row);
    return row;
}

static inline void row_store(uint8_t *at, row_t row) { memcpy(at, &row, sizeof row); }

static inline row_t row_of(uint8_t value) { return value - (row_t){0}; }

/* x86 has an instruction for it that compilers do not find behind the comparison. */
#ifdef __SSE2__
    #include <emmintrin.h>
static inline row_t row_min(row_t a, row_t b)
{
    return (row_t)_mm_min_epu8((__m128i)a, (__m128i)b);
}
static inline row_t row_max(row_t a, row_t b)
{
    return (row_t)_mm_max_epu8((__m128i)a, (__m128i)b);
}
#else
static inline row_t row_min(row_t a, row_t b)
{
    row_t is_less = (row_t)(a < b);

    return (a & is_less) | (b & ~is_less);
}
static inline row_t row_max(row_t a, row_t b) { return a ^ b ^ row_min(a, b); }
#endif

/* 0xff where a <= b, else 0. */
static inline row_t row_at_most(row_t a, row_t b) { return (row_t)(row_min(a, b) == a); }

#endif
