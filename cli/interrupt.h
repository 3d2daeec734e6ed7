/* Ctrl-C ends long work early, not the program: what has been found so far is still told. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdatomic.h>

/* From now on the first SIGINT or SIGTERM is noted; a second one kills. */
void catch_interrupts(void);

/* Set by the first one; work looks at it. */
atomic_bool *interrupt_flag(void);

/* Which it was, or 0. The exit code of work cut short is 128 more. */
int interrupt_signal(void);

#endif
