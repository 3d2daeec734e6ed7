#include "view.h"

#include "json.h"
#include "position.h"

#define DECLARE(name) extern const struct at_game at_##name;
AT_VIEWED(DECLARE)
AT_PAGED(DECLARE)

/* Adds what the game's screen needs besides the position. */
static void put_more(const struct at_state *s, struct at_text *t)
{
#define VIEW(name)                                                                                 \
	if (at_game_of(s) == &at_##name)                                                           \
		view_##name(s, t);
	AT_VIEWED(VIEW)
	(void)s;
	(void)t;
}

/* Does the page have a module that draws this game? */
static bool is_drawn(const struct at_state *s)
{
#define IS(name) at_game_of(s) == &at_##name ||
	return AT_PAGED(IS) false;
}

void view_print(const struct at_state *s, bool legal, struct at_text *t)
{
	at_putc(t, '{');
	at_json_members(t, s, legal);
	put_more(s, t);
	if (!is_drawn(s)) {
		char array[AT_TEXT_MAX];
		struct at_text text;
		at_text_init(&text, array, sizeof(array));
		at_print_position(s, &text);
		at_json_word(t, "text", array);
	}
	at_putc(t, '}');
}
