/* Reef Encounter: the effects of a move, in the truth and in views: if a view does not know a
 * tile's colour, the tile is one of those it counts in bag. */
#include "reef_encounter.h"

#include "assert.h"

/* --- the bag --- */

/* The bag has no more tiles of this colour: those that cannot be seen are behind screens and in
 * fishes, and everybody can count them. */
static void colour_gone(struct re_state *e, int colour)
{
	int unseen = at_is_truth(&e->head) ? 0 : e->bag[colour];

	e->bag_has &= (uint8_t) ~(1u << colour);
	e->counted |= (uint8_t)(1u << colour);
	e->hidden[colour] = (uint8_t)(unseen + re_hidden_known(e, colour));
}

/* RE-10.3: the bonus tiles go into an empty bag. That extra growth ends with it for good is our
 * choice: the book does not say what happens when the bag fills again. */
static void pour_bonus(struct re_state *e)
{
	if (e->bag_size > 0 || !re_growth_possible(e))
		return;
	for (int c = 0; c < RE_COLOURS; c++)
		if (e->bonus >> c & 1) {
			e->bag[c]++;
			e->bag_size++;
			e->bag_has |= (uint8_t)(1u << c);
		}
	e->bonus = 0;
	e->growth_over = 1;
}

/* Was the last one taken? The move tells a view, unless it can tell itself. */
static bool is_last(const struct re_state *e, int colour, int gone)
{
	if (e->bag[colour] == 0 || gone == colour + 1)
		return true;
	return !at_is_truth(&e->head) && e->counted >> colour & 1 &&
	       e->bag[colour] == re_hidden_from_viewer(e, colour);
}

/* The caller has put the tile where it goes to, and calls pour_bonus() when all is done. */
static void take_from_bag(struct re_state *e, int colour, int gone)
{
	e->bag[colour]--;
	e->bag_size--;
	if (is_last(e, colour, gone))
		colour_gone(e, colour);
}

/* RE-2.2: a missing bonus tile is replaced as soon as the bag has its colour. */
static void replace_bonus(struct re_state *e, int colour, int gone)
{
	unsigned bit = 1u << colour;

	if (!re_growth_possible(e) || e->bonus & bit || !(e->bag_has & bit))
		return;
	e->bonus |= (uint8_t)bit;
	take_from_bag(e, colour, gone);
}

static void put_into_bag(struct re_state *e, int colour, int n)
{
	bool was_there = e->bag_has >> colour & 1;

	if (n == 0)
		return;
	e->bag[colour] += (uint8_t)n;
	e->bag_size += (uint8_t)n;
	e->bag_has |= (uint8_t)(1u << colour);
	replace_bonus(e, colour, n == 1 && !was_there ? colour + 1 : 0);
	pour_bonus(e);
}

/* --- the set-up --- */

static void set_out_polyps(struct re_state *e)
{
	for (int b = 0; b < e->head.seats; b++)
		for (int c = 0; c < RE_COLOURS; c++) {
			e->polyps[b][c] = re_start(e, b, c);
			e->bag[c]--;
			e->bag_size--;
		}
}

/* Boards are kept in ascending order, RE-2.1. */
static void draw_board(struct re_state *e, int board)
{
	int i = 0;
	int n = 0;

	while (n < RE_BOARDS && e->board[n])
		n++;
	for (i = n; i > 0 && e->board[i - 1] > board + 1; i--)
		e->board[i] = e->board[i - 1];
	e->board[i] = (uint8_t)(board + 1);
	if (n + 1 < e->head.seats)
		return;
	set_out_polyps(e);
	e->head.phase = RE_DRAW_SIDE;
}

static void deal(struct re_state *e, at_move m)
{
	int seat = re_a(m);
	int colour = re_b(m);

	e->seat[seat].unseen_count++;
	if (re_knows(e, seat)) {
		e->seat[seat].unseen[colour]++;
		take_from_bag(e, colour, re_gone(m));
	} else {
		e->bag_size--;
		if (re_gone(m))
			colour_gone(e, re_gone(m) - 1);
	}
	if (re_next_to_deal(e) == AT_NOBODY) {
		e->head.phase = RE_FISH;
		e->head.turn = e->head.first;
	}
}

/* The seat after this one; the first seat again begins the next part of the game. */
static void next_in_set_up(struct re_state *e, enum re_phase after)
{
	e->head.turn = (int8_t)((e->head.turn + 1) % e->head.seats);
	if (e->head.turn == e->head.first)
		e->head.phase = (uint8_t)after;
}

/* RE-2.6 */
static void feed_first_tile(struct re_state *e, int colour)
{
	struct re_seat *seat = &e->seat[e->head.turn];

	seat->unseen_count--;
	if (re_knows(e, e->head.turn))
		seat->unseen[colour]--;
	seat->first_tile = (uint8_t)(re_knows(e, e->head.turn) ? colour : RE_UNKNOWN);
	next_in_set_up(e, RE_LARVA);
}

/* RE-2.6 */
static void choose_larva(struct re_state *e, int colour)
{
	e->seat[e->head.turn].cubes[colour]++;
	e->supply[colour]--;
	if (re_sum(e->seat[e->head.turn].cubes) == 2)
		next_in_set_up(e, RE_TURN);
}

/* --- the end of turns and of the game --- */

static void forget_turn(struct re_state *e)
{
	e->acted = e->cubes_played = e->placing = e->screen_left = 0;
	e->brought = e->shrimp_moves = e->fixed_one = 0;
}

static void begin_reveal(struct re_state *e)
{
	e->head.turn = AT_CHANCE;
	e->head.phase = RE_REVEAL;
}

/* RE-10.2: on to the left, until the one who caused the end. The order is our choice: the book says
 * who has an additional turn, not when. */
static void next_extra_turn(struct re_state *e)
{
	e->head.turn = (int8_t)((e->head.turn + 1) % e->head.seats);
	if (e->head.turn + 1 == e->ender)
		begin_reveal(e);
}

static void end_game(struct re_state *e, enum re_end end, int seat)
{
	e->end = (uint8_t)end;
	e->ender = (uint8_t)(seat + 1);
	forget_turn(e);
	if (end == RE_END_FIXED || end == RE_END_SHRIMPS) { /* RE-10.2 */
		e->head.phase = RE_EXTRA;
		next_extra_turn(e);
	} else {
		begin_reveal(e);
	}
}

static void next_turn(struct re_state *e)
{
	int seat = re_whose_turn(e);

	e->turns++;
	e->head.turn = (int8_t)re_whose_turn(e);
	e->head.phase = RE_TURN;
	if (e->turns == RE_TURNS)
		end_game(e, RE_END_TURNS, seat);
}

/* --- actions --- */

/* RE-9.2, RE-9.3, RE-13.2: a coral of five is eaten though six tiles should go back, then all five
 * do (our choice). Of a fourth shrimp eaten in an additional turn nothing follows. */
static void eat(struct re_state *e, int cell)
{
	int seat = e->head.turn;
	int board = re_cell_board(cell);
	int colour = re_colour_at(e, cell);
	uint64_t coral = re_coral(e, cell);
	int size = at_count64(coral);
	int back = re_tiles_back(e) < size ? re_tiles_back(e) : size;

	e->polyps[board][colour] &= ~coral;
	e->shrimps[board][seat] &= ~coral;
	e->seat[seat].eaten++;
	e->seat[seat].fish[colour] += (uint8_t)(size - back);
	put_into_bag(e, colour, back);
	if (e->head.phase == RE_EXTRA)
		next_extra_turn(e);
	else if (e->seat[seat].eaten == RE_SHRIMPS)
		end_game(e, RE_END_SHRIMPS, seat);
}

/* A tile from behind the screen; in a view that cannot know it, one of the tiles in bag. */
static void take_from_screen(struct re_state *e, int seat, int colour)
{
	struct re_seat *p = &e->seat[seat];

	if (p->seen[colour]) {
		p->seen[colour]--;
		return;
	}
	p->unseen_count--;
	if (re_knows(e, seat))
		p->unseen[colour]--;
	else
		e->bag[colour]--;
	if (e->counted >> colour & 1)
		e->hidden[colour]--;
}

/* Does a tile of this colour on this cell make the extra-growth cell grow, RE-4.4? The tile lies
 * there already. */
static bool grows(const struct re_state *e, int board, int colour, uint64_t bit)
{
	return e->bonus >> colour & 1 && bit & re_neighbours(RE_STAR) &&
	       !((re_tiles(e, board) | re_shrimps(e, board)) & RE_STAR) &&
	       !re_joins_shrimps(e, board, colour, RE_STAR);
}

static void put_tile(struct re_state *e, int board, int colour, uint64_t bit)
{
	for (int c = 0; c < RE_COLOURS; c++)
		e->polyps[board][c] &= ~bit;
	e->polyps[board][colour] |= bit;
}

/* RE-4.1; a tile consumed comes in front of the screen, RE-5.3. What an attack cuts apart needs no
 * more: corals are found by their tiles, RE-5.4. */
static void place(struct re_state *e, at_move m)
{
	int seat = e->head.turn;
	int colour = e->placing - 1;
	int board = re_cell_board(re_b(m));
	uint64_t bit = re_cell_bit(re_b(m));
	int prey = re_colour_at(e, re_b(m));

	if (re_a(m)) {
		e->seat[seat].consumed[colour]--;
	} else {
		take_from_screen(e, seat, colour);
		e->screen_left--;
	}
	if (prey != RE_NONE)
		e->seat[seat].consumed[prey]++;
	put_tile(e, board, colour, bit);
	if (grows(e, board, colour, bit)) {
		e->polyps[board][colour] |= RE_STAR;
		e->bonus &= (uint8_t) ~(1u << colour);
		replace_bonus(e, colour, re_gone(m));
		pour_bonus(e);
	}
	if (re_boards_full(e))
		end_game(e, RE_END_FULL, seat);
}

/* RE-8.1, RE-8.2; the examples of RE-12.4. */
static void turn_coral_tiles(struct re_state *e, int alga)
{
	for (int i = 0; i < RE_CORAL_TILES; i++)
		if (!(e->fixed >> i & 1) && re_tile_shown(e, i).large == alga)
			e->starfish ^= (uint16_t)(1u << i);
}

/* RE-7.3, RE-8.1, RE-8.2. That the tile paid goes into the bag is our choice, as for a larva. */
static void play_alga(struct re_state *e, at_move m)
{
	int seat = e->head.turn;
	int colour = re_b(m) & 7;
	int tile = re_b(m) >> 3;

	e->seat[seat].consumed[colour]--;
	put_into_bag(e, colour, 1);
	if (tile) {
		e->fixed |= (uint16_t)(1u << (tile - 1));
		e->fixed_one = 1;
	} else {
		e->alga = (uint8_t)(re_a(m) + 1);
	}
	turn_coral_tiles(e, re_a(m));
	if (e->fixed == (1u << RE_CORAL_TILES) - 1)
		end_game(e, RE_END_FIXED, seat);
}

/* RE-7.2: the bag first, then the bonus tile. That a bonus tile may be taken is our choice: what
 * the book has in parentheses allows it. */
static void swap_for_tile(struct re_state *e, at_move m)
{
	struct re_seat *seat = &e->seat[e->head.turn];
	int colour = re_b(m);

	seat->cubes[colour]--;
	e->supply[colour]++;
	seat->seen[colour]++;
	if (e->bag_has >> colour & 1)
		take_from_bag(e, colour, re_gone(m));
	else
		e->bonus &= (uint8_t) ~(1u << colour);
	pour_bonus(e);
}

/* RE-11.1; RE-11.2 for what is refilled. */
static void take(struct re_state *e, int space)
{
	struct re_seat *seat = &e->seat[e->head.turn];

	seat->cubes[space]++;
	for (int c = 0; c < RE_COLOURS; c++) {
		seat->seen[c] += e->sea[space][c];
		e->sea[space][c] = 0;
	}
	if (!re_can_refill(e, space)) { /* our choice: looked at before anything is drawn */
		end_game(e, RE_END_SEA, e->head.turn);
		return;
	}
	e->supply[space]--;
	e->refill = (uint8_t)re_low_spaces(e);
	forget_turn(e);
	e->head.turn = AT_CHANCE;
	e->head.phase = RE_REFILL;
}

/* RE-2.4, RE-11.2. One tile for each space with fewer than three is our choice: the book's words
 * could also give them all to the space that was taken. */
static void fill_sea(struct re_state *e, at_move m)
{
	e->sea[re_a(m)][re_b(m)]++;
	take_from_bag(e, re_b(m), re_gone(m));
	pour_bonus(e);
	if (e->head.phase == RE_FILL_SEA) {
		if (re_next_to_fill(e) == RE_NONE) {
			e->first_space = 0;
			e->head.phase = RE_DRAW_FIRST;
		}
		return;
	}
	e->refill &= (uint8_t)(e->refill - 1);
	if (!e->refill)
		next_turn(e);
}

static void move_shrimp(struct re_state *e, int from, int to)
{
	e->shrimps[re_cell_board(from)][e->head.turn] &= ~re_cell_bit(from);
	e->shrimps[re_cell_board(to)][e->head.turn] |= re_cell_bit(to);
	e->shrimp_moves++;
}

/* RE-12.1: at the end the first fish tiles are opened. */
static void reveal(struct re_state *e, int seat, int colour)
{
	if (!re_knows(e, seat))
		e->bag[colour]--;
	if (e->counted >> colour & 1)
		e->hidden[colour]--;
	e->seat[seat].first_tile = (uint8_t)colour;
	e->seat[seat].fish[colour]++;
	e->opened |= (uint8_t)(1u << seat);
	if (re_next_to_open(e) == AT_NOBODY) {
		e->head.turn = AT_OVER;
		e->head.phase = RE_DONE;
	}
}

static void apply_draw(struct re_state *e, at_move m)
{
	int b = re_b(m);

	switch (re_kind(m)) {
	case RE_MOVE_BOARD: draw_board(e, b); break;
	case RE_MOVE_SIDE: /* RE-2.3: the same side of all is in the book, drawing it our choice */
		e->starfish = b ? (1u << RE_CORAL_TILES) - 1 : 0;
		e->head.phase = RE_DRAW_SPACE;
		break;
	case RE_MOVE_SPACE:
		e->first_space = (uint8_t)(b + 1);
		e->head.phase = RE_FILL_SEA;
		break;
	case RE_MOVE_SEA: fill_sea(e, m); break;
	case RE_MOVE_FIRST: /* RE-2.5 */
		e->head.first = (int8_t)b;
		e->head.phase = RE_DEAL;
		break;
	case RE_MOVE_DEAL: deal(e, m); break;
	case RE_MOVE_REVEAL: reveal(e, re_a(m), b); break;
	default: at_assert(!"a draw of this game");
	}
}

void re_apply(struct at_state *s, at_move m)
{
	struct re_state *e = (struct re_state *)s;
	struct re_seat *seat = &e->seat[s->turn >= 0 ? s->turn : 0];
	int b = re_b(m);

	s->ply++;
	if (s->turn == AT_CHANCE) {
		apply_draw(e, m);
		return;
	}
	if (s->phase == RE_TURN)
		e->acted = 1;
	switch (re_kind(m)) {
	case RE_MOVE_FISH: feed_first_tile(e, b); break;
	case RE_MOVE_LARVA: choose_larva(e, b); break;
	case RE_MOVE_EAT: eat(e, b); break;
	case RE_MOVE_CUBE: /* RE-4.1 */
		seat->cubes[b]--;
		e->supply[b]++;
		e->cubes_played++;
		e->placing = (uint8_t)(b + 1);
		e->screen_left = RE_SCREEN_LIMIT;
		break;
	case RE_MOVE_PLACE: place(e, m); break;
	case RE_MOVE_STOP: e->placing = e->screen_left = 0; break;
	case RE_MOVE_SHRIMP: /* RE-6.1 */
		e->shrimps[re_cell_board(b)][s->turn] |= re_cell_bit(b);
		e->brought = 1;
		break;
	case RE_MOVE_MOVE: move_shrimp(e, re_a(m), b); break;
	case RE_MOVE_HOME:
		e->shrimps[re_cell_board(b)][s->turn] &= ~re_cell_bit(b);
		e->shrimp_moves++;
		break;
	case RE_MOVE_SWAP_LARVA: /* RE-7.1 */
		seat->consumed[b]--;
		put_into_bag(e, b, 1);
		seat->cubes[b]++;
		e->supply[b]--;
		break;
	case RE_MOVE_ALGA: play_alga(e, m); break;
	case RE_MOVE_SWAP_TILE: swap_for_tile(e, m); break;
	case RE_MOVE_TAKE: take(e, b); break;
	case RE_MOVE_PASS: next_extra_turn(e); break;
	default: at_assert(!"a decision of this game");
	}
}

/* Asked before the move is applied. */
int re_drawn(const struct re_state *e, at_move m)
{
	struct re_state after;
	int colour = re_b(m);

	switch (re_kind(m)) {
	case RE_MOVE_SEA:
	case RE_MOVE_DEAL: return colour;
	case RE_MOVE_SWAP_TILE: return e->bag_has >> colour & 1 ? colour : RE_NONE;
	case RE_MOVE_PLACE:
		colour = e->placing - 1;
		if (!(e->bag_has >> colour & 1) || !re_growth_possible(e))
			return RE_NONE;
		after = *e;
		put_tile(&after, re_cell_board(re_b(m)), colour, re_cell_bit(re_b(m)));
		return grows(&after, re_cell_board(re_b(m)), colour, re_cell_bit(re_b(m)))
			   ? colour
			   : RE_NONE;
	default: return RE_NONE;
	}
}
