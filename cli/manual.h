/* What `--help` knows, for others that ask: man and bash. */
#ifndef MANUAL_H
#define MANUAL_H

#include "command.h"

/* atoll-NAME(1), or atoll(1) for NULL, in the language of man pages. */
void manual_print(const struct command *, FILE *);

/* What bash is to read so that it completes atoll's command lines. */
void completion_print(FILE *);

#endif
