#ifndef WEB_WEB_H
#define WEB_WEB_H

/*
 * The page and its API (docs/web.md, section 3): HTTP on the server's own loop and thread, so that
 * nothing needs a lock.  Only reading the archive and packing files run on threads of their own.
 */

#include "base/err.h"
#include "server/server.h"

#include <uv.h>

enum { WEB_DEFAULT_PORT = 8050, WEB_ADDRESS_SIZE = 128, WEB_NETWORK_MAX = 8 };

/* What visitors without the owner's token may do. */
enum web_guests { GUESTS_WATCH, GUESTS_PLAY, GUESTS_OFF };
#define WEB_GUESTS_WORDS "watch, play, off"

struct web_config {
    uv_loop_t *loop;
    struct server *server; /* borrowed */
    const char *address;   /* "127.0.0.1" */
    int port;              /* 0: any free one */
    const char *data_dir;
    const char *store;   /* as in server.h */
    const char *proxies; /* addresses of our own proxies, "192.0.2.1,2001:db8::1"; NULL: none */
    const char *root; /* files of the page in this folder win over the built-in ones; NULL: none */
    const char *version;
    enum web_guests guests;
};

struct web;

/* NULL: cannot start, `why` says it. */
struct web *web_create(const struct web_config *config, struct err *why);
/* "http://127.0.0.1:8050/" */
int web_port(const struct web *web);
void web_address(const struct web *web, char address[WEB_ADDRESS_SIZE]);
bool web_guests_find(const char *word, enum web_guests *guests);
/* Can other machines reach the page? */
bool web_is_open(const struct web *web);
/* The addresses they may use, as web_address() writes them; answers how many there are. */
int web_network(const struct web *web, char found[WEB_NETWORK_MAX][WEB_ADDRESS_SIZE]);
/* The address of the server that works with this folder; false: it has no page. */
bool web_address_of_folder(const char *data_dir, char address[WEB_ADDRESS_SIZE]);
/* Before server_stop; the loop then has nothing more of it. */
void web_stop(struct web *web);
/* After the loop has ended. */
void web_destroy(struct web *web);

#endif
