/* Bots by name: the table of levels, and specs as text. */
#include "bot.h"

#include "assert.h"

const char *const at_level_names[] = {"easy", "normal", "hard", "master", NULL};

enum { REEF = 1, REEF_ENCOUNTER = 2, MY_SHELFIE = 3, TEMPLATE = 255 };

/* Nodes are what makes a level; milliseconds only cap it on a slow machine. */
static const struct at_level levels[] = {
    {"easy", REEF, {AT_BOT_GREEDY, 50, 0, 3.0, NULL}},
    {"normal", REEF, {AT_BOT_GREEDY, 200, 0, 1.0, NULL}},
    {"hard", REEF, {AT_BOT_SEARCH, 900, 12000, 0, NULL}},
    {"master", REEF, {AT_BOT_SEARCH, 4000, 400000, 0, NULL}},
    {"easy", REEF_ENCOUNTER, {AT_BOT_GREEDY, 50, 0, 15.0, NULL}},
    {"normal", REEF_ENCOUNTER, {AT_BOT_GREEDY, 200, 0, 0.3, NULL}},
    {"hard", REEF_ENCOUNTER, {AT_BOT_SEARCH, 1800, 200000, 0, NULL}},
    {"master", REEF_ENCOUNTER, {AT_BOT_SEARCH, 8000, 1600000, 0, NULL}},
    {"easy", MY_SHELFIE, {AT_BOT_GREEDY, 50, 0, 3.0, NULL}},
    {"normal", MY_SHELFIE, {AT_BOT_GREEDY, 200, 0, 1.0, NULL}},
    {"hard", MY_SHELFIE, {AT_BOT_SEARCH, 900, 20000, 0, NULL}},
    {"master", MY_SHELFIE, {AT_BOT_SEARCH, 4000, 500000, 0, NULL}},
    {"easy", TEMPLATE, {AT_BOT_GREEDY, 50, 0, 2.0, NULL}},
    {"normal", TEMPLATE, {AT_BOT_GREEDY, 200, 0, 0.5, NULL}},
    {"hard", TEMPLATE, {AT_BOT_SEARCH, 1000, 2000, 0, NULL}},
    {"master", TEMPLATE, {AT_BOT_SEARCH, 4000, 20000, 0, NULL}},
};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static const char *const kind_names[AT_BOT_KINDS] = {"random", "greedy", "flat", "search"};

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

const struct at_level *at_level(const struct at_game *game, const char *name)
{
	for (int i = 0; i < LEVELS; i++)
		if (levels[i].game == game->id && same(levels[i].name, name))
			return &levels[i];
	return NULL;
}

/* A number with up to three decimals, such as 2.5. */
static bool word_decimal(struct at_word w, double *out)
{
	struct at_word whole = w, part = {NULL, 0};
	uint32_t x, y = 0;
	double scale = 1;

	for (size_t i = 0; i < w.len; i++)
		if (w.at[i] == '.') {
			whole.len = i;
			part = (struct at_word){w.at + i + 1, w.len - i - 1};
			break;
		}
	if (!at_word_uint(whole, 0, 1000000, &x))
		return false;
	if (part.at && (part.len > 3 || !at_word_uint(part, 0, 999, &y)))
		return false;
	for (size_t i = 0; i < part.len; i++)
		scale *= 10;
	*out = x + y / scale;
	return true;
}

static enum at_err parse_setting(struct at_word w, struct at_bot_spec *out, struct at_fail *fail)
{
	static const char *const names[] = {"ms", "nodes", "noise"};
	struct at_word name = w, value = {w.at + w.len, 0};
	uint32_t x = 0;
	bool good = false;

	for (size_t i = 0; i < w.len; i++)
		if (w.at[i] == '=') {
			name.len = i;
			value = (struct at_word){w.at + i + 1, w.len - i - 1};
			break;
		}
	switch (at_word_in(name, names, 3)) {
	case 0:
		good = at_word_uint(value, 0, 3600000, &x);
		out->ms = x;
		break;
	case 1:
		good = at_word_uint(value, 0, 1000000000, &x);
		out->nodes = x;
		break;
	case 2: good = word_decimal(value, &out->noise); break;
	default:
		return at_fail(fail, AT_BAD_TEXT, "a bot has ms, nodes and noise, not '%s'",
			       at_show(name).s);
	}
	if (!good)
		return at_fail(fail, AT_BAD_VALUE, "'%s' is no value for %s", at_show(value).s,
			       at_show(name).s);
	return AT_OK;
}

static enum at_err parse_name(const struct at_game *game, struct at_word name,
			      struct at_bot_spec *out, struct at_fail *fail)
{
	int kind = at_word_in(name, kind_names, AT_BOT_KINDS);

	*out = (struct at_bot_spec){.kind = AT_BOT_RANDOM};
	if (kind != AT_BOT_RANDOM && !at_level(game, "hard"))
		return at_fail(fail, AT_BAD_VALUE, "%s has no bot '%s', only random", game->name,
			       at_show(name).s);
	if (kind >= 0) {
		out->kind = (enum at_bot_kind)kind;
		if (kind == AT_BOT_FLAT || kind == AT_BOT_SEARCH)
			*out = at_level(game, "hard")->spec;
		out->kind = (enum at_bot_kind)kind;
		return AT_OK;
	}
	for (int i = 0; at_level_names[i]; i++)
		if (at_word_is(name, at_level_names[i])) {
			*out = at_level(game, at_level_names[i])->spec;
			return AT_OK;
		}
	return at_fail(fail, AT_BAD_VALUE,
		       "there is no bot '%s': easy, normal, hard, master, random, greedy, flat or "
		       "search",
		       at_show(name).s);
}

enum at_err at_bot_spec_parse(const struct at_game *game, const char *text, size_t len,
			      struct at_bot_spec *out, struct at_fail *fail)
{
	struct at_word name = {text, 0};
	struct at_bot_spec spec;
	uint32_t ms, nodes;

	while (name.len < len && text[name.len] != ':')
		name.len++;
	if (parse_name(game, name, &spec, fail))
		return fail ? fail->err : AT_BAD_VALUE;
	ms = spec.ms;
	nodes = spec.nodes;
	spec.ms = spec.nodes = UINT32_MAX; /* not given */
	for (size_t at = name.len + 1; at < len;) {
		struct at_word w = {text + at, 0};
		enum at_err err;
		while (at + w.len < len && w.at[w.len] != ';' && w.at[w.len] != ':')
			w.len++;
		err = parse_setting(w, &spec, fail);
		if (err)
			return err;
		at += w.len + 1;
	}
	if (spec.ms == UINT32_MAX && spec.nodes == UINT32_MAX) {
		spec.ms = ms;
		spec.nodes = nodes;
	} else { /* one limit given: the other goes */
		spec.ms = spec.ms == UINT32_MAX ? 0 : spec.ms;
		spec.nodes = spec.nodes == UINT32_MAX ? 0 : spec.nodes;
	}
	if ((spec.kind == AT_BOT_FLAT || spec.kind == AT_BOT_SEARCH) && !spec.ms && !spec.nodes)
		return at_fail(fail, AT_BAD_VALUE, "%s needs ms or nodes above 0",
			       kind_names[spec.kind]);
	*out = spec;
	return AT_OK;
}

void at_bot_spec_print(const struct at_bot_spec *spec, struct at_text *t)
{
	unsigned noise = (unsigned)(spec->noise * 1000 + 0.5);

	at_puts(t, kind_names[spec->kind]);
	if (spec->ms)
		at_put(t, ":ms=%u", spec->ms);
	if (spec->nodes)
		at_put(t, ":nodes=%u", spec->nodes);
	if (noise)
		at_put(t, ":noise=%u.%u%u%u", noise / 1000, noise / 100 % 10, noise / 10 % 10,
		       noise % 10);
}
