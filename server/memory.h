/* How much memory the process may have, and how much it has. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

enum { MEMORY_MIN_MIB = 32, MEMORY_MAX_MIB = 1 << 20 };

/* Where nobody says it: the lesser of 1 GiB and 80 % of what the control groups allow (memory.max,
 * or the limit of version 1). `proc` and `groups` are "/proc/self" and "/sys/fs/cgroup". */
size_t memory_limit(const char *proc, const char *groups);

/* The resident size of this process in bytes; 0: it is not known. */
size_t memory_used(void);

/* Gives what is free back to the system. */
void memory_give_back(void);

#endif
