/* The content of `--help` in other forms: manual pages and bash completion. */
#ifndef MANUAL_H
#define MANUAL_H

#include "command.h"

/* The manual page of a command, or of the whole program for NULL. */
void manual_print(const struct command *, FILE *);

/* The completion script for bash. */
void completion_print(FILE *);

#endif
