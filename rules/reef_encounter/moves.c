/* Reef Encounter: the lists of legal moves and of draws, in ascending order.
 *
 * The referee (refuse.c) says the same rule by rule, for one move at a time. */
#include "reef_encounter.h"

#include "list.h"

#include <string.h>

AT_LISTS void add(struct at_list *l, enum re_kind kind, int a, int b)
{
	at_list_put(l, re_move(kind, a, b));
}

AT_LISTS void add_cells(struct at_list *l, enum re_kind kind, int a, int board, uint64_t cells)
{
	at_move m = re_move(kind, a, re_cell(board, 0));

	while (cells)
		at_list_put(l, m | (at_move)at_pop64(&cells));
}

AT_LISTS void add_colours(struct at_list *l, enum re_kind kind, int a, unsigned set)
{
	while (set)
		add(l, kind, a, at_pop32(&set));
}

/* The colours of which there is at least one. */
static unsigned colours_in(const uint8_t *counts)
{
	unsigned set = 0;

	for (int c = 0; c < RE_COLOURS; c++)
		set |= (unsigned)(counts[c] > 0) << c;
	return set;
}

/* --- draws --- */

static unsigned boards_left(const struct re_state *e)
{
	unsigned set = (1u << RE_BOARDS) - 1;

	for (int i = 0; i < RE_BOARDS && e->board[i]; i++)
		set &= ~(1u << (e->board[i] - 1));
	return set;
}

/* The colours that a seat's first fish tile can have. */
static unsigned first_tile_colours(const struct re_state *e, int seat)
{
	unsigned set = 0;

	if (e->seat[seat].first_tile != RE_UNKNOWN)
		return 1u << e->seat[seat].first_tile;
	for (int c = 0; c < RE_COLOURS; c++)
		if (e->counted >> c & 1 ? re_hidden_from_viewer(e, c) > 0 : e->bag[c] > 1)
			set |= 1u << c;
	return set;
}

AT_LISTS void list_draws(const struct re_state *e, struct at_list *l)
{
	switch (e->head.phase) {
	case RE_DRAW_BOARDS:
		for (unsigned set = boards_left(e); set;)
			add(l, RE_MOVE_BOARD, 0, at_pop32(&set));
		break;
	case RE_DRAW_SIDE:
		add(l, RE_MOVE_SIDE, 0, 0);
		add(l, RE_MOVE_SIDE, 0, 1);
		break;
	case RE_DRAW_SPACE: add_colours(l, RE_MOVE_SPACE, 0, e->bag_has); break;
	case RE_FILL_SEA: add_colours(l, RE_MOVE_SEA, re_next_to_fill(e), e->bag_has); break;
	case RE_REFILL: add_colours(l, RE_MOVE_SEA, at_low32(e->refill), e->bag_has); break;
	case RE_DRAW_FIRST:
		for (int i = 0; i < e->head.seats; i++)
			add(l, RE_MOVE_FIRST, 0, i);
		break;
	case RE_DEAL: add_colours(l, RE_MOVE_DEAL, re_next_to_deal(e), e->bag_has); break;
	case RE_REVEAL: {
		int seat = re_next_to_open(e);
		add_colours(l, RE_MOVE_REVEAL, seat, first_tile_colours(e, seat));
		break;
	}
	default: break;
	}
}

/* The odds of a colour out of the bag. In a view: of colours in counted the bag's tiles are known;
 * the rest of the bag is spread over the other colours as the tiles that cannot be seen are. */
static uint32_t bag_odds(const struct re_state *e, int colour)
{
	int rest = e->bag_size;
	int pool = 0;

	if (at_is_truth(&e->head))
		return e->bag[colour];
	for (int c = 0; c < RE_COLOURS; c++) {
		if (e->counted >> c & 1)
			rest -= e->bag[c] - re_hidden_from_viewer(e, c);
		else
			pool += e->bag[c];
	}
	if (pool == 0)
		pool = 1;
	if (e->counted >> colour & 1)
		return (uint32_t)((e->bag[colour] - re_hidden_from_viewer(e, colour)) * pool);
	return (uint32_t)(e->bag[colour] * rest);
}

static uint32_t odds(const struct re_state *e, at_move m)
{
	int colour = re_b(m);

	switch (re_kind(m)) {
	case RE_MOVE_SPACE:
	case RE_MOVE_SEA:
	case RE_MOVE_DEAL: return bag_odds(e, colour);
	case RE_MOVE_REVEAL:
		if (e->seat[re_a(m)].first_tile != RE_UNKNOWN)
			return 1;
		return e->counted >> colour & 1 ? (uint32_t)re_hidden_from_viewer(e, colour)
						: e->bag[colour];
	default: return 1;
	}
}

int re_weights(const struct at_state *s, uint32_t *out)
{
	const struct re_state *e = (const struct re_state *)s;
	at_move draws[RE_COLOURS + 1];
	struct at_list l = {.writes = true, .next = draws};
	int n;

	list_draws(e, &l);
	n = (int)(l.next - draws);
	for (int i = 0; i < n; i++)
		out[i] = odds(e, draws[i]);
	return n;
}

/* Is a tile drawn out of the bag? The other draws are even. */
static bool from_bag(enum re_phase phase)
{
	return phase == RE_DRAW_SPACE || phase == RE_FILL_SEA || phase == RE_REFILL ||
	       phase == RE_DEAL;
}

uint32_t re_lots(const struct at_state *s)
{
	const struct re_state *e = (const struct re_state *)s;
	bool one_colour = !(e->bag_has & (e->bag_has - 1));

	switch (s->phase) {
	case RE_DRAW_BOARDS: return (uint32_t)at_count32(boards_left(e));
	case RE_DRAW_SIDE: return 2;
	case RE_DRAW_FIRST: return s->seats;
	case RE_REVEAL: return 1;
	default: return one_colour ? 1 : e->bag_size;
	}
}

at_move re_lot(const struct at_state *s, uint32_t r)
{
	const struct re_state *e = (const struct re_state *)s;
	at_move draws[RE_COLOURS + 1];
	struct at_list l = {.writes = true, .next = draws};
	int i = 0;

	list_draws(e, &l);
	if (!from_bag(s->phase))
		return draws[r];
	for (; r >= e->bag[re_b(draws[i])]; i++)
		r -= e->bag[re_b(draws[i])];
	return draws[i];
}

/* --- placing --- */

/* Cells for a tile of the colour being placed: RE-4.2, RE-4.3, attacks by RE-5.1 and RE-5.2. */
static uint64_t places(const struct re_state *e, int board, unsigned weaker)
{
	int colour = e->placing - 1;
	uint64_t own = e->polyps[board][colour];
	uint64_t shrimps = re_shrimps(e, board);
	uint64_t big = own & re_neighbours(own); /* tiles of corals of at least two */
	uint64_t prey = 0;
	uint64_t beside = 0; /* cells beside a coral with a shrimp */
	uint64_t between = 0;

	for (int c = 0; c < RE_COLOURS; c++) {
		uint64_t polyps = e->polyps[board][c];
		uint64_t on = polyps & shrimps;
		if (weaker >> c & 1)
			prey |= polyps & ~on & ~re_neighbours(on);
	}
	prey &= re_neighbours(big);
	for (uint64_t on = own & shrimps; on; on &= on - 1) {
		uint64_t edge = re_neighbours(re_flood(on & -on, own));
		between |= beside & edge;
		beside |= edge;
	}
	return (prey | (re_rock(e, board) & ~re_tiles(e, board) & ~shrimps)) & ~between;
}

static void choose_places(const struct re_state *e, struct re_choices *c)
{
	const struct re_seat *seat = &e->seat[e->head.turn];
	int colour = e->placing - 1;
	unsigned weaker;

	c->screen = e->screen_left && (seat->seen[colour] || seat->unseen[colour]);
	c->consumed = seat->consumed[colour];
	if (!c->screen && !c->consumed)
		return;
	weaker = re_weaker(e, colour);
	for (int b = 0; b < e->head.seats; b++)
		c->place[b] = places(e, b, weaker);
}

/* --- shrimps --- */

/* What the shrimps of the seat to move can go to. across and down are the tiles that have one of
 * their own colour to the right and below: corals of all colours are followed along them at once.
 */
struct waters {
	uint64_t tiles[RE_BOARDS];
	uint64_t across[RE_BOARDS], down[RE_BOARDS];
	uint64_t guarded[RE_BOARDS];
	uint64_t bare[RE_BOARDS]; /* rock without tile and shrimp */
	bool full[RE_BOARDS];     /* two own shrimps are there, RE-6.4 */
	int out, on_rock;
};

/* The corals that hold one of these tiles. */
static uint64_t corals_of(const struct waters *w, int board, uint64_t tiles)
{
	uint64_t across = w->across[board];
	uint64_t down = w->down[board];
	uint64_t before;

	do {
		before = tiles;
		tiles |= (tiles & across) << 1 | (tiles >> 1 & across) | (tiles & down) << 8 |
			 (tiles >> 8 & down);
	} while (tiles != before);
	return tiles;
}

static void look_at_board(const struct re_state *e, int board, struct waters *w)
{
	uint64_t tiles = 0;
	uint64_t across = 0;
	uint64_t down = 0;

	for (int c = 0; c < RE_COLOURS; c++) {
		uint64_t polyps = e->polyps[board][c];
		tiles |= polyps;
		across |= polyps & polyps >> 1;
		down |= polyps & polyps >> 8;
	}
	w->tiles[board] = tiles;
	w->across[board] = across;
	w->down[board] = down;
	w->guarded[board] = corals_of(w, board, tiles & re_shrimps(e, board));
	w->bare[board] = re_rock(e, board) & ~tiles & ~re_shrimps(e, board);
}

static void look_around(const struct re_state *e, struct waters *w)
{
	int seat = e->head.turn;

	w->out = w->on_rock = 0;
	for (int b = 0; b < e->head.seats; b++) {
		uint64_t own = e->shrimps[b][seat];
		int n = own ? at_count64(own) : 0;
		look_at_board(e, b, w);
		w->full[b] = n == 2;
		w->out += n;
		if (own & ~w->tiles[b])
			w->on_rock += at_count64(own & ~w->tiles[b]);
	}
}

/* RE-6.1, RE-6.4 */
static void choose_new_shrimps(const struct re_state *e, const struct waters *w,
			       struct re_choices *c)
{
	c->bring_in = !e->brought && w->out + e->seat[e->head.turn].eaten < RE_SHRIMPS;
	for (int b = 0; c->bring_in && b < e->head.seats; b++)
		c->bring[b] = w->full[b] ? 0 : w->tiles[b] & ~w->guarded[b];
}

/* Where one of the own shrimps can go, RE-6.3 to RE-6.5 (our choice: a note also lets one be moved
 * that blocks a space, which would make protection worthless); spare_moves are left after this one
 * and after bringing all others back from bare rock. */
static void choose_shrimp(const struct re_state *e, const struct waters *w, int board, uint64_t bit,
			  int spare_moves, struct re_mover *out)
{
	int from = re_cell(board, at_low64(bit));

	out->cell = (uint8_t)from;
	for (int b = 0; b < e->head.seats; b++) {
		out->to[b] = w->tiles[b] & ~w->guarded[b];
		if (spare_moves > 0)
			out->to[b] |= w->bare[b];
		if (b != board && w->full[b])
			out->to[b] = 0;
	}
	if (bit & w->tiles[board])
		out->to[board] |= corals_of(w, board, bit) & ~bit;
}

static void choose_shrimp_moves(const struct re_state *e, const struct waters *w,
				struct re_choices *c)
{
	int left = RE_SHRIMP_MOVES - e->shrimp_moves - 1;

	if (left < 0 || w->out == 0)
		return;
	for (int b = 0; b < e->head.seats; b++) {
		uint64_t own = e->shrimps[b][e->head.turn];
		/* with every move needed to leave the rock, only those on it may move */
		for (uint64_t set = w->on_rock <= left ? own : own & ~w->tiles[b]; set;
		     set &= set - 1) {
			uint64_t bit = set & -set;
			int others = w->on_rock - !(bit & w->tiles[b]);
			choose_shrimp(e, w, b, bit, left - others, &c->mover[c->movers++]);
		}
	}
}

/* --- the other actions --- */

static void choose_meals(const struct re_state *e, struct re_choices *c)
{
	for (int b = 0; b < e->head.seats; b++)
		for (uint64_t own = e->shrimps[b][e->head.turn]; own;) {
			int cell = re_cell(b, at_pop64(&own));
			if (at_count64(re_coral(e, cell)) >= 5) /* RE-9.1 */
				c->meal[c->meals++] = (uint8_t)cell;
		}
}

static void choose_algae(const struct re_state *e, unsigned paid, struct re_choices *c)
{
	int seat = e->head.turn;
	uint32_t free = ~e->fixed & ((1u << RE_CORAL_TILES) - 1);

	if (!e->seat[seat].eaten || e->fixed_one ||
	    (at_count32(free) == 1 && re_fish_size(e, seat) < 2)) /* RE-8.2, RE-8.3, RE-8.4 */
		free = 0;
	c->paid = (uint8_t)paid;
	for (int alga = 0; alga < RE_ALGAE; alga++)
		c->algae |= (uint8_t)((re_cylinders_left(e, alga) > 0) << alga);
	while (free) {
		int tile = at_pop32(&free);
		if (c->algae >> re_tile_shown(e, tile).large & 1)
			c->coral_tiles |= (uint16_t)(1u << tile);
	}
}

/* RE-3.1 to RE-3.4. Exchanges by RE-7.1, RE-7.2 and RE-7.3. */
static void choose_in_turn(const struct re_state *e, struct re_choices *c)
{
	const struct re_seat *seat = &e->seat[e->head.turn];
	unsigned consumed = colours_in(seat->consumed);
	unsigned cubes = colours_in(seat->cubes);
	struct waters w;

	look_around(e, &w);
	if (e->placing) {
		c->stop = 1;
		choose_places(e, c);
		choose_shrimp_moves(e, &w, c);
		return;
	}
	if (!e->acted)
		choose_meals(e, c);
	if (e->cubes_played < 2)
		c->cubes = (uint8_t)cubes;
	choose_new_shrimps(e, &w, c);
	choose_shrimp_moves(e, &w, c);
	c->swap_larva = (uint8_t)(consumed & colours_in(e->supply));
	if (consumed)
		choose_algae(e, consumed, c);
	c->swap_tile = (uint8_t)(cubes & (e->bag_has | e->bonus));
	if (w.on_rock == 0)
		c->spaces = (1u << RE_COLOURS) - 1;
}

void re_choices(const struct re_state *e, struct re_choices *c)
{
	memset(c, 0, offsetof(struct re_choices, meal));
	switch (e->head.phase) {
	case RE_FISH: c->fish = (uint8_t)colours_in(e->seat[e->head.turn].unseen); break;
	case RE_LARVA: c->larvae = (uint8_t)colours_in(e->supply); break;
	case RE_TURN: choose_in_turn(e, c); break;
	case RE_EXTRA:
		choose_meals(e, c);
		c->pass = 1;
		break;
	default: break;
	}
}

/* --- the list --- */

AT_LISTS void list_shrimps(const struct re_choices *c, int boards, struct at_list *l)
{
	for (int b = 0; c->bring_in && b < boards; b++)
		add_cells(l, RE_MOVE_SHRIMP, 0, b, c->bring[b]);
	for (int i = 0; i < c->movers; i++)
		for (int b = 0; b < boards; b++)
			add_cells(l, RE_MOVE_MOVE, c->mover[i].cell, b, c->mover[i].to[b]);
	for (int i = 0; i < c->movers; i++)
		add(l, RE_MOVE_HOME, 0, c->mover[i].cell);
}

AT_LISTS void list_algae(const struct re_state *e, const struct re_choices *c, struct at_list *l)
{
	for (uint32_t algae = c->algae; algae;) {
		int alga = at_pop32(&algae);
		add_colours(l, RE_MOVE_ALGA, alga, c->paid);
		for (uint32_t set = c->coral_tiles; set;) {
			int tile = at_pop32(&set);
			if (re_tile_shown(e, tile).large != alga)
				continue;
			for (unsigned paid = c->paid; paid;)
				add(l, RE_MOVE_ALGA, alga, (tile + 1) << 3 | at_pop32(&paid));
		}
	}
}

AT_LISTS void list_choices(const struct re_state *e, const struct re_choices *c, struct at_list *l)
{
	add_colours(l, RE_MOVE_FISH, 0, c->fish);
	add_colours(l, RE_MOVE_LARVA, 0, c->larvae);
	for (int i = 0; i < c->meals; i++)
		add(l, RE_MOVE_EAT, 0, c->meal[i]);
	add_colours(l, RE_MOVE_CUBE, 0, c->cubes);
	for (int b = 0; c->screen && b < e->head.seats; b++)
		add_cells(l, RE_MOVE_PLACE, 0, b, c->place[b]);
	for (int b = 0; c->consumed && b < e->head.seats; b++)
		add_cells(l, RE_MOVE_PLACE, 1, b, c->place[b]);
	if (c->stop)
		add(l, RE_MOVE_STOP, 0, 0);
	list_shrimps(c, e->head.seats, l);
	add_colours(l, RE_MOVE_SWAP_LARVA, 0, c->swap_larva);
	list_algae(e, c, l);
	add_colours(l, RE_MOVE_SWAP_TILE, 0, c->swap_tile);
	add_colours(l, RE_MOVE_TAKE, 0, c->spaces);
	if (c->pass)
		add(l, RE_MOVE_PASS, 0, 0);
}

int re_moves(const struct at_state *s, at_move *out)
{
	const struct re_state *e = (const struct re_state *)s;
	struct at_list l = {.writes = true, .next = out};
	struct re_choices c;

	if (s->turn == AT_CHANCE) {
		list_draws(e, &l);
	} else if (s->turn >= 0 && re_knows(e, s->turn)) {
		re_choices(e, &c);
		list_choices(e, &c, &l);
	}
	return (int)(l.next - out);
}

/* Apart, each: threads of a GPU that have parted meet again. */
static AT_NOINLINE uint32_t count_decisions(const struct re_state *e, const struct re_choices *c)
{
	struct at_list l = {0};

	list_choices(e, c, &l);
	return l.passed;
}

static AT_NOINLINE at_move nth_decision(const struct re_state *e, const struct re_choices *c,
					uint32_t n)
{
	struct at_list l = {.wanted = n};

	list_choices(e, c, &l);
	return l.found;
}

at_move re_any(const struct at_state *s, struct at_rng *rng, uint32_t *count)
{
	const struct re_state *e = (const struct re_state *)s;
	struct re_choices c;

	re_choices(e, &c);
	*count = count_decisions(e, &c);
	return nth_decision(e, &c, at_rng_below(rng, *count));
}
