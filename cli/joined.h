/* `atoll join`: a table of a host, in the terminal. join.c connects and does what every
 * participant must do; join_told.c follows the host's messages (client.h);
 * join_news.c tells what happens, join_talk.c is the interface for a person, join_bot.c the bot
 * that decides; join_end.c prints and checks the result. */
#ifndef JOINED_H
#define JOINED_H

#include "client.h"
#include "clock.h"
#include "command.h"
#include "external.h"
#include "guest.h"
#include "line.h"
#include "team.h"

struct join {
	const struct command *command;
	struct link link;
	struct guest guest;
	struct wire wire;
	const char *name; /* the name to use, or NULL */
	const char *bot;  /* the bot that decides, or NULL: a person */
	const char *save; /* where the record goes, or NULL */
	bool watch;       /* without a seat */
	bool colour;

	json_t *hello;   /* the last one; NULL: none yet */
	json_t *waiting; /* commands without an answer, by id, in order */
	double again;    /* when to send them again; 0: not needed */
	double asked;    /* since when one waits and nothing was answered; 0: none does */
	double pinged;   /* when the host was asked for a sign that has not come; 0: it was not */
	bool host_waits; /* for its database: what is asked takes longer */

	struct at_client client; /* the table */
	struct {
		char name[128]; /* "": none */
		bool away;
		bool ready;   /* before a start with a live clock */
		bool program; /* no person decides there, as it says */
	} sitter[AT_SEATS_MAX];
	bool known;          /* a "table" message has come */
	bool seen;           /* the followed table agrees with the host's */
	bool asked_events;   /* the last `open` asked for the events since then */
	uint32_t refused_at; /* `agree`, `reveal` or `return` was: not again before more events */
	bool readying;       /* the game begins when everybody is ready */
	uint8_t stood;       /* one bit for each seat: at its first event a bot moved for it */
	int you;             /* your seat, from 0; -1: none */

	struct at_team *team; /* the bot, or */
	struct at_external *external;
	struct at_rng dice; /* or neither: it plays at random */
	bool bot_ready;

	char typed[1000]; /* by the person, not read yet */
	size_t typed_len;
	bool typed_all; /* there will be no more */

	bool show;   /* something happened that a person wants to see */
	bool prompt; /* the person is to be prompted again */
	int column;  /* of a line of draws that is being printed */
	bool lost;   /* the connection is lost */
	bool resend; /* send the waiting commands again once the table is open */
	bool done;   /* the command ends, */
	int code;    /* with this */
};

/* Ends the command with a reason. */
void join_fail(struct join *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends a command (about the table, except "name") with these further members, whose reference
 * it takes (NULL: none). It waits for its answer, also across reconnections. */
void join_ask(struct join *, const char *what, json_t *more);

/* Sends everything that waits again, and asks for the table as it is now; if wanted, with the
 * events since the last known one. */
void join_send_again(struct join *);
void join_open(struct join *, bool events);

/* Handles a message of the host. */
void join_take(struct join *, json_t *);

/* Whether a command of this kind (NULL: any) waits for its answer. */
bool join_waits(const struct join *, const char *what);

/* What is known of the table. */
static inline const struct at_table *join_table(const struct join *j)
{
	return &j->client.table;
}

static inline const struct at_state *join_now(const struct join *j)
{
	return at_table_now(&j->client.table);
}

/* The time by which a client counts. */
static inline uint64_t join_clock(void)
{
	return (uint64_t)(seconds_now() * 1000);
}

/* Sends a decision for the current view. */
void join_move(struct join *, at_move);

bool join_is_asked(const struct join *); /* are you to agree or decline? */
bool join_my_turn(const struct join *);
int join_free_seats(const struct join *);

/* The level of the bot that sits or stands in there; NULL: none. */
const char *join_level(const struct join *, int seat);

/* Text from others, with '?' for anything that could control a terminal. */
void print_clean(const char *);

/* Ends a line of draws. */
void join_end_line(struct join *);

/* "Ann (seat 1)", or with a bot's level; seat from 0. */
void print_seat(const struct join *, int seat);

/* The person: shows what is new, and reads what was typed. */
void talk_show(struct join *);
bool talk_has_line(const struct join *);
void talk_read(struct join *); /* waits for input where there is no line yet */
void talk_hint(struct join *, const json_t *hint);

/* Reports an event in one line; draws share lines. `before` is the table before it. Old: it
 * happened while we were away. */
void talk_event(struct join *, const struct at_table *before, const struct at_event *, bool old);

/* What is known now: the question that waits, how a game ended before it was over, and how many
 * moves bots have made for people. */
void news_question(const struct join *);
void news_ending(const struct join *);
void news_of_bots(const struct join *);

/* "2 d 23 h", "5 h 10 min", "75 s" */
void print_time(uint64_t milliseconds);
void talk_chat(struct join *, const json_t *chat);

/* The bot: creates one that knows nothing of the game so far; tells it a move, with the position
 * before it; lets it decide. */
void join_bot_begin(struct join *);
void join_bot_saw(struct join *, const struct at_state *before, at_move);
void join_bot_move(struct join *);
void join_bot_free(struct join *);

/* Prints the scores, then checks the record: does it match what was seen, and was every promise
 * kept? */
void join_scores(struct join *);
void join_record(struct join *, const char *text);

#endif
