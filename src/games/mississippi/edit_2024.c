/* Setting up a position of season 2024 (editor.h). */

#include "games/mississippi/editor.h"
#include "games/mississippi/river_2024.h"

/* The direction of the first hidden segment is known. */
static void lay_out(struct position *pos)
{
    struct mississippi24 *g = mississippi24_body(pos);

    river24_lay_out(g, g->m.known);
}

/* A ship that was stuck ended the game. */
static void print_running(const struct position *pos, struct buf *text)
{
    struct position running = *pos;

    mississippi24_body(&running)->stuck = 0;
    mississippi24_print_position(&running, text);
}

static const struct mississippi_editor editor = {
    .fields = "WIG0a",
    .kind_of = mississippi24_kind_of,
    .number = {{"speed", 1, SHIP_SPEED_MAX},
               {"coal", 0, SHIP_COAL_MAX},
               {"passengers", 0, PASSENGERS_ON_BOARD},
               {"freeTurns", 1, FREE_TURNS_MAX}},
    .visible = {"visible", VISIBLE_AT_FIRST, RIVER_SEGMENTS},
    .visible_offset = VISIBLE_AT_FIRST,
    .x_of = river24_x,
    .is_course = river24_is_course,
    .lay_out = lay_out,
    .print = print_running,
};

static void pieces(const struct position *pos, struct json *out)
{
    (void)pos;
    mississippi_edit_pieces(&editor, out);
}

static void settings(const struct position *pos, struct json *out)
{
    mississippi_edit_settings(&editor, pos, out);
}

static bool print(const struct position *pos, const struct edit *edit, struct buf *text,
                  struct err *why)
{
    return mississippi_edit_print(&editor, pos, edit, text, why);
}

const struct game_edit mississippi24_edit = {
    .pieces = pieces, .settings = settings, .print = print};
