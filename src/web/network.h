#ifndef WEB_NETWORK_H
#define WEB_NETWORK_H

/* What others in the network may do here, and whether they reach the page. */

#include "web/internal.h"

/* "watch", "play" or "off" */
const char *guests_word(enum web_guests guests);
/* The page is offered at every address that this machine has in a network, by the owner's wish. */
bool network_open(struct web *web, struct err *why);
/* The same, and what has come from there is cut off. */
void network_close(struct web *web);
/* "network":[addresses], or null: the page is for this machine only. */
void network_json(const struct web *web, struct json *json);

#endif
