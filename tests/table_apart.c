/* The laws for people who are apart in time (absence.h). */
#include "absence.h"
#include "clock.h"
#include "fair.h"
#include "table_laws.h"

#include <string.h>

enum { ALONE = AT_CLOCK_GAME + 1 }; /* no clock, and bots on all seats but the first */

/* A game of persons that is being played, with this clock. */
static void sit_apart(struct watched *h, const struct at_game *game, int seats, int clock,
		      uint32_t base, struct at_rng *rng)
{
	struct at_setup setup = {(uint8_t)seats, 0};
	struct at_opening o;

	if (at_opening_init(&o, game, &setup, 9, NULL)) {
		any_setup(game, rng, &setup);
		at_opening_init(&o, game, &setup, 9, NULL);
	}
	o.version = AT_TABLE_APART;
	o.clock = (uint8_t)(clock == ALONE ? AT_CLOCK_NONE : clock);
	o.clock_base = base;
	watched_init(h, &o);
	watched_sit(h, clock == ALONE ? 1 : 255);
	watched_start(h, AT_DRAWS_SEED, false, rng);
}

static void sit_somehow(struct watched *h, const struct at_game *game, struct at_rng *rng)
{
	static const uint32_t bases[] = {60000, 3600000, AT_DAYS_MS, 3 * AT_DAY_MS};
	uint32_t seats =
	    game->seats_min + at_rng_below(rng, game->seats_max - game->seats_min + 1u);

	sit_apart(h, game, (int)seats, (int)at_rng_below(rng, 3), bases[at_rng_below(rng, 4)], rng);
}

static bool playing(const struct watched *h)
{
	return h->table.phase == AT_PLAYING && watched_has_room(h);
}

static struct at_command by(const struct watched *h, int kind, int seat)
{
	return (struct at_command){.kind = (uint8_t)kind,
				   .seat = (int8_t)seat,
				   .person = h->table.seat[seat].person,
				   .level = 2,
				   .now = h->table.time};
}

static struct at_command by_host(const struct watched *h, int kind)
{
	return (struct at_command){.kind = (uint8_t)kind, .now = h->table.time};
}

/* Another person acts about this seat. */
static struct at_command by_other(const struct watched *h, int kind, int seat)
{
	struct at_command c = by(h, kind, seat);

	c.person = h->table.seat[(seat + 1) % h->table.opening.seats].person;
	return c;
}

static void refused(struct watched *h, struct at_command c, const char *what)
{
	if (!watched_do(h, &c))
		broken(h, what);
}

static bool happened(const struct watched *h, int kind)
{
	for (int i = 0; i < h->step.count; i++)
		if (h->step.events[i].kind == kind)
			return true;
	return false;
}

static uint8_t all_but(const struct watched *h, int seat)
{
	return (uint8_t)(((1 << h->table.opening.seats) - 1) & ~(1 << seat));
}

static void next_turn(struct watched *h, struct at_rng *rng)
{
	int seat = at_table_mover(&h->table);

	while (playing(h) && at_table_mover(&h->table) == seat)
		must(h, watched_move(h, any_move(watched_now(h), rng)));
}

/* --- questions --- */

static void lapse(struct watched *h)
{
	struct at_command tick = by_host(h, AT_TICK);
	uint64_t end = h->table.apart.lapses;
	int asker = h->table.question.seat;

	tick.now = end - 1;
	must(h, tick);
	if (!h->table.question.ask)
		broken(h, "a question lapses before its time");
	tick.now = end;
	for (int i = 0; i < 2 && h->table.question.ask; i++) /* first the mover's time */
		must(h, tick);
	if (h->table.question.ask || h->table.phase != AT_PLAYING)
		broken(h, "a question does not lapse, or silence agrees");
	if (h->table.seat[asker].stand_in == AT_HERE)
		refused(h, by(h, AT_ASK_TO_END, asker), "somebody asks twice in one turn");
}

static void silence_never_agrees(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 8); i++) {
		at_rng_init(&rng, the_seed, 10000 + (uint64_t)i);
		sit_somehow(h, game, &rng);
		if (h->table.opening.seats == 1)
			continue;
		for (int k = 0; k < 12 && playing(h); k++) {
			int asker = (int)at_rng_below(&rng, h->table.opening.seats);
			struct at_command agree = by(h, AT_AGREE, (asker + 1) % 2);
			next_turn(h, &rng);
			if (!playing(h))
				break;
			must(h, by(h, AT_ASK_TO_END, asker)); /* nobody is present */
			if (h->table.question.needs != all_but(h, asker))
				broken(h, "somebody is not asked");
			agree.person = AT_HOST;
			refused(h, agree, "the host agrees for somebody");
			if (k % 3 == 0) {
				lapse(h);
				break;
			}
			if (k % 3 == 1) { /* overtaken by a move */
				must(h, watched_move(h, any_move(watched_now(h), &rng)));
				assert_int_equal(h->table.question.ask, 0);
			} else {
				must(h, by(h, AT_DECLINE, asker));
			}
		}
	}
}

static void who_left_is_not_asked_and_others_are(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;
	int last = game->seats_max - 1;

	if (last < 1)
		return;
	at_rng_init(&rng, the_seed, 10100);
	sit_apart(h, game, game->seats_max, AT_CLOCK_NONE, 0, &rng);
	must(h, by_other(h, AT_STAND_IN, last)); /* a bot that others put in */
	assert_int_equal(h->table.seat[last].stand_in, AT_AWAY);
	must(h, by(h, AT_ASK_TO_END, 0));
	assert_int_equal(h->table.question.needs, all_but(h, 0));
	must(h, by(h, AT_STAND_IN, last)); /* now the person leaves */
	assert_int_equal(h->table.phase, AT_PLAYING);
	assert_int_equal(h->table.question.needs, all_but(h, 0) & ~(1 << last));
	if (h->table.question.ask)
		must(h, by(h, AT_DECLINE, 0));
	must(h, by(h, AT_COME_BACK, last));
	must(h, by(h, AT_ASK_TO_END, 1));
	assert_int_equal(h->table.question.needs, all_but(h, 1));
	for (int i = 0; i < h->table.opening.seats; i++)
		if (i != 1)
			must(h, by(h, AT_AGREE, i));
	assert_int_equal(h->table.phase, AT_ABANDONED);
	assert_int_equal(h->table.apart.ending, AT_ENDING_AGREED);
	assert_int_equal(h->table.apart.enders, 2);
}

/* --- taking back --- */

/* Who must agree, computed again; *drawn: something was drawn since. */
static uint8_t asked_for(const struct watched *h, int seat, uint32_t ply, bool *drawn)
{
	bool free = at_table_mover(&h->table) == seat;
	uint32_t at = watched_now(h)->ply;

	*drawn = false;
	for (uint32_t i = h->table.events; i-- > 0 && at > ply;) {
		const struct at_event *e = &h->log[i];
		if ((e->kind != AT_DECIDED && e->kind != AT_DREW) || e->ply + 1 != at)
			continue;
		at--;
		*drawn |= e->kind == AT_DREW;
		free &= e->kind == AT_DECIDED && e->seat == seat;
	}
	return free ? 0 : all_but(h, seat);
}

static void take_back(struct watched *h, struct at_rng *rng)
{
	struct at_events log = watched_log(h);
	int seat = (int)at_rng_below(rng, h->table.opening.seats);
	struct at_command c = by(h, AT_TAKE_BACK, seat);
	uint32_t now = watched_now(h)->ply;
	uint8_t needs, told;
	bool drawn;

	c.ply = at_table_back_to(&h->table, &log, seat, 0, &told);
	if (c.ply == UINT32_MAX || h->table.turn_backs >= AT_BACKS_MAX)
		return;
	needs = asked_for(h, seat, c.ply, &drawn);
	assert_int_equal(told, needs);
	if (h->table.apart.askers >> seat & 1 && needs)
		return;
	if (!needs && drawn) {
		refused(h, c, "somebody alone takes back what was drawn");
		return;
	}
	must(h, c);
	if (needs != h->table.question.needs)
		broken(h, "taking back asks the wrong people");
	assert_int_equal(watched_now(h)->ply, needs ? now : c.ply);
	for (int i = 0; needs && i < h->table.opening.seats; i++)
		if (i != seat)
			must(h, by(h, AT_AGREE, i));
	assert_int_equal(watched_now(h)->ply, c.ply);
}

static void taking_back_shows_nothing_for_free(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 8); i++) {
		at_rng_init(&rng, the_seed, 10200 + (uint64_t)i);
		sit_somehow(h, game, &rng);
		for (int k = 0; k < 60 && playing(h); k++) {
			must(h, watched_move(h, any_move(watched_now(h), &rng)));
			if (playing(h) && h->table.opening.seats > 1)
				take_back(h, &rng);
		}
	}
}

static void nobody_alone_takes_back_what_was_drawn(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10250);
	sit_apart(h, game, game->seats_max, ALONE, 0, &rng);
	for (int k = 0; k < 200 && playing(h); k++) {
		struct at_events log = watched_log(h);
		struct at_command c = by(h, AT_TAKE_BACK, 0);
		uint8_t needs;
		bool drawn;
		c.ply = at_table_back_to(&h->table, &log, 0, 255, &needs);
		assert_int_equal(needs, 0);
		if (c.ply != UINT32_MAX && at_rng_below(&rng, 4) == 0 &&
		    h->table.turn_backs < AT_BACKS_MAX) {
			asked_for(h, 0, c.ply, &drawn);
			if (drawn)
				refused(h, c, "somebody alone takes back what was drawn");
			else
				must(h, c);
		}
		must(h, watched_move(h, any_move(watched_now(h), &rng)));
	}
}

/* People who left must agree, too, if a move of theirs would be taken back. */
static void whose_move_goes_agrees(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_events log;
	struct at_rng rng;
	uint8_t needs;
	int first;

	if (game->seats_max < 2)
		return;
	at_rng_init(&rng, the_seed, 10300);
	sit_apart(h, game, game->seats_max, AT_CLOCK_NONE, 0, &rng);
	first = at_table_mover(&h->table);
	next_turn(h, &rng);
	if (!playing(h))
		return;
	must(h, watched_move(h, any_move(watched_now(h), &rng)));
	for (int i = 0; i < h->table.opening.seats && playing(h); i++)
		if (i != first)
			must(h, by(h, AT_STAND_IN, i));
	log = watched_log(h);
	at_table_back_to(&h->table, &log, first, 255, &needs);
	if (!needs)
		broken(h, "somebody's move goes without being asked");
}

/* --- leaving --- */

static void resigning_always_works(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_command pause;
	struct at_rng rng;

	for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
		at_rng_init(&rng, the_seed, 10400 + (uint64_t)seats);
		sit_apart(h, game, seats, (int)at_rng_below(&rng, 3), 60000, &rng);
		pause = by_host(h, AT_PAUSE);
		while (!watched_do(h, &pause)) { /* until the log is full */
			struct at_command on = by_host(h, AT_GO_ON);
			on.here = 255;
			on.level = 1;
			must(h, on);
		}
		refused(h, by(h, AT_ASK_TO_END, 0), "talk has no end");
		for (int i = 0; i < seats && h->table.phase == AT_PLAYING; i++) {
			must(h, by(h, AT_RESIGN, i));
			assert_int_equal(h->table.seat[i].stand_in, AT_GAVE_UP);
			refused(h, by(h, AT_RESIGN, i), "somebody resigns twice");
			refused(h, by(h, AT_COME_BACK, i), "who resigned comes back");
			if (seats > 2 && i == 0) {
				assert_int_equal(h->table.phase, AT_PLAYING);
				assert_int_equal(at_table_asked(&h->table), all_but(h, 0));
			}
			if (seats <= 2)
				assert_int_equal(h->table.phase, AT_ABANDONED);
		}
		assert_true(h->table.phase >= AT_FINISHED);
		if (h->table.phase == AT_ABANDONED)
			assert_int_equal(h->table.apart.ending, AT_ENDING_RESIGNED);
	}
}

static void nobody_waits_for_who_is_no_more(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_command erase;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10500);
	sit_apart(h, game, game->seats_max, AT_CLOCK_NONE, 0, &rng);
	for (int i = 0; i < h->table.opening.seats; i++) {
		erase = by(h, AT_ERASE, i);
		refused(h, erase, "somebody says that they are no more");
		erase.person = AT_HOST;
		must(h, erase);
		if (h->table.phase != AT_PLAYING)
			break;
		refused(h, by(h, AT_COME_BACK, i), "who is no more comes back");
		assert_int_equal(at_table_asked(&h->table) >> i & 1, 0);
	}
	assert_int_equal(h->table.apart.ending, AT_ENDING_ABANDONED);
}

/* --- when bots move --- */

static void no_bot_moves_before_the_time(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_command c;
	struct at_rng rng;
	int seat;

	if (game->seats_max < 2)
		return;
	for (int clock = AT_CLOCK_NONE; clock <= AT_CLOCK_GAME; clock++) {
		at_rng_init(&rng, the_seed, 10600 + (uint64_t)clock);
		sit_apart(h, game, game->seats_max, clock, 3 * AT_DAY_MS, &rng);
		seat = at_table_mover(&h->table);
		c = by_other(h, AT_STAND_IN, seat);
		if (clock) {
			refused(h, c, "others let a bot play while a clock runs");
			c = by_host(h, AT_TICK);
			c.now = h->table.clock.since + 3 * AT_DAY_MS - 1;
			must(h, c);
			assert_false(at_table_bot_moves(&h->table));
			c.now++;
			must(h, c);
			assert_int_equal(h->table.seat[seat].stand_in, AT_LATE);
			continue;
		}
		c.present = 255;
		refused(h, c, "a bot moves for somebody who is here");
		c.present = 0;
		must(h, c);
		assert_true(at_table_bot_moves(&h->table));
	}
}

static void who_leaves_two_nudges_is_away(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_command nudge, in;
	struct at_rng rng;
	int seat;

	if (game->seats_max < 2)
		return;
	at_rng_init(&rng, the_seed, 10700);
	sit_apart(h, game, game->seats_max, AT_CLOCK_NONE, 0, &rng);
	seat = at_table_mover(&h->table);
	nudge = by_other(h, AT_NUDGE, seat);
	nudge.now = h->table.apart.moved + AT_IDLE_MS - 1;
	refused(h, nudge, "somebody is nudged before ten minutes");
	for (int i = 0; i < AT_NUDGES; i++) {
		nudge.now = i ? h->table.time + AT_NUDGE_MS : nudge.now + 1;
		must(h, nudge);
		in = by_other(h, AT_STAND_IN, seat);
		in.present = 255;
		refused(h, in, "a nudge gives no time to move");
		in.now += i ? 0 : AT_NUDGE_MS;
		refused(h, in, "one nudge is enough");
		refused(h, by_other(h, AT_NUDGE, seat), "nudges come one on the other");
	}
	in.now = h->table.time + AT_NUDGE_MS;
	must(h, in);
	assert_int_equal(h->table.seat[seat].stand_in, AT_AWAY);
	must(h, by(h, AT_COME_BACK, seat));
	must(h, watched_move(h, any_move(watched_now(h), &rng)));
	assert_int_equal(h->table.apart.nudges, 0);
}

static void a_game_ends_when_somebody_does_not_come_back(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_command end, tick;
	struct at_rng rng;
	int late, other;

	if (game->seats_max < 2)
		return;
	for (int days = 0; days < 2; days++) {
		at_rng_init(&rng, the_seed, 10800 + (uint64_t)days);
		sit_apart(h, game, game->seats_max, days ? AT_CLOCK_TURN : AT_CLOCK_NONE, AT_DAY_MS,
			  &rng);
		late = at_table_mover(&h->table);
		other = (late + 1) % h->table.opening.seats;
		end = by(h, AT_END_ABSENT, other);
		end.gone = (uint8_t)(days ? 255 : 0);
		refused(h, end, "a game ends though nobody is gone");
		end.gone = (uint8_t)(days ? 0 : 1 << late);
		if (days) {
			tick = by_host(h, AT_TICK);
			tick.now = h->table.clock.since + AT_DAY_MS;
			must(h, tick);
			end.now = tick.now;
		}
		must(h, end);
		for (int i = 0; h->table.phase == AT_PLAYING && i < h->table.opening.seats; i++)
			if (i != late && i != other)
				must(h, by(h, AT_AGREE, i));
		assert_int_equal(h->table.phase, AT_ABANDONED);
		assert_int_equal(h->table.apart.ending, AT_ENDING_ABSENT);
		assert_int_equal(h->table.apart.enders, 1 << late);
	}
}

/* --- pauses --- */

static void bots_do_not_play_alone(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_command pause, on;
	struct at_rng rng;
	uint32_t left;
	int seat;

	at_rng_init(&rng, the_seed, 10900);
	sit_apart(h, game, game->seats_max, AT_CLOCK_TURN, 60000, &rng);
	seat = at_table_mover(&h->table);
	pause = by_host(h, AT_PAUSE);
	pause.here = 1;
	refused(h, pause, "a table pauses though somebody is here");
	pause.here = 0;
	pause.now = h->table.clock.since + 1000;
	must(h, pause);
	left = at_table_time_left(&h->table, seat, h->table.time);
	assert_int_equal(at_table_time_left(&h->table, seat, h->table.time + AT_DAY_MS), left);
	on = by_host(h, AT_TICK);
	on.now = h->table.time + AT_DAY_MS;
	must(h, on);
	assert_int_equal(h->step.count, 0);
	on.kind = AT_GO_ON;
	refused(h, on, "a table goes on though nobody is here");
	on.here = all_but(h, seat);
	if (on.here) {
		refused(h, on, "a table goes on before the mover is back");
		on.level = 1; /* for a while */
		must(h, on);
		must(h, pause);
		on.level = 0;
	}
	on.here = (uint8_t)(1 << seat);
	must(h, on);
	assert_int_equal(at_table_time_left(&h->table, seat, h->table.time), left);
	pause.now = h->table.time;
	must(h, pause);
	must(h, watched_move(h, any_move(watched_now(h), &rng))); /* the mover is present */
	assert_true(happened(h, AT_WENT_ON));
}

static void a_paused_table_has_no_bots_and_ends_after_sixty_days(void **state)
{
	static struct at_job job;
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_command c;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 11000);
	sit_apart(h, game, game->seats_max, AT_CLOCK_TURN, 3 * AT_DAY_MS, &rng);
	for (int i = 0; i < h->table.opening.seats; i++) {
		c = by_host(h, AT_PAUSE);
		refused(h, c, "a table of days pauses though somebody plays");
		must(h, by(h, AT_STAND_IN, i));
	}
	assert_true(at_table_job(&h->table, &job));
	must(h, c);
	assert_false(at_table_job(&h->table, &job));
	c.kind = AT_TICK;
	c.now = h->table.apart.paused + AT_ABANDON_MS - 1;
	must(h, c);
	assert_int_equal(h->table.phase, AT_PLAYING);
	c.now++;
	must(h, c);
	assert_int_equal(h->table.phase, AT_ABANDONED);
	assert_int_equal(h->table.apart.ending, AT_ENDING_ABANDONED);
}

static void a_day_is_a_gift_once_a_turn(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_command give;
	struct at_rng rng;
	uint32_t had;
	int seat;

	if (game->seats_max < 2)
		return;
	for (int days = 0; days < 2; days++) {
		at_rng_init(&rng, the_seed, 11100);
		sit_apart(h, game, game->seats_max, AT_CLOCK_TURN,
			  days ? AT_DAYS_MS : AT_DAYS_MS - 1, &rng);
		seat = at_table_mover(&h->table);
		had = at_table_time_left(&h->table, seat, h->table.time);
		give = by_other(h, AT_GIVE_TIME, seat);
		if (!days) {
			refused(h, give, "a day is given where turns are short");
			continue;
		}
		refused(h, by(h, AT_GIVE_TIME, seat), "somebody gives time to themselves");
		must(h, give);
		assert_int_equal(at_table_time_left(&h->table, seat, h->table.time),
				 had + AT_DAY_MS);
		refused(h, give, "somebody gives twice in one turn");
	}
}

static void tables_of_before_keep_their_laws(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_setup setup;
	struct at_opening o;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 11200);
	any_setup(game, &rng, &setup);
	at_opening_init(&o, game, &setup, 9, NULL);
	watched_init(h, &o);
	watched_sit(h, 255);
	watched_start(h, AT_DRAWS_SEED, false, &rng);
	for (int kind = AT_RESIGN; kind < AT_COMMAND_KINDS; kind++)
		for (int seat = 0; seat < setup.seats; seat++) {
			refused(h, by(h, kind, seat), "a table has laws that it was not made with");
			refused(h, by_other(h, kind, seat), "a table has laws of later");
		}
	for (int kind = AT_REPLACED; kind < AT_EVENT_KINDS; kind++) {
		struct at_event e = {
		    .kind = (uint8_t)kind, .number = h->table.events, .what = AT_ENDING_ABSENT};
		struct at_events log = watched_log(h);
		for (e.seat = AT_NOBODY; e.seat < setup.seats; e.seat++)
			assert_int_not_equal(at_table_apply(&h->table, &log, &e, NULL), AT_OK);
	}
	must(h, by(h, AT_ASK_TO_END, 0)); /* nobody is present: it ends */
	assert_int_equal(h->table.phase, AT_ABANDONED);
}

static void draws_wait_a_day_where_turns_take_days(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_setup setup;
	struct at_opening o;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 11300);
	any_setup(game, &rng, &setup);
	at_opening_init(&o, game, &setup, 9, NULL);
	o.clock = AT_CLOCK_TURN;
	o.clock_base = AT_DAYS_MS;
	watched_promise(&o);
	for (int version = AT_TABLE_VERSION; version <= AT_TABLE_APART; version++) {
		struct at_command silent = {.kind = AT_CALL_SILENT};
		uint64_t wait = version == AT_TABLE_APART ? AT_DAY_MS : AT_OPEN_MS;
		o.version = (uint8_t)version;
		watched_init(h, &o);
		watched_sit(h, 255);
		silent.now = h->table.full + wait - 1;
		refused(h, silent, "somebody is called silent before the time");
		silent.now++;
		must(h, silent);
	}
}

/* A seat changes hands by the host alone: whoever has it sees its hand, and the one before does
 * not. */
static void only_the_host_gives_a_seat_away(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10900);
	sit_apart(h, game, game->seats_max, AT_CLOCK_TURN, 3 * AT_DAY_MS, &rng);
	int seats = h->table.opening.seats, last = seats - 1;
	if (seats < 2)
		return;
	struct at_command c = by_host(h, AT_RESEAT);
	uint32_t was = h->table.seat[last].person, other = h->table.seat[0].person;
	c.seat = (int8_t)last;
	c.ply = 900;
	c.person = was;
	refused(h, c, "somebody gives their own seat away");
	c.person = other;
	refused(h, c, "somebody gives another's seat away");
	c.person = AT_HOST;
	c.ply = other;
	refused(h, c, "somebody gets two seats");
	c.ply = 0;
	refused(h, c, "nobody gets a seat");
	c.ply = 900;
	must(h, c);
	if (at_table_seat_of(&h->table, was) >= 0 || at_table_seat_of(&h->table, 900) != last ||
	    !happened(h, AT_RESEATED))
		broken(h, "the seat is not the other's");
	c = by(h, AT_RESIGN, last);
	c.person = was;
	refused(h, c, "the one before still decides");
	must(h, by(h, AT_RESIGN, last));
}

static const struct law list[] = {
    {"only_the_host_gives_a_seat_away", only_the_host_gives_a_seat_away},
    {"silence_never_agrees", silence_never_agrees},
    {"who_left_is_not_asked_and_others_are", who_left_is_not_asked_and_others_are},
    {"taking_back_shows_nothing_for_free", taking_back_shows_nothing_for_free},
    {"nobody_alone_takes_back_what_was_drawn", nobody_alone_takes_back_what_was_drawn},
    {"whose_move_goes_agrees", whose_move_goes_agrees},
    {"resigning_always_works", resigning_always_works},
    {"nobody_waits_for_who_is_no_more", nobody_waits_for_who_is_no_more},
    {"no_bot_moves_before_the_time", no_bot_moves_before_the_time},
    {"who_leaves_two_nudges_is_away", who_leaves_two_nudges_is_away},
    {"a_game_ends_when_somebody_does_not_come_back", a_game_ends_when_somebody_does_not_come_back},
    {"bots_do_not_play_alone", bots_do_not_play_alone},
    {"a_paused_table_has_no_bots_and_ends_after_sixty_days",
     a_paused_table_has_no_bots_and_ends_after_sixty_days},
    {"a_day_is_a_gift_once_a_turn", a_day_is_a_gift_once_a_turn},
    {"draws_wait_a_day_where_turns_take_days", draws_wait_a_day_where_turns_take_days},
    {"tables_of_before_keep_their_laws", tables_of_before_keep_their_laws},
};
const struct laws apart = LAWS(list);
