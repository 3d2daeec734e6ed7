/* Requests of HTTP/1.1: the result is the same in one piece and in many, and reading is strict:
 * an accepted request cannot be read in another way. The first byte says how the rest is cut. */
#include "fuzz.h"
#include "laws.h"
#include "upgrade.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct result {
	int size, code;
	char head[HTTP_HEAD_MAX];
	struct request request;
};

static void read_in_pieces(const struct bytes *b, size_t piece, struct result *out)
{
	size_t seen = 0;

	memset(&out->request.http, 0, sizeof out->request.http);
	out->size = out->code = 0;
	for (size_t at = 0; at < b->left && out->size == 0;) {
		at = b->left - at > piece ? at + piece : b->left;
		out->size = http_find((const char *)b->at, at, &seen);
		law(seen <= at, "nothing is looked at that has not come", NULL);
	}
	if (out->size <= 0)
		return;
	law(out->size <= HTTP_HEAD_MAX, "a head is not too long", NULL);
	memcpy(out->head, b->at, (size_t)out->size);
	out->code = http_read(out->head, (size_t)out->size, &out->request.http);
}

static int count(const struct http *r, const char *name)
{
	int n = 0;

	for (int i = 0; i < r->fields; i++)
		n += strcasecmp(r->field[i].name, name) == 0;
	return n;
}

static void laws_of_request(const struct http *r)
{
	static const char *const single[] = {"Host", "Origin", "Cookie", "Content-Length"};

	law(r->path[0] == '/' || strcmp(r->path, "*") == 0, "a path is one", NULL);
	law(!strpbrk(r->path, " ?#\r\n"), "a path is nothing else", NULL);
	for (size_t i = 0; i < sizeof single / sizeof *single; i++)
		law(count(r, single[i]) <= 1, "one thing is said once", NULL);
	law(!r->minor || http_header(r, "Host"), "there is a host", NULL);
	for (int i = 0; i < r->fields; i++) {
		law(r->field[i].name[0] && !strpbrk(r->field[i].name, " \t:\r\n"),
		    "a name is a word", NULL);
		law(!strpbrk(r->field[i].value, "\r\n"), "a value is a line", NULL);
	}
	law(r->method == HTTP_OTHER || !http_header(r, "Transfer-Encoding"), "no body", NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct result whole, cut;
	struct bytes b = {data, size};
	size_t piece = take_byte(&b) % 64 + 1u;
	char text[UPGRADE_MAX];

	read_in_pieces(&b, b.left + 1, &whole);
	read_in_pieces(&b, piece, &cut);
	law(whole.size == cut.size && whole.code == cut.code, "pieces make no difference", NULL);
	if (whole.size <= 0)
		return 0;
	law(whole.request.http.fields == cut.request.http.fields, "nor to the fields", NULL);
	if (whole.code) {
		law(!whole.request.http.keep, "who is refused goes", NULL);
		return 0;
	}
	laws_of_request(&whole.request.http);
	if (!upgrade_refuse(&whole.request))
		law(upgrade_answer(&whole.request, text) < UPGRADE_MAX, "the answer fits", NULL);
	return 0;
}
