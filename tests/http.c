/* Requests of HTTP/1.1: which are read, which are refused and with which code, and that it is
 * the same however the bytes are cut into pieces. The table has the cases of request smuggling:
 * two programs in a row that would read them differently. */
#include "http.h"

#include "rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = HTTP_HEAD_MAX + 100 };

/* A literal with its length: it may contain NUL. */
#define TEXT(s) s, sizeof s - 1
#define HOST    "Host: a\r\n"
#define GET     "GET / HTTP/1.1\r\n" HOST

static const struct {
	int code; /* 0: it is read; -1: more bytes must come */
	const char *text;
	size_t size;
} table[] = {
    {0, TEXT(GET "\r\n")},
    {0, TEXT("\r\n" GET "\r\n")},
    {0, TEXT(GET "\r\nGET / HTTP/1.1\r\nHost: b\r\nHost: c\r\n\r\n")}, /* the second is another */
    {0, TEXT("GET /a?b=%20c HTTP/1.1\r\nhost:a:80\r\nX-Y:\t z \t\r\nEmpty:\r\n\r\n")},
    {0, TEXT("GET http://a/b HTTP/1.1\r\nHost: A\r\n\r\n")},
    {0, TEXT("GET / HTTP/1.0\r\n\r\n")},
    {0, TEXT("GET / HTTP/1.2\r\nHost: [::1]:8080\r\n\r\n")},
    {0, TEXT("GET / HTTP/1.1\r\nHost: a\r\nName: \xc3\xa9\r\n\r\n")},
    {0, TEXT("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")},
    {0, TEXT("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")},
    {0, TEXT("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")},
    {0, TEXT("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n")},
    {0, TEXT("CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n")},
    {0, TEXT(GET "X-Forwarded-For: 1\r\nX-Forwarded-For: 2\r\n\r\n")},
    {-1, TEXT("")},
    {-1, TEXT("GET / HTTP/1.1\r\nHost: a\r\n\r")},
    {-1, TEXT("GET / HTTP/1.1\r")},
    /* lines */
    {400, TEXT("\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\nHost: a\n\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost: a\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\r\nHost: a\r\n\r\n")},
    {400, TEXT(GET "X: a\0b\r\n\r\n")},
    {400, TEXT(GET "X\0: b\r\n\r\n")},
    {400, TEXT(GET "X: a\x01\r\n\r\n")},
    {400, TEXT(GET "X: a\x7f\r\n\r\n")},
    {400, TEXT("\x16\x03\x01\x02\x00\x01")},
    /* the request line */
    {400, TEXT("GET\r\n\r\n")},
    {400, TEXT("GET /\r\n\r\n")},
    {400, TEXT(" GET / HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET  / HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET /  HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET / HTTP/1.1 \r\n" HOST "\r\n")},
    {400, TEXT("GET\t/\tHTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET / http/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET / HTTP/1.10\r\n" HOST "\r\n")},
    {400, TEXT("GET / HTTP/11\r\n" HOST "\r\n")},
    {400, TEXT("GET a HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET * HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET /a#b HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET /a b HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET /\xc3\xa9 HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET /%00 HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET /%4 HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET /a\\..\\b HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET http://b/ HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET http://x@a/ HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET ftp://a/ HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("GET http:///a HTTP/1.1\r\n" HOST "\r\n")},
    {400, TEXT("G(T / HTTP/1.1\r\n" HOST "\r\n")},
    {501, TEXT("BREW / HTTP/1.1\r\n" HOST "\r\n")},
    {501, TEXT("get / HTTP/1.1\r\n" HOST "\r\n")},
    {505, TEXT("GET / HTTP/2.0\r\n" HOST "\r\n")},
    {505, TEXT("PRI * HTTP/2.0\r\n\r\n")},
    {505, TEXT("GET / HTTP/0.9\r\n" HOST "\r\n")},
    /* fields */
    {400, TEXT("GET / HTTP/1.1\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost:\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\nHost : a\r\n\r\n")},
    {400, TEXT("GET / HTTP/1.1\r\n Host: a\r\n\r\n")},
    {400, TEXT(GET "X: a\r\n b\r\n\r\n")},
    {400, TEXT(GET "X: a\r\n\tb\r\n\r\n")},
    {400, TEXT(GET "X: a\r\n \r\n\r\n")},
    {400, TEXT(GET "no colon\r\n\r\n")},
    {400, TEXT(GET ": empty\r\n\r\n")},
    {400, TEXT(GET "X Y: a\r\n\r\n")},
    {400, TEXT(GET "X(Y): a\r\n\r\n")},
    {400, TEXT(GET "Origin: http://a\r\nOrigin: http://a\r\n\r\n")},
    {400, TEXT(GET "Cookie: a=b\r\nCookie: a=c\r\n\r\n")},
    {400, TEXT(GET "Sec-WebSocket-Key: a\r\nSec-WebSocket-Key: b\r\n\r\n")},
    {417, TEXT(GET "Expect: gold\r\n\r\n")},
    /* bodies */
    {400, TEXT(GET "Content-Length: 5\r\n\r\nhello")},
    {400, TEXT(GET "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nContent-Length: 1\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\ncontent-length: 2\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length: 1, 1\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length: -1\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length: +1\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length: 0x1\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length: 1 1\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length:\r\n\r\n")},
    {400,
     TEXT("POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.0\r\n" HOST "Transfer-Encoding: chunked\r\n\r\n")},
    {400, TEXT("POST / HTTP/1.1\r\n" HOST
	       "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n")},
    {501, TEXT("POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: gzip, chunked\r\n\r\n")},
    {501, TEXT("POST / HTTP/1.1\r\n" HOST "Transfer-Encoding: xchunked\r\n\r\n")},
};

/* The result for bytes in pieces of at most this size. *size: of the head. */
static int read_bytes(const char *bytes, size_t len, char head[MOST], struct http *r, int *size,
		      uint32_t piece, struct at_rng *rng)
{
	size_t seen = 0;

	*r = (struct http){.path = "-"};
	*size = 0;
	for (size_t at = 0; at < len && *size == 0;) {
		at += 1 + at_rng_below(rng, piece);
		*size = http_find(bytes, at < len ? at : len, &seen);
	}
	if (*size <= 0)
		return *size ? -*size : -1;
	memcpy(head, bytes, (size_t)*size);
	return http_read(head, (size_t)*size, r);
}

static void requests_are_read_or_refused(void **state)
{
	static char head[MOST];
	struct at_rng rng;
	struct http r;
	int size, failed = 0;

	(void)state;
	at_rng_init(&rng, 1, 0);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		int code = read_bytes(table[i].text, table[i].size, head, &r, &size, MOST, &rng);
		if (code != table[i].code) {
			print_error("%d and not %d: %s\n", code, table[i].code, table[i].text);
			failed++;
		}
		if (code > 0)
			assert_false(r.keep);
		assert_true(code <= 0 || strcmp(http_reason(code), "Refused") != 0);
	}
	assert_int_equal(failed, 0);
}

static void what_is_read_is_what_was_sent(void **state)
{
	static const char text[] = "GET http://Play.example:80/a/b?c=d HTTP/1.1\r\n"
				   "host: play.example:80\r\nConnection: x , Upgrade\r\n"
				   "connection: keep-alive\r\nX:  a \t b \r\n\r\nmore";
	static char head[MOST];
	struct at_rng rng;
	struct http r;
	int size;

	(void)state;
	at_rng_init(&rng, 1, 0);
	assert_int_equal(read_bytes(text, sizeof text - 1, head, &r, &size, MOST, &rng), 0);
	assert_int_equal(size, sizeof text - 1 - 4);
	assert_int_equal(r.method, HTTP_GET);
	assert_string_equal(r.path, "/a/b");
	assert_int_equal(r.fields, 4);
	assert_string_equal(http_header(&r, "HOST"), "play.example:80");
	assert_string_equal(http_header(&r, "x"), "a \t b");
	assert_null(http_header(&r, "y"));
	assert_true(http_lists(&r, "Connection", "upgrade"));
	assert_true(http_lists(&r, "Connection", "keep-alive"));
	assert_false(http_lists(&r, "Connection", "up"));
	assert_false(http_lists(&r, "Connection", "close"));
	assert_true(r.keep);
}

static void the_connection_is_kept_where_both_mean_it(void **state)
{
	static const struct {
		bool keep;
		const char *text;
	} kept[] = {
	    {true, GET "\r\n"},
	    {true, GET "Connection: keep-alive\r\n\r\n"},
	    {false, GET "Connection: close\r\n\r\n"},
	    {false, GET "Connection: a, Close\r\n\r\n"},
	    {false, "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"},
	    {false, "POST / HTTP/1.1\r\n" HOST "Content-Length: 1\r\n\r\n"},
	    {true, "POST / HTTP/1.1\r\n" HOST "Content-Length: 0\r\n\r\n"},
	};
	static char head[MOST];
	struct at_rng rng;
	struct http r;
	int size;

	(void)state;
	at_rng_init(&rng, 1, 0);
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		assert_int_equal(
		    read_bytes(kept[i].text, strlen(kept[i].text), head, &r, &size, MOST, &rng), 0);
		assert_int_equal(r.keep, kept[i].keep);
	}
}

static int read_long(const char *begin, size_t size, const char *end)
{
	static char bytes[2 * MOST], head[MOST];
	struct at_rng rng;
	struct http r;
	int found;

	at_rng_init(&rng, 1, 0);
	memset(bytes, 'a', sizeof bytes);
	memcpy(bytes, begin, strlen(begin));
	memcpy(bytes + size - strlen(end), end, strlen(end));
	return read_bytes(bytes, size, head, &r, &found, 5000, &rng);
}

static void long_requests_are_refused(void **state)
{
	char many[HTTP_FIELDS_MAX * 6 + 100] = GET, head[MOST];
	size_t len = strlen(many);
	struct at_rng rng;
	struct http r;
	int size;

	(void)state;
	assert_int_equal(read_long(GET "X: ", HTTP_HEAD_MAX, "\r\n\r\n"), 0);
	assert_int_equal(read_long(GET "X: ", HTTP_HEAD_MAX + 1, "\r\n\r\n"), 431);
	assert_int_equal(read_long(GET, HTTP_HEAD_MAX, ""), 431);
	assert_int_equal(read_long(GET, HTTP_HEAD_MAX - 1, ""), -1);
	assert_int_equal(read_long("GET /", HTTP_HEAD_MAX, ""), 414);
	at_rng_init(&rng, 1, 0);
	for (int i = 1; i <= HTTP_FIELDS_MAX; i++, len += 6) {
		memcpy(many + len, "X: y\r\n\r\n", 8);
		assert_int_equal(read_bytes(many, len + 8, head, &r, &size, 50, &rng),
				 i < HTTP_FIELDS_MAX ? 0 : 431);
	}
}

/* Requests with small faults, cut into pieces of all sizes. */
static void pieces_make_no_difference(void **state)
{
	static char bytes[MOST], heads[2][MOST];
	static struct http r[2];
	struct at_rng rng;
	int size[2], code[2], read = 0;

	(void)state;
	at_rng_init(&rng, 2, 0);
	for (int i = 0; i < 20000; i++) {
		size_t n = at_rng_below(&rng, sizeof table / sizeof *table), len = table[n].size;
		memcpy(bytes, table[n].text, len);
		for (uint32_t k = at_rng_below(&rng, 3); len && k-- > 0;)
			bytes[at_rng_below(&rng, (uint32_t)len)] =
			    "\r\n \t:\0/aA%"[at_rng_below(&rng, 10)];
		code[0] = read_bytes(bytes, len, heads[0], &r[0], &size[0], MOST, &rng);
		code[1] = read_bytes(bytes, len, heads[1], &r[1], &size[1], 1 + i % 9, &rng);
		assert_int_equal(code[0], code[1]);
		assert_int_equal(size[0], size[1]);
		assert_string_equal(r[0].path, r[1].path);
		assert_int_equal(r[0].fields, r[1].fields);
		for (int k = 0; k < r[0].fields; k++)
			assert_string_equal(r[0].field[k].value, r[1].field[k].value);
		read += code[0] == 0;
	}
	assert_in_range(read, 1000, 10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(requests_are_read_or_refused),
	    cmocka_unit_test(what_is_read_is_what_was_sent),
	    cmocka_unit_test(the_connection_is_kept_where_both_mean_it),
	    cmocka_unit_test(long_requests_are_refused),
	    cmocka_unit_test(pieces_make_no_difference),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
