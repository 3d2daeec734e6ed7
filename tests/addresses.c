/* Which addresses share a limit on connections. */
#include "addresses.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <arpa/inet.h>
#include <cmocka.h>
#include <stdio.h>

static struct address *join(struct addresses *addresses, const char *address, int most)
{
	struct sockaddr_in v4 = {.sin_family = AF_INET};
	struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

	if (inet_pton(AF_INET, address, &v4.sin_addr) == 1)
		return addresses_join(addresses, (const struct sockaddr *)&v4, most);
	assert_int_equal(inet_pton(AF_INET6, address, &v6.sin6_addr), 1);
	return addresses_join(addresses, (const struct sockaddr *)&v6, most);
}

static bool are_one(const char *a, const char *b)
{
	struct addresses *addresses = test_malloc(sizeof *addresses);
	bool same;

	addresses_init(addresses);
	same = join(addresses, a, 9) == join(addresses, b, 9);
	addresses_release(addresses);
	test_free(addresses);
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
	struct addresses *addresses = test_malloc(sizeof *addresses);
	struct address *held[3];

	(void)unused;
	addresses_init(addresses);
	for (int i = 0; i < 3; i++)
		assert_non_null(held[i] = join(addresses, "192.0.2.1", 3));
	assert_null(join(addresses, "192.0.2.1", 3));
	assert_non_null(join(addresses, "192.0.2.2", 3));
	addresses_leave(addresses, held[0]);
	assert_non_null(join(addresses, "192.0.2.1", 3));
	assert_null(join(addresses, "192.0.2.1", 3));
	addresses_release(addresses);
	test_free(addresses);
}

static void many_come_and_go(void **unused)
{
	enum { MANY = 20000 };
	struct addresses *addresses = test_malloc(sizeof *addresses);
	struct address **held = test_calloc(MANY, sizeof(struct address *));
	char address[32];

	(void)unused;
	addresses_init(addresses);
	for (int i = 0; i < MANY; i++) {
		snprintf(address, sizeof address, "10.%d.%d.%d", i >> 16, i >> 8 & 255, i & 255);
		assert_non_null(held[i] = join(addresses, address, 1));
	}
	assert_null(join(addresses, "10.0.1.2", 1));
	for (int i = MANY - 1; i >= 0; i -= 2)
		addresses_leave(addresses, held[i]);
	for (int i = 0; i < MANY; i += 2)
		addresses_leave(addresses, held[i]);
	for (int i = 0; i < ADDRESSES_BUCKETS; i++)
		assert_null(addresses->bucket[i]);
	test_free(held);
	test_free(addresses);
}

/* Coming again does not refill an empty allowance. */
static void an_address_that_has_made_much_is_remembered(void **unused)
{
	enum { SOON = 1000000000 };
	struct addresses *addresses = test_malloc(sizeof *addresses);
	struct address *address;

	(void)unused;
	addresses_init(addresses);
	address = join(addresses, "192.0.2.1", 3);
	for (int i = 0; i < 5; i++)
		assert_true(bucket_take_each(&address->made[0], SOON * INT64_C(1000), 1000, 5));
	assert_false(bucket_take_each(&address->made[0], SOON * INT64_C(1000), 1000, 5));
	addresses_leave(addresses, address);
	assert_int_equal(addresses->resting, 1);
	address = join(addresses, "192.0.2.1", 3);
	assert_int_equal(addresses->resting, 0);
	assert_false(bucket_take_each(&address->made[0], SOON * INT64_C(1000), 1000, 5));
	assert_true(bucket_take_each(&address->made[0], SOON * INT64_C(1000) + 1000, 1000, 5));
	assert_true(bucket_take_each(&join(addresses, "192.0.2.2", 3)->made[0],
				     SOON * INT64_C(1000), 1000, 5));
	address->made[0].full = 0;
	addresses_leave(addresses, address);
	assert_int_equal(addresses->resting, 0);
	addresses_release(addresses);
	test_free(addresses);
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
