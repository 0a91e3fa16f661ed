#ifndef SERVER_REPLAY_FILES_H
#define SERVER_REPLAY_FILES_H

/* The records among the replays of a data folder (server/replay_writer.h), for programs that look
 * whether they fit the store. */

#include "game/record.h"
#include "store/store.h"

#include <limits.h>

struct replay_file {
    int64_t number;               /* of the game */
    char replay[STORE_PATH_SIZE]; /* in the data folder, without its ending */
    char game_type[STORE_WORD_SIZE];
    int64_t started_ms; /* to the second; 0: the name does not say it */
};

struct replay_files {
    struct replay_file *list;
    size_t count;
};

/* All files replays/….kw whose names end with a number. */
void replay_files_list(struct replay_files *files, const char *folder);
void replay_files_free(struct replay_files *files);

void replay_files_path(const char *folder, const char *replay, const char *ending,
                       char path[PATH_MAX]);
/* Reads a .kw file and plays it through. */
bool replay_files_load(const char *path, struct record *record, struct err *why);

/* Would both be the same file? */
bool replay_files_are_same(const struct record *a, const struct record *b);

#endif
