#include "http.h"

#include <string.h>
#include <strings.h>

#define DIGITS  "0123456789"
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/* RFC 9110, 5.6.2. */
static const char token[] = "!#$%&'*+-.^_`|~" DIGITS LETTERS;

enum {
	BAD = 400,
	LONG_LINE = 414,
	EXPECTATION = 417,
	LONG_HEAD = 431,
	UNKNOWN_METHOD = 501,
	UNKNOWN_VERSION = 505,
};

int http_find(const char *bytes, size_t size, size_t *seen)
{
	size_t i = *seen;

	for (; i < size && i < HTTP_HEAD_MAX; i++) {
		unsigned char c = (unsigned char)bytes[i];
		bool after_cr = i > 0 && bytes[i - 1] == '\r';
		if ((c == '\n') != after_cr || (c < ' ' && !strchr("\t\r\n", c)) || c == 0 ||
		    c == 0x7f)
			return -BAD;
		if (c == '\n' && i >= 3 && bytes[i - 2] == '\n')
			return (int)i + 1;
	}
	*seen = i;
	if (i < HTTP_HEAD_MAX)
		return 0;
	return memchr(bytes, '\n', i) ? -LONG_HEAD : -LONG_LINE;
}

/* --- the request line --- */

static bool read_method(const char *text, struct http *r)
{
	static const char *const others[] = {"POST",  "PUT",   "DELETE", "OPTIONS",
					     "PATCH", "TRACE", "CONNECT"};

	r->method = HTTP_OTHER;
	if (strcmp(text, "GET") == 0)
		r->method = HTTP_GET;
	if (strcmp(text, "HEAD") == 0)
		r->method = HTTP_HEAD;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcmp(text, others[i]) == 0)
			return true;
	return r->method != HTTP_OTHER;
}

/* Visible ASCII that is allowed in a path or query. A '%' must have two digits. */
static bool is_target(const char *text)
{
	for (const char *c = text; *c; c++) {
		if (*c <= ' ' || *c > '~' || strchr("\"#<>\\", *c))
			return false;
		if (*c == '%' && strspn(c + 1, DIGITS "abcdefABCDEF") < 2)
			return false;
	}
	return !strstr(text, "%00");
}

/* The part after the scheme of "http://HOST/PATH", the form for proxies; else NULL. */
static const char *skip_scheme(const char *target)
{
	if (strncasecmp(target, "http://", 7) == 0)
		return target + 7;
	return strncasecmp(target, "https://", 8) == 0 ? target + 8 : NULL;
}

/* Checks, after the fields, that a host in the target equals the Host field. */
static int read_target(char *target, const char *method, struct http *r)
{
	const char *host = http_header(r, "Host"), *authority = skip_scheme(target);
	char *query;

	r->path = "*";
	if (strcmp(method, "CONNECT") == 0 ||
	    (strcmp(method, "OPTIONS") == 0 && strcmp(target, "*") == 0))
		return 0;
	if (authority) {
		size_t len = strcspn(authority, "/?");
		if (!host || strlen(host) != len || strncasecmp(host, authority, len) != 0)
			return BAD;
		target += authority - target + (long)len;
	}
	if ((*target != '/' && !(authority && strchr("?", *target))) || !is_target(target))
		return BAD;
	query = strchr(target, '?');
	if (query)
		*query = '\0';
	r->path = *target ? target : "/";
	return 0;
}

/* --- fields --- */

/* Fields that may occur only once. */
static bool is_single(const char *name)
{
	static const char *const names[] = {"Host",
					    "Origin",
					    "Cookie",
					    "Content-Length",
					    "Transfer-Encoding",
					    "Expect",
					    "Upgrade",
					    "Sec-WebSocket-Key",
					    "Sec-WebSocket-Version"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasecmp(name, names[i]) == 0)
			return true;
	return false;
}

static int read_field(char *line, struct http *r)
{
	size_t name = strspn(line, token);
	char *value = line + name, *end;

	if (name == 0 || *value != ':') /* this includes folded lines */
		return BAD;
	*value++ = '\0';
	value += strspn(value, " \t");
	end = value + strlen(value);
	while (end > value && strchr(" \t", end[-1]))
		*--end = '\0';
	if (is_single(line) && http_header(r, line))
		return BAD;
	if (r->fields == HTTP_FIELDS_MAX)
		return LONG_HEAD;
	r->field[r->fields++] = (struct http_field){line, value};
	return 0;
}

/* A name or an address, with an optional port (RFC 3986, 3.2.2). */
static int check_host(const struct http *r)
{
	const char *host = http_header(r, "Host"), *port;

	if (!host)
		return r->minor ? BAD : 0;
	if (*host == '[') {
		port = host + 1 + strspn(host + 1, DIGITS LETTERS ":.-_~");
		if (*port++ != ']')
			return BAD;
	} else {
		port = host + strspn(host, DIGITS LETTERS "-._~%!$&'()*+,;=");
		if (port == host)
			return BAD;
	}
	return *port == '\0' || (*port == ':' && strspn(port + 1, DIGITS) == strlen(port + 1))
		   ? 0
		   : BAD;
}

/* Bodies are not supported: GET and HEAD must have none, and after any other request with a body
 * the connection is closed. */
static int check_body(struct http *r)
{
	const char *length = http_header(r, "Content-Length");
	const char *coding = http_header(r, "Transfer-Encoding");
	const char *expect = http_header(r, "Expect");
	bool body = coding || (length && strspn(length, "0") != strlen(length));

	if (length && (!*length || strspn(length, DIGITS) != strlen(length) || coding))
		return BAD;
	if (coding && (!r->minor || strcasecmp(coding, "chunked") != 0))
		return r->minor ? UNKNOWN_METHOD : BAD;
	if (body && r->method != HTTP_OTHER)
		return BAD;
	if (expect && strcasecmp(expect, "100-continue") != 0)
		return EXPECTATION;
	r->keep = r->minor && !body && !http_lists(r, "Connection", "close");
	return 0;
}

/* --- the whole --- */

/* The next line, terminated in place of its end. */
static char *next_line(char **at)
{
	char *line = *at, *end = strchr(line, '\r');

	*end = '\0';
	*at = end + 2;
	return line;
}

static int read_head(char *at, struct http *r)
{
	char *line, *target, *version, *method;
	int code;

	if (at[0] == '\r' && at[2] != '\r') /* RFC 9112, 2.2: one empty line before it */
		at += 2;
	method = next_line(&at);
	target = strchr(method, ' ');
	version = target ? strchr(target + 1, ' ') : NULL;
	if (!version || target == method || strspn(method, token) != (size_t)(target - method))
		return BAD;
	*target++ = *version++ = '\0';
	if (strncmp(version, "HTTP/", 5) != 0 || strlen(version) != 8 || version[6] != '.' ||
	    !strchr(DIGITS, version[5]) || !strchr(DIGITS, version[7]))
		return BAD;
	if (version[5] != '1')
		return UNKNOWN_VERSION;
	r->minor = version[7] != '0';
	while (*(line = next_line(&at)))
		if ((code = read_field(line, r)))
			return code;
	if ((code = check_host(r)) || (code = read_target(target, method, r)))
		return code;
	if (!read_method(method, r))
		return UNKNOWN_METHOD;
	return check_body(r);
}

int http_read(char *head, size_t size, struct http *r)
{
	int code;

	*r = (struct http){.path = "/", .method = HTTP_OTHER};
	head[size - 1] = '\0'; /* the last line is empty: its end is not needed whole */
	code = read_head(head, r);
	if (code)
		r->keep = false;
	return code;
}

const char *http_header(const struct http *r, const char *name)
{
	for (int i = 0; i < r->fields; i++)
		if (strcasecmp(r->field[i].name, name) == 0)
			return r->field[i].value;
	return NULL;
}

/* Whether this word is in a comma-separated list. */
static bool lists(const char *list, const char *word)
{
	size_t len = strlen(word);

	for (; *list; list += strcspn(list, ",") + (list[strcspn(list, ",")] != '\0')) {
		size_t n = strspn(list, " \t");
		if (strncasecmp(list + n, word, len) == 0 && strchr(" \t,", list[n + len]))
			return true;
	}
	return false;
}

bool http_lists(const struct http *r, const char *name, const char *word)
{
	for (int i = 0; i < r->fields; i++)
		if (strcasecmp(r->field[i].name, name) == 0 && lists(r->field[i].value, word))
			return true;
	return false;
}

const char *http_reason(int code)
{
	static const struct {
		int code;
		const char *reason;
	} known[] = {{101, "Switching Protocols"},
		     {200, "OK"},
		     {304, "Not Modified"},
		     {308, "Permanent Redirect"},
		     {BAD, "Bad Request"},
		     {403, "Forbidden"},
		     {404, "Not Found"},
		     {405, "Method Not Allowed"},
		     {LONG_LINE, "URI Too Long"},
		     {EXPECTATION, "Expectation Failed"},
		     {429, "Too Many Requests"},
		     {LONG_HEAD, "Request Header Fields Too Large"},
		     {UNKNOWN_METHOD, "Not Implemented"},
		     {503, "Service Unavailable"},
		     {UNKNOWN_VERSION, "HTTP Version Not Supported"}};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (known[i].code == code)
			return known[i].reason;
	return "Refused";
}
