#include "gather.h"

#include <stdlib.h>
#include <string.h>

static const struct traveller *of(const struct at_store *part)
{
	return part->engine->traveller;
}

/* The meaning of a relation's first column. */
enum key { KEY_PERSON, KEY_HASH, KEY_TABLE, KEY_OF_TABLE };

static enum key key_of(const struct relation *r)
{
	if (strcmp(r->name, "guests") == 0 || strcmp(r->name, "codes") == 0)
		return KEY_PERSON;
	if (strcmp(r->name, "tables") == 0)
		return KEY_TABLE;
	return r->kinds[0] == 'x' ? KEY_HASH : KEY_OF_TABLE;
}

bool gather_begin(struct gather *g, struct at_store *store, bool writing, struct at_fail *fail)
{
	memset(g, 0, sizeof *g);
	g->parts = store->parts ? store->parts : 1;
	for (int i = 0; i < g->parts; i++)
		g->part[i] = store->parts ? store->part[i] : store;
	for (int i = 0; i < g->parts; i++)
		if (!of(g->part[i])->begin(g->part[i], writing, fail))
			return false;
	return true;
}

/* The first part that failed gives the reason; the others' data stays. */
bool gather_end(struct gather *g, bool keep, struct at_fail *fail)
{
	bool ok = true;

	for (int i = 0; i < g->parts; i++)
		ok = of(g->part[i])->end(g->part[i], keep && ok, ok ? fail : NULL) && ok;
	free(g->tables.number);
	g->tables.number = NULL;
	return ok;
}

/* --- The numbers of tables --- */

static bool number(struct gather *g, int part, int64_t part_s, int64_t all_s, struct at_fail *fail)
{
	struct numbering *n = &g->tables;

	if (n->count == n->room) {
		size_t room = n->room ? 2 * n->room : 1024;
		struct number *more = realloc(n->number, room * sizeof *more);
		if (!more)
			return !at_fail(fail, AT_TOO_LONG, "no memory");
		n->number = more;
		n->room = room;
	}
	n->number[n->count++] = (struct number){part_s, all_s, part};
	return true;
}

/* Rows that belong to tables come in the order of the tables, so nothing has to be searched.
 * NULL: there is no such table. */
static const struct number *number_in(struct gather *g, int part, int64_t part_s)
{
	const struct numbering *n = &g->tables;

	for (size_t *at = &g->at[part]; *at < n->count; ++*at)
		if (n->number[*at].part == part && n->number[*at].part_s >= part_s)
			return n->number[*at].part_s == part_s ? &n->number[*at] : NULL;
	return NULL;
}

static const struct number *number_of(struct gather *g, int64_t all_s)
{
	const struct numbering *n = &g->tables;

	while (g->at[0] < n->count && n->number[g->at[0]].all_s < all_s)
		g->at[0]++;
	return g->at[0] < n->count && n->number[g->at[0]].all_s == all_s ? &n->number[g->at[0]]
									 : NULL;
}

/* --- Out --- */

static bool advance(struct gather *g, int i, struct at_fail *fail)
{
	struct cell *key = g->cells[i];

	g->has[i] = of(g->part[i])->next(&g->rows[i], g->cells[i], fail);
	if (g->has[i] <= 0 || g->parts == 1 || key_of(g->of) != KEY_OF_TABLE)
		return g->has[i] >= 0;
	const struct number *n = number_in(g, i, key->number);
	if (!n)
		return !at_fail(fail, AT_BAD_VALUE, "a row of %s belongs to no table", g->of->name);
	key->number = n->all_s;
	return true;
}

bool gather_ask(struct gather *g, const struct relation *r, struct at_fail *fail)
{
	bool ok = true;

	g->of = r;
	g->taken = -1;
	g->last = 0;
	memset(g->at, 0, sizeof g->at);
	if (key_of(r) == KEY_TABLE)
		g->tables.count = 0;
	for (int i = 0; i < g->parts; i++)
		g->rows[i] = (struct rows){.store = g->part[i], .of = r};
	for (int i = 0; i < g->parts && ok; i++)
		ok = of(g->part[i])->ask(&g->rows[i], fail) && advance(g, i, fail);
	return ok;
}

static bool is_before(const struct cell *a, const struct cell *b)
{
	if (a->kind == CELL_INT)
		return a->number < b->number;
	return memcmp(a->bytes, b->bytes, a->size < b->size ? a->size : b->size) < 0;
}

/* Two parts may have given the same number: each table keeps its own if possible. */
static bool renumber(struct gather *g, int part, struct cell *key, struct at_fail *fail)
{
	int64_t part_s = key->number;

	g->last = key->number = part_s > g->last ? part_s : g->last + 1;
	return number(g, part, part_s, g->last, fail);
}

int gather_next(struct gather *g, struct cell *out, struct at_fail *fail)
{
	int first = -1;

	if (g->taken >= 0 && !advance(g, g->taken, fail))
		return -1;
	for (int i = 0; i < g->parts; i++)
		if (g->has[i] > 0 && (first < 0 || is_before(g->cells[i], g->cells[first])))
			first = i;
	g->taken = first;
	if (first < 0)
		return 0;
	if (g->parts > 1 && key_of(g->of) == KEY_TABLE &&
	    !renumber(g, first, g->cells[first], fail))
		return -1;
	memcpy(out, g->cells[first], sizeof g->cells[first]);
	return 1;
}

void gather_done(struct gather *g)
{
	for (int i = 0; i < g->parts; i++)
		of(g->part[i])->done(&g->rows[i]);
}

/* --- In --- */

bool gather_open(struct gather *g, const struct relation *r, struct at_fail *fail)
{
	g->of = r;
	g->at[0] = 0;
	for (int i = 0; i < g->parts; i++)
		if (!of(g->part[i])->open(g->part[i], r, fail))
			return false;
	return true;
}

/* The part for a row, as in a running store; -1: *fail. */
static int place_of(struct gather *g, const struct cell *cells, struct at_fail *fail)
{
	const struct cell *hash = cells + (key_of(g->of) == KEY_TABLE);
	const struct number *n;
	int part;

	switch (key_of(g->of)) {
	case KEY_PERSON: return cells->number > 0 ? (int)((cells->number - 1) % g->parts) : 0;
	case KEY_OF_TABLE:
		n = number_of(g, cells->number);
		if (!n)
			at_fail(fail, AT_BAD_VALUE, "a row of %s belongs to no table", g->of->name);
		return n ? n->part : -1;
	default: break;
	}
	part = hash->size ? ((const uint8_t *)hash->bytes)[0] % g->parts : 0;
	if (key_of(g->of) == KEY_TABLE && !number(g, part, cells->number, cells->number, fail))
		return -1;
	return part;
}

bool gather_put(struct gather *g, const struct cell *cells, struct at_fail *fail)
{
	int i = g->parts == 1 ? 0 : place_of(g, cells, fail);

	return i >= 0 && of(g->part[i])->put(g->part[i], g->of, cells, fail);
}

bool gather_close(struct gather *g, struct at_fail *fail)
{
	for (int i = 0; i < g->parts; i++)
		if (!of(g->part[i])->close(g->part[i], g->of, fail))
			return false;
	return true;
}

/* --- Numbers of persons --- */

bool gather_persons(struct gather *g, uint64_t *out, struct at_fail *fail)
{
	*out = 0;
	for (int i = 0; i < g->parts; i++) {
		uint64_t n = 0;
		if (!of(g->part[i])->persons(g->part[i], &n, fail))
			return false;
		*out = n > *out ? n : *out;
	}
	return true;
}

bool gather_set_persons(struct gather *g, uint64_t n, struct at_fail *fail)
{
	for (int i = 0; i < g->parts; i++)
		if (!of(g->part[i])->set_persons(g->part[i], n, fail))
			return false;
	return true;
}
