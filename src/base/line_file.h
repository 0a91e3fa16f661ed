#ifndef BASE_LINE_FILE_H
#define BASE_LINE_FILE_H

/*
 * Files of lines that are too large for the memory.  A file whose name ends in .gz is packed while
 * it is written; reading, the file itself says what it is.
 */

#include "base/err.h"
#include "base/slice.h"

struct text_writer;

/* Until it is complete the file has another name, which the next writer of the file takes over; two
 * never write it at the same time.  NULL: it cannot be written, `why` says it. */
struct text_writer *text_writer_create(const char *path, struct err *why);
/* Lines with their ends.  What fails is said by text_writer_commit. */
void text_writer_add(struct text_writer *writer, struct slice text);
/* Only now is the file there, all of it, even after a power cut. */
bool text_writer_commit(struct text_writer *writer, struct err *why);
/* What is not finished is gone.  NULL is fine. */
void text_writer_destroy(struct text_writer *writer);

struct text_reader;

struct text_reader *text_reader_create(const char *path, struct err *why);
enum text_read { TEXT_READ_LINE, TEXT_READ_END, TEXT_READ_BROKEN };
/* The next line without its end, valid until the next call; at most `max` bytes. */
enum text_read text_reader_next(struct text_reader *reader, size_t max, struct slice *line);
/* How much of the file has been read, from 0 to 1. */
double text_reader_progress(const struct text_reader *reader);
void text_reader_destroy(struct text_reader *reader);

#endif
