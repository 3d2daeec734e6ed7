/* What must hold for every state and every move, however they came about. A violation aborts,
 * with the position on stderr. */
#ifndef AT_LAWS_H
#define AT_LAWS_H

#include "game.h"

/* The input: each call takes some bytes; zeros once there are none left. */
struct bytes {
	const uint8_t *at;
	size_t left;
};
uint8_t take_byte(struct bytes *);
uint32_t take_word(struct bytes *);

void law(bool holds, const char *what, const struct at_state *s);

/* A set-up from two bytes: any game (the template too), number of players and options. */
const struct at_game *take_setup(struct bytes *, struct at_setup *out);

/* The invariants hold, text and bytes give the same state back, and the list of moves is in
 * order. */
void laws_of_state(const struct at_state *s);

/* A state that was read from text or bytes can be played on: up to plies moves, each with these
 * checks. */
void laws_of_play(const struct at_state *s, int plies);

/* An arbitrary word, in the truth and in every view: it is refused unless it is listed, and
 * following it leads only to valid views. */
void laws_of_word(const struct at_state *s, at_move m);

/* Tries an arbitrary move. If refused, it changes nothing; if accepted, it prints, parses back,
 * and every viewer can follow it; *s is then moved on. */
bool laws_of_move(struct at_state *s, at_move m);

#endif
