#ifndef GAMES_MISSISSIPPI_RACE_H
#define GAMES_MISSISSIPPI_RACE_H

/*
 * How many turns a ship still needs: to the docks it wants, there down to speed 1, on to the goal.
 * A guess from distances, for the evaluation and the order of moves; 16 is one turn.
 */

#include "games/mississippi/river.h"

enum { RACE_TURN = 16, RACE_STOPS_MAX = RIVER_SEGMENTS, RACE_FIELDS_MAX = 47 };

/* Where a ship has to be at speed 1. */
struct race_stop {
    int8_t x, y;
    bool is_seen; /* otherwise somewhere in a segment that is only guessed */
    uint8_t way;  /* half fields from there to the goal */
    int16_t rest; /* turns that are needed from there on */
};

struct race {
    struct race_stop stop[RACE_STOPS_MAX];
    int count;        /* 0: the goal is next */
    bool is_hopeless; /* there are not enough passengers left */
};

/* What there is to know about a field for this race. */
struct race_sight {
    uint8_t place, way;
    uint8_t is_open;                  /* a ship can be there */
    uint8_t distance[RACE_STOPS_MAX]; /* to the stops, in fields; 0 where they are not seen */
    /* By speed - 1: the turns of the race from here, whatever the bow points to, and the next
     * stop. */
    int16_t turns[SHIP_SPEED_MAX];
    uint8_t next[SHIP_SPEED_MAX];
};

/* Turns, in sixteenths, to stop after so many fields; from this speed on. */
int race_stop_turns(int speed, int fields);
/* The stops for a ship with so many passengers, in a precomputed position. */
void race_find_stops(const struct mississippi *m, int passengers, struct race *race);
void race_compute_field(const struct mississippi *m, const struct race *race, int x, int y,
                        struct race_sight *sight);
/* The same for a field whose place is known: RIVER_NO_PLACE where there is none in sight. */
void race_compute_place(const struct mississippi *m, const struct race *race, int place,
                        struct race_sight *sight);
/* The turns of a ship that is `here` at this speed; `ahead` is the field before its bow. */
int race_turns(const struct race *race, const struct race_sight *here,
               const struct race_sight *ahead, int speed);
/* The same for a ship somewhere. */
int race_ship_turns(const struct mississippi *m, const struct race *race, const struct ship *ship);

#endif
