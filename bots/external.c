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
	LOOK_MS = 50, /* how often a wait asks whether to stop */
};

/* What it wrote after "error"; empty: nothing. */
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
	struct complaint first, last; /* since it last did what it was asked */
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

/* Waits until the program can be read or written; false when the time is over or we are to stop. */
static bool wait_for(const struct at_external *x, short what, uint64_t until)
{
	struct pollfd p = {.fd = x->fd, .events = what};

	while (!stopped(x)) {
		uint64_t now = now_ms(x);
		uint64_t left = now < until ? until - now : 0;
		int r = poll(&p, 1, (int)(left < LOOK_MS ? left : LOOK_MS));
		if (r > 0)
			return true;
		if (left == 0 || (r < 0 && errno != EINTR))
			return false;
	}
	return false;
}

/* Why it no longer talks to us. */
static enum at_err gone(struct at_external *x, struct at_fail *fail)
{
	int status = 0;

	for (int i = 0; i < 20; i++) { /* it may need a moment to die */
		struct timespec nap = {0, 10000000};
		if (waitpid(x->pid, &status, WNOHANG) == x->pid) {
			x->pid = -1;
			if (WIFSIGNALED(status))
				return at_fail(fail, AT_BAD_VALUE, "was killed by signal %d",
					       WTERMSIG(status));
			if (WEXITSTATUS(status) > 128) /* how a shell tells it */
				return at_fail(fail, AT_BAD_VALUE, "was killed by signal %d",
					       WEXITSTATUS(status) - 128);
			return at_fail(fail, AT_BAD_VALUE, "ended with exit code %d",
				       WEXITSTATUS(status));
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
			if (!wait_for(x, POLLOUT, until))
				return at_fail(fail, AT_BAD_VALUE, "did not read for %u ms",
					       x->timeout_ms);
		} else if (n < 0 && errno != EINTR) {
			return gone(x, fail);
		}
	}
	return AT_OK;
}

/* Reads what is there; as recv() otherwise. */
static ssize_t read_more(struct at_external *x)
{
	ssize_t n = recv(x->fd, x->unread + x->have, sizeof x->unread - x->have, MSG_DONTWAIT);

	if (n > 0)
		x->have += (size_t)n;
	return n;
}

/* Moves the next whole line, without its end, from what was read to x->line; false: there is none.
 */
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

static void note_complaint(struct at_external *x, struct at_word line)
{
	struct complaint c = {{0}};
	struct at_word text;

	if (!begins(line, "error", &text))
		return;
	for (size_t i = 0; i < text.len && i < sizeof c.s - 1; i++)
		c.s[i] = text.at[i] >= ' ' && text.at[i] < 0x7f ? text.at[i] : '?';
	if (!x->first.s[0])
		x->first = c;
	x->last = c;
}

static void forget_complaints(struct at_external *x)
{
	x->first = x->last = (struct complaint){{0}};
}

/* Forgets what it wrote without being asked, but for its complaints. */
static void skip_unasked(struct at_external *x)
{
	struct at_word line;

	for (int i = 0; i < UNASKED_READS_MAX; i++) {
		while (next_line(x, &line))
			note_complaint(x, line);
		if (x->have == sizeof x->unread)
			x->have = 0;
		if (read_more(x) <= 0)
			break;
	}
	x->have = 0;
}

/* Adds to the reason what it complained of: first, where the trouble may have begun, and last. */
static enum at_err failed(struct at_external *x, struct at_fail *fail)
{
	struct at_fail plain = *fail;
	bool both;

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
	return send_until(x, now_ms(x) + x->timeout_ms, text, len, fail) ? failed(x, fail) : AT_OK;
}

static enum at_err read_line(struct at_external *x, uint64_t until, struct at_word *line,
			     struct at_fail *fail)
{
	while (!next_line(x, line)) {
		ssize_t n;
		if (x->have == sizeof x->unread)
			return at_fail(fail, AT_BAD_TEXT, "wrote a line of more than %d bytes",
				       LINE_MAX_BYTES - 1);
		if (!wait_for(x, POLLIN, until))
			return at_fail(fail, AT_BAD_VALUE, "did not answer within %u ms",
				       x->timeout_ms);
		n = read_more(x);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			return gone(x, fail);
	}
	return AT_OK;
}

/* Reads up to a line that begins with this word; what follows it is the rest, in x->line. */
static enum at_err await(struct at_external *x, const char *word, struct at_word *rest,
			 struct at_fail *fail)
{
	uint64_t until = now_ms(x) + x->timeout_ms;
	struct at_word line = {0};

	for (int i = 0; i < ANSWER_LINES_MAX; i++) {
		if (read_line(x, until, &line, fail))
			return failed(x, fail);
		if (begins(line, word, rest)) {
			forget_complaints(x);
			return AT_OK;
		}
		note_complaint(x, line);
	}
	return at_fail(fail, AT_BAD_TEXT, "wrote %d lines without '%s'", ANSWER_LINES_MAX, word);
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
	struct at_word rest;
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
		if (!send_all(x, "atoll 1\n", 8, fail) && !await(x, "ready", &rest, fail))
			return x;
	}
	at_external_free(x);
	return NULL;
}

void at_external_free(struct at_external *x)
{
	uint64_t until = now_ms(x) + (stopped(x) ? 0 : QUIT_MS);
	struct at_fail ignored;

	if (x->pid > 0)
		send_until(x, until, "quit\n", 5, &ignored);
	if (x->pid > 0) { /* sending may have noticed its end */
		while (now_ms(x) < until && waitpid(x->pid, NULL, WNOHANG) == 0) {
			struct timespec nap = {0, 2000000};
			nanosleep(&nap, NULL);
		}
		kill(-x->pid, SIGKILL);
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
	forget_complaints(x);
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

enum at_err at_external_choose(struct at_external *x, const struct at_view *view, uint32_t ms,
			       at_move *out, struct at_fail *fail)
{
	const struct at_state *s = &view->state.head;
	at_move moves[AT_MOVES_MAX];
	int n = at_moves(s, moves);
	struct at_word answer;
	struct at_fail why;
	struct at_text t;
	at_move m = 0;

	at_text_init(&t, x->message, sizeof x->message);
	at_puts(&t, "view\n");
	at_print_position(s, &t);
	at_puts(&t, "end\nlegal\n");
	for (int i = 0; i < n; i++) {
		at_print_move(s, moves[i], &t);
		at_putc(&t, '\n');
	}
	at_put(&t, "end\ngo ms %u\n", ms);
	skip_unasked(x);
	if (send_all(x, t.at, t.len, fail) || await(x, "best", &answer, fail))
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
