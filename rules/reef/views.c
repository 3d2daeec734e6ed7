/* Reef: who knows which cards, RF-7.1. */
#include "reef.h"

void rf_hide(struct at_state *s, int viewer)
{
	struct rf_state *p = (struct rf_state *)s;

	for (int i = 0; i < s->seats; i++) {
		uint64_t secret = p->hand[i] & ~p->seen[i];
		if (i == viewer)
			continue;
		p->unknown[i] = (uint8_t)at_count64(secret);
		p->hand[i] &= p->seen[i];
		p->deck |= secret;
	}
}

at_move rf_view_move(const struct at_state *s, at_move m, int viewer)
{
	(void)s;
	if (rf_kind(m) == RF_MOVE_DEAL && rf_a(m) != viewer)
		return rf_move(RF_MOVE_DEAL, rf_a(m), 0, 0);
	return m;
}

void rf_guess(struct at_state *s, struct at_rng *rng)
{
	struct rf_state *p = (struct rf_state *)s;

	for (int i = 0; i < s->seats; i++)
		for (; p->unknown[i]; p->unknown[i]--) {
			uint64_t left = p->deck;
			uint32_t k = at_rng_below(rng, (uint32_t)at_count64(left));
			while (k--)
				left &= left - 1;
			p->hand[i] |= left & -left;
			p->deck &= ~(left & -left);
		}
}
