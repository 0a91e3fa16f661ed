#include "server/room_settings.h"

#include <assert.h>
#include <limits.h>

static void print_seat(const struct room_settings *settings, enum side side, struct buf *out)
{
    const struct room_limits *limits = &settings->seats[side].limits;

    buf_format(out, " %s=%d,%d,%d,%d", side_name(side), settings->seats[side].can_timeout,
               settings->seats[side].can_be_paused, limits->soft_ms, limits->hard_ms);
}

static const char *const offer_names[OFFER_KINDS] = {
    [OFFER_NONE] = "none", [OFFER_DRAW] = "draw", [OFFER_TAKE_BACK] = "takeback"};

void room_offer_json(const struct room_offer *offer, struct json *json)
{
    assert(offer->kind < OFFER_KINDS);
    if (offer->kind == OFFER_NONE) {
        json_nothing(json, "offer");
        return;
    }
    json_begin_object(json, "offer");
    json_text(json, "kind", offer_names[offer->kind]);
    json_text(json, "side", side_name(offer->side));
    json_end_object(json);
}

void room_settings_print(const struct room_settings *settings, struct buf *out)
{
    buf_format(out, "paused=%d logged=%d pace=%d", settings->is_paused, settings->is_logged,
               settings->move_pace_ms);
    for (enum side side = SIDE_RED; side < SIDE_NONE; side++)
        print_seat(settings, side, out);
    if (settings->offer.kind != OFFER_NONE)
        buf_format(out, " offer=%s,%s,%d", offer_names[settings->offer.kind],
                   side_name(settings->offer.side), settings->offer.ply);
}

/* The next number of a list that commas separate. */
static bool take_number(struct slice *list, int64_t max, int64_t *number)
{
    return slice_to_int64(slice_take_until(list, ','), number) && *number >= 0 && *number <= max;
}

static bool take_flag(struct slice *list, bool *flag)
{
    int64_t number;

    if (!take_number(list, 1, &number))
        return false;
    *flag = number == 1;
    return true;
}

static bool take_int(struct slice *list, int *value)
{
    int64_t number;

    if (!take_number(list, INT_MAX, &number))
        return false;
    *value = (int)number;
    return true;
}

static bool parse_seat(struct slice value, struct room_settings *settings, enum side side)
{
    struct room_limits *limits = &settings->seats[side].limits;

    return take_flag(&value, &settings->seats[side].can_timeout) &&
           take_flag(&value, &settings->seats[side].can_be_paused) &&
           take_int(&value, &limits->soft_ms) && take_int(&value, &limits->hard_ms);
}

static bool parse_offer(struct slice value, struct room_offer *offer)
{
    struct slice kind = slice_take_until(&value, ',');

    offer->kind = slice_is(kind, offer_names[OFFER_DRAW])        ? OFFER_DRAW
                  : slice_is(kind, offer_names[OFFER_TAKE_BACK]) ? OFFER_TAKE_BACK
                                                                 : OFFER_NONE;
    return offer->kind != OFFER_NONE && side_find(slice_take_until(&value, ','), &offer->side) &&
           take_int(&value, &offer->ply);
}

/* Words that only newer servers know are skipped. */
static bool parse_word(struct slice word, struct room_settings *settings)
{
    struct slice key = slice_take_until(&word, '=');
    enum side side;

    if (slice_is(key, "paused"))
        return take_flag(&word, &settings->is_paused);
    if (slice_is(key, "logged"))
        return take_flag(&word, &settings->is_logged);
    if (slice_is(key, "pace"))
        return take_int(&word, &settings->move_pace_ms);
    if (slice_is(key, "offer"))
        return parse_offer(word, &settings->offer);
    return side_find(key, &side) ? parse_seat(word, settings, side) : true;
}

bool room_settings_parse(struct slice text, struct room_settings *settings)
{
    while (text.len > 0) {
        if (!parse_word(slice_take_until(&text, ' '), settings))
            return false;
    }
    return true;
}
