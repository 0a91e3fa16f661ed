#include "tournament/tournament_file.h"

#include "base/rng.h"
#include "base/utf8.h"
#include "game/game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static const char *const kind_names[TOURNAMENT_KINDS] = {
    [TOURNAMENT_LEAGUE] = "league",
    [TOURNAMENT_CHAMPIONS_LEAGUE] = "champions-league",
    [TOURNAMENT_SWISS] = "swiss",
    [TOURNAMENT_FINAL_EIGHT] = "final-eight",
};

static const char *const yes_no[] = {"no", "yes"};

enum value { VALUE_TEXT, VALUE_NUMBER, VALUE_SEED, VALUE_CHOICE };

/* A key, where its value goes, and what it may be. */
struct key {
    const char *name;
    enum value value;
    size_t offset;
    int size_or_min, max; /* text: bytes with the final zero; number: least and most */
    int default_number;
    const char *const *choices;
    int choice_count;
    bool is_needed;
};

#define AT(type, field) offsetof(struct tournament_##type, field)
#define TEXT(type, field)                                                                          \
    {                                                                                              \
        .name = #field, .value = VALUE_TEXT, .offset = AT(type, field),                            \
        .size_or_min = sizeof((struct tournament_##type *)0)->field, .is_needed = true             \
    }
#define NUMBER(type, field, key, least, most, otherwise)                                           \
    {                                                                                              \
        .name = key, .value = VALUE_NUMBER, .offset = AT(type, field), .size_or_min = least,       \
        .max = most, .default_number = otherwise                                                   \
    }
#define CHOICE(type, field, list, otherwise)                                                       \
    {                                                                                              \
        .name = #field, .value = VALUE_CHOICE, .offset = AT(type, field), .choices = list,         \
        .choice_count = sizeof(list) / sizeof(list)[0], .default_number = otherwise                \
    }

static const struct key tournament_keys[] = {
    TEXT(file, name),
    TEXT(file, game),
    {.name = "seed", .value = VALUE_SEED, .offset = AT(file, seed), .default_number = 1},
    NUMBER(file, time_ms, "time", 1, 3600000, 2000),
    CHOICE(file, admission, yes_no, 1),
    {0},
};

static const struct key stage_keys[] = {
    TEXT(stage, name),
    CHOICE(stage, kind, kind_names, TOURNAMENT_LEAGUE),
    NUMBER(stage, groups, "groups", 1, PLAN_TEAMS_MAX / 2, 1),
    NUMBER(stage, legs, "legs", 1, PLAN_LEGS_MAX, 2),
    NUMBER(stage, games, "games", 1, PLAN_GAMES_MAX, 0),
    NUMBER(stage, rounds, "rounds", 1, PLAN_TEAMS_MAX, 7),
    NUMBER(stage, games_max, "games_max", 1, PLAN_GAMES_MAX, 30),
    CHOICE(stage, third_place, yes_no, 0),
    NUMBER(stage, advance, "advance", 1, PLAN_TEAMS_MAX, 0),
    {0},
};

static const struct key team_keys[] = {
    TEXT(team, name),
    TEXT(team, bot),
    {0},
};

static const struct section {
    const char *name;
    const struct key *keys;
} sections[] = {
    {"tournament", tournament_keys},
    {"stage", stage_keys},
    {"team", team_keys},
    {0},
};

enum { SECTION_TOURNAMENT, SECTION_STAGE, SECTION_TEAM };

/* Where the reader is. */
struct reader {
    struct tournament_file *file;
    int line;
    const struct section *section; /* NULL before the first one */
    int section_line;
    char *target;  /* the struct that the section fills */
    uint32_t seen; /* bit n: key n was there */
    bool has_tournament;
    struct err *why;
};

static bool refuse(const struct reader *reader, int line, const char *code, const char *words)
{
    return err_setf(reader->why, code, "%d%s%s", line, words[0] ? " " : "", words);
}

static bool refuse_here(const struct reader *reader, const char *code, struct slice word)
{
    char words[TOURNAMENT_NAME_SIZE];

    buf_copy(words, sizeof words, word);
    return refuse(reader, reader->line, code, words);
}

/* UTF-8 without control characters, so that it can be shown anywhere. */
static bool is_showable(struct slice text)
{
    size_t len = 1;

    for (; text.len > 0 && len > 0; text = slice_skip(text, len))
        len = utf8_showable_front(text);
    return len > 0;
}

static bool read_text(struct reader *reader, const struct key *key, struct slice value)
{
    if (value.len == 0 || value.len >= (size_t)key->size_or_min || !is_showable(value))
        return err_setf(reader->why, "tournament_text", "%d %s %d", reader->line, key->name,
                        key->size_or_min - 1);
    memcpy(reader->target + key->offset, value.at, value.len);
    return true;
}

static bool read_number(struct reader *reader, const struct key *key, struct slice value)
{
    int number;

    if (!slice_to_int(value, key->size_or_min, key->max, &number))
        return err_setf(reader->why, "tournament_number", "%d %s %d %d", reader->line, key->name,
                        key->size_or_min, key->max);
    memcpy(reader->target + key->offset, &number, sizeof number);
    return true;
}

static bool read_seed(struct reader *reader, const struct key *key, struct slice value)
{
    int64_t number;

    if (!slice_to_int64(value, &number))
        return refuse_here(reader, "tournament_seed", slice_of(key->name));
    memcpy(reader->target + key->offset, &number, sizeof number);
    return true;
}

static bool read_choice(struct reader *reader, const struct key *key, struct slice value)
{
    char words[ERR_DETAILS_SIZE];
    struct buf buf;

    for (int i = 0; i < key->choice_count; i++) {
        if (slice_is(value, key->choices[i])) {
            memcpy(reader->target + key->offset, &i, sizeof i);
            return true;
        }
    }
    buf_init(&buf, words, sizeof words);
    buf_format(&buf, "%s %s", key->name, key->choices[0]);
    for (int i = 1; i < key->choice_count; i++)
        buf_format(&buf, "|%s", key->choices[i]);
    return refuse(reader, reader->line, "tournament_choice", words);
}

static bool read_value(struct reader *reader, const struct key *key, struct slice value)
{
    switch (key->value) {
    case VALUE_TEXT:
        return read_text(reader, key, value);
    case VALUE_NUMBER:
        return read_number(reader, key, value);
    case VALUE_SEED:
        return read_seed(reader, key, value);
    case VALUE_CHOICE:
        return read_choice(reader, key, value);
    }
    return false;
}

static bool read_pair(struct reader *reader, struct slice line)
{
    struct slice rest = line;
    struct slice name = slice_trim(slice_take_until(&rest, '='));
    bool has_sign = name.len < line.len && memchr(line.at, '=', line.len);

    if (!has_sign || !reader->section)
        return refuse_here(reader, "tournament_line", line);
    for (int i = 0; reader->section->keys[i].name; i++) {
        const struct key *key = &reader->section->keys[i];
        if (!slice_is(name, key->name))
            continue;
        if (reader->seen & 1u << i)
            return refuse_here(reader, "tournament_twice", name);
        reader->seen |= 1u << i;
        return read_value(reader, key, slice_trim(rest));
    }
    return refuse_here(reader, "tournament_key", name);
}

static bool is_new_team(const struct reader *reader)
{
    const struct tournament_file *file = reader->file;
    const char *name = file->team[file->team_count - 1].name;

    for (int i = 0; i + 1 < file->team_count; i++) {
        if (strcmp(file->team[i].name, name) == 0)
            return refuse(reader, reader->section_line, "tournament_same_name", name);
    }
    return true;
}

/* Has the section that ends here everything it needs? */
static bool end_section(struct reader *reader)
{
    if (!reader->section)
        return true;
    for (int i = 0; reader->section->keys[i].name; i++) {
        if (reader->section->keys[i].is_needed && !(reader->seen & 1u << i))
            return refuse(reader, reader->section_line, "tournament_missing",
                          reader->section->keys[i].name);
    }
    if (reader->section == &sections[SECTION_TEAM])
        return is_new_team(reader);
    if (reader->section == &sections[SECTION_TOURNAMENT] &&
        !game_find(slice_of(reader->file->game)))
        return refuse(reader, reader->section_line, "tournament_game", reader->file->game);
    return true;
}

static void set_defaults(char *target, const struct key *keys)
{
    for (; keys->name; keys++) {
        int64_t wide = keys->default_number;
        if (keys->value == VALUE_SEED)
            memcpy(target + keys->offset, &wide, sizeof wide);
        else if (keys->value != VALUE_TEXT)
            memcpy(target + keys->offset, &keys->default_number, sizeof keys->default_number);
    }
}

/* The struct that a new section fills; NULL if there is no room for another one. */
static char *new_target(struct reader *reader, int section)
{
    struct tournament_file *file = reader->file;

    if (section == SECTION_STAGE && file->stage_count < TOURNAMENT_STAGES_MAX) {
        file->stage[file->stage_count].line = reader->line;
        return (char *)&file->stage[file->stage_count++];
    }
    if (section == SECTION_TEAM && file->team_count < PLAN_TEAMS_MAX)
        return (char *)&file->team[file->team_count++];
    if (section == SECTION_TOURNAMENT && !reader->has_tournament) {
        reader->has_tournament = true;
        return (char *)file;
    }
    return NULL;
}

static bool read_section(struct reader *reader, struct slice name)
{
    if (!end_section(reader))
        return false;
    for (int i = 0; sections[i].name; i++) {
        if (!slice_is(name, sections[i].name))
            continue;
        reader->target = new_target(reader, i);
        if (!reader->target)
            return refuse_here(reader, "tournament_full", name);
        reader->section = &sections[i];
        reader->section_line = reader->line;
        reader->seen = 0;
        set_defaults(reader->target, sections[i].keys);
        return true;
    }
    return refuse_here(reader, "tournament_section", name);
}

static bool read_line(struct reader *reader, struct slice line)
{
    if (line.len == 0 || line.at[0] == '#' || line.at[0] == ';')
        return true;
    if (line.at[0] == '[' && line.at[line.len - 1] == ']')
        return read_section(reader, slice_trim(slice_make(line.at + 1, line.len - 2)));
    return read_pair(reader, line);
}

static int group_size(int count, int groups, int group)
{
    return count / groups + (group < count % groups);
}

static bool stage_is_possible(const struct reader *reader, int number)
{
    const struct tournament_file *file = reader->file;
    const struct tournament_stage *stage = &file->stage[number];
    bool is_league = stage->kind == TOURNAMENT_LEAGUE;
    int count = tournament_entrants(file, number);
    int smallest = group_size(count, stage->groups, stage->groups - 1);
    struct plan_setup setup = tournament_file_plan_setup(file, number, 0, smallest);
    struct err why = {0};

    if (!is_league && stage->groups > 1)
        return refuse(reader, stage->line, "tournament_groups", "");
    if (stage->kind == TOURNAMENT_FINAL_EIGHT && count > TOURNAMENT_FINALISTS)
        return refuse(reader, stage->line, "tournament_finalists", "");
    if (plan_check(&setup, &why))
        return true;
    /* "plan_games" becomes "tournament_plan_games", which also knows the line. */
    char code[ERR_CODE_SIZE];
    struct buf buf;
    buf_init(&buf, code, sizeof code);
    buf_format(&buf, "tournament_%s", why.code);
    return refuse(reader, stage->line, code, "");
}

static bool is_whole(const struct reader *reader)
{
    const struct tournament_file *file = reader->file;

    if (!reader->has_tournament)
        return err_set(reader->why, "tournament_empty", "tournament");
    if (file->stage_count == 0)
        return err_set(reader->why, "tournament_empty", "stage");
    if (file->team_count == 0)
        return err_set(reader->why, "tournament_empty", "team");
    for (int i = 0; i < file->stage_count; i++) {
        if (!stage_is_possible(reader, i))
            return false;
    }
    return true;
}

bool tournament_file_parse(struct slice text, struct tournament_file *file, struct err *why)
{
    struct reader reader = {.file = file, .why = why};

    memset(file, 0, sizeof *file);
    slice_take(&text, "\xef\xbb\xbf"); /* some editors begin a file with this mark */
    while (text.len > 0) {
        reader.line++;
        if (!read_line(&reader, slice_trim(slice_take_until(&text, '\n'))))
            return false;
    }
    return end_section(&reader) && is_whole(&reader);
}

static void print_section(const struct section *section, const char *source, struct buf *out)
{
    buf_format(out, "%s[%s]\n", out->len > 0 ? "\n" : "", section->name);
    for (const struct key *key = section->keys; key->name; key++) {
        const char *at = source + key->offset;
        int64_t wide;
        int number;
        if (key->value == VALUE_TEXT) {
            buf_format(out, "%s = %s\n", key->name, at);
            continue;
        }
        if (key->value == VALUE_SEED) {
            memcpy(&wide, at, sizeof wide);
            buf_format(out, "%s = %lld\n", key->name, (long long)wide);
            continue;
        }
        memcpy(&number, at, sizeof number);
        if (key->value == VALUE_CHOICE)
            buf_format(out, "%s = %s\n", key->name, key->choices[number]);
        else if (number != key->default_number)
            buf_format(out, "%s = %d\n", key->name, number);
    }
}

void tournament_file_print(const struct tournament_file *file, struct buf *out)
{
    print_section(&sections[SECTION_TOURNAMENT], (const char *)file, out);
    for (int i = 0; i < file->stage_count; i++)
        print_section(&sections[SECTION_STAGE], (const char *)&file->stage[i], out);
    for (int i = 0; i < file->team_count; i++)
        print_section(&sections[SECTION_TEAM], (const char *)&file->team[i], out);
}

const char *tournament_kind_name(enum tournament_kind kind) { return kind_names[kind]; }

/* Groups are filled evenly, so the first ones have one team more. */
static int survivors(const struct tournament_stage *stage, int count)
{
    int sum = 0;

    if (stage->advance == 0)
        return count;
    for (int i = 0; i < stage->groups; i++) {
        int size = group_size(count, stage->groups, i);
        sum += size < stage->advance ? size : stage->advance;
    }
    return sum;
}

int tournament_entrants(const struct tournament_file *file, int stage)
{
    int count = file->team_count;

    for (int i = 0; i < stage; i++)
        count = survivors(&file->stage[i], count);
    return count;
}

struct plan_setup tournament_file_plan_setup(const struct tournament_file *file, int stage,
                                             int group, int count)
{
    static const enum plan_kind kinds[TOURNAMENT_KINDS] = {
        [TOURNAMENT_LEAGUE] = PLAN_LEAGUE,
        [TOURNAMENT_CHAMPIONS_LEAGUE] = PLAN_LEAGUE,
        [TOURNAMENT_SWISS] = PLAN_SWISS,
        [TOURNAMENT_FINAL_EIGHT] = PLAN_KNOCKOUT,
    };
    const struct tournament_stage *from = &file->stage[stage];
    bool is_final = from->kind == TOURNAMENT_FINAL_EIGHT;
    uint64_t place = (uint64_t)stage << 16 | (uint64_t)group;

    return (struct plan_setup){
        .kind = kinds[from->kind],
        .count = count,
        .seed = rng_mix((uint64_t)file->seed + rng_mix(place + 1)),
        .games = from->games > 0 ? from->games
                 : is_final      ? PLAN_KNOCKOUT_GAMES_MIN
                                 : 2,
        .legs = from->legs,
        .rounds = from->rounds,
        .games_max = from->games_max,
        .has_third_place = from->third_place != 0,
    };
}
