/* Shared by the files of the table test. */
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

/* How often something is tried: n times with a long game, more often with others. */
int rounds(const struct at_game *, int n);

/* A random number of players (also returned) and random options. */
uint32_t any_setup(const struct at_game *, struct at_rng *, struct at_setup *out);

/* The same with a random clock; some begin with a position. */
void any_opening(const struct at_game *, struct at_rng *, struct at_opening *);

/* A fair table with a random number of players; the bits say which seats are persons. */
void lay_fair(struct watched *, const struct at_game *, uint8_t persons, struct at_rng *);

/* A table of persons only, where some moves are made; then all agree to end. */
void play_fair(struct watched *, const struct at_game *, struct at_rng *);

/* A table that has begun, in one of the possible ways. */
void any_table(struct watched *, const struct at_game *, struct at_rng *);

/* Carries out a command that nothing forbids. */
void must(struct watched *, struct at_command);

/* A legal move, or a draw by the odds. */
at_move any_move(const struct at_state *, struct at_rng *);

#endif
