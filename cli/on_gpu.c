#define _POSIX_C_SOURCE 200809L

#include "on_gpu.h"

#include "clock.h"
#include "command.h"
#include "gpu.h"

#include <stdlib.h>

/* How many threads a processor of the GPU runs best with hangs on the game and the GPU: the first
 * pieces of a run try, the others take the best. */
static const uint32_t tries[] = {256, 512, 1024, 2048};
enum { TRIES = sizeof tries / sizeof tries[0] };

/* So that those who are done early wait only a little for the others. */
enum { GAMES_A_THREAD = 16 };

struct station {
	const struct gpu_plan *plan;
	struct at_gpu *gpu;
	struct gpu_game *kernels;
	struct gpu_tally *there, *here; /* one a chunk of a piece: on the GPU, and copied */
	uint64_t room;                  /* chunks */
	int tried;
	uint32_t best;
	double best_rate;
};

static uint64_t piece_games(const struct station *st, uint32_t threads)
{
	return (uint64_t)threads * gpu_processors(st->gpu) * GAMES_A_THREAD;
}

static enum at_err set_up(struct station *st, struct at_fail *fail)
{
	st->gpu = gpu_open(0, fail);
	st->kernels = st->gpu ? gpu_load(st->gpu, st->plan->game, fail) : NULL;
	if (!st->kernels)
		return AT_BAD_VALUE;
	st->room = piece_games(st, tries[TRIES - 1]) / st->plan->chunk + 1;
	st->there = gpu_memory(st->gpu, st->room * sizeof *st->there, fail);
	st->here = calloc(st->room, sizeof *st->here);
	if (st->there && st->here)
		return AT_OK;
	return st->there ? at_fail(fail, AT_TOO_LONG, "there is not enough memory") : AT_BAD_VALUE;
}

static void give_back(struct station *st)
{
	free(st->here);
	if (st->gpu)
		gpu_release(st->gpu, st->there);
	gpu_unload(st->kernels);
	gpu_close(st->gpu);
}

static uint64_t chunk_games(const struct gpu_plan *plan, uint64_t from)
{
	return plan->games - from < plan->chunk ? plan->games - from : plan->chunk;
}

/* Games from one on that are wanted, in whole chunks: at most about as many as asked for. */
static uint64_t span(const struct station *st, uint64_t from, uint64_t most)
{
	const struct gpu_plan *plan = st->plan;
	uint64_t count = 0;

	for (uint64_t chunks = 0; chunks < st->room && from + count < plan->games; chunks++) {
		if (!plan->wants(plan->context, from + count) || (count && count >= most))
			break;
		count += chunk_games(plan, from + count);
	}
	return count;
}

static enum at_err play_piece(struct station *st, uint64_t from, uint64_t count, uint32_t threads,
			      struct at_fail *fail)
{
	const struct gpu_plan *plan = st->plan;
	uint64_t chunks = (count + plan->chunk - 1) / plan->chunk;
	size_t size = chunks * sizeof *st->here;
	struct gpu_run job = {.seed = plan->seed,
			      .from = from,
			      .count = count,
			      .chunk = plan->chunk,
			      .tallies = st->there,
			      .setup = plan->setup,
			      .game = plan->game->id};
	uint64_t wanted = (uint64_t)threads * gpu_processors(st->gpu);
	enum at_err err;

	for (uint64_t i = 0; i < chunks; i++)
		st->here[i] = (struct gpu_tally){0};
	err = gpu_copy(st->gpu, st->there, st->here, size, fail);
	if (!err)
		err = gpu_start(st->kernels, GPU_SIMULATE, &job, wanted < count ? wanted : count,
				fail);
	if (!err)
		err = gpu_copy(st->gpu, st->here, st->there, size, fail);
	return err;
}

static struct at_tally tally_of(const struct gpu_tally *t)
{
	struct at_tally tally = {.games = t->games,
				 .decisions = t->decisions,
				 .chance_moves = t->chance_moves,
				 .moves_listed = t->moves_listed,
				 .signature = t->signature};

	for (int i = 0; i < AT_SEATS_MAX; i++) {
		tally.points[i] = (int64_t)t->points[i];
		tally.wins[i] = (double)t->twelfths[i] / 12;
	}
	return tally;
}

static bool tell(const struct station *st, uint64_t from, uint64_t count)
{
	const struct gpu_plan *plan = st->plan;

	for (uint64_t at = 0, i = 0; at < count; at += plan->chunk, i++) {
		struct at_tally tally = tally_of(&st->here[i]);
		if (!plan->took(plan->context, from + at, &tally))
			return false;
	}
	return true;
}

static int play_pieces(struct station *st, struct at_fail *fail)
{
	const struct gpu_plan *plan = st->plan;

	for (uint64_t from = 0; from < plan->games;) {
		bool trying = st->tried < TRIES;
		uint32_t threads = trying ? tries[st->tried] : st->best;
		uint64_t count = span(st, from, piece_games(st, threads));
		double begin = seconds_now();
		if (count == 0) {
			from += chunk_games(plan, from);
			continue;
		}
		if (play_piece(st, from, count, threads, fail))
			return bad_input("atoll simulate: %s", fail->why);
		if (trying) {
			double rate = (double)count / (seconds_now() - begin);
			st->tried++;
			if (rate > st->best_rate) {
				st->best_rate = rate;
				st->best = threads;
			}
		}
		if (!tell(st, from, count))
			return EXIT_INPUT;
		from += count;
	}
	return 0;
}

int play_on_gpu(const struct gpu_plan *plan, void (*ready)(void *context, const char *name))
{
	struct station st = {.plan = plan};
	struct at_fail fail;
	int code;

	if (set_up(&st, &fail)) {
		code = bad_input("atoll simulate: %s", fail.why);
	} else {
		ready(plan->context, gpu_name(st.gpu));
		code = play_pieces(&st, &fail);
	}
	give_back(&st);
	return code;
}
