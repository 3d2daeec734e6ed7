/* Proxies that may say for whom they ask (--trust-proxy). Nobody else is believed: a header is what
 * anybody writes. */
#ifndef PROXY_H
#define PROXY_H

#include "http.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { PROXIES_MAX = 16 };

struct proxies {
	struct {
		uint8_t address[16]; /* IPv4 as it is inside IPv6 */
		int bits;
	} network[PROXIES_MAX];
	int count;
};

/* Addresses or networks with commas between them, such as "127.0.0.1,10.0.0.0/8,fd00::/8". */
bool proxies_read(struct proxies *, const char *text);

bool proxies_trust(const struct proxies *, const struct sockaddr *);

/* Whose request it is that came from *from: of X-Forwarded-For, read from its end, the first
 * address that is no trusted proxy's; what is behind an unreadable one nobody vouches for. */
void proxies_follow(const struct proxies *, const struct http *, struct sockaddr_storage *from);

/* How a request came: nobody whom we believe says, or by http or https to the proxy
 * (X-Forwarded-Proto). */
enum via { VIA_ANY, VIA_HTTP, VIA_HTTPS };
enum via proxies_via(const struct http *);

#endif
