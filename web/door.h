/* The door of the wasm module: every function that JavaScript can call stands in this list. Text
 * and bytes pass through one buffer; 64-bit numbers are BigInt on the other side.
 *
 * Games, signatures and timing (wasm.c) serve tests and the speed table; matches (match.c) and bots
 * (advice.c) serve the page. */
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

/* Matches. States stay inside, in numbered slots. The caller writes its text into the buffer and
 * gives its length; what a function says is in the buffer afterwards and its length is the result.
 * A negative result is a negated enum at_err, and the buffer holds the reason as a terminated
 * string. Seats count from 1 here as in all text; viewer 0 is the public. */

/* What there is, as JSON: {levels [names of bots, weakest first], games [at_json_game() of each,
 * and whether it is listed]}; the template comes last and is not. What JSON there is here and
 * below, docs/formats/json.md describes. */
int EXPORT(door_list)(void);

/* The seed of all draws by door_deal(): the first 32 bytes of the buffer. said: door_record_head()
 * writes it. */
int EXPORT(door_seed)(int said);

/* A new game by its id, into a slot; a copy of a slot; what a viewer knows of one. */
int EXPORT(door_start)(int to, int game, int seats, int options);
int EXPORT(door_copy)(int from, int to);
int EXPORT(door_look)(int from, int viewer, int to);

/* Who moves: a seat from 1, 0 for chance, -1 when the game is over. */
int EXPORT(door_turn)(int at);
int EXPORT(door_ply)(int at);

/* Does this viewer know anything now that the public does not? */
int EXPORT(door_secrets)(int at, int viewer);

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

/* The head of a record of the game in a slot, up to and with "moves:". */
int EXPORT(door_record_head)(int at);

/* Opens the record in the buffer and sets a slot to its start. The result is the game's id, and the
 * buffer holds the seed's 32 bytes if door_record_seeded(). door_record_next() then applies one
 * move after the other and gives each as text, nothing at the end. */
int EXPORT(door_record_open)(int to, int length);
int EXPORT(door_record_seeded)(void);
int EXPORT(door_record_next)(int at);

/* Bots. There is one in the module: the spec (bot.h) in the buffer makes it, for the game in a
 * slot, and it then remembers its plan from one decision to the next. */
int EXPORT(door_bot)(int at, int length, uint64_t seed);

/* What it does in the view in a slot, and what it says about the moves there, as JSON
 * (judged.h). */
int EXPORT(door_choose)(int at);

/* The same about the moves worth a thought, without keeping to a plan. With moves in the buffer,
 * one a line, there is also what at_bot_ask() says of them. */
int EXPORT(door_advise)(int at, int length);

/* What the draw in the buffer, which is due in the full state in a slot, brings against what could
 * be expected of it, as the bot sees it, as JSON: {luck_win [], luck_points []}, a number a seat.
 */
int EXPORT(door_luck)(int at, int length);

/* Inside the door: slots, and answers through the buffer. */
struct at_state *door_slot(int index);
void door_text(struct at_text *);
int door_said(const struct at_text *);
int door_refused(const struct at_fail *);

#endif
