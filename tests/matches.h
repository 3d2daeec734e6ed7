/* Small matches for tests: of the template game, two players, seed 11, unless a test sets
 * something else. */
#ifndef MATCHES_H
#define MATCHES_H

#include "arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static inline struct at_match match(const char *bots, uint32_t games)
{
	struct at_match c = {.game = &at_template,
			     .setup = {2, 0},
			     .games = games,
			     .seed = 11,
			     .threads = 1,
			     .timeout_ms = 60000, /* for a busy machine */
			     .external_time.turn = 100,
			     .luck = true};
	struct at_fail fail;

	if (at_match_bots(&c, bots, &fail))
		fail_msg("%s", fail.why);
	return c;
}

static inline void run(struct at_match *c)
{
	struct at_fail fail;

	if (at_match_run(c, &fail))
		fail_msg("%s", fail.why);
}

/* Runs a match that must fail, and expects a reason with this text in it. */
static inline void refused(struct at_match *c, const char *why)
{
	struct at_fail fail = {0};

	assert_int_not_equal(at_match_run(c, &fail), AT_OK);
	if (!strstr(fail.why, why))
		fail_msg("not '%s', but: %s", why, fail.why);
	free(c->results);
}

/* A name for a log whose file does not exist yet. */
static inline char *new_log(void)
{
	static char name[40];
	int fd;

	snprintf(name, sizeof name, "/tmp/atoll-log-XXXXXX");
	fd = mkstemp(name);
	assert_true(fd >= 0);
	close(fd);
	return name;
}

struct text {
	char s[20000];
};

static inline struct text read_text(const char *name)
{
	struct text out = {{0}};
	FILE *f = fopen(name, "r");

	assert_non_null(f);
	assert_true(fread(out.s, 1, sizeof out.s - 1, f) < sizeof out.s - 1);
	fclose(f);
	return out;
}

static inline void write_text(const char *name, const char *text)
{
	FILE *f = fopen(name, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* Whether a log has its first line and nothing else. */
static inline bool is_bare(const char *name)
{
	struct text text = read_text(name);

	return strchr(text.s, '\n') == text.s + strlen(text.s) - 1;
}

static inline bool same(const struct at_match *a, const struct at_match *b, uint32_t games)
{
	for (uint32_t i = 0; i < games; i++)
		for (int e = 0; e < 2; e++)
			if (a->results[i].win[e] != b->results[i].win[e] ||
			    a->results[i].points[e] != b->results[i].points[e])
				return false;
	return true;
}

#endif
