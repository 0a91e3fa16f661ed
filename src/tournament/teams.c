#include "tournament/teams.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "game/reason.h"
#include "match/runner.h"
#include "search/signature.h"
#include "server/limits.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_SIZE = 64 };

/* ---- teams ---- */

static void read_player(struct teams *teams, int team, struct store *registered,
                        const char *version)
{
    struct match_player *player = &teams->players[team];
    struct err why = {0};
    struct buf out;

    if (!match_player_read(player, teams->file->team[team].bot, registered, &why)) {
        buf_init(&out, teams->out[team], sizeof teams->out[team]);
        reason_print(teams->rules, &why, teams->lang, &out);
    }
    if (player->kind == MATCH_BUILTIN)
        snprintf(player->version, sizeof player->version, "%s", version);
    snprintf(player->name, sizeof player->name, "%s", teams->file->team[team].name);
}

static void make_digest(struct teams *teams)
{
    unsigned char hash[crypto_generichash_BYTES];
    char *text = memory_get(1, TOURNAMENT_TEXT_MAX);
    struct buf buf;

    buf_init(&buf, text, TOURNAMENT_TEXT_MAX);
    tournament_file_print(teams->file, &buf);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, buf.len, NULL, 0);
    sodium_bin2hex(teams->digest, sizeof teams->digest, hash, sizeof hash);
    free(text);
}

struct teams *teams_create(const struct tournament_file *file, struct store *registered,
                           const char *version, enum lang lang)
{
    struct teams *teams = memory_get(1, sizeof *teams);

    teams->file = file;
    teams->rules = game_find(slice_of(file->game));
    teams->lang = lang;
    teams->players = memory_get((size_t)file->team_count, sizeof *teams->players);
    teams->out = memory_get((size_t)file->team_count, sizeof *teams->out);
    search_signature(teams->rules, teams->signature);
    make_digest(teams);
    for (int team = 0; team < file->team_count; team++)
        read_player(teams, team, registered, version);
    return teams;
}

void teams_destroy(struct teams *teams)
{
    if (!teams)
        return;
    free(teams->players);
    free(teams->out);
    free(teams);
}

bool teams_needs_admission(const struct teams *teams, int team)
{
    return teams->file->admission && teams->players[team].kind == MATCH_PROGRAM &&
           !teams->out[team][0];
}

struct tournament *teams_tournament(const struct teams *teams)
{
    bool is_out[PLAN_TEAMS_MAX];

    for (int team = 0; team < teams->file->team_count; team++)
        is_out[team] = teams->out[team][0] != '\0';
    return tournament_create(teams->file, is_out);
}

/* ---- tests ---- */

static void begin_fixture(struct fixture *fixture, const struct teams *teams, int64_t seed)
{
    memset(fixture, 0, sizeof *fixture);
    fixture->match = (struct match){
        .rules = teams->rules,
        .lang = teams->lang,
        .seed = seed,
        .message_gap_ms = DEFAULT_MESSAGE_GAP_MS,
    };
}

/* The time of the file is the limit of programs; built-in players think as in any match without
 * one. */
static void end_fixture(struct fixture *fixture, const struct teams *teams, const char *kind,
                        const char *place)
{
    struct match *match = &fixture->match;
    struct queue_test *test = &fixture->test;
    char more[sizeof teams->digest + PLACE_SIZE];
    struct buf name;

    match_complete(match);
    match->has_time = true;
    match->time_ms = teams->file->time_ms;
    match->games = test->games;
    test->match = match_print(match);
    snprintf(test->kind, sizeof test->kind, "%s", kind);
    for (int seat = 0; seat < MATCH_SEATS; seat++) {
        if (match->players[seat].kind == MATCH_BUILTIN)
            memcpy(test->signature, teams->signature, sizeof test->signature);
    }
    buf_init(&name, test->name, sizeof test->name);
    buf_format(&name, "%s: %s - %s", teams->file->name, match->players[MATCH_A].name,
               match->players[MATCH_B].name);
    snprintf(more, sizeof more, "%s %s", teams->digest, place);
    runner_key(match, more, test->key);
}

void fixture_of_meeting(struct fixture *fixture, const struct teams *teams,
                        const struct tournament_meeting *meeting)
{
    char place[PLACE_SIZE];

    begin_fixture(fixture, teams, meeting->seed);
    fixture->match.players[MATCH_A] = teams->players[meeting->first];
    fixture->match.players[MATCH_B] = teams->players[meeting->second];
    fixture->test.games = meeting->games;
    snprintf(place, sizeof place, "meeting %d %d %d %d", meeting->stage, meeting->group,
             meeting->round, meeting->number);
    end_fixture(fixture, teams, "tournament", place);
}

void fixture_of_admission(struct fixture *fixture, const struct teams *teams, int team)
{
    struct match_player *random = &fixture->match.players[MATCH_B];
    uint64_t seed = rng_mix((uint64_t)teams->file->seed + rng_mix((uint64_t)team + 1));
    char place[PLACE_SIZE];

    begin_fixture(fixture, teams, rng_seed(seed));
    fixture->match.players[MATCH_A] = teams->players[team];
    match_player_read(random, "zufall", NULL, NULL);
    if (strcmp(random->name, teams->players[team].name) == 0)
        snprintf(random->name, sizeof random->name, "Zufall");
    fixture->test.games = TEAMS_ADMISSION_GAMES;
    snprintf(place, sizeof place, "admission %d", team);
    end_fixture(fixture, teams, "admission", place);
}

void fixture_finish(struct fixture *fixture)
{
    match_finish(&fixture->match);
    file_free(fixture->test.match);
    fixture->test.match = (struct slice){0};
}

/* ---- admission ---- */

void teams_add_admission_result(struct teams *teams, int team, const struct result *result)
{
    bool is_to_blame = result->offender == MATCH_A || result->offender == MATCH_SEATS;
    struct buf out;

    if (result->ending == ENDING_REGULAR || !is_to_blame || teams->out[team][0])
        return;
    buf_init(&out, teams->out[team], sizeof teams->out[team]);
    buf_format(&out, "%s: %s", ending_name(result->ending), result->why);
}
