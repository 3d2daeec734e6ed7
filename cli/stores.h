/* A host's store, as named on a command line. */
#ifndef STORES_H
#define STORES_H

#include "args.h"

#include "store.h"

/* The store, or with the addresses of a repeated option (args->few) all databases of a host. */
struct at_store *open_stores(const struct args *, const char *first, enum at_store_as,
			     struct at_fail *);

#endif
