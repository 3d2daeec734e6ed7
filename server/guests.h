/* Guests in memory: found, left, forgotten (guests.c). */
#ifndef HOST_GUESTS_H
#define HOST_GUESTS_H

#include <stdint.h>

struct at_guest;
struct guest;
struct host;

/* The guest with this token's hash, from memory or the store; NULL: out of memory. */
struct guest *guest_find(struct host *, const uint8_t *token);
void guest_leave(struct host *, struct guest *);
void guest_be(struct guest *, const struct at_guest *); /* is this person from now on */

/* Releases a guest without sockets that guest_find() has returned. */
void guest_forget(struct host *, struct guest *);

/* The store has deleted this person: the host forgets them, and their sockets must reconnect. */
void guest_expel(struct host *, uint32_t person);

/* For people who connected at the moment when the store deleted them. */
void guests_check(struct host *);

/* Another node has created or changed them. */
void guest_heard(struct host *, uint32_t person);
void token_heard(struct host *, const uint8_t *token);

/* Marks present guests as seen in the store, once a day. */
void guest_seen(struct host *, struct guest *);
void guests_seen(struct host *);

#endif
