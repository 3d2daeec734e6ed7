/* What happened at a table: one flat struct for each event. Events are numbered from 0 without
 * gaps, and the caller owns the log. It contains no names: a person is a number, a bot a level.
 *
 * A table is determined by its opening and its events: the same events applied to an empty table
 * with the same opening give the same bytes. A viewer gets the same stream with secrets masked
 * (seen.h), and builds its own table from it in the same way. */
#ifndef AT_EVENT_H
#define AT_EVENT_H

#include "deal.h"
#include "game.h"

enum at_event_kind {
	AT_SAT = 1,     /* seat, what: the person, bytes: its hash (fair.h) */
	AT_BOT_SAT,     /* seat, what: the level */
	AT_STOOD_UP,    /* seat: it is free again; before the start only; what: AT_REMOVED, or 0 */
	AT_STARTED,     /* bytes: the seed, or the host's half of it; what: enum at_draws, ply: of a
			   record's moves so many have draws that are not the seed's, mask: 1 if
			   held for a record */
	AT_DECIDED,     /* seat, what: its move, ply: the state's before it */
	AT_DREW,        /* what: the draw, ply likewise */
	AT_TOOK_BACK,   /* seat: who wished it, ply: the state's from now on */
	AT_ASKED,       /* seat, what: enum at_ask, ply: for AT_ASK_BACK, mask: who must agree */
	AT_AGREED,      /* seat */
	AT_DECLINED,    /* seat: the question is dropped; the asker withdraws it in this way */
	AT_STANDS_IN,   /* seat, what: the level of the bot that moves until the person is back */
	AT_CAME_BACK,   /* seat */
	AT_OUT_OF_TIME, /* seat: what AT_STANDS_IN says, by the clock */
	AT_RESUMED,     /* a record was given, or the time since the last event counts for nobody */
	AT_ENDED,       /* by consent, before the game was over */
	AT_OPENED,      /* bytes: those of the start, which are no longer secret */
	AT_NUMBER_OPENED, /* seat, bytes: the number behind its hash */
	AT_WAS_SILENT,    /* seat: it did not reveal its number in time; the hash is used */
	/* Only where people are apart in time (absence.h): */
	AT_REPLACED,  /* seat, what AT_STANDS_IN says, mask: who let the bot in while it was away */
	AT_RESIGNED,  /* seat, what: the level of the bot that plays on where the game does */
	AT_ERASED,    /* likewise: its person deleted their data */
	AT_LAPSED,    /* seat: its question was not answered in time */
	AT_PAUSED,    /* nobody plays */
	AT_WENT_ON,   /* somebody does again */
	AT_NUDGED,    /* seat: the mover, mask: by whom */
	AT_GAVE_TIME, /* seat: the mover has a day more, mask: from whom */
	AT_CLOSED,    /* what: enum at_ending, mask: whose doing or absence it was */
	AT_RESEATED,  /* seat, what: the person who has it from now on; the host decided it */
	AT_EVENT_KINDS,
};

/* Where draws come from. */
enum at_draws {
	AT_DRAWS_SEED,   /* all from the seed, which records name */
	AT_DRAWS_UNTOLD, /* new draws from a seed; those of the given record have none */
	AT_DRAWS_FORCED, /* from commands: for tests, and where one deck serves many games */
};

/* By whoever made the table; only where people are apart in time. */
enum { AT_REMOVED = 1 };

enum at_ask {
	AT_ASK_BACK = 1,
	AT_ASK_END,
	AT_ASK_ABSENT, /* to end it because the seats in ply, one bit each, do not come back */
};

/* How a game ended before it was over. */
enum at_ending {
	AT_ENDING_NONE,
	AT_ENDING_AGREED,
	AT_ENDING_ALONE, /* by the last person at the table */
	AT_ENDING_RESIGNED,
	AT_ENDING_ABSENT,
	AT_ENDING_ABANDONED, /* nobody has played for long */
};

struct at_event {
	uint64_t time; /* milliseconds, by the caller's clock; never less than the one before */
	uint32_t number;
	uint32_t what;
	uint32_t ply;
	uint8_t kind;
	int8_t seat; /* AT_NOBODY if the event has no seat */
	uint8_t mask;
	uint8_t spare;
	uint8_t bytes[AT_SEED_SIZE];
};
_Static_assert(sizeof(struct at_event) == 56, "no hidden padding");

/* The caller's log (event_log.h): events `first` to count-1, at events[0] on. Only a client that
 * came in the middle of a game (client.h) has none from before. */
struct at_events {
	struct at_event *events;
	uint32_t count, first;
};

static inline const struct at_event *at_event_of(const struct at_events *log, uint32_t number)
{
	return &log->events[number - log->first];
}

#endif
