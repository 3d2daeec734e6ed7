/* A game in the terminal: play.c runs it, turn.c is the dialogue with the people. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "players.h"
#include "seen.h"
#include "sitting.h"

struct terminal {
	const struct command *command;
	struct sitting game;
	struct player players[AT_SEATS_MAX];
	struct at_screen screen;
	struct seating who;
	bool colour;
	char last_draw[AT_MOVE_TEXT_MAX]; /* as reported */
	int column; /* where the line of draws that is being printed ends; 0: none is */
};

enum turn_end { TURN_GO_ON, TURN_QUIT };

/* Shows a person the position and carries out commands until the seat to move has moved,
 * something was loaded or taken back, or the person leaves. */
enum turn_end turn_take(struct terminal *);

/* The same when the game is over: save, take back or leave. */
enum turn_end turn_after(struct terminal *);

/* Carries out a command, and reports the resulting draws and bots' moves to those who watch. */
enum at_err terminal_do(struct terminal *, const struct at_command *);

/* Reports a move made in this state as the viewer (AT_TRUTH: everybody) sees it, in one line;
 * draws share lines until terminal_end_line(). */
void terminal_report(struct terminal *, const struct at_state *, at_move, int viewer);
void terminal_end_line(struct terminal *);

/* Continues the game after its start or a record: makes the next draws. */
void terminal_resume(struct terminal *);

/* Reads a record, to be resumed; 0, or EXIT_INPUT with the game unchanged. */
int terminal_load(struct terminal *, const char *name);

/* Ctrl-C was pressed. */
bool terminal_interrupted(void);

#endif
