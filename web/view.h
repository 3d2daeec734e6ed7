/* Views as JSON for the page. The page draws nothing else, so it cannot show a secret that view()
 * has removed. */
#ifndef VIEW_H
#define VIEW_H

#include "game.h"
#include "viewed_list.h" /* AT_VIEWED(X) and AT_PAGED(X), made by the build */

/* The view as one JSON object: the position (json.h), the additions of view_GAME.c, and the
 * position as text if the game has no module in the page. */
void view_print(const struct at_state *view, bool legal, struct at_text *);

/* Further members for the game's screen, written by view_GAME.c if there is one. */
#define AT_DECLARE_VIEW(name) void view_##name(const struct at_state *, struct at_text *);
AT_VIEWED(AT_DECLARE_VIEW)

#endif
