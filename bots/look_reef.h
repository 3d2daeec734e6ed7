/* Reef: how a card looks to somebody with a reef and pieces in hand: what it scores as the reef is,
 * and what its pattern lacks. */
#ifndef AT_LOOK_REEF_H
#define AT_LOOK_REEF_H

#include "reef/reef.h"

/* The spaces where one piece more completes the pattern somewhere, of the colour of the card's
 * first need or of its second; and would two pieces? Roughly: what a piece covers is not asked. */
struct reef_lack {
	uint32_t holes[2];
	bool two;
};

struct reef_look {
	const struct rf_card *card;
	int count, now; /* occurrences, and points for them */
	int asked;      /* pieces in hand of the colours that it asks for */
	struct reef_lack lack;
};

/* A card on this reef; pieces are a count a colour. */
struct reef_look reef_look(const struct rf_board *, int card, const int *pieces);

/* Pieces of the colours that a card asks for among these. */
int reef_asked(const struct rf_card *, const int *pieces);

/* What it scores once these pieces lie where they complete its pattern, or those of a card that is
 * played before it. */
int reef_prospect(const struct reef_look *, const int *pieces);
int reef_prospect_after(const struct reef_look *, const struct rf_card *before);

#endif
