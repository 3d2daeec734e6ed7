/* My Shelfie: the score, MS-5. */
#include "my_shelfie.h"

/* MS-5.1 to MS-5.5 */
void ms_score(const struct at_state *s, int seat, struct at_score *out)
{
	const struct ms_state *p = (const struct ms_state *)s;
	const uint32_t *shelf = p->shelf[seat];
	int personal = p->personal[seat];
	int away = s->first == AT_NOBODY ? 0 : (seat - s->first + s->seats) % s->seats;

	for (int i = 0; i < 2; i++)
		if (p->goals[i])
			out->lines[out->line_count++] =
			    (struct at_line){ms_goal_labels[p->goals[i]], p->taken[seat][i]};
	out->lines[out->line_count++] =
	    (struct at_line){"end of game", p->end_tile == seat + 1}; /* MS-1.4 */
	if (personal && personal != MS_PERSONAL_UNKNOWN) {
		int cells = ms_personal_cells(shelf, personal);
		out->lines[out->line_count++] =
		    (struct at_line){"personal goal", ms_personal_points(cells)};
	}
	out->lines[out->line_count++] = (struct at_line){"groups", ms_groups(shelf)};
	out->ties[out->tie_count++] =
	    (struct at_line){"seats clockwise from the first player", away}; /* MS-5.4 */
}
