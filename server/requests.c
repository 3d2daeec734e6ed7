/* Answers requests: WebSockets, the page's files, /healthz, /metrics and /legal. */
#include "serving.h"

#include "host.h"

#include <stdio.h>
#include <string.h>

/* Opens a WebSocket, or refuses it. */
static void answer_socket(struct client *c, struct request *r)
{
	const char *why = "There is no room for more.\n";
	int code = 503;

	if ((!c->proxied || client_follow(c, &r->http)) &&
	    host_answer(c->server->host, r, c->address,
			c->proxied ? proxies_via(&r->http) : VIA_ANY, &code, &why))
		c->state = CLIENT_IS_SOCKET;
	else
		page_refuse(r, code, why);
}

static void answer_metrics(struct server *s, struct request *r)
{
	struct host_connections connections = {.open = (uint64_t)s->client_count,
					       .made = s->made,
					       .refused = s->refused,
					       .slow = s->slow,
					       .memory_limit = s->options.memory};
	char text[HOST_METRICS_MAX];

	host_metrics(s->host, &connections, text, sizeof text);
	page_text(r, "text/plain; version=0.0.4; charset=utf-8", text);
}

static void answer_damaged(const struct server *s, struct request *r)
{
	char text[40];

	snprintf(text, sizeof text, "ok\ndamaged: %u\n", (unsigned)host_damaged(s->host));
	page_text(r, "text/plain; charset=utf-8", text);
}

/* The page always links here, even if there is no text. */
static void answer_legal(const struct server *s, struct request *r)
{
	page_plain(r, s->options.legal ? s->options.legal
				       : "Whoever runs this host has not said who they are.\n");
}

bool server_is_base(const char *base)
{
	static const char letters[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~./";
	size_t len = strlen(base);

	return len == 0 ||
	       (base[0] == '/' && base[len - 1] != '/' && len < SERVER_BASE_MAX &&
		strspn(base, letters) == len && !strstr(base, "//") && !strstr(base, "/."));
}

/* The path without the base; "": the base itself without a slash behind it. */
static const char *path_of(const struct server *s, const struct request *r)
{
	const char *path = r->http.path;
	size_t len = strlen(s->options.base);

	if (len && strncmp(path, s->options.base, len) == 0 && (!path[len] || path[len] == '/'))
		path += len;
	return path;
}

/* A file of a page that came from a node of another version. */
static const struct asset *other_version(struct server *s, const struct request *r,
					 const char *path)
{
	return s->host && r->http.method != HTTP_OTHER && !page_has(path)
		   ? host_page_file(s->host, path)
		   : NULL;
}

static void answer_here(struct client *c, struct request *r, const char *path)
{
	struct server *s = c->server;
	bool gets = r->http.method == HTTP_GET;
	const struct asset *other;

	if (s->host && strcmp(path, "/ws") == 0)
		answer_socket(c, r);
	else if (s->host && strcmp(path, "/healthz") == 0 && host_is_waiting(s->host))
		page_refuse(r, 503, "waiting for the database\n");
	else if (s->host && strcmp(path, "/healthz") == 0 && host_damaged(s->host))
		answer_damaged(s, r);
	else if (!*path)
		page_move(r, s->options.base);
	else if (s->host && s->options.metrics && gets && strcmp(path, "/metrics") == 0)
		answer_metrics(s, r);
	else if (s->host && gets && strcmp(path, "/legal") == 0)
		answer_legal(s, r);
	else if ((other = other_version(s, r, path)))
		page_other(r, other);
	else
		page_answer(r, path);
}

void request_answer(struct client *c, struct request *r)
{
	if (!c->metrics)
		answer_here(c, r, path_of(c->server, r));
	else if (r->http.method == HTTP_GET && strcmp(r->http.path, "/metrics") == 0)
		answer_metrics(c->server, r);
	else
		page_refuse(r, 404, "Only /metrics is here.\n");
}

void request_refuse(struct request *r, int code)
{
	static const struct {
		int code;
		const char *why;
	} reasons[] = {
	    {400, "This is no request of HTTP/1.1.\n"},
	    {414, "The address is too long.\n"},
	    {417, "Nothing but 100-continue can be expected here.\n"},
	    {431, "The headers are too long, or too many.\n"},
	    {501, "This method or coding is unknown here.\n"},
	    {505, "Only HTTP/1.1 and HTTP/1.0 are spoken here.\n"},
	};

	for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
		if (reasons[i].code == code)
			page_refuse(r, code, reasons[i].why);
}
