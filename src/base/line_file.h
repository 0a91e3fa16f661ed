#ifndef BASE_LINE_FILE_H
#define BASE_LINE_FILE_H

/*
 * Files of lines that are too large for the memory.  A file whose name ends in .gz is packed while
 * it is written; reading, the file itself says what it is.
 */

#include "base/err.h"
#include "base/slice.h"

struct line_writer;

/* Until it is complete the file has another name, which the next writer of the file takes over; two
 * never write it at the same time.  NULL: it cannot be written, `why` says it. */
struct line_writer *line_writer_create(const char *path, struct err *why);
/* Lines with their ends.  What fails is said by line_writer_finish_file. */
void line_writer_add(struct line_writer *writer, struct slice text);
/* Only now is the file there, all of it, even after a power cut. */
bool line_writer_finish_file(struct line_writer *writer, struct err *why);
/* What is not finished is gone.  NULL is fine. */
void line_writer_destroy(struct line_writer *writer);

struct line_reader;

struct line_reader *line_reader_create(const char *path, struct err *why);
enum text_read { TEXT_READ_LINE, TEXT_READ_END, TEXT_READ_BROKEN };
/* The next line without its end, valid until the next call; at most `max` bytes. */
enum text_read line_reader_next(struct line_reader *reader, size_t max, struct slice *line);
/* How much of the file has been read, from 0 to 1. */
double line_reader_progress(const struct line_reader *reader);
void line_reader_destroy(struct line_reader *reader);

#endif
