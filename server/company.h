/* Presence at a table: who looks, who is away for how long, who is ready to begin; and what the
 * host does by itself because of it if people are apart in time (absence.h).
 *
 * A person who looks from a seat is here. A client that reports this itself (`presence` in open)
 * also reports when its person is ready; older clients count as ready while they look. The
 * silence of the newer ones is also noticed sooner (socket_attend()).
 *
 * A start with a live clock waits until everybody is ready; a seat that is not is free again after
 * COMPANY_READY_MS. A live game pauses when nobody looks, and goes on with the mover, or when
 * somebody has looked for COMPANY_STAY_MS. Bots do not move meanwhile. */
#ifndef COMPANY_H
#define COMPANY_H

#include <stdbool.h>
#include <stdint.h>

struct at_command;
struct at_event;
struct at_head;
struct at_opening;
struct at_table;
struct at_text;
struct host;
struct online_table;

enum {
	COMPANY_READY_MS = 30000,
	COMPANY_PAUSE_MS = 10000, /* a page that is loaded again is no reason to pause */
	COMPANY_STAY_MS = 120000,
	COMPANY_GONE_MS = 600000,   /* then the others may end a live game */
	COMPANY_LISTED_MS = 120000, /* how long a table whose maker is gone stays listed */
};

/* Times are the host's; 0: not so. */
struct company {
	uint64_t here;     /* since when some of those who are asked look */
	uint64_t alone;    /* since when none of them does */
	uint64_t unmade;   /* since when the maker does not look */
	uint64_t begins;   /* since when everybody is ready */
	uint8_t ready;     /* who said so here, a bit a seat */
	uint8_t known;     /* as those who look were told, */
	uint8_t programs;  /* and where a program plays, a bit a seat */
	uint8_t forgotten; /* seats whose persons are no more */
	bool waited;       /* company_waits() as it was told */
};

/* Of the openings that are made now: the newest that all living nodes can read. */
uint8_t company_version(const struct host *);

/* Fills in who is here, for a command. */
void company_tell(const struct online_table *, struct at_command *);

/* A bit a seat: for whom no bot may move yet. */
uint8_t company_present(const struct online_table *);

/* How long somebody must be away before others may let a bot in; UINT64_MAX: they never may. */
uint64_t company_grace(const struct online_table *);

/* Does the start wait until everybody is ready? Nothing of the draws is opened before. */
bool company_waits(const struct online_table *);
uint8_t company_ready(const struct online_table *);

/* Somebody says so; or has just sat down, and is. */
void company_is_ready(struct online_table *, int seat);
void company_sat(struct online_table *, const struct at_event *);

/* The viewers may have changed: the news for other nodes is added to *own. Returns true if the
 * seats, as clients are told, have changed. Once clients know, company_begin() tells the viewers
 * that the game begins. */
bool company_look(struct online_table *, uint32_t *own);
void company_begin(struct online_table *);

/* A table has come from the store: are its persons still known? The second: this one is not. */
void company_know(struct online_table *);
void company_forget(struct online_table *, uint32_t person);

/* The next command that the host gives by itself; false: none. */
bool company_due(const struct online_table *, uint64_t now, struct at_command *);
void company_did(struct online_table *, const struct at_command *);

/* When to check again, or 0; and the same for a table that is not in memory: the deadline in the
 * store, which is `clock` or earlier. */
uint64_t company_next(const struct online_table *, uint64_t now);
uint64_t company_deadline(const struct at_table *, uint64_t clock, uint64_t now);

/* Bots do not play alone. */
bool company_rests(const struct online_table *);

/* Of a seat: "grace", "absent_in", "ready", "program". Of the table: "ready_in", and with
 * "unopened". */
void company_say(struct at_text *, const struct online_table *, int seat);
void company_say_ready(struct at_text *, const struct online_table *);
void company_say_moment(struct at_text *, const struct online_table *);

/* Is an open table in the lobby? Not while its maker is gone. */
bool company_lists(struct host *, const struct at_head *, const struct at_opening *);

#endif
