#ifndef PROTO_REPLAY_CONTENT_H
#define PROTO_REPLAY_CONTENT_H

/*
 * What a replay shows, before the rules have checked it: states, last moves and a result,
 * in the texts of game.h.  It is made from trees and knows no parser: the program has expat
 * (replay_read.c), a page has its browser.
 */

#include "game/record.h"
#include "proto/wire.h"

enum {
    REPLAY_STATES_MAX = RECORD_PLIES_MAX + 1,
    REPLAY_HINT_SIZE = 512, /* longer ones are cut */
};

struct replay_state {
    char text[GAME_TEXT_MAX];   /* as a watcher sees it */
    char words[GAME_WORDS_MAX]; /* of the move that led here; empty: not known */
    char hint[REPLAY_HINT_SIZE];
};

struct replay_content {
    const struct game_wire *wire; /* NULL until the first state tells the game */
    const struct game_rules *rules;
    char names[SIDE_NONE][RECORD_NAME_SIZE];
    char start[GAME_TEXT_MAX]; /* the first state and all that later ones tell about it */
    int count;
    struct replay_state states[REPLAY_STATES_MAX];
    bool has_result;
    struct outcome outcome;
    struct err damage; /* where reading ended, if before the end */
};

struct replay_content *replay_content_create(void);
void replay_content_destroy(struct replay_content *content);

/* Takes the next child of the root element; false: read no more.  What is wrong
 * becomes `damage`. */
bool replay_content_take(struct replay_content *content, const struct xml_node *element);
/* The file is damaged behind the states so far.  Always false. */
bool replay_content_set_damage(struct replay_content *content, const char *code,
                               const struct err *cause);
/* Everything was taken: finds the start. */
void replay_content_complete(struct replay_content *content);

#endif
