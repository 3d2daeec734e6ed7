/* What bots see of a seat in My Shelfie: the features of knowledge.h. Those with a weight are about
 * one shelf and how many tiles may still come to it: what can be taken next is the search's
 * business. A net also sees the room, who comes when, and where tiles would fit. */
#ifndef AT_SEE_MY_SHELFIE_H
#define AT_SEE_MY_SHELFIE_H

#include "game.h"

enum { MS_FEATURES = 30, MS_MORE_FEATURES = 26 };

extern const char *const ms_feature_names[MS_FEATURES + MS_MORE_FEATURES];

void ms_see(const struct at_state *, int seat, double *features);
void ms_see_more(const struct at_state *, int seat, double *features); /* all of them */

#endif
