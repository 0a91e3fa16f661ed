/*
 * A move of season 2024 under construction, as move_builder.c: while the speed is open there is a
 * plan for each speed, and a plan that cannot follow the actions is lost.  Steps that follow each
 * other are one advance, so the actions are executed from the beginning each time.
 */

#include "games/mississippi/move_builder_2024.h"

#include "game/text.h"
#include "games/mississippi/action_search_2024.h"

#include <assert.h>

enum { BUILD_ACTIONS_MAX = GAME_WORDS_MAX / 5 };

struct speed_plan {
    int acc; /* the change of speed that the plan begins with, beyond the words */
    struct voyage24 start, at;
    bool is_lost;  /* could not follow the words */
    bool has_rest; /* can still become a move */
    struct route24 rest;
};

struct builder {
    const struct position *pos;
    enum view_mode mode;
    struct action action[BUILD_ACTIONS_MAX + 1]; /* those accepted, and room for one to try */
    int count;
    int marked;   /* 1 if the first of them only says that the speed stays as it is */
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

static bool board_plan(struct speed_plan *plan, const struct position *pos, int acc)
{
    *plan = (struct speed_plan){.acc = acc, .start = voyage24_begin(pos, NULL)};
    if (acc != 0 && !voyage24_act(&plan->start, &(struct action){ACTION_ACC, acc}))
        return false;
    plan->start.number = 0; /* actions are counted as they were written */
    plan->at = plan->start;
    return true;
}

/* The first `count` actions, from the beginning. */
static bool execute(const struct builder *b, const struct speed_plan *plan, int count,
                    struct voyage24 *at)
{
    struct err *why = at->why;

    *at = plan->start;
    at->why = why;
    return voyage24_act_all(at, b->action + b->marked, count - b->marked);
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

/* Executes one action more on every plan that can follow; false if none can, and then nothing
 * happens. */
static bool follow(struct builder *b, const struct action *action)
{
    const struct speed_plan *speaker = ablest(b);
    struct voyage24 next[SHIP_SPEED_MAX];
    bool can[SHIP_SPEED_MAX], is_possible = false;

    assert(b->plans > 0 && b->plans <= SHIP_SPEED_MAX && speaker);
    b->action[b->count] = *action;
    for (int i = 0; i < b->plans; i++) {
        next[i].why = &b->plan[i] == speaker ? &b->why : NULL;
        can[i] = !b->plan[i].is_lost && execute(b, &b->plan[i], b->count + 1, &next[i]);
        is_possible |= can[i];
    }
    for (int i = 0; i < b->plans && is_possible; i++) {
        b->plan[i].is_lost = !can[i];
        b->plan[i].at = next[i];
    }
    b->count += is_possible;
    return is_possible;
}

/* In automatic mode acc:0 says that the speed stays as it is; it is not part of the move. */
static bool is_marker(const struct builder *b, const struct action *action)
{
    return b->mode == VIEW_AUTO && b->count == 0 && action->kind == ACTION_ACC &&
           action->value == 0;
}

static bool take(struct builder *b, struct slice word)
{
    struct action action;

    if (!mississippi24_parse_action(word, &action) || b->count == BUILD_ACTIONS_MAX)
        return text_refuse(&b->why, "bad_move", word);
    if (!is_marker(b, &action))
        return follow(b, &action);
    b->marked = 1;
    b->action[b->count++] = action;
    return true;
}

static bool begins_with_acc(struct slice words) { return slice_take(&words, "acc:"); }

static void begin(struct builder *b, struct slice words)
{
    int speed = own_ship(b)->speed;

    b->is_open = b->mode == VIEW_AUTO && !begins_with_acc(words);
    if (!b->is_open) {
        board_plan(&b->plan[b->plans++], b->pos, 0);
        return;
    }
    for (int chosen = 1; chosen <= SHIP_SPEED_MAX; chosen++) {
        if (board_plan(&b->plan[b->plans], b->pos, chosen - speed))
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

/* ---- how it can go on ---- */

/* Takes a way if it is better than the one known: cheaper, then with fewer actions. */
static void offer(struct speed_plan *plan, const struct route24 *route)
{
    const struct route24 *best = &plan->rest;
    bool is_better = !plan->has_rest || route->burnt < best->burnt ||
                     (route->burnt == best->burnt && route->count < best->count);

    if (is_better)
        plan->rest = *route;
    plan->has_rest = true;
}

/* The last advance may go on: the fields after it are then part of it. */
static void go_on_ahead(const struct builder *b, struct speed_plan *plan, int first_step)
{
    struct voyage24 before = {.why = NULL};
    struct action step = {ACTION_STEP, 0};
    struct route24 rest, whole;

    execute(b, plan, first_step, &before);
    for (int i = first_step; i < b->count; i++)
        step.value += b->action[i].value;
    for (int more = 1; step.value + more <= SHIP_SPEED_MAX; more++) {
        struct voyage24 v = before;
        if (!voyage24_act(&v, &(struct action){ACTION_STEP, step.value + more}))
            return;
        if (!action_search24_complete(&v, LAST_ADVANCE, &rest) || rest.count == ROUTE24_ACTIONS_MAX)
            continue;
        whole = (struct route24){.count = rest.count + 1, .burnt = rest.burnt};
        whole.action[0] = (struct action){ACTION_STEP, more};
        memcpy(whole.action + 1, rest.action, (size_t)rest.count * sizeof *rest.action);
        offer(plan, &whole);
    }
}

static void find_rest(const struct builder *b, struct speed_plan *plan)
{
    struct route24 route;
    int first_step = b->count;

    while (first_step > b->marked && b->action[first_step - 1].kind == ACTION_STEP)
        first_step--;
    bool is_advance = first_step < b->count;
    plan->has_rest = false;
    if (action_search24_complete(&plan->at, is_advance ? LAST_ADVANCE : LAST_OTHER, &route))
        offer(plan, &route);
    if (is_advance && !voyage24_is_on_opponent(&plan->at))
        go_on_ahead(b, plan, first_step);
}

static bool may_end(const struct builder *b, const struct speed_plan *plan)
{
    return b->count > b->marked && plan->has_rest && plan->rest.count == 0;
}

/* Less is better: done at once, then cheap, then short, then with little change of speed.  Before
 * the first action the length of the rest is ignored. */
static int burden(const struct builder *b, const struct speed_plan *plan)
{
    int coal = own_ship(b)->coal - plan->at.coal + plan->rest.burnt;
    int change = plan->acc < 0 ? -plan->acc : plan->acc;
    int actions = b->count > 0 ? plan->rest.count : 0;

    return (plan->has_rest ? 0 : 1 << 24) + (may_end(b, plan) ? 0 : 1 << 20) + (coal << 12) +
           (actions << 4) + change;
}

static void choose_shown(struct builder *b)
{
    for (struct speed_plan *plan = b->plan; plan < b->plan + b->plans; plan++) {
        if (plan->is_lost)
            continue;
        find_rest(b, plan);
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
    mississippi24_print_action(action, &buf);
    json_slice(out, "words", buf_slice(&buf));
}

static int points_for(const struct action *action, const struct voyage24 *before,
                      const struct voyage24 *after)
{
    return action->kind == ACTION_ACC ? 0 : before->points - after->points;
}

static void add_place(struct json *out, const char *key, const struct voyage24 *v)
{
    int x, y;

    river_place_xy(&v->g->m, v->place, &x, &y);
    mississippi24_json_place(out, key, x, y);
}

static void print_action(struct json *out, const struct action *action,
                         const struct voyage24 *before, const struct voyage24 *after)
{
    json_begin_object(out, NULL);
    add_words(out, action);
    json_text(out, "kind", mississippi_action_name[action->kind]);
    json_int(out, "n", action->value);
    json_int(out, "cost", points_for(action, before, after));
    json_int(out, "coal", before->coal - after->coal);
    add_place(out, "at", after);
    json_int(out, "dir", after->dir);
    json_end_object(out);
}

/* Executes the accepted actions once more, to say what each of them cost. */
static void print_actions(const struct builder *b, struct json *out)
{
    struct voyage24 before = b->shown->start, after = {.why = NULL};

    assert(b->shown && !b->shown->is_lost);
    json_begin_array(out, "actions");
    for (int i = 0; i < b->count; i++) {
        execute(b, b->shown, i + 1 > b->marked ? i + 1 : b->marked, &after);
        print_action(out, &b->action[i], &before, &after);
        before = after;
    }
    json_end_array(out);
}

/* ---- where it has led ---- */

/* The river as it would be if the move ended here; passengers board only where it may. */
static struct mississippi24 river_after(const struct builder *b)
{
    struct mississippi24 g = *mississippi24_of(b->pos);
    const struct ship *before = mississippi_of(b->pos)->ship;

    mississippi24_apply(&g, (enum side)b->pos->side, voyage24_end_state(&b->shown->at),
                        (enum ruleset)b->pos->ruleset);
    for (enum side side = SIDE_RED; side < SIDE_NONE && !b->is_complete; side++)
        g.m.ship[side].passengers = before[side].passengers;
    return g;
}

static void print_ship(const struct mississippi24 *g, const char *key, enum side side,
                       struct json *out)
{
    json_begin_object(out, key);
    mississippi24_json_ship(g, &g->m.ship[side], out);
    json_end_object(out);
}

static void print_speeds(const struct builder *b, struct json *out)
{
    int lowest = SHIP_SPEED_MAX + 1, highest = 0;

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
}

/* The points are as many as the speed, which only an acceleration changes. */
static void print_state(const struct builder *b, struct json *out)
{
    const struct voyage24 *v = &b->shown->at;
    struct mississippi24 g = river_after(b);

    print_ship(&g, "ship", (enum side)b->pos->side, out);
    print_ship(&g, "other", game_other((enum side)b->pos->side), out);
    print_speeds(b, out);
    json_int(out, "used", v->speed - v->points);
    if (b->is_open)
        json_nothing(out, "points");
    else
        json_int(out, "points", v->speed);
    json_int(out, "coal", v->coal);
    json_int(out, "freeTurns", v->free_turns);
    json_bool(out, "mustPush", voyage24_is_on_opponent(v));
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
                     const struct action *action, struct voyage24 *after)
{
    struct builder then = *b;
    bool can = follow(&then, action);
    const struct speed_plan *plan = thriftiest(&then);
    int coal = b->shown->at.coal - plan->at.coal;

    *after = plan->at;
    json_begin_object(out, key);
    if (!can) {
        view_refusal_members(out, &mississippi24_rules, &then.why);
        add_words(out, action);
        return false;
    }
    json_bool(out, "ok", true);
    add_words(out, action);
    json_int(out, "cost", points_for(action, &b->plan[plan - then.plan].at, &plan->at));
    json_int(out, "coal", coal > 0 ? coal : 0);
    return true;
}

static void print_way(struct json *out, const char *key, const struct builder *b,
                      struct action action)
{
    struct voyage24 after;

    open_way(out, key, b, &action, &after);
    json_end_object(out);
}

/* Another speed for the actions that are there: the acceleration comes before all of them. */
static bool change_speed(const struct builder *b, int acc, struct builder *then)
{
    bool has_acc = b->count > 0 && b->action[0].kind == ACTION_ACC;

    *then = (struct builder){.pos = b->pos, .mode = b->mode, .plans = 1};
    board_plan(&then->plan[0], b->pos, 0);
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
        view_refusal_members(out, &mississippi24_rules, &then.why);
    if (action.value == 0 && b->mode == VIEW_MANUAL)
        json_text(out, "words", "");
    else
        add_words(out, &action);
    if (can) {
        board_plan(&faster, b->pos, action.value);
        json_int(out, "cost", 0);
        json_int(out, "coal", own_ship(b)->coal - faster.at.coal);
        json_int(out, "speed", faster.at.speed);
    }
    json_end_object(out);
}

/* All directions but the present one; `left` and `right` are two of them. */
static void print_turns(struct json *out, const struct builder *b)
{
    int dir = b->shown->at.dir;

    print_way(out, "left", b, (struct action){ACTION_TURN, (dir + 1) % RIVER_DIRECTIONS});
    print_way(out, "right", b, (struct action){ACTION_TURN, (dir + 5) % RIVER_DIRECTIONS});
    json_begin_array(out, "turn");
    for (int by = 1; by < RIVER_DIRECTIONS; by++) {
        struct action action = {ACTION_TURN, (dir + by) % RIVER_DIRECTIONS};
        struct voyage24 after;
        open_way(out, NULL, b, &action, &after);
        json_text(out, "dir", mississippi_dir_name[action.value]);
        json_int(out, "n", action.value);
        json_end_object(out);
    }
    json_end_array(out);
}

/* All steps straight ahead; the last one is the first that is refused. */
static void print_steps(struct json *out, const struct builder *b)
{
    bool can = true;

    json_begin_array(out, "step");
    for (int n = 1; n <= SHIP_SPEED_MAX && can; n++) {
        struct action action = {ACTION_STEP, n};
        struct voyage24 after;
        can = open_way(out, NULL, b, &action, &after);
        json_int(out, "n", n);
        if (can) {
            add_place(out, "to", &after);
            json_text(out, "kind", voyage24_is_on_opponent(&after) ? "ship" : "water");
            json_bool(out, "current", river24_has_current(after.g, after.place));
        }
        json_end_object(out);
    }
    json_end_array(out);
}

static void print_pushes(struct json *out, const struct builder *b)
{
    const struct voyage24 *v = &b->shown->at;

    json_begin_array(out, "push");
    for (int dir = 0; dir < RIVER_DIRECTIONS && voyage24_is_on_opponent(v); dir++) {
        struct action action = {ACTION_PUSH, dir};
        struct voyage24 after;
        int x, y;
        open_way(out, NULL, b, &action, &after);
        river_place_xy(&v->g->m, v->place, &x, &y);
        river_step(&x, &y, dir);
        json_text(out, "dir", mississippi_dir_name[dir]);
        mississippi24_json_place(out, "to", x, y);
        json_end_object(out);
    }
    json_end_array(out);
}

static void print_next(const struct builder *b, struct json *out)
{
    json_begin_object(out, "next");
    print_speed(out, "faster", b, 1);
    print_speed(out, "slower", b, -1);
    print_turns(out, b);
    print_steps(out, b);
    json_nothing(out, "back");
    print_pushes(out, b);
    json_end_object(out);
}

/* ---- the light ---- */

/* Would more coal help? */
static bool lacks_coal(const struct builder *b)
{
    enum { PLENTY = 31 };
    struct speed_plan rich = *b->shown;

    rich.start.coal += PLENTY;
    rich.at.coal += PLENTY;
    find_rest(b, &rich);
    return rich.has_rest;
}

static void say_light(const struct builder *b, int gain, struct err *what)
{
    const struct voyage24 *v = &b->shown->at;

    if (b->is_complete)
        err_setf(what, "build_ready", "%d %d %s%d", v->speed, v->coal, gain < 0 ? "" : "+", gain);
    else if (!b->shown->has_rest && lacks_coal(b))
        err_set(what, "build_no_coal", "");
    else if (!b->shown->has_rest)
        err_set(what, voyage24_is_on_opponent(v) ? "build_no_push" : "build_no_end", "");
    else if (voyage24_is_on_opponent(v))
        err_set(what, "build_push", "");
    else
        err_setf(what, v->points == 1 ? "build_one_left" : "build_left", "%d", v->points);
}

/* The whole move as a referee wants it: the acceleration of the plan, the actions, the rest. */
static void add_move(struct json *out, const struct builder *b)
{
    const struct speed_plan *plan = b->shown;
    char words[GAME_WORDS_MAX];
    struct buf buf;

    buf_init(&buf, words, sizeof words);
    if (plan->acc != 0)
        mississippi24_print_action(&(struct action){ACTION_ACC, plan->acc}, &buf);
    mississippi24_print_actions(b->action + b->marked, b->count - b->marked, &buf);
    mississippi24_print_actions(plan->rest.action, plan->rest.count, &buf);
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
    mississippi24_print_actions(b->shown->rest.action, b->shown->rest.count, &buf);
    json_begin_object(out, "fill");
    add_move(out, b);
    json_slice(out, "added", buf_slice(&buf));
    json_end_object(out);
}

static void print_light(const struct builder *b, struct json *out)
{
    struct mississippi24 g = river_after(b);
    int gain = mississippi24_points(&g.m.ship[b->pos->side]) - mississippi24_points(own_ship(b));
    struct err what;

    say_light(b, gain, &what);
    json_text(out, "light", b->is_complete ? "green" : b->shown->has_rest ? "yellow" : "red");
    view_say(out, "say", &mississippi24_rules, &what);
    print_complete(b, gain, out);
    print_fill(b, out);
}

/* ---- all of it ---- */

/* Nothing can be built after the end of a game or while the river is hidden. */
static void print_nothing(const struct err *why, struct json *out)
{
    json_begin_array(out, "actions");
    json_end_array(out);
    view_refusal(out, "refusal", &mississippi24_rules, why);
    json_text(out, "light", "red");
    view_say(out, "say", &mississippi24_rules, why);
    json_nothing(out, "next");
    json_nothing(out, "complete");
    json_nothing(out, "fill");
}

void mississippi24_json_partial_move(const struct position *pos, struct slice words,
                                     enum view_mode mode, struct json *out)
{
    struct builder b = {.pos = pos, .mode = mode};
    struct err why;

    if (pos->side == SIDE_NONE)
        err_set(&why, "over", "");
    if (pos->side == SIDE_NONE || !mississippi24_knows_moves(pos, &why)) {
        print_nothing(&why, out);
        return;
    }
    take_all(&b, slice_trim(words));
    choose_shown(&b);
    print_actions(&b, out);
    if (b.is_refused)
        view_refusal(out, "refusal", &mississippi24_rules, &b.why);
    else
        json_nothing(out, "refusal");
    print_state(&b, out);
    print_next(&b, out);
    print_light(&b, out);
}
