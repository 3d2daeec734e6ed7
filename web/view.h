/* Views as JSON for the page. The page draws what stands here and nothing else, so a secret that
 * view() removed cannot be drawn. */
#ifndef VIEW_H
#define VIEW_H

#include "game.h"
#include "viewed_list.h" /* AT_VIEWED(X), made by the build */

/* The whole view as one JSON object:
 *
 *     game, players, viewer (a seat, "public" or "truth"), ply, first (a seat or null),
 *     to_move (a seat, "chance" or null), over, options {name: value}, scores [{seat, total,
 *     place, lines [{label, points}], ties [{label, value}]}], legal_moves [text] (if asked for),
 *     the game's facts(), and board: what the game's printer below writes, or the position's text
 *     where it has none. */
void view_print(const struct at_state *view, bool legal, struct at_text *);

/* A string literal of JSON. */
void view_string(struct at_text *, const char *);

/* One a game: writes the value of "board", a JSON object with everything a screen draws, in
 * view_GAME.c; a game without one is drawn from its position text. */
#define AT_DECLARE_VIEW(name) void view_##name(const struct at_state *, struct at_text *);
AT_VIEWED(AT_DECLARE_VIEW)

#endif
