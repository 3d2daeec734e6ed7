/* My Shelfie: facts about a position as JSON. */
#include "my_shelfie.h"

#include "bits.h"

static void put_groups(const struct ms_state *p, int seat, struct at_text *t)
{
	const char *comma = "";

	at_putc(t, '[');
	for (int i = 0; i < MS_TYPES; i++)
		for (uint32_t left = p->shelf[seat][i]; left; comma = ",")
			at_put(t, "%s{\"type\":\"%s\",\"tiles\":%d}", comma, ms_type_names[i],
			       at_count32(ms_group(&left)));
	at_putc(t, ']');
}

static void put_goals_met(const struct ms_state *p, int seat, struct at_text *t)
{
	const char *comma = "";

	at_putc(t, '[');
	for (int n = 1; n <= MS_COMMON_GOALS; n++) {
		if (!ms_goal_met(p->shelf[seat], n, ms_any_squares(&p->head)))
			continue;
		at_put(t, "%s%d", comma, n);
		comma = ",";
	}
	at_putc(t, ']');
}

/* The common goals in play, with the scoring tiles that are left, highest first. */
static void put_goals(const struct ms_state *p, struct at_text *t)
{
	at_puts(t, "\"goals\":[");
	for (int i = 0; i < 2 && p->goals[i]; i++) {
		const char *comma = "";
		at_put(t, "%s{\"goal\":%u,\"left\":[", i ? "," : "", p->goals[i]);
		for (int points = 8; points > 0; points--)
			if (ms_tiles_left(p, i) >> points & 1) {
				at_put(t, "%s%d", comma, points);
				comma = ",";
			}
		at_puts(t, "]}");
	}
	at_putc(t, ']');
}

void ms_facts(const struct at_state *s, struct at_text *t)
{
	const struct ms_state *p = (const struct ms_state *)s;

	put_goals(p, t);
	at_puts(t, ",\"goals_met\":[");
	for (int i = 0; i < s->seats; i++) {
		at_puts(t, i ? "," : "");
		put_goals_met(p, i, t);
	}
	at_puts(t, "],\"groups\":[");
	for (int i = 0; i < s->seats; i++) {
		at_puts(t, i ? "," : "");
		put_groups(p, i, t);
	}
	at_puts(t, "],\"bag\":{");
	for (int i = 0; i < MS_TYPES; i++)
		at_put(t, "%s\"%s\":%u", i ? "," : "", ms_type_names[i], p->bag[i]);
	at_putc(t, '}');
}
