#include "net/peer_user.h"

#include "net/address.h"

#include <errno.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

struct question {
    struct nlmsghdr head;
    struct inet_diag_req_v2 about;
};

/* A peer that has come by IPv4 to a socket of IPv6 has one of IPv4 itself. */
static bool is_four(const struct in6_addr *address) { return IN6_IS_ADDR_V4MAPPED(address); }

static void set_end(const struct sockaddr *end, __be16 *port, __be32 address[4])
{
    struct in6_addr whole = address_of_socket(end);

    /* The port is at the same place in both kinds. */
    *port = ((const struct sockaddr_in *)end)->sin_port;
    if (is_four(&whole))
        memcpy(address, &whole.s6_addr[12], 4);
    else
        memcpy(address, &whole, sizeof whole);
}

/* The kernel answers at once.  The peer's socket has our address as its destination. */
static bool ask(int line, const struct question *question, uid_t *user)
{
    _Alignas(struct nlmsghdr) char answer[1024];

    if (send(line, question, sizeof *question, 0) != (ssize_t)sizeof *question)
        return false;
    ssize_t len = recv(line, answer, sizeof answer, MSG_DONTWAIT);
    struct nlmsghdr *head = (struct nlmsghdr *)answer;
    if (len < (ssize_t)NLMSG_LENGTH(sizeof(struct nlmsgerr)))
        return false;
    if (head->nlmsg_type == SOCK_DIAG_BY_FAMILY) {
        const struct inet_diag_msg *found = NLMSG_DATA(head);
        *user = found->idiag_inode == 0 ? PEER_USER_GONE : found->idiag_uid;
        return true;
    }
    *user = PEER_USER_GONE;
    return head->nlmsg_type == NLMSG_ERROR &&
           ((const struct nlmsgerr *)NLMSG_DATA(head))->error == -ENOENT;
}

bool peer_user_find(const struct sockaddr *own, const struct sockaddr *peer, uid_t *user)
{
    struct in6_addr whole = address_of_socket(peer);
    struct question question = {
        .head = {.nlmsg_len = sizeof question,
                 .nlmsg_type = SOCK_DIAG_BY_FAMILY,
                 .nlmsg_flags = NLM_F_REQUEST},
        .about = {.sdiag_family = is_four(&whole) ? AF_INET : AF_INET6,
                  .sdiag_protocol = IPPROTO_TCP,
                  .idiag_states = UINT32_MAX,
                  .id = {.idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE}}}};
    struct inet_diag_sockid *id = &question.about.id;
    int line = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);

    if (line < 0)
        return false;
    set_end(peer, &id->idiag_sport, id->idiag_src);
    set_end(own, &id->idiag_dport, id->idiag_dst);
    bool is_found = ask(line, &question, user);
    close(line);
    return is_found;
}
