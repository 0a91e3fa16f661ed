#include "web/client_address.h"

#include "net/address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* "192.0.2.7" or "2001:db8::7", also "192.0.2.7:80", "[2001:db8::7]" and "[2001:db8::7]:80". */
static bool read_address(struct slice text, struct in6_addr *address)
{
    char name[WEB_NAME_SIZE];
    struct sockaddr_in four = {.sin_family = AF_INET};

    text = slice_trim(text);
    if (slice_take(&text, "["))
        text = slice_take_until(&text, ']');
    else if (memchr(text.at, '.', text.len) && text.at[0] != ':')
        text = slice_take_until(&text, ':');
    if (text.len == 0 || text.len >= sizeof name)
        return false;
    buf_copy(name, sizeof name, text);
    if (inet_pton(AF_INET, name, &four.sin_addr) == 1) {
        *address = address_of_socket((const struct sockaddr *)&four);
        return true;
    }
    return inet_pton(AF_INET6, name, address) == 1;
}

void client_address_own_name(struct request *request, char name[WEB_NAME_SIZE])
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct sockaddr_storage own;
    socklen_t len = sizeof own;
    char text[INET6_ADDRSTRLEN] = "";

    name[0] = '\0';
    if (!info || getsockname(info->connect_fd, (struct sockaddr *)&own, &len) != 0)
        return;
    struct in6_addr address = address_of_socket((struct sockaddr *)&own);
    bool is_four = IN6_IS_ADDR_V4MAPPED(&address);
    inet_ntop(is_four ? AF_INET : AF_INET6, &address.s6_addr[is_four ? 12 : 0], text, sizeof text);
    snprintf(name, WEB_NAME_SIZE, is_four ? "%s" : "[%s]", text);
}

/* ---- proxies ---- */

bool client_address_read_proxies(struct web *web, const char *list, struct err *why)
{
    struct slice rest = slice_of(list ? list : "");

    while (rest.len > 0) {
        struct slice one = slice_take_until(&rest, ',');
        if (web->proxy_count == WEB_PROXIES_MAX ||
            !read_address(one, &web->proxies[web->proxy_count]))
            return err_setf(why, "bad_proxy", "%.*s", (int)one.len, one.at);
        web->proxy_count++;
    }
    return true;
}

bool client_address_is_proxy(const struct web *web, const struct in6_addr *address)
{
    for (int i = 0; i < web->proxy_count; i++) {
        if (memcmp(&web->proxies[i], address, sizeof *address) == 0)
            return true;
    }
    return false;
}

/* What proxies say in their headers. */
struct forwarding {
    bool is_there;
    const char *last; /* X-Forwarded-For of the last proxy, which adds it behind the others; NULL */
};

static enum MHD_Result note_header(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    static const char prefix[] = "X-Forwarded-";
    struct forwarding *forwarding = context;

    (void)kind;
    if (strncasecmp(name, prefix, sizeof prefix - 1) == 0 || strcasecmp(name, "Forwarded") == 0 ||
        strcasecmp(name, "X-Real-IP") == 0 || strcasecmp(name, "Via") == 0)
        forwarding->is_there = true;
    if (value && strcasecmp(name, "X-Forwarded-For") == 0)
        forwarding->last = value;
    return MHD_YES;
}

/* The last address of X-Forwarded-For is what our proxy has seen; the ones before it are what the
 * visitor claims.  What cannot be read counts for the proxy itself. */
static void take_forwarded_address(struct request *request, const char *last)
{
    const char *comma = last ? strrchr(last, ',') : NULL;

    if (last)
        read_address(slice_of(comma ? comma + 1 : last), &request->address);
}

void client_address_find(struct request *request)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);

    struct forwarding forwarding = {.is_there = false};

    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, note_header, &forwarding);
    request->address = address_of_socket(info->client_addr);
    request->is_behind_proxy = client_address_is_proxy(request->web, &request->address);
    request->is_forwarded = forwarding.is_there || request->is_behind_proxy;
    request->is_loopback = !request->is_forwarded && address_is_loopback(&request->address);
    if (request->is_behind_proxy)
        take_forwarded_address(request, forwarding.last);
}
