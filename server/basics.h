/* What every part of the host uses: the administrator's log, random bytes, writes to the store
 * (host.c). */
#ifndef HOST_BASICS_H
#define HOST_BASICS_H

#include "id.h"
#include "store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct at_text;
struct host;

/* Writes a line for the administrator to stdout: the time, then the text. It must name nobody. */
void host_log(const struct host *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* With --log json, a stage of the command with this id, and one more member (or NULL). */
void log_way(const struct host *, const char *stage, const uint8_t id[AT_ID_SIZE], const char *name,
	     const char *value);

/* The same for a message to a client, if it is an answer. */
void log_answer(const struct host *, const struct at_text *);
void host_random(void *, size_t);
bool host_hex(const char *text, uint8_t *out, size_t n);

/* Submits a write, which is free()d after done. The writes of one round of the loop go to the store
 * together, so that more of them share a sync. */
void host_write(struct host *, struct at_write *);
void host_flush(struct host *); /* at once, for use without a loop */

/* Stores a number for the host. */
void host_note(struct host *, enum at_note, uint64_t);

#endif
