#include "oracle_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { REPORTS_MAX = 20, JSON_LINE_MAX = 1 << 24 };

long oracle_differences;

void oracle_differ(const char *where, const char *what, const char *text)
{
    if (++oracle_differences <= REPORTS_MAX)
        printf("%s: %s %s\n", where, what, text);
}

void oracle_expect(bool holds, const char *where, const char *what, const char *text)
{
    if (!holds)
        oracle_differ(where, what, text);
}

int oracle_number(const json_t *list, size_t index)
{
    return (int)json_integer_value(json_array_get(list, index));
}

int oracle_member(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

const char *oracle_word(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

enum side oracle_side(const char *name)
{
    return strcmp(name, "red") == 0 ? SIDE_RED : strcmp(name, "blue") == 0 ? SIDE_BLUE : SIDE_NONE;
}

static int compare_keys(const void *a, const void *b) { return strcmp(a, b); }

static uint64_t fnv(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t oracle_hash(char (*keys)[ORACLE_KEY_SIZE], int count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    qsort(keys, (size_t)count, sizeof *keys, compare_keys);
    for (int i = 0; i < count; i++)
        hash = fnv(fnv(hash, i == 0 ? "" : "\n"), keys[i]);
    return hash;
}

bool oracle_each_line(const char *path, void (*check)(const json_t *))
{
    char *line = malloc(JSON_LINE_MAX);
    gzFile file = gzopen(path, "rb");

    if (!file || !line) {
        printf("%s cannot be read\n", path);
        free(line);
        return false;
    }
    while (gzgets(file, line, JSON_LINE_MAX)) {
        json_t *json = json_loads(line, 0, NULL);
        if (json)
            check(json);
        else
            oracle_differ(path, "no JSON", "");
        json_decref(json);
    }
    gzclose(file);
    free(line);
    return true;
}
