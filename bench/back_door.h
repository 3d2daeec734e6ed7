/* The wasm module's back door, for tests and the speed table: signatures, timing, and states in
 * numbered slots. The page does not use it. The buffer and the results are those of web/door.h. */
#ifndef BACK_DOOR_H
#define BACK_DOOR_H

#include "door.h"

enum { DOOR_SLOTS = 8 };

/* The games by index; -1 if the name in the buffer is unknown. The template has index
 * at_games(). */
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

/* States in numbered slots, for tests and timings; the page does not need them.
 *
 * The seed of all draws of door_deal(): the first 32 bytes of the buffer. */
int EXPORT(door_seed)(void);

/* A new game by its id, into a slot; a copy of a slot; a viewer's view of one. */
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

/* Makes the move in the buffer, checked. In a view: applies what its viewer saw. */
int EXPORT(door_apply)(int at, int length);

/* The move in the buffer as a viewer sees it; asked before it is applied. */
int EXPORT(door_seen_as)(int at, int viewer, int length);

/* The next draw, as the seed gives it. */
int EXPORT(door_deal)(int at);

/* Positions as text, out and in. */
int EXPORT(door_position)(int at);
int EXPORT(door_position_read)(int to, int length);

/* Views as bytes, out and in, for another worker. Never the truth. */
int EXPORT(door_encode)(int at);
int EXPORT(door_decode)(int to, int length);

uint64_t EXPORT(door_hash)(int at);

/* There is one bot in the module: the spec (bot.h) in the buffer makes it, for the game in a
 * slot. It remembers its plan from one decision to the next. */
int EXPORT(door_bot)(int at, int length, uint64_t seed);

/* Its move in the view in a slot, and its evaluation of the moves there as JSON (judged.h). */
int EXPORT(door_choose)(int at);

#endif
