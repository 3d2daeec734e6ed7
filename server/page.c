#include "page.h"

#include "assert.h"
#include "asset.h"

#include <ctype.h>
#include <event2/buffer.h>
#include <event2/keyvalq_struct.h>
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

static void say(struct evhttp_request *r, const char *name, const char *value)
{
	evhttp_add_header(evhttp_request_get_output_headers(r), name, value);
}

static void reply(struct evhttp_request *r, int code, const char *reason, const void *body,
		  size_t size)
{
	struct evbuffer *out = evbuffer_new();
	char length[24];

	snprintf(length, sizeof length, "%zu", size);
	if (code != HTTP_NOTMODIFIED)
		say(r, "Content-Length", length);
	for (size_t i = 0; i < sizeof every_reply / sizeof *every_reply; i++)
		say(r, every_reply[i].name, every_reply[i].value);
	if (out && size > 0 && evhttp_request_get_command(r) != EVHTTP_REQ_HEAD)
		evbuffer_add_reference(out, body, size, NULL, NULL);
	evhttp_send_reply(r, code, reason, out);
	if (out)
		evbuffer_free(out);
}

static void reply_text(struct evhttp_request *r, int code, const char *reason, const char *text)
{
	say(r, "Content-Type", "text/plain; charset=utf-8");
	say(r, "Cache-Control", "no-store");
	reply(r, code, reason, text, strlen(text));
}

static const struct asset *find(const char *path)
{
	for (int i = 0; i < asset_count; i++)
		if (strcmp(assets[i].path, path) == 0)
			return &assets[i];
	return NULL;
}

/* Is the word one of the comma-separated list, and not with a weight of 0? */
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

static void reply_asset(struct evhttp_request *r, const struct asset *a)
{
	static const char *const names[CODINGS] = {NULL, "gzip", "br"};
	static const char *const marks[CODINGS] = {"", "-g", "-b"};
	struct evkeyvalq *in = evhttp_request_get_input_headers(r);
	const char *known = evhttp_find_header(in, "If-None-Match");
	enum coding c = choose(a, evhttp_find_header(in, "Accept-Encoding"));
	char etag[40];

	/* Each coding has its own tag: what a cache holds is one of them. */
	snprintf(etag, sizeof etag, "\"%s%s\"", a->etag, marks[c]);
	say(r, "ETag", etag);
	say(r, "Vary", "Accept-Encoding");
	say(r, "Cache-Control", a->hashed ? "public, max-age=31536000, immutable" : "no-cache");
	if (known && (strstr(known, etag) || strcmp(known, "*") == 0)) {
		reply(r, HTTP_NOTMODIFIED, "Not Modified", NULL, 0);
		return;
	}
	say(r, "Content-Type", a->type);
	if (names[c])
		say(r, "Content-Encoding", names[c]);
	reply(r, HTTP_OK, "OK", a->body[c].bytes, a->body[c].size);
}

void page_move(struct evhttp_request *r, const char *base)
{
	char to[256];

	snprintf(to, sizeof to, "%s/", base);
	say(r, "Location", to);
	reply_text(r, 308, "Permanent Redirect", "The page is one slash on.\n");
}

void page_answer(struct evhttp_request *r, const char *path, int closing)
{
	enum evhttp_cmd_type command = evhttp_request_get_command(r);
	const struct asset *asset;

	if (closing)
		say(r, "Connection", "close");
	if (command != EVHTTP_REQ_GET && command != EVHTTP_REQ_HEAD) {
		say(r, "Allow", "GET, HEAD");
		reply_text(r, 405, "Method Not Allowed", "Only GET and HEAD work here.\n");
		return;
	}
	if (strcmp(path, "/healthz") == 0) {
		reply_text(r, HTTP_OK, "OK", "ok\n");
		return;
	}
	asset = find(strcmp(path, "/index.html") == 0 ? "/" : path);
	if (asset)
		reply_asset(r, asset);
	else
		reply_text(r, HTTP_NOTFOUND, "Not Found", "There is nothing here.\n");
}

int page_has(const char *path)
{
	return find(strcmp(path, "/index.html") == 0 ? "/" : path) != NULL;
}

void page_other(struct evhttp_request *r, const struct asset *a, int closing)
{
	if (closing)
		say(r, "Connection", "close");
	reply_asset(r, a);
}

void page_text(struct evhttp_request *r, const char *type, const char *text)
{
	struct evbuffer *out = evbuffer_new();

	say(r, "Content-Type", type);
	say(r, "Cache-Control", "no-store");
	for (size_t i = 0; i < sizeof every_reply / sizeof *every_reply; i++)
		say(r, every_reply[i].name, every_reply[i].value);
	if (out)
		evbuffer_add(out, text, strlen(text));
	evhttp_send_reply(r, HTTP_OK, "OK", out);
	if (out)
		evbuffer_free(out);
}

void page_refuse(struct evhttp_request *r, int code, const char *why)
{
	reply_text(r, code, "Refused", why);
}

void page_refusal(char out[PAGE_REFUSAL_MAX])
{
	static const char body[] = "Your address has too many connections here. Try again later.\n";
	int len = snprintf(out, PAGE_REFUSAL_MAX,
			   "HTTP/1.1 503 Service Unavailable\r\n"
			   "Connection: close\r\n"
			   "Retry-After: 10\r\n"
			   "Cache-Control: no-store\r\n"
			   "Content-Type: text/plain; charset=utf-8\r\n"
			   "Content-Length: %zu\r\n",
			   sizeof body - 1);

	for (size_t i = 0; i < sizeof every_reply / sizeof *every_reply; i++) {
		at_assert(len < PAGE_REFUSAL_MAX);
		len += snprintf(out + len, (size_t)(PAGE_REFUSAL_MAX - len), "%s: %s\r\n",
				every_reply[i].name, every_reply[i].value);
	}
	at_assert(len + 2 + (int)sizeof body <= PAGE_REFUSAL_MAX);
	snprintf(out + len, (size_t)(PAGE_REFUSAL_MAX - len), "\r\n%s", body);
}
