/* Which pieces hold the hive together. */

#include "games/hive/hive.h"

#include <assert.h>

/* Fields whose neighbours in the set form more than one arc: they alone can hold it together. */
static cells_t joints(cells_t cells)
{
    /* Bit f of around[i] says that the neighbour of field f in direction i is in the set. */
    const cells_t around[6] = {cells >> STEP_Z, cells >> STEP_X, cells >> STEP_Y,
                               cells << STEP_Z, cells << STEP_X, cells << STEP_Y};
    cells_t one = 0, more = 0;

    for (int i = 0; i < 6; i++) {
        cells_t begins = around[i] & ~around[(i + 5) % 6];
        more |= one & begins;
        one |= begins;
    }
    return more;
}

cells_t hive_part(cells_t cells, cells_t from)
{
    cells_t reached = from, before;

    assert((from & ~cells) == 0);
    do {
        before = reached;
        reached |= cells_around(reached) & cells;
    } while (reached != before);
    return reached;
}

bool hive_is_connected(cells_t cells) { return hive_part(cells, cells & -cells) == cells; }

/* Joints that a way around a hole makes dispensable. */
static cells_t bypassed(cells_t occupied, cells_t candidates)
{
    cells_t loose = 0;

    while (candidates) {
        int cell = cells_take(&candidates);
        if (hive_is_connected(occupied & ~cell_bit(cell)))
            loose |= cell_bit(cell);
    }
    return loose;
}

/* Holes of one field: pieces all around. */
static cells_t small_holes(cells_t o)
{
    cells_t pairs = o & o << STEP_Y;

    return ~o & o << STEP_Y & o >> STEP_Y & pairs << STEP_Z & pairs >> STEP_X;
}

/* Everything that pieces enclose. */
static cells_t all_holes(cells_t occupied)
{
    cells_t unoccupied = CELLS_BOARD & ~occupied;

    return unoccupied & ~hive_part(unoccupied, unoccupied & CELLS_RIM);
}

/*
 * A connected hive falls apart without a field if and only if two of the gaps around this field
 * belong to the same empty region: a way through that region and the field cuts the hive in two.
 * So a gap that leads into a hole of its own does not count, and with the holes filled the joints
 * are the answer.  Only a hole of five fields or more can bend so that it has two gaps at one
 * field.
 */
static cells_t cut_fields(const struct hive *hive, cells_t occupied)
{
    int holes = 1 - hive->euler;

    assert(hive->is_split || holes >= 0);
    if (holes == 0 || hive->is_split)
        return occupied & joints(occupied);

    cells_t filling = small_holes(occupied);
    if (cells_count(filling) != holes)
        filling = all_holes(occupied);
    if (cells_count(filling) - (holes - 1) < 5)
        return occupied & joints(occupied | filling);
    cells_t candidates = occupied & joints(occupied);
    return candidates & ~bypassed(occupied, candidates);
}

cells_t hive_pinned(const struct hive *hive)
{
    return cut_fields(hive, hive_occupied(hive)) & ~hive->stacked;
}
