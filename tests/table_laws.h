/* What the files of the table test share. */
#ifndef AT_TESTS_TABLE_LAWS_H
#define AT_TESTS_TABLE_LAWS_H

#include "laws.h"
#include "watched.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

extern struct watched the_house; /* large, and one is enough */
extern uint64_t the_seed;        /* of all random numbers */

extern const struct laws manners;  /* of table_manners.c */
extern const struct laws fairness; /* of table_fair.c */
extern const struct laws apart;    /* of table_apart.c */
extern const struct laws clients;  /* of table_client.c */

/* Of table_analysis.c. */
void analysis_is_a_sequence_of_jobs(void **state);
void analysis_by_a_bot_is_the_same_twice(void **state);

/* How often something is tried: n times for a long game, more often for others. */
int rounds(const struct at_game *, int n);

/* Any number of players (returned too) and options. */
uint32_t any_setup(const struct at_game *, struct at_rng *, struct at_setup *out);

/* The same with any clock; some begin with a position. */
void any_opening(const struct at_game *, struct at_rng *, struct at_opening *);

/* A fair table with any number of players; persons sit where the bits say so. */
void lay_fair(struct watched *, const struct at_game *, uint8_t persons, struct at_rng *);

/* One with persons only, at which some moves are made; then all agree to end. */
void play_fair(struct watched *, const struct at_game *, struct at_rng *);

/* A table that has begun, in one of the ways there are. */
void any_table(struct watched *, const struct at_game *, struct at_rng *);

/* Does a command that nothing forbids. */
void must(struct watched *, struct at_command);

/* A legal move, or a draw by the odds. */
at_move any_move(const struct at_state *, struct at_rng *);

#endif
