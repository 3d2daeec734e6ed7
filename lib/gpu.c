#include "gpu.h"

#include "facade.h"

struct at_gpu *at_gpu_open(int number, struct at_error *error)
{
	struct at_fail fail;
	struct at_gpu *gpu = gpu_open(number, &fail);

	if (!gpu)
		at_facade_fail(error, &fail);
	return gpu;
}

void at_gpu_close(struct at_gpu *gpu)
{
	gpu_close(gpu);
}

const char *at_gpu_name(const struct at_gpu *gpu)
{
	return gpu_name(gpu);
}

void *at_gpu_memory(struct at_gpu *gpu, size_t size, struct at_error *error)
{
	struct at_fail fail;
	void *memory = gpu_memory(gpu, size, &fail);

	if (!memory)
		at_facade_fail(error, &fail);
	return memory;
}

void at_gpu_release(struct at_gpu *gpu, void *memory)
{
	gpu_release(gpu, memory);
}

enum at_err at_gpu_copy(struct at_gpu *gpu, void *to, const void *from, size_t size,
			struct at_error *error)
{
	struct at_fail fail;

	return gpu_copy(gpu, to, from, size, &fail) ? at_facade_fail(error, &fail) : AT_OK;
}
