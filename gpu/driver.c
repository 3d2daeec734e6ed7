#include "driver.h"

#include <dlfcn.h>
#include <string.h>

static const char *const library = "libcuda.so.1";

enum at_err driver_said(const struct driver *d, cu_result result, const char *what,
			struct at_fail *fail)
{
	const char *why = NULL;

	if (result == 0)
		return AT_OK;
	if (result == CU_NO_DEVICE)
		return at_fail(fail, AT_BAD_VALUE, "there is no GPU: NVIDIA's driver finds none");
	if (d->cuGetErrorString(result, &why) || !why)
		why = "unknown error";
	return at_fail(fail, AT_BAD_VALUE, "the GPU failed: %s: %s (%d)", what, why, result);
}

enum at_err driver_open(struct driver *d, struct at_fail *fail)
{
	enum at_err err;

	memset(d, 0, sizeof *d);
	d->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
	if (!d->library)
		return at_fail(fail, AT_BAD_VALUE,
			       "there is no GPU: NVIDIA's driver (%s) cannot be found", library);
#define FIND(name, parameters)                                                                     \
	*(void **)(void *)&d->name = dlsym(d->library, #name);                                     \
	if (!d->name) {                                                                            \
		driver_close(d);                                                                   \
		return at_fail(fail, AT_BAD_VALUE, "%s has no %s: the driver is too old", library, \
			       #name);                                                             \
	}
	CU_FUNCTIONS(FIND)
#undef FIND
	err = driver_said(d, d->cuInit(0), "cuInit", fail);
	if (err)
		driver_close(d);
	return err;
}

void driver_close(struct driver *d)
{
	if (d->library)
		dlclose(d->library);
	d->library = NULL;
}
