/* Reef: the score, RF-6.3 and RF-6.4. */
#include "reef.h"

/* RF-6.3: every card left in hand, at most once. */
static int hand_points(const struct rf_state *p, int seat)
{
	int points = 0;

	for (uint64_t hand = p->hand[seat]; hand;) {
		int card = at_pop64(&hand);
		if (rf_occurrences(&p->reef[seat], card))
			points += rf_card[card].value;
	}
	return points;
}

void rf_score(const struct at_state *s, int seat, struct at_score *out)
{
	const struct rf_state *p = (const struct rf_state *)s;
	const struct rf_board *b = &p->reef[seat];

	out->hidden = rf_score_hidden(s, seat);
	if (out->hidden)
		return;
	out->lines[out->line_count++] = (struct at_line){"points", p->points[seat]};
	if (s->turn == AT_OVER)
		out->lines[out->line_count++] =
		    (struct at_line){"cards in hand", hand_points(p, seat)};
	out->ties[out->tie_count++] =
	    (struct at_line){"covered spaces", at_count32(b->tall[0])}; /* RF-6.4 */
	out->ties[out->tie_count++] = (struct at_line){"stacks of four", at_count32(b->tall[3])};
}
