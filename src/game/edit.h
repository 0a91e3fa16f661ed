#ifndef GAME_EDIT_H
#define GAME_EDIT_H

/*
 * Setting up a position: one change at a time, as the page's editor asks for it.  A game says what
 * there is to change (pieces and settings) and writes the changed text; whether that is a position
 * says the game's own reader, so no rule stands here.
 *
 *   put FIELD PIECE        take FIELD        move FROM TO        turn FIELD
 *   set NAME VALUE         set NAME SIDE VALUE
 *
 * Each game has a struct game_edit in its edit.c, as pure as the rules.
 */

#include "base/json_writer.h"
#include "game/game.h"

/* EDIT_NOTHING: only the turn, the side to move or the ruleset is another one. */
enum edit_kind { EDIT_NOTHING, EDIT_PUT, EDIT_TAKE, EDIT_MOVE, EDIT_TURN, EDIT_SET };

struct edit {
    enum edit_kind kind;
    struct slice field; /* not of EDIT_SET */
    struct slice to;    /* of EDIT_MOVE */
    struct slice name;  /* of the piece, or of what is set */
    enum side side;     /* whose number is set; SIDE_NONE: of neither */
    struct slice value;
};

struct game_edit {
    /* The members "pieces", "turns" (is there anything to turn?) and, in an array that is open
     * already, the game's own settings. */
    void (*pieces)(const struct position *pos, struct json *out);
    void (*settings)(const struct position *pos, struct json *out);
    /* The text of a position after one change.  The turn and the side are those of `pos`, which has
     * a side to move even where its game is over.  False: refused. */
    bool (*print)(const struct position *pos, const struct edit *edit, struct buf *text,
                  struct err *why);
};

/* Changes a position as the words say; false: refused, and it is as it was. */
bool edit_position(const struct game_rules *rules, struct position *pos, struct slice words,
                   struct err *why);
/* The members "pieces", "turns" and "settings" of a position. */
void edit_print_tools(const struct game_rules *rules, const struct position *pos, struct json *out);

/* ---- for the games ---- */

struct edit_range {
    const char *name; /* "coal" */
    int min, max;
};

/* {"name":…,"side":…,"value":…,"min":…,"max":…} */
void edit_print_number(struct json *out, const struct edit_range *range, enum side side, int value);
/* {"name":…,"value":…,"of":[…]}; a NULL ends the choices. */
void edit_print_choice(struct json *out, const char *name, struct slice value,
                       const char *const choices[]);
/* {"id":…,"kind":…,"side":…}, left open for more; SIDE_NONE: of neither side. */
void edit_begin_piece(struct json *out, const char *id, const char *kind, enum side side);

/* The value of a setting; refused if it is none. */
bool edit_read_number(const struct edit *edit, const struct edit_range *range, int *out,
                      struct err *why);
/* Nothing like that can be done here. */
bool edit_refuse(const struct edit *edit, struct err *why);

/* What a board of letters has: one letter for each field. */
struct edit_letters {
    const char *pieces;                              /* letters that can be put */
    char empty;                                      /* what is left when one is taken */
    const char *removable;                           /* letters that can be taken and moved */
    bool (*find)(struct slice field, size_t *place); /* where its letter is; false: no field */
};
/* Puts, takes or moves a letter of a text. */
bool edit_change_letter(const struct edit_letters *board, const struct edit *edit, struct buf *text,
                        struct err *why);

#endif
