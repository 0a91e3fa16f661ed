#ifndef BASE_SHEET_H
#define BASE_SHEET_H

/* A large file that is written piece by piece and is there only when it is complete: before that it has
 * another name, which the next one who writes it takes over. */

#include "base/err.h"
#include "base/slice.h"

struct sheet;

/* Packed if the name ends in .gz.  NULL: `why` says it. */
struct sheet *sheet_create(const char *path, struct err *why);
/* A disk that refuses is remembered until the end. */
void sheet_add(struct sheet *sheet, struct slice text);
/* Everything is on the disk, and the file has its name.  The sheet is gone in any case. */
bool sheet_finish(struct sheet *sheet, struct err *why);
/* Nothing of it stays; NULL is fine. */
void sheet_drop(struct sheet *sheet);

#endif
