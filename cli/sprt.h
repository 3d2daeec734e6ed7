/* The sequential test of `match --sprt`, on the command line and in its report. */
#ifndef SPRT_H
#define SPRT_H

#include "arena.h"
#include "command.h"

/* Reads ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA. 0, or EXIT_USAGE after reporting the error. */
int read_sprt(const struct command *, const char *text, struct at_sprt *);

/* Two lines: the hypotheses and the result. */
void print_sprt(const struct at_match *);

/* The member "sprt": {elo0, elo1, alpha, beta, llr, low, high, sets, accepted "H0", "H1" or null};
 * null where there is no test. */
void put_sprt(struct at_text *, const struct at_match *);

#endif
