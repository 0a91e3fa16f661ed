#include "proto/season.h"

#define OLD_REQUEST "sc.framework.plugins.protocol.MoveRequest"
#define OLD_CLOSE   "sc.protocol.responses.CloseConnection"

static const struct season seasons[SEASON_COUNT] = {
    [SEASON_2017] = {.year = "2017",
                     .team = {"red", "blue"},
                     .move_request = OLD_REQUEST,
                     .close = OLD_CLOSE,
                     .password = "passphrase",
                     .original = "originalRequest",
                     .closes_offender = true,
                     .tells_all_errors = true,
                     .shows_paused_state = true,
                     .has_paused_player = true,
                     .has_player_class = true,
                     .names_unknown = true},
    [SEASON_2019] = {.year = "2019",
                     .team = {"red", "blue"},
                     .move_request = OLD_REQUEST,
                     .close = OLD_CLOSE,
                     .password = "passphrase",
                     .original = "originalRequest",
                     .closes_offender = true,
                     .names_unknown = true},
    [SEASON_2020] = {.year = "2020",
                     .team = {"red", "blue"},
                     .move_request = OLD_REQUEST,
                     .close = OLD_CLOSE,
                     .password = "password",
                     .original = "originalRequest",
                     .closes_offender = true,
                     .names_unknown = true},
    [SEASON_2023] = {.year = "2023",
                     .team = {"ONE", "TWO"},
                     .move_request = "moveRequest",
                     .close = "sc.protocol.CloseConnection",
                     .password = "password",
                     .original = "originalMessage",
                     .has_error_packet = true,
                     .joins_at_once = true,
                     .has_player_count = true,
                     .has_entries = true,
                     .shows_paused_state = true,
                     .has_paused_flag = true},
};

const struct season *season_at(enum season_id id) { return &seasons[id]; }
