/* A game in the terminal: play.c runs it, turn.c talks with the people in it. */
#ifndef SESSION_H
#define SESSION_H

#include "match.h"
#include "players.h"

struct session {
	const struct command *command;
	struct match match;
	struct player players[AT_SEATS_MAX];
	uint8_t seed[AT_SEED_SIZE]; /* of the draws to come */
	int humans;
	int shown_to; /* the seat that looked at the screen last, or AT_NOBODY */
	bool colour;
	char last_draw[AT_MOVE_TEXT_MAX]; /* as reported */
	int column; /* where the line of draws that is being printed stands; 0: none is */
};

enum turn_end { TURN_GO_ON, TURN_QUIT };

/* Shows a person the position and takes commands until the seat to move has moved, something was
 * loaded or taken back, or the person leaves. */
enum turn_end turn_take(struct session *);

/* The same when the game is over: save, take back or leave. */
enum turn_end turn_after(struct session *);

/* Reports a move made in this state as the viewer (AT_TRUTH: everybody) sees it, in one line; draws
 * share lines until session_end_line(). */
void session_report(struct session *, const struct at_state *, at_move, int viewer);
void session_end_line(struct session *);

/* Makes a legal move; the bots see it. */
void session_apply(struct session *, at_move);

/* The bots begin anew: the game did, or it went back. */
void session_seat_bots(struct session *);

/* Loads a record into the session; 0, or EXIT_INPUT with the session as it was. */
int session_load(struct session *, const char *name);

/* Ctrl-C was pressed. */
bool session_interrupted(void);

#endif
