#include "arena/squad.h"

#include "arena/shift.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/rng.h"
#include "game/reason.h"
#include "search/signature.h"
#include "server/limits.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEED_SHIFT = 16 /* 48 bits: a number that every JSON reader keeps */, PLACE_SIZE = 64 };

/* ---- teams ---- */

static void read_player(struct squad *squad, int team, struct store *roster, const char *version)
{
    struct arena_player *player = &squad->players[team];
    struct err why = {0};
    struct buf out;

    if (!arena_player_read(player, squad->file->team[team].bot, roster, &why)) {
        buf_init(&out, squad->out[team], sizeof squad->out[team]);
        reason_print(squad->rules, &why, squad->lang, &out);
    }
    if (player->kind == ARENA_BUILTIN)
        snprintf(player->version, sizeof player->version, "%s", version);
    snprintf(player->name, sizeof player->name, "%s", squad->file->team[team].name);
}

static void make_digest(struct squad *squad)
{
    unsigned char hash[crypto_generichash_BYTES];
    char *text = memory_get(1, TOURNAMENT_TEXT_MAX);
    struct buf buf;

    buf_init(&buf, text, TOURNAMENT_TEXT_MAX);
    tournament_file_print(squad->file, &buf);
    crypto_generichash(hash, sizeof hash, (const unsigned char *)text, buf.len, NULL, 0);
    sodium_bin2hex(squad->digest, sizeof squad->digest, hash, sizeof hash);
    free(text);
}

struct squad *squad_create(const struct tournament_file *file, struct store *roster,
                           const char *version, enum lang lang)
{
    struct squad *squad = memory_get(1, sizeof *squad);

    squad->file = file;
    squad->rules = game_find(slice_of(file->game));
    squad->lang = lang;
    squad->players = memory_get((size_t)file->team_count, sizeof *squad->players);
    squad->out = memory_get((size_t)file->team_count, sizeof *squad->out);
    search_signature(squad->rules, squad->signature);
    make_digest(squad);
    for (int team = 0; team < file->team_count; team++)
        read_player(squad, team, roster, version);
    return squad;
}

void squad_destroy(struct squad *squad)
{
    if (!squad)
        return;
    free(squad->players);
    free(squad->out);
    free(squad);
}

bool squad_needs_admission(const struct squad *squad, int team)
{
    return squad->file->admission && squad->players[team].kind == ARENA_PROGRAM &&
           !squad->out[team][0];
}

void squad_list_out(const struct squad *squad, bool is_out[])
{
    for (int team = 0; team < squad->file->team_count; team++)
        is_out[team] = squad->out[team][0] != '\0';
}

bool squad_resolve(void *context, const char *name, struct arena_player *player, struct err *why)
{
    const struct squad *squad = context;

    for (int team = 0; team < squad->file->team_count; team++) {
        const struct arena_player *own = &squad->players[team];
        if (own->kind != player->kind || strcmp(own->name, name) != 0)
            continue;
        memcpy(player->command, own->command, sizeof player->command);
        memcpy(player->folder, own->folder, sizeof player->folder);
        return true;
    }
    return err_say(why, "bot_unknown", name);
}

/* ---- tests ---- */

static void begin_fixture(struct fixture *fixture, const struct squad *squad, int64_t seed)
{
    memset(fixture, 0, sizeof *fixture);
    fixture->terms = (struct terms){
        .rules = squad->rules,
        .lang = squad->lang,
        .seed = seed,
        .pace_ms = DEFAULT_PACE_MS,
    };
}

/* The time of the file is the limit of programs; built-in players think as in any match without one. */
static void end_fixture(struct fixture *fixture, const struct squad *squad, const char *kind,
                        const char *place)
{
    struct terms *terms = &fixture->terms;
    struct queue_test *test = &fixture->test;
    char more[sizeof squad->digest + PLACE_SIZE];
    struct buf name;

    terms_complete(terms);
    terms->has_time = true;
    terms->time_ms = squad->file->time_ms;
    terms->games = test->games;
    test->terms = terms_print(terms);
    snprintf(test->kind, sizeof test->kind, "%s", kind);
    for (int seat = 0; seat < ARENA_SEATS; seat++) {
        if (terms->players[seat].kind == ARENA_BUILTIN)
            memcpy(test->signature, squad->signature, sizeof test->signature);
    }
    buf_init(&name, test->name, sizeof test->name);
    buf_format(&name, "%s: %s - %s", squad->file->name, terms->players[ARENA_A].name,
               terms->players[ARENA_B].name);
    snprintf(more, sizeof more, "%s %s", squad->digest, place);
    shift_key(terms, more, test->key);
}

void fixture_of_meeting(struct fixture *fixture, const struct squad *squad,
                        const struct season_meeting *meeting)
{
    char place[PLACE_SIZE];

    begin_fixture(fixture, squad, meeting->seed);
    fixture->terms.players[ARENA_A] = squad->players[meeting->first];
    fixture->terms.players[ARENA_B] = squad->players[meeting->second];
    fixture->test.games = meeting->games;
    snprintf(place, sizeof place, "meeting %d %d %d %d", meeting->stage, meeting->group,
             meeting->round, meeting->number);
    end_fixture(fixture, squad, "tournament", place);
}

void fixture_of_admission(struct fixture *fixture, const struct squad *squad, int team)
{
    struct arena_player *random = &fixture->terms.players[ARENA_B];
    uint64_t seed = rng_mix((uint64_t)squad->file->seed + rng_mix((uint64_t)team + 1));
    char place[PLACE_SIZE];

    begin_fixture(fixture, squad, (int64_t)(seed >> SEED_SHIFT));
    fixture->terms.players[ARENA_A] = squad->players[team];
    arena_player_read(random, "zufall", NULL, NULL);
    if (strcmp(random->name, squad->players[team].name) == 0)
        snprintf(random->name, sizeof random->name, "Zufall");
    fixture->test.games = SQUAD_ADMISSION_GAMES;
    snprintf(place, sizeof place, "admission %d", team);
    end_fixture(fixture, squad, "admission", place);
}

void fixture_finish(struct fixture *fixture)
{
    terms_finish(&fixture->terms);
    file_free(fixture->test.terms);
    fixture->test.terms = (struct slice){0};
}

/* ---- admission ---- */

void squad_admit(struct squad *squad, int team, const struct note *note)
{
    bool is_to_blame = note->offender == ARENA_A || note->offender == ARENA_SEATS;
    struct buf out;

    if (note->ending == ENDING_REGULAR || !is_to_blame || squad->out[team][0])
        return;
    buf_init(&out, squad->out[team], sizeof squad->out[team]);
    buf_format(&out, "%s: %s", ending_name(note->ending), note->why);
}
