#include "proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { ADDRESS_TEXT = 64 };

static const uint8_t mapped[12] = {[10] = 0xff, 0xff};

/* Parses an address to the sixteen bytes of IPv6; *bits: the length of its own kind. */
static bool read_address(const char *text, uint8_t out[16], int *bits)
{
	memcpy(out, mapped, sizeof mapped);
	*bits = 32;
	if (inet_pton(AF_INET, text, out + 12) == 1)
		return true;
	*bits = 128;
	return inet_pton(AF_INET6, text, out) == 1;
}

static bool bytes_of(const struct sockaddr *from, uint8_t out[16])
{
	memcpy(out, mapped, sizeof mapped);
	if (from->sa_family == AF_INET)
		memcpy(out + 12, &((const struct sockaddr_in *)(const void *)from)->sin_addr, 4);
	else if (from->sa_family == AF_INET6)
		memcpy(out, &((const struct sockaddr_in6 *)(const void *)from)->sin6_addr, 16);
	else
		return false;
	return true;
}

/* --- whom to believe --- */

static bool read_network(const char *text, size_t len, uint8_t address[16], int *bits)
{
	char part[ADDRESS_TEXT], *slash;
	long written;

	if (len == 0 || len >= sizeof part)
		return false;
	memcpy(part, text, len);
	part[len] = '\0';
	slash = strchr(part, '/');
	if (slash)
		*slash++ = '\0';
	if (!read_address(part, address, bits))
		return false;
	if (slash && (!*slash || strspn(slash, "0123456789") != strlen(slash)))
		return false;
	written = slash ? strtol(slash, NULL, 10) : *bits;
	if (written > *bits)
		return false;
	*bits = (int)written + 128 - *bits;
	return true;
}

bool proxies_read(struct proxies *p, const char *text)
{
	memset(p, 0, sizeof *p);
	for (;;) {
		size_t len = strcspn(text, ",");
		if (p->count == PROXIES_MAX ||
		    !read_network(text, len, p->network[p->count].address,
				  &p->network[p->count].bits))
			return false;
		p->count++;
		if (!text[len])
			return true;
		text += len + 1;
	}
}

static bool begins_alike(const uint8_t *a, const uint8_t *b, int bits)
{
	int whole = bits / 8, rest = bits % 8;

	return memcmp(a, b, (size_t)whole) == 0 &&
	       (rest == 0 || (a[whole] ^ b[whole]) >> (8 - rest) == 0);
}

static bool trusts(const struct proxies *p, const uint8_t address[16])
{
	for (int i = 0; i < p->count; i++)
		if (begins_alike(p->network[i].address, address, p->network[i].bits))
			return true;
	return false;
}

bool proxies_trust(const struct proxies *p, const struct sockaddr *from)
{
	uint8_t address[16];

	return bytes_of(from, address) && trusts(p, address);
}

/* --- for whom they ask --- */

/* Removes the port that some proxies add, and brackets. */
static bool read_hop(const char *text, size_t len, uint8_t out[16])
{
	char part[ADDRESS_TEXT], *at = part, *end;
	int bits;

	while (len && (*text == ' ' || *text == '\t')) {
		text++;
		len--;
	}
	while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	if (len >= sizeof part)
		return false;
	memcpy(part, text, len);
	part[len] = '\0';
	end = strchr(part, ':');
	if (*at == '[') {
		end = strchr(++at, ']');
		if (!end)
			return false;
		*end = '\0';
	} else if (end && strchr(part, '.') && !strchr(end + 1, ':')) {
		*end = '\0';
	}
	return read_address(at, out, &bits);
}

/* Takes the last element off a list of *len bytes; false if there is none. */
static bool last_part(const char *list, size_t *len, const char **part, size_t *size)
{
	size_t at = *len;

	if (at == SIZE_MAX)
		return false;
	while (at > 0 && list[at - 1] != ',')
		at--;
	*part = list + at;
	*size = *len - at;
	*len = at ? at - 1 : SIZE_MAX;
	return true;
}

void proxies_follow(const struct proxies *p, const struct http *r, struct sockaddr_storage *from)
{
	struct sockaddr_in6 *out = (void *)from;
	uint8_t address[16], hop[16];
	bool readable = true;

	if (!bytes_of((const struct sockaddr *)from, address))
		return;
	for (int i = r->fields - 1; i >= 0; i--) {
		const char *list = r->field[i].value, *part;
		size_t len = strlen(list), size;
		if (strcasecmp(r->field[i].name, "X-Forwarded-For") != 0)
			continue;
		while (readable && trusts(p, address) && last_part(list, &len, &part, &size)) {
			readable = read_hop(part, size, hop);
			if (readable)
				memcpy(address, hop, sizeof address);
		}
	}
	memset(from, 0, sizeof *from);
	out->sin6_family = AF_INET6;
	memcpy(&out->sin6_addr, address, sizeof address);
}

enum via proxies_via(const struct http *r)
{
	enum via via = VIA_ANY;

	for (int i = 0; i < r->fields; i++) {
		const char *last = r->field[i].value;
		if (strcasecmp(r->field[i].name, "X-Forwarded-Proto") != 0)
			continue;
		if (strrchr(last, ','))
			last = strrchr(last, ',') + 1;
		last += strspn(last, " \t");
		via = strncasecmp(last, "https", 5) == 0 ? VIA_HTTPS : VIA_HTTP;
	}
	return via;
}
