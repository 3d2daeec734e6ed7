/* What is due at a table: bots, clocks, hints, sleep (due.c). */
#ifndef HOST_DUE_H
#define HOST_DUE_H

#include <event2/util.h>
#include <stdbool.h>
#include <stdint.h>

struct at_answer;
struct online_table;
struct visitor;

void table_lease(struct online_table *, bool ours); /* after an append: who has the lease now */
void table_do_due(struct online_table *); /* bots, clocks, the start of a full table, sleep */
void table_due(evutil_socket_t, short, void *table); /* the same, called by its timer */
void table_soon(struct online_table *); /* the same, after the handlers of this round */
void tables_thought(void *host, uint64_t ticket, const struct at_answer *);
bool table_hint(struct online_table *, struct visitor *, const uint8_t *id, int seat);
void hints_forget(struct visitor *);

#endif
