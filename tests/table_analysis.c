/* The laws of the analysis: which jobs it has, and its results for any answers. */
#include "analysis.h"
#include "knowledge.h"
#include "table_laws.h"

#include <stdlib.h>
#include <string.h>

enum { NOTES = 4096, BOT_JOBS = 24 };
static struct at_note first[NOTES], again[NOTES];
static struct at_analysis analysis;
static struct at_job job;
static struct at_answer answer;

static void play_a_game(struct watched *h, const struct at_game *game, struct at_rng *rng)
{
	struct at_setup setup;
	struct at_opening o;

	any_setup(game, rng, &setup);
	at_opening_init(&o, game, &setup, 9, NULL);
	watched_init(h, &o);
	watched_sit(h, 1);
	watched_start(h, AT_DRAWS_SEED, false, rng);
	for (int i = 0; h->table.phase == AT_PLAYING && watched_now(h)->ply < NOTES; i++) {
		struct at_command c = watched_move(h, any_move(watched_now(h), rng));
		must(h, c);
		if (i % 20 == 0)
			must(h, (struct at_command){
				    .kind = AT_TAKE_BACK, .seat = c.seat, .ply = c.ply});
	}
}

static bool near(double x, double y)
{
	return x - y < 1e-9 && y - x < 1e-9;
}

static void any_candidate(struct at_candidate *c, struct at_rng *rng)
{
	c->visits = 1 + at_rng_below(rng, 9);
	c->error = at_rng_below(rng, 200) / 1000.0;
	for (int i = 0; i < AT_SEATS_MAX; i++) {
		c->win[i] = at_rng_below(rng, 1000) / 1000.0;
		c->points[i] = at_rng_below(rng, 90);
	}
}

/* An answer that depends only on the job, as a bot's does, and is otherwise random. */
static void think_wildly(const struct watched *h)
{
	union at_any s = job.state;
	struct at_rng rng;
	bool same = true;

	at_rng_init(&rng, job.seed, job.kind);
	memset(&answer, 0, sizeof answer);
	answer.kind = job.kind;
	answer.seat = job.seat;
	any_candidate(&answer.own, &rng);
	any_candidate(&answer.best, &rng);
	for (int i = 0; job.kind == AT_JOB_JUDGE && i < AT_TURN_MAX && s.head.turn == job.seat;
	     i++) {
		same = same && i < job.count && at_rng_below(&rng, 4);
		at_move m = same ? job.moves[i] : any_move(&s.head, &rng);
		answer.moves[answer.count++] = m;
		h->game->apply(&s.head, m);
	}
	for (int i = 0; i < AT_SEATS_MAX; i++)
		answer.luck.win[i] = at_rng_below(&rng, 100) / 100.0 - 0.5;
}

/* The judgements and draws that are needed: none without a choice, and one for a turn that the
 * bots plan as one, from its first choice on. */
static void count_jobs(const struct watched *h, int *judges, int *draws)
{
	static struct at_walk walk;
	bool together = at_knowledge_of(h->game)->long_turns;
	struct at_events log = watched_log(h);
	const struct at_event *e;
	at_move list[AT_MOVES_MAX];
	int seat = AT_NOBODY, length = 0;

	*judges = *draws = 0;
	assert_int_equal(at_walk_begin(&walk, &h->table, &log, UINT32_MAX, NULL), AT_OK);
	while ((e = at_walk_move(&walk, &log))) {
		bool choice = at_moves(&walk.state.head, list) > 1;
		if (e->kind == AT_DREW || e->seat != seat || length == AT_TURN_MAX)
			seat = AT_NOBODY;
		*draws += e->kind == AT_DREW && choice;
		if (e->kind == AT_DECIDED && choice && seat == AT_NOBODY) {
			++*judges;
			length = 0;
			seat = together ? e->seat : AT_NOBODY;
		}
		length++;
		assert_int_equal(at_walk_step(&walk, e, NULL), AT_OK);
	}
}

static void check_notes(const struct watched *h, const struct at_note *notes)
{
	uint32_t n = at_analysis_size(&h->table);

	assert_int_equal(analysis.done, n);
	assert_int_equal(analysis.settled, n);
	for (uint32_t i = 0; i < n; i++) {
		const struct at_note *note = &notes[i];
		if (note->seat < 0)
			continue;
		if (note->loss_win < 0 || note->loss_points < 0)
			broken(h, "a move loses less than nothing");
		if (note->forced && (note->loss_win > 0 || note->loss_points > 0))
			broken(h, "a forced move loses something");
		if (note->loss_win > note->best.win[note->seat])
			broken(h, "a move loses more than there was");
		if (note->loss_win > 0 && note->loss_win <= note->error)
			broken(h, "an accident counts as a loss");
	}
}

/* A seat's share at the start, its losses, gains and luck add up to its result. */
static void check_sums(const struct watched *h, const struct at_note *notes)
{
	double came[AT_SEATS_MAX], lost[AT_SEATS_MAX] = {0}, luck[AT_SEATS_MAX] = {0};
	struct at_score scores[AT_SEATS_MAX];
	bool over = watched_now(h)->turn == AT_OVER;

	at_judge(watched_now(h), scores, came);
	for (uint32_t i = 0; i < at_analysis_size(&h->table); i++)
		for (int k = 0; k < h->table.opening.seats; k++) {
			lost[k] += notes[i].seat == k ? notes[i].loss_win : 0;
			luck[k] += notes[i].seat < 0 ? notes[i].luck.win[k] : 0;
		}
	for (int k = 0; k < h->table.opening.seats; k++) {
		const struct at_totals *t = &analysis.totals[k];
		assert_true(near(t->loss_win, lost[k]));
		assert_true(near(t->luck_win, luck[k] + analysis.waiting.win[k]));
		assert_true(!over || near(t->result, came[k]));
		assert_true(near(t->start - lost[k] + t->given_win + t->luck_win, t->result));
	}
}

/* A number that depends on every job. */
static uint64_t analyse(const struct watched *h, struct at_note *notes, int *judges, int *draws)
{
	struct at_events log = watched_log(h);
	uint64_t sum = 0;

	*judges = *draws = 0;
	assert_int_equal(at_analysis_begin(&analysis, &h->table, &log, notes, 42, NULL), AT_OK);
	while (at_analysis_next(&analysis, &job)) {
		const uint8_t *bytes = (const uint8_t *)&job;
		for (size_t i = 0; i < sizeof job; i++)
			sum = (sum ^ bytes[i]) * 0x100000001b3;
		*judges += job.kind == AT_JOB_JUDGE;
		*draws += job.kind == AT_JOB_LUCK;
		if (job.kind == AT_JOB_JUDGE && job.state.head.viewer != job.seat)
			broken(h, "a decision is judged by more than its seat knew");
		think_wildly(h);
		at_analysis_take(&analysis, &answer);
	}
	return sum;
}

void analysis_is_a_sequence_of_jobs(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < rounds(game, 4); i++) {
		int judges, draws, want_judges, want_draws;
		uint64_t jobs;
		at_rng_init(&rng, the_seed, 10000 + (uint64_t)i);
		play_a_game(h, game, &rng);
		count_jobs(h, &want_judges, &want_draws);
		jobs = analyse(h, first, &judges, &draws);
		assert_int_equal(judges, want_judges);
		assert_int_equal(draws, want_draws);
		check_notes(h, first);
		check_sums(h, first);
		assert_true(analyse(h, again, &judges, &draws) == jobs);
		assert_memory_equal(first, again, at_analysis_size(&h->table) * sizeof first[0]);
	}
}

static void analyse_by(const struct watched *h, struct at_bot *bot, struct at_note *notes)
{
	static struct at_choice choice;
	struct at_thinker thinker = at_bot_thinker(bot);
	struct at_events log = watched_log(h);

	assert_int_equal(at_analysis_begin(&analysis, &h->table, &log, notes, 42, NULL), AT_OK);
	for (int i = 0; i < BOT_JOBS && at_analysis_next(&analysis, &job); i++) {
		at_job_do(&job, &thinker, &choice, &answer);
		at_analysis_take(&analysis, &answer);
	}
	for (uint32_t i = 0; i < analysis.done; i++)
		assert_true(notes[i].loss_win >= 0 && notes[i].loss_points >= 0);
}

void analysis_by_a_bot_is_the_same_twice(void **state)
{
	static const struct at_bot_spec spec = {.kind = AT_BOT_SEARCH, .nodes = 30};
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_rng rng;
	struct at_bot *bot;
	void *memory;

	if (!at_knowledge_of(game))
		return; /* nobody to ask */
	memory = calloc(1, AT_BOT_MEMORY);
	assert_non_null(memory);
	bot = at_bot_init(memory, AT_BOT_MEMORY, game, &spec, NULL);
	at_rng_init(&rng, the_seed, 11000);
	play_a_game(h, game, &rng);
	analyse_by(h, bot, first);
	analyse_by(h, bot, again);
	assert_memory_equal(first, again, analysis.done * sizeof first[0]);
	free(memory);
}
