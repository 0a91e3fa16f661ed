#include "game/server_verdict.h"

/* Does the position, with `more` at the end of its text, accept the words? */
static bool accepts(const struct game_rules *rules, const struct position *pos, const char *more[2],
                    struct slice words)
{
    char text[GAME_TEXT_MAX];
    struct position other;
    struct buf buf;
    move_t move;

    buf_init(&buf, text, sizeof text);
    rules->print(pos, &buf);
    for (int i = 0; i < 2; i++) {
        if (more[i]) {
            buf_add_char(&buf, ' ');
            buf_add(&buf, more[i]);
        }
    }
    return rules->parse(buf_slice(&buf), &other, NULL) && game_knows_moves(rules, &other, NULL) &&
           rules->read(&other, words, &move, NULL) == VERDICT_LEGAL;
}

static bool advise(struct err *why, const char *code)
{
    char refusal[sizeof *why];
    struct buf buf;

    buf_init(&buf, refusal, sizeof refusal);
    err_print(why, &buf);
    err_set(why, code, refusal);
    return true;
}

bool server_verdict_advise(const struct game_rules *rules, const struct position *pos,
                           struct slice words, struct err *why)
{
    const char *set = rules->server_words;

    if (pos->ruleset == RULES_SERVER)
        return false;
    if (set && accepts(rules, pos, (const char *[2]){set}, words))
        return advise(why, "server_set");
    if (accepts(rules, pos, (const char *[2]){set, "rules=server"}, words))
        return advise(why, "server_rules");
    return false;
}
