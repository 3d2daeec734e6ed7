#include "draw.h"

#include "show.h"

#include <string.h>

static const struct {
	const char *game;
	void (*draw)(const struct at_state *, FILE *, bool colour);
} table[] = {
    {"reef", draw_reef},
    {"reef-encounter", draw_reef_encounter},
    {"my-shelfie", draw_my_shelfie},
    {NULL, NULL},
};

void draw_position(const struct at_state *s, FILE *f, bool colour)
{
	for (int i = 0; table[i].game; i++)
		if (strcmp(table[i].game, at_game_of(s)->name) == 0) {
			table[i].draw(s, f, colour);
			return;
		}
	show_position(s, f);
}
