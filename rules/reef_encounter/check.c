/* Reef Encounter: every invariant of a position, of the truth and of views. The order matters: what
 * comes later relies on what was checked before. */
#include "reef_encounter.h"

#include "assert.h"

#define BAD(...) at_fail(fail, AT_BAD_STATE, __VA_ARGS__)

/* The key of the position text that is to blame, with its argument. */
#define BLAME(key, number) at_blame(fail, AT_BAD_STATE, key, number)

enum { ALL_COLOURS = (1 << RE_COLOURS) - 1, ALL_CORAL_TILES = (1 << RE_CORAL_TILES) - 1 };

static bool is_set_up(const struct re_state *e)
{
	return e->head.phase < RE_TURN;
}

static bool is_zero(const void *p, size_t n)
{
	const uint8_t *b = p;

	for (size_t i = 0; i < n; i++)
		if (b[i])
			return false;
	return true;
}

/* --- who moves --- */

static enum at_err check_phase(const struct re_state *e, struct at_fail *fail)
{
	static const int8_t decision[RE_PHASES] = {
	    [RE_FISH] = 1, [RE_LARVA] = 1, [RE_TURN] = 1, [RE_EXTRA] = 1};
	const struct at_state *s = &e->head;

	if (s->phase >= RE_PHASES)
		return BAD("there is no such phase");
	if (decision[s->phase] ? s->turn < 0
			       : s->turn != (s->phase == RE_DONE ? AT_OVER : AT_CHANCE))
		return BAD("to-move does not fit the phase '%s'", re_phase_names[s->phase]);
	if ((s->phase <= RE_DRAW_FIRST) != (s->first == AT_NOBODY))
		return BAD("RE-2.5: the first player does not fit the phase '%s'",
			   re_phase_names[s->phase]);
	return AT_OK;
}

static enum at_err check_turns(const struct re_state *e, struct at_fail *fail)
{
	const struct at_state *s = &e->head;

	if (e->turns > RE_TURNS || (is_set_up(e) && e->turns) ||
	    (e->turns == RE_TURNS) != (e->end == RE_END_TURNS))
		return BAD("RE-10.4: %u turns do not fit this position", e->turns);
	if (s->phase == RE_TURN && s->turn != re_whose_turn(e))
		return BAD("after %u turns, player %d having begun, player %d is to move", e->turns,
			   s->first + 1, re_whose_turn(e) + 1);
	return AT_OK;
}

static enum at_err check_unused(const struct re_state *e, struct at_fail *fail)
{
	for (int i = e->head.seats; i < AT_SEATS_MAX; i++) {
		if (!is_zero(&e->seat[i], sizeof e->seat[i]))
			return BAD("there is no seat %d", i + 1);
		for (int b = 0; b < RE_BOARDS; b++)
			if (e->shrimps[b][i])
				return BAD("there is no seat %d", i + 1);
	}
	if (!is_zero(e->spare, sizeof e->spare))
		return BAD("the spare bytes are not zero");
	return AT_OK;
}

/* --- boards --- */

static enum at_err check_board_set(const struct re_state *e, struct at_fail *fail)
{
	int n = 0;

	while (n < RE_BOARDS && e->board[n]) {
		if (e->board[n] > RE_BOARDS || (n > 0 && e->board[n] <= e->board[n - 1]))
			return BAD("RE-2.1: the boards are not different and ascending");
		n++;
	}
	if (!is_zero(e->board + n, (size_t)(RE_BOARDS - n)) ||
	    (e->head.phase == RE_DRAW_BOARDS ? n >= e->head.seats : n != e->head.seats))
		return BAD("RE-2.1: as many boards as players are in play, not %d", n);
	return AT_OK;
}

static enum at_err check_tiles_on(const struct re_state *e, int board, struct at_fail *fail)
{
	uint64_t all = 0;
	uint64_t rock = e->head.phase == RE_DRAW_BOARDS ? 0 : re_rock(e, board);

	for (int c = 0; c < RE_COLOURS; c++) {
		if (e->polyps[board][c] & ~rock)
			return BAD("RE-1.4: a %s tile does not lie on rock", re_colour_names[c]);
		if (e->polyps[board][c] & all)
			return BAD("RE-4.2: a cell holds two tiles");
		all |= e->polyps[board][c];
	}
	return AT_OK;
}

static enum at_err check_shrimps_on(const struct re_state *e, int board, struct at_fail *fail)
{
	uint64_t all = 0;

	for (int i = 0; i < e->head.seats; i++) {
		uint64_t own = e->shrimps[board][i];
		if (own & ~re_rock(e, board))
			return BAD("RE-6.3: a shrimp of player %d does not stand on rock", i + 1);
		if (own & all)
			return BAD("RE-6.4: two shrimps stand on one cell");
		if (at_count64(own) > 2)
			return BAD("RE-6.4: player %d has more than two shrimps on one board",
				   i + 1);
		/* RE-10.1: where the last cylinder ends the game at once a shrimp stays on rock,
		 * which is our choice: the book also says that none does at the end of a turn. */
		if (own & ~re_tiles(e, board) && !(e->head.phase == RE_TURN && e->head.turn == i) &&
		    !(e->end == RE_END_FIXED && e->ender == i + 1))
			return BAD("RE-6.3: a shrimp of player %d stands on bare rock outside "
				   "that player's turn",
				   i + 1);
		all |= own;
	}
	for (int c = 0; c < RE_COLOURS; c++) {
		uint64_t polyps = e->polyps[board][c];
		for (uint64_t on = all & polyps; on; on &= on - 1)
			if (at_count64(re_flood(on & -on, polyps) & all) > 1)
				return BAD("RE-6.4: two shrimps are on one %s coral",
					   re_colour_names[c]);
	}
	return AT_OK;
}

static enum at_err check_boards(const struct re_state *e, struct at_fail *fail)
{
	bool full = e->head.phase > RE_DRAW_BOARDS;

	if (check_board_set(e, fail))
		return BLAME("boards", 0);
	for (int b = 0; b < RE_BOARDS; b++) {
		if (check_tiles_on(e, b, fail))
			return BLAME("board", e->board[b] ? e->board[b] - 1 : 0);
		if (check_shrimps_on(e, b, fail))
			return BLAME("shrimps", 0);
		full = full && re_tiles(e, b) == re_rock(e, b);
	}
	if (full != (e->end == RE_END_FULL) && e->head.phase > RE_DRAW_BOARDS)
		return BAD(full ? "RE-10.1: no rock cell is free, so the game is over"
				: "RE-10.1: the game did not end by full boards");
	return AT_OK;
}

/* --- tiles, cubes, cylinders --- */

static int cubes_of(const struct re_state *e, int colour)
{
	int n = e->supply[colour];

	for (int i = 0; i < e->head.seats; i++)
		n += e->seat[i].cubes[colour];
	return n;
}

static enum at_err check_tiles(const struct re_state *e, struct at_fail *fail)
{
	for (int c = 0; c < RE_COLOURS; c++) {
		int tiles = re_tiles_visible(e, c) + e->bag[c];
		if (tiles != RE_TILES)
			return BAD("RE-1.1: %d %s tiles instead of 40", tiles, re_colour_names[c]);
	}
	return AT_OK;
}

static enum at_err check_cubes(const struct re_state *e, struct at_fail *fail)
{
	int missing = 0;
	bool ended = e->end == RE_END_SEA;

	for (int c = 0; c < RE_COLOURS; c++) {
		bool taken = ended && re_sum(e->sea[c]) == 0 && cubes_of(e, c) == RE_CUBES;
		missing += taken;
		if (!taken && cubes_of(e, c) != RE_CUBES - 1)
			return BAD("RE-1.1: %d %s larva cubes beside the one on the sea board "
				   "instead of 9",
				   cubes_of(e, c), re_colour_names[c]);
		if (taken && re_can_refill(e, c))
			return BAD("RE-10.1: the %s space can be refilled, so the game goes on",
				   re_colour_names[c]);
	}
	if (ended && missing != 1)
		return BAD("RE-10.1: the game did not end by an empty sea space");
	return AT_OK;
}

static enum at_err check_cylinders(const struct re_state *e, struct at_fail *fail)
{
	for (int a = 0; a < RE_ALGAE; a++)
		if (re_cylinders_left(e, a) < 0)
			return BAD("RE-1.2: more than five %s cylinders", re_alga_names[a]);
	return AT_OK;
}

/* --- seats --- */

static enum at_err check_first_tile(const struct re_state *e, int i, struct at_fail *fail)
{
	int first = e->seat[i].first_tile;
	int seats = e->head.seats;
	bool fed = e->head.phase > RE_FISH;

	if (e->head.phase == RE_FISH)
		fed = (i - e->head.first + seats) % seats <
		      (e->head.turn - e->head.first + seats) % seats;
	if (first > RE_NONE || fed != (first != RE_NONE))
		return BAD("RE-2.6: the first fish tile of player %d does not fit the phase",
			   i + 1);
	if (first == RE_UNKNOWN && (re_knows(e, i) || e->opened >> i & 1))
		return BAD("RE-14.1: the first fish tile of player %d must be known here", i + 1);
	if (e->opened >> i & 1 && !e->seat[i].fish[first])
		return BAD("RE-12.1: the opened tile of player %d does not lie in the fish", i + 1);
	if (first < RE_COLOURS && !re_knows(e, i) && !(e->opened >> i & 1))
		return BAD("RE-14.1: the first fish tile of player %d is secret", i + 1);
	return AT_OK;
}

static enum at_err check_screen(const struct re_state *e, int i, struct at_fail *fail)
{
	const struct re_seat *p = &e->seat[i];
	int dealt = e->head.phase < RE_DEAL ? 0 : re_first_draw(e, i);
	int known = 0;

	if (p->first_tile != RE_NONE)
		dealt--;
	for (int c = 0; c < RE_COLOURS; c++)
		known += p->unseen[c];
	if (known != (re_knows(e, i) ? p->unseen_count : 0))
		return BAD("RE-14.1: player %d cannot have %d known tiles of the first draw", i + 1,
			   known);
	if (p->unseen_count > dealt ||
	    ((e->head.phase == RE_FISH || e->head.phase == RE_LARVA) && p->unseen_count != dealt))
		return BAD("RE-2.5: player %d cannot have %u tiles of the first draw", i + 1,
			   p->unseen_count);
	return AT_OK;
}

static enum at_err check_seat(const struct re_state *e, int i, struct at_fail *fail)
{
	const struct re_seat *p = &e->seat[i];

	if (check_first_tile(e, i, fail))
		return BLAME("fish", i);
	if (check_screen(e, i, fail))
		return BLAME("hand", i);
	if (p->eaten + re_shrimps_out(e, i) > RE_SHRIMPS)
		return BAD("RE-1.6: player %d has more than four shrimps", i + 1);
	if (p->eaten == RE_SHRIMPS && e->head.phase < RE_EXTRA)
		return BAD("RE-10.1: all shrimps of player %d are eaten, so the game is over",
			   i + 1);
	if (p->eaten == 0 && re_sum(p->fish) > (e->opened >> i & 1))
		return BAD("RE-9.3: a fish cannot hold eaten corals and no shrimp was eaten");
	return AT_OK;
}

/* The deal goes seat by seat in turn order. */
static enum at_err check_deal(const struct re_state *e, struct at_fail *fail)
{
	int next;

	if (e->head.phase != RE_DEAL)
		return AT_OK;
	next = re_next_to_deal(e);
	if (next == AT_NOBODY)
		return BAD("RE-2.5: nobody is left to be dealt a tile");
	for (int i = 0; i < e->head.seats; i++) {
		int seat = (next + i) % e->head.seats;
		if (i > 0 && seat == e->head.first)
			break;
		if (i > 0 && e->seat[seat].unseen_count)
			return BAD("RE-2.5: player %d is dealt tiles too early", seat + 1);
	}
	return AT_OK;
}

static enum at_err check_larvae(const struct re_state *e, struct at_fail *fail)
{
	int seats = e->head.seats;

	for (int i = 0; i < seats && is_set_up(e); i++) {
		int n = re_sum(e->seat[i].cubes);
		int before = e->head.phase != RE_LARVA
				 ? -1
				 : (e->head.turn - e->head.first + seats) % seats -
				       (i - e->head.first + seats) % seats;
		if (before > 0 ? n != 2 : before == 0 ? n > 1 : n != 0) {
			BAD("RE-2.6: player %d cannot have %d larva cubes now", i + 1, n);
			return BLAME("hand", i);
		}
	}
	return AT_OK;
}

/* --- the bag, and what is known of it --- */

static enum at_err check_counted(const struct re_state *e, int c, struct at_fail *fail)
{
	int known = re_hidden_known(e, c);

	if (at_is_truth(&e->head) ? e->hidden[c] != known
				  : e->hidden[c] < known || e->hidden[c] - known > e->bag[c])
		return BAD("RE-14.2: %u hidden %s tiles were counted, which cannot be",
			   e->hidden[c], re_colour_names[c]);
	return AT_OK;
}

static enum at_err check_bag_colour(const struct re_state *e, int c, struct at_fail *fail)
{
	bool has = e->bag_has >> c & 1;
	bool counted = e->counted >> c & 1;
	int rest;

	if (!counted && e->hidden[c])
		return BAD("RE-14.2: hidden %s tiles were never counted", re_colour_names[c]);
	if (counted && check_counted(e, c, fail))
		return BLAME("counted", 0);
	if (!has && !counted)
		return BAD("RE-14.2: the bag has no %s tile, so the hidden ones are counted",
			   re_colour_names[c]);
	if (has && counted && is_set_up(e)) { /* no tile went back to the bag yet */
		BAD("RE-14.2: the bag was never without %s, so the hidden ones are not counted",
		    re_colour_names[c]);
		return BLAME("counted", 0);
	}
	/* how many may be in the bag */
	rest = e->bag[c];
	if (counted && !at_is_truth(&e->head))
		rest -= re_hidden_from_viewer(e, c);
	if (has ? rest < 1 : rest != 0)
		return BAD("RE-14.2: whether the bag holds %s is not told rightly",
			   re_colour_names[c]);
	if (re_growth_possible(e) && has && !(e->bonus >> c & 1)) {
		BAD("RE-2.2: the bag has %s, so its bonus tile is there", re_colour_names[c]);
		return BLAME("bonus", 0);
	}
	return AT_OK;
}

static enum at_err check_bag(const struct re_state *e, struct at_fail *fail)
{
	int slots = 0;  /* hidden places that this state knows nothing of */
	int loose = 0;  /* tiles that may lie there, of colours not counted */
	int pinned = 0; /* tiles that do */

	if (e->bag_has > ALL_COLOURS || e->counted > ALL_COLOURS || e->growth_over > 1)
		return BAD("RE-14.2: there is no such colour");
	for (int i = 0; i < e->head.seats; i++) {
		slots += e->seat[i].unseen_count - re_sum(e->seat[i].unseen);
		slots += e->seat[i].first_tile == RE_UNKNOWN;
	}
	if (re_sum(e->bag) - e->bag_size != slots)
		return BAD("RE-1.1: the bag cannot hold %u tiles", e->bag_size);
	for (int c = 0; c < RE_COLOURS; c++) {
		if (check_bag_colour(e, c, fail))
			return AT_BAD_STATE;
		if (!(e->counted >> c & 1))
			loose += e->bag[c] - 1;
		else if (!at_is_truth(&e->head))
			pinned += re_hidden_from_viewer(e, c);
	}
	if (slots < pinned || slots - pinned > loose)
		return BAD("RE-14.2: what is known of the bag does not fit the hidden tiles");
	if (re_growth_possible(e) ? e->bag_size == 0 : e->bonus != 0) {
		BAD("RE-10.3: bonus tiles do not fit this bag");
		return BLAME("bonus", 0);
	}
	if (re_advanced(e) && e->growth_over)
		return BAD("RE-13.1: the advanced game has no extra growth to end");
	return AT_OK;
}

/* --- the sea board --- */

static enum at_err check_first_filling(const struct re_state *e, struct at_fail *fail)
{
	int total = 0;

	for (int c = 0; c < RE_COLOURS; c++)
		total += re_sum(e->sea[c]);
	if ((e->head.phase == RE_FILL_SEA) != (e->first_space != 0) || e->first_space > RE_COLOURS)
		return BAD("RE-2.4: the first space does not fit the phase");
	if (e->head.phase < RE_FILL_SEA && total)
		return BAD("RE-2.4: the sea is not filled yet");
	if (e->head.phase != RE_FILL_SEA)
		return AT_OK;
	for (int i = 0; i < RE_COLOURS; i++) {
		static const uint8_t tiles[RE_COLOURS] = {3, 3, 3, 2, 1};
		int n = re_sum(e->sea[(e->first_space - 1 + i) % RE_COLOURS]);
		if (n != (total < tiles[i] ? total : tiles[i]))
			return BAD("RE-2.4: the sea is filled space by space, 3, 3, 3, 2, 1");
		total -= n;
	}
	if (total || re_next_to_fill(e) == RE_NONE)
		return BAD("RE-2.4: the sea is filled already");
	return AT_OK;
}

static enum at_err check_sea(const struct re_state *e, struct at_fail *fail)
{
	if (check_first_filling(e, fail))
		return AT_BAD_STATE;
	if ((e->head.phase == RE_REFILL) != (e->refill != 0) || e->refill > ALL_COLOURS)
		return BAD("RE-11.2: the spaces to refill do not fit the phase");
	if (e->bag_size < at_count32(e->refill) - at_count32(e->bonus))
		return BAD("RE-10.1: the bag cannot refill the sea");
	for (int c = 0; c < RE_COLOURS && e->head.phase > RE_FILL_SEA; c++) {
		int n = re_sum(e->sea[c]);
		bool low = e->refill >> c & 1;
		if (low ? n >= RE_SPACE_LIMIT
			: n > RE_SPACE_LIMIT || (n == 0 && e->end != RE_END_SEA))
			return BAD("RE-11.1: %d tiles on the %s space", n, re_colour_names[c]);
	}
	return AT_OK;
}

/* --- the turn and the end --- */

static enum at_err check_turn(const struct re_state *e, struct at_fail *fail)
{
	bool any = e->cubes_played || e->placing || e->screen_left || e->brought ||
		   e->shrimp_moves || e->fixed_one;

	if (e->acted > 1 || e->brought > 1 || e->fixed_one > 1 || (any && !e->acted) ||
	    (e->acted && e->head.phase != RE_TURN))
		return BAD("RE-3: what was done in this turn contradicts itself");
	if (e->cubes_played > 2 || e->placing > RE_COLOURS || (e->placing && !e->cubes_played) ||
	    e->screen_left > RE_SCREEN_LIMIT || (e->screen_left && !e->placing))
		return BAD("RE-4.1: this cannot be what is being placed");
	if (e->shrimp_moves > RE_SHRIMP_MOVES ||
	    (e->head.phase == RE_TURN &&
	     re_shrimps_on_rock(e, e->head.turn) > RE_SHRIMP_MOVES - e->shrimp_moves))
		return BAD("RE-6.5: %u shrimp moves cannot have been made", e->shrimp_moves);
	if (e->fixed_one && (!e->fixed || !e->seat[e->head.turn].eaten))
		return BAD("RE-8.2: no cylinder can have been put on a coral tile");
	return AT_OK;
}

static enum at_err check_end(const struct re_state *e, struct at_fail *fail)
{
	bool ended = e->head.phase >= RE_EXTRA;

	if (e->end > RE_END_TURNS || (e->end != RE_END_NOT) != ended || e->ender > e->head.seats ||
	    (e->ender != 0) != ended)
		return BAD("RE-10.1: the reason of the end does not fit the phase");
	if ((e->fixed == ALL_CORAL_TILES) != (e->end == RE_END_FIXED))
		return BAD("RE-10.1: the game ends when every coral tile has a cylinder");
	if (e->end == RE_END_SHRIMPS && e->seat[e->ender - 1].eaten != RE_SHRIMPS)
		return BAD("RE-10.1: player %u has not had all four shrimps eaten", e->ender);
	if (e->head.phase == RE_EXTRA && (e->end > RE_END_SHRIMPS || e->head.turn + 1 == e->ender))
		return BAD("RE-10.2: there is no additional turn here");
	if (e->opened & (e->opened + 1) || e->opened >> e->head.seats ||
	    (e->opened && e->head.phase < RE_REVEAL) ||
	    (e->head.phase >= RE_REVEAL &&
	     (e->head.phase == RE_DONE) != (re_next_to_open(e) == AT_NOBODY)))
		return BAD("RE-12.1: the opened fish tiles do not fit the phase");
	return AT_OK;
}

/* Nothing was played before the first turn. */
static enum at_err check_set_up(const struct re_state *e, struct at_fail *fail)
{
	int boards = e->head.phase == RE_DRAW_BOARDS ? 0 : e->head.seats;

	if (!is_set_up(e))
		return AT_OK;
	for (int i = 0; i < e->head.seats; i++)
		if (re_sum(e->seat[i].seen) || re_sum(e->seat[i].consumed) ||
		    re_sum(e->seat[i].fish) || e->seat[i].eaten || re_shrimps_out(e, i))
			return BAD("RE-2: player %d cannot have played before the first turn",
				   i + 1);
	for (int b = 0; b < boards; b++)
		for (int c = 0; c < RE_COLOURS; c++)
			if (e->polyps[b][c] != re_start(e, b, c))
				return BAD("RE-2.1: at first each starting cell holds its tile");
	if (e->fixed || e->alga || (e->starfish && e->starfish != ALL_CORAL_TILES) ||
	    (e->starfish && e->head.phase <= RE_DRAW_SIDE))
		return BAD("RE-2.3: at first all coral tiles show the same side");
	return AT_OK;
}

enum at_err re_check(const struct at_state *s, struct at_fail *fail)
{
	const struct re_state *e = (const struct re_state *)s;

	if (check_phase(e, fail))
		return BLAME("to-move", 0);
	if (check_turns(e, fail))
		return BLAME("turns", 0);
	if (check_unused(e, fail))
		return AT_BAD_STATE;
	if (check_end(e, fail))
		return BLAME("end", 0);
	if (check_boards(e, fail))
		return BLAME("to-move", 0);
	if (e->bonus > ALL_COLOURS || e->fixed > ALL_CORAL_TILES || e->starfish > ALL_CORAL_TILES ||
	    e->alga > RE_ALGAE)
		return BAD("RE-1.3: there is no such coral tile, bonus tile or cylinder");
	if (check_tiles(e, fail))
		return BLAME("bag", 0);
	if (check_cubes(e, fail))
		return BLAME("supply", 0);
	if (check_cylinders(e, fail))
		return BLAME("tiles", 0);
	if (check_sea(e, fail))
		return BLAME("sea", 0);
	if (check_turn(e, fail))
		return BLAME("turn", 0);
	if (check_set_up(e, fail))
		return BLAME("phase", 0);
	for (int i = 0; i < s->seats; i++)
		if (check_seat(e, i, fail))
			return BLAME("fish", i);
	if (check_deal(e, fail) || check_larvae(e, fail))
		return BLAME("phase", 0);
	if (check_bag(e, fail))
		return BLAME("bag", 0);
	return AT_OK;
}
