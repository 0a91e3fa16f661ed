/*
 * Replays games of the official server of 2024 (traces_2024.jsonl.gz) and compares everything: the
 * number and the hash of all plain end states (fast generator) and of all accepted ones (plain
 * twin), the official words for them, states letter by letter, ends, scores, rejected moves with
 * their codes, unusual moves that are accepted.
 *
 *   oracle_mississippi_2024 TRACES.jsonl.gz ...
 *   oracle_mississippi_2024 --perft perft.json
 *   oracle_mississippi_2024 --edges edge_cases.jsonl
 */

#include "oracle_json.h"

#include "game/game.h"
#include "game/perft.h"
#include "games/mississippi/river_2024.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct game_rules *rules;

static struct {
    long games, plies, end_states, all_end_states, witnesses, probes, accepted;
} sum;

struct scratch {
    move_t moves[GAME_MOVES_MAX];
    char keys[GAME_MOVES_MAX][ORACLE_KEY_SIZE];
};

static struct scratch *scratch;

/* ---- from their JSON to our text ---- */

/* Directions and fields in the order of our text, kept up while passengers go aboard. */
struct board {
    char dirs[RIVER_SEGMENTS + 1];
    char fields[RIVER_SEGMENTS][RIVER_SEGMENT_FIELDS + 1];
    int centre[RIVER_SEGMENTS][2];
};

static void rotate(int *q, int *r, int times)
{
    for (; times > 0; times--) {
        int turned = -*r;
        *r += *q;
        *q = turned;
    }
}

/* The letter of the field at q,r: by the inverse formula of the rules, section 2.2. */
static char *letter_at(struct board *board, int q, int r)
{
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        int local_q = q - board->centre[i][0], local_r = r - board->centre[i][1];
        rotate(&local_q, &local_r, (6 - (board->dirs[i] - '0')) % 6);
        int column = (local_r > 0 ? local_q + local_r : local_q) + 1, row = local_r + 2;
        if (column >= 0 && column < SEGMENT_COLUMNS && row >= 0 && row < SEGMENT_ROWS)
            return &board->fields[i][column * SEGMENT_ROWS + row];
    }
    return NULL;
}

static void load_segments(struct board *board, const json_t *segments)
{
    memset(board, 0, sizeof *board);
    for (size_t i = 0; i < RIVER_SEGMENTS; i++) {
        const json_t *segment = json_array_get(segments, i);
        board->dirs[i] = (char)('0' + oracle_member(segment, "dir"));
        board->centre[i][0] = oracle_number(json_object_get(segment, "c"), 0);
        board->centre[i][1] = oracle_number(json_object_get(segment, "c"), 1);
        for (size_t column = 0; column < SEGMENT_COLUMNS; column++)
            strncat(board->fields[i],
                    json_string_value(json_array_get(json_object_get(segment, "f"), column)),
                    SEGMENT_ROWS);
    }
}

static void empty_docks(struct board *board, const json_t *taken)
{
    for (size_t i = 0; i < json_array_size(taken); i++) {
        const json_t *field = json_array_get(taken, i);
        char *letter = letter_at(board, oracle_number(field, 0), oracle_number(field, 1));
        *letter = (char)(*letter - '0' + 'a');
    }
}

static void add_board(struct buf *out, const struct board *board)
{
    buf_add(out, board->dirs);
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        buf_add_char(out, i == 0 ? ' ' : '/');
        buf_add(out, board->fields[i]);
    }
}

/* q, r, dir, speed, coal, passengers, freeTurns, points, stuck … */
static void add_ship(struct buf *out, const json_t *ship)
{
    for (size_t i = 0; i < 8; i++) {
        buf_add_char(out, i == 0 ? ' ' : ',');
        buf_add_int(out, oracle_number(ship, i));
    }
}

static bool is_stuck(const json_t *state, const char *side)
{
    return oracle_number(json_object_get(state, side), 8);
}

/* `winner` is NULL while the game goes on. */
static void add_state(struct buf *out, const json_t *state, const char *winner)
{
    char side = winner ? '-' : oracle_word(state, "cur")[0];

    buf_format(out, " %d %c %d", oracle_member(state, "vis"), side, oracle_member(state, "turn"));
    add_ship(out, json_object_get(state, "red"));
    add_ship(out, json_object_get(state, "blue"));
    if (winner)
        buf_format(out, " won=%c", winner[0]);
    if (is_stuck(state, "red") || is_stuck(state, "blue"))
        buf_add(out, is_stuck(state, "red") ? " stuck=r" : " stuck=b");
    buf_add(out, " rules=server");
}

static bool read_position(const struct board *board, const json_t *state, struct position *pos,
                          const char *where)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;
    struct err why;

    buf_init(&buf, text, sizeof text);
    add_board(&buf, board);
    add_state(&buf, state, NULL);
    if (rules->parse(slice_of(text), pos, &why))
        return true;
    oracle_differ(where, why.code, why.details);
    return false;
}

/* ---- end states ---- */

static void key_of(const struct position *pos, move_t move, char key[ORACLE_KEY_SIZE])
{
    const struct mississippi *m = mississippi_of(pos);
    struct end_state24 end = mississippi24_unpack(move);
    int x, y, other_x, other_y;

    river_place_xy(m, end.place, &x, &y);
    river_place_xy(m, end.other_place, &other_x, &other_y);
    snprintf(key, ORACLE_KEY_SIZE, "%d,%d,%d,%d,%d|%d,%d,%d", river24_q(x, y), y,
             river24_direction(end.dir), end.speed, end.coal, river24_q(other_x, other_y), other_y,
             m->ship[game_other((enum side)pos->side)].free_turns + end.pushes);
}

static uint64_t hash_moves(const struct position *pos, int count)
{
    for (int i = 0; i < count; i++)
        key_of(pos, scratch->moves[i], scratch->keys[i]);
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

static uint64_t hash_of(const json_t *ply, const char *name)
{
    return strtoull(oracle_word(ply, name), NULL, 16);
}

/* Do our words for a move lead to the same end state? */
static void check_words(const struct position *pos, move_t move, const char *where)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;
    move_t again = 0;

    buf_init(&buf, words, sizeof words);
    rules->print_move(pos, move, &buf);
    oracle_expect(rules->read(pos, buf_slice(&buf), &again, NULL) == VERDICT_LEGAL && again == move,
                  where, "our words", words);
}

/* The official words lead to a listed end state, and so do ours. */
static void check_witnesses(const struct position *pos, const json_t *list, int count,
                            const char *where)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *words = json_string_value(json_array_get(list, i));
        struct err why = {0};
        move_t move = 0;
        enum verdict verdict = rules->read(pos, slice_of(words), &move, &why);
        oracle_expect(verdict == VERDICT_LEGAL && is_listed(count, move), where, "witness", words);
        check_words(pos, move, where);
        sum.witnesses++;
    }
}

static void check_plain_set(const struct position *pos, const json_t *ply, const char *where)
{
    int n = oracle_member(ply, "n"), count = rules->moves(pos, scratch->moves);

    oracle_expect(count == n, where, "number of end states", "");
    oracle_expect(rules->count(pos) == n, where, "count", "");
    oracle_expect(hash_moves(pos, count) == hash_of(ply, "hash"), where, "hash", "");
    check_witnesses(pos, json_object_get(ply, "legal"), count, where);
    check_witnesses(pos, json_object_get(ply, "legalSample"), count, where);
    for (int i = 0; i < count; i += 1 + count / 4)
        oracle_expect(rules->legal(pos, scratch->moves[i]), where, "legal", "");
    sum.end_states += n;
}

static void check_full_set(const struct position *pos, const json_t *ply, const char *where)
{
    int n = oracle_member(ply, "nAll"), count = mississippi24_plain_all_moves(pos, scratch->moves);
    struct move_scope all = {.turns = TURNS_ALL, .last = RIVER_SEGMENTS - 1};

    oracle_expect(count == n, where, "number of all end states", "");
    oracle_expect(hash_moves(pos, count) == hash_of(ply, "allHash"), where, "hash of all", "");
    oracle_expect(mississippi24_count_in(pos, (enum side)pos->side, all) == n, where,
                  "number of all end states by the fast generator", "");
    check_witnesses(pos, json_object_get(ply, "extra"), count, where);
    sum.all_end_states += n;
}

/* ---- states ---- */

static void print(const struct position *pos, char text[GAME_TEXT_MAX])
{
    struct buf buf;

    buf_init(&buf, text, GAME_TEXT_MAX);
    rules->print(pos, &buf);
}

static void check_state(const struct position *pos, const struct board *board, const json_t *state,
                        const char *winner, const char *where)
{
    char expected[GAME_TEXT_MAX], text[GAME_TEXT_MAX];
    struct position again, hidden = *pos;
    struct buf buf;
    struct err why;
    int visible = oracle_member(state, "vis");

    buf_init(&buf, expected, sizeof expected);
    add_board(&buf, board);
    add_state(&buf, state, winner);
    print(pos, text);
    oracle_expect(strcmp(text, expected) == 0, where, expected, text);
    bool is_read = rules->parse(slice_of(text), &again, &why);
    oracle_expect(is_read &&
                      memcmp(&again, pos, offsetof(struct position, body) + rules->body_size) == 0,
                  where, "round trip", text);
    rules->hide(&hidden);
    print(&hidden, text);
    oracle_expect(text[visible < RIVER_SEGMENTS ? visible : RIVER_SEGMENTS - 1] - '0' ==
                      oracle_member(state, "next"),
                  where, "next direction", text);
}

/* After a move that was not played: only what its state says. */
static void check_tail(const struct position *pos, const json_t *state, const char *where)
{
    char expected[GAME_TEXT_MAX], text[GAME_TEXT_MAX];
    struct game_result result;
    struct buf buf;

    rules->result(pos, &result);
    const char *winner = !result.reason               ? NULL
                         : result.winner == SIDE_NONE ? "draw"
                                                      : side_name(result.winner);
    buf_init(&buf, expected, sizeof expected);
    add_state(&buf, state, winner);
    print(pos, text);
    size_t board = strlen(text) - strlen(expected);
    oracle_expect(strlen(text) > strlen(expected) && strcmp(text + board, expected) == 0, where,
                  expected, text);
}

static void check_end(const struct position *pos, const json_t *end, const char *where)
{
    static const char *const reasons[][2] = {
        {"GOAL", "goal"}, {"STUCK", "stuck"}, {"SEGMENT_DISTANCE", "lag"}};
    const json_t *scores = json_object_get(end, "scores");
    const char *reason = "roundlimit"; /* or both in the goal: points decide */
    struct game_result result;

    rules->result(pos, &result);
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (strcmp(reasons[i][0], oracle_word(end, "reason")) == 0)
            reason = reasons[i][1];
    }
    const struct mississippi24 *g = mississippi24_of(pos);
    if (mississippi24_is_home(g, &g->m.ship[SIDE_RED]) &&
        mississippi24_is_home(g, &g->m.ship[SIDE_BLUE]))
        reason = "goal";
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

/* ---- moves ---- */

/* Our code for a code of the rules, section 9. */
static const char *code_of(const char *official)
{
    static const char *const codes[][2] = {
        {"move.NO_ACTIONS", "empty"},
        {"move.PUSH_ACTION_REQUIRED", "must_push"},
        {"move.FIRST_ACTION_ACCELERATE", "acc_not_first"},
        {"move.MOVEMENT_POINTS_LEFT", "mp_left"},
        {"acc.ZERO_ACC", "acc_zero"},
        {"acc.ABOVE_MAX_SPEED", "speed_gt6"},
        {"acc.BELOW_MIN_SPEED", "speed_lt1"},
        {"acc.INSUFFICIENT_COAL", "no_coal_acc"},
        {"turn.NOT_ENOUGH_COAL_FOR_ROTATION", "no_coal_turn"},
        {"advance.INVALID_DISTANCE", "step_range"},
        {"advance.MOVEMENT_POINTS_MISSING", "no_mp"},
        {"advance.INSUFFICIENT_PUSH", "push_mp"},
        {"advance.SHIP_ALREADY_IN_TARGET", "through_ship"},
        {"advance.FIELD_IS_BLOCKED", "blocked"},
        {"push.MOVEMENT_POINTS_MISSING", "push_no_mp"},
        {"push.INVALID_FIELD_PUSH", "push_no_field"},
        {"push.BLOCKED_FIELD_PUSH", "push_blocked"},
        {"push.SAME_FIELD_PUSH", "push_not_on_enemy"},
        {"push.BACKWARD_PUSHING_RESTRICTED", "push_behind"},
    };

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(codes[i][0], official) == 0)
            return codes[i][1];
    }
    return "?";
}

static void check_probe(const struct position *pos, const char *words, const char *official,
                        const char *where)
{
    struct err why = {0};
    move_t move;
    enum verdict verdict = rules->read(pos, slice_of(words), &move, &why);

    oracle_expect(verdict == VERDICT_ILLEGAL, where, "illegal", words);
    oracle_expect(strcmp(why.code, code_of(official)) == 0, where, why.code, words);
    sum.probes++;
}

static bool play(struct position *pos, const char *words, const char *where)
{
    struct err why = {0};
    move_t move = 0;

    if (rules->read(pos, slice_of(words), &move, &why) != VERDICT_LEGAL) {
        oracle_differ(where, why.code, words);
        return false;
    }
    game_play(rules, pos, move);
    return true;
}

/* Unusual moves that were not played. */
static void check_accepted(const struct position *pos, const json_t *list, int ply,
                           const char *where)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        struct position after = *pos;
        if (oracle_member(one, "ply") != ply)
            continue;
        if (play(&after, oracle_word(one, "move"), where))
            check_tail(&after, json_object_get(one, "state"), where);
        sum.accepted++;
    }
}

static void check_game(const json_t *game)
{
    const json_t *plies = json_object_get(game, "plies"), *end = json_object_get(game, "end"),
                 *probes = json_object_get(game, "illegal"),
                 *start = json_object_get(game, "start");
    struct position pos;
    struct board board;
    char where[64];

    snprintf(where, sizeof where, "game %d", oracle_member(game, "game"));
    sum.games++;
    load_segments(&board, json_object_get(start, "segs"));
    if (!read_position(&board, start, &pos, where))
        return;
    for (size_t i = 0; i < json_array_size(plies); i++) {
        const json_t *ply = json_array_get(plies, i);
        bool is_last = i + 1 == json_array_size(plies);
        snprintf(where, sizeof where, "game %d ply %zu", oracle_member(game, "game"), i);
        sum.plies++;
        check_plain_set(&pos, ply, where);
        check_full_set(&pos, ply, where);
        for (size_t k = 0; k < json_array_size(probes); k++) {
            const json_t *probe = json_array_get(probes, k);
            if (oracle_member(probe, "ply") == (int)i)
                check_probe(&pos, oracle_word(probe, "move"), oracle_word(probe, "why"), where);
        }
        check_accepted(&pos, json_object_get(game, "accepted"), (int)i, where);
        if (!play(&pos, oracle_word(ply, "move"), where))
            return;
        empty_docks(&board, json_object_get(ply, "taken"));
        check_state(&pos, &board, json_object_get(ply, "state"),
                    is_last ? oracle_word(end, "winner") : NULL, where);
    }
    check_end(&pos, end, where);
}

/* ---- edge cases ---- */

/* All fields are water but the goals and the special ones. */
static void load_special(struct board *board, const json_t *edge)
{
    static const int step[RIVER_DIRECTIONS][2] = {{1, 0},  {0, 1},  {-1, 1},
                                                  {-1, 0}, {0, -1}, {1, -1}};
    const json_t *special = json_object_get(edge, "special");

    memset(board, 0, sizeof *board);
    for (int i = 0; i < RIVER_SEGMENTS; i++) {
        int dir = oracle_number(json_object_get(edge, "dirs"), (size_t)i);
        board->dirs[i] = (char)('0' + dir);
        for (int axis = 0; axis < 2 && i > 0; axis++)
            board->centre[i][axis] = board->centre[i - 1][axis] + 4 * step[dir][axis];
        memcpy(board->fields[i], "WWWWWWWWWWWWWWWWWWWW", RIVER_SEGMENT_FIELDS + 1);
    }
    memcpy(board->fields[RIVER_SEGMENTS - 1] + 16, "GGG", 3);
    for (size_t i = 0; i < json_array_size(special); i++) {
        const json_t *field = json_array_get(special, i);
        *letter_at(board, oracle_number(field, 0), oracle_number(field, 1)) =
            json_string_value(json_array_get(field, 2))[0];
    }
}

static void check_edge(const json_t *edge)
{
    const json_t *after = json_object_get(edge, "after"), *end = json_object_get(edge, "end");
    const char *verdict = oracle_word(edge, "verdict");
    struct position pos;
    struct board board;
    char where[32];

    snprintf(where, sizeof where, "E%d", oracle_member(edge, "n"));
    load_special(&board, edge);
    sum.plies++;
    if (!read_position(&board, json_object_get(edge, "before"), &pos, where))
        return;
    if (strcmp(verdict, "ok") != 0) {
        check_probe(&pos, oracle_word(edge, "move"), verdict, where);
        return;
    }
    if (!play(&pos, oracle_word(edge, "move"), where))
        return;
    empty_docks(&board, json_object_get(after, "taken"));
    check_state(&pos, &board, after, json_is_object(end) ? oracle_word(end, "winner") : NULL,
                where);
    if (json_is_object(end))
        check_end(&pos, end, where);
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
        const json_t *state = json_object_get(entry, "position");
        struct position pos;
        struct board board;
        load_segments(&board, json_object_get(state, "segs"));
        if (!read_position(&board, state, &pos, oracle_word(entry, "name")))
            continue;
        for (size_t depth = 1; depth <= json_array_size(leaves); depth++) {
            json_int_t wanted = json_integer_value(json_array_get(leaves, depth - 1));
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
    rules = game_find(slice_of("mississippi24"));
    scratch = malloc(sizeof *scratch);
    if (!rules || !scratch || !run(argc, argv)) {
        printf("usage: oracle_mississippi_2024 TRACES... | --perft FILE | --edges FILE\n");
        return 1;
    }
    printf("mississippi24: %ld games, %ld plies, %ld end states (%ld with turns by 0), "
           "%ld witnesses, %ld rejected moves, %ld unusual moves, %ld differences\n",
           sum.games, sum.plies, sum.end_states, sum.all_end_states, sum.witnesses, sum.probes,
           sum.accepted, oracle_differences);
    free(scratch);
    return oracle_differences > 0;
}
