#ifndef GAME_SERVER_VERDICT_H
#define GAME_SERVER_VERDICT_H

/*
 * Would the official server of the season have accepted a move that the book refuses?  The authors
 * of old clients, which knew nothing but that server, are told so, with the switch that helps.
 */

#include "game/game.h"

/* `why`: the refusal of `words` at `pos`.  Where the season's server accepted them, it becomes
 * "server_set" (with the season's server_words and the rules of the book) or "server_rules"
 * (ruleset server), whose sentences contain the refusal.  False: it stays as it was. */
bool server_verdict_advise(const struct game_rules *rules, const struct position *pos,
                           struct slice words, struct err *why);

#endif
