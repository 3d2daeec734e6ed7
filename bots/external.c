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

enum { LINE_MAX_BYTES = 4096, ANSWER_LINES_MAX = 100000, QUIT_MS = 200 };

struct at_external {
	const char *command;
	pid_t pid;
	int fd;
	uint32_t timeout_ms;
	size_t have; /* bytes in line, read but not used */
	char line[LINE_MAX_BYTES];
	char message[AT_TEXT_MAX + AT_MOVES_MAX * AT_MOVE_TEXT_MAX];
};

static uint64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Waits until the program can be read or written; false when the time is over. */
static bool wait_for(const struct at_external *x, short what, uint64_t until)
{
	struct pollfd p = {.fd = x->fd, .events = what};

	for (;;) {
		uint64_t now = now_ms();
		int r = poll(&p, 1, now < until ? (int)(until - now) : 0);
		if (r > 0)
			return true;
		if (r == 0)
			return false;
		if (errno != EINTR)
			return false;
	}
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

static enum at_err send_all(struct at_external *x, const char *text, size_t len,
			    struct at_fail *fail)
{
	uint64_t until = now_ms() + x->timeout_ms;

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

/* The next line of its output without the line end, in *line until the next call. */
static enum at_err read_line(struct at_external *x, uint64_t until, char *line,
			     struct at_fail *fail)
{
	for (;;) {
		char *end = memchr(x->line, '\n', x->have);
		ssize_t n;
		if (end) {
			size_t len = (size_t)(end - x->line);
			memcpy(line, x->line, len);
			line[len] = '\0';
			if (len > 0 && line[len - 1] == '\r')
				line[len - 1] = '\0';
			x->have -= len + 1;
			memmove(x->line, end + 1, x->have);
			return AT_OK;
		}
		if (x->have == sizeof x->line)
			return at_fail(fail, AT_BAD_TEXT, "wrote a line of more than %d bytes",
				       LINE_MAX_BYTES - 1);
		if (!wait_for(x, POLLIN, until))
			return at_fail(fail, AT_BAD_VALUE, "did not answer within %u ms",
				       x->timeout_ms);
		n = recv(x->fd, x->line + x->have, sizeof x->line - x->have, MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
			return gone(x, fail);
		if (n > 0)
			x->have += (size_t)n;
	}
}

/* Reads up to a line that begins with this word; what follows it is in *rest. */
static enum at_err await(struct at_external *x, const char *word, char *rest, struct at_fail *fail)
{
	uint64_t until = now_ms() + x->timeout_ms;
	char line[LINE_MAX_BYTES];
	size_t len = strlen(word);

	for (int i = 0; i < ANSWER_LINES_MAX; i++) {
		enum at_err err = read_line(x, until, line, fail);
		if (err)
			return err;
		if (strncmp(line, word, len) == 0 && (line[len] == ' ' || line[len] == '\0')) {
			const char *from = line + len + (line[len] == ' ');
			memcpy(rest, from, strlen(from) + 1);
			return AT_OK;
		}
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

struct at_external *at_external_new(const char *command, uint32_t timeout_ms, struct at_fail *fail)
{
	struct at_external *x = calloc(1, sizeof *x);
	char rest[LINE_MAX_BYTES];
	int fds[2];

	if (!x || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds)) {
		at_fail(fail, AT_BAD_VALUE, "no memory or socket for '%s'", command);
		free(x);
		return NULL;
	}
	x->command = command;
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
		if (!send_all(x, "atoll 1\n", 8, fail) && !await(x, "ready", rest, fail))
			return x;
	}
	at_external_free(x);
	return NULL;
}

void at_external_free(struct at_external *x)
{
	uint64_t until = now_ms() + QUIT_MS;
	struct at_fail ignored;

	if (x->pid > 0) {
		send_all(x, "quit\n", 5, &ignored);
		while (now_ms() < until && waitpid(x->pid, NULL, WNOHANG) == 0) {
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
	char answer[LINE_MAX_BYTES];
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
	if (send_all(x, t.at, t.len, fail) || await(x, "best", answer, fail))
		return fail->err;
	if (at_parse_move(s, answer, strlen(answer), &m, &why))
		return at_fail(fail, AT_BAD_TEXT, "answered '%s': %s",
			       at_show((struct at_word){answer, strlen(answer)}).s, why.why);
	for (int i = 0; i < n; i++)
		if (moves[i] == m) {
			*out = m;
			return AT_OK;
		}
	if (!at_game_of(s)->refuse(s, m, &why))
		at_fail(&why, AT_BAD_MOVE, "not among the legal moves");
	return at_fail(fail, AT_BAD_MOVE, "made an illegal move '%s': %s",
		       at_show((struct at_word){answer, strlen(answer)}).s, why.why);
}
