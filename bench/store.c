/* store [DIR]: how many appends a second the store makes durable with one, some and many in
 * flight, and how long a sync of the disk takes. It works in a new directory below DIR (or
 * here), which it removes afterwards. */
#define _GNU_SOURCE
#include "store.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { TABLES = 1000, MOST = 256, ROW = 2 * 56, SAMPLES = 1 << 20, SYNCS = 300 };

static const double SECONDS = 2;

/* A client that appends, waits for the answer and appends again, each time to another of its
 * tables. */
struct submitter {
	struct at_write write;
	struct bench *bench;
	double asked;
	uint32_t table;
};

struct bench {
	struct at_store *store;
	struct submitter by[MOST];
	int count, busy;
	double until;
	uint64_t commands;
	uint32_t next[TABLES];
	uint8_t bytes[ROW];
	float taken[SAMPLES];
	int samples;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double processor(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

static int by_size(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

static double percentile(const float *sorted, int n, double p)
{
	return n ? sorted[(int)((double)(n - 1) * p)] : 0;
}

static void sample(struct bench *b, double seconds)
{
	if (b->samples < SAMPLES)
		b->taken[b->samples++] = (float)(seconds * 1e3);
}

static void die(const char *why)
{
	fprintf(stderr, "store: %s\n", why);
	exit(1);
}

static void name_table(uint8_t *id, uint32_t table)
{
	memset(id, 0x33, AT_ID_SIZE);
	/* spread over the whole index, as random ids are */
	uint64_t x = (table + 1) * UINT64_C(0x9e3779b97f4a7c15);
	memcpy(id, &x, sizeof x);
}

static void answered(struct at_write *);

static void append(struct submitter *s)
{
	struct bench *b = s->bench;
	struct at_write *w = &s->write;

	s->table = (s->table + (uint32_t)b->count) % TABLES;
	*w = (struct at_write){.kind = AT_APPEND, .done = answered, .context = s};
	name_table(w->append.table, s->table);
	b->commands++;
	for (int i = 0; i < 2; i++) {
		uint64_t x = b->commands * UINT64_C(0xbf58476d1ce4e5b9) + (uint64_t)i;
		memcpy(w->append.command + 8 * i, &x, 8);
	}
	w->append.first = b->next[s->table];
	w->append.count = 2;
	w->append.bytes = b->bytes;
	w->append.size = ROW;
	w->append.fresh = true; /* the size of moves */
	w->append.status =
	    (struct at_status){.phase = 1, .active = b->commands, .deadline = 100000 + b->commands};
	b->next[s->table] += 2;
	s->asked = now();
	at_store_submit(b->store, w);
}

static void answered(struct at_write *w)
{
	struct submitter *s = w->context;
	double t = now();

	if (w->result != AT_STORED)
		die(w->why ? w->why : "an append was not done");
	sample(s->bench, t - s->asked);
	if (t < s->bench->until)
		append(s);
	else
		s->bench->busy--;
}

static void make_tables(struct bench *b)
{
	static struct at_write w[TABLES];

	for (uint32_t i = 0; i < TABLES; i++) {
		w[i] = (struct at_write){.kind = AT_CREATE};
		name_table(w[i].create.head.id, i);
		w[i].create.opening = b->bytes;
		w[i].create.opening_size = ROW;
		at_store_submit(b->store, &w[i]);
	}
	at_store_settle(b->store);
}

static void measure(struct bench *b, int count)
{
	struct pollfd fd = {.fd = at_store_fd(b->store), .events = POLLIN};
	double begin = now(), used = processor();

	b->count = b->busy = count;
	b->samples = 0;
	b->until = begin + SECONDS;
	for (int i = 0; i < count; i++) {
		b->by[i].bench = b;
		b->by[i].table = (uint32_t)i;
		append(&b->by[i]);
	}
	while (b->busy > 0) {
		poll(&fd, 1, 1000);
		at_store_deliver(b->store);
	}
	double took = now() - begin;
	used = processor() - used;
	qsort(b->taken, (size_t)b->samples, sizeof *b->taken, by_size);
	printf("%11d %12.0f %10.2f %10.2f %10.2f %12.1f\n", count, b->samples / took,
	       percentile(b->taken, b->samples, 0.5), percentile(b->taken, b->samples, 0.99),
	       percentile(b->taken, b->samples, 0.999), used * 1e6 / b->samples);
}

/* The disk alone: one more page, and a sync. */
static void measure_disk(struct bench *b, const char *dir)
{
	char path[4200], page[4096] = {1};
	int fd;

	snprintf(path, sizeof path, "%s/sync", dir);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		die("the directory cannot be written");
	b->samples = 0;
	for (int i = 0; i < SYNCS; i++) {
		double begin = now();
		if (write(fd, page, sizeof page) != sizeof page || fdatasync(fd))
			die("the disk cannot be written");
		sample(b, now() - begin);
	}
	close(fd);
	unlink(path);
	qsort(b->taken, (size_t)b->samples, sizeof *b->taken, by_size);
	printf("%11s %12s %10.2f %10.2f %10.2f\n", "fdatasync", "",
	       percentile(b->taken, b->samples, 0.5), percentile(b->taken, b->samples, 0.99),
	       percentile(b->taken, b->samples, 0.999));
}

static void remove_all(const char *dir)
{
	static const char *const names[] = {"atoll.db", "atoll.db-wal", "atoll.db-shm",
					    "atoll.lock"};
	char path[4200];

	for (int i = 0; i < 4; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, names[i]);
		unlink(path);
	}
	rmdir(dir);
}

int main(int argc, char **argv)
{
	static struct bench b;
	static const int counts[] = {1, 16, 256};
	char dir[4100];
	struct at_fail fail;

	if (snprintf(dir, sizeof dir, "%s/store-bench-XXXXXX", argc > 1 ? argv[1] : ".") >=
		(int)sizeof dir ||
	    !mkdtemp(dir))
		die("the directory cannot be made");
	b.store = at_store_open(dir, AT_STORE_OWNER, &fail);
	if (!b.store)
		die(fail.why);
	make_tables(&b);
	printf("  under way  durable a s     p50 ms     p99 ms   p99.9 ms  processor µs\n");
	for (int i = 0; i < 3; i++)
		measure(&b, counts[i]);
	measure_disk(&b, dir);
	at_store_close(b.store);
	remove_all(dir);
	return 0;
}
