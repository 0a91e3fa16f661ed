#include "match/match_player.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 2 * PATH_MAX };

/* As much of it as fits in whole characters. */
static void set_name(struct match_player *player, struct slice name)
{
    buf_copy(player->name, sizeof player->name, name);
}

/* ---- built-in levels ---- */

static bool read_builtin(struct match_player *player, struct err *why)
{
    set_name(player, slice_of(player->spec));
    return player_spec_read(&player->builtin, player->spec, why);
}

/* ---- programs ---- */

static bool digest_file(crypto_generichash_state *state, const char *path)
{
    unsigned char bytes[16384];
    FILE *file = fopen(path, "rb");
    size_t len;

    while (file && (len = fread(bytes, 1, sizeof bytes, file)) > 0)
        crypto_generichash_update(state, bytes, len);
    bool is_read = file && !ferror(file);
    if (file)
        fclose(file);
    return is_read;
}

static bool is_file(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* Is this word of the command line a file?  Then `path` is the way to it. */
static bool find_argument(const struct bot_command *command, int index, char path[PATH_SIZE])
{
    const char *word = command->argv[index];
    const char *folder = word[0] == '/' ? "" : command->folder;

    snprintf(path, PATH_SIZE, "%s%s%s", folder, folder[0] ? "/" : "", word);
    return is_file(path);
}

/* BLAKE2b of a program's own files: the executable, and every argument that is a file (a .jar, a
 * script), one behind the other; `cat FILES | b2sum -l 256` says the same. */
static bool digest_files(const struct bot_command *command, char digest[MATCH_DIGEST_SIZE],
                         struct err *why)
{
    unsigned char hash[crypto_generichash_BYTES];
    crypto_generichash_state state;
    char path[PATH_SIZE];

    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    if (!digest_file(&state, command->program))
        return err_set(why, "bot_unreadable", command->program);
    for (int i = 1; i < command->argc; i++) {
        if (find_argument(command, i, path) && !digest_file(&state, path))
            return err_set(why, "bot_unreadable", path);
    }
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(digest, MATCH_DIGEST_SIZE, hash, sizeof hash);
    return true;
}

/* The last part of a path without its ending: "bots/nemo.jar" is nemo. */
static void name_after(struct match_player *player, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    size_t len = dot && dot > name ? (size_t)(dot - name) : strlen(name);

    set_name(player, slice_make(name, len));
}

/* What a person would call it: the script or the .jar, otherwise the program. */
static void choose_name(struct match_player *player, const struct bot_command *command)
{
    const char *name = command->program;
    char path[PATH_SIZE];

    for (int i = command->argc - 1; i > 0; i--) {
        if (find_argument(command, i, path))
            name = command->argv[i];
    }
    name_after(player, name);
}

bool match_player_load(struct match_player *player, struct err *why)
{
    struct bot_command *command = calloc(1, sizeof *command);

    assert(player->kind == MATCH_PROGRAM);
    bool is_fine = command &&
                   bot_command_make(command, player->command, player->folder, NULL, why) &&
                   digest_files(command, player->digest, why);
    if (is_fine && !player->name[0])
        choose_name(player, command);
    free(command);
    return is_fine;
}

/* ---- reading the words ---- */

void match_player_from_bot(struct match_player *player, const struct bot_row *bot)
{
    player->kind = MATCH_PROGRAM;
    snprintf(player->name, sizeof player->name, "%s", bot->name);
    snprintf(player->command, sizeof player->command, "%s", bot->command);
    snprintf(player->folder, sizeof player->folder, "%s", bot->folder);
}

static bool find_bot(struct match_player *player, struct store *registered)
{
    struct db *db = registered ? store_db(registered, NULL) : NULL;
    struct bot_row bot;

    if (!db || !bot_table_find(db, player->spec, &bot, NULL))
        return false;
    match_player_from_bot(player, &bot);
    return true;
}

/* A path with blanks in it may stand for itself, and a relative one is meant from here. */
static bool take_line(struct match_player *player, struct err *why)
{
    struct buf line;
    char here[PATH_MAX];

    buf_init(&line, player->command, sizeof player->command);
    if (is_file(player->spec))
        bot_command_quote(&line, player->spec);
    else
        buf_add(&line, player->spec);
    if (line.is_full)
        return err_set(why, "bot_line_long", "");
    if (player->spec[0] != '/' && getcwd(here, sizeof here))
        snprintf(player->folder, sizeof player->folder, "%s", here);
    return true;
}

bool match_player_read(struct match_player *player, const char *spec, struct store *registered,
                       struct err *why)
{
    assert(spec);
    memset(player, 0, sizeof *player);
    if (strlen(spec) >= sizeof player->spec)
        return err_set(why, "bot_line_long", "");
    if (sodium_init() < 0)
        return err_set(why, "no_memory", "");
    memcpy(player->spec, spec, strlen(spec) + 1);
    if (player_spec_is_one(spec))
        return read_builtin(player, why);
    if (strcmp(spec, "manual") == 0) {
        player->kind = MATCH_MANUAL;
        snprintf(player->name, sizeof player->name, "manual");
        return true;
    }
    player->kind = MATCH_PROGRAM;
    return (find_bot(player, registered) || take_line(player, why)) &&
           match_player_load(player, why);
}
