/* Which moves look good: what a strong bot makes of them. */
#ifndef ADVICE_H
#define ADVICE_H

#include "bot.h"

/* Fills *out for the viewer, who is to move; false where no bot knows this game. */
bool advise(const struct at_view *, struct at_choice *out);

#endif
