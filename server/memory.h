/* The memory limit of the process, and how much it uses. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

enum { MEMORY_MIN_MIB = 32, MEMORY_MAX_MIB = 1 << 20 };

/* The default limit: 1 GiB, or 80 % of what the control groups allow (memory.max, or the limit of
 * version 1) if that is less. `proc` and `groups` are "/proc/self" and "/sys/fs/cgroup". */
size_t memory_limit(const char *proc, const char *groups);

/* The resident size of this process in bytes; 0 if it is not known. */
size_t memory_used(void);

/* Returns free memory to the system. */
void memory_give_back(void);

#endif
