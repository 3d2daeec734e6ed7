/* What My Shelfie is made of, as tables and pictures. */
#include "components.h"

#include "bits.h"
#include "my_shelfie/my_shelfie.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void shelfie_types(void)
{
	begin_table("types");
	printf("| type | letter | tiles |\n|---|---|---:|\n");
	for (int t = 0; t < MS_TYPES; t++)
		printf("| %s | `%c` | %d |\n", ms_type_names[t], ms_letters[t], MS_TILES);
	end_table();
}

static void shelfie_room(void)
{
	begin_table("room");
	printf("         a b c d e f g h i\n");
	for (int row = 0; row < MS_ROOM_SIDE; row++) {
		printf("       %d", row + 1);
		for (int column = 0; column < MS_ROOM_SIDE; column++) {
			int cell = ms_cell(row, column);
			int n = 2;
			while (cell >= 0 && !(ms_in_use[n] >> cell & 1))
				n++;
			printf(cell < 0 ? " -" : " %d", n);
		}
		putchar('\n');
	}
	end_table();
}

static void shelfie_numbers(void)
{
	int cells[AT_SEATS_MAX + 1] = {0}, bag[AT_SEATS_MAX + 1] = {0};

	for (int n = 2; n <= AT_SEATS_MAX; n++) {
		union at_any any;
		const struct ms_state *p = (const struct ms_state *)&any;
		set_up(&at_my_shelfie, n, 0, MS_TAKE, &any);
		cells[n] = at_count64(ms_in_use[n]);
		for (int t = 0; t < MS_TYPES; t++)
			bag[n] += p->bag[t];
	}
	begin_table("numbers");
	head_by_players();
	row_by_players("cells of the living room in use", cells);
	row_by_players("tiles in the bag before the first turn", bag);
	printf("| scoring tiles of each common goal, the top one first |");
	for (int n = 2; n <= AT_SEATS_MAX; n++) {
		union at_any any;
		set_up(&at_my_shelfie, n, 0, MS_TAKE, &any);
		uint32_t left = ms_tiles_left((const struct ms_state *)&any, 0);
		for (int points = 31, some = 0; points > 0; points--)
			if (left >> points & 1)
				printf("%s %d", some++ ? "," : "", points);
		printf(" |");
	}
	putchar('\n');
	end_table();
}

static void shelfie_points(void)
{
	begin_table("points");
	printf("| cells of the personal goal that are right | 0 | 1 | 2 | 3 | 4 | 5 | 6 |\n"
	       "|---|---:|---:|---:|---:|---:|---:|---:|\n| points |");
	for (int n = 0; n <= MS_TYPES; n++)
		printf(" %d |", ms_personal_points(n));
	printf("\n\n| tiles of a group | 1 | 2 | 3 | 4 | 5 | 6 or more |\n"
	       "|---|---:|---:|---:|---:|---:|---:|\n| points |");
	for (int n = 1; n <= 6; n++)
		printf(" %d |", ms_group_points(n));
	putchar('\n');
	end_table();
}

/* Pictures of shelves beside one another: put() writes row r of picture n, from 1 on. */
enum { PICTURES = 12, PICTURES_ACROSS = 4 };

static void pictures(const char *title, void (*put)(int n, int r, char out[MS_COLUMNS]))
{
	for (int n = 1; n <= PICTURES; n += PICTURES_ACROSS) {
		printf(n > 1 ? "\n   " : "   ");
		for (int i = 0; i < PICTURES_ACROSS; i++) {
			char name[32];
			snprintf(name, sizeof name, "%s%d", title, n + i);
			printf(i < PICTURES_ACROSS - 1 ? " %-15s" : " %s", name);
		}
		for (int r = 0; r < MS_ROWS; r++) {
			printf("\n   ");
			for (int i = 0; i < PICTURES_ACROSS; i++) {
				char row[MS_COLUMNS];
				put(n + i, r, row);
				printf("%*s%c %c %c %c %c", i ? 7 : 1, "", row[0], row[1], row[2],
				       row[3], row[4]);
			}
		}
		putchar('\n');
	}
}

static void put_personal(int n, int r, char out[MS_COLUMNS])
{
	memset(out, '.', MS_COLUMNS);
	for (int c = 0; c < MS_COLUMNS; c++)
		for (int t = 0; t < MS_TYPES; t++)
			if (ms_wanted[n][t] == ms_place(r, c))
				out[c] = ms_letters[t];
}

/* An example of each common goal. Letters are types that lie there, # is any type, and what the
 * dots hold does not matter, except for the stairs, where it is nothing. The program looks at them
 * with the rules' eyes: each must be enough, and nothing in it too much. */
static const char *const examples[PICTURES + 1][MS_ROWS] = {
    [1] = {".....", ".....", "CC.B.", "...B.", "GG.FT", "PP.FT"},
    [2] = {"C...C", ".....", ".....", ".....", ".....", "C...C"},
    [3] = {".....", ".....", "C..TT", "C..TT", "CBBBB", "CPPPP"},
    [4] = {".....", ".....", ".....", ".....", "CC.CC", "CC.CC"},
    [5] = {"C.P.B", "C.P.B", "C.T.B", "B.T.C", "B.G.F", "G.G.F"},
    [6] = {".....", ".....", "..C..", "C.C..", "C..C.", "C..CC"},
    [7] = {"C....", ".C...", "..C..", "...C.", "....C", "....."},
    [8] = {".....", ".....", "CCBBG", "PPPTT", "FFBFF", "TTTTT"},
    [9] = {"C..P.", "B..T.", "G..F.", "F..G.", "T..B.", "P..C."},
    [10] = {".....", ".....", ".....", ".....", "CBGFT", "PTFGB"},
    [11] = {".....", ".....", ".....", ".C.C.", "..C..", ".C.C."},
    [12] = {".....", "#....", "##...", "###..", "####.", "#####"},
};

static void put_example(int n, int r, char out[MS_COLUMNS])
{
	memcpy(out, examples[n][r], MS_COLUMNS);
}

static void check_examples(void)
{
	for (int n = 1; n <= PICTURES; n++) {
		uint32_t shelf[MS_TYPES] = {0};
		bool good = true;
		for (int place = 0; place < MS_ROWS * MS_COLUMNS; place++) {
			int row = MS_ROWS - 1 - place % MS_ROWS;
			char c = examples[n][row][place / MS_ROWS];
			const char *type = strchr(ms_letters, c);
			if (c != '.')
				shelf[type ? type - ms_letters : place % MS_TYPES] |= 1u << place;
		}
		good = ms_goal_met(shelf, n, false);
		for (int t = 0; t < MS_TYPES; t++)
			for (uint32_t left = shelf[t]; left; left &= left - 1) {
				shelf[t] ^= left & -left;
				good = good && !ms_goal_met(shelf, n, false);
				shelf[t] ^= left & -left;
			}
		if (!good) {
			fprintf(stderr, "components: the example of common goal %d is wrong\n", n);
			exit(EXIT_FAILURE);
		}
	}
}

static void shelfie_goals(void)
{
	union at_any any;
	struct at_setup setup = {.seats = 2};
	struct at_fail fail;

	if (at_init(&at_my_shelfie, &setup, &any.head, &fail))
		abort();
	begin_table("common-goals");
	printf("| number | common goal |\n|---|---|\n");
	for (int n = 1; n <= MS_COMMON_GOALS; n++)
		printf("| [MS-6.%d](#MS-6.%d) | %s |\n", n, n, ms_goal_words(&any.head, n));
	end_table();
	check_examples();
	begin_table("common-goal-pictures");
	pictures("MS-6.", put_example);
	end_table();
	begin_table("personal-goals");
	pictures("personal ", put_personal);
	end_table();
}

void put_components(void)
{
	shelfie_types();
	shelfie_room();
	shelfie_numbers();
	shelfie_points();
	shelfie_goals();
}
