/* Pearls: the smallest game that has everything a game here has. It is built and tested like the
 * others and never listed: copy it to begin a new game (HACKING.md, "How to add a game").
 *
 *     PE-1  There are twelve pearls (option big-pile: twenty). Each seat is dealt one secret
 *           shell worth 1 to 6, no two alike. A random seat begins.
 *     PE-2  In turn, seats take one or two pearls.
 *     PE-3  When none is left the shells are opened. Pearls and shell are the score; of equal
 *           totals the one with the smaller shell wins. */
#include "game.h"

#include "assert.h"
#include "bits.h"
#include "json.h"

#include <string.h>

enum { SHELLS = 6 };
enum { UNKNOWN = SHELLS + 1 }; /* in a view: a shell that was dealt to somebody else */
enum phase { DEAL, FIRST, TAKE, REVEAL, DONE };

struct pearls {
	struct at_state head;
	uint8_t pile;
	uint8_t taken[AT_SEATS_MAX];
	uint8_t shell[AT_SEATS_MAX]; /* 0 until dealt, 1..SHELLS, or UNKNOWN */
	uint8_t opened;              /* a bit a seat */
	uint8_t spare[2];
};
_Static_assert(sizeof(struct pearls) == 24, "no hidden padding");

static const struct at_field layout[] = {
    AT_FIELD(struct pearls, pile, uint8_t),  AT_FIELD(struct pearls, taken, uint8_t),
    AT_FIELD(struct pearls, shell, uint8_t), AT_FIELD(struct pearls, opened, uint8_t),
    AT_FIELD(struct pearls, spare, uint8_t), {0, 0, 0},
};

static const struct at_option options[] = {
    {"big-pile", "twenty pearls instead of twelve", {"no", "yes"}, .shift = 0, .bits = 1},
    {NULL, NULL, {NULL}, 0, 0},
};

enum key { KEY_PILE, KEY_SEAT };
static const struct at_key keys[] = {
    [KEY_PILE] = {"pile", NULL, 0, 0, true},
    [KEY_SEAT] = {"seat", NULL, 0, AT_PER_SEAT, true},
    {NULL, NULL, 0, 0, false},
};

/* A move is its kind in the high half, a seat and a number below. */
enum kind { MOVE_DEAL = 1, MOVE_FIRST, MOVE_TAKE, MOVE_REVEAL, KINDS };
static const char *const kind_names[KINDS] = {"", "deal", "first", "take", "reveal"};

static at_move pack(enum kind kind, int seat, int number)
{
	return (at_move)kind << 16 | (at_move)seat << 8 | (at_move)number;
}

static enum kind move_kind(at_move m)
{
	return (enum kind)(m >> 16);
}

static int move_seat(at_move m)
{
	return m >> 8 & 0xff;
}

static int move_number(at_move m)
{
	return m & 0xff;
}

static int pile_size(const struct at_state *s)
{
	return at_option_value(s, &options[0]) ? 20 : 12;
}

/* The seat whose shell is dealt or opened next, or AT_NOBODY. */
static int next_to_deal(const struct pearls *p)
{
	for (int i = 0; i < p->head.seats; i++)
		if (!p->shell[i])
			return i;
	return AT_NOBODY;
}

static int next_to_open(const struct pearls *p)
{
	for (int i = 0; i < p->head.seats; i++)
		if (!(p->opened >> i & 1))
			return i;
	return AT_NOBODY;
}

/* The shells that no seat is known to have; in a view, those of other seats are among them. */
static uint32_t free_shells(const struct pearls *p)
{
	uint32_t set = (1u << (SHELLS + 1)) - 2;

	for (int i = 0; i < p->head.seats; i++)
		if (p->shell[i] && p->shell[i] != UNKNOWN)
			set &= ~(1u << p->shell[i]);
	return set;
}

static void init(struct at_state *s)
{
	struct pearls *p = (struct pearls *)s;

	p->pile = (uint8_t)pile_size(s);
	s->turn = AT_CHANCE;
	s->phase = DEAL;
}

static int moves(const struct at_state *s, at_move *out)
{
	const struct pearls *p = (const struct pearls *)s;
	int n = 0;

	switch (s->phase) {
	case DEAL:
		for (uint32_t set = free_shells(p); set;)
			out[n++] = pack(MOVE_DEAL, next_to_deal(p), at_pop32(&set));
		break;
	case FIRST:
		for (int i = 0; i < s->seats; i++)
			out[n++] = pack(MOVE_FIRST, i, 0);
		break;
	case TAKE:
		if (!at_is_truth(s) && s->viewer != s->turn)
			break;
		for (int i = 1; i <= 2 && i <= p->pile; i++)
			out[n++] = pack(MOVE_TAKE, s->turn, i);
		break;
	case REVEAL: {
		int seat = next_to_open(p);
		uint32_t set = free_shells(p);
		if (p->shell[seat] != UNKNOWN)
			set = 1u << p->shell[seat];
		while (set)
			out[n++] = pack(MOVE_REVEAL, seat, at_pop32(&set));
		break;
	}
	default: break;
	}
	return n;
}

static int weights(const struct at_state *s, uint32_t *out)
{
	at_move list[SHELLS];
	int n = moves(s, list);

	for (int i = 0; i < n; i++)
		out[i] = 1;
	return n;
}

static void begin_reveal(struct pearls *p)
{
	p->head.turn = AT_CHANCE;
	p->head.phase = REVEAL;
}

static void apply(struct at_state *s, at_move m)
{
	struct pearls *p = (struct pearls *)s;
	int seat = move_seat(m);

	s->ply++;
	switch (move_kind(m)) {
	case MOVE_DEAL:
		p->shell[seat] = (uint8_t)move_number(m);
		if (next_to_deal(p) == AT_NOBODY)
			s->phase = FIRST;
		break;
	case MOVE_FIRST:
		s->first = s->turn = (int8_t)seat;
		s->phase = TAKE;
		break;
	case MOVE_TAKE:
		p->taken[seat] += (uint8_t)move_number(m);
		p->pile -= (uint8_t)move_number(m);
		s->turn = (int8_t)((seat + 1) % s->seats);
		if (p->pile == 0)
			begin_reveal(p);
		break;
	case MOVE_REVEAL:
		p->shell[seat] = (uint8_t)move_number(m);
		p->opened |= (uint8_t)(1 << seat);
		if (next_to_open(p) == AT_NOBODY) {
			s->turn = AT_OVER;
			s->phase = DONE;
		}
		break;
	default: at_assert(!"a move of this game");
	}
}

static enum at_err refuse(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct pearls *p = (const struct pearls *)s;
	at_move list[SHELLS + 1];
	int n = moves(s, list);

	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return AT_OK;
	if (at_others_decide(s))
		return at_fail(fail, AT_BAD_MOVE, "seat %d decides now", s->turn + 1);
	if (s->turn == AT_OVER)
		return at_fail(fail, AT_BAD_MOVE, "the game is over");
	if (s->phase == TAKE && move_kind(m) == MOVE_TAKE && move_seat(m) == s->turn)
		return at_fail(fail, AT_BAD_MOVE, "PE-2: take one or two of the %u pearls left",
			       p->pile);
	return at_fail(fail, AT_BAD_MOVE, "this is not the move that is due");
}

/* Everything happens in the open but the dealing of shells to others. */
static enum at_err refuse_seen(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct pearls *p = (const struct pearls *)s;
	struct pearls open = *p;

	if (s->phase == DEAL && next_to_deal(p) != s->viewer)
		return m == pack(MOVE_DEAL, next_to_deal(p), UNKNOWN)
			   ? AT_OK
			   : at_fail(fail, AT_BAD_MOVE, "PE-1: seat %d is dealt a secret shell",
				     next_to_deal(p) + 1);
	if (s->phase == TAKE)
		open.head.viewer = s->turn;
	return refuse(&open.head, m, fail);
}

static void score(const struct at_state *s, int seat, struct at_score *out)
{
	const struct pearls *p = (const struct pearls *)s;
	int shell = p->shell[seat] == UNKNOWN ? 0 : p->shell[seat];

	out->lines[out->line_count++] = (struct at_line){"pearls", p->taken[seat]};
	if (p->shell[seat] != UNKNOWN)
		out->lines[out->line_count++] = (struct at_line){"shell", shell};
	out->ties[out->tie_count++] = (struct at_line){"smaller shell", -shell};
}

static void hide(struct at_state *s, int viewer)
{
	struct pearls *p = (struct pearls *)s;

	for (int i = 0; i < AT_SEATS_MAX; i++)
		if (i != viewer && p->shell[i] && !(p->opened >> i & 1))
			p->shell[i] = UNKNOWN;
}

static at_move view_move(const struct at_state *s, at_move m, int viewer)
{
	(void)s;
	if (move_kind(m) == MOVE_DEAL && move_seat(m) != viewer)
		return pack(MOVE_DEAL, move_seat(m), UNKNOWN);
	return m;
}

static void guess(struct at_state *s, struct at_rng *rng)
{
	struct pearls *p = (struct pearls *)s;
	uint32_t set = free_shells(p);

	for (int i = 0; i < s->seats; i++) {
		uint32_t left = set;
		if (p->shell[i] != UNKNOWN)
			continue;
		for (uint32_t k = at_rng_below(rng, (uint32_t)at_count32(set)); k > 0; k--)
			left &= left - 1;
		p->shell[i] = (uint8_t)at_low32(left);
		set &= ~(1u << p->shell[i]);
	}
}

static enum at_err check_shell(const struct pearls *p, int i, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	int shell = p->shell[i];
	bool dealt = s->phase == DEAL ? i < next_to_deal(p) : i < s->seats;
	bool open = at_is_truth(s) || i == s->viewer || p->opened >> i & 1;

	if (dealt != (shell != 0) || shell > UNKNOWN)
		return at_fail(fail, AT_BAD_STATE, "PE-1: seat %d cannot have shell %d", i + 1,
			       shell);
	if (shell && open != (shell != UNKNOWN))
		return at_fail(fail, AT_BAD_STATE,
			       open ? "seat %d's shell must be known here"
				    : "seat %d's shell is secret",
			       i + 1);
	for (int j = 0; j < i; j++)
		if (shell && shell != UNKNOWN && p->shell[j] == shell)
			return at_fail(fail, AT_BAD_STATE, "PE-1: shell %d is there twice", shell);
	return AT_OK;
}

static enum at_err check_phase(const struct pearls *p, struct at_fail *fail)
{
	static const int8_t turn_of[] = {
	    [DEAL] = AT_CHANCE, [FIRST] = AT_CHANCE, [REVEAL] = AT_CHANCE, [DONE] = AT_OVER};
	const struct at_state *s = &p->head;

	if (s->phase > DONE || (s->phase == TAKE ? s->turn < 0 : s->turn != turn_of[s->phase]))
		return at_fail(fail, AT_BAD_STATE, "this seat cannot be to move now");
	if ((s->phase <= FIRST) != (s->first == AT_NOBODY))
		return at_fail(fail, AT_BAD_STATE, "the first player does not fit the phase");
	if (p->spare[0] || p->spare[1] || p->opened & (p->opened + 1) || p->opened >> s->seats ||
	    (s->phase < REVEAL && p->opened) ||
	    (s->phase >= REVEAL && (s->phase == DONE) != (next_to_open(p) == AT_NOBODY)))
		return at_fail(fail, AT_BAD_STATE, "the opened shells do not fit the phase");
	if (s->phase == DEAL && next_to_deal(p) == AT_NOBODY)
		return at_fail(fail, AT_BAD_STATE, "nobody is left to be dealt a shell");
	return AT_OK;
}

static enum at_err check_pearls(const struct pearls *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	int total = p->pile;

	for (int i = 0; i < AT_SEATS_MAX; i++) {
		if (i >= s->seats && p->taken[i])
			return at_fail(fail, AT_BAD_STATE, "there is no seat %d", i + 1);
		total += p->taken[i];
	}
	if (total != pile_size(s))
		return at_fail(fail, AT_BAD_STATE, "PE-1: %d pearls instead of %d", total,
			       pile_size(s));
	if ((s->phase <= TAKE) != (p->pile > 0) || (s->phase <= FIRST && p->pile != pile_size(s)))
		return at_fail(fail, AT_BAD_STATE, "PE-3: %u pearls do not fit the phase", p->pile);
	return AT_OK;
}

static enum at_err check(const struct at_state *s, struct at_fail *fail)
{
	const struct pearls *p = (const struct pearls *)s;

	if (check_phase(p, fail))
		return at_blame(fail, AT_BAD_STATE, "to-move", 0);
	if (check_pearls(p, fail))
		return at_blame(fail, AT_BAD_STATE, "pile", 0);
	for (int i = 0; i < AT_SEATS_MAX; i++)
		if (check_shell(p, i, fail))
			return at_blame(fail, AT_BAD_STATE, "seat", i);
	return AT_OK;
}

static void print(const struct at_state *s, struct at_text *t)
{
	const struct pearls *p = (const struct pearls *)s;

	at_put(t, "pile: %u\n", p->pile);
	for (int i = 0; i < s->seats; i++) {
		at_put(t, "seat %d: pearls %u shell ", i + 1, p->taken[i]);
		if (p->shell[i] == UNKNOWN)
			at_putc(t, '?');
		else
			at_put(t, "%u", p->shell[i]);
		at_puts(t, p->opened >> i & 1 ? " open\n" : "\n");
	}
}

static enum at_err scan_shell(struct at_scan *scan, uint32_t low, uint32_t *out)
{
	struct at_word w;

	if (at_scan_need(scan, "a shell", &w))
		return scan->err;
	if (at_word_is(w, "?"))
		*out = UNKNOWN;
	else if (!at_word_uint(w, low, SHELLS, out))
		return at_scan_fail(scan, AT_BAD_VALUE, "there is no shell '%s'", at_show(w).s);
	return AT_OK;
}

static enum at_err parse(struct at_state *s, int key, int arg, struct at_scan *scan)
{
	struct pearls *p = (struct pearls *)s;
	uint32_t x = 0;
	uint32_t shell = 0;
	struct at_word w;

	if (key == KEY_PILE) {
		at_scan_uint(scan, "the pile", 0, (uint32_t)pile_size(s), &x);
		p->pile = (uint8_t)x;
		return scan->err;
	}
	if (at_scan_expect(scan, "pearls") ||
	    at_scan_uint(scan, "pearls", 0, (uint32_t)pile_size(s), &x) ||
	    at_scan_expect(scan, "shell") || scan_shell(scan, 0, &shell))
		return scan->err;
	p->taken[arg] = (uint8_t)x;
	p->shell[arg] = (uint8_t)shell;
	if (at_scan_word(scan, &w)) {
		if (!at_word_is(w, "open"))
			return at_scan_fail(scan, AT_BAD_TEXT, "expected 'open', not '%s'",
					    at_show(w).s);
		p->opened |= (uint8_t)(1 << arg);
	}
	return scan->err;
}

/* The phase follows from the rest. */
static enum at_err parse_end(struct at_state *s, struct at_scan *scan)
{
	struct pearls *p = (struct pearls *)s;

	if (s->turn >= 0)
		s->phase = TAKE;
	else if (s->turn == AT_OVER)
		s->phase = DONE;
	else if (s->first != AT_NOBODY)
		s->phase = REVEAL;
	else
		s->phase = next_to_deal(p) == AT_NOBODY ? FIRST : DEAL;
	return scan->err;
}

static void print_move(const struct at_state *s, at_move m, struct at_text *t)
{
	(void)s;
	at_puts(t, kind_names[move_kind(m)]);
	if (move_kind(m) != MOVE_TAKE)
		at_put(t, " %d", move_seat(m) + 1);
	if (move_number(m) == UNKNOWN)
		at_puts(t, " ?");
	else if (move_kind(m) != MOVE_FIRST)
		at_put(t, " %d", move_number(m));
}

static enum at_err parse_move(const struct at_state *s, struct at_scan *scan, at_move *out)
{
	struct at_word w;
	uint32_t seat = (uint32_t)(s->turn >= 0 ? s->turn + 1 : 1);
	uint32_t number = 0;
	int kind;

	if (at_scan_need(scan, "a move", &w))
		return scan->err;
	kind = at_word_in(w, kind_names, KINDS);
	if (kind < MOVE_DEAL)
		return at_scan_fail(scan, AT_BAD_TEXT, "there is no move '%s'", at_show(w).s);
	if (kind == MOVE_TAKE)
		at_scan_uint(scan, "how many pearls", 1, 2, &number);
	else
		at_scan_uint(scan, "the seat", 1, s->seats, &seat);
	if (kind == MOVE_DEAL || kind == MOVE_REVEAL)
		scan_shell(scan, 1, &number);
	if (!scan->err)
		*out = pack((enum kind)kind, (int)seat - 1, (int)number);
	return scan->err;
}

static void facts(const struct at_state *s, struct at_text *t)
{
	const struct pearls *p = (const struct pearls *)s;

	at_json_count(t, "pile", p->pile);
	at_json_open(t, "seats", '[');
	for (int i = 0; i < s->seats; i++) {
		at_json_open(t, NULL, '{');
		at_json_count(t, "pearls", p->taken[i]);
		at_json_name(t, "shell");
		if (p->shell[i] == UNKNOWN)
			at_puts(t, "\"?\"");
		else
			at_put(t, "%u", p->shell[i]);
		at_json_flag(t, "open", p->opened >> i & 1);
		at_putc(t, '}');
	}
	at_putc(t, ']');
}

const struct at_game at_template = {
    .name = "template",
    .title = "Pearls",
    .id = 255,
    .version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .state_size = sizeof(struct pearls),
    .moves_max = SHELLS,         /* a shell to deal or open; seats and takes are fewer */
    .plies_max = 4 + 1 + 20 + 4, /* deals, first player, one pearl at a time, reveals */
    .options = options,
    .layout = layout,
    .keys = keys,
    .init = init,
    .moves = moves,
    .weights = weights,
    .apply = apply,
    .refuse = refuse,
    .refuse_seen = refuse_seen,
    .score = score,
    .hide = hide,
    .view_move = view_move,
    .guess = guess,
    .check = check,
    .print = print,
    .parse = parse,
    .parse_end = parse_end,
    .print_move = print_move,
    .parse_move = parse_move,
    .facts = facts,
};
