#ifndef MATCH_MATCH_PLAYER_H
#define MATCH_MATCH_PLAYER_H

/*
 * A player of a match, as it is written on a command line:
 *
 *   stark:nodes=5000       a built-in level (search/spec.h)
 *   manual                 a program that is started by hand
 *   Nemo                   a bot that is registered under this name
 *   "java -jar bot.jar"    a command line (bots/bot_command.h)
 */

#include "bots/bot_command.h"
#include "search/spec.h"
#include "store/bot_table.h"

enum match_player_kind { MATCH_BUILTIN, MATCH_PROGRAM, MATCH_MANUAL };

enum {
    MATCH_DIGEST_SIZE = 65, /* 256 bits in hexadecimal digits */
    MATCH_VERSION_SIZE = 32,
};

struct match_player {
    enum match_player_kind kind;
    char spec[BOT_COMMAND_LINE_SIZE]; /* as it was written; "" for a program known from the store */
    char name[RECORD_NAME_SIZE];
    char version[MATCH_VERSION_SIZE]; /* of a built-in player: ours */
    char digest[MATCH_DIGEST_SIZE];   /* of the program's files; else "" */

    struct player_spec builtin; /* of a built-in player */

    /* A program. */
    char command[BOT_COMMAND_LINE_SIZE];
    char folder[PATH_MAX];
};

/* Reads such words.  `registered` is the store of registered bots; NULL: there are none.  False:
 * `why` says what is wrong with the level, its options or the program's file. */
bool match_player_read(struct match_player *player, const char *spec, struct store *registered,
                       struct err *why);

/* A bot that is registered in the store; its files are not looked at. */
void match_player_from_bot(struct match_player *player, const struct bot_row *bot);

/* A program whose command and folder are known: hashes its files, and names it after its file if it
 * has no name. */
bool match_player_load(struct match_player *player, struct err *why);

#endif
