/* Files from outside, read whole, up to a limit. */
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

/* Reads a file, or standard input for "-". 0, or EXIT_INPUT after reporting the error; then
 * there is nothing to release. */
int file_read(struct file *, const char *name, size_t max);
void file_release(struct file *);

/* Creates a folder and its parents if they are missing. 0, or EXIT_INPUT after reporting the
 * error. */
int make_folder(const char *name);

/* Reports an error in the file's text as FILE:LINE: reason, and returns EXIT_INPUT. */
int bad_text(const struct file *, const struct at_fail *);

/* Reads a position of this game, as above. */
int read_position(const struct at_game *, const char *name, struct at_state *out);

#endif
