/* Which connections are closed when memory is short. */
#include "socket_inner.h"

#include <stdlib.h>

enum {
	SHED_MIN = 64,  /* of those that play nothing, at a time */
	SHED_MS = 1000, /* that something is unread, or a message not whole */
};

static int by_memory(const void *a, const void *b)
{
	size_t x = memory_of(*(struct socket *const *)a), y = memory_of(*(struct socket *const *)b);

	return (x < y) - (x > y);
}

/* A client that does not read cannot be told why. */
static void shed(struct socket *s)
{
	if (s->blocked) {
		s->all->closed[0][SOCKET_TRY_LATER % CODES]++;
		socket_break(s);
	} else {
		socket_cut(s, SOCKET_TRY_LATER, "the host is short of memory");
	}
	frames_release(&s->frames);
}

/* Those that hold memory for a second and more, the largest first. */
static int shed_idle(struct sockets *all, size_t *bytes)
{
	struct socket **list = malloc((size_t)all->count * sizeof *list + 1);
	int64_t before = sockets_now() - SHED_MS;
	int count = 0, gone = 0;

	for (struct socket *s = all->first; s && list; s = s->next)
		if (!s->broken &&
		    ((s->unread && s->unread <= before) || (s->begun && s->begun <= before)))
			list[count++] = s;
	if (list)
		qsort(list, (size_t)count, sizeof *list, by_memory);
	for (; gone<count && * bytes> 0; gone++) {
		size_t held = memory_of(list[gone]);
		*bytes -= held < *bytes ? held : *bytes;
		shed(list[gone]);
	}
	free(list);
	return gone;
}

int sockets_shed(struct sockets *all, size_t bytes)
{
	const struct socket_handler *h = &all->handler;
	int gone = shed_idle(all, &bytes), most = all->count / 8 + SHED_MIN;

	for (struct socket *s = all->first; s && bytes > 0 && most > 0; s = s->next)
		if (!s->broken && !s->ended && !(h->plays && h->plays(h->self, s))) {
			shed(s);
			gone++;
			most--;
		}
	return gone;
}

/* Those that play last, of the others the largest first. */
static int by_worth(const void *a, const void *b)
{
	const struct socket *x = *(struct socket *const *)a, *y = *(struct socket *const *)b;
	const struct socket_handler *h = &x->all->handler;
	int plays = h->plays ? h->plays(h->self, x) - h->plays(h->self, y) : 0;

	return plays ? plays : by_memory(a, b);
}

void sockets_shed_held(struct sockets *all)
{
	struct socket **list = malloc((size_t)all->count * sizeof *list + 1);
	size_t held = all->held, most = SOCKETS_MEMORY_MAX / 4 * 3;
	int count = 0;

	for (struct socket *s = all->first; s && list; s = s->next)
		if (!s->broken && !s->said_code && memory_of(s) > SOCKETS_SHED_MIN)
			list[count++] = s;
	if (list)
		qsort(list, (size_t)count, sizeof *list, by_worth);
	for (int i = 0; i < count && held > most; i++) {
		held -= memory_of(list[i]);
		shed(list[i]);
	}
	free(list);
}
