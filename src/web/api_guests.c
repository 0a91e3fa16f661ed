/* What others in the network may do: the owner's switches. */

#include "web/events.h"
#include "web/internal.h"
#include "web/network.h"

#include <string.h>

static const char *const words[] = {
    [GUESTS_WATCH] = "watch", [GUESTS_PLAY] = "play", [GUESTS_OFF] = "off"};

const char *guests_word(enum web_guests guests) { return words[guests]; }

bool web_guests_find(const char *word, enum web_guests *guests)
{
    for (int i = GUESTS_WATCH; i <= GUESTS_OFF; i++) {
        if (strcmp(word, words[i]) == 0) {
            *guests = (enum web_guests)i;
            return true;
        }
    }
    return false;
}

static void answer_state(struct request *request)
{
    struct json *json = web_begin_json(request->web);

    json_begin_object(json, NULL);
    json_text(json, "guests", guests_word(request->web->guests));
    network_json(request->web, json);
    json_bool(json, "bound", web_is_open(request->web) && !request->web->network);
    json_end_object(json);
    answer_json(request, MHD_HTTP_OK, json->out);
}

/* POST /api/guests {mode} */
static void on_guests(struct request *request)
{
    struct err why = {0};
    const char *mode = body_text(body_whole(&request->body), "mode", "", &why);

    if (!mode || !web_guests_find(mode, &request->web->guests)) {
        refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "mode");
        return;
    }
    if (request->web->guests == GUESTS_OFF)
        events_end_visitors(request->web->events);
    answer_state(request);
}

/* POST /api/network {open} */
static void on_network(struct request *request)
{
    struct body_part body = body_whole(&request->body);
    struct web *web = request->web;
    struct err why = {0};
    bool is_wanted = false;

    if (!body_has(body, "open") || !body_bool(body, "open", &is_wanted, &why)) {
        refuse(request, MHD_HTTP_BAD_REQUEST, "bad_value", "open");
        return;
    }
    if (is_wanted && !network_open(web, &why)) {
        answer_refusal(request, MHD_HTTP_CONFLICT, NULL, &why);
        return;
    }
    if (!is_wanted && !web->network && web_is_open(web)) {
        refuse(request, MHD_HTTP_CONFLICT, "network_bound", "");
        return;
    }
    if (!is_wanted)
        network_close(web);
    answer_state(request);
}

const struct route guest_routes[] = {
    {"GET", "/api/network", RIGHT_OWNER, answer_state},
    {"POST", "/api/network", RIGHT_OWNER_LOCAL, on_network},
    {"POST", "/api/guests", RIGHT_OWNER, on_guests},
    {0},
};
