/* Tables in memory: loading, watching, releasing (tables.c). */
#ifndef HOST_TABLES_H
#define HOST_TABLES_H

#include <stdint.h>

struct at_create;
struct at_event;
struct at_status;
struct at_table;
struct host;
struct online_table;
struct visitor;
struct watch;

struct online_table *table_find(struct host *, const uint8_t *id); /* in memory */
struct online_table *table_get(struct host *,
			       const uint8_t *id); /* or from the store; NULL: none */
struct online_table *table_new(struct host *, const uint8_t *id);
struct online_table *table_made(struct host *,
				const struct at_create *); /* it has just been stored */
void table_free(struct online_table *);
void table_prefetch(const struct online_table *);   /* prefetches it (prefetch.h) */
void watches_prefetch(const struct online_table *); /* prefetches its watchers */
void table_reload(struct online_table *);
void table_drop(struct online_table *); /* it is no longer in the store */
void table_keep(struct online_table *, const struct at_event *, int count); /* adds stored events */
struct at_status table_status(const struct online_table *, const struct at_table *);
void table_update_presence(struct online_table *); /* the watchers may have changed */
int table_viewer(const struct online_table *, const struct visitor *);
/* What the client says in `open`: views, says and program of *how. */
void table_watch(struct online_table *, struct visitor *, const struct watch *how);
void watch_end(struct watch *);
struct watch *watch_of(const struct visitor *, const struct online_table *);
void tables_wake(struct host *);  /* loads some that have work to do */
void tables_check(struct host *); /* drops those that were removed before they began */
int table_free_seats(const struct at_table *);
uint64_t table_clock_end(const struct at_table *,
			 uint64_t now); /* when the mover's time ends, or 0 */

/* A number below 2^63 that identifies a table while it is in memory. */
uint64_t table_key(const uint8_t *id);
struct online_table *table_with_key(struct host *, uint64_t key);

#endif
