#include "play.h"

#include "assert.h"
#include "hash.h"
#include "noinline.h"

#include <string.h>

/* The lots of a draw from its lists. One list serves twice: odds and moves are of one size. */
static AT_NOINLINE uint32_t listed_lots(const struct at_game *game, const struct at_state *s)
{
	uint32_t odds[AT_MOVES_MAX];
	int n = game->weights(s, odds);
	uint32_t sum = 0;

	at_assert(n > 0);
	if (n == 1)
		return 1;
	for (int i = 0; i < n; i++)
		sum += odds[i];
	return sum;
}

static AT_NOINLINE at_move listed_lot(const struct at_game *game, const struct at_state *s,
				      uint32_t r)
{
	at_move list[AT_MOVES_MAX];
	int i = 0;

	_Static_assert(sizeof(at_move) == sizeof(uint32_t), "the list takes odds, then moves");
	game->weights(s, list);
	while (r >= list[i])
		r -= list[i++];
	game->moves(s, list);
	return list[i];
}

static uint32_t lots(const struct at_game *game, const struct at_state *s)
{
	at_assert(s->turn == AT_CHANCE && at_is_truth(s));
	return game->lots ? game->lots(s) : listed_lots(game, s);
}

static at_move lot(const struct at_game *game, const struct at_state *s, uint32_t r)
{
	return game->lot ? game->lot(s, r) : listed_lot(game, s, r);
}

static inline at_move draw(const struct at_game *game, const struct at_state *s, struct at_rng *rng)
{
	return lot(game, s, at_rng_below(rng, lots(game, s)));
}

at_move at_draw(const struct at_game *game, const struct at_state *s, struct at_rng *rng)
{
	return draw(game, s, rng);
}

at_move at_deal(const struct at_game *game, const struct at_state *s,
		const uint8_t seed[AT_SEED_SIZE])
{
	return lot(game, s, at_deal_below(seed, s->ply, lots(game, s)));
}

at_move at_first_player(const struct at_game *game, const struct at_state *s, int first)
{
	at_move list[AT_MOVES_MAX];
	union at_any after;
	int n;

	if (!first || s->turn != AT_CHANCE || s->first != AT_NOBODY)
		return 0;
	n = game->moves(s, list);
	for (int i = 0; i < n; i++) {
		memcpy(&after, s, game->state_size);
		game->apply(&after.head, list[i]);
		if (after.head.first == AT_NOBODY)
			return 0;
		if (after.head.first == first - 1)
			return list[i];
	}
	return 0;
}

at_move at_deal_chosen(const struct at_game *game, const struct at_state *s,
		       const uint8_t seed[AT_SEED_SIZE], int first)
{
	at_move chosen = at_first_player(game, s, first);

	return chosen ? chosen : at_deal(game, s, seed);
}

void at_tally_add(struct at_tally *to, const struct at_tally *from)
{
	to->games += from->games;
	to->decisions += from->decisions;
	to->chance_moves += from->chance_moves;
	to->moves_listed += from->moves_listed;
	to->signature += from->signature;
	for (int i = 0; i < AT_SEATS_MAX; i++) {
		to->points[i] += from->points[i];
		to->wins[i] += from->wins[i];
	}
}

static AT_NOINLINE void add_end(const struct at_state *s, uint64_t hash, struct at_tally *tally)
{
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];

	tally->games++;
	tally->signature += at_mix(hash, at_state_hash(s));
	at_judge(s, scores, wins);
	for (int i = 0; i < s->seats; i++) {
		tally->points[i] += scores[i].total;
		tally->wins[i] += wins[i];
	}
}

/* A move that the seat decides on by chance, and of how many. On a processor it is quicker to write
 * the list than to go through it twice; threads of a GPU wait long for what they write. */
static inline at_move decide(const struct at_game *game, const struct at_state *s,
			     struct at_rng *rng, at_move *list, uint32_t *count)
{
#ifdef __NVPTX__
	if (game->any)
		return game->any(s, rng, count);
#endif
	*count = (uint32_t)game->moves(s, list);
	at_assert(*count > 0);
	return list[at_rng_below(rng, *count)];
}

/* Plays on to the end and returns the hash of the moves. Apart, so that threads of a GPU meet again
 * after every game: beginning together, they mostly do the same at the same time. What changes with
 * every move is at hand. */
static AT_NOINLINE uint64_t play_on(const struct at_game *game, struct at_state *s,
				    struct at_rng *rng, struct at_tally *tally)
{
	at_move list[AT_MOVES_MAX];
	struct at_rng random = *rng;
	uint64_t decisions = 0, draws = 0, listed = 0;
	uint64_t hash = 0;

	while (s->turn != AT_OVER) {
		at_move m;
		if (s->turn == AT_CHANCE) {
			m = draw(game, s, &random);
			draws++;
		} else {
			uint32_t n;
			m = decide(game, s, &random, list, &n);
			decisions++;
			listed += n;
		}
		hash = at_mix(hash, m);
		game->apply(s, m);
	}
	*rng = random;
	tally->decisions += decisions;
	tally->chance_moves += draws;
	tally->moves_listed += listed;
	return hash;
}

void at_play_random(const struct at_game *game, struct at_state *s, struct at_rng *rng,
		    struct at_tally *tally)
{
	add_end(s, play_on(game, s, rng, tally), tally);
}

void at_simulate(const struct at_game *game, const struct at_setup *setup, uint64_t seed,
		 uint64_t from, uint64_t count, struct at_tally *tally)
{
	union at_any any;
	struct at_rng rng;

	for (uint64_t i = from; i < from + count; i++) {
		enum at_err err = at_init(game, setup, &any.head, NULL);
		at_assert(!err);
		at_rng_init(&rng, seed, i);
		at_play_random(game, &any.head, &rng, tally);
	}
}

uint64_t at_perft(const struct at_state *from, const uint8_t seed[AT_SEED_SIZE], int depth)
{
	const struct at_game *game = at_game_of(from);
	at_move moves[AT_MOVES_MAX];
	union at_any any;
	struct at_state *s = &any.head;
	uint64_t leaves = 0;
	int n;

	memcpy(s, from, game->state_size);
	while (s->turn == AT_CHANCE)
		game->apply(s, at_deal(game, s, seed));
	if (depth == 0 || s->turn == AT_OVER)
		return 1;
	n = game->moves(s, moves);
	if (depth == 1)
		return (uint64_t)n;
	for (int i = 0; i < n; i++) {
		union at_any child;
		memcpy(&child, s, game->state_size);
		game->apply(&child.head, moves[i]);
		leaves += at_perft(&child.head, seed, depth - 1);
	}
	return leaves;
}
