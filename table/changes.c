#include "changes.h"

#include "json.h"

#include <string.h>

enum {
	AHEAD = 32, /* elements within which two lists have to be equal again */
	LITTLE = 16,
};

/* A value, or the name of a member in its quotes. */
struct piece {
	const char *at;
	size_t len;
};

/* A path, the last step first. */
struct step {
	const struct step *up;
	struct piece name; /* of a member; at NULL: an element of a list, at this place */
	uint32_t place;
};

/* The rest of a list from some place on: its next elements, and the text after them. */
struct rest {
	const char *at;
	int count;
	struct piece next[AHEAD];
};

static bool same(struct piece a, struct piece b)
{
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

static const char *behind_string(const char *at)
{
	while (*++at != '"')
		at += *at == '\\';
	return at + 1;
}

/* The text after a value; also at the end of the text. */
static bool closes(char c)
{
	return c == '\0' || c == ',' || c == ':' || c == ']' || c == '}';
}

static struct piece piece_at(const char *begin)
{
	const char *at = begin;
	int depth = 0;

	do {
		if (*at == '"') {
			at = behind_string(at);
			continue;
		}
		depth += *at == '{' || *at == '[';
		depth -= *at == '}' || *at == ']';
		at++;
	} while (depth > 0 || !closes(*at));
	return (struct piece){begin, (size_t)(at - begin)};
}

/* The next name or value after a bracket, a colon or a comma; false at the end of the list or
 * object. */
static bool take(const char **at, struct piece *out)
{
	*at += **at == ',' || **at == ':';
	if (closes(**at))
		return false;
	*out = piece_at(*at);
	*at += out->len;
	return true;
}

/* --- output --- */

static void put_steps(struct at_text *t, const struct step *last)
{
	if (!last)
		return;
	put_steps(t, last->up);
	at_json_next(t);
	if (last->name.at)
		at_putn(t, last->name.at, last->name.len);
	else
		at_put(t, "%u", last->place);
}

static void put_path(struct at_text *t, const struct step *path)
{
	at_json_open(t, NULL, '[');
	at_json_open(t, NULL, '[');
	put_steps(t, path);
	at_putc(t, ']');
}

static void put_value(struct at_text *t, const struct step *path, struct piece value)
{
	put_path(t, path);
	at_putc(t, ',');
	at_putn(t, value.at, value.len);
	at_putc(t, ']');
}

static void put_gone(struct at_text *t, const struct step *path)
{
	put_path(t, path);
	at_putc(t, ']');
}

static void put_values(struct at_text *t, const struct step *path, uint32_t place, int count,
		       const struct piece *values, int n)
{
	put_path(t, path);
	at_put(t, ",%u,%d,[", place, count);
	for (int i = 0; i < n; i++) {
		at_json_next(t);
		at_putn(t, values[i].at, values[i].len);
	}
	at_puts(t, "]]");
}

/* --- comparison --- */

static void compare(struct at_text *, const struct step *, struct piece was, struct piece is);

/* An old member that is not the next one is removed: if it comes later, it is sent there as new. */
static void compare_members(struct at_text *t, const struct step *path, const char *was,
			    const char *is)
{
	struct piece old, old_value, new = {is, 0}, new_value = new;
	bool more = take(&is, &new) && take(&is, &new_value);

	while (take(&was, &old) && take(&was, &old_value)) {
		struct step step = {path, old, 0};
		if (more && same(old, new)) {
			compare(t, &step, old_value, new_value);
			more = take(&is, &new) && take(&is, &new_value);
		} else {
			put_gone(t, &step);
		}
	}
	for (; more; more = take(&is, &new) && take(&is, &new_value))
		put_value(t, &(struct step){path, new, 0}, new_value);
}

static void look_ahead(struct rest *r)
{
	while (r->count < AHEAD && take(&r->at, &r->next[r->count]))
		r->count++;
}

static void pass(struct rest *r, int n)
{
	r->count -= n;
	memmove(r->next, r->next + n, (size_t)r->count * sizeof *r->next);
	look_ahead(r);
}

static bool ends_at(const struct rest *r, int n)
{
	return n == r->count && r->count < AHEAD;
}

/* The smallest numbers of elements after which both lists continue alike or end. */
static void meet(const struct rest *was, const struct rest *is, int *old, int *new)
{
	for (int all = 0; all <= was->count + is->count; all++)
		for (*old = 0; *old <= all; ++*old) {
			*new = all - *old;
			if (ends_at(was, *old) && ends_at(is, *new))
				return;
			if (*old < was->count && *new < is->count &&
			    same(was->next[*old], is->next[*new]))
				return;
		}
	*old = was->count;
	*new = is->count;
}

static bool are_open(struct piece a, struct piece b)
{
	return *a.at == *b.at && (*a.at == '{' || *a.at == '[');
}

/* The first `old` elements are replaced by the first `new` ones. */
static void compare_elements(struct at_text *t, const struct step *path, uint32_t place,
			     const struct rest *was, int old, const struct rest *is, int new)
{
	int i = 0;

	for (; i < old && i < new &&are_open(was->next[i], is->next[i]); i++)
		compare(t, &(struct step){path, {NULL, 0}, place + (uint32_t)i}, was->next[i],
			is->next[i]);
	if (old - i == 1 && new - i == 1)
		put_value(t, &(struct step){path, {NULL, 0}, place + (uint32_t)i}, is->next[i]);
	else if (old > i || new > i)
		put_values(t, path, place + (uint32_t)i, old - i, is->next + i, new - i);
}

static void compare_lists(struct at_text *t, const struct step *path, const char *at_was,
			  const char *at_is)
{
	struct rest was = {.at = at_was}, is = {.at = at_is};
	int old, new;

	look_ahead(&was);
	look_ahead(&is);
	for (uint32_t place = 0; was.count || is.count; place += (uint32_t) new) {
		meet(&was, &is, &old, &new);
		if (!old && !new) /* one that is the same */
			old = new = 1;
		else
			compare_elements(t, path, place, &was, old, &is, new);
		pass(&was, old);
		pass(&is, new);
	}
}

static void compare(struct at_text *t, const struct step *path, struct piece was, struct piece is)
{
	size_t from = t->len;
	bool full = t->full;

	if (same(was, is))
		return;
	if (are_open(was, is)) {
		if (*was.at == '{')
			compare_members(t, path, was.at + 1, is.at + 1);
		else
			compare_lists(t, path, was.at + 1, is.at + 1);
		if (t->full == full && t->len - from <= is.len + LITTLE)
			return;
		t->len = from;
		t->at[from] = '\0';
		t->full = full;
	}
	put_value(t, path, is);
}

void at_tell_changes(struct at_text *t, const char *name, const char *was, const char *is)
{
	at_json_open(t, name, '[');
	compare(t, NULL, piece_at(was), piece_at(is));
	at_putc(t, ']');
}
