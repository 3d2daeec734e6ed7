#define _POSIX_C_SOURCE 200809L

#include "analysis.h"
#include "clock.h"
#include "json.h"
#include "judged.h"
#include "show.h"
#include "sitting.h"
#include "think.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_NAME, BOT, SEED, THREADS, ALL, JSON };
static const struct arg takes[] = {
    [FILE_NAME] = {"RECORD", ARG_TEXT, .required = true,
		   .help = "a file with a record, or - for stdin"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help = "the search bot that judges the moves, such as search:nodes=20000"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed and nodes give the same analysis (default 1)"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 16,
		 .help = "threads that share the budget (default 1)"},
    [ALL] = {"--all", ARG_FLAG, .help = "list every decision and every draw, not only mistakes"},
    [JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"},
    {NULL},
};

static void show_progress(uint32_t done, uint32_t count)
{
	static double shown;
	double now = seconds_now();

	if (shown == 0)
		shown = now;
	if (now - shown < (isatty(2) ? 0.1 : 10))
		return;
	shown = now;
	fprintf(stderr, isatty(2) ? "\r%u of %u moves" : "%u of %u moves\n", done, count);
}

/* Calls back for every move that stands, with the state before it. */
static void each_move(const struct at_analysis *a, void *context,
		      void (*look)(void *, const struct at_state *, uint32_t i,
				   const struct at_note *))
{
	const struct at_event *e;
	struct at_walk walk;
	uint32_t i = 0;

	if (at_walk_begin(&walk, a->table, &a->log, UINT32_MAX, NULL))
		return;
	while ((e = at_walk_move(&walk, &a->log))) {
		look(context, &walk.state.head, i, &a->notes[i]);
		i++;
		at_walk_step(&walk, e, NULL);
	}
}

static void put_candidate(struct at_text *t, const char *name, const struct at_state *s,
			  const struct at_candidate *c)
{
	at_json_name(t, name);
	if (c)
		at_json_candidate(t, s, c);
	else
		at_puts(t, "null");
}

/* What a draw gained, or what a decision lost. */
static void put_note(void *text, const struct at_state *s, uint32_t i, const struct at_note *note)
{
	struct at_text *t = text;

	at_json_open(t, NULL, '{');
	at_json_count(t, "ply", i + 1);
	if (note->seat >= 0)
		at_json_seat(t, "by", note->seat);
	else
		at_json_word(t, "by", "chance");
	at_json_name(t, "move");
	at_json_move(t, s, note->move);
	if (note->seat >= 0) {
		put_number(t, "loss_win", note->loss_win);
		put_number(t, "loss_points", note->loss_points);
		put_number(t, "error", note->error);
		put_candidate(t, "played", s, note->forced ? NULL : &note->own);
		put_candidate(t, "best", s, note->forced ? NULL : &note->best);
	} else {
		at_json_numbers(t, "luck_win", note->luck.win, s->seats);
		at_json_numbers(t, "luck_points", note->luck.points, s->seats);
	}
	at_putc(t, '}');
}

static void put_seat(struct at_text *t, int seat, int total, const struct at_totals *totals)
{
	at_json_open(t, NULL, '{');
	at_json_seat(t, "seat", seat);
	at_json_name(t, "score");
	at_put(t, "%d", total);
	at_json_count(t, "decisions", (uint64_t)totals->decisions);
	at_json_count(t, "mistakes", (uint64_t)totals->mistakes);
	put_number(t, "start", totals->start);
	put_number(t, "result", totals->result);
	put_number(t, "loss_win", totals->loss_win);
	put_number(t, "error", totals->error);
	put_number(t, "loss_points", totals->loss_points);
	put_number(t, "given_win", totals->given_win);
	put_number(t, "luck_win", totals->luck_win);
	put_number(t, "luck_points", totals->luck_points);
	at_putc(t, '}');
}

/* A move three times, the numbers of four seats five times, and some others. */
enum { NOTE_MAX = 3 * AT_MOVE_TEXT_MAX + 5 * AT_SEATS_MAX * 22 + 600 };

static void print_json(const struct at_analysis *a)
{
	const struct at_state *end = at_table_now(a->table);
	struct at_text t = json_room(AT_JSON_MAX + (size_t)NOTE_MAX * a->count);
	struct at_score score;

	at_putc(&t, '{');
	at_json_word(&t, "game", at_game_of(end)->name);
	at_json_count(&t, "players", end->seats);
	at_json_flag(&t, "over", end->turn == AT_OVER);
	at_json_open(&t, "summary", '[');
	for (int i = 0; i < end->seats; i++) {
		at_score(end, i, &score);
		put_seat(&t, i, score.total, &a->totals[i]);
	}
	at_putc(&t, ']');
	at_json_open(&t, "moves", '[');
	each_move(a, &t, put_note);
	at_puts(&t, "]}");
	show_json(&t, stdout);
}

/* A number of one decimal, never "-0.0". */
static double tenths(double x)
{
	return x > -0.05 && x < 0.05 ? 0 : x;
}

static void print_draw(const struct at_state *s, uint32_t i, const struct at_note *n)
{
	char drawn[AT_MOVE_TEXT_MAX];

	printf("%4u  chance  %-28s brings", i + 1, move_text(s, n->move, drawn));
	for (int k = 0; k < s->seats; k++)
		printf("%s seat %d %+.1f %% and %+.1f points", k ? "," : "", k + 1,
		       tenths(100 * n->luck.win[k]), tenths(n->luck.points[k]));
	putchar('\n');
}

static void print_decision(const struct at_state *s, uint32_t i, const struct at_note *n)
{
	char played[AT_MOVE_TEXT_MAX], better[AT_MOVE_TEXT_MAX];

	printf("%4u  seat %d  %-28s ", i + 1, n->seat + 1, move_text(s, n->move, played));
	if (n->forced)
		puts("forced");
	else if (n->loss_win <= 0 && n->loss_points <= 0)
		printf("loses nothing: %.1f %%\n", 100 * n->own.win[n->seat]);
	else
		printf("loses %4.1f %% and %4.1f points to %s\n", 100 * n->loss_win, n->loss_points,
		       move_text(s, n->best.move, better));
}

static void print_note(const struct at_state *s, uint32_t i, const struct at_note *note, bool all)
{
	if (note->seat >= 0 && (all || note->loss_win >= AT_MISTAKE))
		print_decision(s, i, note);
	else if (note->seat < 0 && all)
		print_draw(s, i, note);
}

/* Output as soon as it is final: the notes that will not change any more. */
struct listing {
	bool quiet, all;
	uint32_t next;
	struct at_walk walk; /* stands there */
};

static void list_settled(struct listing *l, const struct at_analysis *a)
{
	if (isatty(2))
		fputs("\r\033[K", stderr);
	for (; l->next < a->settled; l->next++) {
		const struct at_event *e = at_walk_move(&l->walk, &a->log);
		print_note(&l->walk.state.head, l->next, &a->notes[l->next], l->all);
		at_walk_step(&l->walk, e, NULL);
	}
	fflush(stdout);
}

static void analyse(struct at_analysis *a, const struct at_thinker *thinker, struct listing *l)
{
	struct at_choice choice;
	struct at_answer answer;
	struct at_job job;

	at_walk_begin(&l->walk, a->table, &a->log, UINT32_MAX, NULL);
	while (at_analysis_next(a, &job)) {
		at_job_do(&job, thinker, &choice, &answer);
		at_analysis_take(a, &answer);
		if (!l->quiet && l->next < a->settled)
			list_settled(l, a);
		show_progress(a->done, a->count);
	}
	if (!l->quiet)
		list_settled(l, a);
	else if (isatty(2))
		fputs("\r\033[K", stderr);
}

static double percent(double share)
{
	return tenths(100 * share);
}

static void print_summary(const struct at_analysis *a)
{
	const struct at_state *end = at_table_now(a->table);
	struct at_score score;

	printf("\n%s after %u moves\n\n"
	       "        score  decisions  mistakes  points lost  points by luck\n",
	       end->turn == AT_OVER ? "over" : "not over", a->count);
	for (int i = 0; i < end->seats; i++) {
		const struct at_totals *t = &a->totals[i];
		at_score(end, i, &score);
		printf("seat %d  %5d  %9d  %8d  %11.1f  %+14.1f\n", i + 1, (int)score.total,
		       t->decisions, t->mistakes, t->loss_points, tenths(t->luck_points));
	}
	puts("\nof the win   at first    lost by its turns  given by others  luck      in the end");
	for (int i = 0; i < end->seats; i++) {
		const struct at_totals *t = &a->totals[i];
		printf("seat %d       %5.1f %%  %+6.1f %% +-%4.1f  %+13.1f %%  %+5.1f %%     %5.1f "
		       "%%\n",
		       i + 1, percent(t->start), percent(-t->loss_win), percent(2 * t->error),
		       percent(t->given_win), percent(t->luck_win), percent(t->result));
	}
}

static int run_on(const struct command *command, const struct args *args,
		  const struct sitting *game)
{
	const struct at_game *rules = at_table_game(&game->table);
	struct at_note *notes = calloc(at_analysis_size(&game->table) + 1, sizeof *notes);
	struct at_analysis *a = malloc(sizeof *a);
	char usual[AT_BOT_NAME_MAX];
	struct listing listing = {.quiet = args->given[JSON], .all = args->given[ALL]};
	struct at_team *team = NULL;
	int code = 0;

	if (!notes || !a)
		code = bad_input("there is not enough memory");
	usual_judge(rules, usual);
	if (!code)
		code =
		    thinker_init(&team, command, rules, args->given[BOT] ? args->text[BOT] : usual,
				 (int)args->number[THREADS]);
	if (!code) {
		struct at_thinker thinker = team_thinker(team);
		at_analysis_begin(a, &game->table, &game->history.log, notes,
				  args->given[SEED] ? args->number[SEED] : 1, NULL);
		analyse(a, &thinker, &listing);
		if (args->given[JSON])
			print_json(a);
		else
			print_summary(a);
	}
	at_team_free(team);
	free(notes);
	free(a);
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	static const struct seating bots = {0};
	struct sitting game;
	struct file file;
	int code = file_read(&file, args->text[FILE_NAME], RECORD_FILE_MAX);

	if (code)
		return code;
	code = sitting_read(&game, &file, UINT64_MAX, &bots);
	file_release(&file);
	if (code)
		return code;
	code = run_on(command, args, &game);
	sitting_release(&game);
	return code;
}

const struct command analyse_command = {
    .name = "analyse",
    .help = "Analyses a recorded game: what every decision lost, and what luck every draw brought.",
    .notes = "Every turn is compared with the best turn that the bot finds with what the mover "
	     "knew. The loss\n"
	     "is given as win probability and as points of lead. If a turn has several decisions, "
	     "the first one\n"
	     "that departs from the best turn is charged with the whole loss. Luck is what changes "
	     "between turns:\n"
	     "draws, and secrets that come to light. The numbers add up: what a seat had at the "
	     "start, minus its\n"
	     "losses, plus what the others lost to it, plus luck, is what it had in the end. +- is "
	     "twice the\n"
	     "standard error. A move that loses 2 % or more of the win is a mistake; mistakes are "
	     "listed as soon\n"
	     "as they are found.",
    .args = takes,
    .run = run,
};
