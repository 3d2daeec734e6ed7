/* Replaces pg.c in builds without libpq. */
#include "inner.h"

enum at_err open_postgresql(struct at_store *store, const char *uri, bool owner,
			    struct at_fail *fail)
{
	(void)store, (void)uri, (void)owner;
	return at_fail(fail, AT_BAD_VALUE,
		       "this program was built without PostgreSQL (meson option postgresql)");
}
