/* What the parts of the host share; outside server/ only its tests and fuzz targets include it.
 *
 *     socket.c    bytes and frames              guests.c   who somebody is
 *     asks.c      commands: what is asked for   tables.c   tables in memory, loading, letting go
 *     says.c      messages: what is told        steps.c    a command's way through the store
 *     due.c       what happens unasked          notify.c   whom to tell that they are waited for
 *     files.c     the pages of other versions                aside.c    what is damaged
 *     time.c      clocks, and that this node lives          others.c   what other nodes did
 *     seats.c, records.c, play.c, talk.c, lobby.c   handlers of commands
 *     control.c, order.c                        what whoever runs the host orders
 */
#ifndef HOST_INNER_H
#define HOST_INNER_H

#include "addresses.h"
#include "host.h"
#include "job.h"
#include "json.h"
#include "limit.h"
#include "name.h"
#include "plain.h"
#include "row.h"
#include "socket.h"
#include "store.h"
#include "thinkers.h"

#include <event2/util.h>
#include <jansson.h>

enum {
	PROTOCOL_VERSION = 1,
	PICTURES = 64, /* that a person can have beside the name */
	ID_SIZE = 16,
	OUT_SIZE = 768 << 10, /* the longest message: a view and the events of a step */
	TABLE_BUCKETS = 1 << 14,
	GUEST_BUCKETS = 1 << 12,
	MINE_BUCKETS = 1 << 12,
	WATCH_MAX = 32,       /* tables a socket */
	GUEST_SOCKETS = 64,   /* sockets a guest */
	GUEST_TABLES = 100,   /* unfinished tables a guest has made */
	QUEUE_MAX = 64,       /* commands that wait for a table */
	STORE_QUEUE = 4096,   /* writes that wait for the store */
	BURST = 4,            /* seconds of commands at once */
	FORGIVEN = 200,       /* refusals for being too fast, before the socket is closed */
	CHAT_MAX = 5000,      /* lines a table */
	SLEEP_MS = 60000,     /* a table that nobody looks at is let go */
	REST_MS = 1000,       /* when the store has failed */
	EVENTS_AT_ONCE = 500, /* older events in one answer */
	LOBBY_MAX = 50,
	KNOWN_GUESTS = 512, /* names at hand; others may change them, so not for longer than: */
	KNOWN_MS = 10000,
	TRIES_MAX = 8,         /* of a command, when other nodes were first */
	AWAY_MS = 5000,        /* then clients of a node without a database are sent away */
	BEFORE_MS = 1000,      /* a bot is so late before anybody is told how many come first; */
	BEFORE_MAX_MS = 16000, /* after twice as long, and at most this, they are told again */
};

/* Somebody with a cookie; person is 0 until there is something to keep. */
struct guest {
	struct guest *next;
	uint8_t token[AT_TOKEN_SIZE]; /* the hash */
	uint32_t person;
	bool welcoming; /* the store has been asked for a person */
	int sockets;
	uint64_t seen; /* as the store knows it */
	struct bucket commands, made[BUDGETS];
	uint8_t picture;
	char name[AT_NAME_BYTES + 1];
};

/* A visitor in a list of those who are told what changes; at is NULL while it is in none. */
struct listener {
	struct listener *next, **at;
	struct visitor *visitor;
};

/* A socket. */
struct visitor {
	struct listener in_lobby, at_mine;
	struct host *host;
	struct socket *socket;
	struct guest *guest;
	struct address *address;
	struct watch *watches;
	int watch_count;
	struct bucket commands;
	int refused;  /* for being too fast */
	int asks;     /* commands that wait for an answer and name this visitor */
	bool gone;    /* is freed with its last ask */
	bool hinting; /* a bot thinks for it */
};

/* How the view comes with what happens: not at all, as a whole, or as what has changed in it. */
enum views { VIEWS_NONE, VIEWS_WHOLE, VIEWS_CHANGED, VIEWS };

/* A visitor that looks at a table. */
struct watch {
	struct watch *next;         /* of the visitor's */
	struct watch *beside, **at; /* of the table's */
	struct visitor *visitor;
	struct socket *socket; /* the visitor's */
	struct online_table *table;
	int viewer; /* a seat or AT_PUBLIC */
	enum views views;
	bool plays; /* may sit down: knows how */
};

/* A table in memory. The log and the table hold what is stored, nothing else. */
struct online_table {
	struct online_table *next; /* in its bucket */
	struct host *host;
	uint8_t id[ID_SIZE];
	struct terms terms;
	uint64_t created; /* by the calendar */
	struct at_table table;
	struct given given; /* a record that goes on here, once all sit */
	struct at_event *events;
	uint32_t room;
	struct step *writing;      /* on its way into the store */
	struct ask *first, **last; /* what waits for it */
	int waiting;
	struct watch *watches;
	struct event *timer;
	bool timed;                  /* it may be running */
	uint64_t away[AT_SEATS_MAX]; /* since when nobody looks from this seat; 0: somebody does */
	uint64_t idle;               /* since when nobody needs it */
	uint64_t rest;               /* until when the host asks nothing of it */
	bool thinking;               /* a bot, about this moment: */
	uint32_t thought_ply, thought_backs;
	int64_t thought_from;
	struct thinkers_for payer; /* whose thoughts the last ones were */
	int before;                /* so many come first, as those who look were told */
	uint64_t before_look;      /* when that is looked at again, */
	uint32_t before_wait;      /* which was so long ago */
	uint32_t said;             /* lines of chat */
	uint64_t notice; /* when the mover is told that it is waited for, or 0: was, or nobody is */
	const char *read_only; /* why nothing can be done here any more, or NULL */
	bool gap;              /* a gap in the rules was logged: once is enough */
	bool removed;          /* from the store: it goes with the last of its commands */
	uint32_t behind;       /* so many events are stored, as another node says; or less */
	uint32_t announced; /* the seats from which people look through this node, as others know */
	uint32_t elsewhere; /* and through other nodes */
	int64_t lease_until; /* what is due here is this node's work */
	int64_t lease_ask;   /* it is another's: when to ask again */
	bool leasing;        /* has been asked for */
	char why[200];
};

/* A command on its way: from a client, or (visitor NULL) the host's own. */
struct ask {
	struct ask *next;
	struct host *host;
	struct visitor *visitor; /* or NULL */
	uint8_t id[ID_SIZE];     /* as the client named it */
	uint8_t key[ID_SIZE];    /* as the store knows it: nobody can take the names of others */
	uint32_t person;         /* whose it is */
	bool give;               /* the next moves of the record, instead of the command */
	uint8_t tries;           /* so often another node was first */
	int64_t from;            /* when it came, by host_uptime(); 0: it is the host's own */
	struct at_command command;
};

/* Looking at all tables, a few at a time. */
struct pass {
	uint8_t at[ID_SIZE]; /* the last one */
	uint64_t began;      /* this round, by the calendar; or the last one */
	uint32_t steps;
	bool going;
	bool told; /* of a list that cannot be read */
};

/* How long things take, counted in fixed steps (metrics.c). */
enum timing { TIMING_ACKNOWLEDGED, TIMING_THOUGHT, TIMING_STORED, TIMINGS };
enum { TIME_STEPS = 15, REFUSALS = 19 };
struct times {
	uint64_t count[TIME_STEPS + 1]; /* the last: longer than all of them */
	uint64_t ms;                    /* in all */
};

struct host {
	struct event_base *base;
	struct at_store *store;
	struct host_options options;
	struct sockets *sockets;
	struct thinkers *thinkers;
	struct notify *notify; /* or NULL */
	struct event *on_store, *on_asked, *on_beat, *on_wake, *on_lobby, *on_keep, *on_check,
	    *on_pass;
	struct online_table *tables[TABLE_BUCKETS];
	struct guest *guests[GUEST_BUCKETS];
	struct listener *lobby;              /* those who look at open tables */
	struct listener *mine[MINE_BUCKETS]; /* those who look at their own, by person */
	struct hint *hints;
	int table_count;
	uint32_t kept;      /* tables in the store */
	int64_t lobby_next; /* when it may be told again */
	int top;            /* the best level of bots, by its place in at_ladder */
	uint64_t hint_serial;
	uint32_t clock_person; /* the guest of the store whose last sight is the host's clock */
	uint64_t clock_base, date_base;
	int64_t clock_from, date_from, started;
	bool beating;    /* a beat is on its way */
	uint32_t duties; /* this node's, as of the last beat: */
	int64_t duties_from;
	uint32_t nodes;   /* what the last beat said of them */
	bool shared;      /* other nodes have the same store */
	uint32_t damaged; /* tables that are set aside, when it was last asked */
	struct pass pass;
	uint64_t spare_until; /* by the host's time: nothing is removed for its age */
	bool spares;          /* still to be said */
	int64_t aged_from;    /* this hour, in which so many tables and guests were removed: */
	uint32_t aged[2];
	bool unread;        /* the last table was not found because the store could not be read */
	const char *spoilt; /* why the last table cannot be read: it is damaged; or NULL */
	int64_t away;       /* since when there is no database, or 0 */
	bool missed;        /* numbers could not be read: everything is looked at again */
	bool outdated;
	bool pressed;             /* memory is short */
	struct other_file *files; /* of other versions' pages, in memory */
	size_t files_size;
	int64_t files_put; /* when this node's were put into the store */
	struct bucket file_looks;
	int check; /* where the look at numbers goes on */
	struct at_guest known[KNOWN_GUESTS];
	int64_t known_until[KNOWN_GUESTS];
	struct at_write *asked, **last_asked; /* of this round of the loop */
	int writes;                           /* on their way */
	struct step *spare_steps;
	int spare_step_count;
	uint64_t messages, beats_lost, expired, beat_took; /* for /metrics, */
	uint64_t shed, unmet;              /* for want of memory: let go, not let in */
	uint64_t made, refusals[REFUSALS]; /* tables; commands, by code */
	struct times times[TIMINGS];
	int64_t beat_from;
	bool stopping, lobby_changed;
	char cookie[32];
	uint8_t key[AT_STORE_KEY_SIZE]; /* of tokens */
	char out[OUT_SIZE];
};

/* --- time.c --- */

/* The host's time: goes on only while a node runs, and never back. Tables know no other. */
uint64_t host_now(const struct host *);
/* The calendar's when the host was started, and from then on without its jumps: for lists, for
 * links that end and for what is forgotten after days. Nodes have the database's. */
uint64_t host_date(const struct host *);
int64_t host_uptime(void);

void time_start(struct host *);
void time_beat(struct host *); /* keeps the time; tells other nodes that this one lives */

/* Is this work for all this node's? */
bool host_has_duty(const struct host *, enum at_duty);

/* --- aside.c --- */

/* Sets a table aside for what at_store_trouble() says; returns why nothing can be done there. */
const char *host_set_aside(struct host *, const uint8_t *id);
const char *host_is_aside(struct host *, const uint8_t *id); /* likewise, or NULL */
void table_again(struct host *, const uint8_t *id); /* reads it again, where it is in memory */
void pass_start(struct host *);
void pass_step(struct host *); /* each second */

/* --- page_files.c --- */

void page_files_put(struct host *);  /* this node's, for the others */
void page_files_keep(struct host *); /* and again where that was long ago */
void page_files_free(struct host *);

/* --- others.c --- */

void others_listen(struct host *);
void others_check(struct host *);           /* some tables, by their numbers: each in its turn */
void others_gone(struct host *);            /* a node came or went */
void others_tell(struct online_table *);    /* AT_TELL: a word about this table */
bool table_catch_up(struct online_table *); /* takes and tells what is stored beyond it */
bool guest_known(struct host *, uint32_t person, struct at_guest *); /* at_store_guest() at hand */
void guest_unknow(struct host *, uint32_t person); /* not at hand any more; 0: nobody */

/* --- host.c --- */

/* One line a thing that whoever runs the host wants to know, on stdout: the calendar's time, then
 * the words. Nobody is named. */
void host_log(const char *format, ...) __attribute__((format(printf, 1, 2)));
void host_random(void *, size_t);
bool host_hex(const char *text, uint8_t *out, size_t n);

/* A write that is answered once; free()d after done. Those of one round of the loop go to the store
 * together: so many more are made durable with one sync. */
void host_write(struct host *, struct at_write *);
void host_flush(struct host *); /* at once, where no loop runs */

/* --- tokens.c --- */

/* The hash of the token that the request has, or of a new one that goes out with the answer. False:
 * the store cannot be read, and nobody is taken for somebody else because of that. */
bool token_read(const struct host *, struct request *, enum via, uint8_t hash[AT_TOKEN_SIZE]);

/* A number that the store keeps for the host. */
void host_note(struct host *, enum at_note, uint64_t);

/* --- guests.c --- */

/* The guest of a token's hash, from memory or the store; NULL: no memory. */
struct guest *guest_find(struct host *, const uint8_t *token);
void guest_leave(struct host *, struct guest *);

/* Forgets a guest who has no socket: what guest_find() found and nobody needs. */
void guest_forget(struct host *, struct guest *);

/* The store has forgotten this person: so does the host, and its sockets have to come back. */
void guest_expel(struct host *, uint32_t person);

/* Somebody may have come in the moment in which the store forgot them. */
void guests_check(struct host *);

/* Another node has made or changed them. */
void guest_heard(struct host *, uint32_t person);
void token_heard(struct host *, const uint8_t *token);

/* Who is here has been seen: the store is told once a day. */
void guest_seen(struct host *, struct guest *);
void guests_seen(struct host *);

/* --- asks.c --- */

void asks_soon(void *host, const struct socket *);
void asks_message(void *host, struct socket *, const char *text, size_t size);

/* A message of the client's, while its handler runs. */
struct call {
	struct host *host;
	struct visitor *visitor;
	const struct plain_move *move; /* it is a plain one, and there is no JSON; or NULL */
	json_t *json;
	int64_t from; /* when it came, by host_uptime() */
	uint8_t id[ID_SIZE];
	struct online_table *table; /* where the command names one */
	int seat;                   /* of the visitor there, or AT_NOBODY */
	bool has_secret;
	uint8_t secret[SECRET_SIZE];
};

void refuse(struct visitor *, const uint8_t *id, const char *code, const char *why);
#define refuse_call(call, code, why) refuse((call)->visitor, (call)->id, code, why)

/* The members of a command; a wrong one is refused and then false. A missing one leaves *out. */
bool read_number(const struct call *, const char *name, uint32_t most, uint32_t *out);
bool read_seat(const struct call *, const char *name, int *seat);
bool read_level(const struct call *, const char *name, int *level);
bool read_flag(const struct call *, const char *name, bool *out);

/* Bots of this host are no better than --top-level: is this one allowed, and which one is instead
 * of it? */
bool level_allowed(const struct host *, int level);
int level_at_most(const struct host *, int level);
bool refuse_level(const struct call *); /* says so; false */
bool read_hex(const struct call *, const char *name, uint8_t *out, size_t n, bool *given);

/* --- metrics.c --- */

void metrics_took(struct host *, enum timing, int64_t ms);
void metrics_refused(struct host *, const char *code); /* one of docs/protocol.md */

/* --- budgets.c --- */

/* One more of these: false, and refused, where too many were made. */
bool budget_take(const struct call *, enum budget);

/* --- seats.c, records.c --- */

/* A table that is being made. */
struct making {
	struct at_write write;
	struct host *host;
	struct visitor *visitor;
	uint8_t id[ID_SIZE]; /* of the command */
	uint32_t person;
	int seat; /* of the maker, or AT_NOBODY */
	bool fair;
	uint8_t promise[AT_SHA256_SIZE]; /* the maker's */
	struct at_opening opening;
	struct terms terms;
	struct given given;
	at_move moves[ROW_GIVEN_MAX]; /* from here on as it was found */
	uint8_t bytes[ROW_OPENING_MAX];
};

/* Reads the record of a command into it, with its set-up for so many seats. */
bool read_record(const struct call *, int seats, struct making *);

/* --- tables.c --- */

struct online_table *table_find(struct host *, const uint8_t *id); /* in memory */
struct online_table *table_get(struct host *,
			       const uint8_t *id); /* or from the store; NULL: none */
struct online_table *table_new(struct host *, const uint8_t *id);
struct online_table *table_made(struct host *, const struct at_create *); /* has just been stored */
void table_free(struct online_table *);
void table_prefetch(const struct online_table *);   /* it is needed soon (prefetch.h) */
void watches_prefetch(const struct online_table *); /* and those who look at it */
void table_reload(struct online_table *);
void table_drop(struct online_table *); /* is not in the store any more */
void table_keep(struct online_table *, const struct at_event *, int count); /* takes events */
uint8_t table_present(const struct online_table *);
struct at_status table_status(const struct online_table *, const struct at_table *);
void table_update_presence(struct online_table *); /* who looks from where may have changed */
int table_viewer(const struct online_table *, const struct visitor *);
void table_watch(struct online_table *, struct visitor *, enum views);
void watch_end(struct watch *);
struct watch *watch_of(const struct visitor *, const struct online_table *);
void tables_wake(struct host *);
int table_free_seats(const struct at_table *);
uint64_t table_clock_end(const struct at_table *, uint64_t now); /* of the mover's, or 0 */

/* A number for a table, below 2^63, by which it is found again as long as it is in memory. */
uint64_t table_key(const uint8_t *id);
struct online_table *table_with_key(struct host *, uint64_t key);

/* --- due.c --- */

void table_lease(struct online_table *, bool ours); /* with an append: whose work is it now? */
void table_do_due(
    struct online_table *); /* what is due: bots, clocks, seats that are full, sleep */
void table_due(evutil_socket_t, short, void *table); /* the same when its timer says so */
void tables_thought(void *host, uint64_t ticket, const struct at_answer *);
bool table_hint(struct online_table *, struct visitor *, const uint8_t *id, int seat);
void hints_forget(struct visitor *);

/* --- steps.c --- */

/* Carries the command out at the table, or queues it, or refuses it. */
void step_do(struct online_table *, const struct ask *);

/* The same for a client's command. */
void step_ask(struct call *, const struct at_command *);

/* Where the game's rules have a gap (at_apply_listed), the log says so, once a table. */
void step_log_gap(struct online_table *, const struct at_fail *);

void steps_free(struct host *); /* when none is under way */

/* What the store knows a client's command by: whose it is and what it is called, so that nobody can
 * take the names of others. */
void step_key(uint32_t person, const uint8_t *id, uint8_t key[ID_SIZE]);

/* --- says.c: messages --- */

struct at_text *say_begin(struct host *, struct at_text *, const char *type);
void say_end(struct visitor *, struct at_text *);
void say_hello(struct visitor *);
void say_done(struct visitor *, const uint8_t *id, const struct online_table *, uint32_t first,
	      uint32_t count);
void say_table(const struct watch *);
void say_events(const struct watch *, uint32_t from, uint32_t to);
void say_step(struct online_table *, const struct at_event *, int count);
void say_presence(struct online_table *);
void say_thinking(struct online_table *); /* so many thoughts come before that of its bot */
void say_person(struct at_text *, struct host *, uint32_t person); /* number, name, picture */
/* The same at a table: names that look alike there get a number. */
void say_person_at(struct at_text *, struct host *, const struct at_table *, uint32_t person);
void say_hex(struct at_text *, const char *name, const uint8_t *, size_t);
void say_links(struct at_text *, const struct online_table *);
void say_all(struct online_table *, const struct at_text *);

/* --- notify.c --- */

/* NULL: there is not enough memory. */
struct notify *notify_new(struct host *, const char *command, int seconds);
void notify_free(struct notify *); /* or NULL */

/* When the person that this table (not stored yet) waits for is to be told so. */
uint64_t notify_when(const struct online_table *, const struct at_table *);

/* --- talk.c --- */

/* Tells the lines that are stored beyond those known here. */
void talk_catch_up(struct online_table *);

/* Lines that are gone from the store; everybody at the table is told. */
void talk_removed(struct host *, const uint8_t *table, uint32_t first, uint32_t count);

/* --- handlers of commands --- */

void ask_name(struct call *);
void ask_device(struct call *);
void ask_redeem(struct call *);
void ask_forget(struct call *);
void ask_create(struct call *);
void ask_open(struct call *);
void ask_close(struct call *);
void ask_sit(struct call *);
void ask_leave(struct call *);
void ask_remove(struct call *);
void ask_fill(struct call *);
void ask_reveal(struct call *);
void ask_move(struct call *);
void ask_back(struct call *);
void ask_agree(struct call *);
void ask_decline(struct call *);
void ask_end(struct call *);
void ask_stand_in(struct call *);
void ask_return(struct call *);
void ask_events(struct call *);
void ask_record(struct call *);
void ask_hint(struct call *);
void ask_chat(struct call *);
void ask_unchat(struct call *);
void ask_chats(struct call *);
void ask_rematch(struct call *);
void ask_lobby(struct call *);
void ask_mine(struct call *);

/* --- lobby.c --- */

void mine_moved(struct host *, const struct guest *, uint32_t was); /* another person now */
void lobby_leave(struct visitor *);                                 /* looks at no list any more */
void lobby_tell(struct host *);
void mine_tell(struct online_table *, const struct at_table *was); /* to those whose it is or was */
void mine_heard(struct host *, uint32_t person, const uint8_t *table); /* from another node */

/* --- seats.c --- */

void rematch_heard(struct online_table *);

#endif
