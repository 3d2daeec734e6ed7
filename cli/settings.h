/* Settings: the options of a command in a file, for people who start it often. A line is NAME =
 * VALUE, where NAME is an option without its dashes; a repeatable option may have several lines.
 * Blank lines and lines that begin with # are ignored. The command line overrides the file. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "args.h"

enum { SETTINGS_FILE_MAX = 1 << 20 }; /* bytes */

/* Reads the file that option `from` names, after the command line. Reports every mistake on its
 * own line, with its place, and counts it in args->mistakes. */
void settings_read(struct args *, const struct command *, int from);

#endif
