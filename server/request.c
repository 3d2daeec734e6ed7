#define _POSIX_C_SOURCE 200809L

#include "request.h"

#include "assert.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

void request_say(struct request *r, const char *name, const char *value)
{
	size_t room = sizeof r->said - r->said_len;
	int n = snprintf(r->said + r->said_len, room, "%s: %s\r\n", name, value);

	at_assert(n > 0 && (size_t)n < room); /* all that is said is ours, and short */
	r->said_len += (size_t)n;
}

/* RFC 9110, 6.6.1: a server with a clock sends Date. */
static void say_date(struct request *r)
{
	char date[40];
	time_t now = time(NULL);
	struct tm utc;

	if (gmtime_r(&now, &utc) && strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc))
		request_say(r, "Date", date);
}

static bool put_head(struct request *r, int code, size_t size)
{
	char length[24];

	snprintf(length, sizeof length, "%zu", size);
	if (code != 304)
		request_say(r, "Content-Length", length);
	say_date(r);
	if (!r->http.keep)
		request_say(r, "Connection", "close");
	evbuffer_add_printf(r->out, "HTTP/1.1 %d %s\r\n", code, http_reason(code));
	evbuffer_add(r->out, r->said, r->said_len);
	evbuffer_add(r->out, "\r\n", 2);
	return size > 0 && code != 304 && r->http.method != HTTP_HEAD;
}

void request_reply(struct request *r, int code, const char *body, size_t size)
{
	if (put_head(r, code, size))
		evbuffer_add_reference(r->out, body, size, NULL, NULL);
}

void request_reply_copy(struct request *r, int code, const char *body, size_t size)
{
	if (put_head(r, code, size))
		evbuffer_add(r->out, body, size);
}
