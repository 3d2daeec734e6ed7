/* Settings: the options of a command in a file, for whoever starts it often. A line is NAME =
 * VALUE, NAME that of an option without its dashes; an option that may be repeated may have several
 * lines. Blank lines and lines that begin with # say nothing. What the command line gives goes
 * before. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "args.h"

enum { SETTINGS_FILE_MAX = 1 << 20 }; /* bytes */

/* Reads the file that is the value of option `from`, after the command line. Says every mistake on
 * a line of its own, with its place, and counts it in args->mistakes. */
void settings_read(struct args *, const struct command *, int from);

#endif
