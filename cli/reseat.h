/* atoll admin reseat: a seat of a running game for another guest. */
#ifndef RESEAT_H
#define RESEAT_H

#include "store.h"

/* The table's id, the seat from 1 and the guest's number, as typed. True, with what was done in
 * why; or false, with the reason. */
bool reseat(struct at_store *, const char *table, const char *seat, const char *guest, char *why,
	    size_t size);

#endif
