#ifndef GAMES_MISSISSIPPI_EDITOR_H
#define GAMES_MISSISSIPPI_EDITOR_H

/* Setting up a position, for both seasons: fields, docks, bends of the river, and the ships. */

#include "game/edit.h"
#include "games/mississippi/mississippi.h"

enum { MISSISSIPPI_SHIP_NUMBERS = 4 };

/* In what a season differs. */
struct mississippi_editor {
    const char *fields; /* letters of the fields that can be put */
    int (*kind_of)(char letter);
    /* A ship's speed, coal, passengers and free turns. */
    struct edit_range number[MISSISSIPPI_SHIP_NUMBERS];
    struct edit_range visible;          /* how much of the river is shown */
    int visible_offset;                 /* its number for the highest segment 0 */
    int (*x_of)(int first, int second); /* our x for the two numbers of a field's name */
    bool (*is_course)(const uint8_t dir[RIVER_SEGMENTS], int count);
    void (*lay_out)(struct position *pos);
    void (*print)(const struct position *pos, struct buf *text);
};

/* The functions of a struct game_edit, for this season. */
void mississippi_edit_pieces(const struct mississippi_editor *editor, struct json *out);
void mississippi_edit_settings(const struct mississippi_editor *editor, const struct position *pos,
                               struct json *out);
bool mississippi_edit_print(const struct mississippi_editor *editor, const struct position *pos,
                            const struct edit *edit, struct buf *text, struct err *why);

#endif
