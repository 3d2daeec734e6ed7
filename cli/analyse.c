#define _POSIX_C_SOURCE 200809L

#include "luck.h"
#include "match.h"
#include "show.h"
#include "think.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILE_NAME, BOT, SEED, THREADS, JSON };
static const struct arg takes[] = {
    [FILE_NAME] = {"RECORD", ARG_TEXT, .required = true, .help = "a record, or - for stdin"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help = "who judges, such as search:nodes=20000; half of hard's nodes without"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed and nodes give the same analysis; 1 without"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 16,
		 .help = "they share the budget; 1 without"},
    [JSON] = {"--json", ARG_FLAG, .help = "for programs"},
    {NULL},
};

/* What is said about one move. */
struct note {
	int seat;                      /* or AT_CHANCE */
	struct at_candidate best, own; /* of a decision */
	double loss_win, loss_points;
	struct at_luck luck; /* of a draw */
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

static void judge_decision(struct at_team *t, const struct at_state *s, at_move m, uint64_t seed,
			   struct note *note)
{
	static struct at_choice choice;
	at_move moves[AT_MOVES_MAX];
	struct at_view view;

	at_view(s, s->turn, &view);
	note->seat = s->turn;
	if (at_moves(s, moves) == 1) { /* nothing to lose, nothing to think about */
		note->best.move = note->own.move = m;
		return;
	}
	at_team_begin(t, seed);
	at_team_ask(t, &view, m, &choice);
	note->best = note->own = choice.list[0];
	for (int i = 0; i < choice.count; i++)
		if (choice.list[i].move == m)
			note->own = choice.list[i];
	note->loss_win = note->best.win[s->turn] - note->own.win[s->turn];
	note->loss_points =
	    lead(&note->best, s->turn, s->seats) - lead(&note->own, s->turn, s->seats);
	if (note->loss_win < 0)
		note->loss_win = 0;
	if (note->loss_points < 0)
		note->loss_points = 0;
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

static void analyse(struct at_team *t, const struct match *match, uint64_t seed, struct note *notes,
		    struct totals *totals)
{
	at_team_begin(t, seed);
	for (uint32_t i = 0; i < match->count; i++) {
		const struct at_state *s = &match->states[i].head;
		notes[i].seat = AT_CHANCE;
		if (s->turn == AT_CHANCE)
			at_luck_look(at_team_first(t), s, match->moves[i], &notes[i].luck);
		else
			judge_decision(t, s, match->moves[i], seed + i, &notes[i]);
		add(&notes[i], s->seats, totals);
		if (isatty(2) && s->turn >= 0)
			fprintf(stderr, "\r%u of %u moves", i + 1, match->count);
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
			 note->loss_points, "played", report_candidate(s, &note->own), "best",
			 report_candidate(s, &note->best));
}

static json_t *report(const struct match *m, const struct note *notes, const struct totals *totals)
{
	json_t *moves = json_array();
	json_t *players = json_array();

	for (uint32_t i = 0; i < m->count; i++)
		json_array_append_new(moves, report_note(m, i, &notes[i]));
	for (int i = 0; i < m->record.setup.seats; i++) {
		const struct totals *t = &totals[i];
		json_array_append_new(
		    players, json_pack("{s:i, s:i, s:i, s:f, s:f, s:f, s:f}", "seat", i + 1,
				       "decisions", t->decisions, "mistakes", t->mistakes,
				       "loss_win", t->loss_win, "loss_points", t->loss_points,
				       "luck_win", t->luck_win, "luck_points", t->luck_points));
	}
	return json_pack("{s:s, s:i, s:o, s:o}", "game", m->record.game->name, "players",
			 m->record.setup.seats, "summary", players, "moves", moves);
}

static void print_mistakes(const struct match *m, const struct note *notes)
{
	char played[AT_MOVE_TEXT_MAX], better[AT_MOVE_TEXT_MAX];

	for (uint32_t i = 0; i < m->count; i++) {
		const struct note *n = &notes[i];
		const struct at_state *s = &m->states[i].head;
		if (n->seat < 0 || n->loss_win < MISTAKE)
			continue;
		printf("%4u  seat %d  %-28s loses %4.1f %% and %4.1f points to %s\n", i + 1,
		       n->seat + 1, move_text(s, m->moves[i], played), 100 * n->loss_win,
		       n->loss_points, move_text(s, n->best.move, better));
	}
}

static void print(const struct match *m, const struct note *notes, const struct totals *totals)
{
	print_mistakes(m, notes);
	puts("\n        choice: decisions, mistakes, win share and points lost   luck: win share "
	     "and points");
	for (int i = 0; i < m->record.setup.seats; i++) {
		const struct totals *t = &totals[i];
		printf("seat %d  %10d  %8d  %15.1f %%  %10.1f   %14.1f %%  %+10.1f\n", i + 1,
		       t->decisions, t->mistakes, -100 * t->loss_win, -t->loss_points,
		       100 * t->luck_win, t->luck_points);
	}
}

static int run_on(const struct command *command, const struct args *args, const struct match *match)
{
	const struct at_game *game = match->record.game;
	const struct at_level *hard = at_level(game, "hard");
	struct note *notes = calloc(match->count + 1, sizeof *notes);
	struct totals totals[AT_SEATS_MAX] = {0};
	char usual[AT_BOT_NAME_MAX];
	struct at_team *team;
	int code;

	if (!notes)
		return bad_input("there is not enough memory");
	snprintf(usual, sizeof usual, "search:nodes=%u", hard ? hard->spec.nodes / 2 : 1);
	code = thinker_init(&team, command, game, args->given[BOT] ? args->text[BOT] : usual,
			    (int)args->number[THREADS]);
	if (!code) {
		analyse(team, match, args->given[SEED] ? args->number[SEED] : 1, notes, totals);
		if (args->given[JSON])
			show_json(report(match, notes, totals), stdout);
		else
			print(match, notes, totals);
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
    .notes = "Losses are against the best move found from what the mover knew: win share and lead\n"
	     "in points. Luck is what a draw was worth after the best next turn, against its "
	     "expectation. Moves\n"
	     "that lose 2 % of the win or more are listed.",
    .args = takes,
    .run = run,
};
