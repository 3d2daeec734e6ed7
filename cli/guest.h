/* Who this device is at a host, and which promises it has made there: a small file that only its
 * owner can read. Only one program at a time uses it. */
#ifndef GUEST_H
#define GUEST_H

#include "wire.h"

struct guest {
	char *path;
	char host[264];               /* HOST:PORT, where this is who one is */
	int lock;                     /* of the file beside it */
	char cookie[WIRE_COOKIE_MAX]; /* "": none yet */
	json_t *tables;               /* by their ids: "number" that was promised, the host's
					 "commitment", "fair", the "promises" of the seats (or null) */
};

/* Reads the file; without a path, the one for this host and kind of player in
 * $XDG_STATE_HOME/atoll, or ~/.local/state/atoll. A missing file means a new guest. 0, or
 * EXIT_INPUT after reporting the error. */
int guest_open(struct guest *, const char *path, const struct link *, const char *kind);
void guest_close(struct guest *);

/* Writes it completely or not at all. False with errno. */
bool guest_keep(const struct guest *);

/* The entry of a table; created if it is missing. */
json_t *guest_table(struct guest *, const char *id);

#endif
