/* How games ended: kept and told (results.c). */
#ifndef HOST_RESULTS_H
#define HOST_RESULTS_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct at_text;
struct host;
struct online_table;

void result_keep(struct online_table *); /* if its game is over, in the store */
void results_step(struct host *);        /* each second */
/* What is kept of a table, to be freed, or NULL; and its record, until the next call. */
json_t *result_read(struct host *, const uint8_t *table, const char **record, size_t *size);
/* Its "seats", with names. */
void result_say_seats(struct at_text *, struct host *, const json_t *seats);

#endif
