#ifndef WEB_BOT_BOOK_H
#define WEB_BOT_BOOK_H

/*
 * The versions of a bot.  DATA/bots/ID/book.json lists them with date, note and last test, and
 * since when which of them played; the files of those that were uploaded are in
 * DATA/bots/ID/NUMBER/.  Which one plays is what the store says: the version with the bot's command
 * and folder.  A bot without a book has one version, made of what the store knows.
 */

#include "store/store.h"
#include "web/internal.h"

struct json_t;

enum { BOT_BOOK_VERSIONS_MAX = 200, BOT_BOOK_TURNS_MAX = 1000 };

struct bot_book {
    const struct web *web;
    const struct store_bot *bot; /* borrowed */
    struct json_t *tree;
};

/* Always answers a book; bot_book_close it. */
struct bot_book bot_book_open(const struct web *web, const struct store_bot *bot);
void bot_book_close(struct bot_book *book);

/* The number that the next version will have. */
int bot_book_next(const struct bot_book *book);
/* The version's command, folder and note go into `bot`. */
bool bot_book_read(const struct bot_book *book, int number, struct store_bot *bot, struct err *why);

/* False: there are enough versions. */
bool bot_book_has_room(const struct bot_book *book, struct err *why);
/* Adds the version that `bot` describes; it plays from now on. */
bool bot_book_add(struct bot_book *book, const struct store_bot *bot, struct err *why);
/* From now on this version plays. */
bool bot_book_turn_to(struct bot_book *book, int number, struct err *why);
/* Keeps how the last test of the version that plays now ended: a JSON object, with all it said. */
bool bot_book_note_test(struct bot_book *book, struct slice test, struct err *why);
/* The whole last test of this version; `text` is given to file_free. */
bool bot_book_load_test(const struct bot_book *book, struct slice *text, struct err *why);

/* Writes the members language, test, active, turns and versions of a bot. */
void bot_book_show(const struct bot_book *book, struct json *json);

#endif
