/* crowd PORT [GAME]: many people who play at the host on this port of 127.0.0.1, for
 * bench/server.py. It is a process of its own, so that its cost is not counted as the server's.
 * It does what the page does: it keeps the view of every seat with the rules and the events that
 * arrive, compares the hash now and then, and moves at random. Orders come on stdin; each is
 * answered by a line:
 *
 *     sockets N        N more people come and do nothing
 *     tables N VIEWS   2N people come and sit down at N tables; VIEWS 1: they want the view with
 *                      every step
 *     numbers          all tables played at, each with how many events its players were told:
 *                      "tables N ID NUMBER ID NUMBER ..."
 *     play S R         all tables play for S seconds, R moves a second in all, or with 0 as many as
 *                      the host takes: "moves N seconds S p50 MS p99 MS p999 MS over N refused N
 *                      wrong N closed N", where `over` are games that ended, each followed by a
 *                      new table, and `closed` connections that the host ended. Their people
 *                      come back as the page does, and send again what was not answered.
 *     more N           those at tables leave them running, N of them in all, and take new ones
 *     lobby N          somebody asks for the lobby N times: "lobby N p50 MS"
 *     leave            everybody goes
 */
#define _GNU_SOURCE
#include "cable.h"

#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>

enum { PEOPLE_MAX = 40000, SAMPLES = 1 << 22, WAITING_S = 60, ID = 32 };

/* The answer that a person waits for. */
enum wait { NOTHING, NAME, CREATE, OPEN, SIT, MOVE, CLOSE, LOBBY, WAITS };

struct person {
	struct cable cable;
	struct person *other; /* at the same table, or NULL: a spectator */
	int seat;
	enum wait wait;
	uint64_t serial; /* of the awaited command */
	double asked;
	bool named, playing, queued;
	char *said; /* the last command, to be sent again */
	size_t said_len;
	char table[ID + 1];
	uint32_t number; /* of the next event */
	struct at_view view;
};

static struct person *people[PEOPLE_MAX];
static int count, tables, port, loop;
static const char *game;
static bool views;
static uint64_t serial;
static struct at_rng rng;

/* The tables that were left for new ones. */
static struct former {
	char table[ID + 1];
	uint32_t number;
} * former;
static int former_count, former_room;

static bool running; /* the seats to move make their moves */
static struct person *ready[PEOPLE_MAX];
static int first_ready, ready_count;
static double rate;
static float taken[SAMPLES];
static int samples, over, refused, wrong, waiting, closed;
static int lost;       /* people without a connection, */
static double lost_at; /* who try again after a second */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void die(const char *why)
{
	fprintf(stderr, "crowd: %s\n", why);
	exit(1);
}

/* --- sending --- */

static void ask(struct person *p, enum wait wait, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Every command begins with its name and its id; the caller adds the rest. */
static void ask(struct person *p, enum wait wait, const char *format, ...)
{
	static const char *const names[WAITS] = {"",    "name", "create", "open",
						 "sit", "move", "close",  "lobby"};
	char text[1024];
	va_list args;
	int n;

	p->wait = wait;
	p->serial = ++serial;
	waiting++;
	n = snprintf(text, sizeof text, "{\"do\":\"%s\",\"id\":\"%016x%016llx\"", names[wait],
		     (unsigned)port, (unsigned long long)serial);
	va_start(args, format);
	n += vsnprintf(text + n, sizeof text - (size_t)n, format, args);
	va_end(args);
	p->said = realloc(p->said, (size_t)n);
	if (!p->said)
		die("there is not enough memory");
	memcpy(p->said, text, (size_t)n);
	p->said_len = (size_t)n;
	cable_send(&p->cable, text, (size_t)n);
}

static void move(struct person *p, double asked)
{
	static at_move moves[AT_MOVES_MAX];
	const struct at_state *s = &p->view.state.head;
	int n = at_moves(s, moves);
	char array[AT_MOVE_TEXT_MAX];
	struct at_text text;

	if (n == 0)
		die("there is no move");
	at_text_init(&text, array, sizeof array);
	at_print_move(s, moves[at_rng_below(&rng, (uint32_t)n)], &text);
	p->asked = asked;
	ask(p, MOVE, ",\"table\":\"%s\",\"ply\":%u,\"backs\":0,\"moves\":[\"%s\"]}", p->table,
	    s->ply, array);
}

/* Nobody waits for the answer. */
static void close_table(struct person *p)
{
	char text[200];
	int n = snprintf(text, sizeof text,
			 "{\"do\":\"close\",\"id\":\"%016x%016llx\",\"table\":\"%s\"}",
			 (unsigned)port, (unsigned long long)++serial, p->table);

	cable_send(&p->cable, text, (size_t)n);
}

static void keep_former(const struct person *p)
{
	if (former_count == former_room) {
		former_room = 2 * former_room + 256;
		former = realloc(former, (size_t)former_room * sizeof *former);
		if (!former)
			die("there is not enough memory");
	}
	former[former_count].number = p->number;
	memcpy(former[former_count++].table, p->table, sizeof p->table);
}

/* A crowd never runs out of games: the maker of a table makes another one. */
static void begin(struct person *p)
{
	p->playing = p->other->playing = false;
	if (p->table[0]) {
		keep_former(p);
		close_table(p);
		close_table(p->other);
	}
	ask(p, CREATE,
	    ",\"game\":\"%s\",\"seats\":[\"me\",\"person\"],\"open\":true,\"fair\":false}", game);
}

static void consider(struct person *p)
{
	const struct at_state *s = &p->view.state.head;

	if (!p->playing || p->wait != NOTHING || p->queued)
		return;
	if (s->turn == AT_OVER && p->seat == 0 && running && p->other->wait == NOTHING) {
		over++;
		begin(p);
	}
	if (s->turn != p->seat)
		return;
	if (running && rate == 0) {
		move(p, now());
		return;
	}
	p->queued = true;
	ready[(first_ready + ready_count++) % PEOPLE_MAX] = p;
}

/* --- receiving --- */

static const char *find(const char *text, const char *end, const char *name)
{
	const char *at = memmem(text, (size_t)(end - text), name, strlen(name));

	return at ? at + strlen(name) : NULL;
}

static uint64_t number_at(const char *at, int base)
{
	return at ? strtoull(at, NULL, base) : 0;
}

static int digit(char c)
{
	return c <= '9' ? c - '0' : c - 'a' + 10;
}

static void check_hash(const struct person *p, const char *text, const char *end)
{
	const char *at = find(text, end, "\"hash\":\"");

	if (at && number_at(at, 16) != at_state_hash(&p->view.state.head))
		wrong++;
}

/* The whole table. */
static void take_table(struct person *p, const char *text, const char *end)
{
	uint8_t bytes[AT_BYTES_MAX];
	const char *at = find(text, end, "\"bytes\":\"");
	size_t n = 0;

	for (; at && at[0] != '"' && n < sizeof bytes; at += 2)
		bytes[n++] = (uint8_t)(digit(at[0]) << 4 | digit(at[1]));
	if (at_view_decode(bytes, n, &p->view, NULL))
		die("a view cannot be read");
	p->number = (uint32_t)number_at(find(text, end, "\"number\":"), 10);
	p->playing = find(text, end, "\"phase\":\"playing\"") != NULL;
	check_hash(p, text, end);
}

static void take_events(struct person *p, const char *text, const char *end)
{
	const char *at = text, *last = find(text, end, "}],\"number\":");

	if (!last)
		return;
	while ((at = find(at, last, "{\"number\":"))) {
		const char *next = find(at, last, "{\"number\":"), *code;
		if (number_at(at, 10) != p->number)
			return; /* older than the opening of the table */
		p->number++;
		code = find(at, next ? next : last, "\"code\":");
		if (code && at_follow(&p->view.state.head, (at_move)number_at(code, 10), NULL))
			wrong++;
		p->playing |= find(at, next ? next : last, "\"event\":\"started\"") != NULL;
	}
	check_hash(p, text, end);
}

static void look_at(struct person *p)
{
	ask(p, OPEN, ",\"table\":\"%s\",\"views\":%s}", p->table, views ? "true" : "false");
}

static void done(struct person *p, const char *text, const char *end)
{
	enum wait wait = p->wait;
	const char *id = find(text, end, "\"id\":\"");

	if (!id || number_at(id + 16, 16) != p->serial)
		return;
	waiting--;
	p->wait = NOTHING;
	if ((wait == MOVE || wait == LOBBY) && samples < SAMPLES)
		taken[samples++] = (float)((now() - p->asked) * 1e3);
	if (wait == NAME)
		p->named = true;
	if (wait == CREATE) {
		memcpy(p->table, find(text, end, "\"table\":\""), ID);
		memcpy(p->other->table, p->table, ID);
		look_at(p);
		look_at(p->other);
	}
	if (wait == OPEN && p->seat == 1)
		ask(p, SIT, ",\"table\":\"%s\"}", p->table);
}

static void hear(void *context, const char *text, size_t size)
{
	struct person *p = context;
	const char *end = text + size, *type = find(text, end, "{\"type\":\"");

	if (!type)
		return;
	if (strncmp(type, "events", 6) == 0)
		take_events(p, text, end);
	else if (strncmp(type, "done", 4) == 0 || strncmp(type, "lobby", 5) == 0)
		done(p, text, end);
	else if (strncmp(type, "table", 5) == 0)
		take_table(p, text, end);
	else if (strncmp(type, "refused", 7) == 0) {
		if (refused++ == 0)
			fprintf(stderr, "crowd: %.*s\n", (int)size, text);
		waiting--;
		p->wait = NOTHING;
		p->playing = false; /* this table does not continue */
	}
	if (p->other)
		consider(p);
}

/* --- the loop --- */

static void hang_up(struct person *p)
{
	if (closed++ == 0)
		fprintf(stderr, "crowd: the host has closed a connection: %d\n", p->cable.code);
	cable_close(&p->cable);
	lost++;
	lost_at = now();
}

/* With the same cookie; the table is opened again, and what was not answered is sent again. */
static void come_back(struct person *p, int nth)
{
	struct epoll_event e = {.events = EPOLLIN, .data.ptr = p};
	char text[200];
	int n;

	if (!cable_open(&p->cable, port, nth)) {
		lost_at = now();
		return;
	}
	lost--;
	epoll_ctl(loop, EPOLL_CTL_ADD, p->cable.fd, &e);
	n = snprintf(text, sizeof text,
		     "{\"do\":\"open\",\"id\":\"%016x%016llx\",\"table\":\"%s\",\"views\":%s}",
		     (unsigned)port, (unsigned long long)++serial, p->table,
		     views ? "true" : "false");
	if (p->table[0])
		cable_send(&p->cable, text, (size_t)n);
	if (p->wait != NOTHING)
		cable_send(&p->cable, p->said, p->said_len);
}

static void attend(int ms)
{
	struct epoll_event events[256];
	int n = epoll_wait(loop, events, 256, ms);

	for (int i = 0; i < n; i++) {
		struct person *p = events[i].data.ptr;
		if (p->cable.fd >= 0 && !cable_take(&p->cable, hear, p))
			hang_up(p);
	}
	if (lost > 0 && now() > lost_at + 1)
		for (int i = 0; i < count; i++)
			if (people[i]->cable.fd < 0)
				come_back(people[i], i);
}

static void come(int n)
{
	for (int i = 0; i < n; i++) {
		struct person *p = calloc(1, sizeof *p);
		struct epoll_event e = {.events = EPOLLIN, .data.ptr = p};
		if (!p || count == PEOPLE_MAX || !cable_open(&p->cable, port, count))
			die("the host takes no more connections");
		epoll_ctl(loop, EPOLL_CTL_ADD, p->cable.fd, &e);
		people[count++] = p;
		if (i % 64 == 0) /* reads their first messages early */
			attend(0);
	}
}

/* Runs until all answers have come. */
static void settle(void)
{
	double limit = now() + WAITING_S;

	while (waiting > 0 && now() < limit)
		attend(100);
	if (waiting > 0)
		die("the host does not answer");
}

/* The first of every pair makes a table, and both sit down. */
static void begin_all(int from)
{
	int all = tables + (count - from) / 2;

	for (int i = from; i < count; i += 2)
		begin(people[i]);
	settle();
	for (double limit = now() + WAITING_S; ready_count < all && now() < limit;)
		attend(100);
	if (ready_count < all)
		die("a game has not begun");
	tables = all;
}

static void sit_down(int n)
{
	int from = count;

	come(2 * n);
	for (int i = from; i < count; i++) {
		people[i]->seat = (i - from) % 2;
		people[i]->other = people[from + ((i - from) ^ 1)];
		ask(people[i], NAME, ",\"name\":\"%d\"}", i);
		if (waiting >= 256)
			attend(100);
	}
	settle();
	begin_all(from);
}

/* A table that everybody left stays in the store. */
static void leave_running(int n)
{
	while (n > 0) {
		first_ready = ready_count = tables = 0;
		for (int i = 0; i < count; i++) {
			people[i]->queued = people[i]->playing = false;
			ask(people[i], CLOSE, ",\"table\":\"%s\"}", people[i]->table);
		}
		settle();
		n -= count / 2;
		begin_all(0);
	}
}

static void ask_lobby(int n)
{
	samples = 0;
	for (; n > 0; n--) {
		people[0]->asked = now();
		ask(people[0], LOBBY, "}");
		settle();
	}
}

static int by_size(const void *a, const void *b)
{
	float x = *(const float *)a, y = *(const float *)b;

	return (x > y) - (x < y);
}

static double percentile(double p)
{
	return samples ? taken[(int)((double)(samples - 1) * p)] : 0;
}

static struct person *next_ready(void)
{
	struct person *p = ready[first_ready];

	first_ready = (first_ready + 1) % PEOPLE_MAX;
	ready_count--;
	p->queued = false;
	return p;
}

/* Makes the moves that are due by now; delay counts from when a move was due. */
static void offer(double start, uint64_t *offered)
{
	double t = now();

	while (ready_count > 0 && start + (double)*offered / rate <= t)
		move(next_ready(), start + (double)(*offered)++ / rate);
}

static void play(double seconds, double moves)
{
	double start = now(), end = start + seconds;
	uint64_t offered = 0;

	rate = moves;
	samples = over = refused = wrong = closed = 0;
	running = true;
	while (rate == 0 && ready_count > 0)
		move(next_ready(), now());
	while (now() < end) {
		if (rate > 0)
			offer(start, &offered);
		attend(rate > 0 ? 1 : 100);
	}
	running = false;
	seconds = now() - start;
	settle();
	qsort(taken, (size_t)samples, sizeof *taken, by_size);
	printf("moves %d seconds %.3f p50 %.2f p99 %.2f p999 %.2f over %d refused %d wrong %d "
	       "closed %d\n",
	       samples, seconds, percentile(0.5), percentile(0.99), percentile(0.999), over,
	       refused, wrong, closed);
}

static void tell_numbers(void)
{
	printf("tables %d", former_count + count / 2);
	for (int i = 0; i < former_count; i++)
		printf(" %s %u", former[i].table, (unsigned)former[i].number);
	for (int i = 0; i < count; i += 2)
		printf(" %s %u", people[i]->table, (unsigned)people[i]->number);
	printf("\n");
}

static void leave(void)
{
	while (count > 0) {
		struct person *p = people[--count];
		cable_close(&p->cable);
		free(p->said);
		free(p);
	}
	tables = ready_count = waiting = lost = 0;
	printf("left\n");
}

static void obey(const char *order)
{
	double a, b;

	if (sscanf(order, "sockets %lf", &a) == 1) {
		come((int)a);
		printf("sockets %d\n", count);
	} else if (sscanf(order, "tables %lf %lf", &a, &b) == 2) {
		views = b > 0;
		sit_down((int)a);
		printf("tables %d\n", tables);
	} else if (sscanf(order, "play %lf %lf", &a, &b) == 2) {
		play(a, b);
	} else if (sscanf(order, "more %lf", &a) == 1) {
		leave_running((int)a);
		printf("more %d\n", tables);
	} else if (sscanf(order, "lobby %lf", &a) == 1) {
		ask_lobby((int)a);
		qsort(taken, (size_t)samples, sizeof *taken, by_size);
		printf("lobby %d p50 %.3f\n", samples, percentile(0.5));
	} else if (strcmp(order, "numbers\n") == 0) {
		tell_numbers();
	} else if (strcmp(order, "leave\n") == 0) {
		leave();
	} else {
		die("there is no such order");
	}
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct rlimit files;
	char order[100];

	if (argc < 2)
		die("crowd PORT [GAME]");
	port = (int)strtol(argv[1], NULL, 10);
	game = argc > 2 ? argv[2] : "reef";
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	loop = epoll_create1(EPOLL_CLOEXEC);
	at_rng_init(&rng, 1, 0);
	while (fgets(order, sizeof order, stdin))
		obey(order);
	return 0;
}
