#include "show.h"

#include "assert.h"
#include "position.h"

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

/* How wide the columns must be: the longest move with its number and a gap. */
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

/* A row of points: '?' for a seat that has no such line, as it is not known here. */
static void show_line(const char *label, const struct at_score *scores, int seats, FILE *f)
{
	fprintf(f, "  %-42s", label);
	for (int i = 0; i < seats; i++) {
		const struct at_line *line = scores[i].lines;
		const struct at_line *end = line + scores[i].line_count;
		while (line < end && strcmp(line->label, label) != 0)
			line++;
		if (line < end)
			fprintf(f, " %7d", (int)line->points);
		else
			fprintf(f, " %7s", "?");
	}
	fputc('\n', f);
}

/* A row of the table of scores: what it is, and a number a seat. */
static void show_row(const char *label, const int32_t *numbers, int seats, FILE *f)
{
	fprintf(f, "  %-42s", label);
	for (int i = 0; i < seats; i++)
		fprintf(f, " %7d", (int)numbers[i]);
	fputc('\n', f);
}

void show_scores(const struct at_state *s, FILE *f)
{
	struct at_score scores[AT_SEATS_MAX];
	int32_t numbers[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	int fullest = 0; /* the viewer, who knows most of the own points */

	at_rank(s, scores, places);
	fprintf(f, "  %-42s", "");
	for (int i = 0; i < s->seats; i++)
		fprintf(f, "  seat %d", i + 1);
	fputc('\n', f);
	for (int i = 1; i < s->seats; i++)
		if (scores[i].line_count > scores[fullest].line_count)
			fullest = i;
	for (int k = 0; k < scores[fullest].line_count; k++)
		show_line(scores[fullest].lines[k].label, scores, s->seats, f);
	for (int i = 0; i < s->seats; i++)
		numbers[i] = scores[i].total;
	show_row("total", numbers, s->seats, f);
	for (int k = 0; k < scores[0].tie_count; k++) {
		char label[80];
		snprintf(label, sizeof label, "tie: %s", scores[0].ties[k].label);
		for (int i = 0; i < s->seats; i++)
			numbers[i] = scores[i].ties[k].points;
		show_row(label, numbers, s->seats, f);
	}
	for (int i = 0; i < s->seats; i++)
		numbers[i] = places[i];
	show_row("place", numbers, s->seats, f);
}

void show_json(json_t *json, FILE *f)
{
	json_dumpf(json, f, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
	fputc('\n', f);
	json_decref(json);
}
