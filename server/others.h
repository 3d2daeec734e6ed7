/* Changes by other nodes with the same store (others.c). */
#ifndef HOST_OTHERS_H
#define HOST_OTHERS_H

#include <stdbool.h>
#include <stdint.h>

struct at_guest;
struct host;
struct online_table;

void others_listen(struct host *);
void others_check(struct host *);        /* compares the numbers of some tables, each in its turn */
void others_gone(struct host *);         /* a node joined or left */
void others_tell(struct online_table *); /* AT_TELL: a message about this table */
bool table_catch_up(struct online_table *); /* reads new events from the store and sends them */
bool guest_known(struct host *, uint32_t person, struct at_guest *); /* at_store_guest(), cached */
void guest_unknow(struct host *, uint32_t person); /* drops them from the cache; 0: everybody */

#endif
