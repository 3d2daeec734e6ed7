/* The lists that clients subscribe to: open tables, and their own (lobby.c). */
#ifndef HOST_LOBBY_H
#define HOST_LOBBY_H

#include <stdint.h>

struct at_table;
struct guest;
struct host;
struct online_table;
struct visitor;

void mine_moved(struct host *, const struct guest *,
		uint32_t was);      /* the visitor is another person now */
void lobby_leave(struct visitor *); /* ends all subscriptions */
void lobby_tell(struct host *);
void mine_tell(struct online_table *,
	       const struct at_table *was); /* to everybody whose table it is or was */
void mine_heard(struct host *, uint32_t person, const uint8_t *table); /* from another node */

#endif
