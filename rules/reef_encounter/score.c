/* Reef Encounter: the score, RE-12. */
#include "reef_encounter.h"

/* RE-12.1 to RE-12.3 */
void re_score(const struct at_state *s, int seat, struct at_score *out)
{
	static const char *const labels[RE_COLOURS] = {
	    "white polyps", "yellow polyps", "orange polyps", "pink polyps", "grey polyps"};
	const struct re_state *e = (const struct re_state *)s;
	const struct re_seat *p = &e->seat[seat];

	out->hidden = re_screen_hidden(s, seat);
	if (out->hidden)
		return;
	for (int c = 0; c < RE_COLOURS; c++) {
		int n = p->fish[c] + (p->first_tile == c && !(e->opened >> seat & 1));
		out->lines[out->line_count++] = (struct at_line){labels[c], n * re_value(e, c)};
	}
	out->ties[out->tie_count++] = (struct at_line){"consumed tiles", re_sum(p->consumed)};
	out->ties[out->tie_count++] = (struct at_line){"larva cubes", re_sum(p->cubes)};
	out->ties[out->tie_count++] =
	    (struct at_line){"tiles behind the screen", re_sum(p->seen) + p->unseen_count};
	out->ties[out->tie_count++] =
	    (struct at_line){"tiles in own corals", re_tiles_held(e, seat)};
}
