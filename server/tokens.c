/* Identification by a cookie with a token: 16 random bytes and 16 bytes of their HMAC with the
 * store's key. Any other token is accepted only if the store knows it, so old tokens stay valid,
 * and nobody can plant a token of their choice on somebody else. */
#include "tokens.h"

#include "basics.h"
#include "hmac.h"
#include "request.h"
#include "state.h"
#include "store.h"

#include <string.h>

enum { RANDOM_SIZE = 16 };

static void sign(const struct host *h, uint8_t token[AT_TOKEN_SIZE])
{
	uint8_t mac[AT_SHA256_SIZE];

	at_hmac(h->key, sizeof h->key, token, RANDOM_SIZE, mac);
	memcpy(token + RANDOM_SIZE, mac, AT_TOKEN_SIZE - RANDOM_SIZE);
}

static bool is_signed(const struct host *h, const uint8_t token[AT_TOKEN_SIZE])
{
	uint8_t own[AT_TOKEN_SIZE], differ = 0;

	memcpy(own, token, RANDOM_SIZE);
	sign(h, own);
	for (int i = RANDOM_SIZE; i < AT_TOKEN_SIZE; i++)
		differ |= (uint8_t)(own[i] ^ token[i]);
	return differ == 0;
}

/* AT_STORED: it is valid, and this is its hash. */
static enum at_stored look(const struct host *h, const uint8_t token[AT_TOKEN_SIZE],
			   uint8_t hash[AT_TOKEN_SIZE])
{
	struct at_guest known;

	at_sha256(token, AT_TOKEN_SIZE, hash);
	return is_signed(h, token) ? AT_STORED : at_store_token(h->store, hash, &known);
}

/* Finds a cookie "NAME=64 digits": the first with this name or, with is_part, with this prefix. */
static bool find(struct request *r, const char *name, bool is_part, uint8_t token[AT_TOKEN_SIZE])
{
	char text[2 * AT_TOKEN_SIZE + 1];
	size_t len = strlen(name);

	for (const char *at = request_header(r, "Cookie"); at && *at;
	     at += strcspn(at, ";"), at += strspn(at, "; ")) {
		const char *value = at + strcspn(at, "=;");
		if (strncmp(at, name, len) != 0 || *value != '=' ||
		    (!is_part && value != at + len) || strcspn(value + 1, "; ") != sizeof text - 1)
			continue;
		memcpy(text, value + 1, sizeof text - 1);
		text[sizeof text - 1] = '\0';
		if (host_hex(text, token, AT_TOKEN_SIZE))
			return true;
	}
	return false;
}

static void set(const struct host *h, struct request *r, enum via via, const char *name,
		const uint8_t token[AT_TOKEN_SIZE])
{
	struct at_text t;
	char line[512];

	at_text_init(&t, line, sizeof line);
	at_put(&t, "%s=", name);
	at_puthex(&t, token, AT_TOKEN_SIZE);
	at_put(&t, "; Path=%s/; Max-Age=31536000; HttpOnly; SameSite=Lax%s", h->options.base,
	       via == VIA_HTTPS ? "; Secure" : "");
	request_say(r, "Set-Cookie", line);
}

/* At the root of https the prefix of the name proves that no other host or path has set it. The
 * plain name is also read until 1.1. Nodes also read the cookie of an earlier host at this address,
 * whose name ended with its port. */
bool token_read(const struct host *h, struct request *r, enum via via, uint8_t hash[AT_TOKEN_SIZE])
{
	char safe[sizeof h->cookie + 8];
	bool is_safe = via == VIA_HTTPS && !*h->options.base;
	const char *names[] = {is_safe ? safe : NULL, h->cookie, h->shared ? "atoll_" : NULL};
	uint8_t token[AT_TOKEN_SIZE];
	struct at_text t;

	at_text_init(&t, safe, sizeof safe);
	at_put(&t, "__Host-%s", h->cookie);
	for (int i = 0; i < 3; i++) {
		if (!names[i] || !find(r, names[i], i == 2, token))
			continue;
		enum at_stored known = look(h, token, hash);
		if (known == AT_STORED && i != !is_safe)
			set(h, r, via, is_safe ? safe : h->cookie, token);
		if (known != AT_STORED_NONE)
			return known == AT_STORED;
	}
	host_random(token, RANDOM_SIZE);
	sign(h, token);
	at_sha256(token, sizeof token, hash);
	set(h, r, via, is_safe ? safe : h->cookie, token);
	return true;
}
