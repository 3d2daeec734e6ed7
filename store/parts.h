/* Inside the store: several databases as one. A table is in the part that its id says, with
 * everything that belongs to it; a guest in the part that its first token says, and the number of a
 * person tells which one that is. Lists are read from all parts and merged. Nothing needs two parts
 * in one transaction: what concerns several is done in one after the other, so that it can be asked
 * for again when it was cut off in the middle. */
#ifndef AT_PARTS_H
#define AT_PARTS_H

#include "inner.h"

enum { PARTS_MAX = 16 };

struct at_store *part_of_table(struct at_store *, const uint8_t *id);
struct at_store *part_of_token(struct at_store *, const uint8_t *hash);
struct at_store *part_of_person(struct at_store *, uint32_t person);

/* As the functions of store.h. */
enum parts_order { PARTS_ACTIVE, PARTS_DEADLINE, PARTS_NOTICE };
enum at_stored parts_list(struct at_store *, enum parts_order, struct at_head *, int *count,
			  enum at_stored (*read)(struct at_store *, void *context, struct at_head *,
						 int *count),
			  void *context);
enum at_stored parts_sum(struct at_store *, uint32_t *a, uint32_t *b,
			 enum at_stored (*read)(struct at_store *, void *context, uint32_t *,
						uint32_t *),
			 void *context);
/* read.c: of one part, guests not seen since, beyond this number; and on how many seats one sits.
 */
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
