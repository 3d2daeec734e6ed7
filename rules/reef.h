/* Reef (rules RF-*): the state, its moves and what bots and drawings may ask.
 *
 * Cards are sets, not orders: bit c of a set is card c. A hand is the cards this state knows to be
 * in it plus a number of unknown ones; seen is the part of it that everybody knows (RF-7.1). In a
 * view the unknown cards of other hands are among those of the deck: it is the unseen pool. */
#ifndef AT_REEF_H
#define AT_REEF_H

#include "bits.h"
#include "game.h"
#include "reef_cards.h"

enum { AT_REEF_PLACES = 3 };                                  /* of the display, RF-2.6 */
enum { AT_REEF_HAND_MAX = 4 };                                /* RF-3.3 */
enum { AT_REEF_POINTS_MAX = 9999, AT_REEF_TOKENS_MAX = 255 }; /* far beyond any game */

/* The first three are the set-up, RF-2.7. A seat decides in START and PLAY. */
enum at_reef_phase {
	AT_REEF_DEAL,
	AT_REEF_FIRST,
	AT_REEF_START,
	AT_REEF_TURN, /* a card of the deck is turned up: for the display, then its top */
	AT_REEF_PLAY,
	AT_REEF_REVEAL,
	AT_REEF_DONE,
};

struct at_reef {
	struct at_state head;
	uint8_t supply[AT_REEF_COLOURS];
	uint64_t deck; /* below the top card */
	uint64_t out;  /* cards in no place at all: only in positions that were typed */
	uint64_t hand[AT_SEATS_MAX], seen[AT_SEATS_MAX], discard[AT_SEATS_MAX];
	struct at_reef_board reef[AT_SEATS_MAX];
	uint16_t points[AT_SEATS_MAX];
	uint8_t display[AT_REEF_PLACES], tokens[AT_REEF_PLACES];
	uint8_t top;                      /* of the deck, 0 while there is none */
	uint8_t next;                     /* in AT_REEF_TURN: who plays then, else 0 */
	uint8_t unknown[AT_SEATS_MAX];    /* cards of a hand that this view does not know */
	uint8_t missing[AT_REEF_COLOURS]; /* pieces in no place: only in typed positions */
};
_Static_assert(sizeof(struct at_reef) == 280, "no hidden padding");

/* A move is its kind in the highest byte and the rest below: see the at_reef_ functions. */
enum at_reef_kind {
	AT_REEF_MOVE_DEAL = 1, /* seat, card (0: hidden from this viewer) */
	AT_REEF_MOVE_FIRST,    /* seat */
	AT_REEF_MOVE_START,    /* colour, space */
	AT_REEF_MOVE_TURN,     /* card */
	AT_REEF_MOVE_TAKE,     /* place of the display, from 0 */
	AT_REEF_MOVE_DECK,     /* place that gets the token */
	AT_REEF_MOVE_PLAY,     /* card, the spaces of its two pieces, and their order */
	AT_REEF_MOVE_REVEAL,   /* seat, one or two cards */
	AT_REEF_KINDS
};

enum { AT_REEF_NOWHERE = AT_REEF_SPACES }; /* where a piece goes that cannot be placed */

static inline enum at_reef_kind at_reef_kind(at_move m)
{
	return (enum at_reef_kind)(m >> 24);
}

/* The numbers of a move; the first is the higher byte. */
static inline at_move at_reef_move(enum at_reef_kind kind, int a, int b, int c)
{
	return (at_move)kind << 24 | (at_move)a << 16 | (at_move)b << 8 | (at_move)c;
}

static inline int at_reef_a(at_move m) /* a seat, a colour or a card played */
{
	return m >> 16 & 0xff;
}

static inline int at_reef_b(at_move m) /* the lower card revealed; of a play: see below */
{
	return m >> 8 & 0xff;
}

static inline int at_reef_c(at_move m) /* a card, a space or a place; 0: no second card */
{
	return m & 0xff;
}

/* A play: where the card's pieces go. When two colours go on one stack, the second piece is put
 * down first if the move is reversed. */
enum { AT_REEF_REVERSED = 0x8000 };

static inline int at_reef_space(at_move m, int piece)
{
	return (piece ? m : m >> 8) & 0x1f;
}

static inline bool at_reef_same_pieces(int card)
{
	return at_reef_card[card].pieces[0] == at_reef_card[card].pieces[1];
}

/* How many pieces of each colour are in the game (RF-2.1). */
static inline int at_reef_pieces(int seats)
{
	return seats == 2 ? 18 : seats == 3 ? 24 : 28;
}

/* Cards below the top card: in a view the pool also holds the unknown cards of hands. */
static inline int at_reef_deck_size(const struct at_reef *p)
{
	return at_count64(p->deck) - p->unknown[0] - p->unknown[1] - p->unknown[2] - p->unknown[3];
}

static inline int at_reef_hand_size(const struct at_reef *p, int seat)
{
	return at_count64(p->hand[seat]) + p->unknown[seat];
}

/* The cards of a hand that not everybody knows. */
static inline int at_reef_secrets(const struct at_reef *p, int seat)
{
	return at_count64(p->hand[seat] & ~p->seen[seat]) + p->unknown[seat];
}

/* Has a supply run out (RF-6.1)? Supplies never grow again, so this needs no memory. */
static inline bool at_reef_last_round(const struct at_reef *p)
{
	return !p->supply[0] || !p->supply[1] || !p->supply[2] || !p->supply[3];
}

/* Who is dealt the next card, and whose secret cards are opened next; AT_NOBODY: nobody's. */
int at_reef_next_to_deal(const struct at_reef *);
int at_reef_next_to_open(const struct at_reef *);

/* The places of the display whose card has the lowest printed value, as bits (RF-3.2). */
unsigned at_reef_lowest_places(const struct at_reef *);

/* The spaces where this seat may put a starting piece, and the colours it still has to put down. */
uint32_t at_reef_start_spaces(const struct at_reef *, int seat);
unsigned at_reef_start_colours(const struct at_reef *, int seat);

/* What a play puts down (RF-4.2, RF-4.3): of the two pieces, those that the supply has, and how
 * many of them find room. */
struct at_reef_growth {
	bool have[2];
	int placed;
};
struct at_reef_growth at_reef_growth(const struct at_reef *, int seat, int card);

/* The values of expert-start (RF-2.5). */
enum { AT_REEF_STANDARD, AT_REEF_EXPERT_ANY, AT_REEF_EXPERT_OUTER };
int at_reef_expert_start(const struct at_state *);

/* The longest list is that of a view that may see any two of all cards opened; decisions are fewer:
 * four plays of at most 272 (with three cards or less, three takes and three tokens are no match
 * for a fourth card). */
enum { AT_REEF_MOVES_MAX = AT_REEF_CARDS * (AT_REEF_CARDS - 1) / 2 };

/* The other parts of the table: reef_moves.c, reef_refuse.c, reef_check.c, reef_text.c and
 * reef_notation.c. */
int at_reef_moves(const struct at_state *, at_move *out);
int at_reef_weights(const struct at_state *, uint32_t *out);
enum at_err at_reef_check(const struct at_state *, struct at_fail *);
enum at_err at_reef_refuse(const struct at_state *, at_move, struct at_fail *);
extern const struct at_key at_reef_keys[];
void at_reef_print(const struct at_state *, struct at_text *);
enum at_err at_reef_parse(struct at_state *, int key, int arg, struct at_scan *);
enum at_err at_reef_parse_end(struct at_state *, struct at_scan *);
void at_reef_print_move(const struct at_state *, at_move, struct at_text *);
enum at_err at_reef_parse_move(const struct at_state *, struct at_scan *, at_move *out);
void at_reef_facts(const struct at_state *, struct at_text *);

#endif
