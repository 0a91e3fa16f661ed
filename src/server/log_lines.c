#include "server/log_lines.h"

#include <stdio.h>

void log_lines_game_started(struct log *log, const struct store_game *game)
{
    struct log_line line;

    log_begin(&line, "game-started");
    log_int(&line, "number", game->number);
    log_text(&line, "room", game->id);
    log_text(&line, "type", game->game_type);
    log_text(&line, "red", game->names[SIDE_RED]);
    log_text(&line, "blue", game->names[SIDE_BLUE]);
    log_end(log, &line);
}

void log_lines_game_ended(struct log *log, const struct store_game *game)
{
    const struct outcome *outcome = &game->outcome;
    struct log_line line;

    log_begin(&line, "game-ended");
    log_int(&line, "number", game->number);
    log_text(&line, "winner", side_name(outcome->result.winner));
    log_text(&line, "red_cause", cause_name(outcome->cause[SIDE_RED]));
    log_text(&line, "blue_cause", cause_name(outcome->cause[SIDE_BLUE]));
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++) {
        if (outcome->cause[side] == CAUSE_RULE_VIOLATION)
            log_text(&line, side == SIDE_RED ? "red_reason" : "blue_reason", outcome->reason[side]);
    }
    log_end(log, &line);
}

void log_lines_game_resumed(struct log *log, const struct store_game *game, int plies)
{
    struct log_line line;

    log_begin(&line, "game-revived");
    log_int(&line, "number", game->number);
    log_text(&line, "room", game->id);
    log_int(&line, "plies", plies);
    log_end(log, &line);
}

static void add_position(struct log_line *line, const struct game_rules *rules,
                         const struct position *pos)
{
    char text[GAME_TEXT_MAX];
    struct buf buf;

    buf_init(&buf, text, sizeof text);
    rules->print(pos, &buf);
    log_text(line, "game", rules->name);
    log_text(line, "position", text);
}

void log_lines_house_fault(struct log *log, const struct room *room, const char *player,
                           const struct err *fault)
{
    struct log_line line;

    log_begin(&line, "house-fault");
    log_text(&line, "room", room->id);
    log_text(&line, "code", fault->code);
    log_text(&line, "player", player);
    add_position(&line, room->rules, &room->pos);
    log_end(log, &line);
}

void log_lines_clamped(struct log *log, const struct room *room, const struct position *pos,
                       uint64_t count)
{
    struct log_line line;

    log_begin(&line, "score-clamped");
    log_text(&line, "room", room->id);
    log_int(&line, "count", (int64_t)count);
    add_position(&line, room->rules, pos);
    log_end(log, &line);
}

void log_lines_write_event(struct log *log, const char *event, const char *key, const char *text)
{
    struct log_line line;

    log_begin(&line, event);
    if (key)
        log_text(&line, key, text);
    log_end(log, &line);
}

void log_lines_games_removed(struct log *log, int count)
{
    struct log_line line;

    log_begin(&line, "games-deleted");
    log_int(&line, "count", count);
    log_end(log, &line);
}

void log_lines_store_damaged(struct log *log, const struct err *why)
{
    char remedy[LOG_LINE_SIZE / 2];
    struct log_line line;

    snprintf(remedy, sizeof remedy,
             "stop the server, then: kielwasser store check --store %s; "
             "kielwasser store repair --store %s",
             why->details, why->details);
    log_begin(&line, "store-damaged");
    log_text(&line, "code", why->code);
    log_text(&line, "file", why->details);
    log_text(&line, "remedy", remedy);
    log_end(log, &line);
}
