/*
 * Hive once more, with arrays and loops only: a board of stacks with a frame around it, pieces are
 * set and taken back, every rule is a loop over neighbours.
 */

#include "game/plain.h"

#include "games/hive/hive.h"

#include <assert.h>

enum {
    WIDTH = 13, /* eleven columns and a frame on both sides */
    SQUARES = WIDTH * WIDTH,
    FIRST = WIDTH + 6,     /* -5,0 */
    LAST = 11 * WIDTH + 6, /* 5,0 */
    HEIGHT_MAX = HIVE_COVERED_MAX + 1,
    DIRECTIONS = 6,
    NOWHERE = 0, /* a corner of the frame */
};

/* Counter-clockwise and a bit more than once around: the fields beside the step directions[i],
 * 1 <= i <= 6, are those of i - 1 and i + 1. */
static const int directions[DIRECTIONS + 2] = {
    -1, WIDTH - 1, WIDTH, 1, 1 - WIDTH, -WIDTH, -1, WIDTH - 1,
};

enum ground { GROUND_FRAME, GROUND_BRAMBLE, GROUND_FIELD };

struct plain_board {
    uint8_t ground[SQUARES]; /* enum ground */
    uint8_t height[SQUARES];
    uint8_t owner[SQUARES]; /* of the top piece; SIDE_NONE without one */
    uint8_t stack[SQUARES][HEIGHT_MAX];
    int occupied_count; /* squares with pieces */
    int hand[SIDE_NONE][KIND_COUNT];
    int hand_size[SIDE_NONE];
    int queen[SIDE_NONE]; /* NOWHERE: in hand */
    int turn;
    enum ruleset ruleset;
};

/* Moves found so far; without a list they are only counted. */
struct plain_list {
    move_t *moves;
    int count;
};

struct plain_marks {
    bool is_marked[SQUARES];
};

static int square_of(int cell) { return (cell_x(cell) + 6) * WIDTH + cell_y(cell) + 6; }

static int cell_of(int square) { return cell_at(square / WIDTH - 6, square % WIDTH - 6); }

static enum side side_to_move(const struct plain_board *b)
{
    return b->turn % 2 == 0 ? SIDE_RED : SIDE_BLUE;
}

static bool is_empty(const struct plain_board *b, int square)
{
    return b->ground[square] == GROUND_FIELD && b->height[square] == 0;
}

static bool is_wall(const struct plain_board *b, int square)
{
    return b->height[square] > 0 || b->ground[square] == GROUND_BRAMBLE;
}

static unsigned top(const struct plain_board *b, int square)
{
    assert(b->height[square] > 0);
    return b->stack[square][b->height[square] - 1];
}

static void put(struct plain_board *b, int square, unsigned piece)
{
    assert(b->ground[square] == GROUND_FIELD && b->height[square] < HEIGHT_MAX);
    if (b->height[square] == 0)
        b->occupied_count++;
    b->stack[square][b->height[square]++] = (uint8_t)piece;
    b->owner[square] = (uint8_t)piece_side(piece);
    if (piece_kind(piece) == KIND_QUEEN)
        b->queen[piece_side(piece)] = square;
}

static unsigned take(struct plain_board *b, int square)
{
    unsigned piece = b->stack[square][--b->height[square]];

    if (b->height[square] == 0)
        b->occupied_count--;
    b->owner[square] = b->height[square] > 0 ? (uint8_t)piece_side(top(b, square)) : SIDE_NONE;
    if (piece_kind(piece) == KIND_QUEEN)
        b->queen[piece_side(piece)] = NOWHERE;
    return piece;
}

static void put_field(struct plain_board *b, const struct hive *hive, int cell)
{
    int square = square_of(cell);

    b->ground[square] = cells_have(hive->brambles, cell) ? GROUND_BRAMBLE : GROUND_FIELD;
    for (int i = 0; i < hive->covered_count; i++) {
        if (hive->covered[i].cell == cell)
            put(b, square, hive->covered[i].piece);
    }
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (cells_have(hive->owner[side], cell))
            put(b, square, piece_make(side, hive_top_kind(hive, cell)));
    }
}

static void load(void *board, const struct position *pos)
{
    struct plain_board *b = board;
    const struct hive *hive = hive_of(pos);

    memset(b, 0, sizeof *b);
    memset(b->owner, SIDE_NONE, sizeof b->owner);
    b->turn = pos->turn;
    b->ruleset = (enum ruleset)pos->ruleset;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
            b->hand[side][kind] = hand_count(hive->hand[side], kind);
            b->hand_size[side] += b->hand[side][kind];
        }
    }
    for (int cell = 0; cell < CELL_COUNT; cell++) {
        if (cells_have(CELLS_BOARD, cell))
            put_field(b, hive, cell);
    }
}

static void add(struct plain_list *list, int from, int to)
{
    if (list->moves)
        list->moves[list->count] = hive_drag(from, cell_of(to));
    list->count++;
}

static void add_drag(struct plain_list *list, int from, int to)
{
    add(list, list->moves ? cell_of(from) : 0, to);
}

static bool touches(const struct plain_board *b, int square, enum side side)
{
    for (int i = 1; i <= DIRECTIONS; i++) {
        if (b->owner[square + directions[i]] == side)
            return true;
    }
    return false;
}

/* Adds each kind that may be placed now on this square. */
static void add_kinds(const struct plain_board *b, struct plain_list *list, int square)
{
    enum side side = side_to_move(b);
    bool only_queen = b->turn >= HIVE_QUEEN_DEADLINE && b->queen[side] == NOWHERE;

    for (enum kind kind = 0; kind < KIND_COUNT; kind++) {
        if (b->hand[side][kind] > 0 && (kind == KIND_QUEEN || !only_queen))
            add(list, HIVE_HAND + (int)kind, square);
    }
}

/* The first piece: anywhere, but next to the opponent if he is there already.  Later pieces:
 * next to an own piece and not next to the opponent. */
static bool may_place(const struct plain_board *b, int square)
{
    enum side side = side_to_move(b), other = game_other(side);

    if (!is_empty(b, square))
        return false;
    if (b->hand_size[side] == HIVE_SET_SIZE)
        return b->hand_size[other] == HIVE_SET_SIZE || touches(b, square, other);
    return touches(b, square, side) && !touches(b, square, other);
}

static void add_placements(const struct plain_board *b, struct plain_list *list)
{
    if (b->hand_size[side_to_move(b)] == 0)
        return;
    for (int square = FIRST; square <= LAST; square++) {
        if (may_place(b, square))
            add_kinds(b, list, square);
    }
}

/* Do all pieces on the board hang together? */
static bool is_one_hive(const struct plain_board *b)
{
    struct plain_marks seen = {0};
    int queue[BOARD_FIELDS], length = 0, first = FIRST;

    if (b->occupied_count == 0)
        return true;
    while (b->height[first] == 0)
        first++;
    queue[length++] = first;
    seen.is_marked[first] = true;
    for (int i = 0; i < length; i++) {
        for (int d = 1; d <= DIRECTIONS; d++) {
            int next = queue[i] + directions[d];
            if (b->height[next] > 0 && !seen.is_marked[next]) {
                seen.is_marked[next] = true;
                queue[length++] = next;
            }
        }
    }
    return length == b->occupied_count;
}

/* A step on the ground: to an empty field, along a piece, through no gate. */
static bool can_slide(const struct plain_board *b, int from, int direction)
{
    int left = from + directions[direction - 1], right = from + directions[direction + 1];

    return is_empty(b, from + directions[direction]) &&
           (b->height[left] > 0 || b->height[right] > 0) &&
           !(is_wall(b, left) && is_wall(b, right));
}

static void add_queen(const struct plain_board *b, struct plain_list *list, int from)
{
    for (int d = 1; d <= DIRECTIONS; d++) {
        if (can_slide(b, from, d))
            add_drag(list, from, from + directions[d]);
    }
}

static void add_beetle(const struct plain_board *b, struct plain_list *list, int from)
{
    for (int d = 1; d <= DIRECTIONS; d++) {
        int to = from + directions[d];
        bool has_contact = b->height[from] > 0 || b->height[to] > 0 ||
                           b->height[from + directions[d - 1]] > 0 ||
                           b->height[from + directions[d + 1]] > 0;
        if (b->ground[to] == GROUND_FIELD && has_contact)
            add_drag(list, from, to);
    }
}

static void add_grasshopper(const struct plain_board *b, struct plain_list *list, int from)
{
    for (int d = 1; d <= DIRECTIONS; d++) {
        int to = from + directions[d];
        if (b->height[to] == 0)
            continue;
        while (b->height[to] > 0)
            to += directions[d];
        if (is_empty(b, to))
            add_drag(list, from, to);
    }
}

static void add_ant(const struct plain_board *b, struct plain_list *list, int from)
{
    struct plain_marks seen = {0};
    int queue[BOARD_FIELDS + 1], length = 0;

    queue[length++] = from;
    seen.is_marked[from] = true;
    for (int i = 0; i < length; i++) {
        for (int d = 1; d <= DIRECTIONS; d++) {
            int to = queue[i] + directions[d];
            if (seen.is_marked[to] || !can_slide(b, queue[i], d))
                continue;
            seen.is_marked[to] = true;
            queue[length++] = to;
            add_drag(list, from, to);
        }
    }
}

/* The fields of a spider's way; the first is its start. */
struct plain_way {
    int squares[4];
    int steps;
};

static bool is_on_way(const struct plain_way *way, int square)
{
    for (int i = 0; i <= way->steps; i++) {
        if (way->squares[i] == square)
            return true;
    }
    return false;
}

static void walk_spider(const struct plain_board *b, struct plain_list *list, struct plain_way *way,
                        struct plain_marks *reached)
{
    int at = way->squares[way->steps];

    for (int d = 1; d <= DIRECTIONS; d++) {
        int to = at + directions[d];
        if (!can_slide(b, at, d) || is_on_way(way, to))
            continue;
        if (way->steps < 2) {
            way->squares[++way->steps] = to;
            walk_spider(b, list, way, reached);
            way->steps--;
        } else if (!reached->is_marked[to]) {
            reached->is_marked[to] = true;
            add_drag(list, way->squares[0], to);
        }
    }
}

static void add_spider(const struct plain_board *b, struct plain_list *list, int from)
{
    struct plain_way way = {.squares = {from}};
    struct plain_marks reached = {0};

    walk_spider(b, list, &way, &reached);
}

static void add_drags_of(const struct plain_board *b, struct plain_list *list, int from,
                         enum kind kind)
{
    switch (kind) {
    case KIND_QUEEN:
        add_queen(b, list, from);
        break;
    case KIND_SPIDER:
        add_spider(b, list, from);
        break;
    case KIND_BEETLE:
        add_beetle(b, list, from);
        break;
    case KIND_GRASSHOPPER:
        add_grasshopper(b, list, from);
        break;
    case KIND_ANT:
        add_ant(b, list, from);
        break;
    case KIND_COUNT:
        break;
    }
}

/* Lifts each own piece in turn and sees where it may come down again. */
static void add_drags(struct plain_board *b, struct plain_list *list)
{
    enum side side = side_to_move(b);

    if (b->queen[side] == NOWHERE)
        return;
    for (int square = FIRST; square <= LAST; square++) {
        if (b->owner[square] != side)
            continue;
        unsigned piece = take(b, square);
        if (is_one_hive(b))
            add_drags_of(b, list, square, piece_kind(piece));
        put(b, square, piece);
    }
}

static bool is_surrounded(const struct plain_board *b, enum side side)
{
    if (b->queen[side] == NOWHERE)
        return false;
    for (int d = 1; d <= DIRECTIONS; d++) {
        if (is_empty(b, b->queen[side] + directions[d]))
            return false;
    }
    return true;
}

static bool is_over(const struct plain_board *b)
{
    if (b->turn >= HIVE_TURN_MAX)
        return true;
    if (b->ruleset == RULES_SERVER && b->turn % 2 == 1)
        return false;
    return is_surrounded(b, SIDE_RED) || is_surrounded(b, SIDE_BLUE);
}

static int moves(void *board, move_t out[])
{
    struct plain_list list = {.moves = out};

    if (is_over(board))
        return 0;
    add_placements(board, &list);
    add_drags(board, &list);
    if (list.count == 0) {
        if (out)
            out[0] = HIVE_SKIP;
        list.count = 1;
    }
    return list.count;
}

static void play(void *board, move_t move)
{
    struct plain_board *b = board;
    enum side side = side_to_move(b);

    if (hive_is_place(move)) {
        assert(b->hand[side][hive_kind(move)] > 0);
        b->hand[side][hive_kind(move)]--;
        b->hand_size[side]--;
        put(b, square_of(hive_to(move)), piece_make(side, hive_kind(move)));
    } else if (move != HIVE_SKIP) {
        put(b, square_of(hive_to(move)), take(b, square_of(hive_from(move))));
    }
    b->turn++;
}

const struct game_plain hive_plain = {
    .board_size = sizeof(struct plain_board), .load = load, .moves = moves, .play = play};
