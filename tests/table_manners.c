/* The laws of the people at a table: clocks, consent, bots that stand in, ceilings, one screen for
 * several. */
#include "clock.h"
#include "table_laws.h"

#include <string.h>

/* A running game, with draws by the seed: the bits say which seats are persons. */
static void sit_down(struct watched *h, const struct at_game *game, uint8_t persons,
		     struct at_rng *rng)
{
	struct at_setup setup;
	struct at_opening o;

	any_setup(game, rng, &setup);
	at_opening_init(&o, game, &setup, 9, NULL);
	o.clock = (uint8_t)at_rng_below(rng, 3);
	o.clock_base = 60000;
	watched_init(h, &o);
	watched_sit(h, persons);
	watched_start(h, AT_DRAWS_SEED, false, rng);
}

static bool playing(const struct watched *h)
{
	return h->table.phase == AT_PLAYING && watched_has_room(h);
}

static void refused(struct watched *h, struct at_command c, const char *what)
{
	if (!watched_do(h, &c))
		broken(h, what);
}

static struct at_command by_person(const struct watched *h, int kind, int seat)
{
	return (struct at_command){.kind = (uint8_t)kind,
				   .seat = (int8_t)seat,
				   .person = h->table.seat[seat].person,
				   .present = 255,
				   .now = h->table.time};
}

/* --- clocks --- */

/* The running clock: that of a person who is present. */
static int running(const struct at_table *t)
{
	int seat = at_table_mover(t);

	return t->clock.kind && seat >= 0 && !t->held && !t->apart.paused && !at_table_bot_moves(t)
		   ? seat
		   : AT_NOBODY;
}

static bool happened(const struct watched *h, int kind)
{
	for (int i = 0; i < h->step.count; i++)
		if (h->step.events[i].kind == kind)
			return true;
	return false;
}

static void check_mover(const struct watched *h, const struct at_table *before, int seat)
{
	const struct at_table *t = &h->table;
	bool resumed = happened(h, AT_RESUMED);
	uint64_t spent = t->time - before->time;
	uint32_t had = at_table_time_left(before, seat, before->time);
	uint32_t due = resumed ? had : at_table_time_left(before, seat, t->time);
	uint32_t left = at_table_time_left(t, seat, t->time);

	if (had > left && had - left > spent)
		broken(h, "somebody is charged more time than has passed");
	if (happened(h, AT_TOOK_BACK) || happened(h, AT_CAME_BACK) || happened(h, AT_GAVE_TIME) ||
	    left == due)
		return;
	if (left < due)
		broken(h, "somebody is charged for time that was not theirs");
	if (at_table_mover(t) == seat)
		broken(h, "time grows while it runs");
	if (t->clock.kind != AT_CLOCK_GAME || left - due > t->clock.increment)
		broken(h, "a turn earns more than the increment");
}

static void check_clock(const struct watched *h, const struct at_table *before, struct at_rng *rng)
{
	const struct at_table *t = &h->table;

	for (int i = 0; i < t->opening.seats; i++) {
		uint32_t had = at_table_time_left(before, i, before->time);
		uint32_t left = at_table_time_left(t, i, t->time);
		uint64_t a = t->time + at_rng_below(rng, 9000) - at_rng_below(rng, 9000);
		if (!t->clock.kind && t->phase != AT_GATHERING)
			assert_int_equal(left, UINT32_MAX);
		if (at_table_time_left(t, i, a) < at_table_time_left(t, i, a + 500) && a + 500 > a)
			broken(h, "time comes back as it passes");
		if (i == running(before))
			check_mover(h, before, i);
		else if (left < had && !(at_table_mover(t) == i && left == t->clock.base))
			broken(h, "somebody is charged for the time of another");
	}
}

static void check_tick(const struct watched *h, const struct at_table *before)
{
	int seat = running(before);
	uint64_t now = h->table.time;

	if (happened(h, AT_OUT_OF_TIME) != (h->step.count > 0))
		return; /* draws that were due */
	if (happened(h, AT_OUT_OF_TIME)) {
		if (seat < 0 || at_table_time_left(before, seat, now) ||
		    !at_table_bot_moves(&h->table))
			broken(h, "somebody who has time is out of it");
	}
}

static void clocks_run_for_the_one_to_move(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;
	int out = 0;

	for (int i = 0; i < rounds(game, 30); i++) {
		at_rng_init(&rng, the_seed, 5000 + (uint64_t)i);
		any_table(h, game, &rng);
		for (int k = 0; k < 250 && playing(h); k++) {
			struct at_table before = h->table;
			struct at_command c = watched_any(h, &rng);
			if (k % 25 == 24) { /* so late that all time is used up */
				c.kind = AT_TICK;
				c.now = h->table.time + (uint64_t)2 * UINT32_MAX;
			}
			if (k == 200 && i % 8 == 0)
				c.now = UINT64_MAX - at_rng_below(&rng, 3);
			if (watched_do(h, &c)) {
				if (c.kind == AT_TICK)
					broken(h, h->fail.why);
				continue;
			}
			check_clock(h, &before, &rng);
			if (c.kind == AT_TICK)
				check_tick(h, &before);
			out += happened(h, AT_OUT_OF_TIME);
		}
	}
	assert_true(out > 0);
}

/* A turn that is played again and again earns one increment, and costs the next seat nothing. */
static void taking_back_earns_no_time(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_opening o;
	struct at_setup setup = {game->seats_max, 0};
	struct at_rng rng;
	int seat, next;
	uint32_t ply, had, its;
	at_move m;

	at_rng_init(&rng, the_seed, 6000);
	at_opening_init(&o, game, &setup, 9, NULL);
	o.clock = AT_CLOCK_GAME;
	o.clock_base = 100000;
	o.clock_increment = 5000;
	watched_init(h, &o);
	watched_sit(h, 255);
	watched_start(h, AT_DRAWS_SEED, false, &rng);
	do { /* until somebody passes the turn on */
		ply = watched_now(h)->ply;
		seat = at_table_mover(&h->table);
		m = any_move(watched_now(h), &rng);
		must(h, watched_move(h, m));
		next = at_table_mover(&h->table);
	} while (playing(h) && (next == seat || h->step.count > 1));
	if (!playing(h))
		return;
	had = h->table.clock.left[seat];
	its = h->table.clock.left[next];
	for (int i = 0; i < 20; i++) {
		struct at_command c = by_person(h, AT_TAKE_BACK, seat);
		c.ply = ply;
		c.now = h->table.time + 3000; /* during the next person's thinking */
		must(h, c);
		assert_int_equal(h->table.clock.left[next], its);
		must(h, watched_move(h, m));
		assert_int_equal(h->table.clock.left[seat], had);
	}
}

static void nobody_comes_back_for_more_time(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_opening o;
	struct at_setup setup = {game->seats_min, 0};
	struct at_rng rng;
	int seat;

	at_rng_init(&rng, the_seed, 6100);
	at_opening_init(&o, game, &setup, 9, NULL);
	o.clock = AT_CLOCK_TURN;
	o.clock_base = 3000;
	watched_init(h, &o);
	watched_sit(h, 255);
	watched_start(h, AT_DRAWS_SEED, false, &rng);
	seat = at_table_mover(&h->table);
	for (int i = 0; i < 3; i++) {
		struct at_command c = by_person(h, AT_TICK, seat);
		c.now = h->table.time + 60000;
		must(h, c);
		assert_int_equal(h->table.seat[seat].stand_in, AT_LATE);
		must(h, by_person(h, AT_COME_BACK, seat));
		assert_int_equal(at_table_time_left(&h->table, seat, h->table.time),
				 i ? 0 : AT_BACK_MS);
	}
}

/* --- consent --- */

enum { PLIES = 8192 };
static int8_t who[PLIES]; /* the author of the standing move at this ply; AT_NOBODY: a draw */

static void remember(const struct watched *h)
{
	for (int i = 0; i < h->step.count; i++)
		if (at_is_move(&h->step.events[i]) && h->step.events[i].ply < PLIES)
			who[h->step.events[i].ply] = h->step.events[i].seat;
}

static void play_some(struct watched *h, uint32_t n, struct at_rng *rng)
{
	while (n-- > 0 && playing(h)) {
		must(h, watched_move(h, any_move(watched_now(h), rng)));
		remember(h);
	}
}

/* Who has to agree, computed again. */
static uint8_t asked_for(const struct watched *h, int seat, uint32_t ply, uint8_t present)
{
	uint8_t set = 0;
	bool alone = true;

	for (uint32_t p = ply; p < watched_now(h)->ply; p++)
		alone &= who[p] == seat;
	for (int i = 0; i < h->table.opening.seats && !alone; i++)
		if (i != seat && h->table.seat[i].kind == AT_SEAT_PERSON &&
		    !h->table.seat[i].stand_in && present >> i & 1)
			set |= (uint8_t)(1 << i);
	return set;
}

static void everybody_agrees(struct watched *h, struct at_rng *rng)
{
	while (h->table.question.ask) {
		int i = (int)at_rng_below(rng, h->table.opening.seats);
		uint32_t ply = watched_now(h)->ply;
		uint8_t needs = h->table.question.needs;
		struct at_command c = by_person(h, AT_AGREE, i);
		if (!(needs >> i & 1)) {
			refused(h, c, "somebody agrees who is not asked");
			continue;
		}
		must(h, c);
		if (needs & (needs - 1)) /* not the last one */
			assert_int_equal(watched_now(h)->ply, ply);
	}
}

static void answer_somehow(struct watched *h, uint32_t ply, struct at_rng *rng)
{
	uint32_t now = watched_now(h)->ply;
	int asked = __builtin_ctz(h->table.question.needs);
	int asker = h->table.question.seat;

	switch (at_rng_below(rng, 6)) {
	case 0: must(h, by_person(h, AT_DECLINE, asked)); break;
	case 1: must(h, by_person(h, AT_DECLINE, asker)); break;
	case 2: play_some(h, 1, rng); break;
	case 3:
		if (at_rng_below(rng, 2) && h->table.seat[asker].kind == AT_SEAT_PERSON)
			asked = asker;
		must(h, by_person(h, AT_STAND_IN, asked));
		must(h, by_person(h, AT_COME_BACK, asked));
		break;
	default:
		everybody_agrees(h, rng);
		assert_int_equal(watched_now(h)->ply, ply);
		now = ply;
	}
	assert_int_equal(h->table.question.ask, 0);
	assert_true(watched_now(h)->ply >= now);
	refused(h, by_person(h, AT_AGREE, asked), "somebody agrees to nothing");
}

static void take_back_somehow(struct watched *h, struct at_rng *rng)
{
	uint32_t start = h->table.opening.start.head.ply;
	uint32_t now = watched_now(h)->ply;
	uint32_t ply = now - 1 - at_rng_below(rng, now - start) % (1 + at_rng_below(rng, 12));
	int seat = at_rng_below(rng, 4) && who[ply] >= 0
		       ? who[ply]
		       : (int)at_rng_below(rng, h->table.opening.seats);
	struct at_command c = by_person(h, AT_TAKE_BACK, seat);
	uint8_t needs;

	if (h->table.turn_backs >= AT_BACKS_MAX)
		return;
	c.present = (uint8_t)at_rng_next(rng);
	c.ply = ply;
	if (who[ply] != seat) {
		refused(h, c, "somebody takes back what is not theirs");
		return;
	}
	needs = asked_for(h, seat, ply, c.present);
	must(h, c);
	if (needs != h->table.question.needs)
		broken(h, "taking back asks the wrong people");
	assert_int_equal(watched_now(h)->ply, needs ? now : ply);
	if (needs)
		answer_somehow(h, ply, rng);
}

static void taking_back_asks_the_others_who_are_here(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 12); i++) {
		at_rng_init(&rng, the_seed, 7000 + (uint64_t)i);
		memset(who, AT_NOBODY, sizeof who);
		sit_down(h, game, at_rng_below(&rng, 3) ? 255 : (uint8_t)at_rng_next(&rng), &rng);
		remember(h);
		for (int k = 0; k < 60 && playing(h); k++) {
			play_some(h, 1 + at_rng_below(&rng, 4), &rng);
			if (playing(h))
				take_back_somehow(h, &rng);
		}
		watched_close(h);
	}
}

static void a_game_ends_early_when_all_agree(void **state)
{
	struct watched *h = &the_house;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 7500);
	sit_down(h, *state, 255, &rng);
	if (h->table.opening.seats > 1) {
		must(h, by_person(h, AT_ASK_TO_END, 0));
		assert_int_equal(h->table.question.needs, (1 << h->table.opening.seats) - 2);
		refused(h, by_person(h, AT_ASK_TO_END, 1), "two questions at once");
		play_some(h, 1, &rng);
		must(h, by_person(h, AT_ASK_TO_END, 0));
		everybody_agrees(h, &rng);
	} else {
		must(h, by_person(h, AT_ASK_TO_END, 0));
	}
	assert_int_equal(h->table.phase, AT_ABANDONED);
	assert_true(h->table.opened);
	must(h, (struct at_command){.kind = AT_TICK});
	assert_int_equal(h->step.count, 0);
	watched_close(h);
}

/* --- stand-ins, and late commands --- */

static void late(struct watched *h, struct at_command c)
{
	refused(h, c, "what was decided before is done");
	if (!h->fail.part || strcmp(h->fail.part, "late") != 0)
		broken(h, "what comes late is not refused as late");
}

static void what_comes_twice_is_late(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 4); i++) {
		at_rng_init(&rng, the_seed, 8000 + (uint64_t)i);
		sit_down(h, game, (uint8_t)at_rng_next(&rng), &rng);
		for (int k = 0; k < 80 && playing(h); k++) {
			struct at_command c = watched_move(h, any_move(watched_now(h), &rng));
			struct at_command back = {
			    .kind = AT_TAKE_BACK, .seat = c.seat, .ply = c.ply};
			must(h, c);
			if (!playing(h))
				break;
			late(h, c);
			if (k % 7)
				continue;
			must(h, back);
			late(h, c); /* in the same position, but before it was taken back */
			c.backs = h->table.backs;
			must(h, c);
		}
	}
}

static struct at_command answer_to(const struct watched *h, const struct at_job *job,
				   struct at_rng *rng)
{
	static struct at_answer answer;
	struct at_command c;

	answer.seat = job->seat;
	answer.ply = job->ply;
	answer.backs = job->backs;
	answer.count = 1;
	answer.moves[0] = any_move(watched_now(h), rng);
	at_answer_command(&answer, &c);
	return c;
}

/* Somebody leaves, a bot makes the next decision, and the person the one after that. */
static void leave_and_come_back(struct watched *h, int seat, struct at_rng *rng)
{
	static struct at_job job;
	struct at_command c, move = watched_move(h, any_move(watched_now(h), rng));
	int another = (seat + 1) % h->table.opening.seats;

	assert_false(at_table_job(&h->table, &job));
	move.person = AT_HOST;
	refused(h, move, "a bot moves for a person who is here");
	c = by_person(h, AT_STAND_IN, seat);
	c.level = 5;
	if (another != seat && h->table.seat[another].kind == AT_SEAT_PERSON &&
	    at_rng_below(rng, 2)) {
		c.person = h->table.seat[another].person;
		refused(h, c, "a bot stands in for somebody who is here");
		c.present = (uint8_t) ~(1 << seat);
	}
	must(h, c);
	assert_true(at_table_job(&h->table, &job));
	assert_int_equal(job.seat, seat);
	assert_int_equal(job.level, 5);
	c = answer_to(h, &job, rng);
	if (at_rng_below(rng, 2)) {
		must(h, c);
		if (playing(h) && at_table_mover(&h->table) != seat)
			return;
	}
	if (!playing(h))
		return;
	if (at_rng_below(rng, 2)) {
		must(h, by_person(h, AT_COME_BACK, seat));
		assert_false(at_table_job(&h->table, &job));
		refused(h, c, "a bot moves for a person who is back");
	}
	move = by_person(h, AT_MOVE, seat);
	move.ply = watched_now(h)->ply;
	move.backs = h->table.backs;
	move.count = 1;
	move.moves[0] = any_move(watched_now(h), rng);
	must(h, move);
	assert_int_equal(h->table.seat[seat].stand_in, AT_HERE);
	if (playing(h))
		late(h, c);
}

static void bots_stand_in_until_the_person_is_back(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 8); i++) {
		at_rng_init(&rng, the_seed, 8500 + (uint64_t)i);
		sit_down(h, game, (uint8_t)at_rng_next(&rng), &rng);
		for (int k = 0; k < 40 && playing(h); k++) {
			int seat = at_table_mover(&h->table);
			if (h->table.seat[seat].kind != AT_SEAT_PERSON ||
			    h->table.seat[seat].stand_in)
				must(h, watched_move(h, any_move(watched_now(h), &rng)));
			else
				leave_and_come_back(h, seat, &rng);
		}
	}
}

/* --- limits --- */

static void play_to_the_end(struct watched *h, struct at_rng *rng)
{
	while (h->table.phase == AT_PLAYING) {
		assert_true(watched_has_room(h));
		assert_true(at_table_mover(&h->table) >= 0);
		must(h, watched_move(h, any_move(watched_now(h), rng)));
	}
	assert_int_equal(h->table.phase, AT_FINISHED);
	assert_true(h->table.opened);
}

static void ceilings_hold_and_moves_do_not_meet_them(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;
	int backs = 0;

	assert_true(game->plies_max + AT_SPARE_EVENTS <= AT_EVENTS_MAX);
	at_rng_init(&rng, the_seed, 9000);
	sit_down(h, game, 255, &rng);
	for (;; backs++) {
		struct at_command move = watched_move(h, any_move(watched_now(h), &rng));
		struct at_command back = {.kind = AT_TAKE_BACK, .seat = move.seat, .ply = move.ply};
		must(h, move);
		if (watched_do(h, &back))
			break;
	}
	assert_int_equal(backs, AT_BACKS_MAX);
	for (;;) { /* a long chat */
		struct at_command ask = by_person(h, AT_ASK_TO_END, 0);
		if (h->table.opening.seats == 1 || watched_do(h, &ask))
			break;
		must(h, by_person(h, AT_DECLINE, 1));
	}
	if (h->table.opening.seats > 1) { /* a person who is away can be replaced and comes back */
		struct at_command away = by_person(h, AT_STAND_IN, 1);
		assert_true(h->table.spare_events > AT_SPARE_EVENTS / 2);
		refused(h, by_person(h, AT_STAND_IN, 0), "talk has no end");
		away.person = h->table.seat[0].person;
		away.present = 1;
		must(h, away);
		must(h, by_person(h, AT_COME_BACK, 1));
	}
	play_to_the_end(h, &rng);
	must(h, (struct at_command){.kind = AT_TICK, .now = 1});
	assert_int_equal(h->step.count, 0);
	watched_close(h);
}

/* --- one screen --- */

static void a_screen_shows_no_secret_unasked(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_screen s;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 8); i++) {
		int confirmed = AT_NOBODY;
		at_rng_init(&rng, the_seed, 9500 + (uint64_t)i);
		sit_down(h, game, (uint8_t)at_rng_next(&rng), &rng);
		at_screen_init(&s, &h->table);
		for (int k = 0; k < 150 && watched_has_room(h); k++) {
			struct at_command c = watched_any(h, &rng);
			int eyes = at_screen_eyes(&s), mover = at_table_mover(&h->table);
			if (s.cover >= 0) {
				confirmed = AT_NOBODY;
				assert_int_equal(eyes, AT_PUBLIC);
			}
			if (eyes >= 0 && (s.persons & (s.persons - 1)) && eyes != confirmed) {
				if (at_table_has_secrets(&h->table, eyes))
					broken(h,
					       "a screen shows a secret before its owner is there");
				confirmed = eyes;
			}
			if (mover >= 0 && s.persons >> mover & 1 && !at_table_bot_moves(&h->table))
				assert_true(eyes == mover || s.cover == mover);
			if (s.cover >= 0 && at_rng_below(&rng, 3)) {
				confirmed = s.cover;
				at_screen_uncover(&s);
				assert_int_equal(at_screen_eyes(&s), confirmed);
			}
			watched_do(h, &c);
			at_screen_follow(&s, &h->table);
			if (at_rng_below(&rng, 2))
				at_screen_follow(&s, &h->table);
		}
	}
}

static const struct law list[] = {
    {"clocks_run_for_the_one_to_move", clocks_run_for_the_one_to_move},
    {"taking_back_earns_no_time", taking_back_earns_no_time},
    {"nobody_comes_back_for_more_time", nobody_comes_back_for_more_time},
    {"taking_back_asks_the_others_who_are_here", taking_back_asks_the_others_who_are_here},
    {"a_game_ends_early_when_all_agree", a_game_ends_early_when_all_agree},
    {"what_comes_twice_is_late", what_comes_twice_is_late},
    {"bots_stand_in_until_the_person_is_back", bots_stand_in_until_the_person_is_back},
    {"ceilings_hold_and_moves_do_not_meet_them", ceilings_hold_and_moves_do_not_meet_them},
    {"a_screen_shows_no_secret_unasked", a_screen_shows_no_secret_unasked},
    {"analysis_is_a_sequence_of_jobs", analysis_is_a_sequence_of_jobs},
    {"analysis_by_a_bot_is_the_same_twice", analysis_by_a_bot_is_the_same_twice},
};
const struct laws manners = LAWS(list);
