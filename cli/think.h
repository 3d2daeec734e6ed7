/* A bot that thinks for people: hints and analysis. */
#ifndef THINK_H
#define THINK_H

#include "command.h"
#include "job.h"
#include "team.h"

/* A search bot by its name (NULL: the level master) and how many threads it thinks on (0: as the
 * name says). 0, or an exit code after saying what is wrong; then there is nothing to free. */
int thinker_init(struct at_team **, const struct command *, const struct at_game *,
		 const char *name, int threads);

/* The text of the bot that judges many positions where no other is asked for: at_judge_spec()
 * without a clock, so that the same comes out everywhere. */
void usual_judge(const struct at_game *, char text[AT_BOT_NAME_MAX]);

/* A team as one that does jobs. */
struct at_thinker team_thinker(struct at_team *);

#endif
