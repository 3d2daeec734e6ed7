#define _POSIX_C_SOURCE 200809L

#include "team.h"

#include "clock.h"
#include "command.h"
#include "position.h"
#include "show.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME, BOT };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true, .help = "its name, see `atoll games`"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT", .help = "who thinks; hard without"},
    {NULL},
};

enum { INPUT_MAX = 1 << 20 };

/* The other side's lines, and what is known of the game. */
struct session {
	const struct at_game *game;
	struct at_bot_spec spec;
	uint32_t ms, nodes; /* the budget of the last "go" */
	struct at_team *team;
	bool have_view;
	struct at_view view;
	bool quit, ended;  /* ended: nothing more will come */
	size_t have, used; /* bytes in input; of these the line in hand */
	char input[INPUT_MAX];
};

/* The next whole line, terminated, or NULL if there is none without waiting (or ever). */
static char *next_line(struct session *s, bool wait)
{
	for (;;) {
		char *end;
		ssize_t n;
		memmove(s->input, s->input + s->used, s->have - s->used);
		s->have -= s->used;
		s->used = 0;
		end = memchr(s->input, '\n', s->have);
		if (end) {
			*end = '\0';
			if (end > s->input && end[-1] == '\r')
				end[-1] = '\0';
			s->used = (size_t)(end - s->input) + 1;
			return s->input;
		}
		if (s->have == sizeof s->input)
			s->have = 0; /* no line is that long */
		if (s->ended)
			return NULL;
		if (!wait) {
			struct pollfd p = {.fd = 0, .events = POLLIN};
			if (poll(&p, 1, 0) <= 0)
				return NULL;
		}
		n = read(0, s->input + s->have, sizeof s->input - s->have);
		if (n <= 0) {
			s->ended = true;
			return NULL;
		}
		s->have += (size_t)n;
	}
}

static uint64_t now_ms(void *unused)
{
	(void)unused;
	return (uint64_t)(seconds_now() * 1000);
}

/* Asked while the bot thinks. Whatever else was sent ahead is left for later. */
static bool stop_asked(void *context)
{
	struct session *s = context;
	char *line = next_line(s, false);

	if (!line)
		return false;
	if (strcmp(line, "stop") == 0)
		return true;
	if (strcmp(line, "quit") == 0)
		s->quit = true;
	s->input[s->used - 1] = '\n';
	s->used = 0;
	return s->quit;
}

static void say_error(const char *why)
{
	printf("error %s\n", why);
}

static bool make_bot(struct session *s, const struct at_bot_spec *spec)
{
	struct at_host host = {.clock = now_ms, .stop = stop_asked, .context = s};
	struct at_team *team = at_team_new(s->game, spec, &host);

	if (!team)
		return false;
	at_team_free(s->team);
	s->team = team;
	s->spec = *spec;
	s->ms = s->spec.ms;
	s->nodes = s->spec.nodes;
	s->have_view = false;
	return true;
}

/* The word after `line`, cut out; *line goes on behind it. */
static char *word(char **line)
{
	char *begin = *line + strspn(*line, " ");
	size_t len = strcspn(begin, " ");

	*line = begin + len;
	if (begin[len])
		*(*line)++ = '\0';
	return len ? begin : NULL;
}

static void do_hello(struct session *s)
{
	char spec[AT_BOT_NAME_MAX];
	struct at_text t;

	at_text_init(&t, spec, sizeof spec);
	at_bot_spec_print(&s->spec, &t);
	printf("id name Atoll %s\nid author the Atoll project\n", spec);
	printf("option bot %s\nready\n", spec);
}

static void do_set(struct session *s, char *rest)
{
	char *name = word(&rest);
	char *value = word(&rest);
	struct at_bot_spec spec;
	struct at_fail fail;

	if (!name || !value || strcmp(name, "bot") != 0)
		say_error("expected: set bot NAME");
	else if (at_bot_spec_parse(s->game, value, strlen(value), &spec, &fail))
		say_error(fail.why);
	else if (!make_bot(s, &spec))
		say_error("there is not enough memory");
}

static void do_new(struct session *s, char *rest)
{
	char *game = word(&rest);
	uint64_t seed = 0;
	char *key;

	if (!game || strcmp(game, s->game->name) != 0) {
		printf("error this bot plays %s\n", s->game->name);
		return;
	}
	while ((key = word(&rest)) && strcmp(key, "options") != 0) {
		char *value = word(&rest);
		if (value && strcmp(key, "seed") == 0 && !parse_number(value, 0, UINT64_MAX, &seed))
			say_error("seed is a number");
	}
	at_team_begin(s->team, seed);
	s->have_view = false;
}

/* A move as our seat sees it, on the view that we have. */
static void do_moved(struct session *s, const char *text)
{
	struct at_state *state = &s->view.state.head;
	struct at_fail fail;
	at_move m;

	if (!s->have_view)
		return; /* a view will come before we are asked */
	if (at_parse_move(state, text, strlen(text), &m, &fail) ||
	    s->game->refuse(state, m, &fail)) {
		say_error(fail.why);
		s->have_view = false;
		return;
	}
	at_team_saw(s->team, m);
	s->game->apply(state, m);
}

static void do_view(struct session *s)
{
	static char text[AT_TEXT_MAX];
	struct at_fail fail;
	union at_any any;
	size_t len = 0;
	char *line;

	while ((line = next_line(s, true)) && strcmp(line, "end") != 0) {
		size_t n = strlen(line);
		if (len + n + 1 < sizeof text) {
			memcpy(text + len, line, n);
			text[len + n] = '\n';
			len += n + 1;
		}
	}
	s->have_view = false;
	if (at_parse_position(text, len, &any.head, &fail)) {
		printf("error line %u of the view: %s\n", fail.line, fail.why);
		return;
	}
	if (any.head.game != s->game->id || any.head.viewer == AT_PUBLIC) {
		say_error("this is no seat's view of our game");
		return;
	}
	if (at_is_truth(&any.head) && any.head.turn < 0) {
		say_error("nobody is to move");
		return;
	}
	at_view(&any.head, at_is_truth(&any.head) ? any.head.turn : any.head.viewer, &s->view);
	s->have_view = true;
}

static void say_candidates(const struct at_state *s, const struct at_choice *choice)
{
	char text[AT_MOVE_TEXT_MAX];

	for (int i = 0; i < choice->count && i < 10; i++) {
		const struct at_candidate *c = &choice->list[i];
		printf("info visits %u win", c->visits);
		for (int k = 0; k < s->seats; k++)
			printf(" %.4f", c->win[k]);
		printf(" points");
		for (int k = 0; k < s->seats; k++)
			printf(" %.2f", c->points[k]);
		printf(" move %s\n", move_text(s, c->move, text));
	}
}

static void do_go(struct session *s, char *rest)
{
	static struct at_choice choice;
	const struct at_state *state = &s->view.state.head;
	uint32_t ms = s->spec.ms, nodes = s->spec.nodes;
	at_move moves[AT_MOVES_MAX];
	char text[AT_MOVE_TEXT_MAX];
	at_move m;
	char *key;

	while ((key = word(&rest))) {
		char *value = word(&rest);
		uint64_t x = 0;
		if (!value || !parse_number(value, 0, 1000000000, &x)) {
			say_error("expected: go [ms N] [nodes N]");
			return;
		}
		if (strcmp(key, "ms") == 0 && (x < ms || ms == 0))
			ms = (uint32_t)x; /* never longer than we were allowed */
		if (strcmp(key, "nodes") == 0)
			nodes = (uint32_t)x;
	}
	if (!s->have_view || state->turn != state->viewer) {
		say_error("give a view of the seat to move first");
		return;
	}
	if (at_moves(state, moves) == 0) {
		say_error("this seat has no legal move");
		return;
	}
	if (ms != s->ms || nodes != s->nodes) {
		s->ms = ms;
		s->nodes = nodes;
		at_team_budget(s->team, ms, nodes);
	}
	m = at_team_choose(s->team, &s->view, &choice);
	say_candidates(state, &choice);
	printf("best %s\n", move_text(state, m, text));
}

static void obey(struct session *s, char *line)
{
	char *rest = line;
	char *verb = word(&rest);

	if (!verb)
		return;
	if (strcmp(verb, "atoll") == 0)
		do_hello(s);
	else if (strcmp(verb, "ping") == 0)
		puts("pong");
	else if (strcmp(verb, "set") == 0)
		do_set(s, rest);
	else if (strcmp(verb, "new") == 0)
		do_new(s, rest);
	else if (strcmp(verb, "moved") == 0)
		do_moved(s, rest);
	else if (strcmp(verb, "view") == 0)
		do_view(s);
	else if (strcmp(verb, "legal") == 0)
		while ((line = next_line(s, true)) && strcmp(line, "end") != 0)
			;
	else if (strcmp(verb, "go") == 0)
		do_go(s, rest);
	else if (strcmp(verb, "quit") == 0)
		s->quit = true;
	else if (strcmp(verb, "stop") != 0)
		printf("error there is no command '%.40s'\n", verb);
	fflush(stdout);
}

static int run(const struct command *command, const struct args *args)
{
	struct session *s = calloc(1, sizeof *s);
	const char *name = args->given[BOT] ? args->text[BOT] : "hard";
	struct at_bot_spec spec;
	struct at_fail fail;
	char *line;
	int code;

	if (!s)
		return bad_input("there is not enough memory");
	code = find_game(command, args->text[GAME], &s->game);
	if (!code && at_bot_spec_parse(s->game, name, strlen(name), &spec, &fail))
		code = bad_usage(command, "--bot: %s", fail.why);
	if (!code && !make_bot(s, &spec))
		code = bad_input("there is not enough memory");
	while (!code && !s->quit && (line = next_line(s, true)))
		obey(s, line);
	at_team_free(s->team);
	free(s);
	return code;
}

const struct command bot_command = {
    .name = "bot",
    .help = "Speaks the bot protocol on standard input and output (docs/bot-protocol.md).",
    .args = takes,
    .run = run,
};
