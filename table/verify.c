/* The one verifier of records, for terminal and page. examples/verify_record.py does the same by
 * itself. */
#include "client.h"
#include "fair.h"
#include "line.h"

#include <string.h>

#define NO(...) at_scan_fail(scan, AT_BAD_VALUE, __VA_ARGS__)

void at_read_kept(struct at_word json, struct at_kept *k)
{
	struct at_word list = at_member(json, "promises"), promise;

	memset(k, 0, sizeof *k);
	k->was_there = at_member_hex(json, "commitment", k->commitment, sizeof k->commitment);
	k->has_number = at_member_hex(json, "number", k->number, sizeof k->number);
	k->fair = at_member_flag(json, "fair");
	k->has_promises = list.len > 0 && list.at[0] == '[';
	k->seat = (int8_t)at_member_seat(json, "seat");
	for (int i = 0; i < AT_SEATS_MAX && at_element(&list, &promise); i++)
		if (at_value_hex(promise, k->promise[i], sizeof k->promise[i]))
			k->promised |= (uint8_t)(1 << i);
}

static bool same_game(const struct at_table *t, const struct at_record *r)
{
	struct at_setup setup = at_opening_setup(&t->opening);

	return r->game == at_table_game(t) && r->setup.seats == setup.seats &&
	       r->setup.options == setup.options && r->setup.version == setup.version &&
	       r->setup.first == setup.first;
}

static bool same_view(const union at_any *truth, const union at_any *seen)
{
	struct at_view view;

	memset(&view, 0, sizeof view);
	at_view(&truth->head, seen->head.viewer, &view);
	return memcmp(view.state.bytes, seen->bytes, sizeof view.state.bytes) == 0;
}

/* Every move to the last one; *now is the start of the game. */
static enum at_err compare_moves(const struct at_client *c, const struct at_record *r,
				 struct at_scan *scan, union at_any *now, uint32_t *moves)
{
	const struct at_table *t = &c->table;
	const union at_any *start = &t->opening.start;
	const struct at_events *log = &c->history.log;
	const struct at_event *seen;
	struct at_walk walk;
	union at_any before;
	at_move m;

	if (at_walk_begin(&walk, t, log, UINT32_MAX, scan->fail))
		return AT_BAD_VALUE;
	do {
		before = *now;
		if (before.head.ply == start->head.ply && !same_view(now, start))
			return NO("it does not lead to what was seen at the table");
		if (at_record_next(r, scan, &now->head, &m))
			return scan->err;
		*moves += m != 0;
		if (before.head.ply < start->head.ply)
			continue;
		seen = at_walk_move(&walk, log);
		if (!seen != !m || (m && at_view_move(&before.head, m, t->viewer) != seen->what))
			return NO("this is not what happened at the table");
		walk.next++;
	} while (m);
	return same_view(now, &t->state) ? AT_OK : NO("this is not how the game ended");
}

static enum at_err compare_host(const struct at_client *c, const struct at_kept *k,
				const struct at_record *r, struct at_scan *scan)
{
	const struct at_opening *o = &c->table.opening;
	const uint8_t *promise = r->has_table ? r->host_commitment : r->commitment;
	bool fair = at_table_is_fair(&c->table);

	if (fair != r->has_table || (k->fair && !fair) ||
	    (fair && memcmp(r->table, o->id, sizeof o->id) != 0))
		return NO("the promises of this table are not in it");
	if (memcmp(promise, o->commitment, sizeof o->commitment) != 0 ||
	    (k->was_there && memcmp(k->commitment, o->commitment, sizeof o->commitment) != 0))
		return NO("the host's promise has changed");
	if (at_any_byte(o->commitment, sizeof o->commitment) && !(fair ? r->has_half : r->has_seed))
		return NO("the seed of the draws is not in it");
	if (r->given > c->given)
		return NO("it marks more moves as given than there were");
	if (c->table.opened && r->has_seed && memcmp(r->seed, c->table.seed, sizeof r->seed) != 0)
		return NO("the seed is another one");
	return AT_OK;
}

static enum at_err compare_persons(const struct at_client *c, const struct at_kept *k,
				   const struct at_record *r, struct at_scan *scan)
{
	bool kept = k->has_promises && r->has_table;

	for (int i = 0; i < r->setup.seats; i++) {
		const struct at_promise *p = &r->person[i];
		if (memcmp(p, &c->table.promise[i], sizeof *p) != 0 ||
		    (kept && (k->promised >> i & 1) != (p->state != AT_PROMISE_NONE)) ||
		    (kept && p->state && memcmp(k->promise[i], p->hash, sizeof p->hash) != 0))
			return NO("the promise of seat %d has changed", i + 1);
	}
	return AT_OK;
}

static enum at_err compare_own(const struct at_client *c, const struct at_kept *k,
			       const struct at_record *r, struct at_scan *scan)
{
	int seat = k->seat >= 0 ? k->seat : c->table.viewer;
	const struct at_promise *p = &r->person[seat < 0 ? 0 : seat];

	if (seat >= 0 && seat < r->setup.seats && k->has_number && p->state == AT_PROMISE_OPENED &&
	    memcmp(p->number, k->number, sizeof p->number) != 0)
		return NO("your number is not the one that you promised");
	return AT_OK;
}

enum at_verdict at_client_verify(const struct at_client *c, const struct at_kept *kept,
				 const char *record, size_t len, struct at_found *found,
				 struct at_fail *fail)
{
	struct at_record r;
	struct at_scan scan;
	union at_any now;

	memset(&now, 0, sizeof now);
	*found = (struct at_found){.verdict = AT_NO_RECORD};
	at_scan_init(&scan, record, len, fail);
	if (at_record_open(&r, &scan, &now.head))
		return found->verdict;
	found->has_seed = r.has_seed;
	found->is_fair = r.has_half;
	for (int i = 0; i < r.setup.seats; i++) {
		found->opened |= (uint8_t)((r.person[i].state == AT_PROMISE_OPENED) << i);
		found->silent |= (uint8_t)((r.person[i].state == AT_PROMISE_SILENT) << i);
	}
	if (!same_game(&c->table, &r))
		at_scan_fail(&scan, AT_BAD_VALUE, "it is of another game");
	else if (!compare_moves(c, &r, &scan, &now, &found->moves))
		found->verdict = compare_host(c, kept, &r, &scan)      ? AT_HOST_BROKE
				 : compare_persons(c, kept, &r, &scan) ? AT_PERSON_BROKE
				 : compare_own(c, kept, &r, &scan)     ? AT_OWN_BROKE
								       : AT_HOLDS;
	return found->verdict;
}
