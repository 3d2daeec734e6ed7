/* The door of the wasm module: every function that JavaScript can call stands in this list. Text
 * and bytes pass through one buffer; 64-bit numbers are BigInt on the other side.
 *
 * The table (table.c) and thinking (think.c) serve the page; signatures and timing (wasm.c) and
 * states in slots (slots.c) serve tests and the speed table. */
#ifndef DOOR_H
#define DOOR_H

#include "game.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { DOOR_BUFFER = 1 << 19, DOOR_SLOTS = 8 };
extern uint8_t door_io[DOOR_BUFFER];

/* Where the caller writes arguments and reads answers. */
uint8_t *EXPORT(door_buffer)(void);
uint32_t EXPORT(door_buffer_size)(void);

/* The games by index; -1 where the name in the buffer is none's. The template is index at_games().
 */
int EXPORT(door_games)(void);
uint32_t EXPORT(door_game_name)(int game);
uint32_t EXPORT(door_state_size)(int game);

/* The options written in the buffer, packed; -1 if they are wrong. */
int EXPORT(door_options)(int game, uint32_t length);

/* Plays games first .. first+count-1 of a seed and adds them to the tally, which _clear empties. */
void EXPORT(door_tally_clear)(void);
void EXPORT(door_simulate)(int game, int seats, int options, uint64_t seed, uint64_t first,
			   uint64_t count);
uint64_t EXPORT(door_games_played)(void);
uint64_t EXPORT(door_decisions)(void);
uint64_t EXPORT(door_moves_listed)(void);
uint64_t EXPORT(door_signature)(void);

/* Kinds of work to be timed (bench/work.h), each done rounds times for AT_SAMPLE states. */
void EXPORT(door_sample)(int game, int seats, int options, uint64_t seed);
uint32_t EXPORT(door_sample_size)(void);
uint64_t EXPORT(door_work)(int work, uint32_t rounds);

/* From here on the caller writes its text or bytes into the buffer and gives the length; what a
 * function says is in the buffer afterwards and its length is the result. A negative result is a
 * negated enum at_err, and the buffer holds the reason as a terminated string. Seats count from 1
 * here as in all text; viewer 0 is the public. */

/* What there is, as JSON: {levels [names of bots, weakest first], games [at_json_game() of each,
 * and whether it is listed]}; the template comes last and is not. What JSON there is here and
 * below, docs/formats/json.md describes. */
int EXPORT(door_list)(void);

/* The page's table (table.c): one a module, with the screen in front of it. Moves are text, one a
 * line; jobs and answers (job.h) are bytes that another worker's module understands. */

/* What a new table is told, at the beginning of the buffer. */
struct door_letter {
	uint8_t seed[32]; /* of the draws; a record's own comes first */
	uint64_t bot_seed;
	uint8_t seats[AT_SEATS_MAX]; /* 1: a bot, whose job will have its seat as the level */
	uint8_t lesson;
	uint8_t spare[3];
};

/* A new table, and one that goes on with the record behind the letter. */
int EXPORT(door_table_new)(int game, int seats, int options);
int EXPORT(door_table_record)(int length);

/* How many play in the record in the buffer. */
int EXPORT(door_record_players)(int length);

/* The table as a record. */
int EXPORT(door_table_print)(void);

/* How it stands for the screen, as JSON: {viewer (0: the public), turn (0: chance, -1: over), mine,
 * cover, canUndo, legal [], moves, decisions, totals []}. */
int EXPORT(door_table_now)(void);

/* What the page is told: from which step on (0: everything anew), then step after step who moved
 * (0: chance, -1: there are no more), the move as it was seen, and the view after it. The first
 * view is the one before the step that comes next. */
int EXPORT(door_tell_begin)(int all);
int EXPORT(door_tell_seat)(void);
int EXPORT(door_tell_move)(void);
int EXPORT(door_tell_view)(void);

/* Decisions of the one who looks, made or only tried: then the view that would come of them. */
int EXPORT(door_table_act)(int length);
int EXPORT(door_table_try)(int length);

/* Takes the last decision back; 0 where that is not allowed. The next person has the screen. */
int EXPORT(door_table_back)(void);
int EXPORT(door_table_uncover)(void);

/* The turn that a bot has to make, and its answer; what the one who looks wants a hint for, and the
 * answer as JSON. No bytes: there is nothing to think about. */
int EXPORT(door_table_job)(void);
int EXPORT(door_table_answer)(int length);
int EXPORT(door_table_hint)(void);
int EXPORT(door_hint_list)(int length);

/* The analysis of a game that is over: how many moves, then job after job (taking an answer says
 * how many moves are done), and what came of it as JSON: {graph [{step, win []}], verdicts [{step,
 * seat, move, best, played, lost}], luck [], choice []}. */
int EXPORT(door_analysis_begin)(void);
int EXPORT(door_analysis_next)(void);
int EXPORT(door_analysis_take)(int length);
int EXPORT(door_analysis_result)(void);

/* Does the job in the buffer and leaves the answer there. Behind a bot's turn stands the spec
 * (bot.h) of the bot that makes it. */
int EXPORT(door_think)(int length);

/* States in numbered slots, for tests and timings; no page needs them.
 *
 * The seed of all draws by door_deal(): the first 32 bytes of the buffer. */
int EXPORT(door_seed)(void);

/* A new game by its id, into a slot; a copy of a slot; what a viewer knows of one. */
int EXPORT(door_start)(int to, int game, int seats, int options);
int EXPORT(door_copy)(int from, int to);
int EXPORT(door_look)(int from, int viewer, int to);

/* Who moves: a seat from 1, 0 for chance, -1 when the game is over. */
int EXPORT(door_turn)(int at);
int EXPORT(door_ply)(int at);

/* The view in a slot as JSON (view.h), with its legal moves or without. */
int EXPORT(door_show)(int at, int with_legal);

/* The legal moves, one a line. */
int EXPORT(door_legal)(int at);

/* Makes the move in the buffer, checked; in a view: follows what its viewer saw. */
int EXPORT(door_apply)(int at, int length);

/* The move in the buffer as a viewer sees it; asked before it is applied. */
int EXPORT(door_seen_as)(int at, int viewer, int length);

/* The draw that is due, as the seed gives it. */
int EXPORT(door_deal)(int at);

/* Positions as text, out and in. */
int EXPORT(door_position)(int at);
int EXPORT(door_position_read)(int to, int length);

/* Views as bytes, out and in, for another worker. Never the truth. */
int EXPORT(door_encode)(int at);
int EXPORT(door_decode)(int to, int length);

uint64_t EXPORT(door_hash)(int at);

/* There is one bot in the module: the spec (bot.h) in the buffer makes it, for the game in a
 * slot, and it then remembers its plan from one decision to the next. */
int EXPORT(door_bot)(int at, int length, uint64_t seed);

/* What it does in the view in a slot, and what it says about the moves there, as JSON
 * (judged.h). */
int EXPORT(door_choose)(int at);

/* Inside the door: slots, and answers through the buffer. */
struct at_state *door_slot(int index);
void door_text(struct at_text *);
int door_said(const struct at_text *);
int door_refused(const struct at_fail *);

#endif
