/* What a host keeps, by the words of a command line. */
#ifndef STORES_H
#define STORES_H

#include "args.h"

#include "store.h"

/* The one store, or with the addresses of a repeated option (args->few) all databases of a host. */
struct at_store *open_stores(const struct args *, const char *first, enum at_store_as,
			     struct at_fail *);

#endif
