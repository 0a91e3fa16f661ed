/*
 * Single positions of the official server in ruleset `server`: leaf counts (perft.json) and
 * verdicts (edge_cases.jsonl).
 *
 * usage: test-oracle-positions GAME --perft FILE | --edges FILE
 */

#include "game/game.h"
#include "game/perft.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASE_LINE_MAX = 1 << 16 };

struct oracle {
    const struct game_rules *rules;
    int positions, differences;
};

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text ? text : "";
}

static int int_of(const json_t *object, const char *name)
{
    return (int)json_integer_value(json_object_get(object, name));
}

static void differ(struct oracle *oracle, const json_t *item, const char *official,
                   const char *ours)
{
    oracle->differences++;
    printf("%s %s: official %s, ours %s\n", oracle->rules->name, text_of(item, "id"), official,
           ours);
}

static bool load(struct oracle *oracle, const json_t *item, struct position *pos)
{
    char text[GAME_TEXT_MAX];
    struct err why = {0};

    oracle->positions++;
    snprintf(text, sizeof text, "%s rules=server", text_of(item, "position"));
    if (oracle->rules->parse(slice_of(text), pos, &why))
        return true;
    differ(oracle, item, text, why.code);
    return false;
}

static void check_counts(struct oracle *oracle, const json_t *item)
{
    const json_t *nodes = json_object_get(item, "nodes"), *count;
    struct position pos = {0};
    size_t depth;

    if (!load(oracle, item, &pos))
        return;
    json_array_foreach(nodes, depth, count)
    {
        char official[32], ours[32];
        snprintf(official, sizeof official, "%lld", (long long)json_integer_value(count));
        snprintf(ours, sizeof ours, "%" PRIu64, perft(oracle->rules, &pos, (int)depth + 1));
        if (strcmp(official, ours) != 0)
            differ(oracle, item, official, ours);
    }
}

static void check_perft(struct oracle *oracle, const char *path)
{
    json_t *root = json_load_file(path, 0, NULL);
    const json_t *item;
    size_t i;

    json_array_foreach(json_object_get(root, "positions"), i, item) check_counts(oracle, item);
    json_decref(root);
}

/* The official server of 2026 has one word for ends by a swarm and by the limit of rounds. */
static const char *our_reason(const json_t *item)
{
    const char *official = text_of(item, "reason");
    const json_t *complete = json_object_get(item, "complete");

    if (strcmp(official, "bigger_swarm") != 0 && strcmp(official, "tie") != 0)
        return official;
    bool is_any_complete = json_is_true(json_object_get(complete, "red")) ||
                           json_is_true(json_object_get(complete, "blue"));
    return is_any_complete ? "swarm" : "roundlimit";
}

/* The result in the words of game_print_result. */
static void print_verdict(const json_t *item, char *out, size_t size)
{
    const json_t *weight = json_object_get(item, "weight");
    const char *winner = text_of(item, "winner");
    int points[] = {!*winner                     ? 0
                    : strcmp(winner, "red") == 0 ? 2
                                                 : strcmp(winner, "draw") == 0,
                    !*winner                      ? 0
                    : strcmp(winner, "blue") == 0 ? 2
                                                  : strcmp(winner, "draw") == 0};

    snprintf(out, size, "%s%s%s%s red=%d,%d blue=%d,%d", *winner ? "over " : "running", winner,
             *winner ? " " : "", *winner ? our_reason(item) : "", points[0], int_of(weight, "red"),
             points[1], int_of(weight, "blue"));
}

static void check_edge(struct oracle *oracle, const json_t *item)
{
    char official[128], ours[128];
    struct position pos = {0};
    struct buf buf;

    if (!load(oracle, item, &pos))
        return;
    print_verdict(item, official, sizeof official);
    buf_init(&buf, ours, sizeof ours);
    game_print_result(oracle->rules, &pos, &buf);
    if (strcmp(official, ours) != 0)
        differ(oracle, item, official, ours);
    if (pos.side == SIDE_NONE)
        return;
    snprintf(official, sizeof official, "%d moves", int_of(item, "legal"));
    snprintf(ours, sizeof ours, "%d moves", oracle->rules->count(&pos));
    if (strcmp(official, ours) != 0)
        differ(oracle, item, official, ours);
}

static void check_edges(struct oracle *oracle, const char *path)
{
    static char line[CASE_LINE_MAX];
    FILE *file = fopen(path, "r");

    while (file && fgets(line, sizeof line, file)) {
        json_t *item = json_loads(line, 0, NULL);
        check_edge(oracle, item);
        json_decref(item);
    }
    if (file)
        fclose(file);
}

int main(int argc, char **argv)
{
    struct oracle oracle = {.rules = argc == 4 ? game_find(slice_of(argv[1])) : NULL};

    if (!oracle.rules) {
        puts("usage: test-oracle-positions GAME --perft FILE | --edges FILE");
        return 2;
    }
    if (strcmp(argv[2], "--perft") == 0)
        check_perft(&oracle, argv[3]);
    else
        check_edges(&oracle, argv[3]);
    printf("%s: %d positions, %d differences\n", oracle.rules->name, oracle.positions,
           oracle.differences);
    return oracle.positions > 0 && oracle.differences == 0 ? 0 : 1;
}
