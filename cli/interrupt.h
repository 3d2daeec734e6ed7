/* Ctrl-C ends long work early, not the program: results found so far are still printed. */
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdatomic.h>

/* From now on the first SIGINT or SIGTERM is only noted; the second one kills. */
void catch_interrupts(void);

/* Set by the first signal; long work checks it. */
atomic_bool *interrupt_flag(void);

/* The signal, or 0. The exit code of interrupted work is 128 more. */
int interrupt_signal(void);

#endif
