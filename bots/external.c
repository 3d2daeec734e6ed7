#define _GNU_SOURCE

#include "external.h"

#include "position.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
	LINE_MAX_BYTES = 4096,
	ANSWER_LINES_MAX = 100000,
	UNASKED_READS_MAX = 1000, /* of LINE_MAX_BYTES: more than a socket holds */
	QUIT_MS = 200,
	LOOK_MS = 50, /* how often a wait checks whether to stop and whether the program has
		       * ended */
};

/* The text after "error"; empty: none. */
struct complaint {
	char s[80];
};

struct at_external {
	struct at_host host;
	pid_t pid;
	int fd;
	uint32_t timeout_ms;
	size_t have; /* bytes in unread */
	char unread[LINE_MAX_BYTES];
	char line[LINE_MAX_BYTES];    /* the last one read, terminated */
	struct complaint first, last; /* the first and last since its last good answer */
	struct at_shown stray;        /* the last line since then that is not part of the
				       * protocol */
	struct at_shown extra;        /* a "best" without a question */
	int64_t left; /* on its clock, in ms; below 0: the game's first turn is to come */
	uint32_t ply; /* of the last question */
	bool fenced;  /* it answers pings: everything before the pong is old */
	char message[AT_TEXT_MAX + AT_MOVES_MAX * AT_MOVE_TEXT_MAX];
};

static uint64_t now_ms(const struct at_external *x)
{
	return x->host.clock(x->host.context);
}

static bool stopped(const struct at_external *x)
{
	return x->host.stop && x->host.stop(x->host.context);
}

/* Whether the process has ended, and how. It is not reaped before at_external_free(), so that
 * its process id is not reused. */
static bool has_ended(const struct at_external *x, siginfo_t *how)
{
	how->si_pid = 0;
	return waitid(P_PID, (id_t)x->pid, how, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       how->si_pid == x->pid;
}

/* Waits until the program can be read or written. LATE: time is up, or we are to stop. ENDED:
 * its process has ended, although a child of it may hold the other end open. */
enum wait_end { READY, LATE, ENDED };

static enum wait_end wait_for(const struct at_external *x, short what, uint64_t until)
{
	struct pollfd p = {.fd = x->fd, .events = what};
	siginfo_t how;

	while (!stopped(x)) {
		uint64_t now = now_ms(x);
		uint64_t left = now < until ? until - now : 0;
		int r = poll(&p, 1, (int)(left < LOOK_MS ? left : LOOK_MS));
		if (r > 0)
			return READY;
		if (r < 0 && errno != EINTR)
			return LATE;
		if (has_ended(x, &how)) /* its last output has arrived by now */
			return poll(&p, 1, 0) > 0 ? READY : ENDED;
		if (left == 0)
			return LATE;
	}
	return LATE;
}

/* Why it no longer answers. */
static enum at_err gone(const struct at_external *x, struct at_fail *fail)
{
	siginfo_t how;

	for (int i = 0; i < 20; i++) { /* it may take a moment to exit */
		struct timespec nap = {0, 10000000};
		if (has_ended(x, &how)) {
			int status = how.si_status;
			if (how.si_code != CLD_EXITED)
				return at_fail(fail, AT_BAD_VALUE, "was killed by signal %d",
					       status);
			if (status > 128) /* the shell reports a signal this way */
				return at_fail(fail, AT_BAD_VALUE, "was killed by signal %d",
					       status - 128);
			return at_fail(fail, AT_BAD_VALUE, "ended with exit code %d", status);
		}
		nanosleep(&nap, NULL);
	}
	return at_fail(fail, AT_BAD_VALUE, "closed its output");
}

static enum at_err send_until(struct at_external *x, uint64_t until, const char *text, size_t len,
			      struct at_fail *fail)
{
	while (len > 0) {
		ssize_t n = send(x->fd, text, len, MSG_NOSIGNAL | MSG_DONTWAIT);
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		} else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
			enum wait_end end = wait_for(x, POLLOUT, until);
			if (end == ENDED)
				return gone(x, fail);
			if (end == LATE)
				return at_fail(fail, AT_BAD_VALUE, "did not read for %u ms",
					       x->timeout_ms);
		} else if (n < 0 && errno != EINTR) {
			return gone(x, fail);
		}
	}
	return AT_OK;
}

/* Reads what is there; returns like recv(). */
static ssize_t read_more(struct at_external *x)
{
	ssize_t n = recv(x->fd, x->unread + x->have, sizeof x->unread - x->have, MSG_DONTWAIT);

	if (n > 0)
		x->have += (size_t)n;
	return n;
}

/* Moves the next whole line, without its end, to x->line; false if there is none. */
static bool next_line(struct at_external *x, struct at_word *line)
{
	char *end = memchr(x->unread, '\n', x->have);
	size_t len;

	if (!end)
		return false;
	len = (size_t)(end - x->unread);
	memcpy(x->line, x->unread, len);
	x->have -= len + 1;
	memmove(x->unread, end + 1, x->have);
	if (len > 0 && x->line[len - 1] == '\r')
		len--;
	x->line[len] = '\0';
	*line = (struct at_word){x->line, len};
	return true;
}

/* Whether the line begins with this word; what follows it is the rest. */
static bool begins(struct at_word line, const char *word, struct at_word *rest)
{
	size_t len = strlen(word);

	if (line.len < len || memcmp(line.at, word, len) != 0)
		return false;
	if (line.len > len && line.at[len] != ' ')
		return false;
	len += line.len > len;
	*rest = (struct at_word){line.at + len, line.len - len};
	return true;
}

static void note_complaint(struct at_external *x, struct at_word text)
{
	struct complaint c = {{0}};

	for (size_t i = 0; i < text.len && i < sizeof c.s - 1; i++)
		c.s[i] = text.at[i] >= ' ' && text.at[i] < 0x7f ? text.at[i] : '?';
	if (!x->first.s[0])
		x->first = c;
	x->last = c;
}

/* Keeps what may be needed later from a line that is not the answer. */
static void note(struct at_external *x, struct at_word line)
{
	static const char *const known[] = {"id", "option", "type", "ready", "info", "best"};
	struct at_word rest;

	if (begins(line, "error", &rest)) {
		note_complaint(x, rest);
		return;
	}
	x->fenced |= begins(line, "pong", &rest);
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (begins(line, known[i], &rest))
			return;
	if (line.len && !begins(line, "pong", &rest))
		x->stray = at_show(line);
}

static void forget_notes(struct at_external *x)
{
	x->first = x->last = (struct complaint){{0}};
	x->stray.s[0] = x->extra.s[0] = '\0';
}

/* Discards unrequested output, except for what is noted. */
static void skip_unasked(struct at_external *x)
{
	struct at_word line, rest;

	for (int i = 0; i < UNASKED_READS_MAX; i++) {
		while (next_line(x, &line)) {
			note(x, line);
			if (begins(line, "best", &rest))
				x->extra = at_show(line);
		}
		if (x->have == sizeof x->unread)
			x->have = 0;
		if (read_more(x) <= 0)
			break;
	}
	x->have = 0;
}

/* Adds to the reason what came instead of an answer of this form (NULL: no answer was expected). */
static void quote(const struct at_external *x, const char *form, struct at_fail *fail)
{
	struct at_fail plain = *fail;

	if (x->have > 0 && x->have < sizeof x->unread)
		at_fail(fail, plain.err, "%s; it wrote '%s' without a newline", plain.why,
			at_show((struct at_word){x->unread, x->have}).s);
	else if (form && x->stray.s[0])
		at_fail(fail, plain.err, "%s; it wrote '%s', not '%s'", plain.why, x->stray.s,
			form);
}

/* Adds the program's complaints to the reason: the first one, where the trouble may have begun,
 * and the last. */
static enum at_err failed(struct at_external *x, const char *form, struct at_fail *fail)
{
	struct at_fail plain;
	bool both;

	quote(x, form, fail);
	plain = *fail;
	skip_unasked(x);
	both = strcmp(x->first.s, x->last.s) != 0;
	if (x->first.s[0])
		at_fail(fail, plain.err, "%s; it said: %s%s%s", plain.why, x->first.s,
			both ? "; then: " : "", both ? x->last.s : "");
	return plain.err;
}

static enum at_err send_all(struct at_external *x, const char *text, size_t len,
			    struct at_fail *fail)
{
	if (send_until(x, now_ms(x) + x->timeout_ms, text, len, fail))
		return failed(x, NULL, fail);
	return AT_OK;
}

static enum at_err read_line(struct at_external *x, uint64_t until, struct at_word *line,
			     struct at_fail *fail)
{
	while (!next_line(x, line)) {
		enum wait_end end;
		ssize_t n;
		if (x->have == sizeof x->unread)
			return at_fail(fail, AT_BAD_TEXT, "wrote a line of more than %d bytes",
				       LINE_MAX_BYTES - 1);
		end = wait_for(x, POLLIN, until);
		if (end == ENDED)
			return gone(x, fail);
		if (end == LATE)
			return at_fail(fail, AT_BAD_VALUE, "did not answer within %u ms",
				       x->timeout_ms);
		n = read_more(x);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			return gone(x, fail);
	}
	return AT_OK;
}

/* Reads up to a line that begins with this word; the rest of that line is in x->line. The form
 * describes the expected answer, for the reason. */
static enum at_err await(struct at_external *x, uint64_t until, const char *word, const char *form,
			 struct at_word *rest, struct at_fail *fail)
{
	struct at_word line = {0};

	for (int i = 0; i < ANSWER_LINES_MAX; i++) {
		if (read_line(x, until, &line, fail))
			return failed(x, form, fail);
		if (begins(line, word, rest))
			return AT_OK;
		note(x, line);
	}
	return at_fail(fail, AT_BAD_TEXT, "wrote %d lines without '%s'", ANSWER_LINES_MAX, word);
}

/* Waits for the greeting. Whether the program answers pings is seen later: it should, but not
 * every program does. */
static enum at_err greet(struct at_external *x, struct at_fail *fail)
{
	static const char hello[] = "atoll 1\nping\n";
	struct at_word rest;

	if (send_all(x, hello, sizeof hello - 1, fail) ||
	    await(x, now_ms(x) + x->timeout_ms, "ready", "ready", &rest, fail))
		return fail->err;
	forget_notes(x);
	return AT_OK;
}

static _Noreturn void become(const char *command, int fd)
{
	setpgid(0, 0); /* so that its own children end with it */
	signal(SIGPIPE, SIG_DFL);
	if (dup2(fd, 0) < 0 || dup2(fd, 1) < 0)
		_exit(126);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

struct at_external *at_external_new(const char *command, uint32_t timeout_ms,
				    const struct at_host *host, struct at_fail *fail)
{
	struct at_external *x = calloc(1, sizeof *x);
	int fds[2];

	if (!x || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds)) {
		at_fail(fail, AT_BAD_VALUE, "no memory or socket for '%s'", command);
		free(x);
		return NULL;
	}
	x->host = *host;
	x->timeout_ms = timeout_ms;
	x->fd = fds[0];
	x->pid = fork();
	if (x->pid == 0)
		become(command, fds[1]);
	close(fds[1]);
	if (x->pid < 0) {
		at_fail(fail, AT_BAD_VALUE, "could not be started: %s", strerror(errno));
	} else {
		setpgid(x->pid, x->pid);
		if (!greet(x, fail))
			return x;
	}
	at_external_free(x);
	return NULL;
}

void at_external_free(struct at_external *x)
{
	uint64_t until = now_ms(x) + (stopped(x) ? 0 : QUIT_MS);
	struct at_fail ignored;
	siginfo_t how;

	if (x->pid > 0) {
		if (!has_ended(x, &how))
			send_until(x, until, "quit\n", 5, &ignored);
		while (now_ms(x) < until && !has_ended(x, &how)) {
			struct timespec nap = {0, 2000000};
			nanosleep(&nap, NULL);
		}
		kill(-x->pid, SIGKILL); /* its children, too */
		waitpid(x->pid, NULL, 0);
	}
	close(x->fd);
	free(x);
}

enum at_err at_external_begin(struct at_external *x, const struct at_game *game,
			      const struct at_setup *setup, int seat, uint64_t seed,
			      struct at_fail *fail)
{
	struct at_text t;
	char number[24];

	snprintf(number, sizeof number, "%llu", (unsigned long long)seed);
	at_text_init(&t, x->message, sizeof x->message);
	forget_notes(x);
	x->left = -1;
	at_put(&t, "new %s players %u seat %d seed %s options ", game->name, setup->seats, seat + 1,
	       number);
	at_print_options(game, setup->options, &t);
	at_putc(&t, '\n');
	return send_all(x, t.at, t.len, fail);
}

enum at_err at_external_saw(struct at_external *x, const struct at_state *s, at_move m,
			    struct at_fail *fail)
{
	struct at_text t;

	at_text_init(&t, x->message, sizeof x->message);
	at_puts(&t, "moved ");
	at_print_move(s, m, &t);
	at_putc(&t, '\n');
	return send_all(x, t.at, t.len, fail);
}

enum at_err at_external_over(struct at_external *x, int seats, const struct at_score *scores,
			     const int *places, struct at_fail *fail)
{
	struct at_text t;

	at_text_init(&t, x->message, sizeof x->message);
	at_puts(&t, "result places");
	for (int i = 0; i < seats; i++)
		at_put(&t, " %d", places[i]);
	at_puts(&t, " points");
	for (int i = 0; i < seats; i++)
		at_put(&t, " %d", (int)scores[i].total);
	at_putc(&t, '\n');
	return send_all(x, t.at, t.len, fail);
}

/* Sends the question: a ping, if the program answers pings, then the position and its moves. */
static void write_question(struct at_external *x, const struct at_state *s, const at_move *moves,
			   int n, const struct at_external_time *time, struct at_text *t)
{
	at_text_init(t, x->message, sizeof x->message);
	if (x->fenced)
		at_puts(t, "ping\n");
	at_puts(t, "view\n");
	at_print_position(s, t);
	at_puts(t, "end\nlegal\n");
	for (int i = 0; i < n; i++) {
		at_print_move(s, moves[i], t);
		at_putc(t, '\n');
	}
	if (time->clock)
		at_put(t, "end\ngo clock %u increment %u\n", (unsigned)x->left, time->increment);
	else
		at_put(t, "end\ngo ms %u\n", time->turn);
}

/* Asks and waits for what follows "best". Everything before the pong is old. Without pongs a
 * program could give the answer to one question as the answer to the next, so a surplus "best"
 * ends it. */
static enum at_err ask(struct at_external *x, const struct at_text *question, uint64_t patience,
		       struct at_word *answer, struct at_fail *fail)
{
	bool fenced = x->fenced;
	uint64_t until;

	x->extra.s[0] = x->stray.s[0] = '\0';
	skip_unasked(x);
	if (x->extra.s[0] && !fenced)
		return at_fail(fail, AT_BAD_TEXT, "wrote '%s' when nothing was asked", x->extra.s);
	if (send_all(x, question->at, question->len, fail))
		return fail->err;
	until = now_ms(x) + patience;
	if (fenced && await(x, until, "pong", "pong", answer, fail))
		return fail->err;
	x->stray.s[0] = '\0';
	if (await(x, until, "best", "best MOVE", answer, fail))
		return fail->err;
	forget_notes(x);
	return AT_OK;
}

/* A new turn, unless this question follows the last one at once. */
static void wind_clock(struct at_external *x, const struct at_state *s,
		       const struct at_external_time *time)
{
	if (x->left < 0)
		x->left = time->clock;
	else if (s->ply != x->ply + 1)
		x->left += time->increment;
	x->ply = s->ply;
}

/* Asks within the time: what the host waits for an answer, or what is left on the clock. */
static enum at_err ask_in_time(struct at_external *x, const struct at_text *question,
			       const struct at_external_time *time, struct at_word *answer,
			       struct at_fail *fail)
{
	uint64_t begin = now_ms(x);
	enum at_err err;

	err = ask(x, question, time->clock ? (uint64_t)x->left : x->timeout_ms, answer, fail);
	if (!time->clock || stopped(x))
		return err;
	x->left -= (int64_t)(now_ms(x) - begin);
	if (x->left > 0)
		return err;
	x->left = 0;
	return at_fail(fail, AT_BAD_VALUE, "its clock ran out");
}

enum at_err at_external_choose(struct at_external *x, const struct at_view *view,
			       const struct at_external_time *time, at_move *out,
			       struct at_fail *fail)
{
	const struct at_state *s = &view->state.head;
	at_move moves[AT_MOVES_MAX];
	int n = at_moves(s, moves);
	struct at_word answer;
	struct at_fail why;
	struct at_text t;
	at_move m = 0;

	wind_clock(x, s, time);
	write_question(x, s, moves, n, time, &t);
	if (ask_in_time(x, &t, time, &answer, fail))
		return fail->err;
	if (at_parse_move(s, answer.at, answer.len, &m, &why))
		return at_fail(fail, AT_BAD_TEXT, "answered '%s': %s", at_show(answer).s, why.why);
	for (int i = 0; i < n; i++)
		if (moves[i] == m) {
			*out = m;
			return AT_OK;
		}
	if (!at_game_of(s)->refuse(s, m, &why))
		at_fail(&why, AT_BAD_MOVE, "not among the legal moves");
	return at_fail(fail, AT_BAD_MOVE, "made an illegal move '%s': %s", at_show(answer).s,
		       why.why);
}
