#define _POSIX_C_SOURCE 200809L

#include "think.h"

#include "clock.h"
#include "show.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static uint64_t now_ms(void *unused)
{
	(void)unused;
	return (uint64_t)(seconds_now() * 1000);
}

int thinker_init(struct thinker *t, const struct command *command, const struct at_game *game,
		 const char *name, int threads)
{
	struct at_host host = {.clock = now_ms};
	struct at_fail fail;

	*t = (struct thinker){.game = game, .threads = threads};
	if (!name)
		name = "hard";
	if (at_bot_spec_parse(game, name, strlen(name), &t->spec, &fail))
		return bad_usage(command, "--bot: %s", fail.why);
	if (t->spec.kind != AT_BOT_SEARCH)
		return bad_usage(command, "--bot: only a search bot weighs moves");
	if (t->spec.nodes) {
		t->spec.nodes /= (uint32_t)threads;
		t->spec.nodes += t->spec.nodes == 0;
	}
	for (int i = 0; i < threads; i++) {
		t->memory[i] = malloc(AT_BOT_MEMORY);
		if (!t->memory[i]) {
			thinker_release(t);
			return bad_input("there is not enough memory");
		}
		t->bots[i] = at_bot_init(t->memory[i], AT_BOT_MEMORY, game, &t->spec, &host);
	}
	return 0;
}

void thinker_release(struct thinker *t)
{
	for (int i = 0; i < t->threads; i++)
		free(t->memory[i]);
}

struct job {
	struct at_bot *bot;
	const struct at_view *view;
	uint64_t seed;
	at_move asked;
	struct at_choice choice;
	pthread_t thread;
	bool started;
};

static void *work(void *context)
{
	struct job *job = context;

	at_bot_begin(job->bot, job->seed);
	at_bot_ask(job->bot, job->view, job->asked, &job->choice);
	return NULL;
}

/* Adds what one thread found to what the others did. */
static void merge(struct at_choice *to, const struct at_choice *from, int seats)
{
	for (int i = 0; i < from->count; i++) {
		const struct at_candidate *c = &from->list[i];
		struct at_candidate *d = to->list;
		double all;
		while (d < to->list + to->count && d->move != c->move)
			d++;
		if (d == to->list + to->count) {
			if (to->count == AT_CANDIDATES_MAX)
				continue;
			*d = (struct at_candidate){.move = c->move};
			to->count++;
		}
		all = (double)d->visits + c->visits;
		for (int k = 0; k < seats; k++) {
			d->win[k] = (d->win[k] * d->visits + c->win[k] * c->visits) / all;
			d->points[k] = (d->points[k] * d->visits + c->points[k] * c->visits) / all;
		}
		d->visits += c->visits;
	}
	to->nodes += from->nodes;
}

static int by_visits(const void *a, const void *b)
{
	const struct at_candidate *x = a;
	const struct at_candidate *y = b;

	if (x->visits != y->visits)
		return x->visits < y->visits ? 1 : -1;
	return (x->move > y->move) - (x->move < y->move);
}

void think(struct thinker *t, const struct at_view *view, uint64_t seed, at_move asked,
	   struct at_choice *out)
{
	static struct job jobs[16];

	for (int i = 0; i < t->threads; i++)
		jobs[i] = (struct job){.bot = t->bots[i],
				       .view = view,
				       .seed = seed + (uint64_t)i * 0x9e3779b97f4a7c15u,
				       .asked = asked};
	for (int i = 1; i < t->threads; i++)
		jobs[i].started = !pthread_create(&jobs[i].thread, NULL, work, &jobs[i]);
	work(&jobs[0]);
	memset(out, 0, sizeof *out);
	for (int i = 0; i < t->threads; i++) {
		if (jobs[i].started)
			pthread_join(jobs[i].thread, NULL);
		else if (i)
			work(&jobs[i]);
		merge(out, &jobs[i].choice, view->state.head.seats);
	}
	qsort(out->list, (size_t)out->count, sizeof out->list[0], by_visits);
	out->move = out->list[0].move;
}

json_t *report_candidate(const struct at_state *s, const struct at_candidate *c)
{
	char text[AT_MOVE_TEXT_MAX];
	json_t *win = json_array();
	json_t *points = json_array();

	for (int i = 0; i < s->seats; i++) {
		json_array_append_new(win, json_real(c->win[i]));
		json_array_append_new(points, json_real(c->points[i]));
	}
	return json_pack("{s:s, s:i, s:o, s:o}", "move", move_text(s, c->move, text), "visits",
			 (int)c->visits, "win", win, "points", points);
}
