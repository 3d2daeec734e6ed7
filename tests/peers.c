/* Whose connections are counted together. */
#include "peers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <stdio.h>

static struct peer *join(struct peers *peers, const char *address, int most)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

	if (inet_pton(AF_INET, address, &v4.sin_addr) == 1)
		return peers_join(peers, (const struct sockaddr *)&v4, most);
	assert_int_equal(inet_pton(AF_INET6, address, &v6.sin6_addr), 1);
	return peers_join(peers, (const struct sockaddr *)&v6, most);
}

static bool are_one(const char *a, const char *b)
{
	struct peers *peers = test_malloc(sizeof *peers);
	bool same;

	peers_init(peers);
	same = join(peers, a, 9) == join(peers, b, 9);
	peers_release(peers);
	test_free(peers);
	return same;
}

static void an_owner_is_one_address_or_one_network(void **unused)
{
	(void)unused;
	assert_true(are_one("192.0.2.1", "192.0.2.1"));
	assert_false(are_one("192.0.2.1", "192.0.2.2"));
	assert_true(are_one("192.0.2.1", "::ffff:192.0.2.1"));
	assert_false(are_one("::ffff:192.0.2.1", "::ffff:192.0.2.2"));
	assert_true(are_one("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"));
	assert_false(are_one("2001:db8:1:2::1", "2001:db8:1:3::1"));
	assert_true(are_one("::1", "::1"));
	assert_false(are_one("::1", "127.0.0.1"));
	assert_false(are_one("fe80::1", "fe80::2"));
	assert_false(are_one("fe80::211:22ff:fe33:4455", "fe80::211:22ff:fe33:4456"));
}

static void nobody_holds_more_than_the_most(void **unused)
{
	struct peers *peers = test_malloc(sizeof *peers);
	struct peer *held[3];

	(void)unused;
	peers_init(peers);
	for (int i = 0; i < 3; i++)
		assert_non_null(held[i] = join(peers, "192.0.2.1", 3));
	assert_null(join(peers, "192.0.2.1", 3));
	assert_non_null(join(peers, "192.0.2.2", 3));
	peers_leave(peers, held[0]);
	assert_non_null(join(peers, "192.0.2.1", 3));
	assert_null(join(peers, "192.0.2.1", 3));
	peers_release(peers);
	test_free(peers);
}

static void many_come_and_go(void **unused)
{
	enum { MANY = 20000 };
	struct peers *peers = test_malloc(sizeof *peers);
	struct peer **held = test_calloc(MANY, sizeof(struct peer *));
	char address[32];

	(void)unused;
	peers_init(peers);
	for (int i = 0; i < MANY; i++) {
		snprintf(address, sizeof address, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
		assert_non_null(held[i] = join(peers, address, 1));
	}
	assert_null(join(peers, "10.0.1.2", 1));
	for (int i = MANY - 1; i >= 0; i -= 2)
		peers_leave(peers, held[i]);
	for (int i = 0; i < MANY; i += 2)
		peers_leave(peers, held[i]);
	for (int i = 0; i < PEERS_BUCKETS; i++)
		assert_null(peers->bucket[i]);
	test_free(held);
	test_free(peers);
}

/* Coming again does not fill what was emptied. */
static void an_address_that_has_made_much_is_remembered(void **unused)
{
	enum { SOON = 1000000000 };
	struct peers *peers = test_malloc(sizeof *peers);
	struct peer *peer;

	(void)unused;
	peers_init(peers);
	peer = join(peers, "192.0.2.1", 3);
	for (int i = 0; i < 5; i++)
		assert_true(bucket_take_each(&peer->made[0], SOON * INT64_C(1000), 1000, 5));
	assert_false(bucket_take_each(&peer->made[0], SOON * INT64_C(1000), 1000, 5));
	peers_leave(peers, peer);
	assert_int_equal(peers->resting, 1);
	peer = join(peers, "192.0.2.1", 3);
	assert_int_equal(peers->resting, 0);
	assert_false(bucket_take_each(&peer->made[0], SOON * INT64_C(1000), 1000, 5));
	assert_true(bucket_take_each(&peer->made[0], SOON * INT64_C(1000) + 1000, 1000, 5));
	assert_true(
	    bucket_take_each(&join(peers, "192.0.2.2", 3)->made[0], SOON * INT64_C(1000), 1000, 5));
	peer->made[0].full = 0;
	peers_leave(peers, peer);
	assert_int_equal(peers->resting, 0);
	peers_release(peers);
	test_free(peers);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(an_owner_is_one_address_or_one_network),
	    cmocka_unit_test(nobody_holds_more_than_the_most),
	    cmocka_unit_test(many_come_and_go),
	    cmocka_unit_test(an_address_that_has_made_much_is_remembered),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
