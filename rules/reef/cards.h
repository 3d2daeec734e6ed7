/* Reef: the sixty cards, a player's board, and how often a card's pattern is on it. */
#ifndef AT_REEF_CARDS_H
#define AT_REEF_CARDS_H

#include "bits.h"

#include <stdint.h>

enum rf_colour { RF_RED, RF_YELLOW, RF_GREEN, RF_PURPLE, RF_COLOURS };
enum { RF_ANY = RF_COLOURS }; /* a cell of a pattern that takes every colour */

enum {
	RF_CARDS = 60,  /* RF-1.1; cards count from 1, so a set of them is bits 1 to 60 */
	RF_SPACES = 16, /* RF-1.2; space 4 * row + column, a1 is 0, b1 is 1, a2 is 4 */
	RF_HEIGHT = 4,  /* RF-1.2 */
};

#define RF_ALL_CARDS (((uint64_t)1 << (RF_CARDS + 1)) - 2)

/* Sets of spaces. */
enum { RF_BOARD = 0xffff, RF_CENTRE = 0x0660 /* RF-2.4: b2 c2 b3 c3 */ };

extern const char rf_letters[RF_COLOURS + 1]; /* "RYGP" */
extern const char *const rf_colour_names[RF_COLOURS];
int rf_colour(char letter); /* or -1 */

/* A board as sets of spaces. tall and top say what the top view shows (RF-5.1), bits keep the
 * colours of the pieces: of level k the low and the high bit of the colour. */
struct rf_board {
	uint16_t tall[RF_HEIGHT]; /* [k]: stacks of more than k pieces */
	uint16_t top[RF_COLOURS]; /* stacks topped with this colour */
	uint16_t bits[RF_HEIGHT][2];
};
_Static_assert(sizeof(struct rf_board) == 32, "no hidden padding");

static inline int rf_height(const struct rf_board *b, int space)
{
	return (b->tall[0] >> space & 1) + (b->tall[1] >> space & 1) + (b->tall[2] >> space & 1) +
	       (b->tall[3] >> space & 1);
}

/* The colour of a piece that is there: level 0 is the bottom. */
static inline int rf_piece(const struct rf_board *b, int space, int level)
{
	return (b->bits[level][0] >> space & 1) | (b->bits[level][1] >> space & 1) << 1;
}

/* The spaces whose piece at this level has this colour. */
static inline uint32_t rf_level(const struct rf_board *b, int level, int colour)
{
	uint32_t low = colour & 1 ? b->bits[level][0] : ~(uint32_t)b->bits[level][0];
	uint32_t high = colour & 2 ? b->bits[level][1] : ~(uint32_t)b->bits[level][1];

	return b->tall[level] & low & high;
}

/* How many pieces of this colour are on the board, covered ones too. */
static inline int rf_on_board(const struct rf_board *b, int colour)
{
	int count = 0;

	for (int level = 0; level < RF_HEIGHT; level++)
		count += at_count32(rf_level(b, level, colour));
	return count;
}

/* Puts a piece on a stack lower than 4. */
static inline void rf_place(struct rf_board *b, int space, int colour)
{
	int level = rf_height(b, space);
	uint16_t bit = (uint16_t)(1u << space);

	for (int i = 0; i < RF_COLOURS; i++)
		b->top[i] &= (uint16_t)~bit;
	b->top[colour] |= bit;
	b->tall[level] |= bit;
	b->bits[level][0] |= (uint16_t)((colour & 1) << space);
	b->bits[level][1] |= (uint16_t)((colour >> 1) << space);
}

/* What a cell of a pattern asks of a stack (RF-5.3). */
struct rf_need {
	uint8_t colour; /* of its top piece, or RF_ANY */
	uint8_t height; /* exactly, or at least where or_more is set; 0: any */
	uint8_t or_more;
};

/* The shapes of patterns; RF_TALLEST is the special card of RF-5.5. */
enum rf_shape {
	RF_ONE,
	RF_PAIR,
	RF_DIAGONAL, /* a pair, corner to corner */
	RF_LINE,     /* three in a row */
	RF_STAIRS,   /* three, corner to corner */
	RF_CORNER,
	RF_SQUARE,
	RF_TALLEST,
	RF_SHAPES
};

/* RF-1.3. need[0] goes for all cells but the second of a pair, which has need[1]. A special card
 * has A in need[0] and B in need[1]. */
struct rf_card {
	uint8_t pieces[2];
	uint8_t value;
	uint8_t shape;
	struct rf_need need[2];
};

extern const struct rf_card rf_card[RF_CARDS + 1]; /* from 1 */

/* A shape as it is drawn on the card: its cells, as spaces of a board with the shape at a1. */
uint16_t rf_shape_cells(int shape);

/* The largest number of occurrences of the card's pattern that share no top piece (RF-5.4); of a
 * special card: how many neighbours score (RF-5.5). */
int rf_occurrences(const struct rf_board *, int card);

#endif
