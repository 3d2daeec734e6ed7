/* The one interface of all games: a constant table of functions over a flat state.
 *
 * A state is a plain block of bytes: no pointers, no padding, no generator. The caller allocates it
 * (union at_any has room for every game's), copies it with memcpy and compares it with memcmp.
 * There is no undo: keep a copy.
 *
 * A turn consists of small decisions. Chance is a player: a draw is a move, listed with its odds,
 * written into records, and forced in tests. The program that runs the game owns the randomness
 * (play.h).
 *
 * Secrets are removed, not hidden. at_view() makes the view of a seat or a spectator; guess()
 * makes a full state that fits a view. A view is kept up to date by following the moves as that
 * seat sees them. For every seat v:
 *
 *     view(apply(s, m), v) == follow(view(s, v), view_move(s, m, v))
 *
 * Callers use the at_ functions, which check their arguments. Search calls the pointers in the
 * table, which trust them. */
#ifndef AT_GAME_H
#define AT_GAME_H

#include "fail.h"
#include "rng.h"
#include "scan.h"
#include "text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t at_move; /* one small decision, packed by the game; 0 is never legal */

enum {
	AT_SEATS_MAX = 4,
	AT_STATE_MAX = 1024,      /* bytes of the largest state */
	AT_MOVES_MAX = 2048,      /* more than any game's moves_max */
	AT_TEXT_MAX = 16384,      /* more than any position as text */
	AT_MOVE_TEXT_MAX = 64,    /* more than any move as text */
	AT_BYTES_MAX = 1024 + 64, /* more than any state as bytes */
	AT_LINES_MAX = 8,
	AT_TIES_MAX = 4,
};

/* Values of struct at_state.turn that are not seats (seats count from 0; people count from 1). */
enum { AT_CHANCE = -1, AT_OVER = -2 };

/* Values of struct at_state.viewer that are not seats. */
enum { AT_PUBLIC = -1, AT_TRUTH = -2 };

enum { AT_NOBODY = -1 };

/* The head of every state; a game's own struct starts with it. */
struct at_state {
	uint8_t game;    /* at_game.id */
	uint8_t version; /* of the rules, from 1: a game can still play all its versions */
	uint8_t seats;
	uint8_t options; /* packed as at_game.options says */
	int8_t turn;     /* who moves: a seat, AT_CHANCE or AT_OVER */
	int8_t viewer;   /* a seat, AT_PUBLIC (spectator) or AT_TRUTH: nobody may see it */
	int8_t first;    /* the first player, AT_NOBODY until drawn */
	uint8_t phase;   /* the game's own: which kind of decision or draw is due */
	uint32_t ply;    /* moves applied since the set-up began, chance included */
};
_Static_assert(sizeof(struct at_state) == 12, "no hidden padding");

/* Room for any game's state. */
union at_any {
	struct at_state head;
	uint64_t align;
	uint8_t bytes[AT_STATE_MAX];
};

/* What somebody knows. Only at_view() and at_view_decode() make one. Bots take this type. */
struct at_view {
	union at_any state;
};

/* Describes a member of the state: its place, and the width and count of its numbers. The list has
 * all members after the head in order, so that encoded bytes are the same on every machine. It ends
 * with width 0. */
struct at_field {
	uint16_t offset, width, count;
};
#define AT_FIELD(type, member, number)                                                             \
	{                                                                                          \
		offsetof(type, member), sizeof(number),                                            \
		    sizeof(((type *)0)->member) / (sizeof(number))                                 \
	}

/* A choice made before the game. Value 0 is the default. The list ends with name NULL. An option
 * whose values are "no" and "yes" may be written as its bare name. */
struct at_option {
	const char *name;
	const char *help;
	const char *values[4]; /* NULL after the last */
	uint8_t shift, bits;   /* its place in at_state.options */
};

/* A key of the game's position text, "NAME:" or "NAME ARG:". The list ends with name NULL. */
struct at_key {
	const char *name;
	const char *prefix; /* what an argument begins with ("b" for b0, b1); NULL: no letters */
	uint8_t low, count; /* arguments low .. low+count-1; count 0: no argument; AT_PER_SEAT:
			       1 .. seats, given to parse() as 0 .. seats-1 */
	bool required;      /* for every argument of AT_PER_SEAT, else once */
};
enum { AT_PER_SEAT = 255 };

struct at_setup {
	uint8_t seats;
	uint8_t options;
	uint8_t version; /* of the rules, from 1; 0: the newest */
	uint8_t first;   /* the seat that was chosen to be the first player, from 1; 0: it is drawn.
			    It is not part of states: play.h forces the draw */
};

struct at_line {
	const char *label;
	int32_t points;
};

/* The score of a seat, part by part. During the game it is what would count now, as far as the
 * state knows; a view leaves out what it cannot know. ties are compared in order; higher wins. If
 * an option of the game hides this score from the viewer, `hidden` is set and the rest is empty. */
struct at_score {
	int32_t total; /* the sum of the lines */
	int32_t line_count, tie_count;
	bool hidden;
	struct at_line lines[AT_LINES_MAX];
	struct at_line ties[AT_TIES_MAX];
};

struct at_game {
	const char *name;                          /* frozen: records and addresses contain it */
	const char *title;                         /* for people */
	uint8_t id, version, seats_min, seats_max; /* version: the newest */
	uint8_t minutes[2]; /* how long people take, from and to; 0: unknown */
	uint32_t state_size;
	uint32_t moves_max; /* longest list of moves; the proof stands beside the number */
	uint32_t plies_max; /* longest game, chance moves included */
	const struct at_option *options;
	const struct at_field *layout;
	const struct at_key *keys;

	/* Makes a state before the first draw. The head is filled in already, except turn and
	 * phase; the rest is zero. */
	void (*init)(struct at_state *);

	/* Writes the legal moves in ascending order, each distinct result once, and returns how
	 * many. At AT_CHANCE: the outcomes with odds above 0. At AT_OVER: none. In a view: the
	 * viewer's own decisions exactly as in the truth, none for other seats, and at AT_CHANCE
	 * the outcomes over all worlds that fit. */
	int (*moves)(const struct at_state *, at_move *out);

	/* A random decision of a seat, in the truth: the move at place at_rng_below(rng, *count) of
	 * the list of moves(), and the length of that list. All moves are generated but none is
	 * stored, which is quicker on a GPU. Optional. */
	at_move (*any)(const struct at_state *, struct at_rng *rng, uint32_t *count);

	/* At AT_CHANCE: the odds of what moves() lists, in the same order, summing to at most
	 * 2^32-1. */
	int (*weights)(const struct at_state *, uint32_t *out);

	/* At AT_CHANCE in the truth, a single outcome without lists. lots(): the number of equal
	 * lots of the draw (the sum of the odds, or 1 if there is a single outcome). lot(): the
	 * outcome of lot r, the first i with r < w[0] + ... + w[i]. Both are optional; without them
	 * at_draw() uses the lists. */
	uint32_t (*lots)(const struct at_state *);
	at_move (*lot)(const struct at_state *, uint32_t r);

	/* Trusts that the move is legal (or, in a view, one that view_move() gave). */
	void (*apply)(struct at_state *, at_move);

	/* AT_OK if the move is legal, else AT_BAD_MOVE with the rule that forbids it. Agrees with
	 * moves() in the truth and in every view: where somebody else decides, a view refuses
	 * everything. */
	enum at_err (*refuse)(const struct at_state *, at_move, struct at_fail *);

	/* In a view: AT_OK if this is what view_move() gives for a move or a draw that can happen
	 * in a world that fits the view, else AT_BAD_MOVE with the reason. */
	enum at_err (*refuse_seen)(const struct at_state *, at_move seen, struct at_fail *);

	void (*score)(const struct at_state *, int seat, struct at_score *out);

	/* Removes from the copy *out what this viewer does not know; out->viewer is set already.
	 * Called on the truth only. */
	void (*hide)(struct at_state *out, int viewer);

	/* The move as this viewer sees it, asked before it is applied to the truth. */
	at_move (*view_move)(const struct at_state *, at_move, int viewer);

	/* Makes the copy *out of a view a full state that fits it; out->viewer is AT_TRUTH already.
	 */
	void (*guess)(struct at_state *out, struct at_rng *);

	/* Every invariant, of a truth or a view. The head's ranges are checked already. Where a
	 * key of the position text is to blame, at_blame() names it. */
	enum at_err (*check)(const struct at_state *, struct at_fail *);

	/* Position text, without the keys of the head. parse() reads the value of one key: `key` is
	 * its index in keys, `arg` its argument. The head is filled in as far as the text was read.
	 * parse_end() derives the rest; if it cannot, at_blame() names the key. check() is called
	 * after it. */
	void (*print)(const struct at_state *, struct at_text *);
	enum at_err (*parse)(struct at_state *, int key, int arg, struct at_scan *);
	enum at_err (*parse_end)(struct at_state *, struct at_scan *);

	/* A move as text. The state gives context only (what a cell holds, which of several
	 * spellings is the listed one); parse_move() also reads well-formed moves that are not
	 * legal. It stops after the move; the caller calls at_scan_done(). */
	void (*print_move)(const struct at_state *, at_move, struct at_text *);
	enum at_err (*parse_move)(const struct at_state *, struct at_scan *, at_move *out);

	/* The position without its head, as members of a JSON object, "name":value,"name":value,
	 * written with the functions of json.h: everything that this state knows, and derived
	 * values that drawings and tests need. May write nothing; then there is only the text. */
	void (*facts)(const struct at_state *, struct at_text *);
};

/* The number of listed games, and each of them. The template is not listed but can be found by its
 * name and id. at_game_named() and at_game_with_id() return NULL if there is no such game. */
int at_games(void);
const struct at_game *at_game(int index);
const struct at_game *at_game_of(const struct at_state *);
const struct at_game *at_game_named(struct at_word name);
const struct at_game *at_game_with_id(int id);

extern const struct at_game at_template;

/* A new game; chance moves first. */
enum at_err at_init(const struct at_game *, const struct at_setup *, struct at_state *out,
		    struct at_fail *);

/* The list of legal moves, as in the table. out has room for moves_max. */
int at_moves(const struct at_state *, at_move *out);

/* Checks a move and makes it. On failure *s is unchanged and *fail names the rule. In the truth,
 * this makes every legal move and draw; in a view, the viewer's own decisions whose result the view
 * knows. */
enum at_err at_apply(struct at_state *s, at_move, struct at_fail *);

/* The same for moves of strangers, which also searches the list of moves. A move that refuse()
 * accepts but moves() does not list is a mistake in the game's rules. It is refused as AT_BAD_MOVE
 * with "gap" as at_fail's part, so that a host can log it. */
enum at_err at_apply_listed(struct at_state *, at_move, struct at_fail *);

/* Updates a view with what its viewer saw, as view_move() gave it: own decisions, those of others,
 * and draws. It is checked; on failure the view is unchanged. */
enum at_err at_follow(struct at_state *view, at_move seen, struct at_fail *);

/* What this viewer knows. s is the truth, or a view of the same viewer. */
void at_view(const struct at_state *s, int viewer, struct at_view *out);
at_move at_view_move(const struct at_state *s, at_move, int viewer);
void at_guess(const struct at_view *, struct at_rng *, struct at_state *out);

void at_score(const struct at_state *, int seat, struct at_score *out);

/* The scores of all seats and their places, from 1; equals share a place. If a score is hidden, all
 * places are 0. */
void at_rank(const struct at_state *, struct at_score *scores, int *places);

/* The same at the end, with each seat's share of the win: equals on the first place share it. */
void at_judge(const struct at_state *, struct at_score *scores, double *wins);

enum at_err at_check(const struct at_state *, struct at_fail *);

/* Bytes: the head, then the fields, with little-endian numbers. at_encode() is for files and
 * memory; for other people use at_view_encode(). Returns the number of bytes, at most AT_BYTES_MAX.
 */
size_t at_encode(const struct at_state *, uint8_t *out);
size_t at_view_encode(const struct at_view *, uint8_t *out);
enum at_err at_decode(const uint8_t *bytes, size_t size, struct at_state *out, struct at_fail *);
enum at_err at_view_decode(const uint8_t *bytes, size_t size, struct at_view *out,
			   struct at_fail *);

/* The same number for equal states on every machine. */
uint64_t at_state_hash(const struct at_state *);

/* Moves as text. at_parse_move() reads a whole text that holds one move. */
void at_print_move(const struct at_state *, at_move, struct at_text *);
enum at_err at_parse_move(const struct at_state *, const char *text, size_t len, at_move *out,
			  struct at_fail *);

/* Options as text: "name=value name ..."; nothing for the defaults. */
void at_print_options(const struct at_game *, uint8_t options, struct at_text *);
enum at_err at_scan_options(const struct at_game *, struct at_scan *, uint8_t *out);

static inline int at_option_value(const struct at_state *s, const struct at_option *o)
{
	return s->options >> o->shift & ((1 << o->bits) - 1);
}

static inline bool at_is_truth(const struct at_state *s)
{
	return s->viewer == AT_TRUTH;
}

/* Whether this is a view in which somebody else decides: moves can only be followed, not made. */
static inline bool at_others_decide(const struct at_state *s)
{
	return !at_is_truth(s) && s->turn >= 0 && s->turn != s->viewer;
}

#endif
