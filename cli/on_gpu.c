#define _POSIX_C_SOURCE 200809L

#include "on_gpu.h"

#include "command.h"
#include "gpu.h"

#include <stdlib.h>

/* The most games that a thread plays in one piece: progress is shown and logged after each
 * piece, so pieces are short, and threads that finish early do not wait long. */
enum { GAMES_A_THREAD = 16 };

struct station {
	const struct gpu_plan *plan;
	struct at_gpu *gpu;
	struct gpu_game *kernels;
	uint64_t threads;               /* as many as there is room for: they wait for each other */
	struct gpu_tally *there, *here; /* one a chunk of a piece: on the GPU, and copied */
	uint64_t room;                  /* chunks */
};

static enum at_err set_up(struct station *st, struct at_fail *fail)
{
	st->gpu = gpu_open(0, fail);
	st->kernels = st->gpu ? gpu_load(st->gpu, st->plan->game, fail) : NULL;
	st->threads = st->kernels ? gpu_threads(st->kernels, GPU_SIMULATE, fail) : 0;
	if (!st->threads)
		return AT_BAD_VALUE;
	st->room = st->threads * GAMES_A_THREAD / st->plan->chunk + 1;
	st->there = gpu_memory(st->gpu, st->room * sizeof *st->there, fail);
	if (!st->there)
		return AT_BAD_VALUE;
	st->here = calloc(st->room, sizeof *st->here);
	return st->here ? AT_OK : at_fail(fail, AT_TOO_LONG, "there is not enough memory");
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

/* The wanted games from this one on, in whole chunks: at most about as many as asked for. */
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

static enum at_err play_piece(struct station *st, uint64_t from, uint64_t count,
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
	enum at_err err;

	for (uint64_t i = 0; i < chunks; i++)
		st->here[i] = (struct gpu_tally){0};
	err = gpu_copy(st->gpu, st->there, st->here, size, fail);
	if (!err)
		err = gpu_start(st->kernels, GPU_SIMULATE, &job,
				st->threads < count ? st->threads : count, fail);
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
	uint64_t most = st->threads * GAMES_A_THREAD;

	for (uint64_t from = 0; from < plan->games;) {
		uint64_t pieces =
		    (plan->games - from - 1) / most + 1; /* that are left: equal ones */
		uint64_t count = span(st, from, (plan->games - from - 1) / pieces + 1);
		if (count == 0) {
			from += chunk_games(plan, from);
			continue;
		}
		if (play_piece(st, from, count, fail))
			return bad_input("atoll lab simulate: %s", fail->why);
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
		code = bad_input("atoll lab simulate: %s", fail.why);
	} else {
		ready(plan->context, gpu_name(st.gpu));
		code = play_pieces(&st, &fail);
	}
	give_back(&st);
	return code;
}
