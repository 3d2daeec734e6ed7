/* What must hold of every state and every move, however they came about. A broken law aborts, with
 * the position on stderr. */
#ifndef AT_LAWS_H
#define AT_LAWS_H

#include "game.h"

/* Bytes that steer: each call takes some; zeros when there are none left. */
struct bytes {
	const uint8_t *at;
	size_t left;
};
uint8_t take_byte(struct bytes *);
uint32_t take_word(struct bytes *);

void law(bool holds, const char *what, const struct at_state *s);

/* A set-up from two bytes: any game (the template too), number of players and options. */
const struct at_game *take_setup(struct bytes *, struct at_setup *out);

/* Invariants hold; text and bytes lead back to the same state; the list of moves is in order. */
void laws_of_state(const struct at_state *s);

/* What was read from text or bytes can be played with: up to plies moves, each keeping the laws. */
void laws_of_play(const struct at_state *s, int plies);

/* A word that may be anything, in the truth and in every view: refused unless listed, and followed
 * only to where a view can be. */
void laws_of_word(const struct at_state *s, at_move m);

/* Tries a move that may be anything: refused, it changes nothing; accepted, it
 * prints, parses back and every viewer can follow it. *s is moved on where it was accepted. */
bool laws_of_move(struct at_state *s, at_move m);

#endif
