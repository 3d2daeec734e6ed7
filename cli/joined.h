/* `atoll join`: a table of a host, in the terminal. join.c connects and does what everybody has to
 * do at a table; join_told.c keeps what the host tells up to date; join_talk.c is the person,
 * join_bot.c the bot that decides; join_end.c is what is said and checked when the game is over. */
#ifndef JOINED_H
#define JOINED_H

#include "command.h"
#include "external.h"
#include "guest.h"
#include "team.h"

struct join {
	const struct command *command;
	struct link link;
	struct guest guest;
	struct wire wire;
	const char *name; /* to be called by, or NULL */
	const char *bot;  /* who decides, or NULL: a person */
	const char *save; /* where the record goes, or NULL */
	bool watch;       /* without a seat */
	bool colour;

	json_t *hello;   /* the last one; NULL: none yet */
	json_t *waiting; /* commands without an answer, by their ids, in their order */
	double again;    /* when they are sent again; 0: they need not be */

	json_t *table;              /* the last "table", with what changed since; NULL: none yet */
	const struct at_game *game; /* of it */
	struct at_view view;
	bool seen; /* the view is that of the table now */
	int you;   /* from 0; -1: nobody */

	struct at_team *team; /* the bot, or */
	struct at_external *external;
	struct at_rng dice; /* or neither: it plays at random */
	bool bot_ready;

	char typed[1000]; /* by the person, not read yet */
	size_t typed_len;
	bool typed_all; /* there will be no more */

	bool show;   /* something happened that a person wants to see */
	bool prompt; /* the person is to be asked again */
	int column;  /* of a line of draws that is being printed */
	bool lost;   /* the connection is */
	bool resend; /* what waits is sent again when the table is open again */
	bool done;   /* the command ends, */
	int code;    /* with this */
};

/* Ends the command with a reason. */
void join_fail(struct join *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends a command (about the table, all but "name") with these further members, which it takes
 * (NULL: none). It waits for its answer, over lost connections too. */
void join_ask(struct join *, const char *what, json_t *more);

/* All that waits, once more; and the table as it is now, with the events since the last one known
 * if wanted. */
void join_send_again(struct join *);
void join_open(struct join *, bool events);

/* Takes a message of the host. */
void join_take(struct join *, json_t *);

/* Is a command of this kind (NULL: any) without an answer? */
bool join_waits(const struct join *, const char *what);

/* Sends a decision for what the view shows now. */
void join_move(struct join *, at_move);

/* What the table's last message says. */
const char *join_word(const struct join *, const char *name); /* "" for null */
int join_number(const struct join *, const char *name);       /* -1 for null */
bool join_is_asked(const struct join *);                      /* are you to agree or decline? */
bool join_my_turn(const struct join *);
bool join_lists(const json_t *list, int number);

/* Text from others: what could steer a terminal is shown as '?'. */
void print_clean(const char *);

/* Ends a line of draws. */
void join_end_line(struct join *);

/* "Ann (seat 1)", or with a bot's level; seat from 0. */
void print_seat(const struct join *, int seat);

/* The person: shows what is to be seen, and reads what can be read. */
void talk_show(struct join *);
bool talk_has_line(const struct join *);
void talk_read(struct join *); /* waits for input where there is no line yet */
void talk_hint(struct join *, const json_t *hint);

/* What happened, in a line; draws share lines. Old: told again, after the view. */
void talk_event(struct join *, const json_t *event, bool old);
void talk_chat(struct join *, const json_t *chat);

/* The bot: makes one, which knows nothing of the game so far; tells it a move that is about to be
 * followed; lets it decide. */
void join_bot_begin(struct join *);
void join_bot_saw(struct join *, at_move);
void join_bot_move(struct join *);
void join_bot_free(struct join *);

/* The scores, and then the record: does it tell the same, and was everything kept that was
 * promised? */
void join_scores(struct join *);
void join_record(struct join *, const char *text);

#endif
