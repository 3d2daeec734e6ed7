/* Files from outside, read whole but never beyond a ceiling. */
#ifndef FILES_H
#define FILES_H

#include "game.h"

enum {
	POSITION_FILE_MAX = 1 << 20, /* bytes */
	RECORD_FILE_MAX = 16 << 20,
	CALIBRATION_FILE_MAX = 256 << 20, /* many records */
};

struct file {
	const char *name; /* for messages */
	char *text;       /* not terminated */
	size_t len;
};

/* Reads a file, or standard input for "-". 0, or EXIT_INPUT after saying what is wrong; then there
 * is nothing to release. */
int file_read(struct file *, const char *name, size_t max);
void file_release(struct file *);

/* Makes a folder and those above it, where they are not there. 0, or EXIT_INPUT after saying what
 * is wrong. */
int make_folder(const char *name);

/* Says what is wrong with its text, as FILE:LINE: reason, and returns EXIT_INPUT. */
int bad_text(const struct file *, const struct at_fail *);

/* Reads a position of this game, as above. */
int read_position(const struct at_game *, const char *name, struct at_state *out);

#endif
