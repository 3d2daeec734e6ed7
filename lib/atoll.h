/* libatoll: exact rules of board games, for programs that play them.
 *
 * This header is the manual; docs/library.md is an introduction with examples. C99 and C++
 * compilers accept it. Link with -latoll (`pkg-config --cflags --libs atoll`).
 *
 *     struct at_state *s = malloc(at_state_size(game));
 *     at_state_init(game, 2, 0, s, NULL);
 *     while (at_state_turn(s) != AT_OVER) {
 *             at_move m = at_state_turn(s) == AT_CHANCE
 *                             ? at_state_draw(s, &rng)
 *                             : moves[at_rng_pick(&rng, at_state_moves(s, moves))];
 *             at_state_apply(s, m, NULL);
 *     }
 *
 * A state is one flat block of bytes that the caller owns: at_state_size() bytes, aligned as by
 * malloc. Copy it with memcpy, compare it with memcmp. There is no undo: keep the copy. The
 * contents are private to the library: states are made by the functions below, and bytes from
 * elsewhere go through at_state_decode().
 *
 * A turn is a sequence of small decisions. Chance is a player: a draw is a move with odds, and
 * whoever runs the game makes it. Secrets are removed, not hidden: at_state_view() makes a new
 * state that holds what one seat knows and nothing else, and every function below accepts views
 * as well as the truth.
 *
 * Errors. A function that returns enum at_err returns AT_OK (0) or an error; after an error
 * nothing has changed but the struct at_error, which may be NULL. Pointers must be valid; NULL
 * is accepted only where it is mentioned.
 *
 * Seats count from 0, also in what an error says about a call. In texts (moves, positions, records)
 * they count from 1, as players do, and so they do in what an error says about a text.
 *
 * Threads. The library has no global state: threads may use it on different states at the same
 * time, and read the same state.
 *
 * Versions. The number in the name libatoll.so.N counts incompatible changes: it goes up when a
 * function is removed or changed, or a struct of this header changes its layout. Additions leave
 * it unchanged; at_version() tells what is available. The numbers that a program may have
 * learned to use (action indices, observations) have a version for each game,
 * at_numbers_version(). The games themselves are frozen: every record ever written can be read.
 * docs/library.md has the full policy. */
#ifndef ATOLL_H
#define ATOLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define AT_API __attribute__((visibility("default")))
#else
#define AT_API
#endif

/* "0.2.0", the version of the whole program */
AT_API const char *at_version(void);

/* --- errors --- */

#ifndef AT_FAIL_H /* the engine's own headers define the same; only its source has them */
enum at_err {
	AT_OK,
	AT_BAD_TEXT,  /* it cannot be read: spelling, missing or extra words */
	AT_BAD_VALUE, /* it can be read, but a value is out of range or contradicts another */
	AT_BAD_MOVE,  /* a well-formed move that the rules forbid here */
	AT_BAD_STATE, /* a position that the components or the rules make impossible */
	AT_BAD_BYTES, /* encoded bytes that are too short, too long or of another version */
	AT_TOO_LONG   /* more than the receiver has room for */
};
#endif

struct at_error {
	enum at_err code;
	uint32_t line; /* of a text that was read, from 1; 0 where there are no lines */
	char why[200]; /* one line, with the number of the rule where a rule is broken */
};

/* --- random numbers --- */

/* A generator of random numbers for simulations (xoshiro256**): copy it, save it, it is only
 * numbers. Different seeds and streams give independent sequences. */
#ifndef AT_RNG_H
struct at_rng {
	uint64_t s[4];
};
#endif

AT_API void at_rng_seed(struct at_rng *, uint64_t seed, uint64_t stream);
AT_API uint32_t at_rng_pick(struct at_rng *, uint32_t n); /* uniform in 0..n-1; 0 where n is 0 */

/* --- games --- */

struct at_game; /* a game's rules; constant, never freed */

#ifndef AT_GAME_H
enum {
	AT_SEATS_MAX = 4,      /* no game has more players */
	AT_MOVES_MAX = 2048,   /* no list of moves is longer */
	AT_TEXT_MAX = 16384,   /* room for every position as text */
	AT_MOVE_TEXT_MAX = 64, /* ... and every move as text */
	AT_BYTES_MAX = 1088,   /* ... and every state as bytes */
	AT_LINES_MAX = 8,
	AT_TIES_MAX = 4
};
#endif
#ifndef AT_JSON_H
enum { AT_JSON_MAX = 1 << 18 }; /* room for every position as JSON */
#endif
#ifndef AT_RECORD_H
enum { AT_RECORD_HEAD_MAX = 2048 }; /* room for the head of every record */
#endif
#ifndef AT_DEAL_H
enum { AT_SEED_SIZE = 32 }; /* bytes of a seed of real draws */
#endif

/* The games, by number (NULL beyond the last) and by name (NULL: unknown). "template" is Pearls,
 * a very small game for tests that is not listed. */
AT_API int at_game_count(void);
AT_API const struct at_game *at_game_number(int number);
AT_API const struct at_game *at_game_find(const char *name);

AT_API const char *at_game_name(const struct at_game *);  /* "my-shelfie" */
AT_API const char *at_game_title(const struct at_game *); /* "My Shelfie" */
AT_API int at_game_seats_min(const struct at_game *);
AT_API int at_game_seats_max(const struct at_game *);
AT_API int at_game_moves_max(const struct at_game *);      /* its longest list of moves */
AT_API uint32_t at_game_plies_max(const struct at_game *); /* its longest game, with draws */

/* The options of a game: their names, a description, and their values; the first value is the
 * default. NULL beyond the last. */
AT_API const char *at_option_name(const struct at_game *, int option);
AT_API const char *at_option_help(const struct at_game *, int option);
AT_API const char *at_option_choice(const struct at_game *, int option, int value);

/* Options as text, such as "squares=any first-game", to the number for at_state_init(), and
 * back. */
AT_API enum at_err at_options_parse(const struct at_game *, const char *text, uint8_t *out,
				    struct at_error *);
AT_API size_t at_options_print(const struct at_game *, uint8_t options, char *out, size_t room);

/* --- states --- */

struct at_state;
typedef uint32_t at_move; /* a decision or a draw, packed by the game; 0 is never legal */

#ifndef AT_GAME_H
enum { AT_CHANCE = -1, AT_OVER = -2 };  /* at_state_turn() where no seat is to move */
enum { AT_PUBLIC = -1, AT_TRUTH = -2 }; /* at_state_viewer() where the viewer is no seat */
enum { AT_NOBODY = -1 };
#endif

AT_API size_t at_state_size(const struct at_game *); /* bytes of a state of this game ... */
AT_API size_t at_state_size_max(void);               /* ... and of any game's */

/* A new game; options 0 are the defaults. Most games begin with draws. */
AT_API enum at_err at_state_init(const struct at_game *, int seats, uint8_t options,
				 struct at_state *out, struct at_error *);

AT_API const struct at_game *at_state_game(const struct at_state *);
AT_API int at_state_seats(const struct at_state *);
AT_API uint8_t at_state_options(const struct at_state *);
AT_API int at_state_turn(const struct at_state *);     /* a seat from 0, AT_CHANCE or AT_OVER */
AT_API int at_state_viewer(const struct at_state *);   /* a seat, AT_PUBLIC or AT_TRUTH */
AT_API int at_state_first(const struct at_state *);    /* the first player, or AT_NOBODY yet */
AT_API uint32_t at_state_ply(const struct at_state *); /* moves made so far, draws included */
AT_API uint64_t at_state_fingerprint(const struct at_state *); /* the same on every machine */

/* The legal moves in ascending order; out has room for at_game_moves_max(). At AT_CHANCE the
 * possible draws. None at AT_OVER, or in a view while somebody else decides. Returns their
 * number. */
AT_API int at_state_moves(const struct at_state *, at_move *out);

/* At AT_CHANCE: the odds of what at_state_moves() lists, in the same order; divide them by their
 * sum. Returns their number; 0 if nothing is drawn. */
AT_API int at_state_odds(const struct at_state *, uint32_t *out);

/* The next draw, chosen by a generator or by the 32 bytes of a real game's seed (then it depends
 * on the seed and the ply, and anybody with the seed can verify it). It is not made yet: pass it
 * to at_state_apply(). 0 if nothing is drawn, and in views. */
AT_API at_move at_state_draw(const struct at_state *, struct at_rng *);
AT_API at_move at_state_deal(const struct at_state *, const uint8_t seed[AT_SEED_SIZE]);

/* Makes a move or a draw. An illegal move is refused with the rule that forbids it. In a view:
 * the viewer's own decisions, as far as the view knows their consequences. */
AT_API enum at_err at_state_apply(struct at_state *, at_move, struct at_error *);

/* --- views and guesses --- */

/* What a seat knows, or AT_PUBLIC: what everybody knows. s is the truth, or already that view. */
AT_API enum at_err at_state_view(const struct at_state *s, int viewer, struct at_state *out,
				 struct at_error *);

/* The move as a viewer sees it; call this before the move is made in the truth s. 0 if it is not
 * legal. */
AT_API at_move at_state_seen(const struct at_state *s, at_move, int viewer);

/* Updates a view with what its viewer saw. For every viewer v and move m,
 *     view(apply(s, m), v) == follow(view(s, v), seen(s, m, v)),
 * so the stream of seen moves is all that the viewer ever learns. */
AT_API enum at_err at_state_follow(struct at_state *view, at_move seen, struct at_error *);

/* A random truth that is consistent with the view (a determinization): what bots think in.
 *
 * AT_GUESS_DEALT: every way in which the unknown cards and tiles may have been dealt is equally
 * likely, whatever the players did since; at_state_guess() is this one. AT_GUESS_PLAYED: weighted
 * by what the players' moves say about their secrets, as the bots weigh it; every consistent truth
 * stays possible. Where the bots of a game listen to nothing, both are the same. */
enum at_guess_kind { AT_GUESS_DEALT, AT_GUESS_PLAYED };
AT_API enum at_err at_state_guess(const struct at_state *view, struct at_rng *,
				  struct at_state *out, struct at_error *);
AT_API enum at_err at_state_guess_as(const struct at_state *view, enum at_guess_kind,
				     struct at_rng *, struct at_state *out, struct at_error *);

/* --- scores --- */

/* The score of a seat, part by part; during the game, what it would be now, as far as the state
 * knows. hidden: an option of the game keeps it from this viewer, and nothing else is filled in. */
#ifndef AT_GAME_H
struct at_line {
	const char *label;
	int32_t points;
};
struct at_score {
	int32_t total; /* the sum of the lines */
	int32_t line_count, tie_count;
	bool hidden;
	struct at_line lines[AT_LINES_MAX];
	struct at_line ties[AT_TIES_MAX]; /* compared in order, higher wins */
};
#endif

AT_API enum at_err at_state_score(const struct at_state *, int seat, struct at_score *out,
				  struct at_error *);

/* The ranks of all seats, from 1; equal seats share one. All 0 if a score is hidden. */
AT_API void at_state_places(const struct at_state *, int *out);

/* The return of every seat at the end: with w its part of the victory (1, a share if several are
 * first, or 0) and n seats, (n w - 1) / (n - 1). With two players the winner has 1 and the loser
 * -1. The returns sum to 0. All 0 while the game goes on. */
AT_API void at_state_returns(const struct at_state *, double *out);

/* --- text, bytes, JSON --- */

/* These print a string into out and return its length, or 0 if `room` is too small (the
 * constants above are enough). docs/formats describes the output. */
AT_API size_t at_state_print(const struct at_state *, char *out, size_t room);
AT_API size_t at_state_json(const struct at_state *, char *out, size_t room);

/* A move that is legal here, or that the viewer of this view can have seen; 0 for any other. */
AT_API size_t at_move_print(const struct at_state *, at_move, char *out, size_t room);

/* Reads a move in this state; it may still be illegal. */
AT_API enum at_err at_move_parse(const struct at_state *, const char *text, at_move *out,
				 struct at_error *);

/* Reads a position of any game into `room` bytes. */
AT_API enum at_err at_state_parse(const char *text, struct at_state *out, size_t room,
				  struct at_error *);

/* A state as bytes with the same meaning on every machine, at most AT_BYTES_MAX; decoding checks
 * every invariant of the game. at_state_encode() returns the number of bytes. */
AT_API size_t at_state_encode(const struct at_state *, uint8_t *out);
AT_API enum at_err at_state_decode(const uint8_t *bytes, size_t size, struct at_state *out,
				   size_t room, struct at_error *);

/* --- actions and observations: games as numbers --- */

/* Every decision has an index below at_actions(), which is at most 2,048. A decision has the
 * same index throughout the game, in the truth and in the view of the seat that decides. Things
 * of which a player has several (shrimps, cards in hand) are numbered by slot in a fixed order.
 * Draws have no index.
 *
 * An observation is a view as bytes, at_observation_size() of them: consecutive planes, relative
 * to the viewer (seat 0 of a plane is the viewer, then clockwise).
 *
 * Both are described part by part. Part p of the actions begins with index p->first and is an
 * array of p->shape, row by row (unused dimensions are 0). The same holds for the bytes of a
 * plane of the observation, whose values are 0 .. p->most. docs/numbers.md has the tables. */
#ifndef AT_NUMBERS_H
struct at_part {
	const char *name, *help;
	uint32_t first;
	uint16_t shape[4];
	uint8_t most;
};
#endif

/* 0: this game has only the default numbering, which may change at any time: an action is an
 * index in the list of moves, an observation the fields of the state. Otherwise a number that
 * goes up when an index or a plane of the game changes its meaning. */
AT_API int at_numbers_version(const struct at_game *);

AT_API uint32_t at_actions(const struct at_game *);
AT_API size_t at_observation_size(const struct at_game *);

/* Their parts, from 0; false beyond the last. */
AT_API bool at_action_part(const struct at_game *, int part, struct at_part *out);
AT_API bool at_observation_part(const struct at_game *, int part, struct at_part *out);

/* 1 for every legal action, 0 for all others; out has room for at_actions(). All are 0 if nobody
 * decides, and in a view while somebody else does. */
AT_API void at_action_mask(const struct at_state *, uint8_t *out);

/* The index of a legal decision, and the decision of an index; either is refused if it is not
 * legal here. */
AT_API enum at_err at_action_index(const struct at_state *, at_move, uint32_t *out,
				   struct at_error *);
AT_API enum at_err at_action_move(const struct at_state *, uint32_t action, at_move *out,
				  struct at_error *);

/* at_action_move() and at_state_apply(). The caller makes the draws that follow. */
AT_API enum at_err at_state_act(struct at_state *, uint32_t action, struct at_error *);

/* The observation of a seat; s is the truth or this seat's view. */
AT_API enum at_err at_observe(const struct at_state *s, int seat, uint8_t *out, struct at_error *);

/* --- information sets --- */

/* What a seat (or AT_PUBLIC) knows with perfect recall: how the game was set up, and all moves and
 * draws as it saw them, from the first (at_state_seen(), at_sitting_seen()). */
struct at_history {
	const struct at_game *game;
	int seats;
	uint8_t options;
	int viewer;
	const at_move *seen;
	uint32_t count;
};

/* As text: the set-up in one line, then a line a move. Histories that the viewer cannot tell apart
 * give the same text, all others different ones. AT_MOVE_TEXT_MAX for each move and four more are
 * enough room. */
AT_API enum at_err at_information_print(const struct at_history *, char *out, size_t room,
					struct at_error *);

/* As numbers: a row for each move, AT_INFORMATION_ROW bytes, zeros beyond the last;
 * at_information_size() bytes in all, for the longest game. A row is who moved (1: the viewer, or
 * seat 0 for AT_PUBLIC, then clockwise; 255: chance) and the four bytes of the move as seen, the
 * highest first. */
enum { AT_INFORMATION_ROW = 5 };
AT_API size_t at_information_size(const struct at_game *);
AT_API enum at_err at_information_tensor(const struct at_history *, uint8_t *out,
					 struct at_error *);

/* --- GPUs --- */

/* NVIDIA's GPUs. Only the driver (libcuda) is needed, and only at run time. Memory from here can
 * be used by other users of CUDA in this program, and the other way round. docs/gpu.md says what
 * a GPU is good for here. */
struct at_gpu;

/* GPU number 0, 1, ...; NULL: see the error. Free its batches and memory before closing it. */
AT_API struct at_gpu *at_gpu_open(int number, struct at_error *);
AT_API void at_gpu_close(struct at_gpu *); /* or NULL */
AT_API const char *at_gpu_name(const struct at_gpu *);

/* Memory on the GPU, all zeros; NULL: see the error. The processor may only access it through
 * at_gpu_copy(), which accepts both kinds of memory on either side. */
AT_API void *at_gpu_memory(struct at_gpu *, size_t size, struct at_error *);
AT_API void at_gpu_release(struct at_gpu *, void *); /* or NULL */
AT_API enum at_err at_gpu_copy(struct at_gpu *, void *to, const void *from, size_t size,
			       struct at_error *);

/* --- batches --- */

/* Many games at once, in memory that the caller owns, for training. Environment number e (first,
 * first + 1, ...) plays one game after the other; all draws of its k-th game follow from the
 * seed, e and k. So the results depend on the seed and the actions, not on the number of
 * environments in a batch or on the threads. Fields that are NULL are not written. */
struct at_batch_spec {
	size_t size; /* sizeof(struct at_batch_spec): lets this struct grow in later versions */
	const struct at_game *game;
	uint32_t n; /* environments */
	uint8_t seats, options;
	uint16_t threads; /* 0 and 1: only the caller's */
	uint32_t limit;   /* decisions of a game after which it is cut off; 0: none */
	uint64_t seed;
	uint64_t first; /* number of the first environment, below 2^32 - n */

	void *states;          /* n * at_batch_state_size() bytes, aligned for a uint64_t */
	uint8_t *masks;        /* n * at_actions(): for the seat to move */
	uint8_t *observations; /* n * at_observation_size(): for the seat to move */
	int8_t *turns;         /* n: the seat that is to move */

	/* The results of the last step. A game that has ended is restarted in the same step:
	 * masks, observations and turns are already those of the next game. */
	float *rewards;  /* n * seats: at_state_returns() where the game ended, else 0 */
	uint8_t *done;   /* n: 0, AT_DONE or AT_CUT_OFF */
	int32_t *points; /* n * seats: the scores where the game ended or was cut off, else 0 */

	/* Not NULL: the games are played on this GPU, and all arrays, including the actions, are
	 * in its memory. The results are the same, bit for bit; threads is ignored. */
	struct at_gpu *gpu;

	/* How a game that ended in the last step stood at its end, before the next one began: a
	 * learner needs this where done is AT_CUT_OFF. last_turns is the seat that would have
	 * moved next (AT_CUT_OFF) or that moved last (AT_DONE), and AT_NOBODY where no game
	 * ended; the row of last_observations is what that seat observes, and is only written
	 * where a game ended. */
	uint8_t *last_observations; /* n * at_observation_size() */
	int8_t *last_turns;         /* n */
};

#ifndef AT_STEP_H
enum { AT_DONE = 1, AT_CUT_OFF = 2 };
#endif

struct at_batch;

/* Bytes of an environment in spec.states: its game and its generator. They are plain data: to
 * continue from a copy, write it back and call at_batch_refresh(). */
AT_API size_t at_batch_state_size(const struct at_game *);

/* Begins all games. The arrays stay the caller's and must outlive the batch. NULL: see the
 * error.
 *
 * One thread at a time may use a batch. After fork() the child may go on with its copy, without
 * threads of its own and with the same results; a batch on a GPU it can only free. */
AT_API struct at_batch *at_batch_new(const struct at_batch_spec *, struct at_error *);
AT_API void at_batch_free(struct at_batch *); /* or NULL */

/* Restarts all environments with this seed. */
AT_API void at_batch_reset(struct at_batch *, uint64_t seed);

/* Makes one decision in every game and the draws that follow, up to the next decision. If any
 * action is illegal, no game moves, and the error names the environment and the rule. */
AT_API enum at_err at_batch_step(struct at_batch *, const int32_t *actions, struct at_error *);

/* The same with 64-bit actions, as learning frameworks use them. */
AT_API enum at_err at_batch_step_wide(struct at_batch *, const int64_t *actions, struct at_error *);

/* Legal actions, uniformly at random: a function of the seed, the environment and what it has
 * played so far. Asking twice without a step in between gives the same actions. */
AT_API void at_batch_random(struct at_batch *, int32_t *actions);

/* From the next call on, writes masks, observations, turns, rewards, done, points,
 * last_observations and last_turns into these arrays; the rest of the spec but its size is
 * ignored. So a program may use two sets in turn and keep the last step without a copy. Not on
 * a GPU. */
AT_API enum at_err at_batch_arrays(struct at_batch *, const struct at_batch_spec *,
				   struct at_error *);

/* Writes masks, observations and turns again after the caller has written spec.states. The
 * states are checked: after an error the batch can only be reset or freed. */
AT_API enum at_err at_batch_refresh(struct at_batch *, struct at_error *);

/* The truth of a game, to look at or to copy; NULL if there is no such environment (from 0). It
 * changes with the next step; for a batch on a GPU it is a copy, valid until the next call.
 * at_batch_episode() is the number of games that the environment began before this one. */
AT_API const struct at_state *at_batch_state(const struct at_batch *, uint32_t environment);
AT_API uint32_t at_batch_episode(const struct at_batch *, uint32_t environment);

/* --- bots --- */

struct at_player;

/* A bot by its name: a level ("easy", "normal", "hard", "master") or a kind with options
 * ("search:nodes=5000", "greedy:noise=3", "master:threads=4"). With a limit of nodes its moves
 * depend only on its seed and what it was shown. NULL: see the error. */
AT_API struct at_player *at_player_new(const struct at_game *, const char *name, uint64_t seed,
				       struct at_error *);
AT_API void at_player_free(struct at_player *); /* or NULL */

AT_API void at_player_begin(struct at_player *, uint64_t seed); /* a new game */

/* Tells the bot a move, as at_state_seen() gives it for the bot's seat. Optional: a bot that is
 * told every move can reuse its earlier search. */
AT_API void at_player_saw(struct at_player *, at_move seen);

/* Chooses a move for the viewer of the view. A truth is first made a view of the seat to move: a
 * bot never sees more. */
AT_API enum at_err at_player_choose(struct at_player *, const struct at_state *, at_move *out,
				    struct at_error *);

/* How long at_player_think() thinks, and where it is told to stop. All 0: as the bot's name says.
 */
struct at_think_spec {
	size_t size;                 /* sizeof(struct at_think_spec) */
	uint32_t ms, nodes;          /* instead of the bot's own limits; both 0: those */
	bool (*stop)(void *context); /* asked now and then, on the caller's thread: whether to stop;
				      * may be NULL */
	void *context;               /* for stop */
};

/* What a bot thinks of a turn: all that the mover decides until somebody else is to move. In some
 * games that is one move. */
struct at_thought_turn {
	at_move move; /* the first */
	uint32_t visits;
	double prior;             /* the part of attention that it had before any search: all turns
				   * share 1; 0: this bot has no priors */
	double win[AT_SEATS_MAX]; /* each seat's win probability; they sum to 1 */
	double points[AT_SEATS_MAX]; /* each seat's final points, as expected */
	double error;                /* standard error of the mover's win; 0: not measured */
	bool proved;                 /* it certainly wins: its win probability is no estimate */

	/* The line: first the moves of the whole turn, then what the bot expects of everybody,
	 * without the draws between, each with its seat. The first move is `move`. */
	int turn, length;
	const at_move *line;
	const int8_t *seats;
};

struct at_thought {
	at_move move;   /* what the bot would play */
	int seat;       /* who is to move */
	uint64_t nodes; /* spent on it */
	double seconds;
	bool stopped; /* by stop() */
	int count;    /* of the turns that it considered, the most visited first */
	const struct at_thought_turn *const *turns;
};

/* What a bot thinks in a position, for the seat to move; a truth is first made a view of it. It
 * thinks from scratch and uses its whole limit, also where at_player_choose() would go on from
 * what it knows. The answer is the bot's and valid until the next call with it; NULL: see the
 * error. spec may be NULL. */
AT_API const struct at_thought *at_player_think(struct at_player *, const struct at_state *,
						const struct at_think_spec *, struct at_error *);

/* The evaluation alone, without any search: the net, or the weights of a game that has none. For n
 * states of one game with as many seats, the i-th at states + i * stride, it writes for every seat
 * the win probability and the expected final points; each array has n rows of as many
 * numbers as seats, and either may be NULL. A truth is evaluated as it is, a view as the mean of
 * `worlds` guesses (AT_GUESS_PLAYED) that depend on the seed and i. */
AT_API enum at_err at_evaluate(const struct at_state *states, size_t stride, uint32_t n,
			       uint32_t worlds, uint64_t seed, double *win, double *points,
			       struct at_error *);

/* --- many positions at once --- */

/* Where at_successors() writes; arrays that are NULL are not written. A state takes
 * at_state_size() bytes, an observation at_observation_size(). */
struct at_successors {
	uint32_t *from;        /* the number of the state that it follows */
	at_move *moves;        /* the decision or draw that leads there */
	void *states;          /* the state afterwards, aligned for a uint64_t */
	uint8_t *observations; /* what the seat that moved observes then; after a draw seat 0 */
};

/* All states that follow n truths of one game with as many seats (the i-th at states + i * stride)
 * by one decision or draw, in the order of at_state_moves(). Writes at most `room` of them; *count
 * is how many there are. */
AT_API enum at_err at_successors(const struct at_state *states, size_t stride, uint32_t n,
				 const struct at_successors *, uint32_t room, uint32_t *count,
				 struct at_error *);

/* Plays n such states, truths or views, to their ends, `times` each: with this bot on all seats, or
 * with NULL at random. A view is played in another guessed world each time (AT_GUESS_DEALT).
 * Writes the means of at_state_returns() and of the points, n rows of as many numbers as seats;
 * either may be NULL. The results of random play depend on the seed and i alone. */
AT_API enum at_err at_play_out(const struct at_state *states, size_t stride, uint32_t n,
			       uint32_t times, struct at_player *, uint64_t seed, double *returns,
			       double *points, struct at_error *);

/* --- records --- */

/* A whole game as text: a head, then one move a line, draws included. This prints the head with
 * its "moves:" line; add the text of every move and a line end. seed (32 bytes) may be NULL: it
 * is published and proves the draws of at_state_deal(). */
AT_API size_t at_record_print_head(const struct at_game *, int seats, uint8_t options,
				   const uint8_t *seed, char *out, size_t room);

struct at_replay;

/* Reads a record, checking every move and, where it has a seed, every draw. The text is copied. */
AT_API struct at_replay *at_replay_new(const char *text, struct at_error *);
AT_API void at_replay_free(struct at_replay *); /* or NULL */

/* The current position of the replay. */
AT_API const struct at_state *at_replay_state(const struct at_replay *);

/* Makes the next move and returns it; AT_OK with *out 0 at the end of the record. */
AT_API enum at_err at_replay_next(struct at_replay *, at_move *out, struct at_error *);

/* --- tables --- */

/* A game in progress, with its log: it makes the draws from a secret seed, accepts moves only
 * from the seat whose turn it is, takes moves back, and knows what everybody has seen. The rules
 * are those of online tables. */
struct at_sitting;

/* The seed is copied; a real game needs one that nobody can guess. The first draws are made. */
AT_API struct at_sitting *at_sitting_new(const struct at_game *, int seats, uint8_t options,
					 const uint8_t seed[AT_SEED_SIZE], struct at_error *);
AT_API void at_sitting_free(struct at_sitting *); /* or NULL */

/* The current truth: for whoever runs the table. Players get views of it. */
AT_API const struct at_state *at_sitting_state(const struct at_sitting *);

/* A seat's decision, and the draws that follow it. */
AT_API enum at_err at_sitting_move(struct at_sitting *, int seat, at_move, struct at_error *);

/* Goes back to before this seat's last decision; the caller has asked the others. Draws that are
 * made again are the same: they depend on the seed and the ply. */
AT_API enum at_err at_sitting_take_back(struct at_sitting *, int seat, struct at_error *);

/* All moves and draws that stand, as this viewer (or AT_PUBLIC) saw them: with the start of the
 * game, all that it knows, for at_state_follow(). Writes at most `room` and returns their
 * number. */
AT_API uint32_t at_sitting_seen(const struct at_sitting *, int viewer, at_move *out, uint32_t room);

/* The record so far, with the seed; 0 if there is not enough room. */
AT_API size_t at_sitting_record(const struct at_sitting *, char *out, size_t room);

#ifdef __cplusplus
}
#endif

#endif
