#include "view.h"

#include "position.h"

#define DECLARE(name) extern const struct at_game at_##name;
AT_VIEWED(DECLARE)

/* The printer of the game's board; NULL: the position as text. */
static void (*board_printer(const struct at_state *s))(const struct at_state *, struct at_text *)
{
#define ROW(name) {&at_##name, view_##name},
	static const struct {
		const struct at_game *game;
		void (*print)(const struct at_state *, struct at_text *);
	} printers[] = {AT_VIEWED(ROW){NULL, NULL}};

	for (int i = 0; printers[i].game; i++)
		if (printers[i].game == at_game_of(s))
			return printers[i].print;
	return NULL;
}

void view_string(struct at_text *t, const char *s)
{
	at_putc(t, '"');
	for (; *s; s++) {
		if (*s == '\n')
			at_puts(t, "\\n");
		else if (*s == '"' || *s == '\\')
			at_put(t, "\\%c", *s);
		else
			at_putc(t, *s);
	}
	at_putc(t, '"');
}

static void put_options(const struct at_state *s, struct at_text *t)
{
	const struct at_option *o = at_game_of(s)->options;

	at_puts(t, ",\"options\":{");
	for (int i = 0; o && o[i].name; i++) {
		at_puts(t, i ? "," : "");
		view_string(t, o[i].name);
		at_putc(t, ':');
		view_string(t, o[i].values[at_option_value(s, &o[i])]);
	}
	at_putc(t, '}');
}

static void put_lines(struct at_text *t, const char *name, const char *number,
		      const struct at_line *lines, int count)
{
	at_put(t, ",\"%s\":[", name);
	for (int i = 0; i < count; i++) {
		at_puts(t, i ? ",{\"label\":" : "{\"label\":");
		view_string(t, lines[i].label);
		at_put(t, ",\"%s\":%d}", number, lines[i].points);
	}
	at_putc(t, ']');
}

static void put_known(struct at_text *t, bool known, int number)
{
	if (known)
		at_put(t, "%d", number);
	else
		at_puts(t, "null");
}

static void put_scores(const struct at_state *s, struct at_text *t)
{
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];

	at_rank(s, scores, places);
	at_puts(t, ",\"scores\":[");
	for (int i = 0; i < s->seats; i++) {
		at_put(t, "%s{\"seat\":%d,\"total\":", i ? "," : "", i + 1);
		put_known(t, !scores[i].hidden, scores[i].total);
		at_puts(t, ",\"place\":");
		put_known(t, places[i] != 0, places[i]);
		put_lines(t, "lines", "points", scores[i].lines, scores[i].line_count);
		put_lines(t, "ties", "value", scores[i].ties, scores[i].tie_count);
		at_putc(t, '}');
	}
	at_putc(t, ']');
}

static void put_moves(const struct at_state *s, struct at_text *t)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	at_puts(t, ",\"legal_moves\":[");
	for (int i = 0; i < n; i++) {
		at_puts(t, i ? ",\"" : "\"");
		at_print_move(s, list[i], t);
		at_putc(t, '"');
	}
	at_putc(t, ']');
}

static void put_head(const struct at_state *s, struct at_text *t)
{
	at_puts(t, "\"game\":");
	view_string(t, at_game_of(s)->name);
	at_put(t, ",\"players\":%d,\"ply\":%u,\"over\":%s", s->seats, (unsigned)s->ply,
	       s->turn == AT_OVER ? "true" : "false");
	if (s->viewer >= 0)
		at_put(t, ",\"viewer\":%d", s->viewer + 1);
	else
		at_put(t, ",\"viewer\":\"%s\"", s->viewer == AT_PUBLIC ? "public" : "truth");
	if (s->turn >= 0)
		at_put(t, ",\"to_move\":%d", s->turn + 1);
	else
		at_put(t, ",\"to_move\":%s", s->turn == AT_CHANCE ? "\"chance\"" : "null");
	if (s->first >= 0)
		at_put(t, ",\"first\":%d", s->first + 1);
	else
		at_puts(t, ",\"first\":null");
}

static void put_facts(const struct at_state *s, struct at_text *t)
{
	size_t before;

	at_putc(t, ',');
	before = t->len;
	at_game_of(s)->facts(s, t);
	if (t->len == before) /* a game without facts: take the comma back */
		t->at[--t->len] = '\0';
}

static void put_board(const struct at_state *s, struct at_text *t)
{
	void (*print)(const struct at_state *, struct at_text *) = board_printer(s);
	char array[AT_TEXT_MAX];
	struct at_text text;

	at_puts(t, ",\"board\":");
	if (print) {
		print(s, t);
		return;
	}
	at_text_init(&text, array, sizeof(array));
	at_print_position(s, &text);
	view_string(t, array);
}

void view_print(const struct at_state *s, bool legal, struct at_text *t)
{
	at_putc(t, '{');
	put_head(s, t);
	put_options(s, t);
	put_scores(s, t);
	if (legal)
		put_moves(s, t);
	put_facts(s, t);
	put_board(s, t);
	at_putc(t, '}');
}
