/* The cost of a table: the same random game played through commands and through the rules alone,
 * without a clock. The caller measures. */
#ifndef AT_COMMANDS_H
#define AT_COMMANDS_H

#include "table.h"

enum { AT_GAME_EVENTS = 8192 };

struct at_commands {
	struct at_opening opening;
	uint8_t seed[AT_SEED_SIZE];
	uint32_t count; /* of the decisions, each a command */
	at_move moves[AT_GAME_EVENTS];
	struct at_event log[AT_GAME_EVENTS];
	struct at_table table;
	struct at_step step;
	union at_any state;
};

/* A game of random decisions; false if it is too long. */
bool at_commands_init(struct at_commands *, const struct at_game *, const struct at_setup *,
		      uint64_t seed);

/* Plays it through at_table_command(), a decision at a time. */
void at_commands_by_table(struct at_commands *);

/* Plays it with the checked functions of the rules: every decision and every draw is checked and
 * made. */
void at_commands_by_rules(struct at_commands *);

#endif
