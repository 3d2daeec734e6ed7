/* Reef for the page, besides the position: what is printed on the cards that the view shows, and
 * where their patterns count on the reefs. */
#include "json.h"
#include "reef/reef.h"
#include "view.h"

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

	at_json_next(t);
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

/* A smallest set of stacks that scores as much as the whole reef: stacks that are not needed are
 * removed. Low stacks are removed first, so that a tallest stack of a special card (RF-5.5)
 * remains. */
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

/* Takes one occurrence out of a smallest set that holds count of them; the others remain. */
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
	at_json_open(t, NULL, '[');
	while (spaces) {
		at_json_next(t);
		at_put(t, "%d", at_pop32(&spaces));
	}
	at_putc(t, ']');
}

/* most: how many of its occurrences count. */
static void put_mark(struct at_text *t, const struct rf_board *b, int card, int count, int most)
{
	uint32_t spaces = scoring_spaces(b, card, count);
	bool special = rf_card[card].shape == RF_TALLEST;
	uint32_t tallest = b->top[rf_card[card].need[0].colour] & spaces;

	at_json_next(t);
	at_put(t, "\"%d\":[", card);
	for (; most; count--, most--) {
		uint32_t rest = spaces & ~tallest;
		uint32_t found =
		    special ? tallest | (rest & -rest) : one_of(b, card, spaces, count);
		put_spaces(t, found);
		spaces &= special ? ~(rest & -rest) : ~found;
	}
	at_putc(t, ']');
}

static void put_marks(const struct rf_state *p, int seat, struct at_text *t)
{
	uint64_t set = p->hand[seat] | p->discard[seat] | open_cards(p);

	at_json_open(t, NULL, '{');
	while (set) {
		int card = at_pop64(&set);
		int count = rf_occurrences(&p->reef[seat], card);
		/* RF-6.3: at the end a card in hand counts once at most. */
		bool once = p->head.turn == AT_OVER && p->hand[seat] >> card & 1;
		if (count)
			put_mark(t, &p->reef[seat], card, count, once ? 1 : count);
	}
	at_putc(t, '}');
}

void view_reef(const struct at_state *s, struct at_text *t)
{
	const struct rf_state *p = (const struct rf_state *)s;
	uint64_t set = open_cards(p);

	for (int i = 0; i < s->seats; i++)
		set |= p->hand[i] | p->discard[i];
	at_json_open(t, "cards", '{');
	while (set)
		put_card(t, at_pop64(&set));
	at_putc(t, '}');
	at_json_open(t, "marks", '[');
	for (int i = 0; i < s->seats; i++)
		put_marks(p, i, t);
	at_putc(t, ']');
}
