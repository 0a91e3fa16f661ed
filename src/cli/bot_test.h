#ifndef CLI_BOT_TEST_H
#define CLI_BOT_TEST_H

#include "cli/cli.h"
#include "net/sandbox.h"
#include "store/bot_table.h"

/* `kielwasser bot test`: two games against „zufall“ with colours swapped, at a server of our own in
 * a temporary folder.  `join_ms`: for the bot to join; 0: as always. */
int bot_test(const struct bot_row *bot, const struct game_rules *rules, enum sandbox_wish sandbox,
             int join_ms);

#endif
