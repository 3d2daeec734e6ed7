/* Reef: how a card looks to the owner of a reef and some pieces: what it scores now, and what
 * its pattern lacks. */
#ifndef AT_LOOK_REEF_H
#define AT_LOOK_REEF_H

#include "reef/reef.h"

/* The spaces where one more piece completes the pattern, with the colour of the card's first
 * need or of its second, and whether two pieces would. An approximation: it ignores what a new
 * piece covers. */
struct reef_lack {
	uint32_t holes[2];
	bool two;
};

struct reef_look {
	const struct rf_card *card;
	int count, now; /* complete patterns, and their points */
	int asked;      /* pieces in hand of the colours that it asks for */
	struct reef_lack lack;
};

/* A card on this reef; pieces are a count a colour. */
struct reef_look reef_look(const struct rf_board *, int card, const int *pieces);

/* Pieces of the colours that a card asks for among these. */
int reef_asked(const struct rf_card *, const int *pieces);

/* What it scores once these pieces, or those of a card played before it, lie where they complete
 * its pattern. */
int reef_prospect(const struct reef_look *, const int *pieces);
int reef_prospect_after(const struct reef_look *, const struct rf_card *before);

#endif
