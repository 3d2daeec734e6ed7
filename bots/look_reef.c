#include "look_reef.h"

enum { BOARD = 0xffff };

/* Each shape's rotations: its cells as shifts, and the corners where it fits on the board. */
struct turned {
	uint8_t cells[4];
	uint16_t corners;
};
struct shape {
	int size, turns;
	struct turned turned[4];
};
static const struct shape shapes[] = {
    [RF_PAIR] = {2, 2, {{{0, 1}, 0x7777}, {{0, 4}, 0x0fff}}},
    [RF_DIAGONAL] = {2, 2, {{{0, 5}, 0x0777}, {{1, 4}, 0x0777}}},
    [RF_LINE] = {3, 2, {{{0, 1, 2}, 0x3333}, {{0, 4, 8}, 0x00ff}}},
    [RF_STAIRS] = {3, 2, {{{0, 5, 10}, 0x0033}, {{2, 5, 8}, 0x0033}}},
    [RF_CORNER] =
	{3,
	 4,
	 {{{0, 4, 5}, 0x0777}, {{0, 1, 4}, 0x0777}, {{0, 1, 5}, 0x0777}, {{1, 4, 5}, 0x0777}}},
    [RF_SQUARE] = {4, 1, {{{0, 1, 4, 5}, 0x0777}}},
};

/* The stacks that satisfy a cell of a pattern, and those that would with one more piece. */
struct fit {
	uint32_t now, soon;
};

static struct fit fit(const struct rf_board *b, const struct rf_need *need)
{
	uint32_t tops = need->colour == RF_ANY ? b->tall[0] : b->top[need->colour];
	uint32_t open = BOARD & ~(uint32_t)b->tall[3];
	struct fit f = {tops, open};

	if (need->height) {
		int n = need->height;
		uint32_t at_least = n > 1 ? b->tall[n - 2] : BOARD;
		f.now &= b->tall[n - 1];
		f.soon &= at_least;
		if (!need->or_more) {
			f.now &= n < RF_HEIGHT ? ~(uint32_t)b->tall[n] : BOARD;
			f.soon &= ~(uint32_t)b->tall[n - 1];
		}
	}
	f.soon &= ~f.now;
	return f;
}

/* A shape in one rotation whose cells ask for a, and cell `other` for b (-1: none). Stacks of
 * patterns that are already complete are not used. */
static void add_lacks(const struct turned *t, int size, const struct fit *a, const struct fit *b,
		      int other, struct reef_lack *out)
{
	uint32_t possible = t->corners;
	uint32_t odd = 0, more = 0; /* how many are missing, in two bits */
	uint32_t one;

	for (int k = 0; k < size; k++) {
		const struct fit *f = k == other ? b : a;
		uint32_t missing = f->soon >> t->cells[k];
		possible &= f->now >> t->cells[k] | missing;
		more |= odd & missing;
		odd ^= missing;
	}
	one = possible & odd & ~more;
	out->two |= (possible & more & ~odd) != 0;
	for (int k = 0; one && k < size; k++) {
		const struct fit *f = k == other ? b : a;
		out->holes[k == other] |= (one & f->soon >> t->cells[k]) << t->cells[k];
	}
}

static struct reef_lack lacks(const struct rf_board *b, const struct rf_card *card)
{
	const struct shape *shape = &shapes[card->shape];
	struct fit one = fit(b, &card->need[0]), two = fit(b, &card->need[1]);
	struct reef_lack out = {{0}, false};
	bool even = shape->size != 2 || (card->need[0].colour == card->need[1].colour &&
					 card->need[0].height == card->need[1].height);

	for (int i = 0; i < shape->turns; i++) {
		const struct turned *t = &shape->turned[i];
		if (even) {
			add_lacks(t, shape->size, &one, &two, -1, &out);
		} else {
			add_lacks(t, 2, &one, &two, 0, &out);
			add_lacks(t, 2, &one, &two, 1, &out);
		}
	}
	return out;
}

/* A stack's neighbours that could be topped with B beside a tallest A; an approximation. */
static struct reef_lack lacks_neighbours(const struct rf_board *b, const struct rf_card *card)
{
	uint32_t from = b->top[card->need[0].colour];
	uint32_t open = BOARD & ~(uint32_t)b->tall[3] & ~b->top[card->need[1].colour];

	for (int k = RF_HEIGHT - 1; k > 0; k--)
		if (from & b->tall[k]) {
			from &= b->tall[k];
			break;
		}
	from |= (from & 0x7777) << 1 | (from & 0xeeee) >> 1;
	from |= from << 4 | from >> 4;
	return (struct reef_lack){{0, from & open}, false};
}

int reef_asked(const struct rf_card *card, const int *pieces)
{
	int first = card->need[0].colour;
	int second = card->need[1].colour;
	int n;

	if (first == RF_ANY)
		return pieces[0] + pieces[1] + pieces[2] + pieces[3];
	if (card->shape == RF_TALLEST)
		return pieces[second];
	n = pieces[first];
	if ((card->shape == RF_PAIR || card->shape == RF_DIAGONAL) && second != first)
		n += second == RF_ANY ? 0 : pieces[second];
	return n;
}

struct reef_look reef_look(const struct rf_board *b, int number, const int *pieces)
{
	const struct rf_card *card = &rf_card[number];
	struct reef_look l = {.card = card, .count = rf_occurrences(b, number)};

	l.now = card->value * l.count;
	l.asked = reef_asked(card, pieces);
	if (card->shape == RF_ONE)
		l.lack.holes[0] = fit(b, &card->need[0]).soon;
	else if (card->shape == RF_TALLEST)
		l.lack = lacks_neighbours(b, card);
	else
		l.lack = lacks(b, card);
	return l;
}

int reef_prospect(const struct reef_look *l, const int *pieces)
{
	enum { MOST = 3 };
	int more = 0;

	for (int i = 0; i < 2; i++)
		if (l->lack.holes[i]) {
			int colour = l->card->need[i].colour;
			int have = colour == RF_ANY ? pieces[0] + pieces[1] + pieces[2] + pieces[3]
						    : pieces[colour];
			int room = at_count32(l->lack.holes[i]);
			more += have < room ? have : room;
		}
	return l->now + l->card->value * (more < MOST ? more : MOST);
}

int reef_prospect_after(const struct reef_look *l, const struct rf_card *before)
{
	int pieces[RF_COLOURS] = {0};

	pieces[before->pieces[0]]++;
	pieces[before->pieces[1]]++;
	return reef_prospect(l, pieces);
}
