#ifndef SERVER_REPLAY_WRITER_H
#define SERVER_REPLAY_WRITER_H

/*
 * The replays of games that are over: DATA/replays/TYPE_DATE_TIME_RED_BLUE_NUMBER.kw (our record,
 * with the whole board) and .xml.gz (what the season's own viewers read).  Written from the store,
 * so that a crash between the end of a game and its replay loses nothing.
 */

#include "base/log.h"
#include "store/store.h"

struct replay_writer {
    const char *folder;  /* borrowed: the data folder */
    struct store *store; /* borrowed */
    struct log *log;     /* borrowed */
    /* Games and replays that are kept; 0: all. */
    int64_t keep;           /* of the house */
    int64_t keep_strangers; /* of strangers */
};

/* Removes the halves of files that a killed server left behind. */
void replay_writer_tidy(const struct replay_writer *replays);

/* Writes at most `max` of the replays that are missing, as long as the monotonic clock is before
 * `until_us`.  False: the disk or the store refuses; try again later.  `is_done`: none is missing.
 */
bool replay_writer_write(struct replay_writer *replays, int max, int64_t until_us, bool *is_done,
                         struct err *why);

/* Removes games that are too old, with their replays (also those that have none yet), as long as
 * the monotonic clock is before `until_us`. */
bool replay_writer_forget(struct replay_writer *replays, int64_t until_us, bool *is_done,
                          struct err *why);

#endif
