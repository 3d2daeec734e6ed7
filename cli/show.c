#define _POSIX_C_SOURCE 200809L

#include "show.h"

#include "assert.h"
#include "json.h"
#include "position.h"

#include <stdlib.h>
#include <string.h>

const char *move_text(const struct at_state *s, at_move m, char *text)
{
	struct at_text t;

	at_text_init(&t, text, AT_MOVE_TEXT_MAX);
	at_print_move(s, m, &t);
	return text;
}

void show_position(const struct at_state *s, FILE *f)
{
	char text[AT_TEXT_MAX];
	struct at_text t;

	at_text_init(&t, text, sizeof text);
	at_print_position(s, &t);
	at_assert(!t.full);
	fputs(text, f);
}

void show_comments(void (*print)(const void *context, FILE *), const void *context, FILE *f)
{
	char *text = NULL;
	size_t size = 0;
	FILE *buffer = open_memstream(&text, &size);
	bool written;

	if (buffer)
		print(context, buffer);
	written = buffer && fclose(buffer) == 0;
	at_assert(written); /* a few kilobytes of memory */
	for (const char *line = text; *line;) {
		int len = (int)strcspn(line, "\n");
		fprintf(f, "%s%.*s\n", len ? "# " : "", len, line);
		line += len + (line[len] == '\n');
	}
	free(text);
}

/* The width of the columns: the longest move with its number and a gap. */
static int column_width(const struct at_state *s, const at_move *moves, int n)
{
	char text[AT_MOVE_TEXT_MAX];
	size_t longest = 0;

	for (int i = 0; i < n; i++) {
		size_t len = strlen(move_text(s, moves[i], text));
		longest = len > longest ? len : longest;
	}
	return (int)longest + 7 + 2;
}

int show_moves(const struct at_state *s, const char *prefix, int width, int rows, FILE *f)
{
	at_move moves[AT_MOVES_MAX];
	int number[AT_MOVES_MAX];
	char text[AT_MOVE_TEXT_MAX];
	int n = at_moves(s, moves);
	int fit = 0;
	int column, columns, shown;

	for (int i = 0; i < n; i++)
		if (strncmp(move_text(s, moves[i], text), prefix, strlen(prefix)) == 0) {
			moves[fit] = moves[i];
			number[fit++] = i + 1;
		}
	column = column_width(s, moves, fit);
	columns = width < column ? 1 : width / column;
	shown = rows > 0 && fit > rows * columns ? rows * columns : fit;
	for (int i = 0; i < shown; i++) {
		bool last = (i + 1) % columns == 0 || i + 1 == shown;
		fprintf(f, "%5d) %-*s%s", number[i], last ? 0 : column - 7,
			move_text(s, moves[i], text), last ? "\n" : "");
	}
	if (shown < fit)
		fprintf(f, "       ... and %d more\n", fit - shown);
	return fit;
}

/* The table of scores has one row for each label and one cell for each seat. */
static void show_label(const char *label, FILE *f)
{
	fprintf(f, "\n  %-42s", label);
}

static void show_cell(bool known, int number, FILE *f)
{
	if (known)
		fprintf(f, " %7d", number);
	else
		fprintf(f, " %7s", "?");
}

/* The line with this label, or NULL: a view leaves out what it cannot know. */
static const struct at_line *find_line(const struct at_score *score, const char *label)
{
	for (int i = 0; i < score->line_count; i++)
		if (strcmp(score->lines[i].label, label) == 0)
			return &score->lines[i];
	return NULL;
}

void show_scores(const struct at_state *s, FILE *f)
{
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	int fullest = 0; /* the viewer, who knows most of the own points */

	at_rank(s, scores, places);
	fprintf(f, "  %-42s", "");
	for (int i = 0; i < s->seats; i++) {
		fprintf(f, "  seat %d", i + 1);
		if (scores[i].line_count > scores[fullest].line_count)
			fullest = i;
	}
	for (int k = 0; k < scores[fullest].line_count; k++) {
		const char *label = scores[fullest].lines[k].label;
		show_label(label, f);
		for (int i = 0; i < s->seats; i++) {
			const struct at_line *line = find_line(&scores[i], label);
			show_cell(line, line ? (int)line->points : 0, f);
		}
	}
	show_label("total", f);
	for (int i = 0; i < s->seats; i++)
		show_cell(!scores[i].hidden, (int)scores[i].total, f);
	for (int k = 0; k < scores[fullest].tie_count; k++) {
		char label[80];
		snprintf(label, sizeof label, "tie: %s", scores[fullest].ties[k].label);
		show_label(label, f);
		for (int i = 0; i < s->seats; i++)
			show_cell(!scores[i].hidden, (int)scores[i].ties[k].points, f);
	}
	show_label("place", f);
	for (int i = 0; i < s->seats; i++)
		show_cell(places[i], places[i], f);
	fputc('\n', f);
}

struct at_text json_room(size_t size)
{
	char *array = malloc(size);
	struct at_text t;

	at_assert(array);
	at_text_init(&t, array, size);
	return t;
}

void put_number(struct at_text *t, const char *name, double x)
{
	at_json_name(t, name);
	at_json_number(t, x);
}

void put_bytes(struct at_text *t, const char *name, const uint8_t *bytes, size_t n)
{
	at_json_name(t, name);
	at_putc(t, '"');
	at_puthex(t, bytes, n);
	at_putc(t, '"');
}

static void new_line(int depth, FILE *f)
{
	fprintf(f, "\n%*s", 2 * depth, "");
}

/* A string with its quotes; what follows it. */
static const char *show_string(const char *at, FILE *f)
{
	do {
		if (*at == '\\')
			fputc(*at++, f);
		fputc(*at++, f);
	} while (*at != '"');
	fputc('"', f);
	return at + 1;
}

void show_json(struct at_text *t, FILE *f)
{
	int depth = 0;

	at_assert(!t->full);
	for (const char *at = t->at; *at;) {
		if (*at == '"') {
			at = show_string(at, f);
			continue;
		}
		if ((*at == '{' || *at == '[') &&
		    at[1] == *at + 2) { /* both brackets are two apart */
			fprintf(f, "%.2s", at);
			at += 2;
			continue;
		}
		if (*at == '}' || *at == ']')
			new_line(--depth, f);
		fputc(*at, f);
		if (*at == '{' || *at == '[')
			new_line(++depth, f);
		else if (*at == ',')
			new_line(depth, f);
		else if (*at == ':')
			fputc(' ', f);
		at++;
	}
	fputc('\n', f);
	free(t->at);
}
