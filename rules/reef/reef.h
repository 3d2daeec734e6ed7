/* Reef (rules RF-*): the state, its moves and what bots and drawings may ask.
 *
 * Cards are sets, not orders: bit c of a set is card c. A hand is the cards this state knows to be
 * in it plus a number of unknown ones; seen is the part of it that everybody knows (RF-7.1). In a
 * view the unknown cards of other hands are among those of the deck: it is the unseen pool. */
#ifndef AT_REEF_H
#define AT_REEF_H

#include "bits.h"
#include "cards.h"
#include "roles.h"

enum { RF_PLACES = 3 };   /* of the display, RF-2.6 */
enum { RF_HAND_MAX = 4 }; /* RF-3.3 */
enum {
	RF_POINTS_MAX = 9999,        /* far beyond any game */
	RF_GAIN_MAX = 5 * RF_SPACES, /* for a card: a stack of four is worth 5, the rest less */
};

/* The first three are the set-up, RF-2.7. A seat decides in START and PLAY. */
enum rf_phase {
	RF_DEAL,
	RF_FIRST,
	RF_START,
	RF_TURN, /* a card of the deck is turned up: for the display, then its top */
	RF_PLAY,
	RF_REVEAL,
	RF_DONE,
};

struct rf_state {
	struct at_state head;
	uint8_t supply[RF_COLOURS];
	uint64_t deck; /* below the top card */
	uint64_t out;  /* cards in no place at all: only in positions that were typed */
	uint64_t hand[AT_SEATS_MAX], seen[AT_SEATS_MAX], discard[AT_SEATS_MAX];
	struct rf_board reef[AT_SEATS_MAX];
	uint16_t points[AT_SEATS_MAX];
	uint8_t display[RF_PLACES], tokens[RF_PLACES];
	uint8_t top;                   /* of the deck, 0 while there is none */
	uint8_t next;                  /* in RF_TURN: who plays then, else 0 */
	uint8_t unknown[AT_SEATS_MAX]; /* cards of a hand that this view does not know */
	uint8_t missing[RF_COLOURS];   /* pieces in no place: only in typed positions */
};
_Static_assert(sizeof(struct rf_state) == 280, "no hidden padding");

/* A move is its kind in the highest byte and the rest below: see the rf_ functions. */
enum rf_kind {
	RF_MOVE_DEAL = 1, /* seat, card (0: hidden from this viewer) */
	RF_MOVE_FIRST,    /* seat */
	RF_MOVE_START,    /* colour, space */
	RF_MOVE_TURN,     /* card */
	RF_MOVE_TAKE,     /* place of the display, from 0 */
	RF_MOVE_DECK,     /* place that gets the token */
	RF_MOVE_PLAY,     /* card, the spaces of its two pieces, and their order */
	RF_MOVE_REVEAL,   /* seat, one or two cards */
	RF_KINDS
};

enum { RF_NOWHERE = RF_SPACES }; /* the place of a piece that cannot be placed */

static inline enum rf_kind rf_kind(at_move m)
{
	return (enum rf_kind)(m >> 24);
}

/* The numbers of a move; the first is the higher byte. */
static inline at_move rf_move(enum rf_kind kind, int a, int b, int c)
{
	return (at_move)kind << 24 | (at_move)a << 16 | (at_move)b << 8 | (at_move)c;
}

static inline int rf_a(at_move m) /* a seat, a colour or a card played */
{
	return m >> 16 & 0xff;
}

static inline int rf_b(at_move m) /* the lower card revealed; of a play: see below */
{
	return m >> 8 & 0xff;
}

static inline int rf_c(at_move m) /* a card, a space or a place; 0: no second card */
{
	return m & 0xff;
}

/* A play: where the card's pieces go. When two colours go on one stack, the second piece is put
 * down first if the move is reversed. */
enum { RF_REVERSED = 0x8000 };

static inline int rf_space(at_move m, int piece)
{
	return (piece ? m : m >> 8) & 0x1f;
}

static inline bool rf_same_pieces(int card)
{
	return rf_card[card].pieces[0] == rf_card[card].pieces[1];
}

/* How many pieces of each colour are in the game (RF-2.1). */
static inline int rf_pieces(int seats)
{
	return seats == 2 ? 18 : seats == 3 ? 24 : 28;
}

/* Cards below the top card: in a view the pool also holds the unknown cards of hands. */
static inline int rf_deck_size(const struct rf_state *p)
{
	return at_count64(p->deck) - p->unknown[0] - p->unknown[1] - p->unknown[2] - p->unknown[3];
}

static inline int rf_hand_size(const struct rf_state *p, int seat)
{
	return at_count64(p->hand[seat]) + p->unknown[seat];
}

/* The cards of a hand that not everybody knows. */
static inline int rf_secrets(const struct rf_state *p, int seat)
{
	return at_count64(p->hand[seat] & ~p->seen[seat]) + p->unknown[seat];
}

/* Has a supply run out (RF-6.1)? Supplies never grow again, so this needs no memory. */
static inline bool rf_last_round(const struct rf_state *p)
{
	return !p->supply[0] || !p->supply[1] || !p->supply[2] || !p->supply[3];
}

/* The seat that gets the next card, and the seat whose secret cards are revealed next;
 * AT_NOBODY: none. */
int rf_next_to_deal(const struct rf_state *);
int rf_next_to_open(const struct rf_state *);

/* The places of the display whose card has the lowest printed value, as bits (RF-3.2). */
unsigned rf_lowest_places(const struct rf_state *);

/* The spaces where this seat may put a starting piece, and the colours it still has to put down. */
uint32_t rf_start_spaces(const struct rf_state *, int seat);
unsigned rf_start_colours(const struct rf_state *, int seat);

/* The pieces that a play puts down (RF-4.2, RF-4.3): of the two, those that are in the supply,
 * and how many of them find room. */
struct rf_growth {
	bool have[2];
	int placed;
};
struct rf_growth rf_growth(const struct rf_state *, int seat, int card);

/* The values of expert-start (RF-2.5). */
enum { RF_STANDARD, RF_EXPERT_ANY, RF_EXPERT_OUTER };
int rf_expert_start(const struct at_state *);

/* RF-7.2: does the option hidden-scores keep this seat's points and hand from the viewer? The state
 * knows the cards taken in the open all the same. */
bool rf_score_hidden(const struct at_state *, int seat);

/* The longest list is that of a view that may see any two of all cards opened; decisions are fewer:
 * four plays of at most 272 (with three cards or less, three takes and three tokens are no match
 * for a fourth card). */
enum { RF_MOVES_MAX = RF_CARDS * (RF_CARDS - 1) / 2 };

extern const struct at_game at_reef;
AT_ROLES(rf)

#endif
