/* Reef in the terminal: the reefs side by side from above, cards with their patterns drawn. */
#include "draw.h"

#include "reef/reef.h"
#include "show.h"

#include <stdarg.h>

enum { BLOCK = 19 }; /* columns of a reef or a card: four side by side fit 80 */

struct pen {
	FILE *f;
	bool colour;
	int column; /* what is printed so far of the block at hand, escapes not counted */
};

/* Terminal colours of the pieces as text and as ground, RF_ANY last. */
static const char *const ink[RF_COLOURS + 1] = {"1;31", "1;33", "1;32", "1;35", "1;37"};
static const char *const ground[RF_COLOURS] = {"1;97;41", "1;30;43", "1;30;42", "1;97;45"};

static void put(struct pen *pen, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct pen *pen, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pen->column += vfprintf(pen->f, format, args);
	va_end(args);
}

static void paint(struct pen *pen, const char *how, const char *text)
{
	if (pen->colour)
		fprintf(pen->f, "\033[%sm", how);
	put(pen, "%s", text);
	if (pen->colour)
		fputs("\033[0m", pen->f);
}

/* Pads with blanks to the beginning of the next block. */
static void end_block(struct pen *pen)
{
	while (pen->column < BLOCK)
		put(pen, " ");
	pen->column = 0;
}

static void end_line(struct pen *pen)
{
	fputc('\n', pen->f);
	pen->column = 0;
}

static void heading(struct pen *pen, const char *text)
{
	paint(pen, "1", text);
	end_line(pen);
}

/* --- reefs --- */

static void draw_stack(struct pen *pen, const struct rf_board *b, int space)
{
	int height = rf_height(b, space);
	char text[8] = " .  ";
	int colour;

	if (!height) {
		paint(pen, "2", text);
		return;
	}
	colour = rf_piece(b, space, height - 1);
	snprintf(text, sizeof text, " %c%d ", rf_letters[colour], height);
	paint(pen, ground[colour], text);
}

static void draw_name(struct pen *pen, const struct rf_state *p, int seat)
{
	const struct at_state *s = &p->head;
	char name[20];

	snprintf(name, sizeof name, "%cseat %d", s->turn == seat ? '>' : ' ', seat + 1);
	paint(pen, s->turn == seat ? "1;7" : "1", name);
	put(pen, "%s%s", s->first == seat ? " first" : "", s->viewer == seat ? " (you)" : "");
	end_block(pen);
}

static void draw_totals(struct pen *pen, const struct rf_state *p, int seat)
{
	struct at_score score;

	at_score(&p->head, seat, &score);
	if (!score.hidden)
		put(pen, "  %d point%s", (int)score.total, score.total == 1 ? "" : "s");
	else
		put(pen, "  points hidden");
	end_block(pen);
}

static void draw_reefs(struct pen *pen, const struct rf_state *p)
{
	int seats = p->head.seats;

	for (int i = 0; i < seats; i++)
		draw_name(pen, p, i);
	end_line(pen);
	for (int i = 0; i < seats; i++) {
		paint(pen, "2", "   a   b   c   d");
		end_block(pen);
	}
	end_line(pen);
	for (int row = 0; row < 4; row++) {
		for (int i = 0; i < seats; i++) {
			char label[3] = {(char)('1' + row), ' ', 0};
			paint(pen, "2", label);
			for (int column = 0; column < 4; column++)
				draw_stack(pen, &p->reef[i], 4 * row + column);
			end_block(pen);
		}
		end_line(pen);
	}
	for (int i = 0; i < seats; i++)
		draw_totals(pen, p, i);
	end_line(pen);
}

/* --- cards --- */

static void draw_need(struct pen *pen, const struct rf_need *need)
{
	char text[8];
	char letter = need->colour == RF_ANY ? '*' : rf_letters[need->colour];

	if (need->height)
		snprintf(text, sizeof text, "%c%d%s", letter, need->height,
			 need->or_more ? "+" : "");
	else
		snprintf(text, sizeof text, "%c", letter);
	paint(pen, ink[need->colour], text);
}

static void draw_pieces(struct pen *pen, const struct rf_card *card)
{
	for (int i = 0; i < 2; i++) {
		char text[3] = {'+', rf_letters[card->pieces[i]], 0};
		paint(pen, ink[card->pieces[i]], text);
	}
}

/* How many rows the card's pattern takes. */
static int pattern_rows(const struct rf_card *card)
{
	uint16_t cells = rf_shape_cells(card->shape);

	if (card->shape == RF_TALLEST)
		return 2;
	return cells >> 8 ? 3 : cells >> 4 ? 2 : 1;
}

/* One row of a pattern, its cells in columns at least this wide. */
static void draw_pattern_row(struct pen *pen, const struct rf_card *card, int row, int width)
{
	uint32_t cells = rf_shape_cells(card->shape);
	int columns = cells & 0x444 ? 3 : cells & 0x222 ? 2 : 1;

	if (card->shape == RF_TALLEST) {
		put(pen, row ? "beside it: " : "tallest ");
		draw_need(pen, &card->need[row]);
		return;
	}
	for (int column = 0; column < columns; column++) {
		int cell = 4 * row + column;
		int start = pen->column;
		bool second = card->shape == RF_PAIR || card->shape == RF_DIAGONAL;
		if (cells >> cell & 1)
			draw_need(pen, &card->need[second && cell > 0]);
		else
			paint(pen, "2", ".");
		if (column + 1 == columns)
			break;
		do
			put(pen, " ");
		while (pen->column < start + width);
	}
}

/* A card in one line, for lists of others' cards. */
static void draw_card_inline(struct pen *pen, int number)
{
	const struct rf_card *card = &rf_card[number];

	put(pen, "#%d ", number);
	draw_pieces(pen, card);
	put(pen, " ");
	for (int row = 0; row < pattern_rows(card); row++) {
		if (row)
			put(pen, card->shape == RF_TALLEST ? ", " : " / ");
		pen->column = 0;
		draw_pattern_row(pen, card, row, 1);
	}
	put(pen, " =%u", card->value);
}

/* A card in a row of cards, after its label. */
struct shown {
	int card;
	int tokens;
	char label[8];
};

static void draw_title(struct pen *pen, const struct shown *shown)
{
	const struct rf_card *card = &rf_card[shown->card];

	put(pen, "%s#%d ", shown->label, shown->card);
	draw_pieces(pen, card);
	put(pen, " =%u", card->value);
	if (shown->tokens) {
		char text[8];
		snprintf(text, sizeof text, " $%d", shown->tokens);
		paint(pen, "1;36", text);
	}
	end_block(pen);
}

static void draw_cards(struct pen *pen, const struct shown *cards, int count)
{
	int rows = 0;

	for (int i = 0; i < count; i++) {
		int needed = pattern_rows(&rf_card[cards[i].card]);
		rows = needed > rows ? needed : rows;
		draw_title(pen, &cards[i]);
	}
	end_line(pen);
	for (int row = 0; row < rows; row++) {
		for (int i = 0; i < count; i++) {
			const struct rf_card *card = &rf_card[cards[i].card];
			put(pen, "    ");
			if (row < pattern_rows(card))
				draw_pattern_row(pen, card, row, 4);
			end_block(pen);
		}
		end_line(pen);
	}
}

static void draw_display(struct pen *pen, const struct rf_state *p)
{
	struct shown cards[RF_PLACES + 1];
	int n = 0;

	if (!p->display[0])
		return;
	heading(pen, "Display ([place] #card +pieces =points $tokens) and the deck's top card");
	for (int i = 0; i < RF_PLACES && p->display[i]; i++, n++) {
		cards[n] = (struct shown){.card = p->display[i], .tokens = p->tokens[i]};
		snprintf(cards[n].label, sizeof cards[n].label, "[%c] ", '1' + i);
	}
	if (p->top)
		cards[n++] = (struct shown){.card = p->top, .label = "top "};
	draw_cards(pen, cards, n);
}

/* The hand of the viewer, or of the seat to move if the viewer is no seat. */
static int hand_shown(const struct at_state *s)
{
	return at_is_truth(s) ? s->turn : s->viewer;
}

static void draw_own_hand(struct pen *pen, const struct rf_state *p)
{
	struct shown cards[RF_HAND_MAX];
	int seat = hand_shown(&p->head);
	int n = 0;

	if (seat < 0 || !p->hand[seat])
		return;
	for (uint64_t hand = p->hand[seat]; hand; n++)
		cards[n] = (struct shown){.card = at_pop64(&hand), .label = "    "};
	heading(pen, at_is_truth(&p->head) ? "Hand of the seat to move" : "Your hand");
	draw_cards(pen, cards, n);
}

static void draw_other_hands(struct pen *pen, const struct rf_state *p)
{
	for (int i = 0; i < p->head.seats; i++) {
		int size = rf_hand_size(p, i);
		bool hidden = rf_score_hidden(&p->head, i);
		if (i == hand_shown(&p->head))
			continue;
		put(pen, "Seat %d holds %d card%s", i + 1, size, size == 1 ? "" : "s");
		if (p->unknown[i] && !hidden)
			put(pen, ", %u of them unknown", p->unknown[i]);
		end_line(pen);
		for (uint64_t hand = hidden ? 0 : p->hand[i]; hand;) {
			put(pen, "    ");
			draw_card_inline(pen, at_pop64(&hand));
			end_line(pen);
		}
	}
}

static void draw_supplies(struct pen *pen, const struct rf_state *p)
{
	put(pen, "Supply");
	for (int i = 0; i < RF_COLOURS; i++) {
		char text[16];
		snprintf(text, sizeof text, "  %c %u", rf_letters[i], p->supply[i]);
		paint(pen, ink[i], text);
	}
	put(pen, "   deck %d%s", rf_deck_size(p) + (p->top != 0),
	    rf_last_round(p) && p->head.turn != AT_OVER ? "   last round" : "");
	end_line(pen);
}

static void draw_starting_pieces(struct pen *pen, const struct rf_state *p)
{
	unsigned colours;

	if (p->head.phase != RF_START)
		return;
	colours = rf_start_colours(p, p->head.turn);
	put(pen, "Starting pieces left to seat %d:", p->head.turn + 1);
	for (int i = 0; i < RF_COLOURS; i++)
		if (colours >> i & 1) {
			put(pen, " ");
			paint(pen, ink[i], rf_colour_names[i]);
		}
	end_line(pen);
}

void draw_reef(const struct at_state *s, FILE *f, bool colour)
{
	const struct rf_state *p = (const struct rf_state *)s;
	struct pen pen = {.f = f, .colour = colour};

	draw_reefs(&pen, p);
	draw_supplies(&pen, p);
	draw_starting_pieces(&pen, p);
	draw_display(&pen, p);
	draw_own_hand(&pen, p);
	draw_other_hands(&pen, p);
}
