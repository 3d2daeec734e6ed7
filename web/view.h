/* Views as JSON for the page. The page draws what stands here and nothing else, so a secret that
 * view() removed cannot be drawn. */
#ifndef VIEW_H
#define VIEW_H

#include "game.h"
#include "viewed_list.h" /* AT_VIEWED(X) and AT_PAGED(X), made by the build */

/* The whole view as one JSON object: the position (json.h), what view_GAME.c adds to it, and for a
 * game that has no module in the page its text. */
void view_print(const struct at_state *view, bool legal, struct at_text *);

/* Where a screen needs more than the position, in view_GAME.c: further members. */
#define AT_DECLARE_VIEW(name) void view_##name(const struct at_state *, struct at_text *);
AT_VIEWED(AT_DECLARE_VIEW)

#endif
