/*
 * The referee: executes a sender's actions one by one, in the order of checks of the official
 * server, and says what is left at the end or which rule the first wrong action breaks.
 */

#include "games/mississippi/voyage.h"

#include "game/text.h"

const char *const mississippi_dir_name[DIRECTIONS] = {"RIGHT", "UP_RIGHT",  "UP_LEFT",
                                                      "LEFT",  "DOWN_LEFT", "DOWN_RIGHT"};

static const char *const action_names[] = {"acc:", "turn:", "step:", "push:"};

enum { HUGE_VALUE = 1000000 }; /* stands for every number that is larger */

/* ---- the words ---- */

static bool take_number(struct slice *s, int *out)
{
    bool is_negative = slice_take_char(s, '-');
    int value = 0;

    if (!is_negative)
        slice_take_char(s, '+');
    if (s->len == 0 || s->at[0] < '0' || s->at[0] > '9')
        return false;
    for (; s->len > 0 && s->at[0] >= '0' && s->at[0] <= '9'; *s = slice_skip(*s, 1)) {
        if (value < HUGE_VALUE)
            value = value * 10 + (s->at[0] - '0');
    }
    *out = is_negative ? -value : value;
    return true;
}

bool mississippi_read_action(struct slice word, struct action *action)
{
    for (int kind = ACTION_ACC; kind <= ACTION_STEP; kind++) {
        if (slice_take(&word, action_names[kind])) {
            action->kind = (enum action_kind)kind;
            return take_number(&word, &action->value) && word.len == 0;
        }
    }
    if (!slice_take(&word, action_names[ACTION_PUSH]))
        return false;
    action->kind = ACTION_PUSH;
    for (int dir = 0; dir < DIRECTIONS; dir++) {
        action->value = dir;
        if (slice_is(word, mississippi_dir_name[dir]))
            return true;
    }
    return false;
}

void mississippi_print_action(const struct action *action, struct buf *out)
{
    buf_add(out, action_names[action->kind]);
    if (action->kind == ACTION_PUSH) {
        buf_add(out, mississippi_dir_name[action->value]);
        return;
    }
    if (action->kind != ACTION_STEP && action->value > 0)
        buf_add_char(out, '+');
    buf_add_int(out, action->value);
}

/* Takes the next action from the list. */
static bool take_action(struct slice *words, struct action *action, struct slice *word)
{
    size_t len = words->len;

    *word = slice_take_until(words, ';');
    bool has_open_end = words->len == 0 && word->len < len; /* a semicolon, then nothing */
    return mississippi_read_action(*word, action) && !has_open_end;
}

/* The first word that is no action; one without an address if all are. */
static struct slice find_nonsense(struct slice words)
{
    struct action action;
    struct slice word;

    while (words.len > 0) {
        if (!take_action(&words, &action, &word))
            return word;
    }
    return (struct slice){0};
}

/* ---- the ship on its way ---- */

/* Refuses an action; details are its number and the field concerned. */
static bool refuse_at(const struct voyage *v, const char *code, int x, int y)
{
    char details[ERR_DETAILS_SIZE];
    struct buf buf;

    if (!v->why)
        return false;
    buf_init(&buf, details, sizeof details);
    buf_add_int(&buf, v->number);
    buf_add_char(&buf, ' ');
    buf_add_int(&buf, x);
    buf_add_char(&buf, ',');
    buf_add_int(&buf, y);
    return err_say(v->why, code, details);
}

static bool refuse(const struct voyage *v, const char *code)
{
    return refuse_at(v, code, v->x, v->y);
}

bool mississippi_refuse(const struct voyage *v, const char *code) { return refuse(v, code); }

static bool accelerate(struct voyage *v, int change)
{
    int size = change < 0 ? -change : change;

    if (change == 0)
        return refuse(v, "acc_zero");
    if (v->speed + change > SPEED_MAX)
        return refuse(v, "speed_gt6");
    if (v->speed + change < 1)
        return refuse(v, "speed_lt1");
    if (is_on_sandbank(v))
        return refuse(v, "acc_on_sandbank");
    v->coal -= size - 1;
    v->speed += change;
    v->points += change;
    return true;
}

static bool turn(struct voyage *v, int by)
{
    int size = by < 0 ? -by : by;

    if (size < 1 || size > 3)
        return refuse(v, "turn_range");
    int cost = size > v->free_turns ? size - v->free_turns : 0;
    if (cost > 0 && v->coal < cost)
        return refuse(v, "no_coal_turn");
    v->coal -= cost;
    v->free_turns = size > v->free_turns ? 0 : v->free_turns - size;
    v->dir = (v->dir + by + DIRECTIONS) % DIRECTIONS;
    return true;
}

static bool step_back(struct voyage *v)
{
    int x = v->x, y = v->y;

    if (!is_on_sandbank(v))
        return refuse(v, "back_not_sandbank");
    step_from(&x, &y, opposite(v->dir));
    enum field kind = visible_field(v, x, y);
    if (!is_passable(kind) || kind == FIELD_LOG)
        return refuse_at(v, "back_blocked", x, y);
    v->x = x;
    v->y = y;
    v->points = 0;
    v->coal--;
    return true;
}

/* One field off a sandbank takes all the points.  The server lets it be a log, too. */
static bool step_off(struct voyage *v, int count)
{
    int x = v->x, y = v->y;

    if (count > 1)
        return refuse(v, "sandbank_step_gt1");
    step_from(&x, &y, v->dir);
    enum field kind = visible_field(v, x, y);
    if (kind == FIELD_NONE)
        return refuse_at(v, "no_field", x, y);
    if (!is_passable(kind))
        return refuse_at(v, "blocked", x, y);
    if (kind == FIELD_LOG && v->ruleset == RULES_BOOK)
        return refuse_at(v, "log_mp", x, y);
    v->x = x;
    v->y = y;
    v->points = 0;
    return true;
}

/* Pays for the field just entered.  The book counts points at once; the server only looks for zero
 * when an action begins, so that a sandbank forgives everything before it. */
static bool pay_for(struct voyage *v, enum field kind)
{
    int cost = kind == FIELD_LOG ? 2 : 1;

    if (kind == FIELD_LOG && v->points < cost)
        return refuse(v, "log_mp");
    if (v->ruleset == RULES_BOOK && v->points < cost)
        return refuse(v, "mp_overdrawn");
    v->points -= cost;
    if (kind == FIELD_LOG && v->speed > 1)
        v->speed--;
    if (kind == FIELD_SANDBANK) {
        v->speed = 1;
        v->points = 0;
        v->is_aground = true;
    }
    return true;
}

static bool step_ahead(struct voyage *v, int count)
{
    for (int i = 1; i <= count; i++) {
        int x = v->x, y = v->y;
        step_from(&x, &y, v->dir);
        enum field kind = visible_field(v, x, y);
        bool is_through = i < count && x == v->other_x && y == v->other_y;
        if (kind == FIELD_NONE)
            return refuse_at(v, "no_field", x, y);
        if (!is_passable(kind) || is_through)
            return refuse_at(v, "blocked", x, y);
        if (kind == FIELD_SANDBANK && i < count)
            return refuse_at(v, "through_sandbank", x, y);
        v->x = x;
        v->y = y;
        if (!pay_for(v, kind))
            return false;
    }
    return true;
}

static bool step(struct voyage *v, int count)
{
    if (v->points == 0)
        return refuse(v, "no_mp");
    if (count != -1 && (count < 1 || count > SPEED_MAX))
        return refuse(v, "step_range");
    if (count == -1)
        return step_back(v);
    if (is_on_sandbank(v))
        return step_off(v, count);
    return step_ahead(v, count);
}

/* The server pushes onto hidden and removed fields as well. */
static bool find_push_target(const struct voyage *v, int x, int y, enum field *kind)
{
    *kind = field_at(v->m, mississippi_locate(v->m, x, y, 0, SEGMENTS - 1));
    if (*kind == FIELD_NONE)
        return refuse_at(v, "push_no_field", x, y);
    if (v->ruleset == RULES_SERVER)
        return true;
    *kind = visible_field(v, x, y);
    return *kind != FIELD_NONE || refuse_at(v, "push_hidden", x, y);
}

/* Nobody is on a sandbank here: whoever enters one has finished, whoever leaves one has no points. */
static bool push(struct voyage *v, int dir)
{
    int x = v->x, y = v->y;
    enum field kind;

    if (v->points == 0)
        return refuse(v, "no_mp");
    if (!is_on_opponent(v))
        return refuse(v, "push_not_on_enemy");
    step_from(&x, &y, dir);
    if (!find_push_target(v, x, y, &kind))
        return false;
    if (!is_passable(kind))
        return refuse_at(v, "push_blocked", x, y);
    if (dir == opposite(v->dir))
        return refuse_at(v, "push_behind", x, y);
    int cost = kind == FIELD_LOG ? 2 : 1;
    if (v->ruleset == RULES_BOOK && v->points < cost)
        return refuse_at(v, "mp_overdrawn", x, y);
    v->points -= cost;
    if (kind == FIELD_LOG && v->other_speed > 1)
        v->other_speed--;
    if (kind == FIELD_SANDBANK)
        v->other_speed = 1;
    v->other_x = x;
    v->other_y = y;
    v->has_pushed = true;
    return true;
}

bool mississippi_perform(struct voyage *v, const struct action *action)
{
    v->number++;
    if (is_on_opponent(v) && action->kind != ACTION_PUSH)
        return refuse(v, "must_push");
    if (v->is_aground)
        return refuse(v, "after_sandbank");
    if (action->kind == ACTION_TURN && is_on_sandbank(v))
        return refuse(v, "turn_on_sandbank");
    if (action->kind == ACTION_ACC && v->number != 1)
        return refuse(v, "acc_not_first");
    switch (action->kind) {
    case ACTION_ACC:
        return accelerate(v, action->value);
    case ACTION_TURN:
        return turn(v, action->value);
    case ACTION_STEP:
        return step(v, action->value);
    case ACTION_PUSH:
        return push(v, action->value);
    }
    return false;
}

bool mississippi_arrive(const struct voyage *v)
{
    if (is_on_opponent(v))
        return refuse(v, "ends_on_enemy");
    if (v->coal < 0)
        return refuse(v, "no_coal");
    if (v->points > 0)
        return refuse(v, "mp_left");
    if (v->points < 0)
        return refuse(v, "mp_overdrawn");
    return true;
}

static bool perform_all(struct voyage *v, struct slice words)
{
    struct action action;
    struct slice word;

    while (take_action(&words, &action, &word)) {
        if (!mississippi_perform(v, &action))
            return false;
    }
    return mississippi_arrive(v);
}

struct voyage mississippi_embark(const struct position *pos, struct err *why)
{
    const struct mississippi *m = mississippi_in(pos);
    const struct ship *own = &m->ship[pos->side], *other = &m->ship[game_other(pos->side)];

    return (struct voyage){
        .m = m,
        .ruleset = pos->ruleset,
        .x = own->x,
        .y = own->y,
        .dir = own->dir,
        .speed = own->speed,
        .coal = own->coal,
        .points = own->speed,
        .free_turns = own->free_turns,
        .other_x = other->x,
        .other_y = other->y,
        .other_speed = other->speed,
        .why = why,
    };
}

/* A pushed ship may turn twice for free, unless it was pushed onto a sandbank. */
struct end_state mississippi_outcome(const struct voyage *v, const struct ship *other)
{
    int place = mississippi_locate(v->m, v->other_x, v->other_y, 0, SEGMENTS - 1);
    bool is_freed = v->has_pushed && field_at(v->m, place) != FIELD_SANDBANK;

    return (struct end_state){
        .x = (int8_t)v->x,
        .y = (int8_t)v->y,
        .dir = (uint8_t)v->dir,
        .speed = (uint8_t)v->speed,
        .coal = (uint8_t)v->coal,
        .other_x = (int8_t)v->other_x,
        .other_y = (int8_t)v->other_y,
        .other_speed = (uint8_t)v->other_speed,
        .other_free_turns = is_freed ? 2 : other->free_turns,
    };
}

static enum verdict say_foul(struct slice part, struct err *why)
{
    text_refuse(why, "bad_move", part);
    return VERDICT_FOUL;
}

enum verdict mississippi_read(const struct position *pos, struct slice words, move_t *out,
                              struct err *why)
{
    words = slice_trim(words);
    if (words.len > GAME_WORDS_MAX)
        return say_foul(words, why);
    struct slice nonsense = find_nonsense(words);
    if (nonsense.at)
        return say_foul(nonsense, why);
    if (pos->side == SIDE_NONE) {
        err_say(why, "over", "");
        return VERDICT_ILLEGAL;
    }
    if (words.len == 0) {
        err_say(why, "empty", "");
        return VERDICT_ILLEGAL;
    }
    if (!mississippi_ready(pos, why))
        return VERDICT_ILLEGAL;
    struct voyage voyage = mississippi_embark(pos, why);
    if (!perform_all(&voyage, words))
        return VERDICT_ILLEGAL;
    const struct ship *other = &mississippi_in(pos)->ship[game_other(pos->side)];
    struct end_state outcome = mississippi_outcome(&voyage, other);
    *out = mississippi_pack(&outcome);
    return VERDICT_LEGAL;
}
