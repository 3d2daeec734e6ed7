/* Which moves look good: what a strong bot makes of them. */
#ifndef ADVICE_H
#define ADVICE_H

#include "bot.h"

/* Fills *out for the viewer, who is to move. */
void advise(const struct at_view *, struct at_choice *out);

#endif
