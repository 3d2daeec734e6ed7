/* 256 games of Reef Encounter at once, on two threads, with masks and observations. */
#include <atoll.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 256, SEATS = 2, STEPS = 3000 };

int main(void)
{
	const struct at_game *game = at_game_find("reef-encounter");
	struct at_batch_spec spec = {0};
	struct at_error why;
	struct at_batch *batch;
	int32_t actions[N];
	double won[SEATS] = {0};
	int ended = 0;

	spec.size = sizeof spec;
	spec.game = game;
	spec.n = N;
	spec.seats = SEATS;
	spec.threads = 2;
	spec.seed = 1;
	spec.states = malloc(N * at_batch_state_size(game));
	spec.masks = malloc((size_t)N * at_actions(game));
	spec.observations = malloc(N * at_observation_size(game));
	spec.turns = malloc(N);
	spec.rewards = malloc(N * SEATS * sizeof(float));
	spec.done = malloc(N);
	batch = at_batch_new(&spec, &why);
	if (!batch)
		return fprintf(stderr, "%s\n", why.why), 1;
	for (int step = 0; step < STEPS; step++) {
		at_batch_random(batch, actions); /* or what a network makes of the observations */
		if (at_batch_step(batch, actions, &why))
			return fprintf(stderr, "%s\n", why.why), 1;
		for (int i = 0; i < N; i++) {
			ended += spec.done[i] == AT_DONE;
			for (int k = 0; k < SEATS; k++)
				won[k] += (double)spec.rewards[SEATS * i + k];
		}
	}
	printf("%d games; returns of the seats: %.0f, %.0f\n", ended, won[0], won[1]);
	at_batch_free(batch);
	free(spec.done);
	free(spec.rewards);
	free(spec.turns);
	free(spec.observations);
	free(spec.masks);
	free(spec.states);
	return 0;
}
