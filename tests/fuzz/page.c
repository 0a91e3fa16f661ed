/* In place of the real page, which takes long to build: "<p>", gzipped. */

#include "web/static_files.h"

static const unsigned char page[] = {31,  139, 8, 0,   0,   0,   0,  0, 2, 3, 179, 41,
                                     176, 3,   0, 187, 161, 110, 60, 3, 0, 0, 0};
const char web_build[] = "fuzz";
const struct web_file web_files[] = {
    {.path = "/", .tag = "one", .begin = page, .end = page + sizeof page, .size = 3},
    {.path = "/b/fuzz/app.mjs", .tag = "two", .begin = page, .end = page + sizeof page, .size = 3},
    {.path = "/lost", .tag = "three", .begin = page, .end = page + sizeof page, .size = 3},
    {.path = "/b/fuzz/reload.mjs", .tag = "4", .begin = page, .end = page + sizeof page, .size = 3},
    {0},
};
