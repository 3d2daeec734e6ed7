/* Tests that a player can read: drawn positions and what must hold there. See tests/games/README.md
 * for the format. Each "test:" of each file is one test. */
#include "game.h"
#include "json.h"
#include "position.h"
#include "record.h"

#include <dirent.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TESTS_MAX = 2000, FILE_MAX = 1 << 20 };

struct one_test {
	char name[200];
	const char *file;
	int line; /* of the "test:" line */
	const char *position;
	size_t position_len;
	const char *checks, *end;
};

static struct one_test tests[TESTS_MAX];
static size_t test_count;

/* The state of one test's checks. */
struct looking {
	const struct one_test *test;
	int line;
	union at_any truth;
	struct at_view view;
	bool in_view;
};

static const struct at_state *shown(const struct looking *l)
{
	return l->in_view ? &l->view.state.head : &l->truth.head;
}

static void fail_line(const struct looking *l, const char *format, ...)
    __attribute__((format(printf, 2, 3), noreturn));

static void fail_line(const struct looking *l, const char *format, ...)
{
	char text[1000];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	print_error("%s:%d: %s\n", l->test->file, l->line, text);
	fail();
	abort();
}

/* A position, or a record (it has a line "moves:") played to its end. */
static enum at_err load(const struct one_test *t, struct at_state *out, struct at_fail *why)
{
	struct at_record record;
	struct at_scan scan;
	at_move m;

	if (!memmem(t->position, t->position_len, "\nmoves:", 7))
		return at_parse_position(t->position, t->position_len, out, why);
	at_scan_init(&scan, t->position, t->position_len, why);
	if (at_record_open(&record, &scan, out))
		return scan.err;
	do {
		if (at_record_next(&record, &scan, out, &m))
			return scan.err;
	} while (m);
	return AT_OK;
}

/* --- the checks --- */

static at_move read_move(struct looking *l, const char *text)
{
	struct at_fail why;
	at_move m;

	if (at_parse_move(shown(l), text, strlen(text), &m, &why))
		fail_line(l, "'%s': %s", text, why.why);
	return m;
}

static bool listed(const struct at_state *s, at_move m)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return true;
	return false;
}

static void check_legal(struct looking *l, char *text)
{
	if (!listed(shown(l), read_move(l, text)))
		fail_line(l, "'%s' is not legal", text);
}

typedef enum at_err step(struct at_state *, at_move, struct at_fail *);

static void check_step(struct looking *l, const char *text, step *go)
{
	struct at_fail why;
	at_move m = read_move(l, text);
	struct at_state *s = l->in_view ? &l->view.state.head : &l->truth.head;

	if (go(s, m, &why))
		fail_line(l, "'%s' is refused: %s", text, why.why);
	if (at_check(s, &why))
		fail_line(l, "after '%s': %s", text, why.why);
}

static void check_apply(struct looking *l, char *text)
{
	check_step(l, text, at_apply);
}

static void check_follow(struct looking *l, char *text)
{
	check_step(l, text, at_follow);
}

/* Cuts "... because TEXT" in two and returns TEXT. */
static char *because(struct looking *l, char *text)
{
	char *at = strstr(text, " because ");

	if (!at)
		fail_line(l, "'because' is missing");
	*at = '\0';
	return at + strlen(" because ");
}

static void expect_reason(struct looking *l, const struct at_fail *why, const char *reason)
{
	if (!strstr(why->why, reason))
		fail_line(l, "the reason is '%s', not '%s'", why->why, reason);
}

static void check_refused(struct looking *l, char *text, step *go)
{
	const char *reason = because(l, text);
	at_move m = read_move(l, text);
	union at_any copy;
	struct at_fail why;

	memcpy(&copy, shown(l), at_game_of(shown(l))->state_size);
	if (!go(&copy.head, m, &why))
		fail_line(l, "'%s' is not refused", text);
	expect_reason(l, &why, reason);
	if (memcmp(&copy, shown(l), at_game_of(shown(l))->state_size) != 0)
		fail_line(l, "a refused move changed the position");
}

static void check_illegal(struct looking *l, char *text)
{
	check_refused(l, text, at_apply);
}

static void check_unseen(struct looking *l, char *text)
{
	check_refused(l, text, at_follow);
}

static void check_unreadable(struct looking *l, char *text)
{
	const char *reason = because(l, text);
	struct at_fail why;
	at_move m;

	if (!at_parse_move(shown(l), text, strlen(text), &m, &why))
		fail_line(l, "'%s' can be read", text);
	expect_reason(l, &why, reason);
}

static void check_view(struct looking *l, char *text)
{
	int viewer = strcmp(text, "public") == 0 ? AT_PUBLIC : (int)strtol(text, NULL, 10) - 1;

	if (viewer < AT_PUBLIC || viewer >= l->truth.head.seats || l->in_view)
		fail_line(l, "no view '%s' here", text);
	at_view(&l->truth.head, viewer, &l->view);
	l->in_view = true;
}

static bool text_contains(const struct at_state *s, const char *what)
{
	static char text[AT_TEXT_MAX];
	struct at_text t;

	at_text_init(&t, text, sizeof text);
	at_print_position(s, &t);
	return strstr(text, what) != NULL;
}

static void check_shows(struct looking *l, char *text)
{
	if (!text_contains(shown(l), text))
		fail_line(l, "the position text does not contain '%s'", text);
}

static void check_hides(struct looking *l, char *text)
{
	if (text_contains(shown(l), text))
		fail_line(l, "the position text contains '%s'", text);
}

/* name, name[3], .name, .length in a row; borrowed, or a new "length" that *owned keeps. */
static json_t *find(json_t *at, const char *path, json_t **owned)
{
	while (at && *path) {
		char name[64];
		size_t n = strcspn(path, ".[");
		if (*path == '[') {
			at = json_array_get(at, strtoul(path + 1, (char **)&path, 10));
			path += *path == ']';
		} else if (*path == '.') {
			path++;
		} else if (strcmp(path, "length") == 0) {
			return *owned = json_integer((json_int_t)json_array_size(at));
		} else {
			snprintf(name, sizeof name, "%.*s", (int)n, path);
			at = json_object_get(at, name);
			path += n;
		}
	}
	return at;
}

static json_t *json_position(const struct at_state *s)
{
	static char array[AT_JSON_MAX];
	struct at_text t;
	json_t *json;

	at_text_init(&t, array, sizeof array);
	at_json_position(&t, s);
	json = json_loads(array, JSON_REJECT_DUPLICATES, NULL);
	assert_true(json && !t.full);
	return json;
}

static void check_member(struct looking *l, char *path, const char *expected)
{
	json_t *report = json_position(shown(l));
	json_t *owned = NULL;
	json_t *got = find(report, path, &owned);
	json_t *want = json_loads(expected, JSON_DECODE_ANY, NULL);
	bool equal = got && want && json_equal(got, want);
	char *text = got ? json_dumps(got, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;
	char shown_text[400];

	snprintf(shown_text, sizeof shown_text, "%s", text ? text : "nothing");
	free(text);
	json_decref(owned);
	json_decref(report);
	if (!want)
		fail_line(l, "'%s' is not JSON", expected);
	json_decref(want);
	if (!equal)
		fail_line(l, "%s is %s, not %s", path, shown_text, expected);
}

static const struct {
	const char *word;
	void (*check)(struct looking *, char *);
} checks[] = {
    {"legal ", check_legal}, {"illegal ", check_illegal}, {"unreadable ", check_unreadable},
    {"apply ", check_apply}, {"follow ", check_follow},   {"unseen ", check_unseen},
    {"view ", check_view},   {"shows ", check_shows},     {"hides ", check_hides},
};

static void check_line(struct looking *l, char *line)
{
	char *equals;

	for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
		if (strncmp(line, checks[i].word, strlen(checks[i].word)) == 0) {
			checks[i].check(l, line + strlen(checks[i].word));
			return;
		}
	equals = strstr(line, " = ");
	if (!equals)
		fail_line(l, "no such check: %s", line);
	*equals = '\0';
	check_member(l, line, equals + 3);
}

/* Copies the next line without comment and blanks around it; false at the end. */
static bool next_line(const char **at, const char *end, int *number, char *out, size_t size)
{
	size_t n;

	if (*at >= end)
		return false;
	n = strcspn(*at, "\n");
	snprintf(out, size, "%.*s", (int)n, *at);
	*at += n + (*at + n < end);
	++*number;
	out[strcspn(out, "#")] = '\0';
	for (n = strlen(out); n > 0 && strchr(" \t\r", out[n - 1]); n--)
		out[n - 1] = '\0';
	n = strspn(out, " \t");
	memmove(out, out + n, strlen(out + n) + 1);
	return true;
}

static void run_one(void **state)
{
	const struct one_test *t = *state;
	struct looking l = {.test = t, .line = t->line};
	const char *at = t->checks;
	const char rejected[] = "rejected because ";
	struct at_fail why;
	enum at_err err = load(t, &l.truth.head, &why);
	char line[1000];
	int count = 0;

	for (const char *p = t->position; p < t->checks; p++)
		l.line += *p == '\n';
	while (next_line(&at, t->end, &l.line, line, sizeof line)) {
		if (!*line)
			continue;
		count++;
		if (strncmp(line, rejected, strlen(rejected)) == 0) {
			if (!err)
				fail_line(&l, "the position is accepted");
			if (!why.line)
				fail_line(&l, "the reason names no line: %s", why.why);
			expect_reason(&l, &why, line + strlen(rejected));
		} else if (err) {
			l.line = t->line;
			fail_line(&l, "its line %u: %s", why.line, why.why);
		} else {
			check_line(&l, line);
		}
	}
	if (count == 0)
		fail_line(&l, "this test checks nothing");
}

/* --- reading the files --- */

static char *read_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	char *text = malloc(FILE_MAX);
	size_t n;

	if (!f || !text) {
		fprintf(stderr, "cases: cannot read %s\n", path);
		exit(2);
	}
	n = fread(text, 1, FILE_MAX - 1, f);
	text[n] = '\0';
	fclose(f);
	return text;
}

/* The file's text and path live until the program ends: the tests point into them. */
static void add_file(const char *path)
{
	const char *text = read_file(path);
	const char *at = strncmp(text, "test:", 5) == 0 ? text : strstr(text, "\ntest:");

	while (at) {
		struct one_test *t = &tests[test_count++];
		const char *next, *bar, *name;
		at += *at == '\n';
		next = strstr(at, "\ntest:");
		if (test_count > TESTS_MAX) {
			fprintf(stderr, "cases: more than %d tests\n", TESTS_MAX);
			exit(2);
		}
		name = at + 5 + strspn(at + 5, " ");
		snprintf(t->name, sizeof t->name, "%.*s", (int)strcspn(name, "\n"), name);
		t->file = path;
		t->line = 1;
		for (const char *p = text; p < at; p++)
			t->line += *p == '\n';
		t->position = at + strcspn(at, "\n") + 1;
		t->end = next ? next + 1 : text + strlen(text);
		bar = strstr(at, "\n---\n");
		if (!bar || bar > t->end) {
			fprintf(stderr, "%s:%d: '---' is missing\n", path, t->line);
			exit(2);
		}
		t->position_len = (size_t)(bar + 1 - t->position);
		t->checks = bar + 5;
		at = next;
	}
}

static int is_case(const struct dirent *d)
{
	size_t n = strlen(d->d_name);
	return n > 5 && strcmp(d->d_name + n - 5, ".case") == 0;
}

static void add_folder(const char *folder)
{
	struct dirent **list;
	int n = scandir(folder, &list, is_case, alphasort);

	if (n <= 0) {
		fprintf(stderr, "cases: no .case files in %s\n", folder);
		exit(2);
	}
	for (int i = 0; i < n; i++) {
		size_t size = strlen(folder) + strlen(list[i]->d_name) + 2;
		char *path = malloc(size);
		snprintf(path, size, "%s/%s", folder, list[i]->d_name);
		add_file(path);
		free(list[i]); /* NOLINT: the path is kept for messages */
	}
	free(list);
}

/* cases FOLDER... */
int main(int argc, char **argv)
{
	static struct CMUnitTest units[TESTS_MAX];

	for (int i = 1; i < argc; i++)
		add_folder(argv[i]);
	for (size_t i = 0; i < test_count; i++)
		units[i] = (struct CMUnitTest){
		    .name = tests[i].name, .test_func = run_one, .initial_state = &tests[i]};
	return _cmocka_run_group_tests("cases", units, test_count, NULL, NULL);
}
