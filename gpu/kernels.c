#include "kernels.h"

#include "assert.h"
#include "noinline.h"

static const struct at_game *game_of(uint8_t id)
{
#ifdef AT_ONE_GAME /* known to the compiler: no calls through pointers */
	const struct at_game *game = &AT_ONE_GAME;
#else
	const struct at_game *game = at_game_with_id(id);
#endif
	at_assert(game && game->id == id);
	return game;
}

/* --- random play --- */

#define ADD(to, x) ((void)__atomic_fetch_add(&(to), (x), __ATOMIC_RELAXED))

static AT_NOINLINE void add_tally(struct gpu_tally *to, const struct at_tally *from)
{
	ADD(to->games, from->games);
	ADD(to->decisions, from->decisions);
	ADD(to->chance_moves, from->chance_moves);
	ADD(to->moves_listed, from->moves_listed);
	ADD(to->signature, from->signature);
	for (int i = 0; i < AT_SEATS_MAX; i++) {
		ADD(to->points[i], (uint64_t)from->points[i]);
		ADD(to->twelfths[i], (uint64_t)(from->wins[i] * 12 + 0.5));
	}
}

/* Games from + thread, from + thread + threads, and so on. */
static void simulate(const struct gpu_run *job, uint64_t thread, uint64_t threads)
{
	const struct at_game *game = game_of(job->game);
	struct at_tally tally = {0};
	uint64_t chunk = thread / job->chunk;

	for (uint64_t i = thread; i < job->count; i += threads) {
		if (i / job->chunk != chunk) {
			add_tally(&job->tallies[chunk], &tally);
			tally = (struct at_tally){0};
			chunk = i / job->chunk;
		}
		at_simulate(game, &job->setup, job->seed, job->from + i, 1, &tally);
	}
	if (tally.games)
		add_tally(&job->tallies[chunk], &tally);
}

/* --- batches --- */

/* The environments with the tables of this side. */
static struct at_envs envs_of(const struct gpu_batch *job, struct at_numbers *own)
{
	struct at_envs e = job->envs;

#ifndef AT_ONE_NUMBERS /* not looked up here, so that the tables can be left out */
	e.rules.game = game_of(job->game);
	e.rules.numbers = at_numbers_of(e.rules.game, own);
#endif
	return e;
}

static void find_bad(const struct gpu_batch *job, const struct at_envs *e, uint32_t i)
{
	uint32_t bad = __atomic_load_n(job->bad, __ATOMIC_RELAXED);

	if (at_env_check(e, i, at_env_action(job->actions, job->wide, i), NULL))
		return;
	while (i < bad && !__atomic_compare_exchange_n(job->bad, &bad, i, false, __ATOMIC_RELAXED,
						       __ATOMIC_RELAXED))
		;
}

static void begin(const struct gpu_batch *job, uint64_t thread, uint64_t threads)
{
	struct at_numbers own;
	struct at_envs e = envs_of(job, &own);

	for (uint64_t i = thread; i < e.n; i += threads)
		at_env_begin(&e, (uint32_t)i);
}

static void check(const struct gpu_batch *job, uint64_t thread, uint64_t threads)
{
	struct at_numbers own;
	struct at_envs e = envs_of(job, &own);

	for (uint64_t i = thread; i < e.n; i += threads)
		find_bad(job, &e, (uint32_t)i);
}

static void step(const struct gpu_batch *job, uint64_t thread, uint64_t threads)
{
	struct at_numbers own;
	struct at_envs e = envs_of(job, &own);

	if (*job->bad < e.n)
		return;
	for (uint64_t i = thread; i < e.n; i += threads)
		at_env_step(&e, (uint32_t)i, job->ahead);
}

static void choose(const struct gpu_batch *job, uint64_t thread, uint64_t threads)
{
	struct at_numbers own;
	struct at_envs e = envs_of(job, &own);
	int32_t *actions = job->actions;

	for (uint64_t i = thread; i < e.n; i += threads)
		actions[i] = at_env_random(&e, (uint32_t)i, job->picked);
}

static void look(const struct gpu_batch *job, uint64_t thread, uint64_t threads)
{
	struct at_numbers own;
	struct at_envs e = envs_of(job, &own);

	for (uint64_t i = thread; i < e.n; i += threads)
		at_env_look_again(&e, (uint32_t)i);
}

/* --- the threads --- */

#ifdef __NVPTX__

#define KERNEL(name, type, work)                                                                   \
	__attribute__((device_kernel)) void name(struct type job);                                 \
	__attribute__((device_kernel)) void name(struct type job)                                  \
	{                                                                                          \
		uint64_t block = (uint32_t)__nvvm_read_ptx_sreg_ctaid_x();                         \
		uint64_t size = (uint32_t)__nvvm_read_ptx_sreg_ntid_x();                           \
		uint64_t blocks = (uint32_t)__nvvm_read_ptx_sreg_nctaid_x();                       \
		work(&job, block *size + (uint32_t)__nvvm_read_ptx_sreg_tid_x(), blocks * size);   \
	}

KERNEL(gpu_simulate, gpu_run, simulate)
KERNEL(gpu_begin, gpu_batch, begin)
KERNEL(gpu_check, gpu_batch, check)
KERNEL(gpu_step, gpu_batch, step)
KERNEL(gpu_random, gpu_batch, choose)
KERNEL(gpu_look, gpu_batch, look)

/* The four functions of libc that the rules and the compiler use. A GPU can only access aligned
 * words; everything else is copied byte by byte. */
typedef uint64_t __attribute__((may_alias)) word;
typedef uint64_t __attribute__((vector_size(16), may_alias)) words;

static bool aligned(const void *a, size_t to)
{
	return ((uintptr_t)a & (to - 1)) == 0;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	uint8_t *d = to;
	const uint8_t *s = from;
	uintptr_t apart = ((uintptr_t)d ^ (uintptr_t)s) & 15;

	for (; n > 0 && !(apart & 7) && !aligned(d, apart ? 8 : 16); n--)
		*d++ = *s++;
	for (; n >= 16 && !apart; n -= 16, d += 16, s += 16)
		*(words *)d = *(const words *)s;
	for (; n >= 8 && !(apart & 7); n -= 8, d += 8, s += 8)
		*(word *)d = *(const word *)s;
	while (n-- > 0)
		*d++ = *s++;
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	uint8_t *d = to;
	const uint8_t *s = from;

	if (d <= s || d >= s + n)
		return memcpy(to, from, n);
	while (n-- > 0)
		d[n] = s[n];
	return to;
}

void *memset(void *to, int byte, size_t n)
{
	uint8_t *d = to;

	for (; n > 0 && !aligned(d, 8); n--)
		*d++ = (uint8_t)byte;
	for (; n >= 8; n -= 8, d += 8)
		*(word *)d = (uint8_t)byte * 0x0101010101010101u;
	while (n-- > 0)
		*d++ = (uint8_t)byte;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const uint8_t *x = a;
	const uint8_t *y = b;

	for (; n > 0; n--, x++, y++)
		if (*x != *y)
			return *x - *y;
	return 0;
}

#else

void gpu_thread(enum gpu_kernel kernel, const void *job, uint64_t thread, uint64_t threads)
{
	switch (kernel) {
	case GPU_SIMULATE: simulate(job, thread, threads); break;
	case GPU_BEGIN: begin(job, thread, threads); break;
	case GPU_CHECK: check(job, thread, threads); break;
	case GPU_STEP: step(job, thread, threads); break;
	case GPU_RANDOM: choose(job, thread, threads); break;
	case GPU_LOOK: look(job, thread, threads); break;
	case GPU_KERNELS: break;
	}
}

#endif
