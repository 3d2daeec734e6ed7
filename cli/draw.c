#include "draw.h"

#include "show.h"

#include <stdlib.h>
#include <unistd.h>

#define DECLARE(name) extern const struct at_game at_##name;
AT_DRAWN(DECLARE)

#define ROW(name) {&at_##name, draw_##name},
static const struct {
	const struct at_game *game;
	void (*draw)(const struct at_state *, FILE *, bool colour);
} table[] = {AT_DRAWN(ROW){NULL, NULL}};

bool draw_in_colour(void)
{
	const char *no_colour = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
}

void draw_position(const struct at_state *s, FILE *f, bool colour)
{
	for (int i = 0; table[i].game; i++)
		if (table[i].game == at_game_of(s)) {
			table[i].draw(s, f, colour);
			return;
		}
	show_position(s, f);
}
