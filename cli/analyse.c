#define _POSIX_C_SOURCE 200809L

#include "clock.h"
#include "knowledge.h"
#include "luck.h"
#include "match.h"
#include "show.h"
#include "think.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_NAME, BOT, SEED, THREADS, ALL, JSON };
static const struct arg takes[] = {
    [FILE_NAME] = {"RECORD", ARG_TEXT, .required = true, .help = "a record, or - for stdin"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help =
		 "the search bot that judges, such as search:nodes=20000; hard's nodes without"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed and nodes give the same analysis; 1 without"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 16,
		 .help = "they share the budget; 1 without"},
    [ALL] = {"--all", ARG_FLAG, .help = "list every decision and every draw, not only mistakes"},
    [JSON] = {"--json", ARG_FLAG, .help = "for programs"},
    {NULL},
};

/* What is said about one move. */
struct note {
	int seat;                      /* or AT_CHANCE */
	bool forced;                   /* the only legal move: nothing to lose */
	struct at_candidate own, best; /* of a decision: the turn as it was played, and a better */
	double loss_win, loss_points;  /* what this move lost of the difference */
	struct at_luck luck;           /* of a draw */
};

struct totals {
	int decisions, mistakes; /* a mistake loses 2 % of the win or more */
	double loss_win, loss_points, luck_win, luck_points;
};

static const double MISTAKE = 0.02;

static double lead(const struct at_candidate *c, int seat, int seats)
{
	double others = -1e9;

	for (int i = 0; i < seats; i++)
		if (i != seat && c->points[i] > others)
			others = c->points[i];
	return c->points[seat] - others;
}

/* Where the best turn found and the one that was played (n moves of it) part. */
static int parting(const struct at_choice *choice, const at_move *moves, int n)
{
	int last = (n < choice->length ? n : choice->length) - 1;
	int i = 0;

	while (i < last && choice->turn[i] == moves[i])
		i++;
	return i;
}

static const struct at_candidate *best_of(const struct at_choice *choice)
{
	for (int i = 0; i < choice->count; i++)
		if (choice->list[i].move == choice->move)
			return &choice->list[i];
	return &choice->list[0];
}

/* Compares the rest of the turn, n moves as they were played, with the best one found. The
 * difference is noted where the two part: up to there nothing was lost. */
static void judge_rest(struct at_team *t, const struct at_state *s, const at_move *moves, int n,
		       uint64_t seed, struct note *notes)
{
	static struct at_choice choice;
	at_move legal[AT_MOVES_MAX];
	const struct at_candidate *best;
	struct at_view view;
	double win, points;
	int i;

	notes->seat = s->turn;
	notes->forced = at_moves(s, legal) == 1;
	if (notes->forced)
		return;
	at_view(s, s->turn, &view);
	at_team_begin(t, seed);
	at_team_ask(t, &view, moves, n, &choice);
	best = best_of(&choice);
	notes->own = choice.asked;
	if (notes->best.visits == 0)
		notes->best = *best;
	win = best->win[s->turn] - choice.asked.win[s->turn];
	points = lead(best, s->turn, s->seats) - lead(&choice.asked, s->turn, s->seats);
	i = parting(&choice, moves, n);
	if (win > notes[i].loss_win) {
		notes[i].loss_win = win;
		notes[i].best = *best;
		notes[i].best.move = choice.turn[i];
	}
	if (points > notes[i].loss_points)
		notes[i].loss_points = points;
}

/* What could still be won after a decision, it has not lost. */
static void keep_part(double *loss, double *later)
{
	double rest = *loss > *later ? *loss : *later;

	*loss = rest - *later;
	*later = rest;
}

/* How many moves from this one on are the decisions of one seat, with no draw between them: they
 * are judged as one where the bots plan them as one. */
static uint32_t turn_length(const struct match *match, uint32_t at)
{
	uint32_t n = 0;

	if (!at_knowledge_of(match->record.game)->long_turns)
		return 1;
	while (at + n < match->count &&
	       match->states[at + n].head.turn == match->states[at].head.turn)
		n++;
	return n;
}

static void judge_turn(struct at_team *t, const struct match *match, uint32_t at, uint32_t length,
		       uint64_t seed, struct note *notes)
{
	double win = 0, points = 0;

	for (uint32_t i = at; i < at + length; i++)
		judge_rest(t, &match->states[i].head, &match->moves[i], (int)(at + length - i),
			   seed + i, &notes[i]);
	for (uint32_t i = at + length; i-- > at;) {
		keep_part(&notes[i].loss_win, &win);
		keep_part(&notes[i].loss_points, &points);
	}
}

static void add(const struct note *note, int seats, struct totals *totals)
{
	if (note->seat >= 0) {
		struct totals *t = &totals[note->seat];
		t->decisions++;
		t->mistakes += note->loss_win >= MISTAKE;
		t->loss_win += note->loss_win;
		t->loss_points += note->loss_points;
		return;
	}
	for (int i = 0; i < seats; i++) {
		totals[i].luck_win += note->luck.win[i];
		totals[i].luck_points += note->luck.points[i];
	}
}

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

static void analyse(struct at_team *t, const struct match *match, uint64_t seed, struct note *notes,
		    struct totals *totals)
{
	uint32_t next;

	at_team_begin(t, seed);
	for (uint32_t i = 0; i < match->count; i = next) {
		const struct at_state *s = &match->states[i].head;
		next = i + 1;
		notes[i].seat = AT_CHANCE;
		if (s->turn == AT_CHANCE) {
			at_luck_look(at_team_first(t), s, match->moves[i], &notes[i].luck);
		} else {
			next = i + turn_length(match, i);
			judge_turn(t, match, i, next - i, seed, notes);
		}
		for (uint32_t k = i; k < next; k++)
			add(&notes[k], s->seats, totals);
		show_progress(next, match->count);
	}
	if (isatty(2))
		fputs("\r\033[K", stderr);
}

static json_t *numbers(const double *x, int n)
{
	json_t *list = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_real(x[i]));
	return list;
}

static json_t *report_note(const struct match *m, uint32_t i, const struct note *note)
{
	const struct at_state *s = &m->states[i].head;
	char text[AT_MOVE_TEXT_MAX];

	move_text(s, m->moves[i], text);
	if (note->seat < 0)
		return json_pack("{s:i, s:s, s:s, s:o, s:o}", "ply", (int)i + 1, "by", "chance",
				 "move", text, "luck_win", numbers(note->luck.win, s->seats),
				 "luck_points", numbers(note->luck.points, s->seats));
	return json_pack("{s:i, s:i, s:s, s:f, s:f, s:o, s:o}", "ply", (int)i + 1, "by",
			 note->seat + 1, "move", text, "loss_win", note->loss_win, "loss_points",
			 note->loss_points, "played",
			 note->forced ? json_null() : report_candidate(s, &note->own), "best",
			 note->forced ? json_null() : report_candidate(s, &note->best));
}

static json_t *report(const struct match *m, const struct note *notes, const struct totals *totals)
{
	const struct at_state *end = &m->states[m->count].head;
	json_t *moves = json_array();
	json_t *players = json_array();
	struct at_score score;

	for (uint32_t i = 0; i < m->count; i++)
		json_array_append_new(moves, report_note(m, i, &notes[i]));
	for (int i = 0; i < m->record.setup.seats; i++) {
		const struct totals *t = &totals[i];
		at_score(end, i, &score);
		json_array_append_new(
		    players,
		    json_pack("{s:i, s:i, s:i, s:i, s:f, s:f, s:f, s:f}", "seat", i + 1, "score",
			      (int)score.total, "decisions", t->decisions, "mistakes", t->mistakes,
			      "loss_win", t->loss_win, "loss_points", t->loss_points, "luck_win",
			      t->luck_win, "luck_points", t->luck_points));
	}
	return json_pack("{s:s, s:i, s:b, s:o, s:o}", "game", m->record.game->name, "players",
			 m->record.setup.seats, "over", end->turn == AT_OVER, "summary", players,
			 "moves", moves);
}

/* A number of one decimal, never "-0.0". */
static double tenths(double x)
{
	return x > -0.05 && x < 0.05 ? 0 : x;
}

static void print_draw(const struct match *m, uint32_t i, const struct note *n)
{
	const struct at_state *s = &m->states[i].head;
	char drawn[AT_MOVE_TEXT_MAX];

	printf("%4u  chance  %-28s brings", i + 1, move_text(s, m->moves[i], drawn));
	for (int k = 0; k < s->seats; k++)
		printf("%s seat %d %+.1f %% and %+.1f points", k ? "," : "", k + 1,
		       tenths(100 * n->luck.win[k]), tenths(n->luck.points[k]));
	putchar('\n');
}

static void print_decision(const struct match *m, uint32_t i, const struct note *n)
{
	const struct at_state *s = &m->states[i].head;
	char played[AT_MOVE_TEXT_MAX], better[AT_MOVE_TEXT_MAX];

	printf("%4u  seat %d  %-28s ", i + 1, n->seat + 1, move_text(s, m->moves[i], played));
	if (n->forced)
		puts("forced");
	else if (n->loss_win <= 0 && n->loss_points <= 0)
		printf("loses nothing: %.1f %%\n", 100 * n->own.win[n->seat]);
	else
		printf("loses %4.1f %% and %4.1f points to %s\n", 100 * n->loss_win, n->loss_points,
		       move_text(s, n->best.move, better));
}

static void print_notes(const struct match *m, const struct note *notes, bool all)
{
	for (uint32_t i = 0; i < m->count; i++)
		if (notes[i].seat >= 0 && (all || notes[i].loss_win >= MISTAKE))
			print_decision(m, i, &notes[i]);
		else if (notes[i].seat < 0 && all)
			print_draw(m, i, &notes[i]);
}

static void print(const struct match *m, const struct note *notes, const struct totals *totals,
		  bool all)
{
	const struct at_state *end = &m->states[m->count].head;
	struct at_score score;

	print_notes(m, notes, all);
	printf("\n%s after %u moves\n\n        score  decisions  mistakes  win share lost  points "
	       "lost  win share by luck  points by luck\n",
	       end->turn == AT_OVER ? "over" : "not over", m->count);
	for (int i = 0; i < m->record.setup.seats; i++) {
		const struct totals *t = &totals[i];
		at_score(end, i, &score);
		printf("seat %d  %5d  %9d  %8d  %12.1f %%  %11.1f  %+15.1f %%  %+14.1f\n", i + 1,
		       (int)score.total, t->decisions, t->mistakes, 100 * t->loss_win,
		       t->loss_points, tenths(100 * t->luck_win), tenths(t->luck_points));
	}
}

static int run_on(const struct command *command, const struct args *args, const struct match *match)
{
	const struct at_game *game = match->record.game;
	struct note *notes = calloc(match->count + 1, sizeof *notes);
	struct totals totals[AT_SEATS_MAX] = {0};
	char usual[AT_BOT_NAME_MAX];
	struct at_team *team;
	int code;

	if (!notes)
		return bad_input("there is not enough memory");
	snprintf(usual, sizeof usual, "search:nodes=%u", at_level(game, "hard")->spec.nodes);
	code = thinker_init(&team, command, game, args->given[BOT] ? args->text[BOT] : usual,
			    (int)args->number[THREADS]);
	if (!code) {
		analyse(team, match, args->given[SEED] ? args->number[SEED] : 1, notes, totals);
		if (args->given[JSON])
			show_json(report(match, notes, totals), stdout);
		else
			print(match, notes, totals, args->given[ALL]);
		at_team_free(team);
	}
	free(notes);
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	struct file file;
	struct match match;
	int code = file_read(&file, args->text[FILE_NAME], RECORD_FILE_MAX);

	if (code)
		return code;
	code = match_read(&match, &file, UINT64_MAX);
	file_release(&file);
	if (code)
		return code;
	code = run_on(command, args, &match);
	match_release(&match);
	return code;
}

const struct command analyse_command = {
    .name = "analyse",
    .help = "What every decision of a recorded game lost, and what luck every draw brought.",
    .notes = "Losses are against the best turn found from what the mover knew: win share and lead\n"
	     "in points. In a turn of many decisions each is charged with what could be won "
	     "before it\n"
	     "and no longer after it. Luck is what a draw was worth after the best next turn, "
	     "against\n"
	     "its expectation. Moves that lose 2 % of the win or more are mistakes and listed.",
    .args = takes,
    .run = run,
};
