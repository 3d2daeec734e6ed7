/* My Shelfie: who knows which personal goal, MS-8.1. */
#include "my_shelfie.h"

#include "bits.h"

void ms_hide(struct at_state *s, int viewer)
{
	struct ms_state *p = (struct ms_state *)s;

	for (int i = 0; i < AT_SEATS_MAX; i++) /* MS-8.1 */
		if (i != viewer && p->personal[i] && !(p->opened >> i & 1))
			p->personal[i] = MS_PERSONAL_UNKNOWN;
}

at_move ms_view_move(const struct at_state *s, at_move m, int viewer)
{
	(void)s;
	if (ms_kind(m) == MS_MOVE_DEAL && ms_who(m) != viewer)
		return ms_move(MS_MOVE_DEAL, ms_who(m), MS_PERSONAL_UNKNOWN);
	return m;
}

void ms_guess(struct at_state *s, struct at_rng *rng)
{
	struct ms_state *p = (struct ms_state *)s;
	uint32_t set = ms_numbers_left(p->personal, s->seats);

	for (int i = 0; i < s->seats; i++) {
		uint32_t left = set;
		if (p->personal[i] != MS_PERSONAL_UNKNOWN)
			continue;
		for (uint32_t k = at_rng_below(rng, (uint32_t)at_count32(set)); k > 0; k--)
			left &= left - 1;
		p->personal[i] = (uint8_t)at_low32(left);
		set &= ~(1u << p->personal[i]);
	}
}
