/* The log of a contest: a first line that says which contest it is, then one line of JSON a game,
 * written as soon as the game is over, so that a later run can go on from there.
 *
 * Only one run at a time has a log. A last line that a kill cut short is taken away; its game is
 * played again. What is not a plain file is only written. */
#ifndef AT_LOG_H
#define AT_LOG_H

#include "arena.h"

struct at_log {
	FILE *file;
	const char *name;
};

/* Opens or makes c->log and reads the games it has into c->results, which the caller has made. An
 * error leaves the file as it is: it cannot be opened, is another contest's or another run's, or is
 * damaged. at_log_close() in any case. */
enum at_err at_log_open(struct at_log *, struct at_contest *c, struct at_fail *);

/* Adds a game. Not for two threads at once. */
enum at_err at_log_add(struct at_log *, const struct at_contest *, const struct at_result *,
		       struct at_fail *);

enum at_err at_log_close(struct at_log *, struct at_fail *);

#endif
