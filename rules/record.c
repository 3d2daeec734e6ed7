#include "record.h"

#include "play.h"
#include "position.h"

#include <string.h>

_Static_assert((int)AT_SEATS_MAX == (int)AT_PROMISE_SEATS_MAX, "every seat can promise");

enum { FIRST_VERSION = 1 }; /* of the rules, where a record has no "rules:" */

static void print_bytes(struct at_text *t, const char *before, const uint8_t *bytes, size_t n)
{
	at_puts(t, before);
	at_puthex(t, bytes, n);
}

static void print_line(struct at_text *t, const char *key, const uint8_t *bytes, size_t n)
{
	print_bytes(t, key, bytes, n);
	at_putc(t, '\n');
}

static void print_promises(const struct at_record *r, struct at_text *t)
{
	print_line(t, "table: ", r->table, sizeof r->table);
	print_line(t, "host-commitment: ", r->host_commitment, sizeof r->host_commitment);
	if (r->has_half)
		print_line(t, "host-half: ", r->half, sizeof r->half);
	for (int i = 0; i < r->setup.seats; i++) {
		const struct at_promise *p = &r->person[i];
		if (p->state == AT_PROMISE_NONE)
			continue;
		at_put(t, "person %d: ", i + 1);
		print_bytes(t, "commitment ", p->hash, sizeof p->hash);
		if (p->state == AT_PROMISE_OPENED)
			print_bytes(t, " opened ", p->number, sizeof p->number);
		else
			at_puts(t, " silent");
		at_putc(t, '\n');
	}
}

void at_print_record_head(const struct at_record *r, struct at_text *t)
{
	struct at_setup setup = r->setup;

	if (setup.version == 0)
		setup.version = r->game->version;
	if (setup.version == FIRST_VERSION)
		setup.version = 0;
	at_print_setup(r->game, &setup, t);
	if (setup.first)
		at_put(t, "first: %u\n", setup.first);
	if (r->given)
		at_put(t, "given: %u\n", (unsigned)r->given);
	if (r->has_table)
		print_promises(r, t);
	if (r->has_seed)
		print_line(t, "seed: ", r->seed, sizeof r->seed);
	if (r->has_commitment)
		print_line(t, "commitment: ", r->commitment, sizeof r->commitment);
	at_puts(t, "moves:\n");
}

static enum at_err scan_once(struct at_scan *scan, const char *what, bool *has, uint8_t *out,
			     size_t n)
{
	if (*has)
		return at_scan_fail(scan, AT_BAD_TEXT, "'%s' stands here a second time", what);
	*has = true;
	at_scan_hex(scan, what, out, n);
	return at_scan_done(scan);
}

/* --- promises: in a fixed order, so that each line can be checked by those above it --- */

/* The person on this seat, behind all that were named before. */
static enum at_err scan_person(struct at_record *r, struct at_scan *scan, struct at_word arg)
{
	struct at_word how;
	struct at_promise *p;
	uint32_t seat;

	if (!at_word_uint(arg, 1, r->setup.seats, &seat))
		return at_scan_fail(scan, AT_BAD_VALUE, "there is no seat '%s' here",
				    at_show(arg).s);
	for (int i = (int)seat - 1; i < r->setup.seats; i++)
		if (r->person[i].state)
			return at_scan_fail(scan, AT_BAD_TEXT,
					    "persons stand in the order of their seats, each once");
	p = &r->person[seat - 1];
	at_scan_expect(scan, "commitment");
	at_scan_hex(scan, "the commitment", p->hash, sizeof p->hash);
	if (at_scan_need(scan, "'opened' or 'silent'", &how))
		return scan->err;
	if (at_word_is(how, "opened")) {
		p->state = AT_PROMISE_OPENED;
		at_scan_hex(scan, "the number", p->number, sizeof p->number);
		if (!scan->err && !at_promise_fits(p->hash, p->number))
			return at_scan_fail(
			    scan, AT_BAD_VALUE,
			    "the commitment of seat %u is not the SHA-256 of its number", seat);
	} else if (at_word_is(how, "silent")) {
		p->state = AT_PROMISE_SILENT;
	} else {
		at_scan_fail(scan, AT_BAD_TEXT, "expected 'opened' or 'silent', not '%s'",
			     at_show(how).s);
	}
	return at_scan_done(scan);
}

static enum at_err scan_half(struct at_record *r, struct at_scan *scan)
{
	if (scan_once(scan, "host-half", &r->has_half, r->half, sizeof r->half))
		return scan->err;
	if (!at_promise_fits(r->host_commitment, r->half))
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "the host's commitment is not the SHA-256 of its half");
	return AT_OK;
}

/* Is this a line of the promises? What they stand on has been checked then. */
static bool is_promise(const struct at_record *r, struct at_scan *scan, struct at_word name)
{
	static const char *const keys[] = {"table", "host-commitment", "host-half", "person"};
	int key = at_word_in(name, keys, 4);
	bool persons = false;

	if (key < 0)
		return false;
	for (int i = 0; i < r->setup.seats; i++)
		persons |= r->person[i].state != AT_PROMISE_NONE;
	if (r->has_seed || r->has_commitment || (persons && key < 3))
		at_scan_fail(scan, AT_BAD_TEXT, "'%s' stands too late", keys[key]);
	if (key > 0 && !r->has_table)
		at_scan_fail(scan, AT_BAD_TEXT, "'%s' needs 'table:' before it", keys[key]);
	if (key > 1 && !r->has_host_commitment)
		at_scan_fail(scan, AT_BAD_TEXT, "'%s' needs 'host-commitment:' before it",
			     keys[key]);
	return true;
}

static enum at_err scan_promise(struct at_record *r, struct at_scan *scan, struct at_word name,
				struct at_word arg)
{
	if (scan->err)
		return scan->err;
	if (at_word_is(name, "person"))
		return scan_person(r, scan, arg);
	if (at_word_is(name, "host-half"))
		return scan_half(r, scan);
	if (at_word_is(name, "host-commitment"))
		return scan_once(scan, "host-commitment", &r->has_host_commitment,
				 r->host_commitment, sizeof r->host_commitment);
	if (scan_once(scan, "table", &r->has_table, r->table, sizeof r->table))
		return scan->err;
	if (!at_any_byte(r->table, sizeof r->table))
		return at_scan_fail(scan, AT_BAD_VALUE, "a table's id is not all zeros");
	return AT_OK;
}

/* The seed or its commitment has been read: it must be what was promised. */
static enum at_err check_seed(const struct at_record *r, struct at_scan *scan)
{
	uint8_t right[AT_SEED_SIZE];

	if (scan->err)
		return scan->err;
	if (r->has_commitment && r->has_table)
		return at_scan_fail(scan, AT_BAD_TEXT,
				    "where persons had a part in the seed nobody committed to it");
	if (r->has_table && !r->has_half)
		return at_scan_fail(scan, AT_BAD_TEXT, "the seed needs 'host-half:' before it");
	if (r->has_table) {
		at_promise_mix(r->table, r->half, r->person, r->setup.seats, right);
		if (memcmp(right, r->seed, sizeof right) != 0)
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "the seed is not what the half and the numbers give");
	}
	if (r->has_seed && r->has_commitment && !at_promise_fits(r->commitment, r->seed))
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "the commitment is not the SHA-256 of the seed");
	return AT_OK;
}

/* --- the head --- */

static enum at_err begin_moves(struct at_record *r, struct at_scan *scan, struct at_state *s)
{
	struct at_fail why;

	if (at_scan_done(scan))
		return scan->err;
	if (r->has_table && !r->has_host_commitment)
		return at_scan_fail(scan, AT_BAD_TEXT, "'host-commitment:' is missing");
	if (r->has_half && !r->has_seed)
		return at_scan_fail(scan, AT_BAD_TEXT, "'seed:' is missing: the half gives it");
	if (at_init(r->game, &r->setup, s, &why))
		return at_scan_fail(scan, why.err, "%s", why.why);
	return AT_OK;
}

/* Before everything that is said about the draws after them. */
static enum at_err scan_given(struct at_record *r, struct at_scan *scan)
{
	uint32_t given;

	if (r->given)
		return at_scan_fail(scan, AT_BAD_TEXT, "'given' stands here a second time");
	if (r->has_table || r->has_seed || r->has_commitment)
		return at_scan_fail(scan, AT_BAD_TEXT,
				    "'given:' stands before the promises and the seed");
	if (!at_scan_uint(scan, "given", 1, AT_RECORD_GIVEN_MAX, &given))
		r->given = (uint16_t)given;
	return scan->err;
}

/* Before everything that is said about the draws. */
static enum at_err scan_first(struct at_record *r, struct at_scan *scan)
{
	uint32_t first;

	if (r->setup.first)
		return at_scan_fail(scan, AT_BAD_TEXT, "'first' stands here a second time");
	if (r->given || r->has_table || r->has_seed || r->has_commitment)
		return at_scan_fail(scan, AT_BAD_TEXT, "'first:' stands before the draws' lines");
	if (!at_scan_uint(scan, "first", 1, r->setup.seats, &first))
		r->setup.first = (uint8_t)first;
	return at_scan_done(scan);
}

enum at_err at_record_open(struct at_record *r, struct at_scan *scan, struct at_state *s)
{
	struct at_word name, arg;
	bool more;

	memset(r, 0, sizeof *r);
	if (at_scan_setup(scan, &r->game, &r->setup, &more))
		return scan->err;
	if (r->setup.version == 0)
		r->setup.version = FIRST_VERSION;
	for (; more; more = at_scan_line(scan)) {
		if (at_scan_key(scan, &name, &arg))
			return scan->err;
		if (arg.len && !at_word_is(name, "person"))
			return at_scan_fail(scan, AT_BAD_TEXT, "too many words before ':'");
		if (at_word_is(name, "moves"))
			return begin_moves(r, scan, s);
		if (at_word_is(name, "seed")) {
			scan_once(scan, "seed", &r->has_seed, r->seed, sizeof r->seed);
			check_seed(r, scan);
		} else if (at_word_is(name, "commitment")) {
			scan_once(scan, "commitment", &r->has_commitment, r->commitment,
				  sizeof r->commitment);
			check_seed(r, scan);
		} else if (at_word_is(name, "first")) {
			scan_first(r, scan);
		} else if (at_word_is(name, "given")) {
			scan_given(r, scan);
		} else if (is_promise(r, scan, name)) {
			scan_promise(r, scan, name, arg);
		} else {
			at_scan_fail(scan, AT_BAD_TEXT, "a record has no key '%s'",
				     at_show(name).s);
		}
		if (scan->err)
			return scan->err;
	}
	return at_scan_fail(scan, AT_BAD_TEXT, "'moves:' is missing");
}

/* "the seed draws 'first 2' here, not 'first 1'" */
static enum at_err wrong_draw(struct at_scan *scan, const struct at_state *s, at_move right,
			      at_move wrong)
{
	char a[AT_MOVE_TEXT_MAX], b[AT_MOVE_TEXT_MAX];
	struct at_text ta, tb;

	at_text_init(&ta, a, sizeof a);
	at_text_init(&tb, b, sizeof b);
	at_print_move(s, right, &ta);
	at_print_move(s, wrong, &tb);
	return at_scan_fail(scan, AT_BAD_VALUE, "the seed draws '%s' here, not '%s'", a, b);
}

/* If the first player was chosen, nobody else begins. */
static bool wrong_first(const struct at_record *r, const struct at_state *s, at_move m)
{
	at_move chosen = at_first_player(r->game, s, r->setup.first);

	return chosen && chosen != m;
}

enum at_err at_record_next(const struct at_record *r, struct at_scan *scan, struct at_state *s,
			   at_move *out)
{
	struct at_fail why;
	at_move m;

	*out = 0;
	if (!at_scan_line(scan))
		return scan->err;
	if (s->turn == AT_OVER)
		return at_scan_fail(scan, AT_BAD_MOVE, "the game is over: no move can follow");
	if (r->game->parse_move(s, scan, &m) || at_scan_done(scan))
		return scan->err;
	if (r->game->refuse(s, m, &why))
		return at_scan_fail(scan, why.err, "%s", why.why);
	if (wrong_first(r, s, m))
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "'first:' says that seat %u was chosen to begin",
				    r->setup.first);
	if (r->has_seed && s->turn == AT_CHANCE && s->ply >= r->given) {
		at_move right = at_deal_chosen(r->game, s, r->seed, r->setup.first);
		if (right != m)
			return wrong_draw(scan, s, right, m);
	}
	if (at_apply(s, m, &why))
		return at_scan_fail(scan, why.err, "%s", why.why);
	*out = m;
	return AT_OK;
}
