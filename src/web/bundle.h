#ifndef WEB_BUNDLE_H
#define WEB_BUNDLE_H

/* What the arena has written, as answers: a game, a file as it lies there, a folder as a .zip. */

#include "web/desk.h"
#include "web/noted.h"

/* As GET /api/games/ID. */
void bundle_answer_game(struct request *request, const struct noted *noted, const char *id);
void bundle_answer_file(struct request *request, const char *path, const char *type);
/* All files of the folder in a folder of this name; no folder is an empty one. */
void bundle_answer_zip(struct request *request, const char *folder, const char *name);

#endif
