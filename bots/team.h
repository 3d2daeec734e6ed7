/* A bot that thinks on several threads (spec.threads).
 *
 * Each member is a bot that searches a share of the nodes, for the whole time, with random
 * numbers of its own; their results are added up. The total effort is that of one thread, and
 * the same seed, nodes and threads give the same choice. A team of one is a plain bot.
 *
 * It is used like a bot (bot.h), but allocates its memory on the heap. */
#ifndef AT_TEAM_H
#define AT_TEAM_H

#include "ideas.h"

struct at_team;

/* NULL if there is not enough memory. host may be NULL and is copied; its stop() is called by
 * the caller's thread only. */
struct at_team *at_team_new(const struct at_game *, const struct at_bot_spec *,
			    const struct at_host *host);
void at_team_free(struct at_team *); /* or NULL */

void at_team_begin(struct at_team *, uint64_t seed);
void at_team_budget(struct at_team *, uint32_t ms, uint32_t nodes);
void at_team_saw(struct at_team *, at_move seen);
at_move at_team_choose(struct at_team *, const struct at_view *, struct at_choice *out);
at_move at_team_ask(struct at_team *, const struct at_view *, const at_move *asked, int n,
		    struct at_choice *out);

/* What stands behind the choice just made in this view (ideas.h): the sums of what the members
 * found. */
int at_team_ideas(struct at_team *, const struct at_view *, const struct at_choice *, uint64_t seed,
		  struct at_idea ideas[AT_CANDIDATES_MAX]);

/* The first member, for work that needs no search (luck.h). */
struct at_bot *at_team_first(struct at_team *);

#endif
