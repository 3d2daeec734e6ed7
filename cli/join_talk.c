#define _POSIX_C_SOURCE 200809L

#include "joined.h"

#include "bot.h"
#include "draw.h"
#include "show.h"

#include <errno.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* --- what others say and do --- */

void print_clean(const char *text)
{
	const char *end = text + strlen(text);

	while (text < end) {
		size_t len = at_utf8(text, end);
		unsigned char c = (unsigned char)text[0];
		bool steers =
		    len == 0 || c < ' ' || c == 127 || (c == 0xc2 && (unsigned char)text[1] < 0xa0);
		if (steers)
			putchar('?');
		else
			fwrite(text, 1, len, stdout);
		text += len ? len : 1;
	}
}

void print_seat(const struct join *j, int seat)
{
	bool person = join_table(j)->seat[seat].kind != AT_SEAT_BOT;
	const char *name = person ? j->sitter[seat].name : join_level(j, seat);

	if (name && *name) {
		print_clean(name);
		printf(" (seat %d)", seat + 1);
	} else {
		printf("seat %d", seat + 1);
	}
}

void join_end_line(struct join *j)
{
	if (j->column)
		putchar('\n');
	j->column = 0;
}

void talk_chat(struct join *j, const json_t *chat)
{
	const char *name = json_string_value(json_object_get(chat, "name"));
	const char *text = json_string_value(json_object_get(chat, "text"));

	if (!text)
		return;
	join_end_line(j);
	fputs("  ", stdout);
	print_clean(name ? name : "somebody");
	fputs(" says: ", stdout);
	print_clean(text);
	putchar('\n');
	j->prompt = true;
}

void talk_hint(struct join *j, const json_t *hint)
{
	struct at_fail fail;
	at_move m;
	size_t i;
	json_t *row;

	json_array_foreach(json_object_get(hint, "moves"), i, row)
	{
		const char *move = json_string_value(json_object_get(row, "move"));
		json_t *win = json_array_get(json_object_get(row, "win"), (size_t)j->you);
		json_t *points = json_array_get(json_object_get(row, "points"), (size_t)j->you);
		if (i < 5 && move && !at_parse_move(join_now(j), move, strlen(move), &m, &fail))
			printf("  %-24s %3.0f %% to win, about %.0f points\n", move,
			       100 * json_number_value(win), json_number_value(points));
	}
	j->prompt = true;
}

/* --- what the person sees --- */

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

static void show_turn(const struct join *j)
{
	const struct at_state *s = join_now(j);
	at_move list[AT_MOVES_MAX];
	int width, height, n = at_moves(s, list);

	terminal_size(&width, &height);
	printf("Your turn: %d legal move%s%s\n", n, n == 1 ? "" : "s",
	       n > 20 ? "; `moves PREFIX` lists those that begin with PREFIX" : "");
	show_moves(s, "", width, n > 20 ? 4 : 0, stdout);
}

static void show_clocks(const struct join *j)
{
	const struct at_table *t = join_table(j);

	for (int i = 0; i < t->opening.seats && t->clock.kind; i++) {
		fputs(i ? ", " : "Time left by seat: ", stdout);
		print_time(at_table_time_left(t, i, join_clock()));
	}
	if (t->clock.kind)
		putchar('\n');
}

static void show_gathering(const struct join *j)
{
	int free = join_free_seats(j);

	printf("%s, %d players%s. ", at_table_game(join_table(j))->title, join_now(j)->seats,
	       j->you >= 0 ? "" : "; you watch");
	if (j->you >= 0)
		printf("You have seat %d. ", j->you + 1);
	if (free)
		printf("Waiting for %d more. ", free);
	puts("Type ? for help.");
	if (!j->readying)
		return;
	puts("All seats are taken. The game begins when everybody is ready; seats that are not "
	     "are free again\nafter 30 seconds.");
	if (j->you >= 0)
		puts(j->sitter[j->you].ready ? "You are ready." : "Are you there? Type ready.");
}

static void show(struct join *j)
{
	int mover = at_table_mover(join_table(j));

	join_end_line(j);
	if (join_table(j)->phase == AT_GATHERING) {
		show_gathering(j);
		return;
	}
	putchar('\n');
	draw_position(join_now(j), stdout, j->colour);
	putchar('\n');
	show_clocks(j);
	if (join_table(j)->apart.paused)
		puts("The game is paused. It goes on when the player to move is back, or two "
		     "minutes after\nanother player is.");
	news_question(j);
	if (join_my_turn(j))
		show_turn(j);
	else if (mover >= 0) {
		print_seat(j, mover);
		puts(" is to move.");
	}
}

void talk_show(struct join *j)
{
	if (!j->seen || join_waits(j, NULL))
		return;
	if (j->show)
		show(j);
	if (j->show || j->prompt) {
		if (j->you >= 0)
			printf("seat %d> ", j->you + 1);
		else
			fputs("> ", stdout);
		j->column = 1;
	}
	j->show = j->prompt = false;
}

/* --- what the person types --- */

static void help(struct join *j, const char *rest)
{
	(void)j;
	(void)rest;
	puts(
	    "  a move in notation or by its number, or\n"
	    "  moves [PREFIX]  the legal moves, or those that begin with PREFIX\n"
	    "  show            the position again\n"
	    "  score           the points of everybody so far\n"
	    "  hint            what a strong bot would play, if the table allows hints\n"
	    "  undo            take back your last decision; the others may be asked\n"
	    "  end             ask the others to end the game\n"
	    "  end-absent      end the game, because somebody does not come back; those who are\n"
	    "                  still there are asked\n"
	    "  agree, decline  answer a question of the others; decline also withdraws your own\n"
	    "  resign [LEVEL]  give up; with two players this ends the game, with more a bot of "
	    "this\n"
	    "                  level plays on\n"
	    "  say TEXT        say something to everybody at the table\n"
	    "  stand-in [SEAT] [LEVEL]\n"
	    "                  let a bot move for you, or for somebody who has been away for long\n"
	    "  return          move yourself again\n"
	    "  nudge [SEAT]    remind the player to move, who is here but has not moved for ten\n"
	    "                  minutes; after two nudges a bot may move instead (stand-in)\n"
	    "  give-time [SEAT] give the player to move one day more, with a clock of days\n"
	    "  ready           you are there, and the game may begin\n"
	    "  leave [LEVEL]   stand up; during a game a bot continues for you\n"
	    "  quit            or Ctrl-D: the seat stays yours, and you can join again later");
}

static void moves(struct join *j, const char *rest)
{
	int width, height;

	terminal_size(&width, &height);
	if (!join_my_turn(j))
		puts("It is not your turn.");
	else if (show_moves(join_now(j), rest, width, height - 4, stdout) == 0)
		printf("No legal move begins with '%s'.\n", rest);
}

static void show_again(struct join *j, const char *rest)
{
	(void)rest;
	j->show = true;
}

static void score(struct join *j, const char *rest)
{
	(void)rest;
	show_scores(join_now(j), stdout);
}

static void say(struct join *j, const char *rest)
{
	if (*rest)
		join_ask(j, "chat", json_pack("{s:s}", "text", rest));
	else
		puts("Say what? say TEXT");
}

static bool is_level(const char *word)
{
	for (int i = 0; at_level_names[i]; i++)
		if (strcmp(at_level_names[i], word) == 0)
			return true;
	return false;
}

/* Asks for something that a bot of this level, or of the usual one, goes on with. */
static void with_level(struct join *j, const char *what, json_t *more, const char *level)
{
	if (*level && !is_level(level)) {
		printf("There is no level '%s'.\n", level);
		json_decref(more);
		return;
	}
	if (*level)
		json_object_set_new(more, "level", json_string(level));
	join_ask(j, what, more);
}

static void leave(struct join *j, const char *rest)
{
	with_level(j, "leave", json_object(), rest);
}

static void resign(struct join *j, const char *rest)
{
	with_level(j, "resign", json_object(), rest);
}

static void stand_in(struct join *j, const char *rest)
{
	char number[8];
	size_t len = strcspn(rest, " \t");
	json_t *more = json_object();
	uint64_t seat;

	snprintf(number, sizeof number, "%.*s", (int)(len < 7 ? len : 7), rest);
	if (parse_number(number, 1, AT_SEATS_MAX, &seat)) {
		json_object_set_new(more, "seat", json_integer((json_int_t)seat));
		rest += len + strspn(rest + len, " \t");
	}
	with_level(j, "stand-in", more, rest);
}

/* About the player to move, or the seat that was typed. */
static void about(struct join *j, const char *what, const char *rest)
{
	uint64_t seat = (uint64_t)at_table_mover(join_table(j)) + 1; /* 0: nobody */

	if (*rest ? parse_number(rest, 1, AT_SEATS_MAX, &seat) : seat > 0)
		join_ask(j, what, json_pack("{s:i}", "seat", (int)seat));
	else
		printf("For which seat? %s SEAT\n", what);
}

static void nudge(struct join *j, const char *rest)
{
	about(j, "nudge", rest);
}

static void give_time(struct join *j, const char *rest)
{
	about(j, "give-time", rest);
}

static void quit(struct join *j, const char *rest)
{
	(void)rest;
	j->done = true;
}

static const struct {
	const char *word;
	void (*run)(struct join *, const char *rest);
	const char *command; /* the protocol's command, if it needs nothing else */
} verbs[] = {
    {"?", help, NULL},
    {"help", help, NULL},
    {"moves", moves, NULL},
    {"show", show_again, NULL},
    {"score", score, NULL},
    {"say", say, NULL},
    {"quit", quit, NULL},
    {"leave", leave, NULL},
    {"stand-in", stand_in, NULL},
    {"hint", NULL, "hint"},
    {"undo", NULL, "back"},
    {"end", NULL, "end"},
    {"agree", NULL, "agree"},
    {"return", NULL, "return"},
    {"decline", NULL, "decline"},
    {"nudge", nudge, NULL},
    {"give-time", give_time, NULL},
    {"resign", resign, NULL},
    {"ready", NULL, "ready"},
    {"end-absent", NULL, "end-absent"},
};

static void make_move(struct join *j, const char *line)
{
	const struct at_state *s = join_now(j);
	at_move list[AT_MOVES_MAX], m;
	struct at_fail fail;
	uint64_t number;
	int width, height, n;

	if (!join_my_turn(j)) {
		puts("It is not your turn; ? lists the commands that you can use meanwhile.");
		return;
	}
	n = at_moves(s, list);
	if (parse_number(line, 1, (uint64_t)n, &number)) {
		m = list[number - 1];
	} else if (at_parse_move(s, line, strlen(line), &m, &fail) ||
		   at_game_of(s)->refuse(s, m, &fail)) {
		puts(fail.why);
		terminal_size(&width, &height);
		show_moves(s, line, width, 6, stdout);
		return;
	}
	join_move(j, m);
}

static void obey(struct join *j, char *line)
{
	size_t len = strlen(line), word;

	while (len > 0 && strchr(" \t\r", line[len - 1]))
		line[--len] = '\0';
	line += strspn(line, " \t");
	word = strcspn(line, " \t");
	j->prompt = true;
	if (!*line)
		return;
	for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
		if (strlen(verbs[i].word) != word || strncmp(verbs[i].word, line, word) != 0)
			continue;
		if (verbs[i].command)
			join_ask(j, verbs[i].command, NULL);
		else
			verbs[i].run(j, line + word + strspn(line + word, " \t"));
		return;
	}
	make_move(j, line);
}

bool talk_has_line(const struct join *j)
{
	return memchr(j->typed, '\n', j->typed_len) != NULL;
}

void talk_read(struct join *j)
{
	size_t room = sizeof j->typed - j->typed_len;
	char line[sizeof j->typed];
	char *end;
	size_t len;

	if (!talk_has_line(j)) {
		ssize_t n = read(STDIN_FILENO, j->typed + j->typed_len, room);
		if (n < 0 && errno == EINTR)
			return;
		if (n <= 0) {
			putchar('\n');
			j->column = 0;
			j->typed_all = true;
			j->done = !j->watch;
			return;
		}
		j->typed_len += (size_t)n;
	}
	end = memchr(j->typed, '\n', j->typed_len);
	if (!end && j->typed_len < sizeof j->typed)
		return;
	j->column = 0;
	if (!end) {
		puts("This line is too long.");
		j->typed_len = 0;
		j->prompt = true;
		return;
	}
	len = (size_t)(end - j->typed);
	memcpy(line, j->typed, len);
	line[len] = '\0';
	j->typed_len -= len + 1;
	memmove(j->typed, end + 1, j->typed_len);
	if (strlen(line) == len)
		obey(j, line);
}
