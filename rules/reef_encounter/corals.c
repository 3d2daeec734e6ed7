/* Reef Encounter: boards, corals, coral tiles and shrimps: what a position means. */
#include "reef_encounter.h"

/* Rock cells, RE-1.4, the lowest byte being the top row and its lowest bit column A.
 *
 *      b0         b1         b2         b3
 *      xxx...x    xxx...x    x..x...    x.....x
 *      x..y..x    ...g..x    x...o.x    ...ox..
 *      ..x.w..    ..y.x..    ..wx.y.    ..x.g..
 *      .g.*.x.    .x.*.w.    ...*.x.    .w.*...
 *      ..pxo..    ..o.p..    x.p.g..    x.p.y.x
 *      .......    x.....x    x...x..    x..x..x  */
const uint64_t re_rocks[RE_BOARDS] = {
    0x7f775f7b3e38,
    0x3e7f7d6f3f38,
    0x6e7e5f773e76,
    0x363e7f7b6f3e,
};

/* Bit numbers of the starting cells, in the order of the colours. */
static const uint8_t starts[RE_BOARDS][RE_COLOURS] = {
    {20, 11, 36, 34, 25},
    {29, 18, 34, 36, 11},
    {18, 21, 12, 34, 36},
    {25, 36, 11, 34, 20},
};

uint64_t re_start(const struct re_state *e, int board, int colour)
{
	return (uint64_t)1 << starts[e->board[board] - 1][colour];
}

const struct re_coral_tile re_coral_tiles[RE_CORAL_TILES] = {
    {RE_WHITE, RE_YELLOW, 1, 0}, {RE_WHITE, RE_ORANGE, 3, 2}, {RE_YELLOW, RE_ORANGE, 0, 3},
    {RE_YELLOW, RE_PINK, 2, 0},  {RE_ORANGE, RE_PINK, 1, 3},  {RE_ORANGE, RE_GREY, 0, 1},
    {RE_PINK, RE_WHITE, 2, 1},   {RE_PINK, RE_GREY, 1, 2},    {RE_GREY, RE_WHITE, 3, 2},
    {RE_GREY, RE_YELLOW, 0, 3},
};

const char *const re_colour_names[RE_COLOURS] = {"white", "yellow", "orange", "pink", "grey"};
const char re_colour_letters[RE_COLOURS + 1] = "WYOPG";
const char *const re_alga_names[RE_ALGAE] = {"blue", "green", "purple", "red"};
const char *const re_shrimp_names[AT_SEATS_MAX] = {"purple", "green", "red", "yellow"};
const char *const re_phase_names[RE_PHASES] = {
    "boards", "side", "space",  "sea",   "first",  "deal", "fish",
    "larva",  "turn", "refill", "extra", "reveal", "done",
};

/* --- corals --- */

uint64_t re_protected(const struct re_state *e, int board)
{
	uint64_t shrimps = re_shrimps(e, board);
	uint64_t out = 0;

	for (int c = 0; c < RE_COLOURS; c++) {
		uint64_t on = e->polyps[board][c] & shrimps;
		out |= on | (re_neighbours(on) & e->polyps[board][c]);
	}
	return out;
}

int re_colour_at(const struct re_state *e, int cell)
{
	for (int c = 0; c < RE_COLOURS; c++)
		if (e->polyps[re_cell_board(cell)][c] & re_cell_bit(cell))
			return c;
	return RE_NONE;
}

uint64_t re_coral(const struct re_state *e, int cell)
{
	int colour = re_colour_at(e, cell);

	if (colour == RE_NONE)
		return 0;
	return re_flood(re_cell_bit(cell), e->polyps[re_cell_board(cell)][colour]);
}

bool re_joins_shrimps(const struct re_state *e, int board, int colour, uint64_t bit)
{
	uint64_t polyps = e->polyps[board][colour];
	uint64_t shrimps = re_shrimps(e, board);
	int guarded = 0;

	for (uint64_t left = re_neighbours(bit) & polyps; left;) {
		uint64_t coral = re_flood(left & -left, polyps);
		guarded += (coral & shrimps) != 0;
		left &= ~coral;
	}
	return guarded > 1;
}

/* Our choice: the game ends though attacks were still possible. */
bool re_boards_full(const struct re_state *e)
{
	for (int b = 0; b < e->head.seats; b++)
		if (re_tiles(e, b) != re_rock(e, b))
			return false;
	return true;
}

unsigned re_low_spaces(const struct re_state *e)
{
	unsigned low = 0;

	for (int c = 0; c < RE_COLOURS; c++)
		low |= (unsigned)(re_sum(e->sea[c]) < RE_SPACE_LIMIT) << c;
	return low;
}

/* The book says three times when the tiles do not suffice: with fewer than three in the bag (action
 * 10), with not enough to replace what was taken (the list of ends), and that the bonus tiles go
 * into the bag when that runs out (a note there). Our choice is the reading that keeps all three:
 * fewer than three in bag and bonus together, however few are needed. Only in positions that no
 * game leads to are more than three needed. Version 1 asked for no more than what is needed. */
bool re_can_refill(const struct re_state *e, int space)
{
	int tiles = e->bag_size + at_count32(e->bonus);

	if (!e->supply[space] || tiles < at_count32(re_low_spaces(e)))
		return false;
	return e->head.version == 1 || tiles >= RE_REFILL_LEAST;
}

int re_tiles_visible(const struct re_state *e, int colour)
{
	int n = (e->bonus >> colour & 1) + re_hidden_known(e, colour);

	for (int b = 0; b < RE_BOARDS; b++)
		n += at_count64(e->polyps[b][colour]);
	for (int c = 0; c < RE_COLOURS; c++)
		n += e->sea[c][colour];
	for (int i = 0; i < e->head.seats; i++) {
		const struct re_seat *p = &e->seat[i];
		n += p->seen[colour] + p->consumed[colour] + p->fish[colour];
	}
	return n;
}

/* --- coral tiles --- */

struct re_coral_tile re_tile_shown(const struct re_state *e, int tile)
{
	struct re_coral_tile t = re_coral_tiles[tile];

	if (!(e->starfish >> tile & 1))
		t = (struct re_coral_tile){t.weaker, t.stronger, t.small, t.large};
	return t;
}

unsigned re_weaker(const struct re_state *e, int colour)
{
	unsigned set = 0;

	for (int i = 0; i < RE_CORAL_TILES; i++) {
		struct re_coral_tile t = re_tile_shown(e, i);
		if (t.stronger == colour)
			set |= 1u << t.weaker;
	}
	return set;
}

int re_value(const struct re_state *e, int colour)
{
	return 1 + at_count32(re_weaker(e, colour));
}

/* A cylinder on a coral tile has the colour of its large alga, RE-8.2. */
int re_cylinders_left(const struct re_state *e, int alga)
{
	int left = RE_CYLINDERS - (e->alga == alga + 1);

	for (uint32_t set = e->fixed; set;)
		left -= re_tile_shown(e, at_pop32(&set)).large == alga;
	return left;
}

/* --- shrimps and fishes --- */

int re_shrimps_out(const struct re_state *e, int seat)
{
	int n = 0;

	for (int b = 0; b < e->head.seats; b++)
		n += at_count64(e->shrimps[b][seat]);
	return n;
}

int re_shrimps_on_rock(const struct re_state *e, int seat)
{
	int n = 0;

	for (int b = 0; b < e->head.seats; b++)
		if (e->shrimps[b][seat])
			n += at_count64(e->shrimps[b][seat] & ~re_tiles(e, b));
	return n;
}

int re_shrimps_home(const struct re_state *e, int seat)
{
	return RE_SHRIMPS - e->seat[seat].eaten - re_shrimps_out(e, seat);
}

int re_tiles_held(const struct re_state *e, int seat)
{
	int n = 0;

	for (int b = 0; b < e->head.seats; b++)
		for (int c = 0; c < RE_COLOURS; c++)
			n += at_count64(
			    re_flood(e->shrimps[b][seat] & e->polyps[b][c], e->polyps[b][c]));
	return n;
}

int re_fish_size(const struct re_state *e, int seat)
{
	return re_sum(e->seat[seat].fish) +
	       (e->seat[seat].first_tile != RE_NONE && !(e->opened >> seat & 1));
}

int re_tiles_back(const struct re_state *e)
{
	return 4 + re_advanced(e) + (e->head.phase == RE_EXTRA);
}

/* --- the set-up --- */

int re_first_draw(const struct re_state *e, int seat)
{
	static const uint8_t draws[AT_SEATS_MAX + 1][AT_SEATS_MAX] = {
	    [2] = {6, 9}, [3] = {6, 7, 9}, [4] = {6, 7, 8, 9}};
	int n = e->head.seats;

	return draws[n][(seat - e->head.first + n) % n];
}

int re_next_to_deal(const struct re_state *e)
{
	for (int i = 0; i < e->head.seats; i++) {
		int seat = (e->head.first + i) % e->head.seats;
		if (e->seat[seat].unseen_count < re_first_draw(e, seat))
			return seat;
	}
	return AT_NOBODY;
}

int re_next_to_open(const struct re_state *e)
{
	for (int i = 0; i < e->head.seats; i++)
		if (!(e->opened >> i & 1))
			return i;
	return AT_NOBODY;
}

int re_next_to_fill(const struct re_state *e)
{
	static const uint8_t tiles[RE_COLOURS] = {3, 3, 3, 2, 1};

	for (int i = 0; i < RE_COLOURS; i++) {
		int space = (e->first_space - 1 + i) % RE_COLOURS;
		if (re_sum(e->sea[space]) < tiles[i])
			return space;
	}
	return RE_NONE;
}

int re_hidden_known(const struct re_state *e, int colour)
{
	int n = 0;

	for (int i = 0; i < e->head.seats; i++) {
		n += e->seat[i].unseen[colour];
		n += e->seat[i].first_tile == colour && !(e->opened >> i & 1);
	}
	return n;
}

int re_hidden_from_viewer(const struct re_state *e, int colour)
{
	return e->hidden[colour] - re_hidden_known(e, colour);
}

void re_put_cell(struct at_text *t, int cell)
{
	int bit = cell & RE_BIT_MASK;

	at_put(t, "%c%d", 'A' + bit % 8, re_cell_board(cell) * RE_ROWS + bit / 8 + 1);
}
