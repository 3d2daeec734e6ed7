/* Which moves look good, according to a strong bot. */
#ifndef ADVICE_H
#define ADVICE_H

#include "job.h"

/* Carries out the job of a hint. */
void advise(const struct at_job *, struct at_answer *);

#endif
