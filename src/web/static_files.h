#ifndef WEB_STATIC_FILES_H
#define WEB_STATIC_FILES_H

/* The files of the page that were built into the program; tools/embed.py writes the list. */

#include <stddef.h>

struct web_file {
    const char *path;                 /* "/b/BUILD/app.mjs"; the HTML of a page: "/spiel" */
    const char *tag;                  /* changes with the content */
    const unsigned char *begin, *end; /* gzipped */
    size_t size;                      /* of the content */
};

extern const char web_build[];            /* changes with any of them */
extern const struct web_file web_files[]; /* ended by a path that is NULL */

#endif
