/* What Reef is made of, as tables and pictures. */
#include "components.h"

#include "bits.h"
#include "reef/reef.h"

#include <stdio.h>
#include <string.h>

static void reef_numbers(void)
{
	int all[AT_SEATS_MAX + 1] = {0}, supply[AT_SEATS_MAX + 1] = {0};
	int deck[AT_SEATS_MAX + 1] = {0}, hand[AT_SEATS_MAX + 1] = {0};
	int points[AT_SEATS_MAX + 1] = {0};

	for (int n = 2; n <= AT_SEATS_MAX; n++) {
		union at_any any;
		const struct rf_state *p = (const struct rf_state *)&any;
		set_up(&at_reef, n, 0, RF_PLAY, &any);
		all[n] = rf_pieces(n);
		supply[n] = p->supply[RF_RED];
		deck[n] = rf_deck_size(p) + 1;
		hand[n] = rf_hand_size(p, 0);
		points[n] = p->points[0];
	}
	begin_table("numbers");
	head_by_players();
	row_by_players("pieces of each colour in the game", all);
	row_by_players("... of them in its supply before the first turn", supply);
	row_by_players("cards in the deck before the first turn, its top card included", deck);
	row_by_players("cards dealt to each player", hand);
	row_by_players("points of each player at the start", points);
	end_table();
}

/* What a cell of a pattern asks for: R, R2, R2+ or *2. */
static void put_need(char out[8], const struct rf_need *need)
{
	char letter = need->colour == RF_ANY ? '*' : rf_letters[need->colour];

	if (need->height)
		snprintf(out, 8, "%c%d%s", letter, need->height, need->or_more ? "+" : "");
	else
		snprintf(out, 8, "%c", letter);
}

/* The pattern as the card shows it, its rows as code with line breaks between. */
static void put_pattern(const struct rf_card *card)
{
	uint16_t cells = rf_shape_cells(card->shape);
	char words[2][8];
	int columns = 0, rows = 0, seen = 0, width = 1;

	for (int i = 0; i < 2; i++) {
		put_need(words[i], &card->need[i]);
		if ((int)strlen(words[i]) > width)
			width = (int)strlen(words[i]);
	}
	for (int i = 0; i < RF_SPACES; i++)
		if (cells >> i & 1) {
			columns = i % 4 >= columns ? i % 4 + 1 : columns;
			rows = i / 4 + 1;
		}
	for (int r = 0; r < rows; r++) {
		printf("%s`", r ? "<br>" : "");
		for (int c = 0; c < columns; c++) {
			bool there = cells >> (4 * r + c) & 1;
			bool second = there && seen++ == 1 && at_count32(cells) == 2;
			printf("%s%-*s", c ? " " : "", c < columns - 1 ? width : 0,
			       there ? words[second] : ".");
		}
		putchar('`');
	}
}

static void reef_cards(void)
{
	static const char *const shapes[RF_SHAPES] = {
	    [RF_ONE] = "one stack",
	    [RF_PAIR] = "two side by side",
	    [RF_DIAGONAL] = "two corner to corner",
	    [RF_LINE] = "three in a line",
	    [RF_STAIRS] = "three corner to corner",
	    [RF_CORNER] = "three around a corner",
	    [RF_SQUARE] = "square of four",
	    [RF_TALLEST] = "[special](#RF-5.5)",
	};

	begin_table("cards");
	printf("| card | pieces | value | shape | pattern |\n|---:|---|---:|---|---|\n");
	for (int i = 1; i <= RF_CARDS; i++) {
		const struct rf_card *card = &rf_card[i];
		printf("| %d | %s, %s | %d | %s | ", i, rf_colour_names[card->pieces[0]],
		       rf_colour_names[card->pieces[1]], card->value, shapes[card->shape]);
		if (card->shape == RF_TALLEST)
			printf("tallest %s: each %s around it",
			       rf_colour_names[card->need[0].colour],
			       rf_colour_names[card->need[1].colour]);
		else
			put_pattern(card);
		printf(" |\n");
	}
	end_table();
}

/* How often each colour is on the cards. */
static void reef_colours(void)
{
	begin_table("colours");
	printf(
	    "| colour | letter | cards with two pieces of it | with one | patterns that name it |\n"
	    "|---|---|---:|---:|---:|\n");
	for (int c = 0; c < RF_COLOURS; c++) {
		int twice = 0, once = 0, named = 0;
		for (int i = 1; i <= RF_CARDS; i++) {
			const struct rf_card *card = &rf_card[i];
			int pieces = (card->pieces[0] == c) + (card->pieces[1] == c);
			twice += pieces == 2;
			once += pieces == 1;
			named += card->need[0].colour == c || card->need[1].colour == c;
		}
		printf("| %s | `%c` | %d | %d | %d |\n", rf_colour_names[c], rf_letters[c], twice,
		       once, named);
	}
	end_table();
}

void put_components(void)
{
	reef_numbers();
	reef_colours();
	reef_cards();
}
