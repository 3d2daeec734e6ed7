/* Bots by name: levels, and specs as text. */
#include "knowledge.h"

const char *const at_ladder[] = {"beginner", "easy", "casual", "normal",
				 "skilled",  "hard", "master", NULL};
const char *const at_level_names[] = {"easy",     "normal", "hard",    "master",
				      "beginner", "casual", "skilled", NULL};

static const char *const kind_names[AT_BOT_KINDS] = {"random", "greedy", "flat", "search"};

static bool same(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}

static const struct at_level *row(const struct at_level *level, const char *name)
{
	for (; level->name; level++)
		if (same(level->name, name))
			return level;
	return NULL;
}

const struct at_level *at_level(const struct at_game *game, const char *name)
{
	const struct at_level *own = at_knowledge_of(game)->levels;
	const struct at_level *level = own ? row(own, name) : NULL;

	return level ? level : row(at_know_any.levels, name);
}

/* A search like hard's, without the mistakes that hard may make. */
static struct at_bot_spec usual_search(const struct at_game *game)
{
	struct at_bot_spec spec = at_level(game, "hard")->spec;

	spec.noise = 0;
	return spec;
}

struct at_bot_spec at_judge_spec(const struct at_game *game)
{
	struct at_bot_spec spec = usual_search(game);
	uint32_t nodes = at_knowledge_of(game)->judge_nodes;

	if (nodes) {
		/* with more players at least as many as hard has there */
		spec.many = (uint32_t)((uint64_t)spec.nodes * spec.many / nodes);
		spec.nodes = nodes;
	}
	return spec;
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
	static const char *const names[] = {"ms",    "nodes",  "threads", "net",
					    "noise", "forget", "hasty",   "many"};
	double *const faults[] = {&out->noise, &out->forget, &out->hasty};
	int which;
	struct at_word name = w, value = {w.at + w.len, 0};
	uint32_t x = 0;
	bool good = false;

	for (size_t i = 0; i < w.len; i++)
		if (w.at[i] == '=') {
			name.len = i;
			value = (struct at_word){w.at + i + 1, w.len - i - 1};
			break;
		}
	which = at_word_in(name, names, 8);
	switch (which) {
	case -1:
		return at_fail(
		    fail, AT_BAD_TEXT,
		    "a bot has ms, nodes, many, threads, net, noise, forget and hasty, not '%s'",
		    at_show(name).s);
	case 0:
		good = at_word_uint(value, 0, 3600000, &x);
		out->ms = x;
		break;
	case 1:
		good = at_word_uint(value, 0, 1000000000, &x);
		out->nodes = x;
		break;
	case 2: good = at_word_uint(value, 1, AT_BOT_THREADS_MAX, &out->threads); break;
	case 3:
		out->linear = at_word_is(value, "off");
		good = out->linear || at_word_is(value, "on");
		break;
	case 7: good = at_word_uint(value, 1, AT_BOT_MANY_MAX, &out->many); break;
	default:
		good = word_decimal(value, faults[which - 4]) &&
		       (which == 4 || *faults[which - 4] <= 1);
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
	if (kind >= 0) {
		out->kind = (enum at_bot_kind)kind;
		if (kind == AT_BOT_FLAT || kind == AT_BOT_SEARCH)
			*out = usual_search(game);
		out->kind = (enum at_bot_kind)kind;
		return AT_OK;
	}
	for (int i = 0; at_ladder[i]; i++)
		if (at_word_is(name, at_ladder[i])) {
			*out = at_level(game, at_ladder[i])->spec;
			return AT_OK;
		}
	return at_fail(
	    fail, AT_BAD_VALUE,
	    "there is no bot '%s': beginner, easy, casual, normal, skilled, hard, master, "
	    "random, greedy, flat or search",
	    at_show(name).s);
}

enum at_err at_bot_spec_parse(const struct at_game *game, const char *text, size_t len,
			      struct at_bot_spec *out, struct at_fail *fail)
{
	struct at_word name = {text, 0};
	struct at_bot_spec spec;
	uint32_t ms, nodes, many;

	while (name.len < len && text[name.len] != ':')
		name.len++;
	if (parse_name(game, name, &spec, fail))
		return fail ? fail->err : AT_BAD_VALUE;
	if (name.len + 1 == len)
		return at_fail(fail, AT_BAD_TEXT, "there is nothing after '%s:'", at_show(name).s);
	ms = spec.ms;
	nodes = spec.nodes;
	many = spec.many;
	spec.ms = spec.nodes = UINT32_MAX; /* not given */
	spec.many = 0;
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
		spec.many = spec.many ? spec.many : many;
	} else { /* One limit given: it is the only one. But a level stays within its nodes. */
		bool level = at_word_in(name, kind_names, AT_BOT_KINDS) < 0;
		spec.ms = spec.ms == UINT32_MAX ? 0 : spec.ms;
		if (spec.nodes == UINT32_MAX) {
			spec.nodes = level ? nodes : 0;
			spec.many = level && !spec.many ? many : spec.many;
		}
	}
	if ((spec.kind == AT_BOT_FLAT || spec.kind == AT_BOT_SEARCH) && !spec.ms && !spec.nodes)
		return at_fail(fail, AT_BAD_VALUE, "%s needs ms or nodes above 0",
			       kind_names[spec.kind]);
	*out = spec;
	return AT_OK;
}

static void print_fault(struct at_text *t, const char *name, double x)
{
	unsigned n = (unsigned)(x * 1000 + 0.5);

	if (n)
		at_put(t, ":%s=%u.%u%u%u", name, n / 1000, n / 100 % 10, n / 10 % 10, n % 10);
}

void at_bot_spec_print(const struct at_bot_spec *spec, struct at_text *t)
{
	at_puts(t, kind_names[spec->kind]);
	if (spec->ms)
		at_put(t, ":ms=%u", spec->ms);
	if (spec->nodes)
		at_put(t, ":nodes=%u", spec->nodes);
	if (spec->many > 1)
		at_put(t, ":many=%u", spec->many);
	if (spec->threads > 1)
		at_put(t, ":threads=%u", spec->threads);
	if (spec->linear)
		at_puts(t, ":net=off");
	print_fault(t, "noise", spec->noise);
	print_fault(t, "forget", spec->forget);
	print_fault(t, "hasty", spec->hasty);
}

void at_bot_by_nodes(struct at_bot_spec *spec)
{
	enum { NODES_A_MS = 1000, MOST = 200000 };
	uint64_t nodes = spec->nodes ? spec->nodes : (uint64_t)spec->ms * NODES_A_MS;

	spec->nodes = nodes < MOST ? (uint32_t)nodes : MOST;
	if ((uint64_t)spec->many * spec->nodes > MOST)
		spec->many = MOST / spec->nodes;
	spec->ms = 0;
}
