/* Which moves look good: what a strong bot makes of them. */
#ifndef ADVICE_H
#define ADVICE_H

#include "job.h"

/* Does the job of a hint. */
void advise(const struct at_job *, struct at_answer *);

#endif
