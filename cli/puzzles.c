#define _POSIX_C_SOURCE 200809L

#include "puzzle.h"

#include "command.h"
#include "hash.h"
#include "interrupt.h"
#include "show.h"
#include "tune.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { GAME, COUNT, SEED, NODES, ALIKE, THREADS, SHOW };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [COUNT] = {"--count", ARG_NUMBER, .required = true, .value = "N", .lo = 1, .hi = 100000,
	       .help = "how many puzzles to make"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = 1000000000,
	      .help = "the seed of the first game; each further game has one more (default 1)"},
    [NODES] = {"--nodes", ARG_NUMBER, .value = "N", .lo = 100, .hi = 1000000000,
	       .help = "nodes of the search that confirms an answer (default: those of master)"},
    [ALIKE] = {"--alike", ARG_NUMBER, .value = "P", .lo = 1, .hi = 100,
	       .help = "at most P per cent of the answers may be of one kind, such as play or take "
		       "(default: all)"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games to play at once; the result does not depend on it (default 1)"},
    [SHOW] = {"--show", ARG_FLAG,
	      .help = "also print the answer, the bot's move and what it loses"},
    {NULL},
};

enum {
	A_GAME = 3,       /* puzzles from one game, at most: a year needs variety */
	FOUND_MAX = 32,   /* in one game: some kinds may not be wanted */
	KINDS_MAX = 32,   /* of answers, by the first word of their text */
	FIRST_LOOK = 40,  /* this fraction of the nodes decides whether to look further ... */
	SECOND_LOOK = 4,  /* ... and this fraction whether it seems to be a puzzle */
	LOOKS_MORE = 5,   /* of the second kind */
	VISITS = 200,     /* of the best move; with fewer it is unknown */
	MOVES_LEAST = 3,  /* a puzzle has at least this many moves ... */
	MOVES_MOST = 400, /* ... and at most this many */
};

/* The margin of the best move in win probability: over the bot's move at first, and over every
 * other move in the end. */
static const double first_margin = 0.05, margin = 0.08;

struct found {
	struct at_puzzle puzzle;
	double loss; /* the loss of the bot's move */
	char answer[AT_MOVE_TEXT_MAX], played[AT_MOVE_TEXT_MAX];
};

/* The puzzles of one game, once it was searched. */
struct story {
	bool done;
	int count;
	struct found found[FOUND_MAX];
};

/* The number of puzzles with answers of one kind. */
struct kind {
	char word[16];
	uint32_t count;
};

struct work {
	const struct at_game *game;
	uint32_t seed, want, nodes;
	uint32_t alike;       /* at most this many of one kind */
	pthread_mutex_t lock; /* of all below */
	struct story *stories;
	uint32_t next, room; /* games that somebody has taken, and for which there is room */
	uint32_t known;      /* the first ones, this many, are done ... */
	uint32_t count;      /* ... and gave this many puzzles, */
	struct kind kinds[KINDS_MAX];
};

/* One thread: a bot that plays, and one that searches for better moves. */
struct seeker {
	struct work *work;
	struct at_bot *player, *judge;
	struct at_puzzle_game now;
	struct at_choice choice;
	struct at_view view;
};

static void *must(void *memory)
{
	if (memory)
		return memory;
	bad_input("there is not enough memory");
	exit(EXIT_INPUT);
}

/* Counts one more answer of this kind if more are wanted; or only says whether they are. */
static bool wanted(struct work *w, const char *answer, uint32_t add)
{
	size_t length = strcspn(answer, " ");
	struct kind *kind = w->kinds;

	while (kind->count && (strncmp(kind->word, answer, length) != 0 || kind->word[length]))
		if (++kind == w->kinds + KINDS_MAX)
			return false;
	if (kind->count >= w->alike || length >= sizeof kind->word)
		return false;
	if (add)
		memcpy(kind->word, answer, length);
	kind->count += add;
	return true;
}

/* A search with this many nodes and its own sampled worlds, of all moves and the bot's. */
static void look(struct seeker *k, at_move played, uint32_t nodes, uint64_t seed)
{
	at_bot_budget(k->judge, 0, nodes);
	at_bot_begin(k->judge, at_mix(seed, k->now.state.head.ply));
	at_bot_ask(k->judge, &k->view, &played, 1, &k->choice);
}

static double loss(const struct seeker *k)
{
	int seat = k->view.state.head.turn;

	return k->choice.list[0].win[seat] - k->choice.asked.win[seat];
}

/* Kinds that have enough answers: further answers of these kinds would not count, so they are
 * not searched for. */
static bool is_wanted(struct seeker *k, at_move answer)
{
	char text[AT_MOVE_TEXT_MAX];
	bool good;

	move_text(&k->view.state.head, answer, text);
	pthread_mutex_lock(&k->work->lock);
	good = wanted(k->work, text, 0);
	pthread_mutex_unlock(&k->work->lock);
	return good;
}

/* A short search finds where something was lost; longer ones must confirm it. Between two
 * equally good moves, a search concentrates on one, and the next search on the other, so a
 * single search does not notice. */
static bool is_puzzle(struct seeker *k, at_move played)
{
	const struct at_state *s = &k->view.state.head;
	uint32_t nodes = k->work->nodes;
	at_move answer;

	look(k, played, nodes / FIRST_LOOK, 1);
	if (loss(k) < first_margin)
		return false;
	look(k, played, nodes / SECOND_LOOK, 2);
	answer = k->choice.move;
	if (!at_puzzle_is_clear(s, &k->choice, margin) || !is_wanted(k, answer) ||
	    !at_puzzle_is_unique(&k->view, answer))
		return false;
	for (uint64_t i = 0; i < LOOKS_MORE; i++) {
		look(k, played, nodes / SECOND_LOOK, 4 + i);
		if (k->choice.move != answer)
			return false;
	}
	look(k, played, nodes, 3);
	return k->choice.move == answer && at_puzzle_is_clear(s, &k->choice, margin) &&
	       k->choice.list[0].visits >= VISITS;
}

static void keep(struct seeker *k, uint32_t seed, const at_move *moves, at_move played,
		 struct story *story)
{
	const struct at_state *s = &k->view.state.head;
	struct found *f = &story->found[story->count++];

	f->puzzle = (struct at_puzzle){.seed = seed, .ply = s->ply};
	while (moves[f->puzzle.answer] != k->choice.move)
		f->puzzle.answer++;
	f->loss = loss(k);
	move_text(s, k->choice.move, f->answer);
	move_text(s, played, f->played);
}

/* Goes through the game of this seed. Skips the beginning: there is little to find before
 * everybody has had some turns. */
static void seek(struct seeker *k, uint32_t seed, struct story *story)
{
	enum { TURNS_BEFORE = 6 };
	struct at_state *s = &k->now.state.head;
	at_move moves[AT_MOVES_MAX];
	int turns = 0, last = AT_NOBODY;
	bool had = false; /* at most one puzzle in a turn */

	at_puzzle_begin(&k->now, k->player, seed);
	while (s->turn != AT_OVER && story->count < FOUND_MAX && !interrupt_signal()) {
		at_move m = at_puzzle_next(&k->now);
		int n = s->turn >= 0 ? at_moves(s, moves) : 0;
		if (s->turn >= 0 && s->turn != last) {
			had = false;
			turns++;
			last = s->turn;
		}
		if (n >= MOVES_LEAST && n <= MOVES_MOST && turns > TURNS_BEFORE && !had) {
			at_view(s, s->turn, &k->view);
			had = is_puzzle(k, m);
			if (had)
				keep(k, seed, moves, m, story);
		}
		at_game_of(s)->apply(s, m);
	}
}

/* Takes the next game, if more are needed; NULL if not. */
static struct story *take(struct work *w, uint32_t *game)
{
	struct story *story = must(calloc(1, sizeof *story));

	pthread_mutex_lock(&w->lock);
	*game = w->next;
	if (w->count >= w->want) {
		free(story);
		story = NULL;
	} else if (w->next++ == w->room) {
		w->room = w->room ? 2 * w->room : 64;
		w->stories = must(realloc(w->stories, w->room * sizeof *w->stories));
	}
	if (story)
		w->stories[*game].done = false;
	pthread_mutex_unlock(&w->lock);
	return story;
}

/* Keeps what is wanted of its puzzles. */
static void choose(struct work *w, struct story *story)
{
	int kept = 0;

	for (int i = 0; i < story->count && kept < A_GAME && w->count < w->want; i++)
		if (wanted(w, story->found[i].answer, 1)) {
			story->found[kept++] = story->found[i];
			w->count++;
		}
	story->count = kept;
}

/* Puzzles count in the order of the games, so the result does not depend on the threads. */
static void give(struct work *w, uint32_t game, struct story *story)
{
	pthread_mutex_lock(&w->lock);
	w->stories[game] = *story;
	w->stories[game].done = true;
	for (; w->known < w->next && w->stories[w->known].done; w->known++)
		choose(w, &w->stories[w->known]);
	tune_show("%" PRIu32 " of %" PRIu32 " puzzles, %" PRIu32 " games", w->count, w->want,
		  w->known);
	pthread_mutex_unlock(&w->lock);
	free(story);
}

static void *seek_all(void *context)
{
	struct work *w = context;
	struct at_bot_spec spec = {.kind = AT_BOT_SEARCH, .nodes = w->nodes};
	void *memory = must(malloc(AT_BOT_MEMORY_MIN));
	void *large = must(malloc(AT_BOT_MEMORY));
	struct seeker *k = must(calloc(1, sizeof *k));
	struct story *story;
	uint32_t game;

	k->work = w;
	k->player = at_puzzle_bot(memory, AT_BOT_MEMORY_MIN, w->game);
	k->judge = at_bot_init(large, AT_BOT_MEMORY, w->game, &spec, &tune_host);
	while (!interrupt_signal() && (story = take(w, &game))) {
		seek(k, w->seed + game, story);
		give(w, game, story);
	}
	free(k);
	free(large);
	free(memory);
	return NULL;
}

static void print(const struct work *w, bool show)
{
	for (uint32_t i = 0; i < w->known; i++)
		for (int k = 0; k < w->stories[i].count; k++) {
			const struct found *f = &w->stories[i].found[k];
			printf("%" PRIu32 " %" PRIu32 " %" PRIu32, f->puzzle.seed, f->puzzle.ply,
			       f->puzzle.answer);
			if (show)
				printf("  %s, not %s: %.0f %%", f->answer, f->played,
				       100 * f->loss);
			putchar('\n');
		}
}

static int run(const struct command *command, const struct args *args)
{
	struct work w = {.want = (uint32_t)args->number[COUNT]};
	pthread_t thread[256];
	int threads = args->given[THREADS] ? (int)args->number[THREADS] : 1;
	int started = 0;
	int code = find_game(command, args->text[GAME], &w.game);

	if (code)
		return code;
	w.seed = args->given[SEED] ? (uint32_t)args->number[SEED] : 1;
	w.nodes = args->given[NODES] ? (uint32_t)args->number[NODES]
				     : at_level(w.game, "master")->spec.nodes;
	w.alike =
	    args->given[ALIKE] ? (uint32_t)((w.want * args->number[ALIKE] + 99) / 100) : w.want;
	catch_interrupts();
	pthread_mutex_init(&w.lock, NULL);
	while (started + 1 < threads && !pthread_create(&thread[started], NULL, seek_all, &w))
		started++;
	seek_all(&w);
	for (int i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	pthread_mutex_destroy(&w.lock);
	tune_show_end();
	print(&w, args->given[SHOW]);
	free(w.stories);
	return interrupt_signal() ? 128 + interrupt_signal() : 0;
}

const struct command puzzles_command = {
    .name = "lab puzzles",
    .help =
	"Finds positions in games of bots where one move is clearly the best and was not played.",
    .notes = "Each line has the seed of the game, the ply, and the index of the answer in the list "
	     "of legal moves,\n"
	     "from 0. The page has a year of puzzles for every game (web/puzzles). Two searches "
	     "must find the same\n"
	     "move, and every other move must be at least 8 % of the win behind it.",
    .args = takes,
    .run = run,
};
