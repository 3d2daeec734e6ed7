/* Laws that every table must keep, whatever the game: each law is one test for each game, over
 * random tables and random commands, bad ones too. watched.c has the laws of every command; here
 * are those that need two tables, a clock or a special case. table_manners.c has the laws of the
 * people at a table, table_fair.c those of draws that nobody can choose, table_apart.c those of
 * people apart in time, table_client.c those of clients.
 *
 *     table [GAME|all [SEED]] */
#include "table_laws.h"

#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct watched the_house;
uint64_t the_seed = 1;

void broken(const struct watched *h, const char *what)
{
	const struct at_table *t = &h->table;

	print_error("%s, %u seats: event %u, ply %u, phase %u, seat %d to move, held %u\n",
		    h->game->name, t->opening.seats, t->events, t->state.head.ply, t->phase,
		    t->state.head.turn, t->held);
	fail_msg("%s", what);
}

uint32_t any_setup(const struct at_game *game, struct at_rng *rng, struct at_setup *out)
{
	union at_any s;

	*out = (struct at_setup){.version = (uint8_t)at_rng_below(rng, game->version + 1u)};
	out->seats =
	    (uint8_t)(game->seats_min + at_rng_below(rng, game->seats_max - game->seats_min + 1u));
	do
		out->options = (uint8_t)at_rng_next(rng);
	while (at_rng_below(rng, 64) && at_init(game, out, &s.head, NULL));
	if (at_init(game, out, &s.head, NULL))
		out->options = 0;
	if (at_rng_below(rng, 3) == 0)
		out->first = (uint8_t)(1 + at_rng_below(rng, out->seats));
	if (at_init(game, out, &s.head, NULL)) /* no draw decides who begins */
		out->first = 0;
	return out->seats;
}

at_move any_move(const struct at_state *s, struct at_rng *rng)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	assert_true(n > 0);
	return s->turn == AT_CHANCE ? at_draw(at_game_of(s), s, rng)
				    : list[at_rng_below(rng, (uint32_t)n)];
}

int rounds(const struct at_game *game, int n)
{
	return game->plies_max > 100000 ? n : game->plies_max > 100 ? 3 * n : 9 * n;
}

void any_opening(const struct at_game *game, struct at_rng *rng, struct at_opening *o)
{
	static const uint32_t times[] = {0, 1, 1000, 20000, 3600000, UINT32_MAX};
	struct at_setup setup;

	any_setup(game, rng, &setup);
	assert_int_equal(at_opening_init(o, game, &setup, at_rng_next(rng), NULL), AT_OK);
	if (at_rng_below(rng, 4) == 0) { /* a position from the middle */
		union at_any s = o->start;
		uint32_t plies = at_rng_below(rng, 120);
		while (plies-- > 0 && s.head.turn != AT_OVER)
			game->apply(&s.head, any_move(&s.head, rng));
		assert_int_equal(at_opening_place(o, &s.head, o->bot_seed, NULL), AT_OK);
	}
	if (at_rng_below(rng, 2))
		o->version = AT_TABLE_APART;
	o->clock = (uint8_t)at_rng_below(rng, 3);
	o->clock_base = times[at_rng_below(rng, 6)];
	o->clock_increment = times[at_rng_below(rng, 6)];
	if (at_rng_below(rng, 3) == 0)
		watched_promise(o);
}

/* Random moves of a record, legal and other ones, before the game goes on. */
static void give_some(struct watched *h, struct at_rng *rng)
{
	struct at_command resume = {.kind = AT_RESUME, .now = at_rng_below(rng, 5000)};
	uint32_t plies = at_rng_below(rng, 80);

	while (plies-- > 0) {
		const struct at_state *s = watched_now(h);
		at_move m = 0;
		if (s->turn == AT_CHANCE && h->table.draws == AT_DRAWS_SEED && plies % 4)
			m = at_deal_chosen(h->game, s, h->table.seed, h->table.opening.first);
		else if (s->turn != AT_OVER)
			m = any_move(s, rng);
		if (plies % 5 == 0)
			m ^= 1u << at_rng_below(rng, 32);
		watched_give(h, m, at_rng_below(rng, 5000));
	}
	if (watched_do(h, &resume))
		broken(h, h->fail.why);
}

/* A table that has begun, in one of the possible ways. */
void any_table(struct watched *h, const struct at_game *game, struct at_rng *rng)
{
	struct at_opening opening;
	bool held = at_rng_below(rng, 4) == 0;

	any_opening(game, rng, &opening);
	watched_init(h, &opening);
	watched_sit(h, (uint8_t)at_rng_next(rng));
	watched_start(h, (enum at_draws)at_rng_below(rng, at_table_is_fair(&h->table) ? 2 : 3),
		      held, rng);
	if (held)
		give_some(h, rng);
}

/* --- any commands at any table --- */

static void tables_keep_the_laws(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 24); i++) {
		uint32_t commands;
		at_rng_init(&rng, the_seed, (uint64_t)i);
		any_table(h, game, &rng);
		commands = 100 + at_rng_below(&rng, 400);
		while (commands-- > 0 && watched_has_room(h)) {
			struct at_command c = watched_any(h, &rng);
			watched_do(h, &c);
			if (h->table.phase >= AT_FINISHED && commands > 40)
				commands = 40;
		}
		watched_close(h);
	}
}

/* Before the start there is nothing but seats. */
static void empty_tables_keep_the_laws(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < 20; i++) {
		struct at_opening opening;
		at_rng_init(&rng, the_seed, 1000 + (uint64_t)i);
		any_opening(game, &rng, &opening);
		watched_init(h, &opening);
		for (int k = 0; k < 200 && watched_has_room(h); k++) {
			struct at_command c = watched_any(h, &rng);
			if (at_rng_below(&rng, 2)) {
				c.kind = (uint8_t)(AT_SIT + at_rng_below(&rng, 4));
				if (c.kind == AT_SIT)
					watched_hash(c.person, c.seed);
			}
			watched_do(h, &c);
		}
		watched_close(h);
	}
}

/* --- taking back --- */

enum { KEPT = 4096 };
static union at_any kept[KEPT]; /* the state of every ply */
static at_move made[KEPT];

/* Within a step only the last state is compared: the others have draws to come. */
static void keep(const struct watched *h, const struct at_step *step)
{
	for (int i = 0; i < step->count; i++) {
		const struct at_event *e = &step->events[i];
		if (!at_is_move(e) || e->ply >= KEPT)
			continue;
		made[e->ply] = e->what;
		if (e->kind == AT_DREW)
			kept[e->ply].head.ply = UINT32_MAX;
	}
	if (watched_now(h)->ply < KEPT)
		kept[watched_now(h)->ply] = h->table.state;
}

static bool is_kept(const struct watched *h)
{
	return same_bytes(&kept[watched_now(h)->ply], &h->table.state, sizeof kept[0]);
}

void must(struct watched *h, struct at_command c)
{
	if (watched_do(h, &c))
		broken(h, h->fail.why);
}

/* Back to a decision of any seat; nobody is present to be asked. */
static void back_and_on_again(struct watched *h, struct at_rng *rng)
{
	uint32_t now = watched_now(h)->ply;
	uint32_t start = h->table.opening.start.head.ply;
	uint32_t ply = start + at_rng_below(rng, now - start);
	int seat;

	while (ply > start && (kept[ply].head.ply != ply || kept[ply].head.turn < 0))
		ply--;
	seat = kept[ply].head.turn;
	if (seat < 0 || kept[ply].head.ply != ply || h->table.turn_backs >= AT_BACKS_MAX)
		return;
	must(h, (struct at_command){
		    .kind = AT_TAKE_BACK, .seat = (int8_t)seat, .ply = ply, .now = h->table.time});
	if (!is_kept(h))
		broken(h, "taking back does not lead to the state of before");
	if (at_rng_below(rng, 2))
		return; /* the game continues in another way */
	while (watched_now(h)->ply < now) {
		must(h, watched_move(h, made[watched_now(h)->ply]));
		if (!is_kept(h))
			broken(h, "the same decisions lead somewhere else after taking back");
	}
}

static void taking_back_and_going_on_changes_nothing(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 8); i++) {
		struct at_setup setup;
		struct at_opening o;
		at_rng_init(&rng, the_seed, 2000 + (uint64_t)i);
		any_setup(game, &rng, &setup);
		at_opening_init(&o, game, &setup, 1, NULL);
		memset(kept, 0xff, sizeof kept);
		watched_init(h, &o);
		watched_sit(h, (uint8_t)at_rng_next(&rng));
		watched_start(h, AT_DRAWS_SEED, false, &rng);
		keep(h, &h->step);
		for (int k = 0; k < 300 && h->table.phase == AT_PLAYING && watched_has_room(h);
		     k++) {
			must(h, watched_move(h, any_move(watched_now(h), &rng)));
			keep(h, &h->step);
			if (k % 9 == 0)
				back_and_on_again(h, &rng);
		}
		watched_close(h);
	}
}

/* --- set up from a record --- */

static void a_record_goes_on_as_it_would_have(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 6); i++) {
		struct at_setup setup;
		struct at_opening o;
		union at_any s;
		uint8_t seed[AT_SEED_SIZE];
		uint32_t plies;
		memset(&s, 0, sizeof s);
		at_rng_init(&rng, the_seed, 3000 + (uint64_t)i);
		any_setup(game, &rng, &setup);
		at_opening_init(&o, game, &setup, 1, NULL);
		watched_init(h, &o);
		watched_sit(h, 1);
		watched_start(h, AT_DRAWS_SEED, true, &rng);
		memcpy(seed, h->table.seed, sizeof seed);
		s = h->table.state;
		for (plies = at_rng_below(&rng, 60); plies > 0 && s.head.turn != AT_OVER; plies--) {
			at_move m = s.head.turn == AT_CHANCE
					? at_deal_chosen(game, &s.head, seed, setup.first)
					: any_move(&s.head, &rng);
			if (watched_give(h, m, 0))
				broken(h, h->fail.why);
			game->apply(&s.head, m);
		}
		assert_memory_equal(&s, &h->table.state, sizeof s);
		must(h, (struct at_command){.kind = AT_RESUME});
		while (s.head.turn == AT_CHANCE)
			game->apply(&s.head, at_deal_chosen(game, &s.head, seed, setup.first));
		assert_memory_equal(&s, &h->table.state, sizeof s);
		assert_int_not_equal(watched_give(h, 1, 0), AT_OK);
		watched_close(h);
	}
}

/* --- two worlds --- */

static struct watched other; /* world */
static int differed, secrets;

static bool looks_equal(const struct watched *a, const struct watched *b, int viewer)
{
	const struct looker *x = &a->lookers[viewer + 1];
	const struct looker *y = &b->lookers[viewer + 1];
	uint32_t events = x->client.table.events;

	return same_bytes(&x->client.table, &y->client.table, sizeof x->client.table) &&
	       same_bytes(x->log, y->log, events * sizeof x->log[0]);
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_refusal(const struct at_fail *a, const struct at_fail *b)
{
	return same_text(a->why, b->why) && same_text(a->part, b->part) && a->line == b->line &&
	       a->number == b->number;
}

static void both(struct watched *h, int viewer, struct at_command a, struct at_command b)
{
	enum at_err first = watched_do(h, &a);
	enum at_err second = watched_do(&other, &b);

	if (first != second)
		broken(h, "what a viewer may not know decides whether a command is refused");
	if (first && !same_refusal(&h->fail, &other.fail)) {
		print_error("%s\n%s\n", h->fail.why, other.fail.why);
		broken(h, "a refusal tells what its sender may not know");
	}
	if (!looks_equal(h, &other, viewer))
		broken(h, "a viewer sees events that differ by what it may not know");
}

static void compare_jobs(struct watched *h, int viewer)
{
	static struct at_job a, b;
	bool first = at_table_job(&h->table, &a);
	bool second = at_table_job(&other.table, &b);

	if (first != second)
		broken(h, "a job is there in one world only");
	if (first && a.seat == viewer && !same_bytes(&a, &b, sizeof a))
		broken(h, "a bot is told what it may not know");
	first = at_table_hint_job(&h->table, viewer, &a);
	if (first != at_table_hint_job(&other.table, viewer, &b))
		broken(h, "a hint is there in one world only");
	if (first && !same_bytes(&a, &b, sizeof a))
		broken(h, "a hint tells what its asker may not know");
}

/* A move of the other world that looks like m to the viewer: a different one if possible. */
static at_move twin(const struct watched *h, at_move m, int viewer, struct at_rng *rng)
{
	at_move list[AT_MOVES_MAX], alike[AT_MOVES_MAX];
	at_move seen = at_view_move(watched_now(h), m, viewer);
	int n = at_moves(watched_now(&other), list);
	uint32_t k = 0;

	for (int i = 0; i < n; i++)
		if (at_view_move(watched_now(&other), list[i], viewer) == seen)
			alike[k++] = list[i];
	return k ? alike[at_rng_below(rng, k)] : 0;
}

/* The next move, in both worlds; false if no pair is found. */
static bool go_on(struct watched *h, int viewer, struct at_rng *rng)
{
	for (int tries = 0; tries < 20; tries++) {
		at_move m = any_move(watched_now(h), rng);
		bool own = viewer >= 0 && watched_now(h)->turn == viewer;
		at_move n = own ? m : twin(h, m, viewer, rng);
		struct at_command a = watched_move(h, m);
		struct at_command b = watched_move(&other, n);
		if (!n)
			continue;
		if (watched_now(h)->turn == AT_CHANCE) {
			a.kind = b.kind = AT_DRAW;
			a.seat = b.seat = 0;
		}
		both(h, viewer, a, b);
		return true;
	}
	return false;
}

/* An attempt of the viewer in both worlds: its text cannot depend on the world, but may happen
 * to be a legal move in one of them. */
static void try_as(struct watched *h, int viewer, struct at_rng *rng)
{
	struct at_command c = watched_any(h, rng);

	if (viewer < 0 || c.kind == AT_DRAW || c.kind == AT_START || c.kind == AT_RESUME)
		return;
	c.seat = (int8_t)viewer;
	c.person = PERSON + (uint32_t)viewer;
	if (c.kind == AT_MOVE && at_rng_below(rng, 2)) /* out of turn, or illegal */
		c.moves[0] ^= at_rng_below(rng, 2) << at_rng_below(rng, 32);
	if (c.kind == AT_MOVE && watched_now(h)->turn == viewer && c.count > 1)
		c.count = 1;
	both(h, viewer, c, c);
}

static void two_worlds_from(struct watched *h, const struct at_game *game, struct at_rng *rng)
{
	struct at_setup setup;
	struct at_rng same;
	struct at_opening o;
	int viewer = (int)at_rng_below(rng, any_setup(game, rng, &setup) + 1) - 1;
	uint8_t persons = (uint8_t)(1 << (viewer + 1) >> 1);

	at_opening_init(&o, game, &setup, 77, NULL);
	o.clock = (uint8_t)at_rng_below(rng, 3);
	o.clock_base = 100000;
	if (at_rng_below(rng, 4) == 0)
		persons = 0;
	for (int i = 0; i < 2; i++) {
		struct watched *w = i ? &other : h;
		watched_init(w, &o);
		watched_sit(w, persons);
		at_rng_init(&same, 5, 5);
		watched_start(w, AT_DRAWS_FORCED, false, &same);
	}
	for (int k = 0; k < 150 && h->table.phase == AT_PLAYING; k++) {
		if (persons && at_rng_below(rng, 3) == 0)
			try_as(h, viewer, rng);
		else if (!go_on(h, viewer, rng))
			return;
		compare_jobs(h, viewer);
		differed += !same_bytes(&h->table.state, &other.table.state, sizeof h->table.state);
		for (int i = 0; i < setup.seats; i++)
			secrets += at_table_has_secrets(&h->table, i);
	}
}

static void two_worlds_look_alike(void **state)
{
	const struct at_game *game = *state;
	struct at_rng rng;

	differed = secrets = 0;
	for (int i = 0; i < rounds(game, 40); i++) {
		at_rng_init(&rng, the_seed, 4000 + (uint64_t)i);
		two_worlds_from(&the_house, game, &rng);
	}
	assert_int_equal(differed > 0, secrets > 0); /* else the test would show nothing */
}

/* --- all of them --- */

static const struct law list[] = {
    {"tables_keep_the_laws", tables_keep_the_laws},
    {"empty_tables_keep_the_laws", empty_tables_keep_the_laws},
    {"taking_back_and_going_on_changes_nothing", taking_back_and_going_on_changes_nothing},
    {"a_record_goes_on_as_it_would_have", a_record_goes_on_as_it_would_have},
    {"two_worlds_look_alike", two_worlds_look_alike},
};

/* table [GAME|all [SEED]] */
int main(int argc, char **argv)
{
	const struct laws laws[] = {LAWS(list), manners, fairness, apart, clients};
	const char *only = argc > 1 && strcmp(argv[1], "all") != 0 ? argv[1] : NULL;

	if (argc > 2)
		the_seed = strtoull(argv[2], NULL, 10);
	return run_laws("table", only, laws, 5);
}
