#include "page.h"

#include "assert.h"
#include "asset.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
	const char *name, *value;
} every_reply[] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
     "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Permissions-Policy", "camera=(), geolocation=(), microphone=()"},
};

static void say_always(struct request *r)
{
	for (size_t i = 0; i < sizeof every_reply / sizeof *every_reply; i++)
		request_say(r, every_reply[i].name, every_reply[i].value);
}

static void reply_text(struct request *r, int code, const char *text)
{
	request_say(r, "Content-Type", "text/plain; charset=utf-8");
	request_say(r, "Cache-Control", "no-store");
	say_always(r);
	request_reply(r, code, text, strlen(text));
}

static const struct asset *find(const char *path)
{
	for (int i = 0; i < asset_count; i++)
		if (strcmp(assets[i].path, path) == 0)
			return &assets[i];
	return NULL;
}

/* Whether the word is in the comma-separated list with a weight other than 0. */
static int accepts(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = list; p && *p;) {
		const char *end = p + strcspn(p, ",");
		while (p < end && isspace((unsigned char)*p))
			p++;
		if ((size_t)(end - p) >= len && strncasecmp(p, word, len) == 0 &&
		    !isalnum((unsigned char)p[len])) {
			const char *q = strstr(p, "q=");
			return !(q && q < end && strtod(q + 2, NULL) <= 0);
		}
		p = *end ? end + 1 : end;
	}
	return 0;
}

static enum coding choose(const struct asset *a, const char *accepted)
{
	if (!accepted)
		return PLAIN;
	if (a->body[BROTLI].bytes && accepts(accepted, "br"))
		return BROTLI;
	if (a->body[GZIP].bytes && accepts(accepted, "gzip"))
		return GZIP;
	return PLAIN;
}

static void reply_asset(struct request *r, const struct asset *a)
{
	static const char *const names[CODINGS] = {NULL, "gzip", "br"};
	static const char *const marks[CODINGS] = {"", "-g", "-b"};
	const char *known = request_header(r, "If-None-Match");
	enum coding c = choose(a, request_header(r, "Accept-Encoding"));
	char etag[40];

	/* Each coding has its own tag, because a cache holds one of them. */
	snprintf(etag, sizeof etag, "\"%s%s\"", a->etag, marks[c]);
	request_say(r, "ETag", etag);
	request_say(r, "Vary", "Accept-Encoding");
	request_say(r, "Cache-Control",
		    a->hashed ? "public, max-age=31536000, immutable" : "no-cache");
	if (known && (strstr(known, etag) || strcmp(known, "*") == 0)) {
		say_always(r);
		request_reply(r, 304, NULL, 0);
		return;
	}
	request_say(r, "Content-Type", a->type);
	if (names[c])
		request_say(r, "Content-Encoding", names[c]);
	say_always(r);
	request_reply(r, 200, (const char *)a->body[c].bytes, a->body[c].size);
}

void page_move(struct request *r, const char *base)
{
	char to[256];

	snprintf(to, sizeof to, "%s/", base);
	request_say(r, "Location", to);
	reply_text(r, 308, "The page is one slash on.\n");
}

void page_answer(struct request *r, const char *path)
{
	const struct asset *asset;

	if (r->http.method == HTTP_OTHER) {
		request_say(r, "Allow", "GET, HEAD");
		reply_text(r, 405, "Only GET and HEAD work here.\n");
		return;
	}
	if (strcmp(path, "/healthz") == 0) {
		reply_text(r, 200, "ok\n");
		return;
	}
	asset = find(strcmp(path, "/index.html") == 0 ? "/" : path);
	if (asset)
		reply_asset(r, asset);
	else
		reply_text(r, 404, "There is nothing here.\n");
}

int page_has(const char *path)
{
	return find(strcmp(path, "/index.html") == 0 ? "/" : path) != NULL;
}

void page_other(struct request *r, const struct asset *a)
{
	reply_asset(r, a);
}

void page_text(struct request *r, const char *type, const char *text)
{
	request_say(r, "Content-Type", type);
	request_say(r, "Cache-Control", "no-store");
	say_always(r);
	request_reply_copy(r, 200, text, strlen(text));
}

void page_plain(struct request *r, const char *text)
{
	reply_text(r, 200, text);
}

void page_refuse(struct request *r, int code, const char *why)
{
	reply_text(r, code, why);
}

void page_refusal(const char *why, char out[PAGE_REFUSAL_MAX])
{
	int len = snprintf(out, PAGE_REFUSAL_MAX,
			   "HTTP/1.1 503 Service Unavailable\r\n"
			   "Connection: close\r\n"
			   "Retry-After: 10\r\n"
			   "Cache-Control: no-store\r\n"
			   "Content-Type: text/plain; charset=utf-8\r\n"
			   "Content-Length: %zu\r\n",
			   strlen(why));

	for (size_t i = 0; i < sizeof every_reply / sizeof *every_reply; i++) {
		at_assert(len < PAGE_REFUSAL_MAX);
		len += snprintf(out + len, (size_t)(PAGE_REFUSAL_MAX - len), "%s: %s\r\n",
				every_reply[i].name, every_reply[i].value);
	}
	at_assert(len + 2 + (int)strlen(why) < PAGE_REFUSAL_MAX);
	snprintf(out + len, (size_t)(PAGE_REFUSAL_MAX - len), "\r\n%s", why);
}
