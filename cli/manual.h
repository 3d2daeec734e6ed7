/* What `--help` knows, for others that ask: man and bash. */
#ifndef MANUAL_H
#define MANUAL_H

#include "command.h"

/* The page of a command, or of the whole program for NULL, in the language of man pages. */
void manual_print(const struct command *, FILE *);

/* What bash is to read so that it completes atoll's command lines. */
void completion_print(FILE *);

#endif
