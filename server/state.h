/* The state of the host: one struct, which every part knows. Each part has its header:
 *
 *     socket.h    bytes, frames                  guests.h   who somebody is
 *     asks.h      commands of clients            tables.h   tables in memory: loading, releasing
 *     says.h      messages to clients            steps.h    a command's way through the store
 *     due.h       bots, clocks, other due work   notify.h   notifying people of their turn
 *     uptime.h    clocks, this node's beat       others.h   changes by other nodes
 *     aside.h     damaged tables                 age.h      removing what is old
 *     results.h   how games ended                control.h, order.h   the administrator
 *     company.h   who is at a table, and what follows from that
 *     handlers.h  handlers of commands: seats.c, records.c, play.c, talk.c, lobby.c, codes.c
 */
#ifndef HOST_STATE_H
#define HOST_STATE_H

#include "host.h"
#include "id.h"
#include "limit.h"
#include "online.h"
#include "queue.h"
#include "sizes.h"
#include "store.h"
#include "visitor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct at_store;
struct event;
struct event_base;
struct hint;
struct notify;
struct other_file;
struct sockets;
struct step;
struct thinkers;

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

#endif
