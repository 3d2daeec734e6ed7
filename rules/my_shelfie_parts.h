/* What the files of My Shelfie share among themselves. */
#ifndef AT_MY_SHELFIE_PARTS_H
#define AT_MY_SHELFIE_PARTS_H

#include "my_shelfie.h"

/* A move, from the top bit down:
 *
 *     kind    4   what is done
 *     shape   3   of a take
 *     who     6   a seat or a cell; of a take: its first cell + 1
 *     second  6   of a take: the next cell + 1, or 0
 *     third   6   of a take: the last cell + 1, or 0
 *     order   3   of a take: in which order they are placed
 *     number  3   of a take: the column
 *
 * The cells of a take are in ascending order here, so a set of cells has one spelling. In all other
 * moves the lowest six bits are one number. */
enum ms_kind {
	MS_MOVE_GOAL = 1,
	MS_MOVE_DEAL,
	MS_MOVE_FIRST,
	MS_MOVE_DRAW,
	MS_MOVE_TAKE,
	MS_MOVE_REVEAL,
	MS_MOVE_KINDS
};
enum ms_shape { MS_ONE, MS_TWO_ACROSS, MS_TWO_DOWN, MS_THREE_ACROSS, MS_THREE_DOWN, MS_NO_LINE };
enum { MS_WHO = 18, MS_SECOND = 12, MS_THIRD = 6, MS_ORDER = 3, MS_SHAPE = 24, MS_KIND = 27 };

static inline at_move ms_pack(enum ms_kind kind, int who, int number)
{
	return (at_move)kind << MS_KIND | (at_move)who << MS_WHO | (at_move)number;
}

static inline enum ms_kind ms_kind(at_move m)
{
	return (enum ms_kind)(m >> MS_KIND);
}

static inline int ms_who(at_move m)
{
	return m >> MS_WHO & 63;
}

static inline int ms_number(at_move m)
{
	return m & 63;
}

/* The move that takes these cells, in the order in which they are placed. Where several orders give
 * the same types from bottom to top it is the listed one (MS-3.3). */
at_move ms_pack_take(const struct at_shelfie *, const struct at_shelfie_take *);

/* The seat whose personal goal is dealt or opened next, or AT_NOBODY. */
int ms_next_to_deal(const struct at_shelfie *);
int ms_next_to_open(const struct at_shelfie *);

/* The numbers 1..12 that are still to be had: goals not drawn, personal goals not placed (in a view
 * those of other seats are among the latter). */
uint32_t ms_numbers_left(const uint8_t *used, int n);

static inline int ms_bag_size(const struct at_shelfie *p)
{
	const uint8_t *b = p->bag;

	return b[0] + b[1] + b[2] + b[3] + b[4] + b[5];
}

/* The cells in use that hold no tile. */
static inline uint64_t ms_empty_cells(const struct at_shelfie *p)
{
	return at_shelfie_in_use[p->head.seats] & ~at_shelfie_tiles(p);
}

/* How many cells are still to be drawn for, the present one included; at MS_FILL. */
int ms_cells_to_fill(const struct at_shelfie *);

/* For the table of the game. */
int at_shelfie_moves(const struct at_state *, at_move *out);
int at_shelfie_weights(const struct at_state *, uint32_t *out);
extern const struct at_option at_shelfie_options[];
extern const struct at_key at_shelfie_keys[];
enum at_err at_shelfie_check(const struct at_state *, struct at_fail *);
enum at_err at_shelfie_refuse(const struct at_state *, at_move, struct at_fail *);
void at_shelfie_score(const struct at_state *, int seat, struct at_score *);
void at_shelfie_print(const struct at_state *, struct at_text *);
enum at_err at_shelfie_parse(struct at_state *, int key, int arg, struct at_scan *);
enum at_err at_shelfie_parse_end(struct at_state *, struct at_scan *);
void at_shelfie_print_move(const struct at_state *, at_move, struct at_text *);
enum at_err at_shelfie_parse_move(const struct at_state *, struct at_scan *, at_move *out);
void at_shelfie_facts(const struct at_state *, struct at_text *);

/* A cell of the room as people write it: "d4". */
struct ms_cell_name {
	char s[3];
};
struct ms_cell_name ms_cell_name(int cell);
enum at_err ms_scan_cell(struct at_scan *, const char *what, int *out);

#endif
