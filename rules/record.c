#include "record.h"

#include "play.h"
#include "position.h"

#include <string.h>

void at_print_record_head(const struct at_record *r, struct at_text *t)
{
	at_print_setup(r->game, &r->setup, t);
	if (r->has_seed) {
		at_puts(t, "seed: ");
		at_puthex(t, r->seed, sizeof r->seed);
		at_putc(t, '\n');
	}
	if (r->has_commitment) {
		at_puts(t, "commitment: ");
		at_puthex(t, r->commitment, sizeof r->commitment);
		at_putc(t, '\n');
	}
	at_puts(t, "moves:\n");
}

static enum at_err scan_once(struct at_scan *scan, const char *what, bool *has, uint8_t *out)
{
	if (*has)
		return at_scan_fail(scan, AT_BAD_TEXT, "'%s' stands here a second time", what);
	*has = true;
	at_scan_hex(scan, what, out, 32);
	return at_scan_done(scan);
}

/* With both, the commitment must be that of the seed. */
static enum at_err check_commitment(const struct at_record *r, struct at_scan *scan)
{
	uint8_t hash[AT_SHA256_SIZE];

	if (!r->has_seed || !r->has_commitment)
		return AT_OK;
	at_sha256(r->seed, sizeof r->seed, hash);
	if (memcmp(hash, r->commitment, sizeof hash) != 0)
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "the commitment is not the SHA-256 of the seed");
	return AT_OK;
}

enum at_err at_record_open(struct at_record *r, struct at_scan *scan, struct at_state *s)
{
	struct at_word name, arg;
	bool more;

	memset(r, 0, sizeof *r);
	if (at_scan_setup(scan, &r->game, &r->setup, &more))
		return scan->err;
	for (; more; more = at_scan_line(scan)) {
		if (at_scan_key(scan, &name, &arg))
			return scan->err;
		if (arg.len)
			return at_scan_fail(scan, AT_BAD_TEXT, "too many words before ':'");
		if (at_word_is(name, "moves")) {
			struct at_fail why;
			if (at_scan_done(scan))
				return scan->err;
			if (at_init(r->game, &r->setup, s, &why))
				return at_scan_fail(scan, why.err, "%s", why.why);
			return AT_OK;
		}
		if (at_word_is(name, "seed"))
			scan_once(scan, "seed", &r->has_seed, r->seed);
		else if (at_word_is(name, "commitment"))
			scan_once(scan, "commitment", &r->has_commitment, r->commitment);
		else
			at_scan_fail(scan, AT_BAD_TEXT, "a record has no key '%s'",
				     at_show(name).s);
		if (scan->err || check_commitment(r, scan))
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
	if (r->has_seed && s->turn == AT_CHANCE && at_deal(r->game, s, r->seed) != m)
		return wrong_draw(scan, s, at_deal(r->game, s, r->seed), m);
	if (at_apply(s, m, &why))
		return at_scan_fail(scan, why.err, "%s", why.why);
	*out = m;
	return AT_OK;
}
