#ifndef ARENA_SEASON_H
#define ARENA_SEASON_H

/*
 * A whole tournament as a value: its stages one after the other, the groups of a stage beside each other.
 * It names the meetings whose results are wanted, takes them in any order, and knows all tables.  The
 * same file and the same results give the same season everywhere, so that whoever begins again just
 * reports everything once more.
 */

#include "arena/note.h"
#include "arena/report.h"
#include "arena/tournament_file.h"

enum { SEASON_WANTED_MAX = 256 };

/* A meeting by its place in the season, and who meets. */
struct season_meeting {
    int stage, group, round, number;
    int first, second; /* teams by their number in the file; `first` is A */
    int games;         /* whose results are wanted, from the first one on */
    int64_t seed;      /* of the boards */
};

struct season;

/* `file` is borrowed. */
struct season *season_create(const struct tournament_file *file, const struct game_rules *rules);
void season_destroy(struct season *season);

/* This team has no playable bot: it loses whatever it has not played.  To be said before anything is
 * reported. */
void season_withdraw(struct season *season, int team);

/* The meetings that can be played now and are not reported, at most `max`, the earliest first.  In a
 * knock-out `games` grows until somebody has won more. */
int season_wanted(const struct season *season, struct season_meeting wanted[], int max);
/* All games of a meeting that was wanted: `notes` has meeting->games of them, A being `first`. */
bool season_report(struct season *season, const struct season_meeting *meeting,
                   const struct note notes[], struct err *why);
bool season_is_over(const struct season *season);
/* Games reported, and how many there will be as far as one can know. */
void season_progress(const struct season *season, int *played, int *planned);

int season_stage(const struct season *season); /* that is being played, or the last one */
int season_groups(const struct season *season, int stage);
/* The table of a group with the teams in it: standings, and their names in the order of the standings'
 * team numbers.  Knock-outs have the places instead (season_places). */
const struct standings *season_table(const struct season *season, int stage, int group,
                                     const char *names[]);
/* Place of every team of the file at the end of this stage, from 1; 0: it did not take part. */
void season_places(const struct season *season, int stage, int place[]);

#endif
