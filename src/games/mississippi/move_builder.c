/*
 * A move under construction.  While the speed is open (automatic mode), there are up to
 * six plans, one for each speed that the ship could have chosen; every action is executed on all of
 * them by the movement rule (voyage.h), and a plan that cannot follow is lost.
 */

#include "games/mississippi/move_builder.h"

#include "game/text.h"
#include "games/mississippi/action_search.h"

#include <assert.h>

enum { BUILD_ACTIONS_MAX = GAME_WORDS_MAX / 4 };

struct speed_plan {
    int acc;        /* the change of speed that the plan begins with, beyond the words */
    int all_points; /* what the speed gives */
    struct voyage at;
    bool is_lost;  /* could not follow the words */
    bool has_rest; /* can still become a move */
    struct route rest;
};

struct builder {
    const struct position *pos;
    enum view_mode mode;
    struct action action[BUILD_ACTIONS_MAX]; /* those accepted */
    int count;
    bool is_open; /* the speed follows from the way */
    struct speed_plan plan[SHIP_SPEED_MAX];
    int plans;
    const struct speed_plan *shown; /* the best of them */
    bool is_complete;               /* the move may end here */
    bool is_refused;
    struct err why;
};

static const struct ship *own_ship(const struct builder *b)
{
    assert(b->pos->side < SIDE_NONE);
    return &mississippi_of(b->pos)->ship[b->pos->side];
}

/* ---- executing ---- */

/* In automatic mode acc:0 says that the speed stays as it is; it is not part of the move. */
static bool is_marker(const struct builder *b, const struct action *action)
{
    return b->mode == VIEW_AUTO && b->count == 0 && action->kind == ACTION_ACC &&
           action->value == 0;
}

/* Coal never comes back, so what is too expensive is refused at once and not at the end.  By the
 * server's rules points may be overdrawn, but only a sandbank within reach makes up for it. */
static bool act(struct voyage *v, const struct action *action)
{
    struct route rest;

    if (!voyage_act(v, action))
        return false;
    if (v->coal < 0)
        return voyage_set_err(v, "no_coal");
    return v->points >= 0 || action_search_complete(v, &rest) || voyage_set_err(v, "mp_overdrawn");
}

static bool board_plan(struct speed_plan *plan, const struct position *pos, int acc,
                       struct err *why)
{
    *plan = (struct speed_plan){.acc = acc, .at = voyage_begin(pos, why)};
    if (acc != 0 && !act(&plan->at, &(struct action){ACTION_ACC, acc}))
        return false;
    plan->all_points = plan->at.points;
    plan->at.number = 0; /* actions are counted as they were written */
    return true;
}

/* A refusal is told by the plan with the most points: what stops it is no lack of speed. */
static const struct speed_plan *ablest(const struct builder *b)
{
    const struct speed_plan *best = NULL;

    for (const struct speed_plan *plan = b->plan; plan < b->plan + b->plans; plan++) {
        if (!plan->is_lost && (!best || plan->at.points > best->at.points))
            best = plan;
    }
    return best;
}

/* Executes an action on every plan that can follow; false if none can, and then nothing happens. */
static bool follow(struct builder *b, const struct action *action)
{
    const struct speed_plan *speaker = ablest(b);
    struct voyage next[SHIP_SPEED_MAX];
    bool can[SHIP_SPEED_MAX], is_possible = false;

    assert(b->plans > 0 && b->plans <= SHIP_SPEED_MAX && speaker);
    for (int i = 0; i < b->plans; i++) {
        next[i] = b->plan[i].at;
        next[i].why = &b->plan[i] == speaker ? &b->why : NULL;
        can[i] = !b->plan[i].is_lost && act(&next[i], action);
        is_possible |= can[i];
    }
    for (int i = 0; i < b->plans && is_possible; i++) {
        b->plan[i].is_lost = !can[i];
        b->plan[i].at = next[i];
        if (action->kind == ACTION_ACC)
            b->plan[i].all_points = next[i].points;
    }
    return is_possible;
}

static bool take(struct builder *b, struct slice word)
{
    struct action action;

    if (!mississippi_parse_action(word, &action) || b->count == BUILD_ACTIONS_MAX)
        return text_refuse(&b->why, "bad_move", word);
    if (!is_marker(b, &action) && !follow(b, &action))
        return false;
    b->action[b->count++] = action;
    return true;
}

static bool begins_with_acc(struct slice words) { return slice_take(&words, "acc:"); }

static void begin(struct builder *b, struct slice words)
{
    int speed = own_ship(b)->speed;

    b->is_open = b->mode == VIEW_AUTO && !begins_with_acc(words);
    if (!b->is_open) {
        board_plan(&b->plan[b->plans++], b->pos, 0, NULL);
        return;
    }
    for (int chosen = 1; chosen <= SHIP_SPEED_MAX; chosen++) {
        if (board_plan(&b->plan[b->plans], b->pos, chosen - speed, NULL))
            b->plans++;
    }
}

static void take_all(struct builder *b, struct slice words)
{
    begin(b, words);
    while (words.len > 0 && !b->is_refused) {
        bool has_open_end = words.at[words.len - 1] == ';';
        struct slice word = slice_take_until(&words, ';');
        b->is_refused = !take(b, word) || (words.len == 0 && has_open_end &&
                                           !text_refuse(&b->why, "bad_move", words));
    }
}

/* ---- which plan to show ---- */

static bool may_end(const struct builder *b, const struct speed_plan *plan)
{
    return b->count > 0 && plan->has_rest && plan->rest.count == 0;
}

/* Less is better: done at once, then cheap, then short, then with little change of speed.  Before
 * the first action the length of the rest is ignored. */
static int burden(const struct builder *b, const struct speed_plan *plan)
{
    int coal = own_ship(b)->coal - plan->at.coal + plan->rest.burnt;
    int change = plan->acc < 0 ? -plan->acc : plan->acc;
    int units = b->count > 0 ? plan->rest.units : 0;

    return (plan->has_rest ? 0 : 1 << 24) + (may_end(b, plan) ? 0 : 1 << 20) + (coal << 12) +
           (units << 4) + change;
}

static void choose_shown(struct builder *b)
{
    for (struct speed_plan *plan = b->plan; plan < b->plan + b->plans; plan++) {
        if (plan->is_lost)
            continue;
        plan->has_rest = action_search_complete(&plan->at, &plan->rest);
        if (!b->shown || burden(b, plan) < burden(b, b->shown))
            b->shown = plan;
    }
    assert(b->shown); /* follow() never loses the last plan */
    b->is_complete = may_end(b, b->shown);
}

/* ---- the way so far ---- */

static void add_words(struct json *out, const struct action *action)
{
    char text[32];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    mississippi_print_action(action, &buf);
    json_slice(out, "words", buf_slice(&buf));
}

static int points_for(const struct action *action, const struct voyage *before,
                      const struct voyage *after)
{
    int points = before->points - after->points;

    return action->kind == ACTION_ACC || points < 0 ? 0 : points;
}

static void print_action(struct json *out, const struct action *action, const struct voyage *before,
                         const struct voyage *after)
{
    json_begin_object(out, NULL);
    add_words(out, action);
    json_text(out, "kind", mississippi_action_name[action->kind]);
    json_int(out, "n", action->value);
    json_int(out, "cost", points_for(action, before, after));
    json_int(out, "coal", before->coal - after->coal);
    view_place(out, "at", after->x, after->y);
    json_int(out, "dir", after->dir);
    json_end_object(out);
}

/* Executes the accepted actions once more, to say what each of them cost. */
static void print_actions(const struct builder *b, struct json *out)
{
    struct speed_plan plan;

    assert(b->shown && !b->shown->is_lost);
    board_plan(&plan, b->pos, b->shown->acc, NULL);
    json_begin_array(out, "actions");
    for (int i = 0; i < b->count; i++) {
        struct voyage before = plan.at;
        if (i > 0 || b->action[i].kind != ACTION_ACC || b->action[i].value != 0)
            act(&plan.at, &b->action[i]);
        print_action(out, &b->action[i], &before, &plan.at);
    }
    json_end_array(out);
}

/* ---- where it has led ---- */

/* The river as it would be if the move ended here; passengers board only where it may. */
static struct mississippi river_after(const struct builder *b)
{
    struct mississippi m = *mississippi_of(b->pos);
    const struct voyage *v = &b->shown->at;
    const struct ship *before = mississippi_of(b->pos)->ship;

    mississippi_apply(&m, (enum side)b->pos->side, voyage_end_state(v));
    for (enum side side = SIDE_RED; side < SIDE_NONE && !b->is_complete; side++)
        m.ship[side].passengers = before[side].passengers;
    return m;
}

static void print_state(const struct builder *b, struct json *out)
{
    const struct voyage *v = &b->shown->at;
    struct mississippi m = river_after(b);
    int lowest = SHIP_SPEED_MAX + 1, highest = 0;

    json_begin_object(out, "ship");
    mississippi_json_ship(&m.ship[b->pos->side], out);
    json_end_object(out);
    json_begin_object(out, "other");
    mississippi_json_ship(&m.ship[game_other((enum side)b->pos->side)], out);
    json_end_object(out);
    for (const struct speed_plan *plan = b->plan; plan < b->plan + b->plans; plan++) {
        if (plan->is_lost || plan->has_rest != b->shown->has_rest)
            continue;
        lowest = plan->at.speed < lowest ? plan->at.speed : lowest;
        highest = plan->at.speed > highest ? plan->at.speed : highest;
    }
    json_begin_array(out, "speed");
    json_int(out, NULL, lowest);
    json_int(out, NULL, highest);
    json_end_array(out);
    json_int(out, "used", b->shown->all_points - v->points);
    if (b->is_open)
        json_nothing(out, "points");
    else
        json_int(out, "points", b->shown->all_points);
    json_int(out, "coal", v->coal);
    json_int(out, "freeTurns", v->free_turns);
    json_bool(out, "mustPush", voyage_is_on_opponent(v));
}

/* ---- what may come next ---- */

static const struct speed_plan *thriftiest(const struct builder *b)
{
    const struct speed_plan *best = NULL;

    for (const struct speed_plan *plan = b->plan; plan < b->plan + b->plans; plan++) {
        if (!plan->is_lost && (!best || plan->at.coal > best->at.coal))
            best = plan;
    }
    return best;
}

/* Begins the object of an action that may follow, or the refusal; `after` is where it leads.  The
 * coal is what it takes from the coal shown, a higher speed that it calls for included. */
static bool open_way(struct json *out, const char *key, const struct builder *b,
                     const struct action *action, struct voyage *after)
{
    struct builder then = *b;
    bool can = follow(&then, action);
    const struct speed_plan *plan = thriftiest(&then);
    int coal = b->shown->at.coal - plan->at.coal;

    *after = plan->at;
    json_begin_object(out, key);
    if (!can) {
        view_refusal_members(out, &mississippi_rules, &then.why);
        add_words(out, action);
        return false;
    }
    json_bool(out, "ok", true);
    add_words(out, action);
    json_int(out, "cost", points_for(action, &b->plan[plan - then.plan].at, &plan->at));
    json_int(out, "coal", coal > 0 ? coal : 0);
    return true;
}

static bool print_way(struct json *out, const char *key, const struct builder *b,
                      struct action action)
{
    struct voyage after;
    bool can = open_way(out, key, b, &action, &after);

    json_end_object(out);
    return can;
}

/* Another speed for the actions that are there: the acceleration comes before all of them. */
static bool change_speed(const struct builder *b, int acc, struct builder *then)
{
    bool has_acc = b->count > 0 && b->action[0].kind == ACTION_ACC;

    *then = (struct builder){.pos = b->pos, .mode = b->mode, .plans = 1};
    board_plan(&then->plan[0], b->pos, 0, NULL);
    if (acc != 0 && !follow(then, &(struct action){ACTION_ACC, acc}))
        return false;
    for (int i = has_acc; i < b->count; i++) {
        if (!follow(then, &b->action[i]))
            return false;
    }
    return true;
}

/* Step by step the speed is set first; in automatic mode it can be fixed at any time. */
static void print_speed(struct json *out, const char *key, const struct builder *b, int by)
{
    bool has_acc = b->count > 0 && b->action[0].kind == ACTION_ACC;
    struct action action = {ACTION_ACC, (has_acc ? b->action[0].value : b->shown->acc) + by};
    struct builder then;
    struct speed_plan faster;

    if (b->mode == VIEW_MANUAL && b->count > has_acc) {
        print_way(out, key, b, action);
        return;
    }
    bool can = change_speed(b, action.value, &then);
    json_begin_object(out, key);
    if (can)
        json_bool(out, "ok", true);
    else
        view_refusal_members(out, &mississippi_rules, &then.why);
    if (action.value == 0 && b->mode == VIEW_MANUAL)
        json_text(out, "words", "");
    else
        add_words(out, &action);
    if (can) {
        board_plan(&faster, b->pos, action.value, NULL);
        json_int(out, "cost", 0);
        json_int(out, "coal", own_ship(b)->coal - faster.at.coal);
        json_int(out, "speed", faster.at.speed);
    }
    json_end_object(out);
}

static const char *name_of(const struct builder *b, const struct voyage *after)
{
    static const char *const names[] = {"none", "water", "log", "sandbank", "water"};

    if (after->x == b->shown->at.other_x && after->y == b->shown->at.other_y)
        return "ship";
    return names[voyage_field(after, after->x, after->y)];
}

/* All steps straight ahead; the last one is the first that is refused. */
static void print_steps(struct json *out, const struct builder *b)
{
    bool can = true;

    json_begin_array(out, "step");
    for (int n = 1; n <= SHIP_SPEED_MAX && can; n++) {
        struct action action = {ACTION_STEP, n};
        struct voyage after;
        can = open_way(out, NULL, b, &action, &after);
        json_int(out, "n", n);
        if (can) {
            view_place(out, "to", after.x, after.y);
            json_text(out, "kind", name_of(b, &after));
        }
        json_end_object(out);
    }
    json_end_array(out);
}

static void print_back(struct json *out, const struct builder *b)
{
    struct action action = {ACTION_STEP, -1};
    struct voyage after;

    if (!voyage_is_on_sandbank(&b->shown->at) || b->shown->at.is_aground) {
        json_nothing(out, "back");
        return;
    }
    if (open_way(out, "back", b, &action, &after))
        view_place(out, "to", after.x, after.y);
    json_end_object(out);
}

static void print_pushes(struct json *out, const struct builder *b)
{
    json_begin_array(out, "push");
    for (int dir = 0; dir < RIVER_DIRECTIONS && voyage_is_on_opponent(&b->shown->at); dir++) {
        struct action action = {ACTION_PUSH, dir};
        int x = b->shown->at.x, y = b->shown->at.y;
        struct voyage after;
        open_way(out, NULL, b, &action, &after);
        river_step(&x, &y, dir);
        json_text(out, "dir", mississippi_dir_name[dir]);
        view_place(out, "to", x, y);
        json_end_object(out);
    }
    json_end_array(out);
}

static void print_next(const struct builder *b, struct json *out)
{
    json_begin_object(out, "next");
    print_speed(out, "faster", b, 1);
    print_speed(out, "slower", b, -1);
    print_way(out, "left", b, (struct action){ACTION_TURN, 1});
    print_way(out, "right", b, (struct action){ACTION_TURN, -1});
    print_steps(out, b);
    print_back(out, b);
    print_pushes(out, b);
    json_end_object(out);
}

/* ---- the light ---- */

/* Would more coal help? */
static bool lacks_coal(const struct builder *b)
{
    struct voyage rich = b->shown->at;
    struct route rest;

    rich.coal += ROUTE_BURNT_MAX;
    return action_search_complete(&rich, &rest);
}

static void say_light(const struct builder *b, int gain, struct err *what)
{
    const struct voyage *v = &b->shown->at;

    if (b->is_complete)
        err_setf(what, "build_ready", "%d %d %s%d", v->speed, v->coal, gain < 0 ? "" : "+", gain);
    else if (!b->shown->has_rest && lacks_coal(b))
        err_set(what, "build_no_coal", "");
    else if (!b->shown->has_rest)
        err_set(what, voyage_is_on_opponent(v) ? "build_no_push" : "build_no_end", "");
    else if (voyage_is_on_opponent(v))
        err_set(what, "build_push", "");
    else if (v->points < 0)
        err_set(what, "build_overdrawn", "");
    else
        err_setf(what, v->points == 1 ? "build_one_left" : "build_left", "%d", v->points);
}

/* The whole move as a referee wants it: the acceleration of the plan, the actions, the rest. */
static void add_move(struct json *out, const struct builder *b)
{
    const struct speed_plan *plan = b->shown;
    bool has_marker = b->count > 0 && b->action[0].kind == ACTION_ACC && b->action[0].value == 0;
    char words[GAME_WORDS_MAX];
    struct buf buf;

    buf_init(&buf, words, sizeof words);
    if (plan->acc != 0)
        mississippi_print_action(&(struct action){ACTION_ACC, plan->acc}, &buf);
    mississippi_print_actions(b->action + has_marker, b->count - has_marker, &buf);
    mississippi_print_actions(plan->rest.action, plan->rest.count, &buf);
    json_slice(out, "words", buf_slice(&buf));
}

static void print_complete(const struct builder *b, int gain, struct json *out)
{
    if (!b->is_complete) {
        json_nothing(out, "complete");
        return;
    }
    json_begin_object(out, "complete");
    add_move(out, b);
    json_int(out, "speed", b->shown->at.speed);
    json_int(out, "coal", b->shown->at.coal);
    json_int(out, "points", gain);
    json_end_object(out);
}

static void print_fill(const struct builder *b, struct json *out)
{
    char words[GAME_WORDS_MAX];
    struct buf buf;

    if (!b->shown->has_rest) {
        json_nothing(out, "fill");
        return;
    }
    buf_init(&buf, words, sizeof words);
    mississippi_print_actions(b->shown->rest.action, b->shown->rest.count, &buf);
    json_begin_object(out, "fill");
    add_move(out, b);
    json_slice(out, "added", buf_slice(&buf));
    json_end_object(out);
}

static void print_light(const struct builder *b, struct json *out)
{
    struct mississippi m = river_after(b);
    int gain = mississippi_points(&m.ship[b->pos->side]) - mississippi_points(own_ship(b));
    struct err what;

    say_light(b, gain, &what);
    json_text(out, "light", b->is_complete ? "green" : b->shown->has_rest ? "yellow" : "red");
    view_say(out, "say", &mississippi_rules, &what);
    print_complete(b, gain, out);
    print_fill(b, out);
}

/* ---- all of it ---- */

/* Nothing can be built after the end of a game or while the river is hidden. */
static void print_nothing(const struct err *why, struct json *out)
{
    json_begin_array(out, "actions");
    json_end_array(out);
    view_refusal(out, "refusal", &mississippi_rules, why);
    json_text(out, "light", "red");
    view_say(out, "say", &mississippi_rules, why);
    json_nothing(out, "next");
    json_nothing(out, "complete");
    json_nothing(out, "fill");
}

void mississippi_json_partial_move(const struct position *pos, struct slice words,
                                   enum view_mode mode, struct json *out)
{
    struct builder b = {.pos = pos, .mode = mode};
    struct err why;

    if (pos->side == SIDE_NONE)
        err_set(&why, "over", "");
    if (pos->side == SIDE_NONE || !mississippi_knows_moves(pos, &why)) {
        print_nothing(&why, out);
        return;
    }
    take_all(&b, slice_trim(words));
    choose_shown(&b);
    print_actions(&b, out);
    if (b.is_refused)
        view_refusal(out, "refusal", &mississippi_rules, &b.why);
    else
        json_nothing(out, "refusal");
    print_state(&b, out);
    print_next(&b, out);
    print_light(&b, out);
}
