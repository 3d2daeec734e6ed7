/* The interface of the wasm module: every function that the page can call is in this list. Text
 * and bytes pass through one buffer; 64-bit numbers are BigInt in JavaScript. Tests and the
 * speed table have a back door (bench/back_door.h). */
#ifndef DOOR_H
#define DOOR_H

#include "bot.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { DOOR_BUFFER = 1 << 19 };
extern uint8_t door_io[DOOR_BUFFER];

/* The buffer for arguments and answers. */
uint8_t *EXPORT(door_buffer)(void);
uint32_t EXPORT(door_buffer_size)(void);

/* The caller writes its text or bytes into the buffer and passes the length. Afterwards the
 * answer is in the buffer, and the result is its length. A negative result is a negated enum
 * at_err, and the buffer holds the reason as a terminated string. Seats count from 1 here, as in
 * all text; viewer 0 is the public. */

/* What there is, as JSON: {levels [names of bots, weakest first], games [at_json_game() of each,
 * the version of its rules, and whether it is listed]}; the template comes last and is not. What
 * JSON there is here and below, docs/formats/json.md describes. */
int EXPORT(door_list)(void);

/* The page's table (table.c): one in a module, with the screen that shows it. Moves are text,
 * one a line; jobs and answers (job.h) are bytes for another worker's module. */

/* The set-up of a new table, at the beginning of the buffer. */
struct door_letter {
	uint8_t seed[32]; /* of the draws; if there is a record, its seed replaces this one */
	uint64_t bot_seed;
	uint8_t seats[AT_SEATS_MAX]; /* 1: a bot, whose jobs have its seat as the level */
	uint8_t lesson;
	uint8_t deck; /* 1: the n-th draw is the same however the game goes, as from a deck that the
			 seed has shuffled, and not the seed's of that ply */
	uint8_t spare[2];
};

/* A new table, on which this seat begins (from 1; 0: it is drawn), and one that continues the
 * record that follows the set-up. */
int EXPORT(door_table_new)(int game, int seats, int options, int first);
int EXPORT(door_table_record)(int length);

/* The number of players in the record in the buffer. */
int EXPORT(door_record_players)(int length);

/* The table as a record. */
int EXPORT(door_table_print)(void);

/* How it stands for the screen, as JSON: {viewer (0: the public), turn (0: chance, -1: over), mine,
 * cover, canUndo, legal [], moves, decisions, totals []}. */
int EXPORT(door_table_now)(void);

/* The steps to show: the first one (0: show everything anew), then for each step who moved (0:
 * chance, -1: no more steps), the move as it was seen, and the view after it. The first view is
 * the one before the next step. */
int EXPORT(door_tell_begin)(int all);
int EXPORT(door_tell_seat)(void);
int EXPORT(door_tell_move)(void);
int EXPORT(door_tell_view)(void);

/* Decisions of the viewer: made, or only tried, which gives the view that would follow. */
int EXPORT(door_table_act)(int length);
int EXPORT(door_table_try)(int length);

/* Takes the last decision back; 0 if that is not allowed. Passes the screen to the next person. */
int EXPORT(door_table_back)(void);
int EXPORT(door_table_uncover)(void);

/* The turn that a bot has to make, and its answer; what the one who looks wants a hint for, and the
 * answer as JSON: {moves [], turn [the best, whole], reasons [{name, seat, points, was, from,
 * to}]}; decisions of its own, as for door_table_act(), to be judged, and {turn [the best], lost},
 * a win share. No bytes: there is nothing to think about. */
int EXPORT(door_table_job)(void);
int EXPORT(door_table_answer)(int length);
int EXPORT(door_table_hint)(void);
int EXPORT(door_hint_list)(int length);
int EXPORT(door_table_judge)(int length);
int EXPORT(door_judged)(int length);

/* The analysis of a game that is over: how many moves, then job after job (taking an answer says
 * how many moves are done), and what came of it so far as JSON: {graph [{step, win []}], verdicts
 * [{step, seat, move, best, played, lost}], luck [], choice [], luck_points [], lost_points []}. */
int EXPORT(door_analysis_begin)(void);
int EXPORT(door_analysis_next)(void);
int EXPORT(door_analysis_take)(int length);
int EXPORT(door_analysis_result)(void);

/* The position of a puzzle (puzzle.h) as a record. */
int EXPORT(door_puzzle)(int game, uint32_t seed, uint32_t ply);

/* Tables of a host (remote.c): each is a client (table/client.h) in one of these slots. Messages
 * and events are JSON, as they came (docs/protocol.md).
 *
 * A `table` message; then the client begins: with event 0, or with what was told, in the middle of
 * the game. */
enum { DOOR_CLIENTS = 4 };
int EXPORT(door_client_hear)(int slot, int length);
void EXPORT(door_client_begin)(int slot, int whole);

/* An event. After the last one what came with them, or nothing where the `table` message is meant:
 * refused if the host's table is another one; else {seats []}. */
int EXPORT(door_client_follow)(int slot, int length);
int EXPORT(door_client_settle)(int slot, int length);

/* The view, with its legal moves or without; and after moves of the viewer, one a line. */
int EXPORT(door_client_show)(int slot, int legal);
int EXPORT(door_client_try)(int slot, int length);

/* What this device kept of the promises (struct at_kept), as JSON, and behind it a record, which is
 * verified: {wrong, why, moves, by, silent []}. */
int EXPORT(door_client_verify)(int slot, int kept_length, int length);

/* The SHA-256 of the bytes. */
int EXPORT(door_sha256)(int length);

/* Where the tables of the nets (net.h) lie, and how many bytes they have: the page gets them later.
 * Would the job in the buffer, with what stands behind it, be thought about with one that is not
 * there? */
int EXPORT(door_nets)(void);
int EXPORT(door_nets_size)(void);
int EXPORT(door_lacks_net)(int length);

/* Does the job in the buffer and leaves the answer there. Behind a bot's turn stands the spec
 * (bot.h) of the bot that makes it; with " by nodes" after it the bot has no clock and plays the
 * same on every device (at_bot_by_nodes()). */
int EXPORT(door_think)(int length);

/* Inside the module: answers through the buffer, and its one bot, made anew in the same memory. */
void door_text(struct at_text *);
int door_said(const struct at_text *);
int door_refused(const struct at_fail *);
struct at_bot *door_make_bot(const struct at_game *, const struct at_bot_spec *);

#endif
