/* The features of My Shelfie (knowledge.h). Those with a weight describe one shelf and how many
 * tiles it may still receive; what can be taken next is left to the search. A net also sees the
 * living room, the order of the seats, and where tiles would fit. */
#ifndef AT_SEE_MY_SHELFIE_H
#define AT_SEE_MY_SHELFIE_H

#include "game.h"

enum { MS_FEATURES = 30, MS_MORE_FEATURES = 26 };

extern const char *const ms_feature_names[MS_FEATURES + MS_MORE_FEATURES];

void ms_see(const struct at_state *, int seat, double *features);
void ms_see_more(const struct at_state *, int seat, double *features); /* all of them */

#endif
