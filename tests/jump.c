/* Clocks that jump: loaded before a program (LD_PRELOAD), it shifts the calendar and the
 * monotonic clock by the milliseconds in the file named by ATOLL_JUMP: two numbers of eight
 * bytes, in the machine's order. */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *off;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("ATOLL_JUMP");
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *at = fd < 0 ? MAP_FAILED : mmap(NULL, 16, PROT_READ, MAP_SHARED, fd, 0);

	if (at == MAP_FAILED)
		abort();
	off = at;
	close(fd);
}

#define SEEN __attribute__((visibility("default")))

SEEN int clock_gettime(clockid_t clock, struct timespec *out)
{
	int result = (int)syscall(SYS_clock_gettime, clock, out);
	int64_t ms = 0;

	if (off && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		ms = off[0];
	if (off && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE))
		ms = off[1];
	ms += out->tv_nsec / 1000000;
	out->tv_sec += ms / 1000 - (ms % 1000 < 0);
	out->tv_nsec = out->tv_nsec % 1000000 + (ms % 1000 + (ms % 1000 < 0 ? 1000 : 0)) * 1000000;
	return result;
}

SEEN time_t time(time_t *out)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (out)
		*out = now.tv_sec;
	return now.tv_sec;
}

SEEN int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
	struct timespec now;

	(void)zone;
	clock_gettime(CLOCK_REALTIME, &now);
	*out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
	return 0;
}

/* The program's condition variables use the monotonic clock. The system waits by the real one: a
 * deadline computed after a jump would be off by the jump. */
SEEN int pthread_cond_timedwait(pthread_cond_t *restrict cond, pthread_mutex_t *restrict mutex,
				const struct timespec *restrict until)
{
	int (*wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
	struct timespec real = *until;

	*(void **)&wait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
	if (off)
		real.tv_sec -= off[1] / 1000 + 1; /* slightly early does no harm */
	return wait(cond, mutex, &real);
}
