#include "proto/season.h"

/* What the seasons up to 2020 have in common. */
#define OLD_SEASONS                                                                                \
    .team = {"red", "blue"}, .move_request = "sc.framework.plugins.protocol.MoveRequest",          \
    .close = "sc.protocol.responses.CloseConnection", .original = "originalRequest",               \
    .closes_offender = true, .reserves_seats = true, .has_dummies = true, .names_unknown = true

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
                     .has_bare_replay = true},
    [SEASON_2019] = {.year = "2019",
                     OLD_SEASONS,
                     .password = "passphrase",
                     .replay_root = "protocol"},
    [SEASON_2020] = {.year = "2020",
                     OLD_SEASONS,
                     .password = "password",
                     .replay_root = "protocol",
                     .has_empty_reason = true,
                     .repeats_illegal = true},
    [SEASON_2023] = {.year = "2023",
                     .team = {"ONE", "TWO"},
                     .move_request = "moveRequest",
                     .close = "sc.protocol.CloseConnection",
                     .password = "password",
                     .original = "originalMessage",
                     .replay_root = "protocol",
                     .has_error_packet = true,
                     .joins_at_once = true,
                     .names_offender = true,
                     .repeats_illegal = true,
                     .tells_how_left = true,
                     .has_player_count = true,
                     .has_entries = true,
                     .has_empty_reason = true,
                     .shows_paused_state = true,
                     .has_paused_flag = true},
};

const struct season *season_at(enum season_id id) { return &seasons[id]; }
