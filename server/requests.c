/* What is answered to a request: a socket, the page, and what whoever runs the host wants to know.
 */
#include "serving.h"

#include "host.h"
#include "page.h"

#include <string.h>

/* A socket from now on, or what is wrong with it. */
static void answer_socket(struct server *s, struct evhttp_request *r)
{
	struct client *c = client_of(s, r);
	const char *why = "There is no room for more.\n";
	int code = 503;

	if (c && c->peer && (!c->proxied || client_follow(s, c, r))) {
		c->is_socket = true;
		c->deadline = 0;
		if (host_answer(s->host, r, c->peer, c->proxied ? proxies_via(r) : VIA_ANY, &code,
				&why))
			return;
		c->is_socket = false;
	}
	s->answering = true;
	page_refuse(r, code, why);
	s->answering = false;
}

static void answer_metrics(struct server *s, struct evhttp_request *r)
{
	char text[HOST_METRICS_MAX];

	host_metrics(s->host, text, sizeof text);
	page_text(r, "text/plain; version=0.0.4; charset=utf-8", text);
}

/* The page leads here whether there is something to say or not. */
static void answer_legal(const struct server *s, struct evhttp_request *r)
{
	page_text(r, "text/plain; charset=utf-8",
		  s->options.legal ? s->options.legal
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

/* The path as if there were no base; "": the base itself, without the slash behind it. */
static const char *path_of(const struct server *s, struct evhttp_request *r)
{
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(r);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;
	size_t len = strlen(s->options.base);

	if (!path || !*path)
		return "/";
	if (len && strncmp(path, s->options.base, len) == 0 && (!path[len] || path[len] == '/'))
		path += len;
	return path;
}

/* What belongs to a page that came from a node of another version. */
static const struct asset *other_version(struct server *s, struct evhttp_request *r,
					 const char *path)
{
	enum evhttp_cmd_type command = evhttp_request_get_command(r);

	return s->host && (command == EVHTTP_REQ_GET || command == EVHTTP_REQ_HEAD) &&
		       !page_has(path)
		   ? host_page_file(s->host, path)
		   : NULL;
}

void request_answer(struct evhttp_request *r, void *arg)
{
	struct server *s = arg;
	const char *path = path_of(s, r);
	const struct asset *other;

	if (s->host && strcmp(path, "/ws") == 0) {
		answer_socket(s, r);
		return;
	}
	s->answering = true;
	if (s->host && strcmp(path, "/healthz") == 0 && host_is_waiting(s->host))
		page_refuse(r, 503, "waiting for the database\n");
	else if (!*path)
		page_move(r, s->options.base);
	else if (s->host && !s->metrics && strcmp(path, "/metrics") == 0 &&
		 evhttp_request_get_command(r) == EVHTTP_REQ_GET)
		answer_metrics(s, r);
	else if (s->host && strcmp(path, "/legal") == 0 &&
		 evhttp_request_get_command(r) == EVHTTP_REQ_GET)
		answer_legal(s, r);
	else if ((other = other_version(s, r, path)))
		page_other(r, other, s->stopping);
	else
		page_answer(r, path, s->stopping);
	s->answering = false;
}

void request_metrics(struct evhttp_request *r, void *arg)
{
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(r);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;

	if (path && strcmp(path, "/metrics") == 0)
		answer_metrics(arg, r);
	else
		page_refuse(r, 404, "Only /metrics is here.\n");
}
