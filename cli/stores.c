#include "stores.h"

struct at_store *open_stores(const struct args *args, const char *first, enum at_store_as as,
			     struct at_fail *fail)
{
	const char *all[1 + ARGS_FEW] = {first};

	for (int i = 0; i < args->few_count; i++)
		all[1 + i] = args->few[i];
	return at_store_open_all(all, 1 + args->few_count, as, fail);
}
