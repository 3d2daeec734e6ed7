#define _POSIX_C_SOURCE 200809L

#include "advice.h"
#include "command.h"
#include "draw.h"
#include "session.h"
#include "show.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LINE_SIZE = 1000 };

/* What a command leads to. */
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
		if (session_interrupted() || !fgets(line, LINE_SIZE, stdin)) {
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

static void look(const struct session *g, struct at_view *view)
{
	const struct at_state *s = match_now(&g->match);

	at_view(s, s->turn, view);
}

static enum next help(struct session *g, const char *rest)
{
	(void)g;
	(void)rest;
	puts("  a move in notation or by its number, or\n"
	     "  moves [PREFIX]  the legal moves, all or those that begin so\n"
	     "  show            the position again\n"
	     "  score           what everybody has now\n"
	     "  hint            what a strong bot thinks of the best moves\n"
	     "  undo            back to your last decision; draws stay as they were\n"
	     "  save FILE       the game so far as a record\n"
	     "  load FILE       go on with a record\n"
	     "  quit            or Ctrl-D");
	return ASK_AGAIN;
}

static enum next moves(struct session *g, const char *rest)
{
	struct at_view view;
	int width, height;

	look(g, &view);
	terminal_size(&width, &height);
	if (show_moves(&view.state.head, rest, width, height - 4, stdout) == 0)
		printf("No legal move begins with '%s'.\n", rest);
	return ASK_AGAIN;
}

static enum next show(struct session *g, const char *rest)
{
	(void)g;
	(void)rest;
	return SHOW_AGAIN;
}

static enum next score(struct session *g, const char *rest)
{
	struct at_view view;

	(void)rest;
	look(g, &view);
	show_scores(&view.state.head, stdout);
	return ASK_AGAIN;
}

static enum next hint(struct session *g, const char *rest)
{
	struct at_choice choice;
	struct at_view view;
	char text[AT_MOVE_TEXT_MAX];
	int seat;

	(void)rest;
	look(g, &view);
	seat = view.state.head.turn;
	advise(&view, &choice);
	for (int i = 0; i < choice.count && i < 5; i++)
		printf("  %-24s %3.0f %% to win, about %.0f points\n",
		       move_text(&view.state.head, choice.list[i].move, text),
		       100 * choice.list[i].win[seat], choice.list[i].points[seat]);
	return ASK_AGAIN;
}

/* Back to the last decision of the seat to move; at the end of the game, of any person. */
static enum next undo(struct session *g, const char *rest)
{
	int seat = match_now(&g->match)->turn;

	(void)rest;
	for (uint32_t i = g->match.count; i-- > 0;) {
		int turn = g->match.states[i].head.turn;
		if (turn >= 0 && (seat >= 0 ? turn == seat : g->players[turn].human)) {
			g->match.count = i;
			session_seat_bots(g);
			return DONE;
		}
	}
	puts("There is nothing to take back.");
	return ASK_AGAIN;
}

static enum next save(struct session *g, const char *rest)
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
		match_print(&g->match, f);
		good = !ferror(f);
		good &= fclose(f) == 0;
		if (good) {
			printf("Saved %u moves to %s.\n", g->match.count, rest);
			return ASK_AGAIN;
		}
	}
	printf("%s: %s\n", rest, strerror(errno));
	return ASK_AGAIN;
}

static enum next load(struct session *g, const char *rest)
{
	if (!*rest)
		puts("Load what? load FILE");
	else if (!session_load(g, rest))
		return DONE;
	return ASK_AGAIN;
}

static enum next quit(struct session *g, const char *rest)
{
	(void)g;
	(void)rest;
	return QUIT;
}

static const struct {
	const char *word;
	bool after; /* makes sense when the game is over, too */
	enum next (*run)(struct session *, const char *rest);
} verbs[] = {
    {"?", true, help},       {"help", true, help},  {"moves", false, moves}, {"show", false, show},
    {"score", false, score}, {"hint", false, hint}, {"undo", true, undo},    {"save", true, save},
    {"load", true, load},    {"quit", true, quit},  {NULL, false, NULL},
};

/* Runs the command that the line begins with; false if it begins with none. */
static bool run_verb(struct session *g, const char *line, bool after, enum next *next)
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

/* Says why, as the person's view has it: the truth's words could tell a secret. */
static void say_refused(struct at_state *view, at_move m)
{
	struct at_fail fail;

	puts(at_apply(view, m, &fail) ? fail.why : "this move is not legal");
}

/* A number or a move: read as the person sees the game, judged by the truth. */
static enum next make_move(struct session *g, const char *line)
{
	at_move list[AT_MOVES_MAX];
	struct at_view view;
	struct at_fail fail = {.err = AT_OK};
	uint64_t number;
	at_move m;
	int n;

	look(g, &view);
	n = at_moves(&view.state.head, list);
	if (parse_number(line, 1, (uint64_t)n, &number)) {
		char text[AT_MOVE_TEXT_MAX];
		m = list[number - 1];
		printf("  %s\n", move_text(&view.state.head, m, text));
	} else if (at_parse_move(&view.state.head, line, strlen(line), &m, &fail) ||
		   !match_allows(&g->match, m)) {
		int width, height;
		if (fail.err)
			puts(fail.why);
		else
			say_refused(&view.state.head, m);
		terminal_size(&width, &height);
		look(g, &view);
		show_moves(&view.state.head, line, width, 6, stdout);
		return ASK_AGAIN;
	}
	session_apply(g, m);
	return DONE;
}

/* Does this seat know something that the public does not? */
static bool has_secrets(const struct session *g, int seat)
{
	struct at_view own, all;

	at_view(match_now(&g->match), seat, &own);
	at_view(match_now(&g->match), AT_PUBLIC, &all);
	own.state.head.viewer = all.state.head.viewer;
	return memcmp(&own.state, &all.state, g->match.record.game->state_size) != 0;
}

/* What happened since this seat decided last. */
static void recall(struct session *g, int seat)
{
	uint32_t i = g->match.count;

	while (i > 0 && g->match.states[i - 1].head.turn != seat)
		i--;
	for (; i < g->match.count; i++)
		session_report(g, &g->match.states[i].head, g->match.moves[i], seat);
	session_end_line(g);
}

/* Several people share the screen: nobody sees it before the right one has it. */
static bool pass_device(struct session *g, int seat)
{
	char prompt[60], line[LINE_SIZE];

	if (g->humans < 2 || g->shown_to == seat || !has_secrets(g, seat))
		return true;
	if (isatty(STDOUT_FILENO))
		fputs("\033[2J\033[3J\033[H", stdout);
	snprintf(prompt, sizeof prompt, "Seat %d is to move: take the screen and press Enter ",
		 seat + 1);
	if (!ask(prompt, line))
		return false;
	recall(g, seat);
	return true;
}

static void show_turn(struct session *g)
{
	struct at_view view;
	int width, height, n;
	at_move list[AT_MOVES_MAX];

	look(g, &view);
	n = at_moves(&view.state.head, list);
	terminal_size(&width, &height);
	putchar('\n');
	draw_position(&view.state.head, stdout, g->colour);
	printf("\nSeat %d to move: %d legal moves%s\n", view.state.head.turn + 1, n,
	       n > 20 ? "; `moves PREFIX` lists those that begin so" : "");
	show_moves(&view.state.head, "", width, n > 20 ? 4 : 0, stdout);
}

enum turn_end turn_take(struct session *g)
{
	int seat = match_now(&g->match)->turn;
	char prompt[30], line[LINE_SIZE];
	enum next next = SHOW_AGAIN;

	if (!pass_device(g, seat))
		return TURN_QUIT;
	g->shown_to = seat;
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

enum turn_end turn_after(struct session *g)
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
