#ifndef SERVER_HELD_ANSWER_H
#define SERVER_HELD_ANSWER_H

/*
 * A move of a program or a built-in player that could not be written, because the disk is full.  It
 * is held back and played when there is room: neither lost nor late.  People can send theirs again.
 */

#include "server/room.h"

struct room_slot;

struct held_answer {
    bool is_there;
    enum side side;
    int64_t came_us;
    char words[GAME_WORDS_MAX], hint[GAME_WORDS_MAX];
    bool is_followed;                /* by another message, which the player was not asked for */
    const char *how_left[SIDE_NONE]; /* players that have left since, or NULL */
};

/* False: the action is no such move. */
bool held_answer_take(struct room_slot *slot, const struct room_action *action, int64_t now_us);
/* Does an answer come before this action?  Then it is judged after it (by held_answer_release). */
bool held_answer_is_before(struct room_slot *slot, const struct room_action *action);
/* Tries to play the one that is there; it is still there if the disk refuses again. */
void held_answer_release(struct room_slot *slot, int64_t now_us);

#endif
