/* Where tables, guests and chat are kept. The store knows no games and no sockets: what happened is
 * bytes to it, and a number counts what the caller counts.
 *
 *     memory:    for tests; gone when it is closed
 *     DIR        SQLite, in DIR/atoll.db
 *     postgresql://...   PostgreSQL, which any number of nodes share
 *
 * Writing is asked for and answered later. at_store_submit() takes a struct at_write of the
 * caller's; a thread commits together whatever has come in meanwhile, with one sync of the disk,
 * and only then is anything answered. Under load it lets some milliseconds pass between commits, so
 * that more share one. at_store_fd() becomes readable when there are answers, and
 * at_store_deliver() calls their done() on the caller's thread:
 *
 *     w->kind = AT_APPEND, w->append = (struct at_append){...}, w->done = shown;
 *     at_store_submit(store, w);
 *     ... the loop: fd readable -> at_store_deliver(store) -> shown(w): w->result says what became
 *
 * Writes are carried out in the order they were submitted in, each whole or not at all. So several
 * appends to one table can be under way: when one fails, those after it are AT_STORED_TAKEN.
 *
 * Reading is answered at once, on the caller's thread, and sees only what is durable. One thread
 * reads; any thread may submit. A process that comes by (a backup, an administrator) opens the same
 * directory as a visitor: appends name the number they expect, so nobody overwrites anybody.
 *
 * PostgreSQL is shared. What other nodes do comes in by at_store_deliver(), as a change that tells
 * where to look (at_store_listen); whoever appends at a number that is taken reads on and decides
 * anew. When the database is away, writes wait until it is back: one whose answer was lost is
 * looked up by its id before it is answered. Readings do not wait: each takes two seconds at the
 * most, and as long as there is no connection they fail at once; a thread beside looks for a new
 * one.
 *
 * Of several hosts in the address the one that takes writes and has the newest timeline is the
 * database; one with an older timeline than was ever seen is refused.
 *
 * Times are milliseconds since 1970, by the caller's clock; 0 is "none". */
#ifndef AT_STORE_H
#define AT_STORE_H

#include "fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
	AT_STORE_VERSION = 5,    /* of SQLite's schema */
	AT_TABLE_ID_SIZE = 16,   /* random; whoever knows it has found the table */
	AT_COMMAND_ID_SIZE = 16, /* random, by the client */
	AT_TOKEN_SIZE = 32,      /* SHA-256 of a token or a link: the store never has the secret */
	AT_STORE_SEATS = 16,     /* members of a table */
	AT_ROW_MAX = 1 << 20,    /* bytes of one command's events */
	AT_STORED_OPENING_MAX = 64 << 10,
	AT_FADE_MAX = 100,
	AT_NAME_BYTES = 512,   /* UTF-8 */
	AT_CHAT_BYTES = 2048,  /* UTF-8 */
	AT_DAMAGE_BYTES = 120, /* of a reason */
};

struct at_store;

enum at_store_as {
	AT_STORE_OWNER,   /* the one server on this data; makes DIR where there is none */
	AT_STORE_VISITOR, /* beside it: what is there must be there already */
	AT_STORE_CHECKER, /* a visitor who refuses what an owner would */
};

/* NULL: *fail says why, in words for whoever started the program: another server has the data, the
 * file is of a newer version, it is none of ours, ... */
struct at_store *at_store_open(const char *uri, enum at_store_as, struct at_fail *);

/* Several databases as one store: tables are split by their id, guests by a hash, and what is in
 * which part never changes, so the list is always the same, in the same order. */
struct at_store *at_store_open_all(const char *const *uri, int count, enum at_store_as,
				   struct at_fail *);

/* Carries out and delivers what was submitted, then closes. Or NULL. */
void at_store_close(struct at_store *);

/* A random number that stays the same as long as nothing is forgotten: a store that was restored
 * from a backup takes a new one when it is opened by its owner, and clients drop what they know. */
uint64_t at_store_incarnation(const struct at_store *);

/* A random key that the store has made for its owners and keeps, the same for all nodes. */
enum { AT_STORE_KEY_SIZE = 32 };
void at_store_key(const struct at_store *, uint8_t out[AT_STORE_KEY_SIZE]);

/* A database cannot know that it was restored: this says so. No node may be at work. A directory
 * notices it by itself, and refuses. */
enum at_err at_store_restored(struct at_store *, struct at_fail *);

/* Writes a copy of everything durable to this file, which must not exist, while others go on. The
 * copy is one file; put into a directory as atoll.db it is a store with a new incarnation. May take
 * long; not of a memory store. */
enum at_err at_store_backup(struct at_store *, const char *file, struct at_fail *);

/* Everything, from one store to another of any kind: a file of lines with its hash as the last
 * (travel.c). Out of a store that is in use, as of one moment; into an empty one, and only if what
 * is read back there has the same hash. The new one has an incarnation of its own. */
struct at_travel {
	uint64_t rows;
	uint32_t tables, guests;
	uint8_t hash[32];
};
enum at_err at_store_export(struct at_store *, FILE *, struct at_travel *, struct at_fail *);
enum at_err at_store_import(struct at_store *, FILE *, struct at_travel *, struct at_fail *);

/* --- What is kept --- */

/* What changes while a table is played; given whole with every append. */
struct at_status {
	uint8_t phase;   /* the caller's */
	uint8_t listed;  /* 0: found only by its id; else the list it stands in (at_store_listed) */
	uint8_t free;    /* seats */
	uint8_t flags;   /* the caller's */
	uint32_t turn;   /* the person that is waited for, or 0 */
	uint64_t active; /* when something last happened */
	uint64_t deadline; /* when something must happen, or 0 (at_store_deadlines) */
	uint64_t ended;    /* or 0 */
	uint64_t notice;   /* when `turn` is to be told that it is waited for, or 0
			      (at_store_notices) */
};

/* What is known of a table without reading its events. */
struct at_head {
	uint8_t id[AT_TABLE_ID_SIZE];
	uint64_t created;
	uint32_t creator; /* a person or 0 */
	uint32_t events;  /* so many are there: the number of the next one */
	uint8_t game, seats;
	struct at_status status;
};

struct at_member {
	uint32_t person; /* a guest of this store */
	uint8_t seat;
};

/* One command's events. */
struct at_row {
	uint32_t first, count; /* their numbers */
	uint64_t time;
	const uint8_t *command; /* AT_COMMAND_ID_SIZE bytes */
	const uint8_t *bytes;
	size_t size;
};

struct at_guest {
	uint32_t person; /* above 0, never given again */
	uint64_t created, seen;
	uint8_t picture; /* the caller's */
	char name[AT_NAME_BYTES + 1];
};

struct at_chat {
	uint32_t number; /* from 0, its own for every table */
	uint32_t person; /* 0: a guest who has gone */
	uint64_t time;
	bool deleted; /* then there is no text */
	char text[AT_CHAT_BYTES + 1];
};

/* --- Writing --- */

enum at_stored {
	AT_STORED,         /* done and durable */
	AT_STORED_BEFORE,  /* the same is there already: nothing was done, the answer is the first
			      one's */
	AT_STORED_TAKEN,   /* somebody else was first: .first has the number that is expected now */
	AT_STORED_NONE,    /* there is no such table, person or link (any more) */
	AT_STORED_FULL,    /* the disk is full; goes on as soon as there is room */
	AT_STORED_FAILED,  /* the disk or the file: .why */
	AT_STORED_DAMAGED, /* of readings: what is kept there is not what was written */
};

enum at_write_kind {
	AT_CREATE,    /* create. BEFORE: the id is there */
	AT_APPEND,    /* append; answers first and count. BEFORE: of the command's first time */
	AT_REMOVE,    /* remove: a table with everything; answers .count 1 */
	AT_PRUNE,     /* prune; answers .count */
	AT_TOLD,      /* told: a notice was given, this table has none any more */
	AT_SAY,       /* say: a line of chat; answers .first. BEFORE: of the command's first time */
	AT_UNSAY,     /* unsay */
	AT_WELCOME,   /* welcome: a new guest; answers .person. BEFORE: the token's */
	AT_RENAME,    /* guest: person, name, picture */
	AT_SEEN,      /* guest: person, now */
	AT_FORGET,    /* guest: person: the name, tokens, seats, links and lines of chat */
	AT_LINK,      /* link: person, hash, until */
	AT_REDEEM,    /* redeem: link, now, token; answers .person, whose token it is from now on.
			 BEFORE: by this link; TAKEN: the token is somebody's already */
	AT_FADE,      /* fade: forgets guests without a seat who were not seen for long, AT_FADE_MAX
			 at once; answers .count */
	AT_BEAT,      /* beat: this node lives; answers .time, .date, .duties and .nodes */
	AT_LEASE,     /* lease: this node does what is due at the table. TAKEN: another one does */
	AT_WATCH,     /* watch: from which seats people look at the table through this node */
	AT_TELL,      /* tell: a word to the other nodes; nothing is kept */
	AT_FILE,      /* file: of the page, for nodes of other versions. BEFORE: it is there */
	AT_SET_ASIDE, /* aside: a table is damaged. BEFORE: as is known */
	AT_RESTORE,   /* restore: a table as it is here, instead of what is kept of it */
	AT_NOTE,      /* note: a number of the caller's */
	AT_FILL,      /* the store's own: hashes where there are none */
	AT_TAKE_LINK, /* the store's own: halves of AT_REDEEM in several databases */
	AT_OWN_TOKEN,
	AT_WRITE_KINDS,
};

/* A file of the page, as it is sent and compressed in several ways. */
enum { AT_FILE_BODIES = 3, AT_FILE_PATH = 200, AT_FILE_MAX = 8 << 20 };
struct at_file {
	const char *path, *type, *etag;
	struct {
		const uint8_t *bytes; /* NULL: not in this way */
		size_t size;
	} body[AT_FILE_BODIES];
};

/* Pointers stay the caller's and good until done(). */
struct at_create {
	struct at_head head; /* events is 0 */
	const uint8_t *opening;
	size_t opening_size;
	const struct at_member *member;
	int members;
};

struct at_append {
	uint8_t table[AT_TABLE_ID_SIZE];
	uint8_t command[AT_COMMAND_ID_SIZE];
	uint32_t first, count; /* the number expected, and how many: at least 1 */
	uint64_t time;
	const uint8_t *bytes;
	size_t size;
	struct at_status status;        /* from now on */
	const struct at_member *member; /* from now on; NULL: as before */
	int members;
	bool listing;                       /* changes what lists of tables show */
	uint32_t whose[2 * AT_STORE_SEATS]; /* persons whose own lists change, up to a 0 */
	bool fresh; /* can fit here once only: the caller knows that a second time it is refused or
		       asks for a number that is taken, so nobody looks for a first time */
};

/* Numbers that the caller keeps (AT_NOTE, at_store_note). */
enum at_note {
	AT_NOTE_DATE,   /* the calendar's, when it was last looked at */
	AT_NOTE_SPARE,  /* until then, by the host's time, nothing is removed for its age */
	AT_NOTE_ROUND,  /* when this round of looking at all tables began, by the calendar */
	AT_NOTE_LOOKED, /* how far it is: the upper half of a table's id */
	AT_NOTES,
};

/* A table with all its rows. Chat and who is known stay as they are; members who are nobody any
 * more are left out. Where a row has no head, all of it is new. */
struct at_restore {
	struct at_head head;
	const uint8_t *opening;
	size_t opening_size;
	const struct at_member *member;
	int members;
	const struct at_row *row;
	uint32_t rows;
};

struct at_write {
	enum at_write_kind kind;
	void (*done)(struct at_write *); /* or NULL; may free and submit */
	/* Or NULL: twice before it, when 2 and when 1 are answered first; only to fetch. */
	void (*soon)(const struct at_write *, int ahead);
	void *context; /* the caller's */

	enum at_stored result;
	const char *why; /* of AT_STORED_FULL and AT_STORED_FAILED; never freed */
	uint32_t first, count;
	uint32_t person;
	uint64_t time;   /* the host's time now: it stands still while no node lives */
	uint64_t date;   /* the calendar's, by the database's clock; 0: the caller knows it */
	uint32_t duties; /* of those wanted, which are this node's (1 << enum at_duty) */
	uint32_t nodes;  /* changes when a node comes or goes */

	union {
		struct at_create create;
		struct at_append append;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
		} remove;
		struct {
			uint64_t ended_before; /* finished ones */
			uint64_t
			    idle_before; /* others in which nothing has happened since; 0: none */
			uint32_t most;   /* at once, so that nobody waits long; ask again */
		} prune;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
			uint64_t notice; /* which */
		} told;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
			uint8_t command[AT_COMMAND_ID_SIZE];
			uint32_t person;
			uint64_t time;
			const char *text;
		} say;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
			uint32_t first, count; /* UINT32_MAX: all from there on */
			uint32_t person;       /* only this one's; 0: anybody's */
		} unsay;
		struct {
			uint8_t token[AT_TOKEN_SIZE];
			const char *name;
			uint8_t picture;
			uint64_t now;
		} welcome;
		struct {
			uint32_t person;
			const char *name;
			uint8_t picture;
			uint64_t now;
		} guest;
		struct {
			uint64_t seen_before;
		} fade;
		struct {
			uint32_t person; /* whose last sight is the host's time */
			uint64_t now;    /* the host's time as the caller knows it */
			uint32_t wants;  /* duties */
		} beat;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
		} lease;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
			uint32_t seats; /* a set */
		} watch;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
		} tell;
		struct at_file file;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
			uint64_t since;
			char why[AT_DAMAGE_BYTES];
		} aside;
		struct at_restore restore;
		struct {
			enum at_note which;
			uint64_t value;
		} note;
		struct {
			uint8_t table[AT_TABLE_ID_SIZE];
			int64_t opening;   /* or 0 */
			char *first, *sum; /* as lists */
		} fill;
		struct {
			uint8_t hash[AT_TOKEN_SIZE];
			uint32_t person;
			uint64_t until;
		} link;
		struct {
			uint8_t hash[AT_TOKEN_SIZE];
			uint8_t token[AT_TOKEN_SIZE]; /* that of the other device, new */
			uint64_t now;
		} redeem;
		struct {
			uint8_t token[AT_TOKEN_SIZE], link[AT_TOKEN_SIZE];
			uint32_t person;
		} own;
	};

	struct at_write *next; /* the store's, once it is submitted */
};

/* Work that one node does for all, as long as it lives. */
enum at_duty { AT_DUTY_CLEAN, AT_DUTY_NOTIFY, AT_DUTIES };

enum {
	AT_BEAT_MS = 2000,   /* so often a node says that it lives */
	AT_ALIVE_MS = 8000,  /* so long it is believed */
	AT_STILL_MS = 15000, /* the host's time goes on for so long without a beat */
	AT_LEASE_MS = 30000, /* of a table: with every append, and with AT_LEASE */
};

/* The write is the store's until done(). */
void at_store_submit(struct at_store *, struct at_write *);

/* The same for a list, linked by `next`: they come in together. */
void at_store_submit_all(struct at_store *, struct at_write *);

/* Readable when at_store_deliver() has something to do. */
int at_store_fd(const struct at_store *);

/* Calls done() of everything that is answered; returns how many. Never waits. */
int at_store_deliver(struct at_store *);

/* Waits for everything submitted so far and delivers it. */
void at_store_settle(struct at_store *);

/* The version of the schema; PostgreSQL and SQLite count their own. */
int at_store_schema(const struct at_store *);

/* Submitted and not delivered yet: who serves many refuses new work when it is too much. */
int at_store_waiting(struct at_store *);

/* --- Others: only of a store that nodes share --- */

bool at_store_is_shared(const struct at_store *);

enum at_change_kind {
	AT_CHANGE_TABLE,    /* table has .number events now */
	AT_CHANGE_MINE,     /* the lists of .person have table in them, or not any more */
	AT_CHANGE_LISTS,    /* the lobby */
	AT_CHANGE_SAID,     /* table has .number lines of chat */
	AT_CHANGE_UNSAID,   /* of table, .count lines from .number on */
	AT_CHANGE_REMOVED,  /* table */
	AT_CHANGE_WATCHED,  /* table is looked at from other seats elsewhere */
	AT_CHANGE_TOLD,     /* the word of AT_TELL, about table */
	AT_CHANGE_GUEST,    /* .person has another name, or none any more */
	AT_CHANGE_TOKEN,    /* .token is somebody's now */
	AT_CHANGE_AGAIN,    /* table was set aside or restored: read it again */
	AT_CHANGE_MAYBE,    /* something may have been missed: look at everything */
	AT_CHANGE_AWAY,     /* there is no database; writes wait */
	AT_CHANGE_BACK,     /* it is there again; then comes AT_CHANGE_MAYBE */
	AT_CHANGE_OUTDATED, /* a newer version has changed the schema: this one has to stop */
};

struct at_change {
	enum at_change_kind kind;
	uint8_t table[AT_TABLE_ID_SIZE];
	uint8_t token[AT_TOKEN_SIZE];
	uint32_t number, count, person;
};

/* Who is called by at_store_deliver() with what others did. */
void at_store_listen(struct at_store *, void (*changed)(void *, const struct at_change *),
		     void *context);

/* From now on nobody waits for a database that is away: what is not stored has failed. */
void at_store_hurry(struct at_store *);

/* --- Reading: AT_STORED, AT_STORED_NONE, AT_STORED_FAILED for a file that cannot be read, or
 * AT_STORED_DAMAGED for one that holds what no store writes or what was not written there
 * (at_store_trouble). Of a list, heads that are damaged are left out. --- */

enum at_stored at_store_head(struct at_store *, const uint8_t *table, struct at_head *);

/* The opening's bytes into the array of AT_STORED_OPENING_MAX. */
enum at_stored at_store_opening(struct at_store *, const uint8_t *table, uint8_t *array,
				size_t *size);

/* Rows in order, beginning with the one that holds the event `from`, until each() says false. What
 * it is given is good for the call only. It may read other things, not the same. */
enum at_stored at_store_rows(struct at_store *, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_row *), void *context);

/* Where a command stands, if it was ever carried out at this table. */
enum at_stored at_store_command(struct at_store *, const uint8_t *table, const uint8_t *command,
				uint32_t *first, uint32_t *count);

/* Into an array of AT_STORE_SEATS, by seat. */
enum at_stored at_store_members(struct at_store *, const uint8_t *table, struct at_member *,
				int *count);

/* Lists of tables: at most *count into the array, then *count says how many. `after` is the last
 * one of the page before, or NULL. */

/* Those with status.listed == list, last active first. */
enum at_stored at_store_listed(struct at_store *, uint8_t list, const struct at_head *after,
			       struct at_head *, int *count);
/* Those in which this person has a seat or which it made, last active first. */
enum at_stored at_store_tables_of(struct at_store *, uint32_t person, const struct at_head *after,
				  struct at_head *, int *count);
/* Those with a deadline, the nearest first; not those that other living nodes look after. */
enum at_stored at_store_deadlines(struct at_store *, const struct at_head *after, struct at_head *,
				  int *count);

/* Those with a notice, the one that is due first first. */
enum at_stored at_store_notices(struct at_store *, struct at_head *, int *count);

/* How many unended tables this person made; how many there are in all, and guests. */
enum at_stored at_store_made_by(struct at_store *, uint32_t person, uint32_t *tables);
enum at_stored at_store_counts(struct at_store *, uint32_t *tables, uint32_t *guests);

enum at_stored at_store_guest(struct at_store *, uint32_t person, struct at_guest *);
enum at_stored at_store_token(struct at_store *, const uint8_t *token, struct at_guest *);

/* Whose link this is, as long as it is good: looking consumes nothing. */
enum at_stored at_store_link(struct at_store *, const uint8_t *hash, uint64_t now,
			     uint32_t *person);

/* Lines from this number on, in order, until each() says false. */
enum at_stored at_store_chat(struct at_store *, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_chat *), void *context);

/* The line that this command was, if it was carried out. */
enum at_stored at_store_said(struct at_store *, const uint8_t *table, const uint8_t *command,
			     uint32_t *number);

/* The page's file of this path that some node has put here; everything in it is in one piece of
 * memory that is the caller's, *memory, to be freed. */
enum at_stored at_store_file(struct at_store *, const char *path, struct at_file *, void **memory);

/* From which seats people look at the table through other nodes, as a set. */
enum at_stored at_store_watched(struct at_store *, const uint8_t *table, uint32_t *seats);

/* How many events and lines of chat each of these tables has, in no order; those that are gone are
 * left out. Ids one behind the other, at most AT_NUMBERS_MAX. */
enum { AT_NUMBERS_MAX = 256 };
enum at_stored at_store_numbers(struct at_store *, const uint8_t *tables, int n,
				void (*each)(void *context, const uint8_t *table, uint32_t events,
					     uint32_t lines),
				void *context);

/* --- Damage --- */

/* Reads all that has a hash of one table. Where there is none yet (nodes of older versions write
 * none) it is filled in. */
enum at_stored at_store_check(struct at_store *, const uint8_t *table);

/* The ids of tables in their order, beyond `after`: at most *count into the array. */
enum at_stored at_store_ids(struct at_store *, const uint8_t *after,
			    uint8_t (*out)[AT_TABLE_ID_SIZE], int *count);

/* Those that were set aside (AT_SET_ASIDE); one of them: its reason into the array of
 * AT_DAMAGE_BYTES, or AT_STORED_NONE; how many. */
enum at_stored at_store_damaged(struct at_store *,
				void (*each)(void *context, const uint8_t *table, uint64_t since,
					     const char *why),
				void *context);
enum at_stored at_store_damage_of(struct at_store *, const uint8_t *table, char *why);
enum at_stored at_store_damages(struct at_store *, uint32_t *tables);

/* AT_STORED_NONE: it was never kept. */
enum at_stored at_store_note(struct at_store *, enum at_note, uint64_t *);

/* Looks at the whole file as SQLite does: pages, keys, indexes. each() gets what is wrong. Of
 * directories only, and as long as the file takes to be read. */
enum at_stored at_store_look(struct at_store *, void (*each)(void *context, const char *why),
			     void *context);

/* Why the last reading failed. */
const char *at_store_trouble(const struct at_store *);

#endif
