#include "job.h"

#include "assert.h"

#include <string.h>

/* One stream of numbers for every seat and ply of a table. */
static uint64_t seed_for(const struct at_table *t, int seat)
{
	struct at_rng rng;

	at_rng_init(&rng, t->opening.bot_seed, (uint64_t)t->state.head.ply << 3 | (uint64_t)seat);
	return at_rng_next(&rng);
}

static void fill(const struct at_table *t, int kind, int seat, struct at_job *job)
{
	struct at_view view;

	memset(job, 0, sizeof *job);
	memset(&view, 0, sizeof view);
	at_view(&t->state.head, seat, &view);
	job->kind = (uint8_t)kind;
	job->seat = (int8_t)seat;
	job->seed = seed_for(t, seat);
	job->ply = t->state.head.ply;
	job->backs = t->backs;
	job->state = view.state;
}

bool at_table_job(const struct at_table *t, struct at_job *job)
{
	int seat = at_table_mover(t);

	if (!at_table_bot_moves(t) || t->held)
		return false;
	fill(t, AT_JOB_TURN, seat, job);
	job->level = t->seat[seat].level;
	return true;
}

bool at_table_hint_job(const struct at_table *t, int seat, struct at_job *job)
{
	if (at_table_mover(t) != seat || seat < 0 || t->held)
		return false;
	fill(t, AT_JOB_HINT, seat, job);
	return true;
}

bool at_table_judge_job(const struct at_table *t, int seat, const at_move *moves, int n,
			struct at_job *job)
{
	if (!at_table_hint_job(t, seat, job))
		return false;
	job->kind = AT_JOB_JUDGE;
	job->count = (uint8_t)n;
	memcpy(job->moves, moves, (size_t)n * sizeof *moves);
	return true;
}

static void bot_begin(void *bot, uint64_t seed)
{
	at_bot_begin(bot, seed);
}

static at_move bot_choose(void *bot, const struct at_view *view, struct at_choice *choice)
{
	return at_bot_choose(bot, view, choice);
}

static at_move bot_ask(void *bot, const struct at_view *view, const at_move *moves, int n,
		       struct at_choice *choice)
{
	return at_bot_ask(bot, view, moves, n, choice);
}

struct at_thinker at_bot_thinker(struct at_bot *bot)
{
	return (struct at_thinker){bot, bot, bot_begin, bot_choose, bot_ask};
}

/* Chooses decision after decision on a copy of the view for as long as the seat is to move. */
static void make_turn(const struct at_job *job, const struct at_thinker *thinker,
		      struct at_choice *choice, struct at_answer *answer)
{
	struct at_view view = {job->state};
	struct at_state *s = &view.state.head;

	while (s->turn == job->seat && answer->count < AT_TURN_MAX) {
		at_move m = thinker->choose(thinker->self, &view, choice);
		answer->moves[answer->count++] = m;
		at_game_of(s)->apply(s, m);
	}
}

static void judge(const struct at_job *job, const struct at_thinker *thinker,
		  struct at_choice *choice, struct at_answer *answer)
{
	struct at_view view = {job->state};

	thinker->ask(thinker->self, &view, job->moves, job->count, choice);
	answer->own = choice->asked;
	answer->best = choice->list[0];
	for (int i = 0; i < choice->count; i++)
		if (choice->list[i].move == choice->move)
			answer->best = choice->list[i];
	for (int i = 0; i < choice->length && i < AT_TURN_MAX; i++)
		answer->moves[answer->count++] = choice->turn[i];
}

static void hint(const struct at_job *job, const struct at_thinker *thinker,
		 struct at_choice *choice, struct at_answer *answer)
{
	struct at_view view = {job->state};

	thinker->ask(thinker->self, &view, NULL, 0, choice);
	answer->listed = (uint8_t)choice->count;
	memcpy(answer->list, choice->list, (size_t)choice->count * sizeof *choice->list);
	for (int i = 0; i < choice->length && i < AT_TURN_MAX; i++)
		answer->moves[answer->count++] = choice->turn[i];
	answer->reason_count =
	    (uint8_t)at_reasons(&view, answer->moves, answer->count, answer->reasons);
}

void at_job_do(const struct at_job *job, const struct at_thinker *thinker, struct at_choice *choice,
	       struct at_answer *answer)
{
	memset(answer, 0, sizeof *answer);
	answer->kind = job->kind;
	answer->seat = job->seat;
	answer->ply = job->ply;
	answer->backs = job->backs;
	thinker->begin(thinker->self, job->seed);
	switch (job->kind) {
	case AT_JOB_TURN: make_turn(job, thinker, choice, answer); break;
	case AT_JOB_HINT: hint(job, thinker, choice, answer); break;
	case AT_JOB_JUDGE: judge(job, thinker, choice, answer); break;
	case AT_JOB_LUCK:
		at_luck_look(thinker->bot, &job->state.head, job->moves[0], &answer->luck);
		break;
	default: at_assert(!"a job");
	}
}

void at_answer_command(const struct at_answer *a, struct at_command *c)
{
	memset(c, 0, sizeof *c);
	c->kind = AT_MOVE;
	c->person = AT_HOST;
	c->seat = a->seat;
	c->ply = a->ply;
	c->backs = a->backs;
	c->count = a->count;
	memcpy(c->moves, a->moves, sizeof c->moves);
}
