#define _POSIX_C_SOURCE 200809L

#include "team.h"

#include "clock.h"
#include "command.h"
#include "play.h"
#include "position.h"
#include "show.h"

#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME, BOT };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT", .help = "the bot that thinks (default hard)"},
    {NULL},
};

enum {
	INPUT_MAX = 1 << 20, /* bytes sent ahead of what was read */
	LIMIT_MAX = 1000000000,
	INFO_LINES_MAX = 10,
};

/* The lines of the other side, and what is known of the game. */
struct session {
	const struct at_game *game;
	struct at_bot_spec spec;
	uint32_t ms, nodes; /* the budget of the last "go" */
	uint32_t ply;       /* of it */
	uint64_t seed;
	struct at_team *team;
	bool have_view;
	struct at_view view;
	bool quit;
	bool gone; /* nobody reads our output */

	/* lines not handled yet are input[from .. have) */
	bool ended;    /* nothing more will come */
	bool overlong; /* the rest of a line that was dropped comes first */
	size_t from, have;
	char input[INPUT_MAX + 1];

	/* while we think */
	bool stopped;
	bool in_block; /* the lines up to "end" are data, whatever they look like */
	size_t looked; /* the lines before this were examined */
};

static void say_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say_error(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	fputs("error ", stdout);
	vprintf(format, list);
	putchar('\n');
	va_end(list);
}

static bool is_full(const struct session *s)
{
	return s->have - s->from == INPUT_MAX;
}

/* Waits for input if there is none. The caller has checked that there is room. */
static void read_more(struct session *s)
{
	ssize_t n;

	memmove(s->input, s->input + s->from, s->have - s->from);
	s->have -= s->from;
	s->looked -= s->looked < s->from ? s->looked : s->from;
	s->from = 0;
	n = read(0, s->input + s->have, INPUT_MAX - s->have);
	if (n > 0)
		s->have += (size_t)n;
	else
		s->ended = true;
}

/* The next line, terminated, or NULL at the end of input. The last one may lack its line end. */
static char *next_line(struct session *s)
{
	for (;;) {
		char *line = s->input + s->from;
		char *end = memchr(line, '\n', s->have - s->from);
		if (end)
			s->from = (size_t)(end - s->input) + 1;
		else if (s->ended && s->from < s->have)
			end = s->input + (s->from = s->have);
		if (end && s->overlong) {
			s->overlong = false;
		} else if (end) {
			*end = '\0';
			if (end > line && end[-1] == '\r')
				end[-1] = '\0';
			return line;
		} else if (s->ended) {
			return NULL;
		} else if (is_full(s)) {
			if (!s->overlong)
				say_error("a line has less than %d bytes", INPUT_MAX);
			s->overlong = true;
			s->from = s->have;
		} else {
			read_more(s);
		}
	}
}

static uint64_t now_ms(void *unused)
{
	(void)unused;
	return (uint64_t)(seconds_now() * 1000);
}

/* The first word of a line of this length that is still in the input buffer. */
static struct at_word verb_of(const char *line, size_t len)
{
	struct at_word w = {line, 0};

	while (len > 0 && *w.at == ' ')
		w.at++, len--;
	while (w.len < len && w.at[w.len] != ' ' && w.at[w.len] != '\r' && w.at[w.len] != '\n')
		w.len++;
	return w;
}

/* Handles lines that were sent ahead and need not wait for their turn, and removes them. */
static void look_ahead(struct session *s)
{
	char *end;

	while (!s->stopped &&
	       (end = memchr(s->input + s->looked, '\n', s->have - s->looked)) != NULL) {
		char *line = s->input + s->looked;
		size_t len = (size_t)(end - line) + 1;
		struct at_word verb = verb_of(line, len);
		bool ping = at_word_is(verb, "ping");
		if (s->in_block) {
			s->in_block =
			    strncmp(line, "end\n", 4) != 0 && strncmp(line, "end\r\n", 5) != 0;
		} else if (at_word_is(verb, "view") || at_word_is(verb, "legal")) {
			s->in_block = true;
		} else if (at_word_is(verb, "quit")) {
			s->quit = s->stopped = true;
		} else if (ping || at_word_is(verb, "stop")) {
			if (ping) {
				puts("pong");
				fflush(stdout);
			}
			s->stopped = !ping;
			memmove(line, end + 1, (size_t)(s->input + s->have - (end + 1)));
			s->have -= len;
			continue;
		}
		s->looked += len;
	}
}

/* Called while the bot thinks. */
static bool stop_asked(void *context)
{
	struct session *s = context;
	bool reads = !s->ended && !is_full(s);
	struct pollfd p[2] = {{.fd = reads ? 0 : -1, .events = POLLIN}, {.fd = 1}};

	if (poll(p, 2, 0) > 0) {
		if (p[1].revents) /* we asked for no event: it is closed */
			s->quit = s->gone = s->stopped = true;
		else
			read_more(s);
	}
	look_ahead(s);
	return s->stopped;
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
	at_team_begin(team, s->seed);
	return true;
}

/* Cuts out the word after `line`; *line moves on behind it. */
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
	printf("option bot %s\ntype bot text\noption threads %u\ntype threads number 1 %d\nready\n",
	       spec, s->spec.threads ? (unsigned)s->spec.threads : 1u, AT_BOT_THREADS_MAX);
}

static void do_set(struct session *s, char *rest)
{
	char *name = word(&rest);
	char *value = word(&rest);
	struct at_bot_spec spec = s->spec;
	struct at_fail fail;
	uint64_t threads;

	if (!name || !value || word(&rest)) {
		say_error("expected: set bot BOT, or set threads N");
	} else if (strcmp(name, "bot") == 0) {
		if (at_bot_spec_parse(s->game, value, strlen(value), &spec, &fail))
			say_error("%s", fail.why);
		else if (!make_bot(s, &spec))
			say_error("there is not enough memory");
	} else if (strcmp(name, "threads") != 0 ||
		   !parse_number(value, 1, AT_BOT_THREADS_MAX, &threads)) {
		say_error("expected: set bot BOT, or set threads N, N from 1 to %d",
			  AT_BOT_THREADS_MAX);
	} else {
		spec.threads = (uint32_t)threads;
		if (!make_bot(s, &spec))
			say_error("there is not enough memory");
	}
}

static bool good_options(const struct at_game *game, const char *text)
{
	struct at_scan scan;
	struct at_fail fail;
	uint8_t options;

	at_scan_init(&scan, text, strlen(text), &fail);
	if (at_scan_line(&scan))
		at_scan_options(game, &scan, &options);
	if (scan.err)
		say_error("%s", fail.why);
	return !scan.err;
}

/* Views repeat all of it except the seed; still, an error is better reported now. */
static void do_new(struct session *s, char *rest)
{
	enum { PLAYERS, SEAT, SEED, NUMBERS };
	struct {
		const char *name;
		uint64_t lo, hi, value;
	} numbers[NUMBERS] = {
	    [PLAYERS] = {"players", s->game->seats_min, s->game->seats_max, s->game->seats_max},
	    [SEAT] = {"seat", 1, s->game->seats_max, 1},
	    [SEED] = {"seed", 0, UINT64_MAX, 0},
	};
	char *game = word(&rest);
	char *key;

	if (!game || strcmp(game, s->game->name) != 0) {
		say_error("this bot plays %s", s->game->name);
		return;
	}
	while ((key = word(&rest)) && strcmp(key, "options") != 0) {
		char *value = word(&rest);
		int i = 0;
		while (i < NUMBERS && strcmp(key, numbers[i].name) != 0)
			i++;
		if (i == NUMBERS) {
			say_error("expected: new %s players N seat S seed X options ...",
				  s->game->name);
			return;
		}
		numbers[SEAT].hi = numbers[PLAYERS].value;
		if (!value ||
		    !parse_number(value, numbers[i].lo, numbers[i].hi, &numbers[i].value)) {
			say_error("%s is a number from %" PRIu64 " to %" PRIu64, key, numbers[i].lo,
				  numbers[i].hi);
			return;
		}
	}
	if (key && !good_options(s->game, rest))
		return;
	s->seed = numbers[SEED].value;
	at_team_begin(s->team, s->seed);
	s->have_view = false;
}

/* A move as our seat sees it, on the view that we have. */
static void do_moved(struct session *s, const char *text)
{
	struct at_state *state = &s->view.state.head;
	struct at_fail fail;
	at_move m;

	if (!s->have_view)
		return; /* a view arrives before we are asked */
	if (at_parse_move(state, text, strlen(text), &m, &fail) || at_follow(state, m, &fail)) {
		say_error("%s", fail.why);
		s->have_view = false;
		return;
	}
	at_team_saw(s->team, m);
}

/* Reads up to "end"; false if there is none. text may be NULL to skip the lines. */
static bool read_block(struct session *s, struct at_text *text)
{
	char *line;

	while ((line = next_line(s)) && strcmp(line, "end") != 0)
		if (text) {
			at_puts(text, line);
			at_putc(text, '\n');
		}
	return line;
}

static void do_view(struct session *s)
{
	static char text[AT_TEXT_MAX];
	struct at_fail fail;
	struct at_text t;
	union at_any any;

	at_text_init(&t, text, sizeof text);
	s->have_view = false;
	if (!read_block(s, &t)) {
		say_error("the view is incomplete");
	} else if (t.full) {
		say_error("the view is longer than any position");
	} else if (at_parse_position(text, t.len, &any.head, &fail)) {
		if (fail.line)
			say_error("line %u of the view: %s", fail.line, fail.why);
		else
			say_error("the view: %s", fail.why);
	} else if (any.head.game != s->game->id || any.head.viewer == AT_PUBLIC) {
		say_error("this is not a seat's view of %s", s->game->name);
	} else if (at_is_truth(&any.head) && any.head.turn < 0) {
		say_error("nobody is to move");
	} else {
		at_view(&any.head, at_is_truth(&any.head) ? any.head.turn : any.head.viewer,
			&s->view);
		s->have_view = true;
	}
}

/* The whole turn that begins with a move, and what is expected of everybody after it, as far as it
 * can be played in a world that was guessed: draws are made there, and not told. */
static void say_line(const struct session *session, const struct at_state *s,
		     const struct at_idea *idea)
{
	enum { ROOM = 4000 }; /* the protocol's lines are shorter than 4096 */
	const struct at_game *game = at_game_of(s);
	char turn[ROOM], after[ROOM];
	struct at_text of_turn, of_others;
	struct at_rng rng;
	union at_any now;

	at_text_init(&of_turn, turn, ROOM);
	at_text_init(&of_others, after, ROOM);
	at_rng_init(&rng, session->seed, s->ply);
	at_guess(&session->view, &rng, &now.head);
	for (int i = 0; i < idea->length; i++) {
		struct at_text *t = i < idea->turn ? &of_turn : &of_others;
		while (i >= idea->turn && now.head.turn == AT_CHANCE)
			game->apply(&now.head, at_draw(game, &now.head, &rng));
		if (now.head.turn != idea->seat[i] || t->len > ROOM - 2 * AT_MOVE_TEXT_MAX ||
		    game->refuse(&now.head, idea->line[i], NULL))
			break;
		at_puts(t, t->len ? "; " : " ");
		if (i >= idea->turn)
			at_put(t, "%d ", idea->seat[i] + 1);
		at_print_move(&now.head, idea->line[i], t);
		game->apply(&now.head, idea->line[i]);
	}
	if (idea->turn > 1)
		printf("info turn%s\n", turn);
	if (of_others.len)
		printf("info line%s\n", after);
}

/* The idea behind a candidate; NULL: it goes on with a turn that was planned before. */
static const struct at_idea *idea_of(const struct at_idea *ideas, int count, at_move m)
{
	for (int i = 0; i < count; i++)
		if (ideas[i].line[0] == m)
			return &ideas[i];
	return NULL;
}

static void say_candidates(struct session *session, const struct at_state *s,
			   const struct at_choice *choice)
{
	static struct at_idea ideas[AT_CANDIDATES_MAX];
	char text[AT_MOVE_TEXT_MAX];
	int count = choice->nodes
			? at_team_ideas(session->team, &session->view, choice, session->seed, ideas)
			: 0;

	for (int i = 0; i < choice->count && i < INFO_LINES_MAX; i++) {
		const struct at_candidate *c = &choice->list[i];
		const struct at_idea *idea = idea_of(ideas, count, c->move);
		printf("info visits %u win", c->visits);
		for (int k = 0; k < s->seats; k++)
			printf(" %.4f", c->win[k]);
		printf(" points");
		for (int k = 0; k < s->seats; k++)
			printf(" %.2f", c->points[k]);
		printf(" error %.4f", c->error);
		if (idea)
			printf(" prior %.4f%s", idea->prior, idea->proved ? " proved" : "");
		printf(" move %s\n", move_text(s, c->move, text));
		if (idea)
			say_line(session, s, idea);
	}
}

/* What a turn may take of a clock: a part of what is left, and most of what it adds. A turn of
 * several decisions keeps the share that it began with. */
static uint64_t share_of_clock(const struct session *s, uint64_t left, uint64_t increment)
{
	uint64_t share = left / 25 + increment * 3 / 4, most = left * 4 / 5;

	if (s->view.state.head.ply == s->ply + 1 && s->ms && s->ms < left)
		return s->ms;
	share = share < most ? share : most;
	return share ? share : 1;
}

static void lower(uint32_t *limit, uint64_t to)
{
	if (to && (*limit == 0 || to < *limit))
		*limit = (uint32_t)to;
}

/* "go" can lower our own limits or add a missing one, never raise them. */
static bool read_limits(const struct session *s, char *rest, uint32_t *ms, uint32_t *nodes)
{
	enum { MS, NODES, CLOCK, INCREMENT, KEYS };
	static const char *const keys[KEYS] = {"ms", "nodes", "clock", "increment"};
	uint64_t given[KEYS] = {0};
	bool clock = false;
	char *key;

	while ((key = word(&rest))) {
		char *value = word(&rest);
		int k = 0;
		while (k < KEYS && strcmp(key, keys[k]) != 0)
			k++;
		if (k == KEYS || !value || !parse_number(value, k < CLOCK, LIMIT_MAX, &given[k])) {
			say_error("expected: go [ms N] [nodes N] [clock N increment N], "
				  "N from 1 to %d",
				  LIMIT_MAX);
			return false;
		}
		clock = clock || k == CLOCK;
	}
	*ms = s->spec.ms;
	*nodes = s->spec.nodes;
	lower(ms, given[MS]);
	lower(nodes, given[NODES]);
	if (clock)
		lower(ms, share_of_clock(s, given[CLOCK], given[INCREMENT]));
	return true;
}

static void do_go(struct session *s, char *rest)
{
	static struct at_choice choice;
	const struct at_state *state = &s->view.state.head;
	at_move moves[AT_MOVES_MAX];
	char text[AT_MOVE_TEXT_MAX];
	uint32_t ms, nodes;
	double begin;
	at_move m;

	if (!read_limits(s, rest, &ms, &nodes))
		return;
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
	s->ply = state->ply;
	s->stopped = s->in_block = false;
	s->looked = s->from;
	begin = seconds_now();
	m = at_team_choose(s->team, &s->view, &choice);
	if (s->gone)
		return;
	say_candidates(s, state, &choice);
	printf("info nodes %" PRIu64 " seconds %.3f\n", choice.nodes, seconds_now() - begin);
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
		read_block(s, NULL);
	else if (strcmp(verb, "go") == 0)
		do_go(s, rest);
	else if (strcmp(verb, "quit") == 0)
		s->quit = true;
	else if (strcmp(verb, "stop") != 0 && strcmp(verb, "result") != 0)
		say_error("there is no command '%s'",
			  at_show((struct at_word){verb, strlen(verb)}).s);
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
	while (!code && !s->quit && (line = next_line(s)))
		obey(s, line);
	at_team_free(s->team);
	free(s);
	return code;
}

const struct command bot_command = {
    .name = "bot",
    .help = "Runs a bot that speaks the bot protocol on stdin and stdout (docs/bot-protocol.md).",
    .args = takes,
    .run = run,
};
