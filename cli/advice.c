#define _POSIX_C_SOURCE 200809L

#include "advice.h"

#include "players.h"

void advise(const struct at_job *job, struct at_answer *answer)
{
	const struct at_game *game = at_game_of(&job->state.head);
	struct at_choice choice;
	struct at_thinker thinker;
	struct player adviser;

	player_is(&adviser, game, "master");
	thinker = player_thinker(&adviser, game);
	at_job_do(job, &thinker, &choice, answer);
	players_release(&adviser, 1);
}
