/* The module itself (door.h): the buffer, and the list of games and levels. */
#include "door.h"

#include "assert.h"
#include "bot.h"
#include "json.h"

_Static_assert(DOOR_BUFFER > AT_JSON_MAX + 6 * AT_TEXT_MAX, "a view with its text fits");

uint8_t door_io[DOOR_BUFFER];

uint8_t *door_buffer(void)
{
	return door_io;
}

uint32_t door_buffer_size(void)
{
	return sizeof door_io;
}

void door_text(struct at_text *t)
{
	at_text_init(t, (char *)door_io, DOOR_BUFFER);
}

int door_said(const struct at_text *t)
{
	at_assert(!t->full);
	return (int)t->len;
}

int door_refused(const struct at_fail *fail)
{
	struct at_text t;

	door_text(&t);
	if (fail->line)
		at_put(&t, "line %u: ", (unsigned)fail->line);
	at_puts(&t, fail->why);
	return -(int)fail->err;
}

static void put_game(struct at_text *t, const struct at_game *g, bool listed)
{
	at_json_open(t, NULL, '{');
	at_json_game(t, g);
	at_json_count(t, "rules", g->version);
	at_json_flag(t, "listed", listed);
	at_putc(t, '}');
}

int door_list(void)
{
	struct at_text t;

	door_text(&t);
	at_puts(&t, "{\"levels\":[");
	for (int i = 0; at_ladder[i]; i++) {
		at_json_next(&t);
		at_json_string(&t, at_ladder[i]);
	}
	at_puts(&t, "],\"games\":[");
	for (int i = 0; i < at_games(); i++)
		put_game(&t, at_game(i), true);
	put_game(&t, &at_template, false);
	at_puts(&t, "]}");
	return door_said(&t);
}
