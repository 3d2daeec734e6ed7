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

/* The games and levels, as JSON: {levels [names of bots, weakest first], games [at_json_game() of
 * each, the version of its rules, and whether it is listed]}. The template is last and not listed.
 * docs/formats/json.md describes this and all other JSON below. */
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
			 seed has shuffled; it does not depend on the ply */
	uint8_t spare[2];
};

/* Make a new table, where this seat begins (from 1; 0: it is drawn), or one that continues the
 * record that follows the set-up. */
int EXPORT(door_table_new)(int game, int seats, int options, int first);
int EXPORT(door_table_record)(int length);

/* The number of players in the record in the buffer. */
int EXPORT(door_record_players)(int length);

/* The table as a record. */
int EXPORT(door_table_print)(void);

/* The table's state for the screen, as JSON: {viewer (0: the public), turn (0: chance, -1: over),
 * mine, cover, canUndo, legal [], moves, decisions, totals []}. */
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

/* Jobs, and their answers: a bot's turn; a hint for the viewer, answered as JSON: {moves [], turn
 * [the best one, complete], reasons [{name, seat, points, was, from, to}]}; the judgement of the
 * viewer's decisions, given as for door_table_act(), answered as {turn [the best], lost} with a win
 * share. No bytes: there is nothing to do. */
int EXPORT(door_table_job)(void);
int EXPORT(door_table_answer)(int length);
int EXPORT(door_table_hint)(void);
int EXPORT(door_hint_list)(int length);
int EXPORT(door_table_judge)(int length);
int EXPORT(door_judged)(int length);

/* The analysis of a finished game: the number of moves, then job after job (taking an answer
 * returns the number of moves done), and the result so far as JSON: {graph [{step, win []}],
 * verdicts
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

/* The place and size of the nets' tables (net.h), which the page loads later. door_lacks_net():
 * does the job in the buffer, with what follows it, need a net that is not loaded? */
int EXPORT(door_nets)(void);
int EXPORT(door_nets_size)(void);
int EXPORT(door_lacks_net)(int length);

/* Carries out the job in the buffer and leaves the answer there. A bot's turn is followed by the
 * spec (bot.h) of the bot; with " by nodes" after it, the bot has no clock and plays the same on
 * every device (at_bot_by_nodes()). */
int EXPORT(door_think)(int length);

/* Inside the module: answers through the buffer, and the one bot, which always uses the same
 * memory. */
void door_text(struct at_text *);
int door_said(const struct at_text *);
int door_refused(const struct at_fail *);
struct at_bot *door_make_bot(const struct at_game *, const struct at_bot_spec *);

#endif
