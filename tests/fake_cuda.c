/* A libcuda without a GPU: what the host side calls of NVIDIA's driver, with kernels that are run
 * on the processor, thread by thread, from the source that is compiled for GPUs. Its memory can be
 * touched only while it copies or computes, so whoever takes a GPU's address for one of his own
 * crashes here as he would fail there.
 *
 *     FAKE_CUDA_DEVICES=N        how many GPUs there are; 1 without
 *     FAKE_CUDA_FAIL=NAME[:K]    that function fails, always or the K-th time
 */
#define _GNU_SOURCE

#include "driver.h"
#include "kernels.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define EXPORT __attribute__((visibility("default")))

enum {
	INVALID_VALUE = 1,
	OUT_OF_MEMORY = 2,
	INVALID_CONTEXT = 201,
	INVALID_IMAGE = 200,
	NOT_FOUND = 500
};
enum { BLOCKS_MAX = 256, PROCESSORS = 2 };

static struct block {
	void *at;
	size_t size;
} blocks[BLOCKS_MAX];
static int contexts, depth, modules;
static char device_context, module_text;
static const char *image;
static const char *const kernel_names[GPU_KERNELS] = GPU_KERNEL_NAMES;

#define DECLARE(name, parameters) EXPORT cu_result name parameters;
CU_FUNCTIONS(DECLARE)
EXPORT int fake_cuda_live(void);

/* Everything that is not released yet: memory, modules, contexts. */
int fake_cuda_live(void)
{
	int live = contexts + modules + depth;

	for (int i = 0; i < BLOCKS_MAX; i++)
		live += blocks[i].at != NULL;
	return live;
}

static bool fails(const char *name)
{
	static char last[80];
	static long calls;
	const char *wanted = getenv("FAKE_CUDA_FAIL");
	size_t len = strlen(name);

	if (!wanted || strncmp(wanted, name, len) != 0 || (wanted[len] && wanted[len] != ':'))
		return false;
	if (strcmp(wanted, last) != 0)
		calls = 0;
	memcpy(last, wanted, strlen(wanted) < sizeof last ? strlen(wanted) + 1 : 1);
	calls++;
	return !wanted[len] || strtol(wanted + len + 1, NULL, 10) == calls;
}

#define MAY_FAIL(code)                                                                             \
	if (fails(__func__))                                                                       \
	return code
#define NEEDS_CONTEXT                                                                              \
	if (depth == 0)                                                                            \
	return INVALID_CONTEXT

static void protect(int how)
{
	for (int i = 0; i < BLOCKS_MAX; i++)
		if (blocks[i].at && mprotect(blocks[i].at, blocks[i].size, how))
			abort();
}

/* Is the whole range in one block? */
static bool on_gpu(cu_memory at, size_t size)
{
	for (int i = 0; i < BLOCKS_MAX; i++) {
		cu_memory from = (cu_memory)(uintptr_t)blocks[i].at;
		if (from && at >= from && at + size <= from + blocks[i].size)
			return true;
	}
	return false;
}

cu_result cuInit(unsigned flags)
{
	MAY_FAIL(CU_NO_DEVICE);
	return flags ? INVALID_VALUE : 0;
}

cu_result cuGetErrorString(cu_result result, const char **out)
{
	MAY_FAIL(INVALID_VALUE);
	*out = result == OUT_OF_MEMORY ? "out of memory" : "something is wrong";
	return 0;
}

cu_result cuDeviceGetCount(int *out)
{
	const char *count = getenv("FAKE_CUDA_DEVICES");

	MAY_FAIL(INVALID_VALUE);
	*out = count ? (int)strtol(count, NULL, 10) : 1;
	return 0;
}

cu_result cuDeviceGet(cu_device *out, int number)
{
	MAY_FAIL(INVALID_VALUE);
	*out = number;
	return 0;
}

cu_result cuDeviceGetName(char *out, int size, cu_device device)
{
	static const char name[] = "a GPU in disguise";

	(void)device;
	MAY_FAIL(INVALID_VALUE);
	if ((size_t)size < sizeof name)
		return INVALID_VALUE;
	memcpy(out, name, sizeof name);
	return 0;
}

cu_result cuDeviceGetAttribute(int *out, int attribute, cu_device device)
{
	(void)device;
	MAY_FAIL(INVALID_VALUE);
	*out = attribute == CU_ATTRIBUTE_PROCESSORS ? PROCESSORS : 0;
	return 0;
}

cu_result cuDevicePrimaryCtxRetain(cu_context *out, cu_device device)
{
	(void)device;
	MAY_FAIL(OUT_OF_MEMORY);
	contexts++;
	*out = (cu_context)(void *)&device_context;
	return 0;
}

cu_result cuDevicePrimaryCtxRelease_v2(cu_device device)
{
	(void)device;
	contexts--;
	return 0;
}

cu_result cuCtxPushCurrent_v2(cu_context context)
{
	MAY_FAIL(INVALID_CONTEXT);
	if ((void *)context != &device_context || contexts == 0)
		return INVALID_CONTEXT;
	depth++;
	return 0;
}

cu_result cuCtxPopCurrent_v2(cu_context *out)
{
	NEEDS_CONTEXT;
	depth--;
	*out = NULL;
	return fails(__func__) ? INVALID_CONTEXT : 0;
}

cu_result cuCtxGetLimit(size_t *out, int limit)
{
	NEEDS_CONTEXT;
	MAY_FAIL(INVALID_VALUE);
	*out = 1024;
	return limit == CU_LIMIT_STACK ? 0 : INVALID_VALUE;
}

cu_result cuCtxSetLimit(int limit, size_t size)
{
	NEEDS_CONTEXT;
	MAY_FAIL(OUT_OF_MEMORY);
	return limit == CU_LIMIT_STACK && size >= 16384 ? 0 : INVALID_VALUE;
}

cu_result cuCtxSynchronize(void)
{
	NEEDS_CONTEXT;
	MAY_FAIL(INVALID_VALUE);
	return 0;
}

cu_result cuModuleLoadDataEx(cu_module *out, const void *text, unsigned count, const int *options,
			     void **values)
{
	NEEDS_CONTEXT;
	for (unsigned i = 0; i < count && fails(__func__); i++)
		if (options[i] == CU_JIT_SAID) {
			static const char said[] = "ptxas: line 7: no such instruction\n";
			memcpy(values[i], said, sizeof said);
			return INVALID_IMAGE;
		}
	if (!strstr(text, ".entry"))
		return INVALID_IMAGE;
	image = text;
	modules++;
	*out = (cu_module)(void *)&module_text;
	return 0;
}

cu_result cuModuleUnload(cu_module module)
{
	NEEDS_CONTEXT;
	modules--;
	return (void *)module == &module_text ? 0 : INVALID_VALUE;
}

cu_result cuModuleGetFunction(cu_function *out, cu_module module, const char *name)
{
	NEEDS_CONTEXT;
	MAY_FAIL(NOT_FOUND);
	for (int i = 0; i < GPU_KERNELS; i++)
		if (strcmp(kernel_names[i], name) == 0 && strstr(image, name) && module) {
			*out = (cu_function)(void *)(uintptr_t)&kernel_names[i];
			return 0;
		}
	return NOT_FOUND;
}

cu_result cuMemAlloc_v2(cu_memory *out, size_t size)
{
	void *at;

	NEEDS_CONTEXT;
	MAY_FAIL(OUT_OF_MEMORY);
	at = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < BLOCKS_MAX && at != MAP_FAILED; i++)
		if (!blocks[i].at) {
			blocks[i] = (struct block){at, size};
			*out = (cu_memory)(uintptr_t)at;
			return 0;
		}
	return OUT_OF_MEMORY;
}

cu_result cuMemFree_v2(cu_memory at)
{
	NEEDS_CONTEXT;
	for (int i = 0; i < BLOCKS_MAX; i++)
		if (at && blocks[i].at == (void *)(uintptr_t)at) {
			munmap(blocks[i].at, blocks[i].size);
			blocks[i].at = NULL;
			return 0;
		}
	return INVALID_VALUE;
}

cu_result cuMemsetD8_v2(cu_memory at, unsigned char byte, size_t size)
{
	NEEDS_CONTEXT;
	MAY_FAIL(INVALID_VALUE);
	if (!on_gpu(at, size))
		return INVALID_VALUE;
	protect(PROT_READ | PROT_WRITE);
	memset((void *)(uintptr_t)at, byte, size);
	protect(PROT_NONE);
	return 0;
}

cu_result cuMemcpy(cu_memory to, cu_memory from, size_t size)
{
	NEEDS_CONTEXT;
	MAY_FAIL(INVALID_VALUE);
	if (!on_gpu(to, size) && !on_gpu(from, size))
		return INVALID_VALUE;
	protect(PROT_READ | PROT_WRITE);
	memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, size);
	protect(PROT_NONE);
	return 0;
}

cu_result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, cu_function function, int threads,
						      size_t shared)
{
	(void)function;
	NEEDS_CONTEXT;
	MAY_FAIL(INVALID_VALUE);
	*out = shared ? 0 : 512 / threads;
	return 0;
}

/* The last thread first: CUDA promises no order. */
cu_result cuLaunchKernel(cu_function function, unsigned blocks_x, unsigned blocks_y,
			 unsigned blocks_z, unsigned threads_x, unsigned threads_y,
			 unsigned threads_z, unsigned shared, cu_stream stream, void **parameters,
			 void **extra)
{
	const char *const *name = (const char *const *)(const void *)function;
	uint64_t threads = (uint64_t)blocks_x * threads_x;

	NEEDS_CONTEXT;
	MAY_FAIL(OUT_OF_MEMORY);
	if (!blocks_x || blocks_y != 1 || blocks_z != 1 || threads_x > 1024 || threads_y != 1 ||
	    threads_z != 1 || shared || stream || extra)
		return INVALID_VALUE;
	protect(PROT_READ | PROT_WRITE);
	for (uint64_t i = threads; i-- > 0;)
		gpu_thread((enum gpu_kernel)(name - kernel_names), parameters[0], i, threads);
	protect(PROT_NONE);
	return 0;
}
