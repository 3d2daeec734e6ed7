/* Reef for the page, beside what facts() says:
 *
 *     phase    deal, first, start, turn, play, reveal or over
 *     cards    {number: {pieces, shape, pattern, value}} of every card that this view shows. A
 *              pattern's rows are split by " / ", its cells by blanks: R, R2 (exactly), R2+ (or
 *              more), *3 (any colour), '.' no cell; of a special card it is "tallest A : B"
 *     marks    an object a seat: {number: [[space, ...], ...]}: where the patterns of its own
 *              cards, and of those it could take, are on its reef, one list an occurrence */
#include "reef/reef.h"
#include "view.h"

static const char *const phase_names[] = {
    [RF_DEAL] = "deal", [RF_FIRST] = "first",   [RF_START] = "start", [RF_TURN] = "turn",
    [RF_PLAY] = "play", [RF_REVEAL] = "reveal", [RF_DONE] = "over",
};

static const char *const shape_names[RF_SHAPES] = {
    [RF_ONE] = "one",       [RF_PAIR] = "pair",       [RF_DIAGONAL] = "diagonal",
    [RF_LINE] = "line",     [RF_STAIRS] = "stairs",   [RF_CORNER] = "corner",
    [RF_SQUARE] = "square", [RF_TALLEST] = "tallest",
};

static void put_need(struct at_text *t, const struct rf_need *need)
{
	at_putc(t, need->colour == RF_ANY ? '*' : rf_letters[need->colour]);
	if (need->height)
		at_put(t, "%u%s", need->height, need->or_more ? "+" : "");
}

/* The pattern's cells row by row, as far as they reach to the right and down. */
static void put_pattern(struct at_text *t, const struct rf_card *c)
{
	uint32_t cells = rf_shape_cells(c->shape);
	uint32_t columns = (cells | cells >> 4 | cells >> 8) & 0xf;
	int met = 0;

	for (int row = 0; cells >> 4 * row; row++)
		for (int column = 0; columns >> column; column++) {
			at_puts(t, column ? " " : row ? " / " : "");
			if (cells >> (4 * row + column) & 1)
				put_need(t, &c->need[met++ ? 1 : 0]);
			else
				at_putc(t, '.');
		}
}

static void put_card(struct at_text *t, int card)
{
	const struct rf_card *c = &rf_card[card];

	at_put(t, "\"%d\":{\"pieces\":\"%c%c\",\"shape\":\"%s\",\"value\":%u,\"pattern\":\"", card,
	       rf_letters[c->pieces[0]], rf_letters[c->pieces[1]], shape_names[c->shape], c->value);
	if (c->shape == RF_TALLEST)
		at_put(t, "tallest %c : %c", rf_letters[c->need[0].colour],
		       rf_letters[c->need[1].colour]);
	else
		put_pattern(t, c);
	at_puts(t, "\"}");
}

/* The display and the deck's top card. */
static uint64_t open_cards(const struct rf_state *p)
{
	uint64_t set = p->top ? (uint64_t)1 << p->top : 0;

	for (int i = 0; i < RF_PLACES; i++)
		if (p->display[i])
			set |= (uint64_t)1 << p->display[i];
	return set;
}

/* The board with some of its stacks only. */
static struct rf_board part_of(const struct rf_board *b, uint32_t spaces)
{
	struct rf_board part = *b;

	for (int k = 0; k < RF_HEIGHT; k++) {
		part.tall[k] &= (uint16_t)spaces;
		part.bits[k][0] &= (uint16_t)spaces;
		part.bits[k][1] &= (uint16_t)spaces;
	}
	for (int i = 0; i < RF_COLOURS; i++)
		part.top[i] &= (uint16_t)spaces;
	return part;
}

static int occurrences_in(const struct rf_board *b, uint32_t spaces, int card)
{
	struct rf_board part = part_of(b, spaces);

	return rf_occurrences(&part, card);
}

/* A smallest set of stacks that scores as much as the whole reef: takes away what is not needed.
 * Low stacks go first, so that of a special card (RF-5.5) a tallest one remains. */
static uint32_t scoring_spaces(const struct rf_board *b, int card, int count)
{
	uint32_t spaces = b->tall[0];

	for (int height = 1; height <= RF_HEIGHT; height++)
		for (int i = 0; i < RF_SPACES; i++) {
			uint32_t bit = 1u << i;
			if (rf_height(b, i) == height &&
			    occurrences_in(b, spaces & ~bit, card) == count)
				spaces &= ~bit;
		}
	return spaces;
}

/* One occurrence out of a smallest set that holds count of them, so that the others remain. */
static uint32_t one_of(const struct rf_board *b, int card, uint32_t spaces, int count)
{
	int size = at_count32(spaces) / count;
	uint32_t part = 0;

	for (;;) { /* all parts of the set, ascending */
		part = (part - spaces) & spaces;
		if (at_count32(part) == size && occurrences_in(b, part, card) == 1 &&
		    occurrences_in(b, spaces & ~part, card) == count - 1)
			return part;
		if (part == spaces)
			return spaces; /* does not happen: the set is made of occurrences */
	}
}

static void put_spaces(struct at_text *t, uint32_t spaces)
{
	const char *gap = "[";

	while (spaces) {
		at_put(t, "%s%d", gap, at_pop32(&spaces));
		gap = ",";
	}
	at_putc(t, ']');
}

static void put_mark(struct at_text *t, const struct rf_board *b, int card, int count)
{
	uint32_t spaces = scoring_spaces(b, card, count);
	bool special = rf_card[card].shape == RF_TALLEST;
	uint32_t tallest = b->top[rf_card[card].need[0].colour] & spaces;

	at_put(t, "\"%d\":[", card);
	for (; count; count--) {
		uint32_t rest = spaces & ~tallest;
		uint32_t found =
		    special ? tallest | (rest & -rest) : one_of(b, card, spaces, count);
		put_spaces(t, found);
		at_puts(t, count > 1 ? "," : "");
		spaces &= special ? ~(rest & -rest) : ~found;
	}
	at_putc(t, ']');
}

static void put_marks(const struct rf_state *p, int seat, struct at_text *t)
{
	uint64_t set = p->hand[seat] | p->discard[seat] | open_cards(p);
	const char *gap = "";

	at_puts(t, seat ? ",{" : "{");
	while (set) {
		int card = at_pop64(&set);
		int count = rf_occurrences(&p->reef[seat], card);
		if (!count)
			continue;
		at_puts(t, gap);
		put_mark(t, &p->reef[seat], card, count);
		gap = ",";
	}
	at_putc(t, '}');
}

void view_reef(const struct at_state *s, struct at_text *t)
{
	const struct rf_state *p = (const struct rf_state *)s;
	uint64_t set = open_cards(p);
	const char *gap = "";

	for (int i = 0; i < s->seats; i++)
		set |= p->hand[i] | p->discard[i];
	at_put(t, "{\"phase\":\"%s\",\"cards\":{", phase_names[s->phase]);
	while (set) {
		at_puts(t, gap);
		put_card(t, at_pop64(&set));
		gap = ",";
	}
	at_puts(t, "},\"marks\":[");
	for (int i = 0; i < s->seats; i++)
		put_marks(p, i, t);
	at_puts(t, "]}");
}
