/* The part of libcuda that is used: its types, constants and functions, as in NVIDIA's cuda.h. */
#ifndef GPU_DRIVER_H
#define GPU_DRIVER_H

#include "fail.h"

#include <stddef.h>
#include <stdint.h>

typedef int cu_result; /* 0: all is well */
typedef int cu_device;
typedef uint64_t cu_memory;
typedef struct CUctx_st *cu_context;
typedef struct CUmod_st *cu_module;
typedef struct CUfunc_st *cu_function;
typedef struct CUstream_st *cu_stream;

enum {
	CU_ATTRIBUTE_PROCESSORS = 16,
	CU_LIMIT_STACK = 0,
	CU_JIT_REGISTERS = 0, /* registers per thread, at most */
	CU_JIT_SAID = 5,      /* buffer for error messages ... */
	CU_JIT_SAID_SIZE = 6, /* ... and its size */
	CU_NO_DEVICE = 100,
};

/* X(result, name in libcuda, parameters). Names that end with _v2 are what cuda.h makes of the
 * plain ones. */
#define CU_FUNCTIONS(X)                                                                            \
	X(cuInit, (unsigned flags))                                                                \
	X(cuGetErrorString, (cu_result, const char **out))                                         \
	X(cuDeviceGetCount, (int *out))                                                            \
	X(cuDeviceGet, (cu_device * out, int number))                                              \
	X(cuDeviceGetName, (char *out, int size, cu_device))                                       \
	X(cuDeviceGetAttribute, (int *out, int attribute, cu_device))                              \
	X(cuDevicePrimaryCtxRetain, (cu_context * out, cu_device))                                 \
	X(cuDevicePrimaryCtxRelease_v2, (cu_device))                                               \
	X(cuCtxPushCurrent_v2, (cu_context))                                                       \
	X(cuCtxPopCurrent_v2, (cu_context * out))                                                  \
	X(cuCtxGetLimit, (size_t * out, int limit))                                                \
	X(cuCtxSetLimit, (int limit, size_t))                                                      \
	X(cuCtxSynchronize, (void))                                                                \
	X(cuModuleLoadDataEx,                                                                      \
	  (cu_module * out, const void *image, unsigned count, const int *options, void **values)) \
	X(cuModuleUnload, (cu_module))                                                             \
	X(cuModuleGetFunction, (cu_function * out, cu_module, const char *name))                   \
	X(cuOccupancyMaxActiveBlocksPerMultiprocessor,                                             \
	  (int *out, cu_function, int threads, size_t shared))                                     \
	X(cuMemAlloc_v2, (cu_memory * out, size_t size))                                           \
	X(cuMemFree_v2, (cu_memory))                                                               \
	X(cuMemsetD8_v2, (cu_memory, unsigned char, size_t size))                                  \
	X(cuMemcpy, (cu_memory to, cu_memory from, size_t size))                                   \
	X(cuLaunchKernel, (cu_function, unsigned blocks_x, unsigned blocks_y, unsigned blocks_z,   \
			   unsigned threads_x, unsigned threads_y, unsigned threads_z,             \
			   unsigned shared, cu_stream, void **parameters, void **extra))

struct driver {
	void *library;
#define MEMBER(name, parameters) cu_result(*name) parameters;
	CU_FUNCTIONS(MEMBER)
#undef MEMBER
};

/* Finds and initialises libcuda. After a failure nothing needs to be closed. */
enum at_err driver_open(struct driver *, struct at_fail *fail);
void driver_close(struct driver *);

/* 0, or the reason why `what` failed. */
enum at_err driver_said(const struct driver *, cu_result, const char *what, struct at_fail *fail);

#endif
