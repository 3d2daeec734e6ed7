/* Who this device is at a host, and what it was promised there: a small file that only its owner
 * can read. One program at a time is this guest. */
#ifndef GUEST_H
#define GUEST_H

#include "wire.h"

struct guest {
	char *path;
	char host[264];               /* HOST:PORT, where this is who one is */
	int lock;                     /* of the file beside it */
	char cookie[WIRE_COOKIE_MAX]; /* "": none yet */
	json_t *tables;               /* by their ids: "number" that was promised, the host's
					 "commitment", the "promises" of the seats (or null) */
};

/* Reads the file, or without a path the one for this host and kind of player in
 * $XDG_STATE_HOME/atoll, else ~/.local/state/atoll; one that is not there is an unknown guest. 0,
 * or EXIT_INPUT after saying what is wrong. */
int guest_open(struct guest *, const char *path, const struct link *, const char *kind);
void guest_close(struct guest *);

/* Writes it, whole or not at all. False with errno. */
bool guest_keep(const struct guest *);

/* What is kept about a table; made where there is nothing. */
json_t *guest_table(struct guest *, const char *id);

#endif
