#ifndef CLI_CLI_H
#define CLI_CLI_H

/*
 * What all commands share: the table of commands, the language of the person, and how a command
 * refuses: one sentence on stderr and exit code 2.
 */

#include "base/err.h"
#include "base/language.h"
#include "game/game.h"
#include "game/record.h"
#include "search/spec.h"

enum { EXIT_FINE = 0, EXIT_FAILED = 1, EXIT_REFUSED = 2 };

struct cmd {
    const char *name;
    const char *usage;                 /* what follows the name */
    const char *summary[LANG_COUNT];   /* one line */
    const char *help[LANG_COUNT];      /* the rest of --help; may be missing */
    const char *example[LANG_COUNT];   /* its end; the first one alone is that of both languages */
    int (*run)(int argc, char **argv); /* arguments after the name */
};

/* The sentences of the command line (texts.def), printf formats. */
enum text_id {
#define TEXT(id, de, en) TEXT_##id,
#include "cli/texts.def"
#undef TEXT
    TEXT_COUNT
};

/* In the language of the environment. */
const char *cli_text(enum text_id id);

/* Prints the sentence on stderr; always EXIT_REFUSED. */
int cli_refuse(enum text_id id, ...);
/* The same for a refusal from below; `rules` may be NULL. */
int cli_refuse_err(const struct game_rules *rules, const struct err *why);
/* Both, where a bool is wanted: always false. */
bool cli_deny(enum text_id id, ...);
bool cli_deny_err(const struct game_rules *rules, const struct err *why);

enum { CLI_SENTENCE_SIZE = 1024 };
/* A refusal from below in the person's words: `text`. */
const char *cli_error_text(const struct game_rules *rules, const struct err *why,
                           char text[CLI_SENTENCE_SIZE]);

/* "red" or "blue". */
const char *cli_side_word(enum side side);
/* A line with the turn and the position, and one with the result. */
void cli_print_position(const struct game_rules *rules, const struct position *pos);
void cli_print_result(const struct game_rules *rules, const struct position *pos);

enum { CLI_FROM_START = -1 };
/* Fills `rules` and `pos` from a recorded game (.kw, .xml, .xml.gz) at this turn; what is still
 * hidden of a river is drawn with the seed.  False after a refusal. */
bool cli_load(const char *path, int turn, uint64_t seed, const struct game_rules **rules,
              struct position *pos);
/* Writes a record, by its ending .kw, .xml or .xml.gz, and says so; the exit code. */
int cli_save(const struct record *record, const char *path);

/* The game named by an argument, or NULL after a refusal that lists the games. */
const struct game_rules *cli_game(const char *name);

/* The built-in player that an argument describes ("stark:time=100"); false after a refusal, which
 * for an unknown name lists the levels, after `others` ("mensch" or ""). */
bool cli_player(const char *words, const char *others, struct player_spec *spec);

/* The language of the environment: German if it says so, else English. */
enum lang cli_lang(void);

#endif
