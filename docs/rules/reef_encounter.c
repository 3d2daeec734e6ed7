/* What Reef Encounter is made of, as tables and pictures. */
#include "components.h"

#include "bits.h"
#include "reef_encounter/reef_encounter.h"

#include <stdio.h>
#include <stdlib.h>

static void put_colours(unsigned set)
{
	for (int c = 0, some = 0; c < RE_COLOURS; c++)
		if (set >> c & 1)
			printf("%s%s", some++ ? ", " : "", re_colour_names[c]);
}

static void encounter_colours(void)
{
	struct re_state starfish = {.starfish = (1 << RE_CORAL_TILES) - 1}, plain = {0};

	begin_table("colours");
	printf("| coral, clockwise on the sea board | letter | polyp tiles | larva cubes | "
	       "consumes, starfish sides up | consumes, plain sides up | worth at the start |\n"
	       "|---|---|---:|---:|---|---|---:|\n");
	for (int c = 0; c < RE_COLOURS; c++) {
		printf("| %s | `%c` | %d | %d | ", re_colour_names[c], re_colour_letters[c],
		       RE_TILES, RE_CUBES);
		put_colours(re_weaker(&starfish, c));
		printf(" | ");
		put_colours(re_weaker(&plain, c));
		if (re_value(&starfish, c) != re_value(&plain, c))
			abort();
		printf(" | %d |\n", re_value(&plain, c));
	}
	end_table();
}

static void encounter_tiles(void)
{
	begin_table("coral-tiles");
	printf("| tile | starfish: stronger | weaker | large alga | small alga | "
	       "plain: stronger | weaker | large alga | small alga |\n"
	       "|---:|---|---|---|---|---|---|---|---|\n");
	for (int i = 0; i < RE_CORAL_TILES; i++) {
		printf("| %d |", i + 1);
		for (int side = 1; side >= 0; side--) {
			struct re_state e = {.starfish = (uint16_t)(side << i)};
			struct re_coral_tile t = re_tile_shown(&e, i);
			printf(" %s | %s | %s | %s |", re_colour_names[t.stronger],
			       re_colour_names[t.weaker], re_alga_names[t.large],
			       re_alga_names[t.small]);
		}
		putchar('\n');
	}
	end_table();
}

static void put_tiles_with_large(const struct re_state *e, int alga)
{
	for (int i = 0, some = 0; i < RE_CORAL_TILES; i++)
		if (re_tile_shown(e, i).large == alga)
			printf("%s%d", some++ ? ", " : "", i + 1);
}

static void encounter_algae(void)
{
	struct re_state starfish = {.starfish = (1 << RE_CORAL_TILES) - 1}, plain = {0};

	begin_table("algae");
	printf("| alga | cylinders | large on the starfish side of tiles | "
	       "large on the plain side of tiles |\n|---|---:|---|---|\n");
	for (int a = 0; a < RE_ALGAE; a++) {
		printf("| %s | %d | ", re_alga_names[a], RE_CYLINDERS);
		put_tiles_with_large(&starfish, a);
		printf(" | ");
		put_tiles_with_large(&plain, a);
		printf(" |\n");
	}
	end_table();
}

static char board_cell(int board, int row, int column)
{
	struct re_state e = {.board = {(uint8_t)(board + 1)}};
	uint64_t bit = (uint64_t)1 << (8 * row + column);

	for (int c = 0; c < RE_COLOURS; c++)
		if (re_start(&e, 0, c) == bit)
			return (char)(re_colour_letters[c] - 'A' + 'a');
	return bit == RE_STAR ? '*' : re_rock(&e, 0) & bit ? '.' : 'x';
}

static void encounter_boards(void)
{
	begin_table("boards");
	for (int b = 0; b < RE_BOARDS; b += 2) {
		printf("%s    b%d   A B C D E F G         b%d   A B C D E F G\n", b ? "\n" : "", b,
		       b + 1);
		for (int r = 0; r < RE_ROWS; r++) {
			for (int i = b; i < b + 2; i++) {
				printf(i == b ? "     %d  " : "          %d  ", r + 1);
				for (int c = 0; c < RE_COLUMNS; c++)
					printf(" %c", board_cell(i, r, c));
			}
			putchar('\n');
		}
	}
	end_table();
}

static void encounter_numbers(void)
{
	int bag[2][AT_SEATS_MAX + 1] = {{0}}, supply[AT_SEATS_MAX + 1] = {0};
	int rocks[AT_SEATS_MAX + 1] = {0};

	begin_table("numbers");
	head_by_players();
	printf("| tiles drawn behind the screen, first player first |");
	for (int n = 2; n <= AT_SEATS_MAX; n++) {
		union at_any any;
		const struct re_state *e = (const struct re_state *)&any;
		set_up(&at_reef_encounter, n, 1, RE_TURN, &any);
		bag[1][n] = e->bag_size;
		set_up(&at_reef_encounter, n, 0, RE_TURN, &any);
		bag[0][n] = e->bag_size;
		supply[n] = re_sum(e->supply);
		for (int b = 0; b < n; b++)
			rocks[n] += at_count64(re_rock(e, b));
		for (int i = 0; i < n; i++)
			printf("%s %d", i ? "," : "", re_first_draw(e, (e->head.first + i) % n));
		printf(" |");
	}
	putchar('\n');
	row_by_players("rock cells on all boards in play", rocks);
	row_by_players("polyp tiles in the bag before the first turn", bag[0]);
	row_by_players("... in the advanced game", bag[1]);
	row_by_players("larva cubes in the supply before the first turn", supply);
	end_table();
}

static void encounter_seats(void)
{
	begin_table("seats");
	printf("| seat | colour | shrimps |\n|---:|---|---:|\n");
	for (int i = 0; i < AT_SEATS_MAX; i++)
		printf("| %d | %s | %d |\n", i + 1, re_shrimp_names[i], RE_SHRIMPS);
	end_table();
}

void put_components(void)
{
	encounter_colours();
	encounter_tiles();
	encounter_algae();
	encounter_boards();
	encounter_numbers();
	encounter_seats();
}
