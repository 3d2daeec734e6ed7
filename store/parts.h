/* Inside the store: several databases as one. A table's id selects its part, which has everything
 * that belongs to the table. A guest's first token selects the guest's part, and the number of a
 * person tells which one it is. Lists are read from all parts and merged. No transaction needs two
 * parts: what concerns several is done in one after the other, in such a way that it can be
 * repeated after an interruption. */
#ifndef AT_PARTS_H
#define AT_PARTS_H

#include "inner.h"

enum { PARTS_MAX = 16 };

struct at_store *part_of_table(struct at_store *, const uint8_t *id);
struct at_store *part_of_token(struct at_store *, const uint8_t *hash);
struct at_store *part_of_person(struct at_store *, uint32_t person);

/* Like the functions of store.h. */
enum parts_order { PARTS_ACTIVE, PARTS_DEADLINE, PARTS_NOTICE, PARTS_ENDED, PARTS_RESULTS };
enum at_stored parts_list(struct at_store *, enum parts_order, struct at_head *, int *count,
			  enum at_stored (*read)(struct at_store *, void *context, struct at_head *,
						 int *count),
			  void *context);
enum at_stored parts_sum(struct at_store *, uint32_t *a, uint32_t *b,
			 enum at_stored (*read)(struct at_store *, void *context, uint32_t *,
						uint32_t *),
			 void *context);
/* read.c, for one part: the guests after this number who were not seen since; and how many seats a
 * person has. */
enum at_stored read_long_gone(struct at_store *part, uint64_t before, uint32_t after, uint32_t *out,
			      int *count);
enum at_stored read_sits(struct at_store *part, uint32_t person, uint32_t *seats);

void parts_submit(struct at_store *, struct at_write *list);
int parts_deliver(struct at_store *);
int parts_waiting(struct at_store *);
void parts_settle(struct at_store *);
void parts_hurry(struct at_store *);
void parts_listen(struct at_store *);
void parts_release(struct at_store *);

#endif
