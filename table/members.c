#include "members.h"

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r'))
		p++;
	return p;
}

/* From the opening quote to just after the closing one. */
static const char *skip_string(const char *p, const char *end)
{
	for (p++; p < end && *p != '"'; p++)
		if (*p == '\\' && p + 1 < end)
			p++;
	return p < end ? p + 1 : end;
}

/* To the comma or bracket after the value that begins here. */
static const char *skip_value(const char *p, const char *end)
{
	for (int depth = 0; p < end; p++) {
		if (*p == '"')
			p = skip_string(p, end) - 1;
		else if (*p == '{' || *p == '[')
			depth++;
		else if (depth == 0 && (*p == ',' || *p == '}' || *p == ']'))
			break;
		else if (*p == '}' || *p == ']')
			depth--;
	}
	return p;
}

/* The value that begins here, and where the text goes on. */
static struct at_word value(const char **at, const char *end)
{
	const char *from = skip_blanks(*at, end), *to = skip_value(from, end);

	*at = to;
	while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\n' || to[-1] == '\r'))
		to--;
	return (struct at_word){from, (size_t)(to - from)};
}

static struct at_word text_of(struct at_word v)
{
	if (v.len < 2 || v.at[0] != '"' || v.at[v.len - 1] != '"')
		return (struct at_word){0};
	return (struct at_word){v.at + 1, v.len - 2};
}

struct at_word at_member(struct at_word object, const char *name)
{
	const char *p = object.at, *end;

	if (!object.len || *p != '{')
		return (struct at_word){0};
	end = p + object.len;
	for (p++;; p++) {
		const char *key = skip_blanks(p, end), *stop;
		struct at_word found;
		if (key == end || *key != '"')
			return (struct at_word){0};
		stop = skip_string(key, end);
		p = skip_blanks(stop, end);
		if (p == end || *p++ != ':')
			return (struct at_word){0};
		found = value(&p, end);
		if (at_word_is((struct at_word){key + 1, (size_t)(stop - key) - 2}, name))
			return found;
		if (p == end || *p != ',')
			return (struct at_word){0};
	}
}

bool at_element(struct at_word *list, struct at_word *out)
{
	const char *p = list->at, *end;

	if (!list->len || (*p != '[' && *p != ','))
		return false;
	end = p++ + list->len;
	*out = value(&p, end);
	*list = (struct at_word){p, (size_t)(end - p)};
	return out->len > 0;
}

struct at_word at_member_string(struct at_word object, const char *name)
{
	return text_of(at_member(object, name));
}

int at_member_in(struct at_word object, const char *name, const char *const *list, int n)
{
	struct at_word word = at_member_string(object, name);

	for (int i = 0; i < n; i++)
		if (list[i] && at_word_is(word, list[i]))
			return i;
	return -1;
}

bool at_member_number(struct at_word object, const char *name, uint32_t most, uint32_t *out)
{
	return at_word_uint(at_member(object, name), 0, most, out);
}

int at_member_seat(struct at_word object, const char *name)
{
	uint32_t seat = 0;

	at_member_number(object, name, INT8_MAX, &seat);
	return (int)seat - 1;
}

uint8_t at_member_set(struct at_word object, const char *name)
{
	struct at_word list = at_member(object, name), number;
	unsigned set = 0;
	uint32_t n;

	while (at_element(&list, &number))
		if (at_word_uint(number, 1, 8, &n))
			set |= 1u << (n - 1);
	return (uint8_t)set;
}

bool at_member_flag(struct at_word object, const char *name)
{
	return at_word_is(at_member(object, name), "true");
}

bool at_value_hex(struct at_word v, uint8_t *out, size_t n)
{
	struct at_word word = text_of(v);
	struct at_fail fail;
	struct at_scan scan;

	if (word.len != 2 * n || !n)
		return false;
	at_scan_init(&scan, word.at, word.len, &fail);
	return at_scan_line(&scan) && !at_scan_hex(&scan, "", out, n);
}

bool at_member_hex(struct at_word object, const char *name, uint8_t *out, size_t n)
{
	return at_value_hex(at_member(object, name), out, n);
}
