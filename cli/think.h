/* A bot that thinks for people: hints and analysis. */
#ifndef THINK_H
#define THINK_H

#include "command.h"
#include "job.h"
#include "team.h"

/* A search bot by its name (NULL: the level master) and its number of threads (0: as the name
 * says). 0, or an exit code after reporting the error; then there is nothing to free. */
int thinker_init(struct at_team **, const struct command *, const struct at_game *,
		 const char *name, int threads);

/* The default judge for many positions, as text: at_judge_spec() without a clock, so that
 * results are the same everywhere. */
void usual_judge(const struct at_game *, char text[AT_BOT_NAME_MAX]);

/* A team that carries out jobs. */
struct at_thinker team_thinker(struct at_team *);

#endif
