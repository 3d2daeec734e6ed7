#define _GNU_SOURCE

#include "addresses.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

static uint64_t eight_bytes(const uint8_t *bytes)
{
	uint64_t n = 0;

	for (int i = 0; i < 8; i++)
		n = n << 8 | bytes[i];
	return n;
}

/* The key of an address: the 32 bits of IPv4 (as IPv6 networks they would be in ::/64, which is not
 * used), or the network of IPv6. All link-local addresses share the network fe80::/64; for these it
 * is the end of the other half, with 0xfe80 in front, which no other network has. */
static uint64_t address_of(const struct sockaddr *from)
{
	const struct sockaddr_in *v4 = (const void *)from;
	const struct sockaddr_in6 *v6 = (const void *)from;

	if (from->sa_family == AF_INET)
		return ntohl(v4->sin_addr.s_addr);
	if (from->sa_family != AF_INET6)
		return 0;
	if (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr))
		return eight_bytes(v6->sin6_addr.s6_addr + 8) & UINT32_MAX;
	if (IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr))
		return UINT64_C(0xfe80) << 48 | eight_bytes(v6->sin6_addr.s6_addr + 8) << 16 >> 16;
	return eight_bytes(v6->sin6_addr.s6_addr);
}

/* Salted, so that nobody can choose addresses that fall into the same bucket. */
static struct address **bucket_of(struct addresses *p, uint64_t key)
{
	uint64_t h = (key ^ p->salt) * UINT64_C(0x9e3779b97f4a7c15);

	h = (h ^ h >> 32) * (p->salt | 1);
	return &p->bucket[(h ^ h >> 32) % ADDRESSES_BUCKETS];
}

void addresses_init(struct addresses *p)
{
	memset(p, 0, sizeof *p);
	if (getrandom(&p->salt, sizeof p->salt, 0) != (ssize_t)sizeof p->salt)
		p->salt = (uint64_t)(uintptr_t)p;
}

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* There is nothing to remember of it. */
static bool is_new(const struct address *address, int64_t now)
{
	bool full = address->commands.full <= now && address->spent.full <= now;

	for (int i = 0; i < BUDGETS; i++)
		full &= address->made[i].full <= now;
	return full;
}

static void forget_rested(struct addresses *p, struct address **at)
{
	int64_t now = now_us();

	while (*at) {
		struct address *address = *at;
		if (address->held == 0 && is_new(address, now)) {
			*at = address->next;
			free(address);
			p->resting--;
		} else {
			at = &address->next;
		}
	}
}

struct address *addresses_join(struct addresses *p, const struct sockaddr *from, int most)
{
	uint64_t key = address_of(from);
	struct address **bucket = bucket_of(p, key);
	struct address *address;

	forget_rested(p, bucket);
	address = *bucket;
	while (address && address->key != key)
		address = address->next;
	if (address && address->held >= most)
		return NULL;
	if (address && address->held == 0)
		p->resting--;
	if (!address) {
		address = calloc(1, sizeof *address);
		if (!address)
			return NULL;
		address->key = key;
		address->next = *bucket;
		*bucket = address;
	}
	address->held++;
	return address;
}

void addresses_leave(struct addresses *p, struct address *address)
{
	struct address **at = bucket_of(p, address->key);

	if (--address->held > 0)
		return;
	if (p->resting < ADDRESSES_RESTING && !is_new(address, now_us())) {
		p->resting++;
		return;
	}
	while (*at != address)
		at = &(*at)->next;
	*at = address->next;
	free(address);
}

void addresses_release(struct addresses *p)
{
	for (int i = 0; i < ADDRESSES_BUCKETS; i++)
		while (p->bucket[i]) {
			struct address *address = p->bucket[i];
			p->bucket[i] = address->next;
			free(address);
		}
}
