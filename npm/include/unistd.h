/* A module is one process for ever. */
#ifndef NPM_UNISTD_H
#define NPM_UNISTD_H

typedef int pid_t;

static inline pid_t getpid(void)
{
	return 1;
}

#endif
