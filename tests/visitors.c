/* Limits of addresses: which count together, what is refused, when it may come again. */

#include "server/visitors.h"
#include "server/limits.h"

#include "support.h"

#include <arpa/inet.h>
#include <stdio.h>

enum { SECOND_US = 1000 * 1000 };

static struct in6_addr read_address(const char *text)
{
    struct in6_addr address;

    assert_int_equal(inet_pton(AF_INET6, text, &address), 1);
    return address;
}

static struct visitor *enter(struct visitors *visitors, const char *text)
{
    struct in6_addr address = read_address(text);

    return visitors_enter(visitors, &address);
}

static int64_t refused(const struct visitors *visitors, enum visitor_kind kind)
{
    struct visitor_limit limit;

    visitors_limit(visitors, kind, &limit);
    return limit.refused;
}

static void test_who_counts_together(void **state)
{
    struct visitors *visitors = visitors_create();
    const struct visitor *four = enter(visitors, "::ffff:192.0.2.1");
    const struct visitor *six = enter(visitors, "2001:db8:0:1::1");

    (void)state;
    assert_ptr_equal(enter(visitors, "::ffff:192.0.2.1"), four);
    assert_ptr_not_equal(enter(visitors, "::ffff:192.0.2.2"), four);
    assert_ptr_equal(enter(visitors, "2001:db8:0:1:ffff::9"), six);
    assert_ptr_not_equal(enter(visitors, "2001:db8:0:2::1"), six);
    assert_false(four->is_loopback || six->is_loopback);
    assert_true(enter(visitors, "::1")->is_loopback);
    assert_true(enter(visitors, "::ffff:127.3.2.1")->is_loopback);
    visitors_destroy(visitors);
}

static void test_a_limit_holds_for_one_address(void **state)
{
    struct visitors *visitors = visitors_create();
    struct visitor *greedy = enter(visitors, "::ffff:192.0.2.1");
    struct visitor *other = enter(visitors, "::ffff:192.0.2.2");
    struct visitor *own = enter(visitors, "::ffff:127.0.0.1");

    (void)state;
    for (int i = 0; i < LIMIT_SESSIONS_PER_ADDRESS; i++)
        assert_true(visitor_take(greedy, VISITOR_CONNECTIONS));
    assert_false(visitor_take(greedy, VISITOR_CONNECTIONS));
    assert_true(visitor_take(greedy, VISITOR_SEATS));
    assert_true(visitor_take(other, VISITOR_CONNECTIONS));
    for (int i = 0; i < LIMIT_SESSIONS_PER_ADDRESS + 1; i++)
        assert_true(visitor_take(own, VISITOR_CONNECTIONS));
    assert_int_equal(refused(visitors, VISITOR_CONNECTIONS), 1);
    assert_int_equal(refused(visitors, VISITOR_SEATS), 0);
    assert_false(visitor_has_left(greedy, VISITOR_CONNECTIONS));
    visitor_give_back(greedy, VISITOR_CONNECTIONS, 1);
    assert_true(visitor_has_left(greedy, VISITOR_CONNECTIONS));
    assert_int_equal(greedy->counts[VISITOR_CONNECTIONS], LIMIT_SESSIONS_PER_ADDRESS - 1);
    assert_int_equal(refused(visitors, VISITOR_CONNECTIONS), 2);
    assert_true(visitor_take(greedy, VISITOR_CONNECTIONS));
    visitors_destroy(visitors);
}

static void test_requests_come_in_bursts_but_not_for_ever(void **state)
{
    struct visitors *visitors = visitors_create();
    struct visitor *visitor = enter(visitors, "::ffff:192.0.2.1");
    int64_t now_us = 5 * SECOND_US;

    (void)state;
    for (int i = 0; i < LIMIT_REQUESTS_PER_S * LIMIT_BURST_S; i++)
        assert_true(visitor_may_ask(visitor, VISITOR_REQUESTS, now_us));
    assert_false(visitor_may_ask(visitor, VISITOR_REQUESTS, now_us));
    now_us += SECOND_US;
    for (int i = 0; i < LIMIT_REQUESTS_PER_S; i++)
        assert_true(visitor_may_ask(visitor, VISITOR_REQUESTS, now_us));
    assert_false(visitor_may_ask(visitor, VISITOR_REQUESTS, now_us));
    assert_int_equal(refused(visitors, VISITOR_REQUESTS), 2);
    assert_true(visitor_may_ask(visitor, VISITOR_JOINS, now_us));
    /* Hanging up does not help: the address is remembered until all its requests are back. */
    visitors_leave(visitors, visitor);
    visitors_sweep(visitors, now_us + SECOND_US);
    assert_ptr_equal(enter(visitors, "::ffff:192.0.2.1"), visitor);
    visitors_destroy(visitors);
}

static void test_addresses_are_forgotten(void **state)
{
    struct visitors *visitors = visitors_create();
    struct visitor *first = NULL;
    char text[64];

    (void)state;
    for (int i = 0; i < LIMIT_VISITORS; i++) {
        snprintf(text, sizeof text, "2001:db8:%x:%x::1", i / 256, i % 256);
        struct visitor *visitor = enter(visitors, text);
        assert_non_null(visitor);
        first = first ? first : visitor;
    }
    assert_null(enter(visitors, "::ffff:192.0.2.1"));
    assert_int_equal(visitors_count(visitors), LIMIT_VISITORS);
    assert_int_equal(visitors_refused(visitors, TOTAL_ADDRESSES), 1);
    visitors_leave(visitors, first);
    visitors_sweep(visitors, 3600LL * SECOND_US);
    assert_non_null(enter(visitors, "::ffff:192.0.2.1"));
    assert_null(enter(visitors, "::ffff:192.0.2.2"));
    assert_non_null(enter(visitors, "::ffff:127.0.0.1"));
    visitors_destroy(visitors);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_counts_together),
        cmocka_unit_test(test_a_limit_holds_for_one_address),
        cmocka_unit_test(test_requests_come_in_bursts_but_not_for_ever),
        cmocka_unit_test(test_addresses_are_forgotten),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
