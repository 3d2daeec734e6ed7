/* A table in memory, and the commands that are queued at it. */
#ifndef HOST_ONLINE_H
#define HOST_ONLINE_H

#include "company.h"
#include "event_log.h"
#include "game.h"
#include "id.h"
#include "row.h"
#include "sizes.h"
#include "table.h"
#include "thinkers.h"

#include <stdbool.h>
#include <stdint.h>

struct at_command;
struct at_table;
struct event;
struct host;
struct step;
struct visitor;
struct watch;

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
	uint8_t again; /* seats that have asked to play again, here */
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

#endif
