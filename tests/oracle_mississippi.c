/*
 * Replays games of the official server (traces*.jsonl.gz) and compares everything: the number and
 * the hash of all end states, the official words for them, overdrafts, states, ends, rejected
 * moves.
 *
 *   oracle_mississippi TRACES.jsonl.gz ...
 *   oracle_mississippi --perft perft.json
 *   oracle_mississippi --edges edge_cases.jsonl
 */

#include "oracle_json.h"

#include "game/game.h"
#include "game/perft.h"
#include "games/mississippi/river.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERFT_LEAVES_MAX = 600000, OWN_WORDS_EVERY = 5 /* witnesses */ };

static const struct game_rules *rules;

static struct {
    long games, plies, end_states, witnesses, other_words, overdrafts, overdraft_words;
    long probes, codes;
} sum;

struct scratch {
    move_t moves[GAME_MOVES_MAX];
    char keys[GAME_MOVES_MAX][ORACLE_KEY_SIZE];
};

static struct scratch *scratch;

/* ---- from their JSON to our text ---- */

/* "red"/"blue": x, y, dir, speed, coal, segment, passengers, points, freeTurns, movement,
 * freeAcc */
static void add_ship(struct buf *out, const json_t *ship)
{
    static const int order[] = {0, 1, 2, 3, 4, 6, 8};

    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        buf_add_char(out, i == 0 ? ' ' : ',');
        buf_add_int(out, oracle_number(ship, (size_t)order[i]));
    }
}

/* Their visible range tells the highest segment ever entered, unless it is one of the last two. */
static int latest_of(const json_t *state)
{
    int latest = oracle_number(json_object_get(state, "vis"), 1) - 1;
    int red = oracle_number(json_object_get(state, "red"), 5);
    int blue = oracle_number(json_object_get(state, "blue"), 5);

    if (oracle_number(json_object_get(state, "vis"), 1) == RIVER_SEGMENTS - 1)
        latest = red > latest ? red : blue > latest ? blue : latest;
    return latest;
}

static void add_state(struct buf *out, const json_t *state)
{
    buf_format(out, " %d %c %d", latest_of(state), oracle_word(state, "cur")[0],
               oracle_member(state, "turn"));
    add_ship(out, json_object_get(state, "red"));
    add_ship(out, json_object_get(state, "blue"));
    buf_add(out, " rules=server");
}

static void add_tiles(struct buf *out, const json_t *tiles)
{
    for (size_t i = 0; i < RIVER_SEGMENTS; i++)
        buf_add_int(out, oracle_member(json_array_get(tiles, i), "dir"));
    for (size_t i = 0; i < RIVER_SEGMENTS; i++) {
        const json_t *fields = json_object_get(json_array_get(tiles, i), "f");
        buf_add_char(out, i == 0 ? ' ' : '/');
        for (size_t f = 0; f < RIVER_SEGMENT_FIELDS; f++)
            buf_add(out, json_string_value(json_array_get(json_array_get(fields, f), 2)));
    }
}

static bool read_position(const char *text, struct position *pos, const char *where)
{
    struct err why;

    if (rules->parse(slice_of(text), pos, &why))
        return true;
    oracle_differ(where, why.code, why.details);
    return false;
}

static bool read_start(const json_t *state, struct position *pos, const char *where)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    add_tiles(&buf, json_object_get(state, "tiles"));
    add_state(&buf, state);
    return read_position(text, pos, where);
}

/* ---- end states ---- */

static void key_of(move_t move, char key[ORACLE_KEY_SIZE])
{
    struct end_state o = mississippi_unpack(move);

    snprintf(key, ORACLE_KEY_SIZE, "%d,%d,%d,%d,%d|%d,%d,%d,%d", o.x, o.y, o.dir, o.speed, o.coal,
             o.other_x, o.other_y, o.other_speed, o.other_free_turns);
}

static uint64_t hash_moves(int count)
{
    for (int i = 0; i < count; i++)
        key_of(scratch->moves[i], scratch->keys[i]);
    return oracle_hash(scratch->keys, count);
}

static bool is_listed(int count, move_t move)
{
    for (int i = 0; i < count; i++) {
        if (scratch->moves[i] == move)
            return true;
    }
    return false;
}

static void check_list(const struct position *pos, const json_t *ply, const char *where)
{
    int n = oracle_member(ply, "n"), count = rules->moves(pos, scratch->moves);
    uint64_t hash = strtoull(oracle_word(ply, "hash"), NULL, 16);

    oracle_expect(count == n, where, "number of end states", "");
    oracle_expect(rules->count(pos) == n, where, "count", "");
    oracle_expect(hash_moves(count) == hash, where, "hash of the end states", "");
    sum.end_states += n;
}

/* Do our words for a move lead to the same end state? */
static bool has_words(const struct position *pos, move_t move, char words[GAME_WORDS_MAX])
{
    struct buf buf;
    move_t again = 0;

    buf_init(&buf, words, GAME_WORDS_MAX);
    rules->print_move(pos, move, &buf);
    return rules->read(pos, buf_slice(&buf), &again, NULL) == VERDICT_LEGAL && again == move;
}

/* The official words lead to a listed end state; ours for it are the same in the best case. */
static void check_witnesses(const struct position *pos, const json_t *list, int count,
                            const char *where)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *words = json_string_value(json_array_get(list, i));
        char own[GAME_WORDS_MAX];
        struct err why = {0};
        move_t move = 0;
        enum verdict verdict = rules->read(pos, slice_of(words), &move, &why);
        oracle_expect(verdict == VERDICT_LEGAL && is_listed(count, move), where, "witness", words);
        if (i % 7 == 0)
            oracle_expect(rules->legal(pos, move), where, "legal", words);
        sum.witnesses++;
        if (sum.witnesses % OWN_WORDS_EVERY > 0)
            continue; /* finding words takes longest; `conform` does so, too */
        oracle_expect(has_words(pos, move, own), where, "our words", own);
        sum.other_words += strcmp(words, own) != 0;
    }
}

/* They are not listed, and for a few with several pushes our words are not found. */
static void check_overdrafts(const struct position *pos, const json_t *list, int count,
                             const char *where)
{
    struct position book = *pos;
    char own[GAME_WORDS_MAX];

    book.ruleset = RULES_BOOK;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *words = json_string_value(json_array_get(list, i));
        struct err why;
        move_t move = 0;
        enum verdict verdict = rules->read(pos, slice_of(words), &move, &why);
        oracle_expect(verdict == VERDICT_LEGAL && !is_listed(count, move), where, "overdraft",
                      words);
        sum.overdraft_words += has_words(pos, move, own);
        verdict = rules->read(&book, slice_of(words), &move, &why);
        oracle_expect(verdict == VERDICT_ILLEGAL, where, "overdraft in the book", words);
        sum.overdrafts++;
    }
}

/* ---- states ---- */

static void check_ship(const struct ship *ship, const json_t *theirs, const char *where)
{
    const int ours[] = {ship->x,          ship->y,
                        ship->dir,        ship->speed,
                        ship->coal,       ship->place / RIVER_SEGMENT_FIELDS,
                        ship->passengers, mississippi_points(ship),
                        ship->free_turns};
    char text[32];

    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        snprintf(text, sizeof text, "%zu: %d", i, ours[i]);
        oracle_expect(ours[i] == oracle_number(theirs, i), where, "ship number", text);
    }
}

static void check_changes(struct mississippi before, const struct mississippi *after,
                          const json_t *changes, const char *where)
{
    for (size_t i = 0; i < json_array_size(changes); i++) {
        const json_t *change = json_array_get(changes, i);
        int x = oracle_number(change, 0), y = oracle_number(change, 1);
        int place = river_locate(&before, x, y, 0, RIVER_SEGMENTS - 1);
        oracle_expect(place != RIVER_NO_PLACE, where, "change", "");
        (&before.field[0][0])[place] = FIELD_ISLAND;
    }
    oracle_expect(memcmp(before.field, after->field, sizeof before.field) == 0, where, "fields",
                  "");
}

/* `is_over`: no side is to move in our position then, theirs goes on. */
static void check_state(const struct position *pos, const json_t *state, const char *where)
{
    const struct mississippi *m = mississippi_of(pos);
    const json_t *visible = json_object_get(state, "vis");

    check_ship(&m->ship[SIDE_RED], json_object_get(state, "red"), where);
    check_ship(&m->ship[SIDE_BLUE], json_object_get(state, "blue"), where);
    oracle_expect(pos->turn == oracle_member(state, "turn"), where, "turn", "");
    oracle_expect(river_first_visible(m) == oracle_number(visible, 0), where,
                  "first visible segment", "");
    oracle_expect(river_last_visible(m) == oracle_number(visible, 1), where, "last visible segment",
                  "");
    if (pos->side != SIDE_NONE)
        oracle_expect(pos->side == oracle_side(oracle_word(state, "cur")), where, "next side", "");
}

static void check_round_trip(const struct position *pos, const char *where)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;
    struct position again;

    buf_init(&buf, text, sizeof text);
    rules->print(pos, &buf);
    if (read_position(text, &again, where))
        oracle_expect(memcmp(&again, pos, offsetof(struct position, body) + rules->body_size) == 0,
                      where, "round trip", text);
}

static void check_end(const struct position *pos, const json_t *end, const char *where)
{
    const char *reason = oracle_word(end, "reason");
    const json_t *scores = json_object_get(end, "scores");
    struct game_result result;

    rules->result(pos, &result);
    if (strcmp(reason, "rounds") == 0)
        reason = "roundlimit";
    oracle_expect(result.reason && strcmp(result.reason, reason) == 0, where, "reason", reason);
    oracle_expect(result.winner == oracle_side(oracle_word(end, "winner")), where, "winner", "");
    for (size_t i = 0; i < 3; i++) {
        oracle_expect(result.score[SIDE_RED][i] == oracle_number(json_object_get(scores, "red"), i),
                      where, "score of red", "");
        oracle_expect(result.score[SIDE_BLUE][i] ==
                          oracle_number(json_object_get(scores, "blue"), i),
                      where, "score of blue", "");
    }
}

static void play_words(struct position *pos, const json_t *ply, const char *where)
{
    struct position before = *pos;
    struct err why = {0};
    move_t move = 0;

    if (rules->read(pos, slice_of(oracle_word(ply, "move")), &move, &why) != VERDICT_LEGAL) {
        oracle_differ(where, why.code, oracle_word(ply, "move"));
        return;
    }
    game_play(rules, pos, move);
    const json_t *state = json_object_get(ply, "state");
    check_state(pos, state, where);
    check_changes(*mississippi_of(&before), mississippi_of(pos), json_object_get(state, "chg"),
                  where);
    check_round_trip(pos, where);
}

static void check_probe(const struct position *pos, const json_t *probe, const char *where)
{
    struct err why = {0};
    move_t move;
    enum verdict verdict = rules->read(pos, slice_of(oracle_word(probe, "move")), &move, &why);

    oracle_expect(verdict == VERDICT_ILLEGAL, where, "illegal", oracle_word(probe, "move"));
    sum.probes++;
    sum.codes += strcmp(why.code, oracle_word(probe, "why")) == 0;
    if (strcmp(why.code, oracle_word(probe, "why")) != 0 && sum.probes - sum.codes <= 5)
        printf("%s: %s is %s here, %s there\n", where, oracle_word(probe, "move"), why.code,
               oracle_word(probe, "why"));
}

static void check_ply(const struct position *pos, const json_t *ply, const char *where)
{
    int count = oracle_member(ply, "n");

    sum.plies++;
    if (pos->side == SIDE_NONE) {
        oracle_expect(count == 0, where, "over", "");
        return;
    }
    check_list(pos, ply, where);
    check_witnesses(pos, json_object_get(ply, "legal"), count, where);
    check_witnesses(pos, json_object_get(ply, "legalSample"), count, where);
    check_overdrafts(pos, json_object_get(ply, "over"), count, where);
}

static void check_game(const json_t *game)
{
    const json_t *plies = json_object_get(game, "plies"),
                 *probes = json_object_get(game, "illegal");
    struct position pos;
    char where[64];

    snprintf(where, sizeof where, "game %d", oracle_member(game, "game"));
    sum.games++;
    if (!read_start(json_object_get(game, "start"), &pos, where))
        return;
    for (size_t i = 0; i < json_array_size(plies); i++) {
        const json_t *ply = json_array_get(plies, i);
        snprintf(where, sizeof where, "game %d ply %zu", oracle_member(game, "game"), i);
        check_ply(&pos, ply, where);
        for (size_t k = 0; k < json_array_size(probes) && pos.side != SIDE_NONE; k++) {
            if (oracle_member(json_array_get(probes, k), "ply") == (int)i)
                check_probe(&pos, json_array_get(probes, k), where);
        }
        if (json_object_get(ply, "move"))
            play_words(&pos, ply, where);
    }
    check_end(&pos, json_object_get(game, "end"), where);
}

/* ---- edge cases ---- */

/* All fields are water but the special ones. */
static void add_special_river(struct buf *out, const json_t *edge)
{
    struct mississippi m = {0};
    const json_t *special = json_object_get(edge, "special");

    for (size_t i = 0; i < RIVER_SEGMENTS; i++) {
        m.dir[i] = (uint8_t)oracle_number(json_object_get(edge, "dirs"), i);
        buf_add_int(out, m.dir[i]);
    }
    river_lay_out(&m);
    for (int place = 0; place < RIVER_SEGMENTS * RIVER_SEGMENT_FIELDS; place++) {
        const char *letter = "W";
        for (size_t i = 0; i < json_array_size(special); i++) {
            const json_t *field = json_array_get(special, i);
            if (river_locate(&m, oracle_number(field, 0), oracle_number(field, 1), 0, 7) == place)
                letter = json_string_value(json_array_get(field, 2));
        }
        buf_add(out, place == 0 ? " " : place % RIVER_SEGMENT_FIELDS == 0 ? "/" : "");
        buf_add(out, letter);
    }
}

/* Some positions were set up with counters that no game can have. */
static bool is_unreachable(int n)
{
    static const int numbers[] = {29, 75, 76, 78};

    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (numbers[i] == n) {
            printf("E%d left out: its state cannot be reached in play\n", n);
            return true;
        }
    }
    return false;
}

static void check_edge(const json_t *edge)
{
    char text[GAME_TEXT_MAX], where[32];
    struct buf buf;
    struct position pos;
    struct err why = {0};
    move_t move = 0;
    const char *verdict = oracle_word(edge, "verdict");

    snprintf(where, sizeof where, "E%d", oracle_member(edge, "n"));
    if (is_unreachable(oracle_member(edge, "n")))
        return;
    buf_init(&buf, text, sizeof text);
    add_special_river(&buf, edge);
    add_state(&buf, json_object_get(edge, "before"));
    sum.plies++;
    if (!read_position(text, &pos, where))
        return;
    if (pos.side == SIDE_NONE) {
        oracle_expect(strcmp(verdict, "ok") != 0 && rules->count(&pos) == 0, where, "over", text);
        return;
    }
    enum verdict ours = rules->read(&pos, slice_of(oracle_word(edge, "move")), &move, &why);
    oracle_expect((ours == VERDICT_LEGAL) == (strcmp(verdict, "ok") == 0), where, verdict,
                  why.code);
    if (ours != VERDICT_LEGAL) {
        sum.probes++;
        sum.codes += strcmp(verdict, why.code) == 0;
        return;
    }
    struct mississippi before = *mississippi_of(&pos);
    const json_t *after = json_object_get(edge, "after"), *end = json_object_get(edge, "end");
    game_play(rules, &pos, move);
    check_state(&pos, after, where);
    check_changes(before, mississippi_of(&pos), json_object_get(after, "chg"), where);
    if (json_is_object(end))
        check_end(&pos, end, where);
    else
        oracle_expect(pos.side != SIDE_NONE, where, "still running", "");
}

/* ---- perft ---- */

static bool check_perft(const char *path)
{
    json_t *list = json_load_file(path, 0, NULL);

    if (!list) {
        printf("%s cannot be read\n", path);
        return false;
    }
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i), *leaves = json_object_get(entry, "leaves");
        struct position pos;
        if (!read_start(json_object_get(entry, "position"), &pos, oracle_word(entry, "name")))
            continue;
        for (size_t depth = 1; depth <= json_array_size(leaves); depth++) {
            json_int_t wanted = json_integer_value(json_array_get(leaves, depth - 1));
            if (wanted > PERFT_LEAVES_MAX)
                continue;
            uint64_t found = perft(rules, &pos, (int)depth);
            oracle_expect(found == (uint64_t)wanted, oracle_word(entry, "name"), "leaves", "");
            sum.end_states += (long)found;
            sum.plies++;
        }
    }
    json_decref(list);
    return true;
}

static bool run(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--perft") == 0)
        return check_perft(argv[2]);
    if (argc == 3 && strcmp(argv[1], "--edges") == 0)
        return oracle_each_line(argv[2], check_edge);
    for (int i = 1; i < argc; i++) {
        if (!oracle_each_line(argv[i], check_game))
            return false;
    }
    return argc > 1;
}

int main(int argc, char **argv)
{
    rules = game_find(slice_of("mississippi"));
    scratch = malloc(sizeof *scratch);
    if (!rules || !scratch || !run(argc, argv)) {
        printf("usage: oracle_mississippi TRACES... | --perft FILE | --edges FILE\n");
        return 1;
    }
    printf("mississippi: %ld games, %ld plies, %ld end states, %ld witnesses (%ld in other words), "
           "%ld overdrafts (%ld have words), %ld rejected moves (%ld with our code), "
           "%ld differences\n",
           sum.games, sum.plies, sum.end_states, sum.witnesses, sum.other_words, sum.overdrafts,
           sum.overdraft_words, sum.probes, sum.codes, oracle_differences);
    free(scratch);
    return oracle_differences > 0;
}
