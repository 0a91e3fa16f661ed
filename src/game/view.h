#ifndef GAME_VIEW_H
#define GAME_VIEW_H

/*
 * What a page has to know of a position: what lies where, what it means, which moves
 * there are, and why something is not one.  Facts as JSON (docs/web.md), never how it looks.
 *
 * Each game has a struct game_view in its view.c.  Everything here is as pure as the rules.
 */

#include "base/json_writer.h"
#include "game/game.h"

/* More than any view or list of moves needs: Mississippi Queen has thousands of them. */
enum { VIEW_TEXT_MAX = 2 * 1024 * 1024 };

/* How the speed of a steamer is found while a move is built action by action. */
enum view_mode { VIEW_AUTO, VIEW_MANUAL };

struct game_view {
    bool has_costly_words; /* lists of moves go without their words */

    /* Is this word the name of a field? */
    bool (*is_field)(struct slice word);
    /* The members "fields", "pieces" and "facts". */
    void (*board)(const struct position *pos, struct json *out);
    /* By what the sides are compared, each with view_criterion(), the most important first; NULL:
     * by the score alone. */
    void (*criteria)(const struct position *pos, const struct game_result *result,
                     struct json *out);
    /* The members of a move, "from" and "to" first; "move" and "words" are written already. */
    void (*move)(const struct position *pos, move_t move, struct json *out);
    /* Can a move begin on this field?  Otherwise `why` says why not. */
    bool (*pick)(const struct position *pos, struct slice field, struct err *why);
    /* The members of what is shown when a field is touched; NULL: nothing. */
    void (*look)(const struct position *pos, struct slice field, struct json *out);
    /* The members of a move under construction; NULL: moves of this game are made at once. */
    void (*build)(const struct position *pos, struct slice words, enum view_mode mode,
                  struct json *out);
};

const struct game_view *view_of(const struct game_rules *rules);

/* "red", "blue" or null. */
void view_side(struct json *out, const char *key, enum side side);
/* The name of a field, as `print` writes it. */
void view_write_board_field(struct json *out, const char *key,
                            void (*print)(int field, struct buf *out), int field);
/* The name of a field with coordinates: "3,-2". */
void view_place(struct json *out, const char *key, int x, int y);
/* {"ok":false,"code":…,"details":…,"de":…,"en":…,"fields":[…]}; the fields are those that the
 * details name. */
void view_refusal(struct json *out, const char *key, const struct game_rules *rules,
                  const struct err *why);
/* The members of a refusal, into an object that is open already. */
void view_refusal_members(struct json *out, const struct game_rules *rules, const struct err *why);

/* {"de":…,"en":…}: the sentences alone. */
void view_say(struct json *out, const char *key, const struct game_rules *rules,
              const struct err *what);

/* {"name":…,"red":…,"blue":…,"decides":…}; `decisive` is the name of the one that has decided a
 * game that is over. */
void view_criterion(struct json *out, const char *name, const int value[SIDE_NONE],
                    const char *decisive);
/* Whether this is the reason of an end; false while the game goes on. */
bool view_ended_by(const struct game_result *result, const char *reason);

/* The whole view of a position whose secrets are hidden first. */
void view_position(const struct game_rules *rules, const struct position *pos, struct json *out,
                   const char *key);
/* One move as an object. */
void view_move(const struct game_rules *rules, const struct position *pos, move_t move,
               struct json *out, const char *key);
/* All moves of a ready position as an array, as a player knows them: secrets are hidden first where
 * the moves do not depend on them.  `moves` has room for rules->moves_max. */
void view_moves(const struct game_rules *rules, const struct position *pos, move_t moves[],
                struct json *out, const char *key);

#endif
