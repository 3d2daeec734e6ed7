/* The page's table through the door: one a module, with the screen that people share. */
#include "laid.h"

#include "assert.h"
#include "event_log.h"
#include "json.h"
#include "judged.h"
#include "play.h"
#include "record.h"
#include "seen.h"
#include "view.h"

#include <string.h>

enum { EVENTS_MAX = 1 << 15 }; /* more moves than any game that people play */

static struct at_table table;
static struct at_event_log history;
static struct at_screen screen;
static struct at_step step;
static struct at_fail fail;

/* The draws of a deal that is the same for everybody (a deck). If there is one, the table gets
 * its draws like those of a record: one for each draw, whoever makes it and when, as in the
 * arena's sets. */
static struct {
	bool is;
	uint64_t seed;
} deck;

/* What the page has been told: for which viewer, and how many of the moves that stand. */
static struct {
	int viewer;
	uint32_t count, backs;
	struct at_walk walk;
} told;

const struct at_table *laid_table(void)
{
	return &table;
}

const struct at_events *laid_log(void)
{
	return &history.log;
}

/* --- opening --- */

static int refused(enum at_err err)
{
	fail.err = err; /* for failures that happen before it is filled in */
	return door_refused(&fail);
}

static void *room_for_events(void *old, size_t size)
{
	static struct at_event events[EVENTS_MAX];

	(void)old;
	return size <= sizeof events ? events : NULL;
}

static enum at_err send(struct at_command c)
{
	enum at_err err = at_event_log_do(&history, &table, &c, &step, &fail);

	if (!err)
		at_screen_follow(&screen, &table);
	return err;
}

/* Removes drawn cards from the deck; they must be the next ones. */
static enum at_err take_gone(const struct at_game *game, struct at_rng *cards)
{
	const struct at_event *e;

	if (at_walk_begin(&told.walk, &table, &history.log, UINT32_MAX, &fail))
		return AT_BAD_VALUE;
	for (; (e = at_walk_move(&told.walk, &history.log)); at_walk_step(&told.walk, e, NULL))
		if (e->kind == AT_DREW && e->what != at_draw(game, &told.walk.state.head, cards))
			return at_fail(&fail, AT_BAD_MOVE, "the deal gives another draw");
	return AT_OK;
}

static enum at_err draw_from_deck(void)
{
	const struct at_game *game = at_table_game(&table);
	struct at_rng cards;
	enum at_err err;

	at_rng_init(&cards, deck.seed, 0);
	err = take_gone(game, &cards);
	while (!err && table.phase == AT_PLAYING && at_table_now(&table)->turn == AT_CHANCE) {
		struct at_command c = {.kind = AT_DRAW, .person = AT_HOST, .count = 1};
		c.moves[0] = at_draw(game, at_table_now(&table), &cards);
		err = send(c);
	}
	return err;
}

static enum at_err command(struct at_command c)
{
	enum at_err err = send(c);

	return err || !deck.is || table.phase < AT_PLAYING || table.held ? err : draw_from_deck();
}

/* A table with this set-up and these seats, held right after its start. */
static enum at_err lay(const struct at_game *game, const struct at_setup *setup,
		       const struct door_letter *letter, const struct at_record *record)
{
	struct at_command start = {.kind = AT_START, .held = 1};
	struct at_opening opening;
	enum at_err err = at_opening_init(&opening, game, setup, letter->bot_seed, &fail);

	if (err)
		return err;
	opening.lesson = letter->lesson;
	if (record && record->has_seed && record->has_commitment)
		memcpy(opening.commitment, record->commitment, sizeof opening.commitment);
	at_table_init(&table, &opening, AT_TRUTH);
	history.log.count = 0;
	history.resize = room_for_events;
	deck.is = letter->deck;
	memcpy(&deck.seed, letter->seed, sizeof deck.seed);
	told.viewer = AT_TRUTH;
	for (int i = 0; i < setup->seats && !err; i++) {
		struct at_command sit = {.kind = AT_SIT, .seat = (int8_t)i};
		if (letter->seats[i])
			sit.kind = AT_SIT_BOT;
		sit.person = letter->seats[i] ? AT_HOST : (uint32_t)i + 1;
		sit.level = (uint8_t)i;
		err = command(sit);
	}
	start.draws = deck.is                       ? AT_DRAWS_FORCED
		      : record && !record->has_seed ? AT_DRAWS_UNTOLD
						    : AT_DRAWS_SEED;
	start.ply = record && record->has_seed ? record->given : 0;
	memcpy(start.seed, record && record->has_seed ? record->seed : letter->seed,
	       sizeof start.seed);
	return err ? err : command(start);
}

static enum at_err go_on(void)
{
	enum at_err err = command((struct at_command){.kind = AT_RESUME});

	at_screen_init(&screen, &table);
	return err;
}

int door_table_new(int game, int seats, int options, int first)
{
	struct at_setup setup = {
	    .seats = (uint8_t)seats, .options = (uint8_t)options, .first = (uint8_t)first};
	const struct at_game *g = at_game_with_id(game);
	struct door_letter letter;
	enum at_err err;

	memcpy(&letter, door_io, sizeof letter);
	err = g ? lay(g, &setup, &letter, NULL)
		: at_fail(&fail, AT_BAD_VALUE, "there is no such game");
	if (!err)
		err = go_on();
	return err ? refused(err) : 0;
}

/* The moves of a record, in order; the record checks them. */
static enum at_err give(const struct at_record *record, struct at_scan *scan, struct at_state *s)
{
	enum at_err err = AT_OK;
	at_move m;

	while (!err && !at_record_next(record, scan, s, &m) && m)
		err = at_event_log_give(&history, &table, m, &step, &fail);
	return scan->err ? scan->err : err;
}

int door_table_record(int length)
{
	static char text[DOOR_BUFFER];
	size_t size = (size_t)length - sizeof(struct door_letter);
	struct door_letter letter;
	struct at_record record;
	struct at_scan scan;
	union at_any start;
	enum at_err err;

	memcpy(&letter, door_io, sizeof letter);
	memcpy(text, door_io + sizeof letter, size);
	memset(&start, 0, sizeof start);
	memset(&fail, 0, sizeof fail);
	at_scan_init(&scan, text, size, &fail);
	err = at_record_open(&record, &scan, &start.head);
	if (!err)
		err = lay(record.game, &record.setup, &letter, &record);
	if (!err)
		err = give(&record, &scan, &start.head);
	if (!err)
		err = go_on();
	return err ? refused(err) : 0;
}

int door_record_players(int length)
{
	struct at_record record;
	struct at_scan scan;
	union at_any start;

	memset(&fail, 0, sizeof fail);
	at_scan_init(&scan, (const char *)door_io, (size_t)length, &fail);
	if (at_record_open(&record, &scan, &start.head))
		return door_refused(&fail);
	return record.setup.seats;
}

int door_table_print(void)
{
	struct at_text t;

	door_text(&t);
	if (at_table_print_record(&table, &history.log, UINT32_MAX, &t, &fail))
		return door_refused(&fail);
	return door_said(&t);
}

/* --- what the page sees --- */

/* The seat at the screen that is to move, or AT_NOBODY. */
static int decider(void)
{
	int seat = at_table_mover(&table);

	return seat >= 0 && seat == at_screen_eyes(&screen) && !at_table_bot_moves(&table)
		   ? seat
		   : AT_NOBODY;
}

/* Has only this seat decided since this ply? */
static bool decided_alone(uint32_t ply, int seat)
{
	const struct at_event *e;

	if (at_walk_begin(&told.walk, &table, &history.log, UINT32_MAX, NULL))
		return false;
	for (; (e = at_walk_move(&told.walk, &history.log)); told.walk.next++)
		if (e->ply >= ply && (e->kind != AT_DECIDED || e->seat != seat))
			return false;
	return true;
}

/* The last decision that may be taken back here. It is the viewer's own, or any if one person
 * plays alone with bots; others at this screen would have to agree. In a fixed deal nothing is
 * taken back beyond a draw or another seat's decision: nobody may look into the deck that way. */
static uint32_t back_to(int *seat)
{
	uint8_t needs = 0;
	uint32_t ply;

	*seat = at_screen_eyes(&screen);
	if (*seat < 0)
		return UINT32_MAX;
	ply = at_table_back_to(&table, &history.log, *seat, screen.persons, &needs);
	if (deck.is && ply != UINT32_MAX && !decided_alone(ply, *seat))
		return UINT32_MAX;
	return needs || (screen.persons & (screen.persons - 1) && at_table_mover(&table) != *seat)
		   ? UINT32_MAX
		   : ply;
}

static void put_totals(struct at_text *t)
{
	struct at_score score;

	at_json_open(t, "totals", '[');
	for (int i = 0; i < table.opening.seats && table.phase == AT_FINISHED; i++) {
		at_score(at_table_now(&table), i, &score);
		at_json_next(t);
		at_put(t, "%d", score.total);
	}
	at_putc(t, ']');
}

static uint64_t count_decisions(void)
{
	const struct at_event *e;
	uint64_t n = 0;

	if (at_walk_begin(&told.walk, &table, &history.log, UINT32_MAX, NULL))
		return 0;
	for (; (e = at_walk_move(&told.walk, &history.log)); told.walk.next++)
		n += e->kind == AT_DECIDED;
	return n;
}

int door_table_now(void)
{
	const struct at_state *s = at_table_now(&table);
	struct at_view view;
	struct at_text t;
	int seat;

	door_text(&t);
	at_json_open(&t, NULL, '{');
	at_json_count(&t, "viewer", (uint64_t)(at_screen_eyes(&screen) + 1));
	at_json_name(&t, "turn");
	at_put(&t, "%d", s->turn >= 0 ? s->turn + 1 : s->turn == AT_CHANCE ? 0 : -1);
	at_json_flag(&t, "mine", decider() >= 0);
	at_json_seat(&t, "cover", screen.cover);
	at_json_flag(&t, "canUndo", back_to(&seat) != UINT32_MAX);
	at_json_name(&t, "legal");
	if (decider() >= 0) {
		at_view(s, decider(), &view);
		at_json_moves(&t, &view.state.head);
	} else {
		at_puts(&t, "[]");
	}
	at_json_count(&t, "moves", s->ply - table.opening.start.head.ply);
	at_json_count(&t, "decisions", count_decisions());
	put_totals(&t);
	at_putc(&t, '}');
	return door_said(&t);
}

/* Goes to the state after this many moves from the start. */
static bool walk_to(uint32_t count)
{
	const struct at_event *e;

	if (at_walk_begin(&told.walk, &table, &history.log, UINT32_MAX, NULL))
		return false;
	for (; count > 0 && (e = at_walk_move(&told.walk, &history.log)); count--)
		at_walk_step(&told.walk, e, NULL);
	return true;
}

static void put_view(struct at_text *t)
{
	struct at_view view;

	at_view(&told.walk.state.head, told.viewer, &view);
	view_print(&view.state.head, false, t);
}

int door_tell_begin(int all)
{
	if (all || told.viewer != at_screen_eyes(&screen) || told.backs != table.backs)
		told.count = 0;
	told.viewer = at_screen_eyes(&screen);
	told.backs = table.backs;
	return walk_to(told.count) ? (int)told.count : -AT_BAD_VALUE;
}

int door_tell_view(void)
{
	struct at_text t;

	door_text(&t);
	put_view(&t);
	return door_said(&t);
}

int door_tell_seat(void)
{
	const struct at_event *e = at_walk_move(&told.walk, &history.log);

	return !e ? -1 : e->kind == AT_DECIDED ? e->seat + 1 : 0;
}

int door_tell_move(void)
{
	const struct at_event *e = at_walk_move(&told.walk, &history.log);
	struct at_view view;
	struct at_text t;

	at_assert(e);
	at_view(&told.walk.state.head, told.viewer, &view);
	door_text(&t);
	at_print_move(&view.state.head, at_view_move(&told.walk.state.head, e->what, told.viewer),
		      &t);
	at_walk_step(&told.walk, e, NULL);
	told.count++;
	return door_said(&t);
}

/* --- what people do --- */

/* Reads moves, one a line, and tries them for the viewer one after the other; *view is what the
 * viewer then knows. */
static enum at_err read_moves(int length, struct at_view *view, struct at_command *c)
{
	const char *text = (const char *)door_io;
	size_t size = (size_t)length;

	at_view(at_table_now(&table), at_screen_eyes(&screen), view);
	c->count = 0;
	for (size_t begin = 0, end; begin < size; begin = end + 1) {
		enum at_err err;
		for (end = begin; end < size && text[end] != '\n'; end++)
			;
		if (c->count == AT_TURN_MAX)
			return at_fail(&fail, AT_TOO_LONG, "too many decisions at once");
		err = at_parse_move(&view->state.head, text + begin, end - begin,
				    &c->moves[c->count], &fail);
		if (!err)
			err = at_apply(&view->state.head, c->moves[c->count++], &fail);
		if (err)
			return err;
	}
	return AT_OK;
}

int door_table_act(int length)
{
	int seat = decider();
	struct at_command c = {.kind = AT_MOVE, .seat = (int8_t)seat};
	struct at_view view;
	enum at_err err = seat < 0 ? at_fail(&fail, AT_BAD_MOVE, "this seat is not to move")
				   : read_moves(length, &view, &c);

	if (err)
		return refused(err);
	c.person = (uint32_t)seat + 1;
	c.ply = at_table_now(&table)->ply;
	c.backs = table.backs;
	err = command(c);
	return err ? refused(err) : 0;
}

int door_table_try(int length)
{
	struct at_command c;
	struct at_view view;
	struct at_text t;
	enum at_err err = read_moves(length, &view, &c);

	if (err)
		return refused(err);
	door_text(&t);
	view_print(&view.state.head, true, &t);
	return door_said(&t);
}

int door_table_back(void)
{
	struct at_command c = {.kind = AT_TAKE_BACK, .person = AT_HOST};
	int seat;

	c.ply = back_to(&seat);
	c.seat = (int8_t)seat;
	return c.ply != UINT32_MAX && !command(c);
}

int door_table_uncover(void)
{
	at_screen_uncover(&screen);
	return 0;
}

/* --- thinking --- */

int said_job(bool any, const struct at_job *job)
{
	if (any)
		memcpy(door_io, job, sizeof *job);
	return any ? (int)sizeof *job : 0;
}

int door_table_job(void)
{
	struct at_job job;

	return said_job(at_table_job(&table, &job), &job);
}

int door_table_hint(void)
{
	struct at_job job;
	int seat = at_screen_eyes(&screen);

	return said_job(seat >= 0 && at_table_hint_job(&table, seat, &job), &job);
}

bool read_answer(int length, struct at_answer *answer)
{
	if (length != (int)sizeof *answer)
		return false;
	memcpy(answer, door_io, sizeof *answer);
	return true;
}

int door_table_answer(int length)
{
	static struct at_answer answer;
	struct at_command c;
	enum at_err err;

	if (!read_answer(length, &answer) || answer.kind != AT_JOB_TURN)
		return refused(at_fail(&fail, AT_BAD_BYTES, "this is no bot's turn"));
	at_answer_command(&answer, &c);
	err = command(c);
	return err ? refused(err) : 0;
}

int door_hint_list(int length)
{
	static struct at_answer answer;
	struct at_text t;

	if (!read_answer(length, &answer) || answer.kind != AT_JOB_HINT ||
	    answer.listed > AT_CANDIDATES_MAX)
		return refused(at_fail(&fail, AT_BAD_BYTES, "this is no hint"));
	door_text(&t);
	at_json_open(&t, NULL, '{');
	at_json_open(&t, "moves", '[');
	for (int i = 0; i < answer.listed; i++) {
		at_json_next(&t);
		at_json_candidate(&t, at_table_now(&table), &answer.list[i]);
	}
	at_putc(&t, ']');
	at_json_turn(&t, at_table_now(&table), answer.moves, answer.count);
	at_json_reasons(&t, at_table_now(&table), answer.reasons, answer.reason_count);
	at_putc(&t, '}');
	return door_said(&t);
}

int door_table_judge(int length)
{
	int seat = decider();
	struct at_command c;
	struct at_view view;
	struct at_job job;
	enum at_err err = seat < 0 ? at_fail(&fail, AT_BAD_MOVE, "this seat is not to move")
				   : read_moves(length, &view, &c);

	if (err)
		return refused(err);
	return said_job(at_table_judge_job(&table, seat, c.moves, c.count, &job), &job);
}

int door_judged(int length)
{
	static struct at_answer answer;
	const struct at_state *s = at_table_now(&table);
	struct at_text t;

	if (!read_answer(length, &answer) || answer.kind != AT_JOB_JUDGE || answer.seat != s->turn)
		return refused(at_fail(&fail, AT_BAD_BYTES, "this is no judgement"));
	door_text(&t);
	at_json_open(&t, NULL, '{');
	at_json_turn(&t, s, answer.moves, answer.count);
	at_json_name(&t, "lost");
	at_json_number(&t, answer.best.win[s->turn] - answer.own.win[s->turn]);
	at_putc(&t, '}');
	return door_said(&t);
}
