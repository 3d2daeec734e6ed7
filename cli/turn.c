#define _POSIX_C_SOURCE 200809L

#include "advice.h"
#include "command.h"
#include "draw.h"
#include "show.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_SIZE = 1000 };

/* The effect of a command. */
enum next {
	ASK_AGAIN,
	SHOW_AGAIN,
	DONE, /* the position is another one */
	QUIT,
};

static void terminal_size(int *width, int *height)
{
	struct winsize size;

	*width = 80;
	*height = 24;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 &&
	    size.ws_row >= 10) {
		*width = size.ws_col;
		*height = size.ws_row;
	}
}

/* Reads a line without its end and without blanks around it; NULL at the end of the input. */
static char *ask(const char *prompt, char line[LINE_SIZE])
{
	char *begin = line;
	size_t len;

	do {
		printf("%s> ", prompt);
		fflush(stdout);
		if (terminal_interrupted() || !fgets(line, LINE_SIZE, stdin)) {
			putchar('\n');
			return NULL;
		}
		len = strlen(line);
		if (len + 1 < LINE_SIZE || line[len - 1] == '\n')
			break;
		for (int c = 0; c != '\n' && c != EOF;)
			c = getchar();
		puts("This line is too long.");
	} while (true);
	while (len > 0 && strchr(" \t\r\n", line[len - 1]))
		line[--len] = '\0';
	while (*begin == ' ' || *begin == '\t')
		begin++;
	return begin;
}

static void look(const struct terminal *g, struct at_view *view)
{
	const struct at_state *s = sitting_now(&g->game);

	at_view(s, s->turn, view);
}

static enum next help(struct terminal *g, const char *rest)
{
	(void)g;
	(void)rest;
	puts("  a move in notation or by its number, or\n"
	     "  moves [PREFIX]  the legal moves, or those that begin with PREFIX\n"
	     "  show            the position again\n"
	     "  score           the points of everybody so far\n"
	     "  hint            the best moves, as a strong bot sees them\n"
	     "  undo            take back your last decision; the draws stay the same\n"
	     "  save FILE       save the game so far as a record\n"
	     "  load FILE       continue with a record\n"
	     "  quit            or Ctrl-D");
	return ASK_AGAIN;
}

static enum next moves(struct terminal *g, const char *rest)
{
	struct at_view view;
	int width, height;

	look(g, &view);
	terminal_size(&width, &height);
	if (show_moves(&view.state.head, rest, width, height - 4, stdout) == 0)
		printf("No legal move begins with '%s'.\n", rest);
	return ASK_AGAIN;
}

static enum next show(struct terminal *g, const char *rest)
{
	(void)g;
	(void)rest;
	return SHOW_AGAIN;
}

static enum next score(struct terminal *g, const char *rest)
{
	struct at_view view;

	(void)rest;
	look(g, &view);
	show_scores(&view.state.head, stdout);
	return ASK_AGAIN;
}

static enum next hint(struct terminal *g, const char *rest)
{
	const struct at_state *s = sitting_now(&g->game);
	struct at_answer answer;
	struct at_job job;
	char text[AT_MOVE_TEXT_MAX];

	(void)rest;
	at_table_hint_job(&g->game.table, s->turn, &job);
	advise(&job, &answer);
	for (int i = 0; i < answer.listed && i < 5; i++)
		printf("  %-24s %3.0f %% to win, about %.0f points\n",
		       move_text(&job.state.head, answer.list[i].move, text),
		       100 * answer.list[i].win[s->turn], answer.list[i].points[s->turn]);
	return ASK_AGAIN;
}

/* Back to the last decision of the seat to move; at the end of the game, of any person. Players
 * on one device agree among themselves. */
static enum next undo(struct terminal *g, const char *rest)
{
	struct at_command c = {.kind = AT_TAKE_BACK, .person = AT_HOST, .ply = UINT32_MAX};
	int turn = sitting_now(&g->game)->turn;
	uint8_t needs;

	(void)rest;
	for (int i = 0; i < g->game.table.opening.seats; i++) {
		uint32_t ply = at_table_back_to(&g->game.table, &g->game.history.log, i, 0, &needs);
		if (!g->players[i].human || (turn >= 0 && turn != i) || ply == UINT32_MAX ||
		    (c.ply != UINT32_MAX && ply < c.ply))
			continue;
		c.seat = (int8_t)i;
		c.ply = ply;
	}
	if (c.ply == UINT32_MAX) {
		puts("There is nothing to take back.");
		return ASK_AGAIN;
	}
	if (terminal_do(g, &c)) {
		puts(g->game.fail.why);
		return ASK_AGAIN;
	}
	return DONE;
}

static enum next save(struct terminal *g, const char *rest)
{
	FILE *f;

	if (!*rest) {
		puts("Save it where? save FILE");
		return ASK_AGAIN;
	}
	f = fopen(rest, "wx");
	if (!f && errno == EEXIST) {
		printf("%s is there already; choose another name.\n", rest);
		return ASK_AGAIN;
	}
	if (f) {
		bool good;
		good = sitting_print(&g->game, f);
		good &= fclose(f) == 0;
		if (good) {
			printf("Saved %u moves to %s.\n", sitting_moves(&g->game), rest);
			return ASK_AGAIN;
		}
	}
	printf("%s: %s\n", rest, strerror(errno));
	return ASK_AGAIN;
}

static enum next load(struct terminal *g, const char *rest)
{
	if (!*rest)
		puts("Load what? load FILE");
	else if (!terminal_load(g, rest)) {
		terminal_resume(g);
		return DONE;
	}
	return ASK_AGAIN;
}

static enum next quit(struct terminal *g, const char *rest)
{
	(void)g;
	(void)rest;
	return QUIT;
}

static const struct {
	const char *word;
	bool after; /* makes sense when the game is over, too */
	enum next (*run)(struct terminal *, const char *rest);
} verbs[] = {
    {"?", true, help},       {"help", true, help},  {"moves", false, moves}, {"show", false, show},
    {"score", false, score}, {"hint", false, hint}, {"undo", true, undo},    {"save", true, save},
    {"load", true, load},    {"quit", true, quit},  {NULL, false, NULL},
};

/* Runs the command that the line begins with; false if it does not begin with one. */
static bool run_verb(struct terminal *g, const char *line, bool after, enum next *next)
{
	size_t len = strcspn(line, " \t");

	for (int i = 0; verbs[i].word; i++)
		if (strlen(verbs[i].word) == len && strncmp(verbs[i].word, line, len) == 0 &&
		    (!after || verbs[i].after)) {
			const char *rest = line + len;
			*next = verbs[i].run(g, rest + strspn(rest, " \t"));
			return true;
		}
	return false;
}

static void refuse(struct terminal *g, const char *line, const struct at_fail *fail)
{
	struct at_view view;
	int width, height;

	puts(fail->why);
	terminal_size(&width, &height);
	look(g, &view);
	show_moves(&view.state.head, line, width, 6, stdout);
}

/* A number or a move, read as the person sees the game. */
static enum next make_move(struct terminal *g, const char *line)
{
	struct at_command c = {.kind = AT_MOVE, .count = 1};
	at_move list[AT_MOVES_MAX];
	struct at_view view;
	struct at_fail fail;
	uint64_t number;
	int n;

	look(g, &view);
	c.seat = view.state.head.turn;
	c.person = (uint32_t)c.seat + 1;
	c.ply = view.state.head.ply;
	c.backs = g->game.table.backs;
	n = at_moves(&view.state.head, list);
	if (parse_number(line, 1, (uint64_t)n, &number)) {
		char text[AT_MOVE_TEXT_MAX];
		c.moves[0] = list[number - 1];
		printf("  %s\n", move_text(&view.state.head, c.moves[0], text));
	} else if (at_parse_move(&view.state.head, line, strlen(line), &c.moves[0], &fail)) {
		refuse(g, line, &fail);
		return ASK_AGAIN;
	}
	if (!terminal_do(g, &c))
		return DONE;
	refuse(g, line, &g->game.fail);
	return ASK_AGAIN;
}

/* What happened since this seat's last decision. */
static void recall(struct terminal *g, int seat)
{
	uint32_t last = 0;
	struct at_walk walk;

	for (uint32_t pass = 0; pass < 2; pass++) {
		const struct at_event *e;
		if (at_walk_begin(&walk, &g->game.table, &g->game.history.log, UINT32_MAX, NULL))
			return;
		while ((e = at_walk_move(&walk, &g->game.history.log))) {
			if (pass && e->ply >= last)
				terminal_report(g, &walk.state.head, e->what, seat);
			else if (!pass && e->kind == AT_DECIDED && e->seat == seat)
				last = e->ply + 1;
			at_walk_step(&walk, e, NULL);
		}
	}
	terminal_end_line(g);
}

/* Several people share the screen: nobody sees it before the right person has it. */
static bool pass_device(struct terminal *g)
{
	char prompt[60], line[LINE_SIZE];
	int seat = g->screen.cover;

	if (seat < 0)
		return true;
	if (isatty(STDOUT_FILENO))
		fputs("\033[2J\033[3J\033[H", stdout);
	snprintf(prompt, sizeof prompt, "Seat %d is to move: take over the screen and press Enter ",
		 seat + 1);
	if (!ask(prompt, line))
		return false;
	at_screen_uncover(&g->screen);
	recall(g, seat);
	return true;
}

static void show_turn(struct terminal *g)
{
	struct at_view view;
	int width, height, n;
	at_move list[AT_MOVES_MAX];

	look(g, &view);
	n = at_moves(&view.state.head, list);
	terminal_size(&width, &height);
	putchar('\n');
	draw_position(&view.state.head, stdout, g->colour);
	printf("\nSeat %d to move: %d legal move%s%s\n", view.state.head.turn + 1, n,
	       n == 1 ? "" : "s",
	       n > 20 ? "; `moves PREFIX` lists those that begin with PREFIX" : "");
	show_moves(&view.state.head, "", width, n > 20 ? 4 : 0, stdout);
}

enum turn_end turn_take(struct terminal *g)
{
	int seat = sitting_now(&g->game)->turn;
	char prompt[30], line[LINE_SIZE];
	enum next next = SHOW_AGAIN;

	if (!pass_device(g))
		return TURN_QUIT;
	snprintf(prompt, sizeof prompt, "seat %d", seat + 1);
	while (next == ASK_AGAIN || next == SHOW_AGAIN) {
		const char *text;
		if (next == SHOW_AGAIN)
			show_turn(g);
		text = ask(prompt, line);
		if (!text)
			return TURN_QUIT;
		next = ASK_AGAIN;
		if (*text && !run_verb(g, text, false, &next))
			next = make_move(g, text);
	}
	return next == QUIT ? TURN_QUIT : TURN_GO_ON;
}

enum turn_end turn_after(struct terminal *g)
{
	char line[LINE_SIZE];
	enum next next = ASK_AGAIN;

	while (next == ASK_AGAIN) {
		const char *text = ask("save FILE, undo or quit", line);
		if (!text || !*text)
			return TURN_QUIT;
		if (!run_verb(g, text, true, &next))
			puts("The game is over: save FILE, load FILE, undo or quit.");
	}
	return next == QUIT ? TURN_QUIT : TURN_GO_ON;
}
