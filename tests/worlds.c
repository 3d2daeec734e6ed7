/* Two worlds on the wire: two hosts with a table each, which differ in what one viewer may not know
 * and are made to draw alike for its eyes. Whatever this viewer does, and whatever the others do,
 * it is sent the same bytes from both: moves, views, refusals, hints, when it comes back, as a
 * spectator. Each byte that leaves a socket is compared, and what /metrics says; but for what the
 * clock on the wall says.
 *
 *     worlds [GAME|all [SEED]] */
#define _GNU_SOURCE
#include "world.h"

#include "play.h"
#include "seen.h"

enum {
	TERSE = PLACES, /* the viewer's second client, without views */
	CHANGED,        /* and its third, with changes of views */
	ROUNDS = 8,
	STEPS = 120,
	HELD_UP_MS = 35, /* TCP's wait for an acknowledgement is 40 */
};

static struct world worlds[2];
static uint64_t the_seed = 1;
static uint32_t asked; /* the same in both worlds */
static int differed, secrets, compared, held_up;

/* The viewer sends the same command in both worlds. */
static void both_ask(int who, const char *members)
{
	asked++;
	for (int i = 0; i < 2; i++)
		held_up += ask(&worlds[i], who, asked, members) >= HELD_UP_MS;
}

static void open_table(int who, const char *views, int last)
{
	char text[200];
	struct at_text t;

	at_text_init(&t, text, sizeof text);
	at_put(&t, ",\"do\":\"open\",\"views\":%s,\"secret\":\"", views);
	at_puthex(&t, watch_secret, sizeof watch_secret);
	at_putc(&t, '"');
	if (last >= 0)
		at_put(&t, ",\"last\":%d", last);
	both_ask(who, text);
}

static const struct at_state *now_in(int world)
{
	return &worlds[world].table->table.state.head;
}

static void show(const struct client *c, size_t from)
{
	size_t begin = from > 200 ? from - 200 : 0;

	print_error("... ");
	for (size_t i = begin; i < c->size && i < from + 200; i++)
		print_error("%c", c->heard[i] >= ' ' ? c->heard[i] : '.');
	print_error("\n");
}

/* The numbers after this text depend on time: they are removed. */
static void blot(char *heard, size_t *size, const char *text)
{
	for (char *at = heard;
	     (at = memmem(at, *size - (size_t)(at - heard), text, strlen(text)));) {
		size_t n = 0, rest;
		at += strlen(text);
		rest = *size - (size_t)(at - heard);
		while (n < rest && at[n] >= '0' && at[n] <= '9')
			n++;
		memmove(at, at + n, rest - n);
		*size -= n;
	}
}

/* Frames as their opcodes and contents: their lengths follow from these. */
static void unframe(struct client *c)
{
	size_t in = 0, out = 0;

	while (in + 2 <= c->size) {
		const uint8_t *head = (const uint8_t *)c->heard + in;
		size_t skip = head[1] == 127 ? 10 : head[1] == 126 ? 4 : 2, len = head[1];
		if (skip > 2)
			len = 0;
		for (size_t i = 2; i < skip; i++)
			len = len << 8 | head[i];
		assert_true(in + skip + len <= c->size);
		c->heard[out++] = (char)head[0];
		memmove(c->heard + out, c->heard + in + skip, len);
		out += len;
		in += skip + len;
	}
	c->size = out;
}

/* Lines of metrics that give durations; the counts stay. */
static bool is_of_time(const char *line, size_t len)
{
	return (memmem(line, len, "_seconds_bucket{", 16) && !memmem(line, len, "+Inf", 4)) ||
	       memmem(line, len, "_seconds_sum ", 13);
}

static void drop_times(char *said, size_t *size)
{
	size_t out = 0, len;

	for (size_t in = 0; in < *size; in += len) {
		const char *end = memchr(said + in, '\n', *size - in);
		len = end ? (size_t)(end - said) + 1 - in : *size - in;
		if (is_of_time(said + in, len))
			continue;
		memmove(said + out, said + in, len);
		out += len;
	}
	*size = out;
}

static void compare_metrics(void)
{
	static const struct host_connections none;
	char said[2][HOST_METRICS_MAX];
	size_t size[2];

	for (int i = 0; i < 2; i++) {
		host_metrics(worlds[i].host, &none, said[i], sizeof said[i]);
		size[i] = strlen(said[i]);
		blot(said[i], &size[i], "\natoll_up_seconds ");
		blot(said[i], &size[i], "\natoll_store_write_milliseconds ");
		blot(said[i], &size[i], "\natoll_memory_bytes "); /* of both worlds together */
		drop_times(said[i], &size[i]);
	}
	assert_int_equal(size[0], size[1]);
	assert_memory_equal(said[0], said[1], size[0]);
}

/* Everything sent to this client since the last time. */
static void compare(int who)
{
	struct client *a = &worlds[0].client[who], *b = &worlds[1].client[who];
	size_t i = 0;

	if (a->fd <= 0)
		return;
	both_ask(who, ",\"do\":\"nothing\""); /* behind everything */
	for (int w = 0; w < 2; w++) {
		struct client *c = &worlds[w].client[who];
		unframe(c);
		blot(c->heard, &c->size, "\"active\":");
		blot(c->heard, &c->size, "\"waited\":");
	}
	while (i < a->size && i < b->size && a->heard[i] == b->heard[i])
		i++;
	if (i < a->size || i < b->size) {
		show(a, i);
		show(b, i);
		fail_msg("%s, ply %u: a viewer is sent what it may not know",
			 at_game_of(now_in(0))->name, now_in(0)->ply);
	}
	compared += (int)(i > 0);
	a->size = b->size = 0;
}

static at_move any_move(const struct at_state *s, struct at_rng *rng)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	assert_true(n > 0);
	return s->turn == AT_CHANCE ? at_draw(at_game_of(s), s, rng)
				    : list[at_rng_below(rng, (uint32_t)n)];
}

/* A move of the other world that looks like m to the viewer: a different one if possible. */
static at_move twin(at_move m, int viewer, struct at_rng *rng)
{
	at_move list[AT_MOVES_MAX], alike[AT_MOVES_MAX];
	at_move seen = at_view_move(now_in(0), m, viewer);
	int n = at_moves(now_in(1), list);
	uint32_t k = 0;

	for (int i = 0; i < n; i++)
		if (at_view_move(now_in(1), list[i], viewer) == seen)
			alike[k++] = list[i];
	return k ? alike[at_rng_below(rng, k)] : 0;
}

static void make_move(struct world *w, at_move m)
{
	const struct at_table *t = &w->table->table;
	int seat = t->state.head.turn;
	struct at_command c = {.kind = seat == AT_CHANCE ? AT_DRAW : AT_MOVE,
			       .ply = t->state.head.ply,
			       .backs = t->backs,
			       .count = 1,
			       .moves = {m}};
	uint32_t events = t->events;

	if (seat != AT_CHANCE) {
		c.seat = (int8_t)seat;
		c.person = w->person[seat];
	}
	do_here(w, c);
	turn(w);
	assert_true(t->events > events);
}

/* The viewer's own move, as it would write it; or an illegal one. */
static void try_move(int viewer, at_move m, int ply_more, const char *instead)
{
	const struct at_table *t = &worlds[0].table->table;
	char text[AT_MOVE_TEXT_MAX + 200];
	struct at_view view;
	struct at_text out;

	at_text_init(&out, text, sizeof text);
	at_put(&out, ",\"do\":\"move\",\"ply\":%d,\"backs\":%u,\"moves\":[\"",
	       (int)t->state.head.ply + ply_more, t->backs);
	at_view(&t->state.head, viewer >= 0 ? viewer : AT_PUBLIC, &view);
	if (instead)
		at_puts(&out, instead);
	else
		at_print_move(&view.state.head, m, &out);
	at_puts(&out, "\"]");
	both_ask(viewer >= 0 ? viewer : AT_SEATS_MAX, text);
}

/* The next move, in both worlds; false if no pair is found. */
static bool go_on(int viewer, struct at_rng *rng)
{
	for (int tries = 0; tries < 20; tries++) {
		at_move m = any_move(now_in(0), rng), n;
		if (viewer >= 0 && now_in(0)->turn == viewer) {
			try_move(viewer, m, 0, NULL);
			return true;
		}
		n = twin(m, viewer, rng);
		if (!n)
			continue;
		make_move(&worlds[0], m);
		make_move(&worlds[1], n);
		return true;
	}
	return false;
}

/* The viewer disconnects and reconnects. */
static void come_back(int viewer, int who, struct at_rng *rng)
{
	int number = (int)worlds[0].table->table.events;

	for (int i = 0; i < 2; i++) {
		leave(&worlds[i], who);
		come(&worlds[i], who, who);
	}
	open_table(who, "true", viewer >= 0 ? number / 2 : (int)at_rng_below(rng, 5));
}

/* An attempt of the viewer in both worlds. */
static void try_as(int viewer, int who, struct at_rng *rng)
{
	static const char *const others[] = {
	    "events", "record",  "chats",  "mine",     "end",  "decline", "back",    "agree",
	    "return", "rematch", "remove", "stand-in", "fill", "decline", "no-such",
	};
	enum { OTHERS = sizeof others / sizeof others[0] };
	uint32_t what = at_rng_below(rng, OTHERS + 6);
	char text[100];

	if (what < OTHERS) {
		bool leaves = strcmp(others[what], "stand-in") == 0;
		snprintf(text, sizeof text, ",\"do\":\"%s\"%s", others[what],
			 leaves ? ",\"seat\":1" : "");
		if (!leaves || viewer != 0) /* a bot would move */
			both_ask(who, text);
	} else if (what == OTHERS) {
		come_back(viewer, who, rng);
	} else if (what == OTHERS + 1) {
		open_table(who, "true", -1);
	} else if (what == OTHERS + 2) {
		try_move(viewer, 0, 0, "take z9");
	} else if (what == OTHERS + 3) {
		try_move(viewer, 0, 1, "take 1");
	} else if (now_in(0)->turn != AT_CHANCE) { /* at a wrong time or seat */
		try_move(viewer, any_move(now_in(0), rng), (int)at_rng_below(rng, 2), NULL);
	}
}

static void gather(int viewer, int seats)
{
	int who = viewer >= 0 ? viewer : AT_SEATS_MAX;

	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < seats; k++)
			come(&worlds[i], k, k);
		if (viewer < 0)
			come(&worlds[i], who, who);
		come(&worlds[i], TERSE, who);
		come(&worlds[i], CHANGED, who);
	}
	/* The viewer comes last: the time that somebody has been away is not the same in both. */
	for (int k = 0; k < seats; k++)
		if (k != who)
			open_table(k, "true", -1);
	open_table(who, "true", 0);
	open_table(TERSE, "false", -1);
	open_table(CHANGED, "\"changed\"", -1);
}

static void two_worlds_from(const struct at_game *game, struct at_rng *rng, bool hint)
{
	struct at_setup setup = {0};
	struct at_opening o;
	int viewer, who;

	setup.seats =
	    (uint8_t)(game->seats_min + at_rng_below(rng, game->seats_max - game->seats_min + 1u));
	viewer = (int)at_rng_below(rng, setup.seats + 1u) - 1;
	who = viewer >= 0 ? viewer : AT_SEATS_MAX;
	assert_int_equal(at_opening_init(&o, game, &setup, 77, NULL), AT_OK);
	asked = 0;
	for (int i = 0; i < 2; i++)
		world_begin(&worlds[i], &o);
	gather(viewer, setup.seats);
	for (int k = 0; k < STEPS && worlds[0].table->table.phase == AT_PLAYING; k++) {
		bool draw = now_in(0)->turn == AT_CHANCE;
		if (!draw && at_rng_below(rng, 3) == 0)
			try_as(viewer, who, rng);
		else if (!go_on(viewer, rng))
			break;
		if (hint && now_in(0)->turn == viewer) {
			both_ask(who, ",\"do\":\"hint\"");
			hint = false;
		}
		compare(who);
		compare(TERSE);
		compare(CHANGED);
		compare_metrics();
		differed += memcmp(now_in(0), now_in(1), sizeof(union at_any)) != 0;
		for (int i = 0; i < setup.seats; i++)
			secrets += at_table_has_secrets(&worlds[0].table->table, i);
	}
	for (int i = 0; i < 2; i++)
		world_end(&worlds[i]);
}

static void two_worlds_send_the_same_bytes(void **state)
{
	const struct at_game *game = *state;
	struct at_rng rng;

	differed = secrets = compared = held_up = 0;
	for (int i = 0; i < ROUNDS; i++) {
		at_rng_init(&rng, the_seed, (uint64_t)i);
		two_worlds_from(game, &rng, i < 3);
	}
	print_message("# %s: %d comparisons, %d in worlds that differ\n", game->name, compared,
		      differed);
	assert_int_equal(differed > 0, secrets > 0); /* else the test would show nothing */
	assert_true(compared > 100);
	assert_true(held_up < compared / 4); /* no message waits for the one before it to arrive */
}

int main(int argc, char **argv)
{
	static char names[32][96];
	static struct CMUnitTest tests[32];
	size_t n = 0;

	if (argc > 2)
		the_seed = strtoull(argv[2], NULL, 10);
	for (int g = 0; g < at_games() && n < 32; g++) {
		const struct at_game *game = at_game(g);
		if (argc > 1 && strcmp(argv[1], "all") != 0 && strcmp(argv[1], game->name) != 0)
			continue;
		snprintf(names[n], sizeof names[n], "%s: two_worlds_send_the_same_bytes",
			 game->name);
		tests[n] = (struct CMUnitTest){.name = names[n],
					       .test_func = two_worlds_send_the_same_bytes,
					       .initial_state = (void *)(uintptr_t)game};
		n++;
	}
	return _cmocka_run_group_tests("worlds", tests, n, NULL, NULL);
}
