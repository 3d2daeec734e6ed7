#include "work.h"

#include "assert.h"
#include "hash.h"
#include "play.h"

#include <string.h>

const char *at_work_name(enum at_work work)
{
	static const char *const names[AT_WORKS] = {"view", "guess", "encode", "decode"};

	return names[work];
}

/* The number of moves in a game that is played with this generator. */
static uint32_t game_length(const struct at_game *game, const struct at_setup *setup,
			    struct at_rng rng)
{
	union at_any any;
	struct at_tally tally = {0};

	at_init(game, setup, &any.head, NULL);
	at_play_random(game, &any.head, &rng, &tally);
	return any.head.ply;
}

static void play_on(const struct at_game *game, struct at_state *s, struct at_rng *rng, uint32_t to)
{
	at_move moves[AT_MOVES_MAX];

	while (s->ply < to && s->turn != AT_OVER) {
		at_move m;
		if (s->turn == AT_CHANCE)
			m = at_draw(game, s, rng);
		else
			m = moves[at_rng_below(rng, (uint32_t)game->moves(s, moves))];
		game->apply(s, m);
	}
}

void at_sample(struct at_sample *sample, const struct at_game *game, const struct at_setup *setup,
	       uint64_t seed)
{
	struct at_rng rng;

	sample->game = game;
	for (uint32_t i = 0; i < AT_SAMPLE; i++) {
		struct at_state *s = &sample->states[i].head;
		enum at_err err = at_init(game, setup, s, NULL);
		at_assert(!err);
		at_rng_init(&rng, seed, i);
		play_on(game, s, &rng, game_length(game, setup, rng) * (i + 1) / (AT_SAMPLE + 1));
		at_view(s, (int)(i % setup->seats), &sample->views[i]);
		sample->sizes[i] = at_encode(s, sample->bytes[i]);
	}
}

static uint64_t work_on(const struct at_sample *sample, enum at_work work, int i,
			struct at_rng *rng)
{
	const struct at_state *s = &sample->states[i].head;
	uint8_t bytes[AT_BYTES_MAX];
	struct at_view view;
	union at_any any;

	switch (work) {
	case AT_WORK_VIEW:
		at_view(s, i % s->seats, &view);
		return view.state.bytes[sample->game->state_size - 1] + view.state.head.ply;
	case AT_WORK_GUESS:
		at_guess(&sample->views[i], rng, &any.head);
		return any.bytes[sample->game->state_size - 1] + any.head.ply;
	case AT_WORK_ENCODE: return at_encode(s, bytes) + bytes[sample->sizes[i] - 1];
	case AT_WORK_DECODE: {
		enum at_err err = at_decode(sample->bytes[i], sample->sizes[i], &any.head, NULL);
		at_assert(!err);
		return any.head.ply;
	}
	default: at_assert(!"a kind of work");
	}
	return 0;
}

uint64_t at_work(const struct at_sample *sample, enum at_work work, uint32_t rounds)
{
	struct at_rng rng;
	uint64_t hash = 0;

	at_rng_init(&rng, 1, 0);
	for (uint32_t r = 0; r < rounds; r++)
		for (int i = 0; i < AT_SAMPLE; i++)
			hash = at_mix(hash, work_on(sample, work, i, &rng));
	return hash;
}
