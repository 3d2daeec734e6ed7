/* A command's way through the store (steps.c). */
#ifndef HOST_STEPS_H
#define HOST_STEPS_H

#include "id.h"

#include <stdint.h>

struct ask;
struct at_command;
struct at_event;
struct at_fail;
struct call;
struct host;
struct online_table;

/* Carries out the command at the table, queues it or refuses it. */
void step_do(struct online_table *, const struct ask *);

/* The same for a client's command. */
void step_ask(struct call *, const struct at_command *);

/* Events that are stored become the table, and everybody is told: this node's own and those of
 * others. */
void step_commit(struct online_table *, const struct at_event *, int count);

/* Logs a gap in the game's rules (at_apply_listed()), once for each table. */
void step_log_gap(struct online_table *, const struct at_fail *);

void steps_free(struct host *); /* when none is pending */

/* The id of a client's command in the store. It depends on the person, so that nobody can use
 * another person's ids. */
void step_key(uint32_t person, const uint8_t *id, uint8_t key[AT_ID_SIZE]);

#endif
