/* Trusted proxies, whose headers name the real client (--trust-proxy). From anybody else these
 * headers are ignored, because everybody can write them. */
#ifndef PROXY_H
#define PROXY_H

#include "http.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { PROXIES_MAX = 16 };

struct proxies {
	struct {
		uint8_t address[16]; /* IPv4 as mapped into IPv6 */
		int bits;
	} network[PROXIES_MAX];
	int count;
};

/* Reads addresses or networks separated by commas, such as "127.0.0.1,10.0.0.0/8,fd00::/8". */
bool proxies_read(struct proxies *, const char *text);

bool proxies_trust(const struct proxies *, const struct sockaddr *);

/* Replaces *from, where a request came from, by its client: the first address of X-Forwarded-For,
 * read from the end, that is not a trusted proxy. Addresses before an unreadable one are not
 * trusted. */
void proxies_follow(const struct proxies *, const struct http *, struct sockaddr_storage *from);

/* How a request reached a trusted proxy (X-Forwarded-Proto); VIA_ANY: there is no such information.
 */
enum via { VIA_ANY, VIA_HTTP, VIA_HTTPS };
enum via proxies_via(const struct http *);

#endif
