#include "json.h"

#include "bits.h"

void at_json_next(struct at_text *t)
{
	char last = t->len ? t->at[t->len - 1] : ',';

	if (last != ',' && last != '{' && last != '[' && last != ':')
		at_putc(t, ',');
}

void at_json_name(struct at_text *t, const char *name)
{
	at_json_next(t);
	at_putc(t, '"');
	at_puts(t, name);
	at_putc(t, '"');
	at_putc(t, ':');
}

void at_json_open(struct at_text *t, const char *name, char bracket)
{
	if (name)
		at_json_name(t, name);
	else
		at_json_next(t);
	at_putc(t, bracket);
}

/* Stands for itself: most of what is said does. */
static bool is_plain(char c)
{
	return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

void at_json_string(struct at_text *t, const char *s)
{
	const char *end = s, *from;

	while (*end)
		end++;
	at_putc(t, '"');
	while (s < end) {
		for (from = s; is_plain(*s);)
			s++;
		at_putn(t, from, (size_t)(s - from));
		if (s == end)
			break;
		size_t n = at_utf8(s, end);
		if (n == 0 || (uint8_t)*s < ' ') {
			at_puts(t, "\\u00");
			at_puthex(t, (const uint8_t *)s++, 1);
			continue;
		}
		if (*s == '"' || *s == '\\')
			at_putc(t, '\\');
		for (; n; n--)
			at_putc(t, *s++);
	}
	at_putc(t, '"');
}

void at_json_word(struct at_text *t, const char *name, const char *value)
{
	at_json_name(t, name);
	if (value)
		at_json_string(t, value);
	else
		at_puts(t, "null");
}

static void put_whole(struct at_text *t, uint64_t x)
{
	char digits[20];
	size_t n = sizeof digits;

	do
		digits[--n] = (char)('0' + x % 10);
	while (x /= 10);
	at_putn(t, digits + n, sizeof digits - n);
}

void at_json_count(struct at_text *t, const char *name, uint64_t value)
{
	at_json_name(t, name);
	put_whole(t, value);
}

void at_json_flag(struct at_text *t, const char *name, bool value)
{
	at_json_name(t, name);
	at_puts(t, value ? "true" : "false");
}

void at_json_seat(struct at_text *t, const char *name, int seat)
{
	at_json_name(t, name);
	if (seat < 0)
		at_puts(t, "null");
	else
		put_whole(t, (uint64_t)seat + 1);
}

void at_json_hex(struct at_text *t, const char *name, const uint8_t *bytes, size_t n)
{
	at_json_name(t, name);
	at_putc(t, '"');
	at_puthex(t, bytes, n);
	at_putc(t, '"');
}

void at_json_digits(struct at_text *t, const char *name, uint64_t x)
{
	uint8_t bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(x >> (56 - 8 * i));
	at_json_hex(t, name, bytes, sizeof bytes);
}

void at_json_set(struct at_text *t, const char *name, uint64_t set)
{
	at_json_open(t, name, '[');
	while (set) {
		at_json_next(t);
		at_put(t, "%d", at_pop64(&set));
	}
	at_putc(t, ']');
}

void at_json_rows(struct at_text *t, const char *name, const char *cells, int rows, int columns)
{
	at_json_open(t, name, '[');
	for (; rows > 0; rows--, cells += columns) {
		at_json_open(t, NULL, '"');
		at_putn(t, cells, (size_t)columns);
		at_putc(t, '"');
	}
	at_putc(t, ']');
}

void at_json_number(struct at_text *t, double x)
{
	static const double unit = 1e9;
	double size = x < 0 ? -x : x;
	uint64_t whole, rest = 0;

	if (!(size < unit * unit)) { /* nor is this true of a NaN */
		at_puts(t, "null");
		return;
	}
	if (size < unit) {
		uint64_t parts = (uint64_t)(size * unit + 0.5);
		whole = parts / 1000000000;
		rest = parts % 1000000000;
	} else {
		whole = (uint64_t)size;
		whole += size - (double)whole >= 0.5;
	}
	if (x < 0 && (whole || rest))
		at_putc(t, '-');
	put_whole(t, whole);
	if (rest)
		at_putc(t, '.');
	for (uint64_t digit = 100000000; rest; digit /= 10) {
		at_putc(t, (char)('0' + rest / digit));
		rest %= digit;
	}
}

void at_json_numbers(struct at_text *t, const char *name, const double *x, int n)
{
	at_json_open(t, name, '[');
	for (int i = 0; i < n; i++) {
		at_json_next(t);
		at_json_number(t, x[i]);
	}
	at_putc(t, ']');
}

void at_json_move(struct at_text *t, const struct at_state *s, at_move m)
{
	at_putc(t, '"');
	at_print_move(s, m, t); /* words of plain characters */
	at_putc(t, '"');
}

void at_json_moves(struct at_text *t, const struct at_state *s)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	at_putc(t, '[');
	for (int i = 0; i < n; i++) {
		at_json_next(t);
		at_json_move(t, s, list[i]);
	}
	at_putc(t, ']');
}

static void put_odds(struct at_text *t, const struct at_state *s)
{
	uint32_t odds[AT_MOVES_MAX];
	int n = at_game_of(s)->weights(s, odds);
	uint64_t total = 0;

	at_json_open(t, "odds", '[');
	for (int i = 0; i < n; i++) {
		at_json_next(t);
		at_put(t, "%u", (unsigned)odds[i]);
		total += odds[i];
	}
	at_putc(t, ']');
	at_json_count(t, "odds_total", total);
}

static void put_lines(struct at_text *t, const char *name, const char *number,
		      const struct at_line *lines, int count)
{
	at_json_open(t, name, '[');
	for (int i = 0; i < count; i++) {
		at_json_open(t, NULL, '{');
		at_json_word(t, "label", lines[i].label);
		at_json_name(t, number);
		at_put(t, "%d}", (int)lines[i].points);
	}
	at_putc(t, ']');
}

static void put_known(struct at_text *t, const char *name, bool known, int number)
{
	at_json_name(t, name);
	if (known)
		at_put(t, "%d", number);
	else
		at_puts(t, "null");
}

void at_json_scores(struct at_text *t, const struct at_state *s)
{
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];

	at_rank(s, scores, places);
	at_putc(t, '[');
	for (int i = 0; i < s->seats; i++) {
		at_json_open(t, NULL, '{');
		at_json_seat(t, "seat", i);
		put_known(t, "total", !scores[i].hidden, scores[i].total);
		put_known(t, "place", places[i] > 0, places[i]);
		put_lines(t, "lines", "points", scores[i].lines, scores[i].line_count);
		put_lines(t, "ties", "value", scores[i].ties, scores[i].tie_count);
		at_putc(t, '}');
	}
	at_putc(t, ']');
}

static void put_options(struct at_text *t, const struct at_state *s)
{
	at_json_open(t, "options", '{');
	for (const struct at_option *o = at_game_of(s)->options; o->name; o++)
		at_json_word(t, o->name, o->values[at_option_value(s, o)]);
	at_putc(t, '}');
}

/* A seat, or the word for no seat. */
static void put_who(struct at_text *t, const char *name, int seat, const char *word)
{
	if (seat >= 0)
		at_json_seat(t, name, seat);
	else
		at_json_word(t, name, word);
}

/* The game's own members; one that writes its first without a comma has it written for it. */
static void put_facts(struct at_text *t, const struct at_state *s)
{
	size_t before;

	at_putc(t, ',');
	before = t->len;
	at_game_of(s)->facts(s, t);
	if (t->len == before && !t->full)
		t->at[--t->len] = '\0';
}

void at_json_members(struct at_text *t, const struct at_state *s, bool legal)
{
	at_json_word(t, "game", at_game_of(s)->name);
	at_json_count(t, "players", s->seats);
	put_options(t, s);
	put_who(t, "viewer", s->viewer, s->viewer == AT_PUBLIC ? "public" : "truth");
	at_json_count(t, "ply", s->ply);
	at_json_seat(t, "first", s->first);
	put_who(t, "to_move", s->turn, s->turn == AT_CHANCE ? "chance" : NULL);
	at_json_flag(t, "over", s->turn == AT_OVER);
	if (legal) {
		at_json_name(t, "legal_moves");
		at_json_moves(t, s);
		if (s->turn == AT_CHANCE)
			put_odds(t, s);
	}
	at_json_name(t, "scores");
	at_json_scores(t, s);
	put_facts(t, s);
}

void at_json_position(struct at_text *t, const struct at_state *s)
{
	at_putc(t, '{');
	at_json_members(t, s, true);
	at_putc(t, '}');
}

static void put_option(struct at_text *t, const struct at_option *o)
{
	at_json_open(t, NULL, '{');
	at_json_word(t, "name", o->name);
	at_json_word(t, "help", o->help);
	at_json_count(t, "shift", o->shift);
	at_json_open(t, "values", '[');
	for (int v = 0; v < 4 && o->values[v]; v++) {
		at_json_next(t);
		at_json_string(t, o->values[v]);
	}
	at_puts(t, "]}");
}

static bool draws_first(const struct at_game *game)
{
	const struct at_setup setup = {.seats = game->seats_min};
	union at_any any;

	return !at_init(game, &setup, &any.head, NULL) && any.head.first == AT_NOBODY;
}

void at_json_game(struct at_text *t, const struct at_game *game)
{
	at_json_word(t, "name", game->name);
	at_json_word(t, "title", game->title);
	at_json_count(t, "id", game->id);
	at_json_count(t, "players_min", game->seats_min);
	at_json_count(t, "players_max", game->seats_max);
	if (game->minutes[0]) {
		at_json_name(t, "minutes");
		at_put(t, "[%d,%d]", game->minutes[0], game->minutes[1]);
	}
	at_json_flag(t, "first_drawn", draws_first(game));
	at_json_open(t, "options", '[');
	for (const struct at_option *o = game->options; o->name; o++)
		put_option(t, o);
	at_putc(t, ']');
}
