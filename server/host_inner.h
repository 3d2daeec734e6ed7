/* Shared by the parts of the host; outside server/ only its tests and fuzz targets include this.
 *
 *     socket.c, socket_read.c     bytes, frames  guests.c   who somebody is
 *     asks.c      commands of clients            tables.c   tables in memory: loading, releasing
 *     says.c      messages to clients            steps.c    a command's way through the store
 *     due.c       bots, clocks, other due work   notify.c   notifying people of their turn
 *     time.c      clocks, this node's beat       others.c   changes by other nodes
 *     aside.c     damaged tables                 page_files.c   the pages of other versions
 *     age.c       removing what is old           control.c, order.c   the administrator
 *     company.c   who is at a table, and what follows from that
 *     results.c   how games ended             codes.c   recovery codes
 *     seats.c, records.c, play.c, talk.c, lobby.c   handlers of commands
 */
#ifndef HOST_INNER_H
#define HOST_INNER_H

#include "addresses.h"
#include "company.h"
#include "event_log.h"
#include "host.h"
#include "job.h"
#include "json.h"
#include "limit.h"
#include "name.h"
#include "plain.h"
#include "queue.h"
#include "row.h"
#include "socket.h"
#include "store.h"
#include "thinkers.h"

#include <event2/util.h>
#include <jansson.h>

enum {
	PROTOCOL_VERSION = 1,
	PICTURES = 64,        /* to choose from */
	OUT_SIZE = 768 << 10, /* the longest message: a view and the events of a step */
	TABLE_BUCKETS = 1 << 14,
	GUEST_BUCKETS = 1 << 12,
	MINE_BUCKETS = 1 << 12,
	WATCH_MAX = 32,          /* tables a socket */
	GUEST_SOCKETS = 64,      /* sockets a guest */
	GUEST_TABLES = 100,      /* unfinished tables a guest has made */
	QUEUE_MAX = 64,          /* commands queued for a table */
	STORE_QUEUE = 4096,      /* writes queued for the store */
	STORE_MANY = 32,         /* with this many, commands of those who ask for most wait */
	BURST = 4,               /* seconds of commands at once */
	FORGIVEN = 200,          /* refusals with too-fast before the socket is closed */
	CHAT_MAX = 5000,         /* lines a table */
	SLEEP_MS = 60000,        /* a table that nobody watches is released from memory, */
	SLEEP_UNSEEN_MS = 12000, /* earlier if nobody came, but after a pause (COMPANY_PAUSE_MS), */
	SLEEP_SOON_MS = 1000,    /* and still earlier if this many are awake: */
	AWAKE_MANY = 4096,
	REST_MS = 1000,       /* the pause after the store has failed */
	EVENTS_AT_ONCE = 500, /* older events in one answer */
	LOBBY_MAX = 50,
	KNOWN_GUESTS = 512, /* cached guests; other nodes may change them, so for no longer than: */
	KNOWN_MS = 10000,
	TRIES_MAX = 8,         /* of a command, if other nodes are first */
	AWAY_MS = 5000,        /* then a node without a database disconnects its clients */
	BEFORE_MS = 1000,      /* how late a bot is before people are told how many come first; */
	BEFORE_MAX_MS = 16000, /* they are told again after twice as long, at most this */
};

/* Somebody with a cookie; person is 0 until there is something to store. */
struct guest {
	struct guest *next;
	uint8_t token[AT_TOKEN_SIZE]; /* the hash */
	uint32_t person;
	bool welcoming; /* the store is making the person */
	int sockets;
	uint64_t seen; /* as stored */
	struct bucket commands, made[BUDGETS];
	uint8_t picture;
	char name[AT_NAME_BYTES + 1];
};

/* A visitor's place in a list of subscribers; at is NULL if it is in none. */
struct listener {
	struct listener *next, **at;
	struct visitor *visitor;
};

/* A connection. */
struct visitor {
	struct listener in_lobby, at_mine;
	struct host *host;
	struct socket *socket;
	struct guest *guest;
	struct address *address;
	struct watch *watches;
	int watch_count;
	struct bucket commands;
	int refused;  /* how often, with too-fast */
	int asks;     /* pending commands of this visitor */
	bool gone;    /* it is freed with its last command */
	bool hinting; /* a bot computes a hint for it */
};

/* The part of the view that is sent with every event: nothing, all of it, or the changes. */
enum views { VIEWS_NONE, VIEWS_WHOLE, VIEWS_CHANGED, VIEWS };

/* A visitor that watches a table. */
struct watch {
	struct watch *next;         /* of the visitor's */
	struct watch *beside, **at; /* of the table's */
	struct visitor *visitor;
	struct socket *socket; /* the visitor's */
	struct online_table *table;
	int viewer; /* a seat or AT_PUBLIC */
	enum views views;
	bool plays;   /* may sit down: has the secret */
	bool says;    /* the client says who is present (company.h), */
	bool program; /* and that no person decides there */
};

/* A table in memory. The log and the table contain only what is stored. */
struct online_table {
	struct online_table *next; /* in its bucket */
	struct host *host;
	uint8_t id[AT_ID_SIZE];
	struct terms terms;
	uint64_t created; /* the date */
	struct at_table table;
	struct given given; /* a record that is continued here when all seats are taken */
	struct at_event_log history;
	struct step *writing;      /* being stored */
	struct ask *first, **last; /* commands queued behind it */
	int waiting;
	struct watch *watches;
	struct event *timer;
	bool timed; /* the timer may be running */
	bool soon;  /* it runs in this round: see table_soon() */
	uint64_t
	    away[AT_SEATS_MAX]; /* since when nobody watches from this seat; 0: somebody does */
	uint64_t idle;          /* since when it is unused */
	bool visited;           /* somebody has looked since it was loaded */
	struct company company;
	uint64_t rest; /* until then the host makes no commands of its own */
	bool thinking; /* a bot is thinking about this position: */
	uint32_t thought_ply, thought_backs;
	int64_t thought_from;
	struct thinkers_for payer; /* for whom the last bot thought */
	int before;                /* how many come first, as the viewers were told */
	uint64_t before_look;      /* when to check that again, */
	uint32_t before_wait;      /* after this interval */
	uint32_t said;             /* lines of chat */
	uint64_t notice;           /* when to notify the mover; 0: done, or nobody */
	const char *read_only;     /* why the table cannot go on, or NULL */
	bool gap;                  /* a gap in the rules was logged, which happens once */
	bool removed;              /* from the store; it is freed with its last command */
	uint32_t behind;           /* how many events other nodes have reported, or less */
	uint32_t announced;        /* the seats watched through this node, as reported to others */
	uint32_t elsewhere;        /* the seats watched through other nodes */
	int64_t lease_until;       /* until then this node does the due work */
	int64_t lease_ask;         /* another node does: when to ask for the lease again */
	bool leasing;              /* the lease has been asked for */
	char why[200];
};

/* A pending command: of a client, or (visitor NULL) the host's own. */
struct ask {
	struct ask *next;
	struct host *host;
	struct visitor *visitor; /* or NULL */
	uint8_t id[AT_ID_SIZE];  /* the client's id */
	uint8_t key[AT_ID_SIZE]; /* its id in the store, so that nobody can use another's id */
	uint32_t person;         /* who sends it */
	bool give;               /* makes the next moves of the record instead of the command */
	uint8_t tries;           /* how often another node was first */
	int64_t from;            /* when it arrived, by host_uptime(); 0: the host's own */
	struct at_command command;
};

/* The background check of all tables, a few at a time. */
struct pass {
	uint8_t at[AT_ID_SIZE]; /* the last table checked */
	uint64_t began;         /* the date of this round, or of the last */
	uint32_t steps;
	bool going;
	bool told; /* that the list cannot be read */
};

/* The round that keeps missing results (results.c). */
struct round {
	struct at_head at; /* the table looked at last */
	uint64_t noted;    /* where the next one begins, about */
	int64_t began;
	bool going;
};

/* Histograms of durations, with fixed steps (metrics.c). */
enum timing { TIMING_ACKNOWLEDGED, TIMING_THOUGHT, TIMING_STORED, TIMINGS };
enum { TIME_STEPS = 15, REFUSALS = 19 };
struct times {
	uint64_t count[TIME_STEPS + 1]; /* the last: longer than all steps */
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
	struct listener *lobby;              /* subscribers of the lobby */
	struct listener *mine[MINE_BUCKETS]; /* subscribers of their own tables, by person */
	struct hint *hints;
	struct at_head woken; /* where looking for tables with work goes on (tables_wake) */
	bool waking;
	int table_count;
	uint32_t kept;      /* tables in the store */
	int64_t lobby_next; /* when it may be sent again */
	char *lobby_text;   /* as it was sent last, without its end, or NULL */
	size_t lobby_len;
	int64_t lobby_made;
	int top; /* the strongest level allowed, by its index in at_ladder */
	uint64_t hint_serial;
	uint32_t clock_person; /* the guest whose `seen` is the host's clock */
	uint64_t clock_base, date_base;
	int64_t clock_from, date_from, started;
	bool beating;    /* a beat is being stored */
	uint32_t duties; /* this node's duties since its last beat: */
	int64_t duties_from;
	uint32_t nodes;   /* as the last beat reported; and the newest openings (table.h) */
	uint32_t reads;   /* that all nodes can read */
	bool shared;      /* other nodes have the same store */
	uint32_t damaged; /* tables set aside, when last counted */
	struct pass pass;
	struct round results;
	uint64_t spare_until; /* until this time of the host, nothing is removed for its age */
	bool spares;          /* which is still to be logged */
	uint64_t aged_from;   /* the hour in which this many tables and guests were removed: */
	uint32_t aged[2];
	bool aging[2], crowding; /* such removals, and those to make room, are being stored */
	bool unread;        /* the last table was not found because the store could not be read */
	const char *spoilt; /* why the last table cannot be read (it is damaged), or NULL */
	int64_t away;       /* since when the database is unreachable, or 0 */
	bool missed;        /* numbers could not be read: check everything again */
	bool outdated;
	bool pressed;             /* memory is short */
	bool half_used;           /* more than half of it is taken */
	struct other_file *files; /* of other versions' pages, in memory */
	size_t files_size;
	int64_t files_put; /* when this node's files were stored */
	struct bucket file_looks;
	int check; /* where the check of numbers continues */
	struct at_guest known[KNOWN_GUESTS];
	int64_t known_until[KNOWN_GUESTS];
	struct at_write *asked, **last_asked; /* of this round of the loop */
	int writes;                           /* on their way */
	int making;                           /* of them new guests and tables */
	struct queue makings;                 /* those that wait (makings.c) */
	uint64_t making_serial;
	bool making_now; /* one that has waited */
	struct step *spare_steps;
	int spare_step_count;
	uint64_t messages, beats_lost, expired, beat_took; /* for /metrics, */
	uint64_t shed, unmet; /* for lack of memory: connections closed, people refused */
	uint64_t made, welcomed, refusals[REFUSALS]; /* tables and guests made; refusals by code */
	struct times times[TIMINGS];
	int64_t beat_from;
	bool stopping, lobby_changed;
	char cookie[32];
	uint8_t key[AT_STORE_KEY_SIZE]; /* of tokens */
	char out[OUT_SIZE];
};

/* --- time.c --- */

/* The host's time: it advances only while a node runs, and never goes back. Tables use no other. */
uint64_t host_now(const struct host *);
/* The date: the calendar's at the start, from then on without its jumps. Used for lists, for links
 * that expire and for what is removed after days. Nodes use the database's. */
uint64_t host_date(const struct host *);
int64_t host_uptime(void);

void time_start(struct host *);
void time_beat(struct host *); /* stores the time, and tells other nodes that this one is alive */

/* Does this node have this duty? */
bool host_has_duty(const struct host *, enum at_duty);

/* --- aside.c --- */

/* Sets a table aside with the reason of at_store_trouble(), which it returns. */
const char *host_set_aside(struct host *, const uint8_t *id);
const char *host_is_aside(struct host *, const uint8_t *id); /* the reason, or NULL */
void table_again(struct host *, const uint8_t *id); /* reads it again, if it is in memory */
void pass_start(struct host *);
void pass_step(struct host *); /* each second */

/* --- age.c --- */

void age_start(struct host *);
void age_say(struct host *);   /* logs that the clock may be wrong */
void age_step(struct host *);  /* at the start and every ten minutes */
void age_crowd(struct host *); /* after a table was made */

/* --- page_files.c --- */

void page_files_put(struct host *);  /* stores this node's files for the others */
void page_files_keep(struct host *); /* and again after a long time */
void page_files_free(struct host *);

/* --- others.c --- */

void others_listen(struct host *);
void others_check(struct host *);        /* compares the numbers of some tables, each in its turn */
void others_gone(struct host *);         /* a node joined or left */
void others_tell(struct online_table *); /* AT_TELL: a message about this table */
bool table_catch_up(struct online_table *); /* reads new events from the store and sends them */
bool guest_known(struct host *, uint32_t person, struct at_guest *); /* at_store_guest(), cached */
void guest_unknow(struct host *, uint32_t person); /* drops them from the cache; 0: everybody */

/* --- host.c --- */

/* Writes a line for the administrator to stdout: the time, then the text. It must name nobody. */
void host_log(const struct host *, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* With --log json, a stage of the command with this id, and one more member (or NULL). */
void log_way(const struct host *, const char *stage, const uint8_t id[AT_ID_SIZE], const char *name,
	     const char *value);

/* The same for a message to a client, if it is an answer. */
void log_answer(const struct host *, const struct at_text *);
void host_random(void *, size_t);
bool host_hex(const char *text, uint8_t *out, size_t n);

/* Submits a write, which is free()d after done. The writes of one round of the loop go to the store
 * together, so that more of them share a sync. */
void host_write(struct host *, struct at_write *);
void host_flush(struct host *); /* at once, for use without a loop */

/* --- tokens.c --- */

/* The hash of the request's token, or of a new one that is sent with the answer. False if the store
 * cannot be read; then the request is refused rather than treated as a stranger's. */
bool token_read(const struct host *, struct request *, enum via, uint8_t hash[AT_TOKEN_SIZE]);

/* Stores a number for the host. */
void host_note(struct host *, enum at_note, uint64_t);

/* --- guests.c --- */

/* The guest with this token's hash, from memory or the store; NULL: out of memory. */
struct guest *guest_find(struct host *, const uint8_t *token);
void guest_leave(struct host *, struct guest *);
void guest_be(struct guest *, const struct at_guest *); /* is this person from now on */

/* Releases a guest without sockets that guest_find() has returned. */
void guest_forget(struct host *, struct guest *);

/* The store has deleted this person: the host forgets them, and their sockets must reconnect. */
void guest_expel(struct host *, uint32_t person);

/* For people who connected at the moment when the store deleted them. */
void guests_check(struct host *);

/* Another node has created or changed them. */
void guest_heard(struct host *, uint32_t person);
void token_heard(struct host *, const uint8_t *token);

/* Marks present guests as seen in the store, once a day. */
void guest_seen(struct host *, struct guest *);
void guests_seen(struct host *);

/* --- asks.c --- */

void asks_soon(void *host, const struct socket *);
void asks_took(void *host, const struct socket *, int64_t us);
bool asks_wait(void *host, const struct socket *, int64_t now_us);
bool asks_full(void *host);
void asks_message(void *host, struct socket *, const char *text, size_t size);

/* A client's message, while its handler runs. */
struct call {
	struct host *host;
	struct visitor *visitor;
	const struct plain_move *move; /* of a plain move, which has no JSON; or NULL */
	json_t *json;
	int64_t from; /* when it came, by host_uptime() */
	uint8_t id[AT_ID_SIZE];
	struct online_table *table; /* the one that the command names */
	int seat;                   /* the visitor's, or AT_NOBODY */
	bool has_secret;
	uint8_t secret[SECRET_SIZE];
};

void refuse(struct visitor *, const uint8_t *id, const char *code, const char *why);
#define refuse_call(call, code, why) refuse((call)->visitor, (call)->id, code, why)

/* Read the members of a command. False if one is wrong; then the command has been refused. A
 * missing member leaves *out unchanged. */
bool read_number(const struct call *, const char *name, uint32_t most, uint32_t *out);
bool read_seat(const struct call *, const char *name, int *seat);
bool read_level(const struct call *, const char *name, int *level);
bool read_flag(const struct call *, const char *name, bool *out);

/* --top-level limits the bots of this host: is this level allowed, and which one replaces it? */
bool level_allowed(const struct host *, int level);
int level_at_most(const struct host *, int level);
bool refuse_level(const struct call *); /* refuses the command; false */
bool read_hex(const struct call *, const char *name, uint8_t *out, size_t n, bool *given);

/* --- metrics.c --- */

void metrics_took(struct host *, enum timing, int64_t ms);
void metrics_refused(struct host *, const char *code); /* one of docs/protocol.md */

/* --- budgets.c --- */

/* Takes one from the budget. False if it is exhausted; then the command has been refused. */
bool budget_take(const struct call *, enum budget);

/* May this visitor open a connection? NULL, or why not. */
const char *budget_open(struct visitor *);

/* --- makings.c --- */

/* Has this command, which makes a guest or a table, to wait? Then it is handled again later. */
bool making_waits(struct call *, void (*handle)(struct call *));
void makings_go_on(struct host *); /* those that waited, as far as there is room */
void makings_free(struct host *);

/* --- forgotten.c --- */

/* The tables at which somebody plays who deletes their data: nobody waits for them there. */
enum { THEIRS_MAX = 400 };
struct theirs {
	int count;
	uint8_t table[THEIRS_MAX][AT_ID_SIZE];
};
void theirs_find(struct host *, uint32_t person, struct theirs *);
void theirs_close(struct host *, uint32_t person, const struct theirs *); /* see them no more */
void theirs_leave(struct host *, uint32_t person, const struct theirs *);

/* --- results.c --- */

void result_keep(struct online_table *); /* if its game is over, in the store */
void results_step(struct host *);        /* each second */
/* What is kept of a table, to be freed, or NULL; and its record, until the next call. */
json_t *result_read(struct host *, const uint8_t *table, const char **record, size_t *size);
/* Its "seats", with names. */
void result_say_seats(struct at_text *, struct host *, const json_t *seats);

/* --- own.c: members of a table in the list of one's own --- */
void own_say(struct at_text *, struct host *, const struct at_head *);

/* --- seats.c, records.c --- */

/* A table that is being made. */
struct making {
	struct at_write write;
	struct host *host;
	struct visitor *visitor;
	uint8_t id[AT_ID_SIZE]; /* of the command */
	uint32_t person;
	int seat; /* of the maker, or AT_NOBODY */
	bool fair;
	uint8_t promise[AT_SHA256_SIZE]; /* the maker's */
	struct at_opening opening;
	struct terms terms;
	struct given given;
	at_move moves[ROW_GIVEN_MAX]; /* from here on uninitialised */
	uint8_t bytes[ROW_OPENING_MAX];
};

/* Reads the record of a command, with its set-up for this many seats. */
bool read_record(const struct call *, int seats, struct making *);

/* --- tables.c --- */

struct online_table *table_find(struct host *, const uint8_t *id); /* in memory */
struct online_table *table_get(struct host *,
			       const uint8_t *id); /* or from the store; NULL: none */
struct online_table *table_new(struct host *, const uint8_t *id);
struct online_table *table_made(struct host *,
				const struct at_create *); /* it has just been stored */
void table_free(struct online_table *);
void table_prefetch(const struct online_table *);   /* prefetches it (prefetch.h) */
void watches_prefetch(const struct online_table *); /* prefetches its watchers */
void table_reload(struct online_table *);
void table_drop(struct online_table *); /* it is no longer in the store */
void table_keep(struct online_table *, const struct at_event *, int count); /* adds stored events */
struct at_status table_status(const struct online_table *, const struct at_table *);
void table_update_presence(struct online_table *); /* the watchers may have changed */
int table_viewer(const struct online_table *, const struct visitor *);
/* What the client says in `open`: views, says and program of *how. */
void table_watch(struct online_table *, struct visitor *, const struct watch *how);
void watch_end(struct watch *);
struct watch *watch_of(const struct visitor *, const struct online_table *);
void tables_wake(struct host *);  /* loads some that have work to do */
void tables_check(struct host *); /* drops those that were removed before they began */
int table_free_seats(const struct at_table *);
uint64_t table_clock_end(const struct at_table *,
			 uint64_t now); /* when the mover's time ends, or 0 */

/* A number below 2^63 that identifies a table while it is in memory. */
uint64_t table_key(const uint8_t *id);
struct online_table *table_with_key(struct host *, uint64_t key);

/* --- due.c --- */

void table_lease(struct online_table *, bool ours); /* after an append: who has the lease now */
void table_do_due(struct online_table *); /* bots, clocks, the start of a full table, sleep */
void table_due(evutil_socket_t, short, void *table); /* the same, called by its timer */
void table_soon(struct online_table *); /* the same, after the handlers of this round */
void tables_thought(void *host, uint64_t ticket, const struct at_answer *);
bool table_hint(struct online_table *, struct visitor *, const uint8_t *id, int seat);
void hints_forget(struct visitor *);

/* --- steps.c --- */

/* Carries out the command at the table, queues it or refuses it. */
void step_do(struct online_table *, const struct ask *);

/* The same for a client's command. */
void step_ask(struct call *, const struct at_command *);

/* Events that are stored become the table, and everybody is told: this node's own and those of
 * others. */
void step_commit(struct online_table *, const struct at_event *, int count);

/* Logs a gap in the game's rules (at_apply_listed()), once for each table. */
void step_log_gap(struct online_table *, const struct at_fail *);

void steps_free(struct host *); /* when none is pending */

/* The id of a client's command in the store. It depends on the person, so that nobody can use
 * another person's ids. */
void step_key(uint32_t person, const uint8_t *id, uint8_t key[AT_ID_SIZE]);

/* --- says.c: messages --- */

struct at_text *say_begin(struct host *, struct at_text *, const char *type);
void say_end(struct visitor *, struct at_text *);
void say_hello(struct visitor *);
void say_done(struct visitor *, const uint8_t *id, const struct online_table *, uint32_t first,
	      uint32_t count);
void say_table(const struct watch *);
void say_events(const struct watch *, uint32_t from, uint32_t to);
/* Tells everybody the events of a step; before[i] is the table before the i-th of them. */
void say_step(struct online_table *, const struct at_table *before);
void say_presence(struct online_table *);
void say_thinking(struct online_table *); /* how many jobs come before that of its bot */
void say_person(struct at_text *, struct host *, uint32_t person); /* number, name, picture */
/* The same at a table, where names that look alike get a number. */
void say_person_at(struct at_text *, struct host *, const struct at_table *, uint32_t person);
void say_hex(struct at_text *, const char *name, const uint8_t *, size_t);
void say_links(struct at_text *, const struct online_table *);
void say_all(struct online_table *, const struct at_text *);

/* --- barred.c --- */

/* The secret of the link to play, as it is now. */
void bar_secret(const struct online_table *, uint8_t out[SECRET_SIZE]);

/* Was this person removed by whoever made the table? */
bool bar_removed(const struct online_table *, uint32_t person);

/* After each event of a table that gathers: who looks by a link that is no longer good may not sit
 * down any more. */
void bar_links(struct online_table *, const struct at_event *);

/* --- notify.c --- */

/* NULL: there is not enough memory. */
struct notify *notify_new(struct host *, const char *command, int seconds);
void notify_free(struct notify *); /* or NULL */

/* When to notify the person who is to move at this table, which is not stored yet. */
uint64_t notify_when(const struct online_table *, const struct at_table *);

/* --- talk.c --- */

/* Reads new lines from the store and sends them. */
void talk_catch_up(struct online_table *);

/* Tells everybody at the table that these lines were removed from the store. */
void talk_removed(struct host *, const uint8_t *table, uint32_t first, uint32_t count);

/* --- handlers of commands --- */

void ask_name(struct call *);
void ask_device(struct call *);
void ask_redeem(struct call *);
void ask_forget(struct call *);
void ask_code(struct call *);
void ask_recover(struct call *);
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
void ask_resign(struct call *);
void ask_nudge(struct call *);
void ask_give_time(struct call *);
void ask_end_absent(struct call *);
void ask_ready(struct call *);
void ask_events(struct call *);
void ask_record(struct call *);
void ask_hint(struct call *);
void ask_chat(struct call *);
void ask_unchat(struct call *);
void ask_chats(struct call *);
void ask_rematch(struct call *);
void ask_lobby(struct call *);
void ask_mine(struct call *);
void ask_results(struct call *);

/* --- lobby.c --- */

void mine_moved(struct host *, const struct guest *,
		uint32_t was);      /* the visitor is another person now */
void lobby_leave(struct visitor *); /* ends all subscriptions */
void lobby_tell(struct host *);
void mine_tell(struct online_table *,
	       const struct at_table *was); /* to everybody whose table it is or was */
void mine_heard(struct host *, uint32_t person, const uint8_t *table); /* from another node */

/* --- seats.c --- */

void rematch_heard(struct online_table *);

#endif
