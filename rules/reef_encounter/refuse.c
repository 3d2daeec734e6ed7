/* Reef Encounter: why a move cannot be made, rule by rule, in words for the player.
 *
 * This is written without looking at the lists of moves.c: tests compare the two. */
#include "reef_encounter.h"

#define NO(...) at_fail(fail, AT_BAD_MOVE, __VA_ARGS__)

/* A cell's name inside a message. */
struct name {
	char s[8];
};

static struct name name_of(int cell)
{
	struct name name;
	struct at_text t;

	at_text_init(&t, name.s, sizeof name.s);
	re_put_cell(&t, cell);
	return name;
}

static bool is_rock(const struct re_state *e, int cell)
{
	return re_cell_board(cell) < e->head.seats &&
	       re_rock(e, re_cell_board(cell)) & re_cell_bit(cell);
}

static bool has_shrimp(const struct re_state *e, int cell)
{
	return re_shrimps(e, re_cell_board(cell)) & re_cell_bit(cell);
}

/* --- well-formed moves --- */

static bool is_colour(int c)
{
	return c < RE_COLOURS;
}

static bool fields_fit(const struct re_state *e, at_move m)
{
	int a = re_a(m);
	int b = re_b(m);

	switch (re_kind(m)) {
	case RE_MOVE_BOARD: return a == 0 && b < RE_BOARDS;
	case RE_MOVE_SIDE: return a == 0 && b < 2;
	case RE_MOVE_FIRST: return a == 0 && b < e->head.seats;
	case RE_MOVE_SEA: return is_colour(a) && is_colour(b);
	case RE_MOVE_DEAL:
	case RE_MOVE_REVEAL: return a < e->head.seats && b <= RE_UNKNOWN;
	case RE_MOVE_FISH: return a == 0 && b <= RE_UNKNOWN;
	case RE_MOVE_SPACE:
	case RE_MOVE_LARVA:
	case RE_MOVE_CUBE:
	case RE_MOVE_SWAP_LARVA:
	case RE_MOVE_SWAP_TILE:
	case RE_MOVE_TAKE: return a == 0 && is_colour(b);
	case RE_MOVE_PLACE: return a < 2;
	case RE_MOVE_EAT:
	case RE_MOVE_SHRIMP:
	case RE_MOVE_HOME: return a == 0;
	case RE_MOVE_MOVE: return true;
	case RE_MOVE_ALGA: return a < RE_ALGAE && is_colour(b & 7) && b >> 3 <= RE_CORAL_TILES;
	case RE_MOVE_STOP:
	case RE_MOVE_PASS: return a == 0 && b == 0;
	default: return false;
	}
}

/* --- draws --- */

static enum at_err refuse_draw(const struct re_state *e, at_move m, struct at_fail *fail)
{
	static const char *const due[RE_PHASES] = {
	    [RE_DRAW_BOARDS] = "RE-2.1: a reef board that is not in play yet is drawn now",
	    [RE_DRAW_SIDE] = "RE-2.3: the side of the coral tiles is drawn now",
	    [RE_DRAW_SPACE] = "RE-2.4: the first sea space is drawn now",
	    [RE_FILL_SEA] = "RE-2.4: a tile from the bag for the sea space",
	    [RE_DRAW_FIRST] = "RE-2.5: the first player is drawn now",
	    [RE_DEAL] = "RE-2.5: a tile from the bag behind the screen of player",
	    [RE_REFILL] = "RE-11.2: a tile from the bag for the sea space",
	    [RE_REVEAL] = "RE-12.1: what is opened now is the very first fish tile of player",
	};
	at_move list[RE_COLOURS + 1];
	int n = re_moves(&e->head, list);
	int phase = e->head.phase;

	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return AT_OK;
	switch (phase) {
	case RE_FILL_SEA: return NO("%s %s", due[phase], re_colour_names[re_next_to_fill(e)]);
	case RE_REFILL: return NO("%s %s", due[phase], re_colour_names[at_low32(e->refill)]);
	case RE_DEAL: return NO("%s %d", due[phase], re_next_to_deal(e) + 1);
	case RE_REVEAL: return NO("%s %d", due[phase], re_next_to_open(e) + 1);
	default: return NO("%s", due[phase]);
	}
}

/* --- placing tiles --- */

/* May the player have a tile of this colour behind the screen? */
static bool screen_may_hold(const struct re_state *e, int seat, int colour)
{
	const struct re_seat *p = &e->seat[seat];

	if (p->seen[colour])
		return true;
	if (re_knows(e, seat))
		return p->unseen[colour];
	if (e->counted >> colour & 1 && re_hidden_from_viewer(e, colour) == 0)
		return false;
	return p->unseen_count && e->bag[colour];
}

static enum at_err refuse_attack(const struct re_state *e, int cell, int prey, struct at_fail *fail)
{
	int colour = e->placing - 1;
	int board = re_cell_board(cell);
	const char *own = re_colour_names[colour];
	bool big = false;

	if (prey == colour)
		return NO("RE-4.2: %s holds a %s tile already", name_of(cell).s, own);
	if (!(re_weaker(e, colour) >> prey & 1))
		return NO("RE-5.1: %s is not stronger than %s now", own, re_colour_names[prey]);
	if (re_protected(e, board) & re_cell_bit(cell))
		return NO("RE-5.2: a shrimp protects the tile on %s", name_of(cell).s);
	for (uint64_t left = re_neighbours(re_cell_bit(cell)) & e->polyps[board][colour]; left;) {
		int beside = re_cell(board, at_pop64(&left));
		big |= at_count64(re_coral(e, beside)) >= 2;
	}
	if (!big)
		return NO("RE-5.1: beside %s is no %s coral of at least two tiles", name_of(cell).s,
			  own);
	return AT_OK;
}

static enum at_err refuse_place(const struct re_state *e, at_move m, struct at_fail *fail)
{
	int seat = e->head.turn;
	int colour = e->placing - 1;
	int cell = re_b(m);
	int prey;

	if (!e->placing)
		return NO("RE-4.1: play a larva cube before placing tiles");
	if (re_a(m) && !e->seat[seat].consumed[colour])
		return NO("RE-4.1: no consumed %s tile lies in front of the screen",
			  re_colour_names[colour]);
	if (!re_a(m) && !e->screen_left)
		return NO("RE-4.1: four tiles came from behind the screen for this cube");
	if (!re_a(m) && !screen_may_hold(e, seat, colour))
		return NO("RE-4.1: no %s tile is behind the screen", re_colour_names[colour]);
	if (!is_rock(e, cell))
		return NO("RE-4.2: %s is no rock cell of a board in play", name_of(cell).s);
	prey = re_colour_at(e, cell);
	if (prey == RE_NONE && has_shrimp(e, cell))
		return NO("RE-4.2: a shrimp stands on %s", name_of(cell).s);
	if (prey != RE_NONE && refuse_attack(e, cell, prey, fail))
		return AT_BAD_MOVE;
	if (re_joins_shrimps(e, re_cell_board(cell), colour, re_cell_bit(cell)))
		return NO("RE-4.3: a tile on %s would connect two corals that hold a shrimp each",
			  name_of(cell).s);
	return AT_OK;
}

/* --- shrimps --- */

static bool board_is_full(const struct re_state *e, int board)
{
	return at_count64(e->shrimps[board][e->head.turn]) >= 2;
}

static enum at_err refuse_shrimp(const struct re_state *e, int cell, struct at_fail *fail)
{
	if (e->brought)
		return NO("RE-3.3: one shrimp a turn is brought in, and it was");
	if (!re_shrimps_home(e, e->head.turn))
		return NO("RE-6.1: no shrimp is left behind the screen");
	if (!is_rock(e, cell) || re_colour_at(e, cell) == RE_NONE)
		return NO("RE-6.1: a shrimp comes in on a coral, and %s holds no tile",
			  name_of(cell).s);
	if (re_coral(e, cell) & re_shrimps(e, re_cell_board(cell)))
		return NO("RE-6.1: the coral on %s holds a shrimp already", name_of(cell).s);
	if (board_is_full(e, re_cell_board(cell)))
		return NO("RE-6.4: two of this player's shrimps are on that board already");
	return AT_OK;
}

/* Conditions for moving a shrimp and for taking it home. */
static enum at_err refuse_leave(const struct re_state *e, int from, struct at_fail *fail)
{
	int seat = e->head.turn;
	int left = RE_SHRIMP_MOVES - e->shrimp_moves;

	if (!is_rock(e, from) || !(e->shrimps[re_cell_board(from)][seat] & re_cell_bit(from)))
		return NO("RE-6.5: no shrimp of player %d stands on %s", seat + 1, name_of(from).s);
	if (left == 0)
		return NO("RE-6.5: all 16 shrimp moves of this turn are used");
	if (re_colour_at(e, from) != RE_NONE && re_shrimps_on_rock(e, seat) > left - 1)
		return NO("RE-6.5: the shrimp moves left are needed to leave the bare rock");
	return AT_OK;
}

static enum at_err refuse_shrimp_move(const struct re_state *e, int from, int to,
				      struct at_fail *fail)
{
	int board = re_cell_board(to);
	int on_rock = re_shrimps_on_rock(e, e->head.turn);

	if (refuse_leave(e, from, fail))
		return AT_BAD_MOVE;
	if (from == to)
		return NO("RE-6.3: the shrimp stands on %s already", name_of(to).s);
	if (!is_rock(e, to))
		return NO("RE-6.3: %s is no rock cell of a board in play", name_of(to).s);
	if (board != re_cell_board(from) && board_is_full(e, board))
		return NO("RE-6.4: two of this player's shrimps are on that board already");
	if (re_colour_at(e, to) != RE_NONE) {
		uint64_t coral = re_coral(e, to);
		uint64_t others = re_shrimps(e, board);
		if (board == re_cell_board(from))
			others &= ~re_cell_bit(from);
		if (coral & others)
			return NO("RE-6.4: the coral on %s holds another shrimp", name_of(to).s);
		return AT_OK;
	}
	if (has_shrimp(e, to))
		return NO("RE-6.3: another shrimp stands on %s", name_of(to).s);
	on_rock += re_colour_at(e, from) != RE_NONE;
	if (on_rock > RE_SHRIMP_MOVES - e->shrimp_moves - 1)
		return NO("RE-6.5: too few shrimp moves are left to leave the bare rock again");
	return AT_OK;
}

/* --- the other actions --- */

static enum at_err refuse_eat(const struct re_state *e, int cell, struct at_fail *fail)
{
	if (e->acted)
		return NO("RE-3.2: eating comes before every other action of the turn");
	if (!is_rock(e, cell) || !(e->shrimps[re_cell_board(cell)][e->head.turn] &
				   re_cell_bit(cell) & re_tiles(e, re_cell_board(cell))))
		return NO("RE-9.1: no own shrimp holds the coral on %s", name_of(cell).s);
	if (at_count64(re_coral(e, cell)) < 5)
		return NO("RE-9.1: the coral on %s has %d tiles, and five are needed",
			  name_of(cell).s, at_count64(re_coral(e, cell)));
	return AT_OK;
}

static enum at_err refuse_alga(const struct re_state *e, at_move m, struct at_fail *fail)
{
	int seat = e->head.turn;
	int paid = re_b(m) & 7;
	int tile = re_b(m) >> 3;

	if (!e->seat[seat].consumed[paid])
		return NO("RE-7.3: no consumed %s tile lies in front of the screen",
			  re_colour_names[paid]);
	if (!re_cylinders_left(e, re_a(m)))
		return NO("RE-7.3: no %s cylinder is left", re_alga_names[re_a(m)]);
	if (!tile)
		return AT_OK;
	if (!e->seat[seat].eaten)
		return NO("RE-8.2: only with a shrimp on the sea board may a cylinder go on a "
			  "coral tile");
	if (e->fixed_one)
		return NO("RE-8.2: one cylinder a turn goes on a coral tile, and it did");
	if (e->fixed >> (tile - 1) & 1)
		return NO("RE-8.2: coral tile %d has a cylinder already", tile);
	if (re_tile_shown(e, tile - 1).large != re_a(m))
		return NO("RE-8.2: the large alga of coral tile %d is %s", tile,
			  re_alga_names[re_tile_shown(e, tile - 1).large]);
	if (at_count32(e->fixed) == RE_CORAL_TILES - 1 && re_fish_size(e, seat) < 2)
		return NO("RE-8.4: the last coral tile needs a fish with at least two tiles");
	return AT_OK;
}

static enum at_err refuse_exchange(const struct re_state *e, at_move m, struct at_fail *fail)
{
	const struct re_seat *seat = &e->seat[e->head.turn];
	int colour = re_b(m);
	const char *name = re_colour_names[colour];

	if (re_kind(m) == RE_MOVE_SWAP_LARVA) {
		if (!seat->consumed[colour])
			return NO("RE-7.1: no consumed %s tile lies in front of the screen", name);
		if (!e->supply[colour])
			return NO("RE-7.1: no %s larva cube is left in the supply", name);
		return AT_OK;
	}
	if (!seat->cubes[colour])
		return NO("RE-7.2: no %s larva cube is behind the screen", name);
	if (!((e->bag_has | e->bonus) >> colour & 1))
		return NO("RE-7.2: neither the bag nor the bonus tiles hold %s", name);
	return AT_OK;
}

/* --- the phases --- */

static enum at_err refuse_action(const struct re_state *e, at_move m, struct at_fail *fail)
{
	int b = re_b(m);

	switch (re_kind(m)) {
	case RE_MOVE_EAT: return refuse_eat(e, b, fail);
	case RE_MOVE_CUBE:
		if (e->cubes_played == 2)
			return NO("RE-3.3: two larva cubes a turn are played, and they were");
		if (!e->seat[e->head.turn].cubes[b])
			return NO("RE-4.1: no %s larva cube is behind the screen",
				  re_colour_names[b]);
		return AT_OK;
	case RE_MOVE_PLACE: return refuse_place(e, m, fail);
	case RE_MOVE_STOP:
		return e->placing ? AT_OK
				  : NO("RE-3.4: there is nothing to stop: no cube is being "
				       "played");
	case RE_MOVE_SHRIMP: return refuse_shrimp(e, b, fail);
	case RE_MOVE_MOVE: return refuse_shrimp_move(e, re_a(m), b, fail);
	case RE_MOVE_HOME: return refuse_leave(e, b, fail);
	case RE_MOVE_SWAP_LARVA:
	case RE_MOVE_SWAP_TILE: return refuse_exchange(e, m, fail);
	case RE_MOVE_ALGA: return refuse_alga(e, m, fail);
	case RE_MOVE_TAKE:
		if (re_shrimps_on_rock(e, e->head.turn))
			return NO(
			    "RE-6.3: no shrimp may stand on bare rock at the end of the turn");
		return AT_OK;
	case RE_MOVE_PASS:
		return NO("RE-3.2: a turn ends with taking a sea space; passing is for additional "
			  "turns");
	default: return NO("RE-3.1: this is no action of a turn");
	}
}

static enum at_err refuse_turn(const struct re_state *e, at_move m, struct at_fail *fail)
{
	switch (re_kind(m)) {
	case RE_MOVE_PLACE:
	case RE_MOVE_STOP:
	case RE_MOVE_MOVE:
	case RE_MOVE_HOME: break;
	default:
		if (e->placing)
			return NO("RE-3.4: %s tiles are being placed: place, move shrimps, or stop",
				  re_colour_names[e->placing - 1]);
	}
	return refuse_action(e, m, fail);
}

static enum at_err refuse_set_up(const struct re_state *e, at_move m, struct at_fail *fail)
{
	const struct re_seat *seat = &e->seat[e->head.turn];
	bool fish = e->head.phase == RE_FISH;

	if (re_kind(m) != (fish ? RE_MOVE_FISH : RE_MOVE_LARVA))
		return NO(fish ? "RE-2.6: choose the first tile for the parrotfish"
			       : "RE-2.6: choose a larva cube");
	if (!fish)
		return e->supply[re_b(m)] ? AT_OK : NO("RE-2.6: no such cube is in the supply");
	if (re_b(m) == RE_UNKNOWN || !seat->unseen[re_b(m)])
		return NO("RE-2.6: no such tile is behind the screen");
	return AT_OK;
}

static enum at_err refuse_phase(const struct re_state *e, at_move m, struct at_fail *fail)
{
	switch (e->head.phase) {
	case RE_FISH:
	case RE_LARVA: return refuse_set_up(e, m, fail);
	case RE_TURN: return refuse_turn(e, m, fail);
	case RE_EXTRA:
		if (re_kind(m) == RE_MOVE_PASS)
			return AT_OK;
		if (re_kind(m) == RE_MOVE_EAT)
			return refuse_eat(e, re_b(m), fail);
		return NO("RE-10.2: in the additional turn a player eats a coral or passes");
	case RE_DONE: return NO("the game is over");
	default: return refuse_draw(e, m, fail);
	}
}

/* --- what was seen --- */

/* A tile that somebody else draws or keeps in secret, RE-14.1. */
static bool is_masked(const struct re_state *e)
{
	switch (e->head.phase) {
	case RE_DEAL: return !re_knows(e, re_next_to_deal(e));
	case RE_FISH: return !re_knows(e, e->head.turn);
	default: return false;
	}
}

static enum at_err refuse_masked(const struct re_state *e, at_move plain, struct at_fail *fail)
{
	bool fish = e->head.phase == RE_FISH;
	int seat = fish ? e->head.turn : re_next_to_deal(e);

	if (plain != re_move(fish ? RE_MOVE_FISH : RE_MOVE_DEAL, fish ? 0 : seat, RE_UNKNOWN))
		return NO(fish ? "RE-14.1: the first fish tile of player %d is chosen in secret now"
			       : "RE-14.1: player %d draws a tile in secret now",
			  seat + 1);
	return AT_OK;
}

/* Does this view know that the bag holds one tile of the colour and no more? */
static bool one_left(const struct re_state *e, int colour)
{
	int hidden = e->counted >> colour & 1 ? re_hidden_from_viewer(e, colour) : 0;

	return e->bag[colour] - hidden == 1;
}

/* A view is told when the bag's last tile of a colour was taken, RE-14.2: is it told so exactly
 * where it can be, and not told where it must be? The move is fine without that. */
static bool gone_fits(const struct re_state *e, at_move m)
{
	int gone = re_gone(m) - 1;
	int drawn = re_drawn(e, m);
	struct re_state after = *e;

	if (drawn == RE_NONE)
		return gone < 0;
	if (gone >= 0 ? gone >= RE_COLOURS || !(e->bag_has >> gone & 1) ||
			    (drawn != gone && drawn != RE_UNKNOWN)
		      : drawn != RE_UNKNOWN && one_left(e, drawn))
		return false;
	re_apply(&after.head, m);
	return re_check(&after.head, NULL) == AT_OK;
}

enum at_err re_refuse(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct re_state *e = (const struct re_state *)s;

	if (!fields_fit(e, m))
		return NO("this is no move of the game");
	if (at_others_decide(s))
		return NO("RE-3.1: player %d decides now", s->turn + 1);
	if (re_gone(m))
		return NO("RE-14.2: 'gone' is for what was seen: whoever makes the move does not "
			  "say it");
	return refuse_phase(e, m, fail);
}

enum at_err re_refuse_seen(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct re_state *e = (const struct re_state *)s;
	at_move plain = re_move(re_kind(m), re_a(m), re_b(m));

	if (!fields_fit(e, m))
		return NO("this is no move of the game");
	if (is_masked(e) ? refuse_masked(e, plain, fail) : refuse_phase(e, plain, fail))
		return AT_BAD_MOVE;
	if (!gone_fits(e, m))
		return NO(re_gone(m) ? "RE-14.2: this cannot be the bag's last tile of a colour"
				     : "RE-14.2: this is the bag's last tile of its colour: 'gone' "
				       "is missing");
	return AT_OK;
}
