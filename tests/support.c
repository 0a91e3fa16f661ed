#include "support.h"

#include "base/memory.h"
#include "game/legal_move_texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void game_file(const struct game_rules *rules, const char *file, char path[PATH_MAX])
{
    const char *folder = getenv("GAMES_DIR"), *family = game_family(rules);
    char year[16] = "";
    const char *ending = strrchr(file, '.');

    if (strcmp(rules->name, family) != 0)
        snprintf(year, sizeof year, "_%d", rules->year);
    snprintf(path, PATH_MAX, "%s/%s/%.*s%s%s", folder ? folder : "src/games", family,
             (int)(ending - file), file, year, ending);
}

void data_open(struct data *data, const struct game_rules *rules, const char *file)
{
    char place[64];

    *data = (struct data){.rules = rules, .line = memory_get(LINE_SIZE, 1)};
    snprintf(place, sizeof place, "tests/%s", file);
    game_file(rules, place, data->path);
    data->file = fopen(data->path, "r");
    if (!data->file)
        data_fail(data, "cannot be opened");
}

bool data_next(struct data *data)
{
    while (data->file && fgets(data->line, LINE_SIZE, data->file)) {
        data->line_number++;
        struct slice line = slice_trim(slice_of(data->line));
        if (line.len == 0 || line.at[0] == '#')
            continue;
        memmove(data->line, line.at, line.len);
        data->line[line.len] = '\0';
        return true;
    }
    return false;
}

void data_close(struct data *data)
{
    if (data->file)
        fclose(data->file);
    free(data->line);
    assert_int_equal(data->failures, 0);
}

void data_fail(struct data *data, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s:%d: ", data->path, data->line_number);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    data->failures++;
}

void position_of(const struct game_rules *rules, struct slice text, struct position *pos)
{
    struct err why = {0};

    if (!rules->parse(text, pos, &why))
        fail_msg("%s: %s %s: %.*s", rules->name, why.code, why.details, (int)text.len, text.at);
}

int run_for_every_game(const char *name, CMUnitTestFunction test)
{
    static char names[16][64];
    struct CMUnitTest tests[16] = {0};
    size_t n = 0;

    game_check_all();
    for (; game_at((int)n); n++) {
        snprintf(names[n], sizeof names[n], "%s of %s", name, game_at((int)n)->name);
        tests[n] = (struct CMUnitTest){.name = names[n], .test_func = test};
        memcpy(&tests[n].initial_state, &(const struct game_rules *){game_at((int)n)},
               sizeof(void *));
    }
    return _cmocka_run_group_tests(name, tests, n, NULL, NULL);
}

int run_all_for_every_game(const struct game_test tests[], size_t count)
{
    int failed = 0;

    for (size_t i = 0; i < count; i++)
        failed += run_for_every_game(tests[i].name, tests[i].test);
    return failed;
}

static uint64_t fnv(uint64_t hash, const char *text)
{
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t move_list_hash(const struct game_rules *rules, const struct position *pos, int *n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    struct legal_move_texts list;

    legal_move_texts_create(&list, rules, pos);
    for (int i = 0; i < list.n; i++) {
        hash = i > 0 ? fnv(hash, "\n") : hash;
        hash = fnv(hash, list.text[i]);
    }
    *n = list.n;
    legal_move_texts_destroy(&list);
    return hash;
}
