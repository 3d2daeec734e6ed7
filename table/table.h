/* A table: one running game with its players. The terminal, the page and the server all use this,
 * so none of them has rules of its own about turns, draws, undo, clocks or who may see what.
 *
 * Commands go in, events come out. at_table_command() checks a command. It returns events, which
 * have been applied to the table already, or refuses the command and changes nothing. The draws
 * that follow a move belong to the same step. The table has no sockets, files, threads or clock:
 * time is an argument, and thinking is done elsewhere, as a job (job.h) whose answer is a command.
 *
 *     struct at_table t;
 *     at_table_init(&t, &opening, AT_TRUTH);
 *     err = at_table_command(&t, &log, &command, &step, &fail);
 *     ... append step.events to the log, tell everybody (seen.h)
 *
 * A client holds the same struct with a view in it: call at_table_init() with a seat as the viewer,
 * then at_table_apply() for every event as that seat sees it. */
#ifndef AT_TABLE_H
#define AT_TABLE_H

#include "event.h"
#include "promise.h"

enum {
	AT_TABLE_VERSION = 1,
	AT_TABLE_APART = 2, /* of an opening: its people may be apart in time (absence.h) */
	AT_TABLE_SIZE_MAX = 4096,
	AT_EVENTS_MAX = 160 << 10, /* a table: more than the moves of any game and these: */
	AT_SPARE_EVENTS = 4096,    /* events that are not valid moves, such as undo and questions */
	AT_BACKS_MAX = 100,        /* undos before the game moves on to the next turn */
	AT_TURN_MAX = 40,          /* decisions in one command */
	AT_STEP_MAX = 512,         /* events of one command */
};

enum at_seat_kind { AT_SEAT_FREE, AT_SEAT_PERSON, AT_SEAT_BOT };
/* Why a bot moves for a person: the last three only where people are apart in time. */
enum at_stand_in { AT_HERE, AT_LEFT, AT_LATE, AT_AWAY, AT_GAVE_UP, AT_FORGOTTEN };

struct at_seat {
	uint32_t person; /* a number above 0 */
	uint8_t kind;
	uint8_t level; /* of the bot that sits or stands in here; the caller knows what it means */
	uint8_t stand_in; /* enum at_stand_in */
	uint8_t spare;
};

enum at_clock_kind {
	AT_CLOCK_NONE,
	AT_CLOCK_TURN, /* a time for every turn, which may be days */
	AT_CLOCK_GAME, /* a time for the game, and an increment for every turn */
};

/* Everybody's time. A clock starts once the moves that its owner is shown first are over. */
struct at_clock {
	uint64_t since; /* when the mover's began to run */
	uint32_t left[AT_SEATS_MAX];
	uint32_t base, increment; /* milliseconds, as the opening says */
	uint32_t shown;           /* moves of this very moment, which the mover sees first */
	uint32_t had;             /* the mover's when its turn began */
	uint8_t kind;
	uint8_t last;   /* who had the turn before: a seat plus 1, or 0 */
	uint8_t helped; /* a bit a seat: came back late in this turn and was given time */
	uint8_t spare[5];
};

/* How a table was set up. Everything is public except bot_seed, which the caller must keep secret.
 */
struct at_opening {
	uint8_t version; /* AT_TABLE_VERSION, or AT_TABLE_APART */
	uint8_t game, game_version;
	uint8_t seats, options;
	uint8_t clock;  /* enum at_clock_kind */
	uint8_t lesson; /* a guided first game */
	uint8_t placed; /* begins with the position in start; else with the game's set-up */
	uint8_t first; /* the seat that was chosen to begin, from 1; 0: the first player is drawn */
	uint8_t spare[7];
	uint32_t clock_base, clock_increment; /* milliseconds */
	uint64_t bot_seed; /* of the bots' random numbers; never that of the draws, never from it */
	uint8_t commitment[AT_SHA256_SIZE]; /* SHA-256 of the seed, or all 0: none was made */
	uint8_t id[AT_ID_SIZE];             /* all 0, or persons have a part in the seed and the
						     commitment is that of the host's half (fair.h) */
	union at_any start;
};

enum at_table_phase { AT_GATHERING, AT_PLAYING, AT_FINISHED, AT_ABANDONED };

/* The question that waits for answers. */
struct at_question {
	uint8_t ask;   /* enum at_ask, 0: none */
	int8_t seat;   /* who asks */
	uint8_t needs; /* a bit a seat: who must still agree */
	uint8_t spare;
	uint32_t ply;
};

/* State that exists only if people are apart in time (absence.h). */
struct at_apart {
	uint64_t lapses; /* when the question does */
	uint64_t paused; /* since when nobody plays; 0: somebody does */
	uint64_t moved;  /* when the last move was made, or the game went on */
	uint64_t nudged; /* when the mover was nudged last, */
	uint8_t nudges;  /* the number of nudges since then */
	uint8_t askers;  /* a bit a seat: has asked in this turn, */
	uint8_t givers;  /* has given time in this turn */
	int8_t turn;     /* whose turn that is */
	uint8_t ending;  /* enum at_ending */
	uint8_t enders;  /* whose doing that was */
	uint8_t spare[2];
};

struct at_table {
	struct at_opening opening;
	uint8_t seed[AT_SEED_SIZE]; /* zero in a client's until it is opened */
	uint8_t half[AT_SEED_SIZE]; /* the host's part of it, where there are others: likewise */
	struct at_promise promise[AT_SEATS_MAX];
	uint8_t draws;         /* enum at_draws, as the start said */
	uint8_t held;          /* the moves of a record are being given: nothing is drawn */
	uint8_t phase;         /* enum at_table_phase */
	int8_t viewer;         /* AT_TRUTH, or whose table this is */
	uint32_t events;       /* so far: the number of the next one */
	uint32_t spare_events; /* of AT_SPARE_EVENTS */
	uint32_t backs;        /* how often something was taken back ... */
	uint32_t turn_backs;   /* ... since the game first came to this turn, ... */
	uint32_t top;          /* ... at this ply */
	uint32_t mark;         /* number of the first event after `turn` */
	uint8_t opened;        /* the seed is no secret any more */
	uint8_t spare;
	uint16_t given; /* for this many of the standing moves the seed does not give the draws */
	uint64_t time;  /* of the last event */
	uint64_t full;  /* when the last seat was taken; 0 while one is free */
	struct at_seat seat[AT_SEATS_MAX];
	struct at_question question;
	struct at_clock clock;
	struct at_apart apart;
	union at_any
	    turn; /* the state after the last draw, or when the seat to move got its turn */
	union at_any state;
};
_Static_assert(sizeof(struct at_table) == 1616 + 2 * AT_STATE_MAX, "no hidden padding");
_Static_assert(sizeof(struct at_table) <= AT_TABLE_SIZE_MAX, "a table stays small");

enum at_command_kind {
	AT_SIT = 1,   /* seat; seed: the hash of a number, where the table is a fair one (fair.h) */
	AT_SIT_BOT,   /* seat, level */
	AT_STAND_UP,  /* seat: before the start; by its person or the host */
	AT_START,     /* seed, or the host's half of it; draws; held: with the moves of a record to
			 come (at_table_given()); ply: this many of them with draws of their own */
	AT_MOVE,      /* seat, moves, ply, backs: decisions made in that very position */
	AT_DRAW,      /* moves[0]: only where draws are forced */
	AT_TAKE_BACK, /* seat, ply: at once where it is free, else everybody present is asked */
	AT_ASK_TO_END, /* seat */
	AT_AGREE,      /* seat */
	AT_DECLINE,    /* seat; also the one who asked */
	AT_STAND_IN,  /* seat, level: by its person, by another one while it is away, or the host */
	AT_COME_BACK, /* seat */
	AT_TICK,      /* the time; what has run out */
	AT_RESUME,    /* after a record was given, or a pause that is nobody's; by the host */
	AT_OPEN_NUMBER, /* seat, seed: the number behind its hash */
	AT_CALL_SILENT, /* seat: it has not opened; by the host, at_table_open_ms() after all sat */
	/* Only where people are apart in time: */
	AT_RESIGN,     /* seat, level */
	AT_ERASE,      /* seat, level; by the host: the person is no more */
	AT_NUDGE,      /* seat: the mover; by another person, like: */
	AT_GIVE_TIME,  /* seat */
	AT_END_ABSENT, /* seat: the person who asks to end it because others are gone */
	AT_PAUSE,      /* by the host: nobody is here */
	AT_GO_ON,      /* by the host: somebody is here, or (level 1) has been for a while */
	AT_RESEAT,     /* seat, ply: the person who gets it; by the host */
	AT_COMMAND_KINDS,
};

enum { AT_HOST = 0 }; /* struct at_command.person: whoever runs the table; bots move through it */

struct at_command {
	uint8_t kind;
	int8_t seat;
	uint8_t level;
	uint8_t draws; /* enum at_draws */
	uint8_t held;
	uint8_t present; /* a bit a seat: persons who are here; the others count as agreeing. Where
			    people are apart nobody does: those for whom no bot may move yet */
	uint8_t here;    /* only there: persons who look now, */
	uint8_t gone;    /* who have been away so long that the others may end the game */
	uint32_t person; /* who sends it */
	uint32_t ply, backs;
	uint64_t now;
	uint8_t seed[AT_SEED_SIZE];
	int count;
	at_move moves[AT_TURN_MAX];
};

/* The result of a command. */
struct at_step {
	int count;
	struct at_event events[AT_STEP_MAX];
	/* Hears each event and the table before it, or NULL. A command that is refused after its
	 * first event has been heard of, too. */
	void (*hear)(void *context, const struct at_table *before, const struct at_event *);
	void *context;
};

/* An opening of this game with its defaults: no clock, no commitment, bots by this seed. */
enum at_err at_opening_init(struct at_opening *, const struct at_game *, const struct at_setup *,
			    uint64_t bot_seed, struct at_fail *);

/* The same from a position, which is a full one. */
enum at_err at_opening_place(struct at_opening *, const struct at_state *, uint64_t bot_seed,
			     struct at_fail *);

/* What the opening's game was set up with. */
static inline struct at_setup at_opening_setup(const struct at_opening *o)
{
	return (struct at_setup){.seats = o->seats,
				 .options = o->options,
				 .version = o->game_version,
				 .first = o->first};
}

/* An empty table: everybody has yet to sit down. The viewer is AT_TRUTH, AT_PUBLIC or a seat. */
void at_table_init(struct at_table *, const struct at_opening *, int viewer);

/* Makes a copy in less time than an assignment: the unused ends of the states are not copied. To
 * compare tables as bytes, assign them instead. */
void at_table_copy(struct at_table *, const struct at_table *);

/* Checks a command on the sender's view (which words the refusal), then on the truth. On success
 * the table has changed and *step says how; else nothing has. The log holds every event so far. */
enum at_err at_table_command(struct at_table *, const struct at_events *, const struct at_command *,
			     struct at_step *, struct at_fail *);

/* Applies one event of a log or of a viewer's stream; the log holds the events before it. An event
 * that cannot follow is refused and changes nothing. */
enum at_err at_table_apply(struct at_table *, const struct at_events *, const struct at_event *,
			   struct at_fail *);

/* Adds a move of a record that is continued at this table, a decision or a draw: after a start with
 * `held`, until AT_RESUME. */
enum at_err at_table_given(struct at_table *, const struct at_events *, at_move, uint64_t now,
			   struct at_step *, struct at_fail *);

static inline const struct at_state *at_table_now(const struct at_table *t)
{
	return &t->state.head;
}

const struct at_game *at_table_game(const struct at_table *);

/* The seat whose decision is due, or AT_NOBODY; and whether a bot makes it. */
int at_table_mover(const struct at_table *);
bool at_table_bot_moves(const struct at_table *);

/* The seat of a person, or AT_NOBODY. */
int at_table_seat_of(const struct at_table *, uint32_t person);

/* The milliseconds that this seat has left at this time; UINT32_MAX without a clock. */
uint32_t at_table_time_left(const struct at_table *, int seat, uint64_t now);

/* The ply of this seat's last valid decision that it may still ask to take back, or UINT32_MAX if
 * there is none; *needs: who of those present must agree. */
uint32_t at_table_back_to(const struct at_table *, const struct at_events *, int seat,
			  uint8_t present, uint8_t *needs);

#endif
