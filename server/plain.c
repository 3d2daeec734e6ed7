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

static json_t *number(struct cursor *c)
{
	const char *from = c->at;
	json_int_t n = 0;

	while (c->at < c->end && *c->at >= '0' && *c->at <= '9' && c->at - from < DIGITS_MAX)
		n = 10 * n + (*c->at++ - '0');
	if (c->at == from || (*from == '0' && c->at - from > 1))
		return NULL;
	/* a number that goes on is none of these; at the very end the object is not closed */
	return c->at < c->end && strchr(",]} \t\n\r", *c->at) ? json_integer(n) : NULL;
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
	switch (next(c)) {
	case '"': return string(c);
	case '[': return list(c);
	case 't': return literal(c, "true") ? json_true() : NULL;
	case 'f': return literal(c, "false") ? json_false() : NULL;
	case 'n': return literal(c, "null") ? json_null() : NULL;
	default: return number(c);
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
