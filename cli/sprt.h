/* The sequential test of `match --sprt`, on the command line and in its report. */
#ifndef SPRT_H
#define SPRT_H

#include "arena.h"
#include "command.h"

#include <jansson.h>

/* Reads ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA. 0, or EXIT_USAGE after saying what is wrong. */
int read_sprt(const struct command *, const char *text, struct at_sprt *);

/* Two lines: what was asked, what was found. */
void print_sprt(const struct at_contest *);

/* {elo0, elo1, alpha, beta, llr, low, high, sets, accepted "H0", "H1" or null}; null where there is
 * no test. */
json_t *report_sprt(const struct at_contest *);

#endif
