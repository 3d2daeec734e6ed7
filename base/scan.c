#include "scan.h"

#include "text.h"

#include <string.h>

void at_scan_init(struct at_scan *s, const char *text, size_t len, struct at_fail *fail)
{
	*s = (struct at_scan){.next = text, .end = text + len, .fail = fail};
	*fail = (struct at_fail){.err = AT_OK};
}

enum at_err at_scan_fail(struct at_scan *s, enum at_err err, const char *format, ...)
{
	struct at_text t;
	va_list args;

	if (s->err)
		return s->err;
	s->err = s->fail->err = err;
	s->fail->line = s->line;
	s->fail->part = NULL;
	at_text_init(&t, s->fail->why, sizeof s->fail->why);
	va_start(args, format);
	at_putv(&t, format, args);
	va_end(args);
	return err;
}

size_t at_utf8(const char *text, const char *end)
{
	const uint8_t *p = (const uint8_t *)text;
	size_t left = (size_t)(end - text);
	size_t n = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;

	if (n == 0 || p[0] > 0xf4 || n > left)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
	    (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	return n;
}

/* Cuts the comment and the blanks before it off the current line, and checks every byte. */
static bool clean_line(struct at_scan *s)
{
	const char *content_end = NULL;
	size_t n;

	for (const char *p = s->at; p < s->stop; p += n) {
		n = at_utf8(p, s->stop);
		if (n == 0) {
			at_scan_fail(s, AT_BAD_TEXT, "this line is not UTF-8 text");
			return false;
		}
		if (*p == '#' && !content_end)
			content_end = p;
		if (((unsigned char)*p < ' ' && *p != '\t') || *p == 0x7f) {
			at_scan_fail(s, AT_BAD_TEXT, "this line holds a control character");
			return false;
		}
		if (n > 1 && !content_end) {
			at_scan_fail(s, AT_BAD_TEXT,
				     "only plain ASCII letters may stand outside a comment");
			return false;
		}
	}
	if (content_end)
		s->stop = content_end;
	while (s->stop > s->at && (s->stop[-1] == ' ' || s->stop[-1] == '\t'))
		s->stop--;
	return true;
}

bool at_scan_line(struct at_scan *s)
{
	while (!s->err && s->next < s->end) {
		size_t left = (size_t)(s->end - s->next);
		const char *nl = NULL;

		for (size_t i = 0; i < left && !nl; i++)
			if (s->next[i] == '\n')
				nl = s->next + i;
		s->begin = s->at = s->next;
		s->stop = nl ? nl : s->end;
		s->next = nl ? nl + 1 : s->end;
		s->line++;
		if (nl && s->stop > s->at && s->stop[-1] == '\r')
			s->stop--;
		if (!clean_line(s))
			break;
		if (s->stop > s->at)
			return true;
	}
	s->at = s->stop = s->begin = s->end;
	return false;
}

bool at_scan_row(struct at_scan *s)
{
	struct at_scan before = *s;

	if (!at_scan_line(s))
		return false;
	if (at_scan_indented(s))
		return true;
	*s = before;
	s->at = s->stop;
	return false;
}

bool at_scan_indented(const struct at_scan *s)
{
	return s->begin < s->stop && (*s->begin == ' ' || *s->begin == '\t');
}

static bool blank(char c)
{
	return c == ' ' || c == '\t';
}

bool at_scan_word(struct at_scan *s, struct at_word *out)
{
	if (s->err)
		return false;
	while (s->at < s->stop && blank(*s->at))
		s->at++;
	out->at = s->at;
	while (s->at < s->stop && !blank(*s->at))
		s->at++;
	out->len = (size_t)(s->at - out->at);
	return out->len > 0;
}

enum at_err at_scan_need(struct at_scan *s, const char *what, struct at_word *out)
{
	if (!at_scan_word(s, out))
		return at_scan_fail(s, AT_BAD_TEXT, "expected %s", what);
	return AT_OK;
}

enum at_err at_scan_expect(struct at_scan *s, const char *word)
{
	struct at_word w;

	if (!at_scan_word(s, &w))
		return at_scan_fail(s, AT_BAD_TEXT, "expected '%s'", word);
	if (!at_word_is(w, word))
		return at_scan_fail(s, AT_BAD_TEXT, "expected '%s', not '%s'", word, at_show(w).s);
	return AT_OK;
}

enum at_err at_scan_uint(struct at_scan *s, const char *what, uint32_t lo, uint32_t hi,
			 uint32_t *out)
{
	struct at_word w = {NULL, 0};

	if (at_scan_need(s, what, &w))
		return s->err;
	if (!at_word_uint(w, lo, hi, out))
		return at_scan_fail(s, AT_BAD_VALUE, "%s is a number from %u to %u, not '%s'", what,
				    lo, hi, at_show(w).s);
	return AT_OK;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

enum at_err at_scan_hex(struct at_scan *s, const char *what, uint8_t *out, size_t n)
{
	struct at_word w = {NULL, 0};

	if (at_scan_need(s, what, &w))
		return s->err;
	for (size_t i = 0; i < w.len; i++)
		if (hex_digit(w.at[i]) < 0)
			return at_scan_fail(s, AT_BAD_TEXT, "%s: '%s' is not hexadecimal", what,
					    at_show(w).s);
	if (w.len != 2 * n)
		return at_scan_fail(s, AT_BAD_TEXT, "%s needs %u hexadecimal digits, not %u", what,
				    (unsigned)(2 * n), (unsigned)w.len);
	for (size_t i = 0; i < n; i++)
		out[i] = (uint8_t)(hex_digit(w.at[2 * i]) << 4 | hex_digit(w.at[2 * i + 1]));
	return AT_OK;
}

enum at_err at_scan_key(struct at_scan *s, struct at_word *name, struct at_word *arg)
{
	struct at_scan head = *s;
	struct at_word extra;
	const char *colon = s->at;

	while (colon < s->stop && *colon != ':')
		colon++;
	if (colon == s->stop)
		return at_scan_fail(s, AT_BAD_TEXT, "expected 'key: value'");
	head.stop = colon;
	*arg = (struct at_word){colon, 0};
	if (!at_scan_word(&head, name))
		return at_scan_fail(s, AT_BAD_TEXT, "expected a key before ':'");
	if (at_scan_word(&head, arg) && at_scan_word(&head, &extra))
		return at_scan_fail(s, AT_BAD_TEXT, "too many words before ':'");
	s->at = colon + 1;
	return s->err;
}

enum at_err at_scan_done(struct at_scan *s)
{
	struct at_word w;

	if (at_scan_word(s, &w))
		return at_scan_fail(s, AT_BAD_TEXT, "'%s' is one word too many", at_show(w).s);
	return s->err;
}

bool at_word_is(struct at_word w, const char *s)
{
	size_t i = 0;

	while (i < w.len && s[i] && w.at[i] == s[i])
		i++;
	return i == w.len && !s[i];
}

int at_word_in(struct at_word w, const char *const *list, int n)
{
	for (int i = 0; i < n; i++)
		if (at_word_is(w, list[i]))
			return i;
	return -1;
}

bool at_word_uint(struct at_word w, uint32_t lo, uint32_t hi, uint32_t *out)
{
	uint64_t x = 0;

	if (w.len == 0 || w.len > 10)
		return false;
	for (size_t i = 0; i < w.len; i++) {
		if (w.at[i] < '0' || w.at[i] > '9')
			return false;
		x = x * 10 + (uint64_t)(w.at[i] - '0');
	}
	if (x < lo || x > hi)
		return false;
	*out = (uint32_t)x;
	return true;
}

struct at_shown at_show(struct at_word w)
{
	enum { CUT = 24 };
	struct at_shown out;
	size_t n = w.len < CUT ? w.len : CUT;

	for (size_t i = 0; i < n; i++)
		out.s[i] = w.at[i] >= ' ' && w.at[i] < 0x7f ? w.at[i] : '?';
	memcpy(out.s + n, w.len > CUT ? "..." : "", w.len > CUT ? 4 : 1);
	return out;
}
