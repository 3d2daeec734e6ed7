/* Reef Encounter: the knowledge of each player, RE-14. */
#include "reef_encounter.h"

/* RE-14.1 */
void re_hide(struct at_state *s, int viewer)
{
	struct re_state *e = (struct re_state *)s;

	for (int i = 0; i < s->seats; i++) {
		struct re_seat *seat = &e->seat[i];
		if (i == viewer)
			continue;
		for (int c = 0; c < RE_COLOURS; c++) {
			e->bag[c] += seat->unseen[c];
			seat->unseen[c] = 0;
		}
		if (seat->first_tile < RE_COLOURS && !(e->opened >> i & 1)) {
			e->bag[seat->first_tile]++;
			seat->first_tile = RE_UNKNOWN;
		}
	}
}

at_move re_view_move(const struct at_state *s, at_move m, int viewer)
{
	const struct re_state *e = (const struct re_state *)s;
	int drawn = re_drawn(e, m);

	if (re_kind(m) == RE_MOVE_DEAL && re_a(m) != viewer)
		m = re_move(RE_MOVE_DEAL, re_a(m), RE_UNKNOWN);
	if (re_kind(m) == RE_MOVE_FISH && s->turn != viewer)
		m = re_move(RE_MOVE_FISH, 0, RE_UNKNOWN);
	if (drawn < RE_COLOURS && e->bag[drawn] == 1)
		m |= (at_move)(drawn + 1) << 16;
	return m;
}

/* Takes one of the tiles in counts at random and returns its colour. */
static int draw_one(uint8_t *counts, struct at_rng *rng)
{
	uint32_t r = at_rng_below(rng, (uint32_t)re_sum(counts));
	int c = 0;

	while (r >= counts[c])
		r -= counts[c++];
	counts[c]--;
	return c;
}

/* Takes the tiles out of the bag that lie hidden elsewhere: of a counted colour as many as are
 * known to, of the others any, but never the last one, which the bag is known to hold. */
static void guess_hidden(struct re_state *e, const re_counts known, struct at_rng *rng,
			 re_counts out)
{
	re_counts loose = {0};
	int left = re_sum(e->bag) - e->bag_size;

	for (int c = 0; c < RE_COLOURS; c++) {
		out[c] = 0;
		if (e->counted >> c & 1) {
			out[c] = known[c];
			left -= known[c];
		} else {
			loose[c] = (uint8_t)(e->bag[c] - 1);
		}
	}
	for (; left > 0; left--)
		out[draw_one(loose, rng)]++;
	for (int c = 0; c < RE_COLOURS; c++)
		e->bag[c] -= out[c];
}

void re_guess(struct at_state *s, struct at_rng *rng)
{
	struct re_state *e = (struct re_state *)s;
	re_counts known, hidden;

	for (int c = 0; c < RE_COLOURS; c++)
		known[c] = (uint8_t)re_hidden_from_viewer(e, c);
	guess_hidden(e, known, rng, hidden);
	for (int i = 0; i < s->seats; i++) {
		struct re_seat *seat = &e->seat[i];
		int left = seat->unseen_count - re_sum(seat->unseen);
		if (seat->first_tile == RE_UNKNOWN)
			seat->first_tile = (uint8_t)draw_one(hidden, rng);
		for (; left > 0; left--)
			seat->unseen[draw_one(hidden, rng)]++;
	}
}
