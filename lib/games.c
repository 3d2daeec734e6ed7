/* atoll.h: errors, random numbers, games and their options. */
#include "facade.h"

#include <string.h>

enum at_err at_facade_error(struct at_error *error, enum at_err code, const char *format, ...)
{
	struct at_text t;
	va_list args;

	if (!error)
		return code;
	error->code = code;
	error->line = 0;
	at_text_init(&t, error->why, sizeof error->why);
	va_start(args, format);
	at_putv(&t, format, args);
	va_end(args);
	return code;
}

enum at_err at_facade_fail(struct at_error *error, const struct at_fail *fail)
{
	at_facade_error(error, fail->err, "%s", fail->why);
	if (error)
		error->line = fail->line;
	return fail->err;
}

/* Copies a message with every "seat N" one lower. */
static void count_from_0(const char *why, struct at_text *t)
{
	static const char word[] = "seat ";

	while (*why) {
		if (strncmp(why, word, sizeof word - 1) != 0 || why[5] < '1' || why[5] > '9') {
			at_putc(t, *why++);
			continue;
		}
		at_put(t, "seat %d", why[5] - '1'); /* there are at most four */
		why += sizeof word;
	}
}

enum at_err at_facade_refuse(struct at_error *error, const struct at_fail *fail)
{
	struct at_text t;

	if (!error)
		return fail->err;
	*error = (struct at_error){.code = fail->err, .line = fail->line};
	at_text_init(&t, error->why, sizeof error->why);
	count_from_0(fail->why, &t);
	return fail->err;
}

enum at_err at_facade_seats(const struct at_game *game, int seats, struct at_error *error)
{
	if (seats >= game->seats_min && seats <= game->seats_max)
		return AT_OK;
	return at_facade_error(error, AT_BAD_VALUE, "%s is for %u to %u players, not %d",
			       game->title, game->seats_min, game->seats_max, seats);
}

const char *at_version(void)
{
	return ATOLL_VERSION;
}

void at_rng_seed(struct at_rng *rng, uint64_t seed, uint64_t stream)
{
	at_rng_init(rng, seed, stream);
}

uint32_t at_rng_pick(struct at_rng *rng, uint32_t n)
{
	return n ? at_rng_below(rng, n) : 0;
}

/* --- games --- */

int at_game_count(void)
{
	return at_games();
}

const struct at_game *at_game_number(int number)
{
	return number >= 0 && number < at_games() ? at_game(number) : NULL;
}

const struct at_game *at_game_find(const char *name)
{
	return at_game_named((struct at_word){name, strlen(name)});
}

const char *at_game_name(const struct at_game *game)
{
	return game->name;
}

const char *at_game_title(const struct at_game *game)
{
	return game->title;
}

int at_game_seats_min(const struct at_game *game)
{
	return game->seats_min;
}

int at_game_seats_max(const struct at_game *game)
{
	return game->seats_max;
}

int at_game_moves_max(const struct at_game *game)
{
	return (int)game->moves_max;
}

uint32_t at_game_plies_max(const struct at_game *game)
{
	return game->plies_max;
}

/* --- options --- */

/* NULL beyond the last. */
static const struct at_option *option_at(const struct at_game *game, int number)
{
	const struct at_option *o = game->options;

	while (o->name && number-- > 0)
		o++;
	return number < 0 && o->name ? o : NULL;
}

const char *at_option_name(const struct at_game *game, int option)
{
	const struct at_option *o = option >= 0 ? option_at(game, option) : NULL;

	return o ? o->name : NULL;
}

const char *at_option_help(const struct at_game *game, int option)
{
	const struct at_option *o = option >= 0 ? option_at(game, option) : NULL;

	return o ? o->help : NULL;
}

const char *at_option_choice(const struct at_game *game, int option, int value)
{
	const struct at_option *o = option >= 0 ? option_at(game, option) : NULL;

	for (int i = 0; o && i < value; i++)
		if (i == 3 || !o->values[i])
			return NULL;
	return o && value >= 0 ? o->values[value] : NULL;
}

enum at_err at_options_parse(const struct at_game *game, const char *text, uint8_t *out,
			     struct at_error *error)
{
	struct at_fail fail;
	struct at_scan scan;
	uint8_t options = 0;

	at_scan_init(&scan, text, strlen(text), &fail);
	if (at_scan_line(&scan) && !at_scan_options(game, &scan, &options) && at_scan_line(&scan))
		at_scan_fail(&scan, AT_BAD_TEXT, "options stand on one line");
	if (scan.err)
		return at_facade_fail(error, &fail);
	*out = options;
	return AT_OK;
}

size_t at_options_print(const struct at_game *game, uint8_t options, char *out, size_t room)
{
	struct at_text t;

	if (!room)
		return 0;
	at_text_init(&t, out, room);
	at_print_options(game, options, &t);
	return t.full ? 0 : t.len;
}
