#include "proto/season.h"

/* What the seasons up to 2020 have in common. */
#define OLD_SEASONS                                                                                \
    .team = {"red", "blue"}, .move_request = "sc.framework.plugins.protocol.MoveRequest",          \
    .close = "sc.protocol.responses.CloseConnection", .original = "originalRequest",               \
    .closes_offender = true, .reserves_seats = true, .has_dummies = true, .names_unknown = true

/* What the seasons 2019 and 2020 have in common. */
#define MIDDLE_SEASONS                                                                             \
    OLD_SEASONS, .replay_root = "protocol", .not_your_turn = "It's not your turn yet.",            \
                 .not_requested = "We didn't request a data from you yet."

/* What the seasons since 2023 have in common. */
#define NEW_SEASONS                                                                                \
    .team = {"ONE", "TWO"}, .move_request = "moveRequest", .password = "password",                 \
    .original = "originalMessage", .replay_root = "protocol", .has_error_packet = true,            \
    .joins_at_once = true, .names_offender = true, .repeats_illegal = true,                        \
    .tells_how_left = true, .has_player_count = true, .has_entries = true,                         \
    .has_empty_reason = true, .shows_paused_state = true, .has_paused_flag = true,                 \
    .has_exceptions = true, .ends_silently = true,                                                 \
    .not_your_turn =                                                                               \
        "It's not your turn yet; expected: {expected}, got {sender} (msg was {move}).",            \
    .not_requested = "Move from {sender} has not been requested."

static const struct season seasons[SEASON_COUNT] = {
    [SEASON_2017] = {.year = "2017",
                     OLD_SEASONS,
                     .password = "passphrase",
                     .replay_root = "object-stream",
                     .tells_all_errors = true,
                     .names_offender = true,
                     .repeats_illegal = true,
                     .repeats_room = true,
                     .pauses_by_seat = true,
                     .shows_paused_state = true,
                     .has_paused_player = true,
                     .has_player_class = true,
                     .tells_violations_only = true,
                     .has_bare_replay = true},
    [SEASON_2019] = {.year = "2019", MIDDLE_SEASONS, .password = "passphrase"},
    [SEASON_2020] = {.year = "2020",
                     MIDDLE_SEASONS,
                     .password = "password",
                     .adds_empty_reason = true,
                     .repeats_illegal = true},
    [SEASON_2023] = {.year = "2023",
                     NEW_SEASONS,
                     .close = "sc.protocol.CloseConnection",
                     .tells_over = true},
    [SEASON_2024] = {.year = "2024",
                     NEW_SEASONS,
                     .close = "sc.protocol.CloseConnection",
                     .has_winner_reason = true},
    [SEASON_2026] = {.year = "2026", NEW_SEASONS, .close = "close", .has_winner_reason = true},
};

const struct season *season_at(enum season_id id) { return &seasons[id]; }
