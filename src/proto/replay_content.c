#include "proto/replay_content.h"

#include "base/memory.h"

#include <stdlib.h>

bool replay_content_set_damage(struct replay_content *content, const char *code,
                               const struct err *cause)
{
    return cause ? err_setf(&content->damage, code, "%d %s %s", content->count, cause->code,
                            cause->details)
                 : err_setf(&content->damage, code, "%d", content->count);
}

/* ---- states ---- */

static bool is_state_of(const struct game_wire *wire, const struct xml_node *state)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    return wire->read_state(state, &buf, NULL);
}

/* The game whose wire understands the state: the boards of no two games look alike. */
static bool find_game(struct replay_content *content, const struct xml_node *state)
{
    for (int i = 0; game_at(i); i++) {
        const struct game_wire *wire = wire_of(game_at(i));
        if (!is_state_of(wire, state))
            continue;
        content->wire = wire;
        content->rules = game_at(i);
        return true;
    }
    return replay_content_set_damage(content, "replay_foreign", NULL);
}

static void read_names(struct replay_content *content, const struct xml_node *state)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        const struct xml_node *player = xml_child(state, side_name(side));
        const char *name = player ? xml_get(player, "displayName") : NULL;
        buf_copy(content->names[side], sizeof content->names[side], slice_of(name ? name : ""));
    }
}

static void read_last_move(struct replay_content *content, const struct xml_node *node,
                           struct replay_state *state)
{
    struct slice previous = slice_of(content->states[content->count - 1].text);
    struct position before;
    struct buf words, hint;

    buf_init(&words, state->words, sizeof state->words);
    buf_init(&hint, state->hint, sizeof state->hint);
    if (content->rules->parse(previous, &before, NULL) &&
        content->wire->read_last_move(node, &before, &words, &hint) && !words.is_full)
        return;
    buf_clear(&words);
    buf_clear(&hint);
}

/* A state that is shown again, as to observers of a paused game, is no move. */
static bool is_shown_again(const struct replay_content *content)
{
    return content->count > 0 && strcmp(content->states[content->count - 1].text,
                                        content->states[content->count].text) == 0;
}

static bool read_state(struct replay_content *content, const struct xml_node *node)
{
    struct replay_state *state = &content->states[content->count];
    struct err why = {0};
    struct buf text;

    if (content->count == REPLAY_STATES_MAX)
        return replay_content_set_damage(content, "replay_long", NULL);
    if (!content->wire && !find_game(content, node))
        return false;
    buf_init(&text, state->text, sizeof state->text);
    if (!content->wire->read_state(node, &text, &why))
        return replay_content_set_damage(content, "replay_unreadable", &why);
    if (is_shown_again(content))
        return true;
    if (content->count > 0)
        read_last_move(content, node, state);
    read_names(content, node);
    content->count++;
    return true;
}

/* ---- the result ---- */

/* The side of a <winner> or <player>. */
static enum side side_of(const struct xml_node *player)
{
    static const char *const words[SIDE_NONE][2] = {{"RED", "ONE"}, {"BLUE", "TWO"}};

    for (enum side side = SIDE_RED; player && side < SIDE_NONE; side++) {
        const char *color = xml_get(player, "color"), *team = xml_get(player, "team");
        if ((color && strcmp(color, words[side][0]) == 0) ||
            (team && strcmp(team, words[side][1]) == 0))
            return side;
    }
    return SIDE_NONE;
}

/* Parts may be written as 5 or 5.0. */
static bool read_parts(const struct xml_node *score, int parts[GAME_SCORES_MAX])
{
    int n = 0;

    for (const struct xml_node *c = xml_child(score, "part"); c; c = xml_next(c, "part")) {
        struct slice text = slice_of(c->text);
        if (n == GAME_SCORES_MAX ||
            !slice_to_int(slice_take_until(&text, '.'), -9999, 9999, &parts[n++]))
            return false;
    }
    return true;
}

static bool read_score(struct replay_content *content, const struct xml_node *score, enum side side)
{
    const char *cause = xml_get(score, "cause"), *reason = xml_get(score, "reason");
    struct outcome *outcome = &content->outcome;

    buf_copy(outcome->reason[side], sizeof outcome->reason[side], slice_of(reason ? reason : ""));
    return (!cause || cause_find(slice_of(cause), &outcome->cause[side])) &&
           read_parts(score, outcome->result.score[side]);
}

/* <scores><entry><player …/><score …> */
static bool read_entry(struct replay_content *content, const struct xml_node *entry)
{
    const struct xml_node *player = xml_child(entry, "player"), *score = xml_child(entry, "score");
    enum side side = side_of(player);

    if (side == SIDE_NONE || !score)
        return false;
    const char *name = xml_get(player, "name");
    if (name)
        buf_copy(content->names[side], sizeof content->names[side], slice_of(name));
    return read_score(content, score, side);
}

static bool read_scores(struct replay_content *content, const struct xml_node *result)
{
    const struct xml_node *scores = xml_child(result, "scores"), *red, *blue;

    if (scores) {
        red = xml_child(scores, "entry");
        blue = xml_next(red, "entry");
        return red && blue && read_entry(content, red) && read_entry(content, blue);
    }
    red = xml_child(result, "score");
    blue = xml_next(red, "score");
    return red && blue && read_score(content, red, SIDE_RED) &&
           read_score(content, blue, SIDE_BLUE);
}

/* What a sentence of the servers since 2024, or of ours, says about the end. */
static enum cause cause_in(const char *reason)
{
    static const struct {
        const char *words;
        enum cause cause;
    } sentences[] = {
        {"Regelverletzung von ", CAUSE_RULE_VIOLATION},
        {"Missachtung des Spielablaufs von ", CAUSE_RULE_VIOLATION},
        {" laenger als ", CAUSE_SOFT_TIMEOUT},
        {" keinen Zug gesendet", CAUSE_HARD_TIMEOUT},
        {" hat das Spiel verlassen", CAUSE_LEFT},
        {" auf Unentschieden geeinigt", CAUSE_AGREED},
    };

    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        if (strstr(reason, sentences[i].words))
            return sentences[i].cause;
    }
    return CAUSE_UNKNOWN;
}

/* <winner team="ONE" regular="false" reason="…"/>: since 2024 the winner has the reason, and there
 * are no causes.  In an irregular end every side that has not won has failed. */
static void read_winner(const struct xml_node *winner, struct outcome *outcome)
{
    const char *regular = xml_get(winner, "regular"), *reason = xml_get(winner, "reason");
    bool is_regular = !regular || strcmp(regular, "true") == 0;

    for (enum side side = SIDE_RED; regular && side < SIDE_NONE; side++) {
        if (!is_regular && side == outcome->result.winner) {
            outcome->cause[side] = CAUSE_REGULAR;
            continue;
        }
        buf_copy(outcome->reason[side], sizeof outcome->reason[side],
                 slice_of(reason ? reason : ""));
        outcome->cause[side] = is_regular ? CAUSE_REGULAR : cause_in(outcome->reason[side]);
    }
}

/* The seasons have no word for a draw that was agreed on: ours is called regular and says why. */
static void note_agreement(struct outcome *outcome)
{
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (outcome->cause[side] == CAUSE_REGULAR &&
            cause_in(outcome->reason[side]) == CAUSE_AGREED)
            outcome->cause[side] = CAUSE_AGREED;
    }
}

static bool has_causes(const struct outcome *outcome)
{
    return outcome->cause[SIDE_RED] != CAUSE_COUNT && outcome->cause[SIDE_BLUE] != CAUSE_COUNT;
}

static bool read_result(struct replay_content *content, const struct xml_node *result)
{
    const struct xml_node *winner = xml_child(result, "winner");
    struct outcome *outcome = &content->outcome;

    *outcome = (struct outcome){.cause = {CAUSE_COUNT, CAUSE_COUNT}}; /* not known yet */
    bool has_scores = read_scores(content, result);
    outcome->result.winner = side_of(winner);
    if (winner)
        read_winner(winner, outcome);
    note_agreement(outcome);
    if (!has_scores || !has_causes(outcome))
        return replay_content_set_damage(content, "replay_no_result", NULL);
    content->has_result = true;
    return true;
}

/* ---- the file ---- */

/* Seasons wrap states and results in rooms or do not; errors, requests and the like are no part of
 * the game. */
bool replay_content_take(struct replay_content *content, const struct xml_node *element)
{
    const struct xml_node *node = xml_is(element, "room") ? xml_child(element, "data") : element;
    const char *class = node ? xml_get(node, "class") : NULL;

    if (node && xml_is(node, "data") && class && strcmp(class, "memento") == 0)
        node = xml_child(node, "state");
    if (node && xml_is(node, "state"))
        return read_state(content, node);
    if (node && (xml_is(node, "result") || (class && strcmp(class, "result") == 0)))
        return read_result(content, node);
    return true;
}

struct replay_content *replay_content_create(void)
{
    return memory_get(1, sizeof(struct replay_content));
}

void replay_content_destroy(struct replay_content *content) { free(content); }

/* What the first state hides, a later one shows.  Everything that can be hidden stands at the front
 * of a position's text and has a fixed width, so the letters have the same places. */
void replay_content_complete(struct replay_content *content)
{
    char *start = content->start;

    memcpy(start, content->states[0].text, sizeof content->start);
    for (int i = 1; i < content->count; i++) {
        const char *later = content->states[i].text;
        for (size_t at = 0; start[at] && later[at]; at++) {
            if (start[at] == '?')
                start[at] = later[at];
        }
    }
}
