#include "gpu.h"

#include "driver.h"

#include <stdlib.h>
#include <string.h>

enum {
	BLOCK = 128,      /* threads in a block */
	REGISTERS = 48,   /* per thread: with more, fewer threads fit */
	STACK = 48 << 10, /* calls through pointers have no known stack size */
};

struct at_gpu {
	struct driver driver;
	cu_device device;
	cu_context context;
	char name[100];
	uint32_t processors;
};

struct gpu_game {
	struct at_gpu *gpu;
	cu_module module;
	cu_function kernel[GPU_KERNELS];
};

/* Calls the driver with the GPU's context current on this thread, and restores the program's
 * context afterwards. */
#define CALL(gpu, fail, function, ...)                                                             \
	(enter(gpu, fail) ? AT_BAD_VALUE                                                           \
			  : leave(gpu, (gpu)->driver.function(__VA_ARGS__), #function, fail))

static enum at_err enter(struct at_gpu *g, struct at_fail *fail)
{
	return driver_said(&g->driver, g->driver.cuCtxPushCurrent_v2(g->context),
			   "cuCtxPushCurrent", fail);
}

static enum at_err leave(struct at_gpu *g, cu_result result, const char *what, struct at_fail *fail)
{
	cu_context was;

	g->driver.cuCtxPopCurrent_v2(&was);
	return driver_said(&g->driver, result, what, fail);
}

/* --- the GPU --- */

static enum at_err find_device(struct at_gpu *g, int number, struct at_fail *fail)
{
	const struct driver *d = &g->driver;
	int count = 0, processors = 0;
	enum at_err err = driver_said(d, d->cuDeviceGetCount(&count), "cuDeviceGetCount", fail);

	if (!err && count == 0)
		err = driver_said(d, CU_NO_DEVICE, "cuDeviceGetCount", fail);
	if (!err && (number < 0 || number >= count))
		err = at_fail(fail, AT_BAD_VALUE, "there is no GPU %d: they are 0 to %d", number,
			      count - 1);
	if (!err)
		err = driver_said(d, d->cuDeviceGet(&g->device, number), "cuDeviceGet", fail);
	if (!err)
		err =
		    driver_said(d, d->cuDeviceGetName(g->name, (int)sizeof g->name - 1, g->device),
				"cuDeviceGetName", fail);
	if (!err)
		err = driver_said(
		    d, d->cuDeviceGetAttribute(&processors, CU_ATTRIBUTE_PROCESSORS, g->device),
		    "cuDeviceGetAttribute", fail);
	g->processors = processors > 0 ? (uint32_t)processors : 1;
	return err;
}

struct at_gpu *gpu_open(int number, struct at_fail *fail)
{
	struct at_gpu *g = NULL;
	enum at_err err;

	if (!gpu_modules[0].game) {
		at_fail(fail, AT_BAD_VALUE,
			"this build has no kernels for GPUs: there was no clang that makes them "
			"(docs/gpu.md)");
		return NULL;
	}
	g = calloc(1, sizeof *g);
	if (!g) {
		at_fail(fail, AT_TOO_LONG, "there is not enough memory");
		return NULL;
	}
	if (driver_open(&g->driver, fail)) {
		free(g);
		return NULL;
	}
	err = find_device(g, number, fail);
	if (!err)
		err = driver_said(&g->driver,
				  g->driver.cuDevicePrimaryCtxRetain(&g->context, g->device),
				  "cuDevicePrimaryCtxRetain", fail);
	if (!err)
		return g;
	driver_close(&g->driver);
	free(g);
	return NULL;
}

void gpu_close(struct at_gpu *g)
{
	if (!g)
		return;
	g->driver.cuDevicePrimaryCtxRelease_v2(g->device);
	driver_close(&g->driver);
	free(g);
}

const char *gpu_name(const struct at_gpu *g)
{
	return g->name;
}

/* --- memory --- */

static cu_memory address(const void *p)
{
	return (cu_memory)(uintptr_t)p;
}

void *gpu_memory(struct at_gpu *g, size_t size, struct at_fail *fail)
{
	cu_memory memory = 0;

	if (CALL(g, fail, cuMemAlloc_v2, &memory, size ? size : 1))
		return NULL;
	if (CALL(g, fail, cuMemsetD8_v2, memory, 0, size ? size : 1)) {
		gpu_release(g, (void *)(uintptr_t)memory);
		return NULL;
	}
	return (void *)(uintptr_t)memory;
}

void gpu_release(struct at_gpu *g, void *memory)
{
	if (memory)
		CALL(g, NULL, cuMemFree_v2, address(memory));
}

enum at_err gpu_copy(struct at_gpu *g, void *to, const void *from, size_t size,
		     struct at_fail *fail)
{
	return CALL(g, fail, cuMemcpy, address(to), address(from), size);
}

enum at_err gpu_wait(struct at_gpu *g, struct at_fail *fail)
{
	enum at_err err = enter(g, fail);

	return err ? err : leave(g, g->driver.cuCtxSynchronize(), "cuCtxSynchronize", fail);
}

/* --- kernels --- */

static const char *module_of(const struct at_game *game, struct at_fail *fail)
{
	for (const struct gpu_module *m = gpu_modules; m->game; m++)
		if (strcmp(m->game, game->name) == 0)
			return (const char *)m->text;
	at_fail(fail, AT_BAD_VALUE, "%s has no kernels for GPUs", game->title);
	return NULL;
}

static enum at_err load_module(struct gpu_game *g, const char *text, struct at_fail *fail)
{
	char said[120] = "";
	static const int options[] = {CU_JIT_REGISTERS, CU_JIT_SAID, CU_JIT_SAID_SIZE};
	void *values[] = {(void *)(uintptr_t)REGISTERS, said, (void *)(uintptr_t)(sizeof said - 1)};
	enum at_err err =
	    CALL(g->gpu, fail, cuModuleLoadDataEx, &g->module, text, 3, options, values);

	said[strcspn(said, "\r\n")] = '\0';
	if (err && said[0])
		at_fail(fail, err, "the GPU's driver does not take the kernels: %s", said);
	return err;
}

/* Resources that are known when a module is compiled need no limit. */
static enum at_err make_stack(struct at_gpu *g, const char *text, struct at_fail *fail)
{
	size_t limit = 0;
	enum at_err err;

	if (!strstr(text, ".callprototype"))
		return AT_OK;
	err = CALL(g, fail, cuCtxGetLimit, &limit, CU_LIMIT_STACK);
	if (!err && limit < STACK)
		err = CALL(g, fail, cuCtxSetLimit, CU_LIMIT_STACK, STACK);
	return err;
}

struct gpu_game *gpu_load(struct at_gpu *gpu, const struct at_game *game, struct at_fail *fail)
{
	static const char *const names[GPU_KERNELS] = GPU_KERNEL_NAMES;
	const char *text = module_of(game, fail);
	struct gpu_game *g = text ? calloc(1, sizeof *g) : NULL;
	enum at_err err;

	if (text && !g)
		at_fail(fail, AT_TOO_LONG, "there is not enough memory");
	if (!g)
		return NULL;
	g->gpu = gpu;
	err = load_module(g, text, fail);
	for (int i = 0; i < GPU_KERNELS && !err; i++)
		err = CALL(gpu, fail, cuModuleGetFunction, &g->kernel[i], g->module, names[i]);
	if (!err)
		err = make_stack(gpu, text, fail);
	if (!err)
		return g;
	gpu_unload(g);
	return NULL;
}

void gpu_unload(struct gpu_game *g)
{
	if (!g)
		return;
	if (g->module)
		CALL(g->gpu, NULL, cuModuleUnload, g->module);
	free(g);
}

uint64_t gpu_threads(struct gpu_game *g, enum gpu_kernel kernel, struct at_fail *fail)
{
	int blocks = 0;
	enum at_err err = CALL(g->gpu, fail, cuOccupancyMaxActiveBlocksPerMultiprocessor, &blocks,
			       g->kernel[kernel], BLOCK, 0);

	if (!err && blocks < 1)
		err = at_fail(fail, AT_BAD_VALUE, "the GPU has no room for a kernel's threads");
	return err ? 0 : (uint64_t)blocks * BLOCK * g->gpu->processors;
}

enum at_err gpu_start(struct gpu_game *g, enum gpu_kernel kernel, const void *job, uint64_t threads,
		      struct at_fail *fail)
{
	void *parameters[] = {(void *)(uintptr_t)job};
	uint64_t blocks = (threads + BLOCK - 1) / BLOCK;

	return CALL(g->gpu, fail, cuLaunchKernel, g->kernel[kernel], (unsigned)blocks, 1, 1, BLOCK,
		    1, 1, 0, NULL, parameters, NULL);
}
