/* What libatoll needs of a system, in a wasm module: memory, a clock, and no GPU. The layout of the
 * structs of atoll.h that atoll.ts reads is asserted here. */
#include "batch_gpu.h"
#include "facade.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

/* --- what the module asks of its host --- */

double host_now(void) __attribute__((import_module("env"), import_name("now")));
int host_stop(void) __attribute__((import_module("env"), import_name("stop")));

int clock_gettime(int clock, struct timespec *out)
{
	double ms = host_now();

	(void)clock;
	out->tv_sec = (int64_t)(ms / 1000);
	out->tv_nsec = (long)((ms - 1000 * (double)out->tv_sec) * 1e6);
	return 0;
}

static bool stop(void *context)
{
	(void)context;
	return host_stop() != 0;
}

/* For at_think_spec.stop. */
void *EXPORT(npm_stop)(void)
{
	return (void *)(uintptr_t)stop;
}

/* --- memory: a list of free blocks in the order of their addresses, which are never neighbours ---
 */

struct block {
	struct block *next;
	size_t size; /* in bytes, with this head */
	uint64_t aligned;
};
enum { HEAD = sizeof(struct block), PAGE = 1 << 16, MOST = 1 << 30 };
_Static_assert(HEAD == 16, "what malloc() gives is aligned for everything");

static struct block *free_blocks;

static bool joins(const struct block *a, const struct block *b)
{
	return (const char *)a + a->size == (const char *)b;
}

static bool grow(size_t need)
{
	size_t pages = (need + PAGE - 1) / PAGE;
	size_t at = __builtin_wasm_memory_grow(0, pages);
	struct block *b;

	if (at == SIZE_MAX)
		return false;
	b = (struct block *)(at * PAGE); // NOLINT: memory that has just come into being
	b->size = pages * PAGE;
	free(b + 1);
	return true;
}

void *EXPORT(malloc)(size_t n)
{
	size_t need = (n + HEAD - 1) / HEAD * HEAD + HEAD;

	if (n > MOST)
		return NULL;
	do {
		for (struct block **at = &free_blocks; *at; at = &(*at)->next) {
			struct block *b = *at, *rest = (struct block *)((char *)b + need);
			if (b->size < need)
				continue;
			if (b->size < need + 2 * HEAD) {
				*at = b->next;
				return b + 1;
			}
			*rest = (struct block){.next = b->next, .size = b->size - need};
			b->size = need;
			*at = rest;
			return b + 1;
		}
	} while (grow(need));
	return NULL;
}

void EXPORT(free)(void *memory)
{
	struct block *b = memory, *before = NULL, *after = free_blocks;

	if (!b--)
		return;
	for (; after && after < b; after = after->next)
		before = after;
	b->next = after;
	if (after && joins(b, after)) {
		b->size += after->size;
		b->next = after->next;
	}
	if (!before) {
		free_blocks = b;
	} else if (joins(before, b)) {
		before->size += b->size;
		before->next = b->next;
	} else {
		before->next = b;
	}
}

void *calloc(size_t count, size_t size)
{
	void *p = size && count > MOST / size ? NULL : malloc(count * size);

	return p ? memset(p, 0, count * size) : NULL;
}

void *realloc(void *old, size_t n)
{
	void *p = malloc(n);
	size_t had = old ? ((struct block *)old - 1)->size - HEAD : 0;

	if (!p || !old)
		return p;
	memcpy(p, old, had < n ? had : n);
	free(old);
	return p;
}

/* By insertion: what is sorted here are the candidates of a choice. */
void qsort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	for (size_t i = 1; i < count; i++)
		for (char *at = (char *)list + i * size;
		     at > (char *)list && compare(at - size, at) > 0; at -= size)
			for (size_t k = 0; k < size; k++) {
				char kept = at[k];
				at[k] = at[k - size];
				at[k - size] = kept;
			}
}

/* --- no GPU: a batch never has one here, because nobody can open it --- */

struct batch_gpu *batch_gpu_new(struct at_gpu *gpu, const struct at_envs *envs,
				struct at_fail *fail)
{
	(void)gpu, (void)envs;
	at_fail(fail, AT_BAD_VALUE, "a module has no GPU");
	return NULL;
}

void batch_gpu_free(struct batch_gpu *b)
{
	(void)b;
}

#define NO_GPU(name, ...)                                                                          \
	enum at_err name(__VA_ARGS__, struct at_fail *fail)                                        \
	{                                                                                          \
		return at_fail(fail, AT_BAD_VALUE, "a module has no GPU");                         \
	}
#pragma clang diagnostic ignored "-Wunused-parameter"
NO_GPU(batch_gpu_begin, struct batch_gpu *b, uint64_t seed)
NO_GPU(batch_gpu_step, struct batch_gpu *b, const void *actions, bool wide, bool ahead,
       uint32_t *bad)
NO_GPU(batch_gpu_random, struct batch_gpu *b, int32_t *actions, bool picked)
NO_GPU(batch_gpu_look, struct batch_gpu *b)
NO_GPU(gpu_copy, struct at_gpu *gpu, void *to, const void *from, size_t size)

const struct at_slot *batch_gpu_slot(struct batch_gpu *b, uint32_t i, struct at_fail *fail)
{
	at_fail(fail, AT_BAD_VALUE, "a module has no GPU");
	return NULL;
}

/* --- the layouts that atoll.ts knows --- */

#define AT(type, member, place) _Static_assert(offsetof(struct type, member) == (place), "atoll.ts")
AT(at_error, why, 8);
AT(at_score, hidden, 12);
AT(at_score, lines, 16);
AT(at_score, ties, 80);
AT(at_history, viewer, 12);
AT(at_history, count, 20);
AT(at_part, shape, 12);
AT(at_part, most, 20);
AT(at_think_spec, stop, 12);
_Static_assert(sizeof(struct at_think_spec) == 20, "atoll.ts");
AT(at_thought, seconds, 16);
AT(at_thought, turns, 32);
AT(at_thought_turn, prior, 8);
AT(at_thought_turn, points, 48);
AT(at_thought_turn, proved, 88);
AT(at_thought_turn, seats, 104);
AT(at_batch_spec, seed, 24);
AT(at_batch_spec, states, 40);
AT(at_batch_spec, last_turns, 76);
_Static_assert(sizeof(struct at_batch_spec) == 80, "atoll.ts");
