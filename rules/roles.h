/* A game in several files, as all but the smallest are: the functions of its table under the game's
 * prefix, the one that its rules are numbered with (RF-1.1: rf_), and one role a file:
 *
 *     GAME.h       the state, the moves, what bots and drawings may ask; ends with AT_ROLES(prefix)
 *     GAME.c       the table of functions, the options, the set-up
 *     moves.c      the lists of moves and draws, with their odds
 *     apply.c      what a move does
 *     refuse.c     why a move cannot be made, or cannot have been seen
 *     check.c      every invariant of a position
 *     views.c      who knows what: hide, view_move, guess
 *     score.c      the score
 *     text.c       positions as text
 *     notation.c   moves as text
 *     facts.c      positions as JSON
 *
 * and files of its own, named after what they hold: cards, goals, corals. */
#ifndef AT_ROLES_H
#define AT_ROLES_H

#include "game.h"
#include "noinline.h"

/* On a GPU, threads that took different branches run together again when a call returns. So what is
 * done most often is a call there, and not inlined. */
#ifdef __NVPTX__
#define AT_HOOK AT_NOINLINE
#else
#define AT_HOOK
#endif

#define AT_ROLES(prefix)                                                                           \
	AT_HOOK int prefix##_moves(const struct at_state *, at_move *out);                         \
	at_move prefix##_any(const struct at_state *, struct at_rng *, uint32_t *count);           \
	AT_HOOK int prefix##_weights(const struct at_state *, uint32_t *out);                      \
	AT_HOOK uint32_t prefix##_lots(const struct at_state *);                                   \
	AT_HOOK at_move prefix##_lot(const struct at_state *, uint32_t r);                         \
	AT_HOOK void prefix##_apply(struct at_state *, at_move);                                   \
	AT_HOOK enum at_err prefix##_refuse(const struct at_state *, at_move, struct at_fail *);   \
	enum at_err prefix##_refuse_seen(const struct at_state *, at_move, struct at_fail *);      \
	enum at_err prefix##_check(const struct at_state *, struct at_fail *);                     \
	AT_HOOK void prefix##_hide(struct at_state *, int viewer);                                 \
	at_move prefix##_view_move(const struct at_state *, at_move, int viewer);                  \
	void prefix##_guess(struct at_state *, struct at_rng *);                                   \
	AT_HOOK void prefix##_score(const struct at_state *, int seat, struct at_score *out);      \
	extern const struct at_key prefix##_keys[];                                                \
	void prefix##_print(const struct at_state *, struct at_text *);                            \
	enum at_err prefix##_parse(struct at_state *, int key, int arg, struct at_scan *);         \
	enum at_err prefix##_parse_end(struct at_state *, struct at_scan *);                       \
	void prefix##_print_move(const struct at_state *, at_move, struct at_text *);              \
	enum at_err prefix##_parse_move(const struct at_state *, struct at_scan *, at_move *out);  \
	void prefix##_facts(const struct at_state *, struct at_text *);

/* GPUs are faster with any(), and its tests need it; the page is smaller without. */
#ifdef __wasm__
#define AT_ANY_OF(prefix) NULL
#else
#define AT_ANY_OF(prefix) prefix##_any
#endif

/* The same as members of the table: what play needs, and all the rest, which is about words and
 * views and left out where there are no words (on a GPU). */
#define AT_ROLES_PLAYED(prefix)                                                                    \
	.moves = prefix##_moves, .any = AT_ANY_OF(prefix), .weights = prefix##_weights,            \
	.lots = prefix##_lots, .lot = prefix##_lot, .apply = prefix##_apply,                       \
	.refuse = prefix##_refuse, .score = prefix##_score, .hide = prefix##_hide
#ifdef AT_WORDLESS
#define AT_ROLES_OF(prefix) AT_ROLES_PLAYED(prefix)
#else
#define AT_ROLES_OF(prefix)                                                                        \
	AT_ROLES_PLAYED(prefix),                                                                   \
	    .keys = prefix##_keys, .refuse_seen = prefix##_refuse_seen,                            \
	    .view_move = prefix##_view_move, .guess = prefix##_guess, .check = prefix##_check,     \
	    .print = prefix##_print, .parse = prefix##_parse, .parse_end = prefix##_parse_end,     \
	    .print_move = prefix##_print_move, .parse_move = prefix##_parse_move,                  \
	    .facts = prefix##_facts
#endif

#endif
