#include "plain.h"

#include <stdbool.h>
#include <string.h>

enum { NAME_MAX_SIZE = 32, DIGITS_MAX = 15 };

struct cursor {
	const char *at, *end;
};

static char next(struct cursor *c)
{
	while (c->at < c->end &&
	       (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r'))
		c->at++;
	return c->at < c->end ? *c->at : '\0';
}

static bool skip(struct cursor *c, char what)
{
	if (next(c) != what)
		return false;
	c->at++;
	return true;
}

/* A word between quotes. */
static bool word(struct cursor *c, const char **at, size_t *len)
{
	if (!skip(c, '"'))
		return false;
	*at = c->at;
	while (c->at < c->end && *c->at >= ' ' && *c->at <= '~' && *c->at != '"' && *c->at != '\\')
		c->at++;
	*len = (size_t)(c->at - *at);
	return c->at < c->end && *c->at++ == '"';
}

static json_t *string(struct cursor *c)
{
	const char *at;
	size_t len;

	return word(c, &at, &len) ? json_stringn_nocheck(at, len) : NULL;
}

static bool number(struct cursor *c, json_int_t *n)
{
	const char *from = c->at;

	*n = 0;
	while (c->at < c->end && *c->at >= '0' && *c->at <= '9' && c->at - from < DIGITS_MAX)
		*n = 10 * *n + (*c->at++ - '0');
	if (c->at == from || (*from == '0' && c->at - from > 1))
		return false;
	/* not a plain number if more follows; at the very end the object is not closed */
	return c->at < c->end && strchr(",]} \t\n\r", *c->at);
}

static bool literal(struct cursor *c, const char *text)
{
	size_t len = strlen(text);

	if ((size_t)(c->end - c->at) < len || memcmp(c->at, text, len) != 0)
		return false;
	c->at += len;
	return true;
}

static json_t *list(struct cursor *c)
{
	json_t *l = json_array();

	c->at++;
	if (l && skip(c, ']'))
		return l;
	do
		if (json_array_append_new(l, string(c))) {
			json_decref(l);
			return NULL;
		}
	while (skip(c, ','));
	if (skip(c, ']'))
		return l;
	json_decref(l);
	return NULL;
}

static json_t *value(struct cursor *c)
{
	json_int_t n;

	switch (next(c)) {
	case '"': return string(c);
	case '[': return list(c);
	case 't': return literal(c, "true") ? json_true() : NULL;
	case 'f': return literal(c, "false") ? json_false() : NULL;
	case 'n': return literal(c, "null") ? json_null() : NULL;
	default: return number(c, &n) ? json_integer(n) : NULL;
	}
}

static bool member(struct cursor *c, json_t *object)
{
	char name[NAME_MAX_SIZE];
	const char *at;
	size_t len;

	if (!word(c, &at, &len) || len >= sizeof name)
		return false;
	memcpy(name, at, len);
	name[len] = '\0';
	return skip(c, ':') && !json_object_get(object, name) &&
	       json_object_set_new_nocheck(object, name, value(c)) == 0;
}

json_t *plain_read(const char *text, size_t size)
{
	struct cursor c = {text,
			   size ? text + size : text}; /* of an empty message there is no text */
	json_t *object = json_object();
	bool good = object && skip(&c, '{');

	if (good && !skip(&c, '}')) {
		do
			good = member(&c, object);
		while (good && skip(&c, ','));
		good = good && skip(&c, '}');
	}
	if (good && next(&c) == '\0' && c.at == c.end)
		return object;
	json_decref(object);
	return NULL;
}

/* --- moves --- */

/* The value of a digit, from a table, because random digits mispredict branches; -1: not a digit.
 */
static int digit(char c)
{
	static const uint8_t digits[UINT8_MAX + 1] = {
	    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,
	    ['6'] = 7,  ['7'] = 8,  ['8'] = 9,  ['9'] = 10, ['a'] = 11, ['b'] = 12,
	    ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16,
	};

	return digits[(uint8_t)c] - 1;
}

static bool hex(struct cursor *c, uint8_t out[AT_ID_SIZE])
{
	const char *at;
	bool good = true;
	size_t len;

	if (!word(c, &at, &len) || len != (size_t)2 * AT_ID_SIZE)
		return false;
	for (int i = 0; i < AT_ID_SIZE; i++, at += 2) {
		int high = digit(at[0]), low = digit(at[1]);
		good &= high >= 0 && low >= 0;
		out[i] = (uint8_t)((unsigned)high << 4 | (unsigned)low);
	}
	return good;
}

static bool count(struct cursor *c, uint32_t *out)
{
	json_int_t n;

	next(c);
	if (!number(c, &n) || n >= UINT32_MAX)
		return false;
	*out = (uint32_t)n;
	return true;
}

static bool moves(struct cursor *c, struct plain_move *out)
{
	if (!skip(c, '['))
		return false;
	out->count = 0;
	do {
		if (out->count == PLAIN_MOVES ||
		    !word(c, &out->move[out->count].text, &out->move[out->count].size))
			return false;
		out->count++;
	} while (skip(c, ','));
	return skip(c, ']');
}

static bool is(const char *at, size_t len, const char *name)
{
	return strlen(name) == len && memcmp(at, name, len) == 0;
}

/* Reads one member; *seen has the earlier ones. */
static bool member_of_move(struct cursor *c, struct plain_move *out, unsigned *seen)
{
	static const char *const names[] = {"do", "id", "table", "ply", "backs", "moves"};
	unsigned i = 0, n = sizeof names / sizeof *names;
	const char *at;
	size_t len;

	if (!word(c, &at, &len) || !skip(c, ':'))
		return false;
	while (i < n && !is(at, len, names[i]))
		i++;
	if (i == n || *seen >> i & 1)
		return false;
	*seen |= 1U << i;
	switch (i) {
	case 0: return word(c, &at, &len) && is(at, len, "move");
	case 1: return hex(c, out->id);
	case 2: return hex(c, out->table);
	case 3: return count(c, &out->ply);
	case 4: return count(c, &out->backs);
	default: return moves(c, out);
	}
}

bool plain_move(const char *text, size_t size, struct plain_move *out)
{
	struct cursor c = {text, size ? text + size : text};
	unsigned seen = 0;

	if (!skip(&c, '{'))
		return false;
	do
		if (!member_of_move(&c, out, &seen))
			return false;
	while (skip(&c, ','));
	return seen == (1U << 6) - 1 && skip(&c, '}') && next(&c) == '\0' && c.at == c.end;
}
