#include "store/store.h"

/* A record that grows ply by ply. */
struct loading {
    const struct game_rules *rules;
    struct record *record;
    struct position pos;
    struct err *why;
    bool is_broken;
};

static bool add_ply(void *context, const struct store_ply *ply)
{
    struct loading *loading = context;
    struct slice words = slice_of(ply->words);
    move_t move;

    loading->is_broken = true;
    if (ply->ply != loading->record->ply_count)
        return err_say(loading->why, "store_gap", "");
    if (loading->rules->read(&loading->pos, words, &move, loading->why) != VERDICT_LEGAL ||
        !record_add(loading->record, move, words, ply->time_ms, loading->why))
        return false;
    loading->is_broken = false;
    record_lag(loading->record, ply->lag_ms);
    game_play(loading->rules, &loading->pos, move);
    if (ply->hint[0])
        record_hint(loading->record, slice_of(ply->hint),
                    NULL); /* may be missing, a move may not */
    return true;
}

bool store_load_record(struct store *store, const struct store_game *game, struct record *record,
                       struct err *why)
{
    struct loading loading = {.rules = game_find(slice_of(game->game)), .record = record};

    loading.why = why;
    if (!loading.rules)
        return err_say(why, "record_game", game->game);
    if (!loading.rules->parse(slice_of(game->start), &loading.pos, why))
        return false;
    record_init(record, loading.rules, &loading.pos);
    record->has_seed = game->has_seed;
    record->seed = game->seed;
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        record_name(record, side, slice_of(game->names[side]));
    return store_load_plies(store, game->number, add_ply, &loading, why) && !loading.is_broken;
}
