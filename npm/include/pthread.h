/* A module has one thread. A bot of several threads then does the work of all of them on this one,
 * with the same result; a batch says that there are not so many. */
#ifndef NPM_PTHREAD_H
#define NPM_PTHREAD_H

typedef int pthread_t, pthread_mutex_t, pthread_cond_t;

static inline int pthread_create(pthread_t *thread, const void *how, void *(*run)(void *),
				 void *arg)
{
	(void)thread, (void)how, (void)run, (void)arg;
	return 1;
}

static inline int pthread_join(pthread_t thread, void **result)
{
	(void)thread, (void)result;
	return 0;
}

static inline int pthread_mutex_init(pthread_mutex_t *mutex, const void *how)
{
	(void)mutex, (void)how;
	return 0;
}

static inline int pthread_cond_init(pthread_cond_t *cond, const void *how)
{
	(void)cond, (void)how;
	return 0;
}

static inline int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex)
{
	(void)cond, (void)mutex;
	return 0;
}

#define NPM_NOTHING(name)                                                                          \
	static inline int name(int *it)                                                            \
	{                                                                                          \
		(void)it;                                                                          \
		return 0;                                                                          \
	}
NPM_NOTHING(pthread_mutex_lock)
NPM_NOTHING(pthread_mutex_unlock)
NPM_NOTHING(pthread_mutex_destroy)
NPM_NOTHING(pthread_cond_signal)
NPM_NOTHING(pthread_cond_broadcast)
NPM_NOTHING(pthread_cond_destroy)

#endif
