/* Durable storage of tables, guests and chat. The store plays no games and opens no sockets: events
 * are bytes to it, and their numbers are the caller's. Of a table it keeps as numbers what lists
 * are made and sorted by (game, seats, phase), and of nodes what they share: who has which duty,
 * and the files of their pages. What any of these mean is the caller's, too.
 *
 *     memory:            for tests; lost when it is closed
 *     DIR                SQLite, in DIR/atoll.db
 *     postgresql://...   PostgreSQL, shared by any number of nodes
 *
 * Writes are asynchronous. at_store_submit() takes a struct at_write of the caller. A thread
 * commits everything that has come in meanwhile together, with one sync of the disk, and answers
 * only then. Under load it waits some milliseconds between commits, so that more writes share one.
 * at_store_fd() becomes readable when there are answers, and at_store_deliver() calls their done()
 * on the caller's thread:
 *
 *     w->kind = AT_APPEND, w->append = (struct at_append){...}, w->done = shown;
 *     at_store_submit(store, w);
 *     ... the loop: fd readable -> at_store_deliver(store) -> shown(w): w->result is the outcome
 *
 * Writes are carried out in the order in which they were submitted, each completely or not at all.
 * So several appends to one table can be pending: if one fails, those after it get AT_STORED_TAKEN.
 *
 * Reads are synchronous, on the caller's thread, and see only what is durable. One thread reads;
 * any thread may submit. Another process (a backup, an administrator) opens the same directory as a
 * visitor. An append names the event number that it expects, so nobody overwrites anything.
 *
 * PostgreSQL is shared. at_store_deliver() reports what other nodes do, as changes that say where
 * to look (at_store_listen()). An append at a number that is taken fails; the caller reads the new
 * events and decides again. While the database is unreachable, writes wait. A write whose answer
 * was lost is looked up by its id before it is answered. Reads do not wait: each takes at most two
 * seconds, and without a connection they fail at once, while another thread looks for a new one.
 *
 * If the address has several hosts, the database is the one that accepts writes and has the newest
 * timeline. A host with an older timeline than was ever seen is refused.
 *
 * Times are milliseconds since 1970, by the caller's clock; 0 means none. */
#ifndef AT_STORE_H
#define AT_STORE_H

#include "fail.h"
#include "id.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
	AT_STORE_VERSION = 6, /* of SQLite's schema */
	AT_TOKEN_SIZE = 32,   /* SHA-256 of a token or a link; the store never has the secret */
	AT_STORE_SEATS = 16,  /* members of a table */
	AT_ROW_MAX = 1 << 20, /* bytes of one command's events */
	AT_STORED_OPENING_MAX = 64 << 10,
	AT_FADE_MAX = 100,
	AT_NAME_BYTES = 512,   /* UTF-8 */
	AT_CHAT_BYTES = 2048,  /* UTF-8 */
	AT_DAMAGE_BYTES = 120, /* of a reason */
	AT_RESULT_MAX = 128 << 10,
	AT_RESULTS_KEPT = 1000, /* for a person, in each database: the newest */
};

struct at_store;

enum at_store_as {
	AT_STORE_OWNER,   /* the one server on this data; creates DIR if it does not exist */
	AT_STORE_VISITOR, /* another process; the data must exist already */
	AT_STORE_CHECKER, /* a visitor that refuses whatever an owner would refuse */
};

/* NULL on failure, with a message for the user in *fail: another server uses the data, the file has
 * a newer version, it is not a store, ... */
struct at_store *at_store_open(const char *uri, enum at_store_as, struct at_fail *);

/* Several databases as one store. Tables are split by their id and guests by a hash. Nothing ever
 * moves to another part, so the list must always be the same, in the same order. */
struct at_store *at_store_open_all(const char *const *uri, int count, enum at_store_as,
				   struct at_fail *);

/* Carries out and delivers what was submitted, then closes. The store may be NULL. */
void at_store_close(struct at_store *);

/* A random number that stays the same as long as nothing is lost. A store that was restored from a
 * backup gets a new one when its owner opens it; clients then drop what they know. */
uint64_t at_store_incarnation(const struct at_store *);

/* A random key, made and kept by the store for its owners; all nodes have the same. */
enum { AT_STORE_KEY_SIZE = 32 };
void at_store_key(const struct at_store *, uint8_t out[AT_STORE_KEY_SIZE]);

/* Declares that a database was restored from a backup, which it cannot notice itself. No node may
 * be running. Refused for a directory, which notices it. */
enum at_err at_store_restored(struct at_store *, struct at_fail *);

/* Copies everything durable to this file, which must not exist, while the store is in use. Put into
 * a directory as atoll.db, the file is a store with a new incarnation. May take long; not possible
 * for a memory store. */
enum at_err at_store_backup(struct at_store *, const char *file, struct at_fail *);

/* Moves everything from one store to another of any kind, through a file of lines whose last line
 * is its hash (travel.c). Export works on a store that is in use and gives a snapshot of one
 * moment. Import needs an empty store; the data is kept only if it has the same hash when it is
 * read back. The new store has an incarnation of its own. */
struct at_travel {
	uint64_t rows;
	uint32_t tables, guests;
	uint8_t hash[32];
};
enum at_err at_store_export(struct at_store *, FILE *, struct at_travel *, struct at_fail *);
enum at_err at_store_import(struct at_store *, FILE *, struct at_travel *, struct at_fail *);

/* --- What is kept --- */

/* The part of a table that changes during the game; every append contains all of it. */
struct at_status {
	uint8_t phase;  /* the caller's */
	uint8_t listed; /* the list that contains it (at_store_listed()); 0: only found by its id */
	uint8_t free;   /* seats */
	uint8_t flags;  /* the caller's */
	uint32_t turn;  /* the person who is to move, or 0 */
	uint64_t active;   /* when something last happened */
	uint64_t deadline; /* when something must happen, or 0 (at_store_deadlines) */
	uint64_t ended;    /* or 0 */
	uint64_t notice;   /* when to notify `turn`, or 0 (at_store_notices()) */
};

/* What the store knows of a table without reading its events. */
struct at_head {
	uint8_t id[AT_ID_SIZE];
	uint64_t created;
	uint32_t creator; /* a person or 0 */
	uint32_t events;  /* their count, which is the number of the next one */
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
	const uint8_t *command; /* AT_ID_SIZE bytes */
	const uint8_t *bytes;
	size_t size;
};

struct at_guest {
	uint32_t person; /* above 0, never used again */
	uint64_t created, seen;
	uint8_t picture; /* the caller's */
	char name[AT_NAME_BYTES + 1];
};

struct at_chat {
	uint32_t number; /* from 0, for each table */
	uint32_t person; /* 0: a guest who was deleted */
	uint64_t time;
	bool deleted; /* then there is no text */
	char text[AT_CHAT_BYTES + 1];
};

/* --- Writing --- */

enum at_stored {
	AT_STORED,         /* done and durable */
	AT_STORED_BEFORE,  /* it was done before: nothing was changed, and the answer is that of
			      the first time */
	AT_STORED_TAKEN,   /* somebody else was first; .first is the number that is expected now */
	AT_STORED_NONE,    /* there is no such table, person or link (any more) */
	AT_STORED_FULL,    /* the disk is full; works again as soon as there is room */
	AT_STORED_FAILED,  /* the disk or the file: .why */
	AT_STORED_DAMAGED, /* of reads: the data is not what was written */
};

enum at_write_kind {
	AT_CREATE,    /* create. BEFORE: the id exists */
	AT_APPEND,    /* append; answers first and count. BEFORE: those of the first time */
	AT_REMOVE,    /* remove: a table with all its data; answers .count 1 */
	AT_PRUNE,     /* prune; answers .count */
	AT_THIN,      /* thin: tables that never began; answers .count */
	AT_TOLD,      /* told: the person was notified; the notice is removed */
	AT_SAY,       /* say: a line of chat; answers .first. BEFORE: that of the first time */
	AT_UNSAY,     /* unsay */
	AT_WELCOME,   /* welcome: a new guest; answers .person. BEFORE: the token's */
	AT_RENAME,    /* guest: person, name, picture */
	AT_SEEN,      /* guest: person, now */
	AT_FORGET,    /* guest: person: the name, tokens, seats, links and lines of chat */
	AT_LINK,      /* link: person, hash, until */
	AT_REDEEM,    /* redeem: link, now, token; answers .person, who owns the token from now on.
			 BEFORE: by this link; TAKEN: the token belongs to somebody already */
	AT_FADE,      /* fade: deletes guests without a seat who were not seen for long, at most
			 AT_FADE_MAX at once; answers .count */
	AT_BEAT,      /* beat: this node is alive; answers .time, .date, .duties, .nodes,
			 .reads */
	AT_LEASE,     /* lease: this node does the table's due work. TAKEN: another node does */
	AT_WATCH,     /* watch: from which seats people look at the table through this node */
	AT_TELL,      /* tell: a message to the other nodes; nothing is stored */
	AT_FILE,      /* file: of the page, for nodes of other versions. BEFORE: it exists */
	AT_SET_ASIDE, /* aside: a table is damaged. BEFORE: it was set aside already */
	AT_RESTORE,   /* restore: replaces the stored table by this one */
	AT_NOTE,      /* note: a number of the caller's */
	AT_RESULT, /* keep: how an ended table ended. BEFORE: that is kept already; NONE: there is
		      no such table, or it has not ended */
	AT_CODE,   /* link: person, hash, until: their recovery code, instead of an earlier one;
		      `until` is when it was made */
	AT_ADOPT,  /* own: the token is another of this person, who has this recovery code
		      (link). Answers as AT_REDEEM; the code stays good */
	AT_FILL,   /* internal: adds missing hashes */
	AT_TAKE_LINK, /* internal: the halves of AT_REDEEM in several databases */
	AT_OWN_TOKEN,
	AT_WRITE_KINDS,
};

/* A file of the page, plain and compressed in several ways. */
enum { AT_FILE_BODIES = 3, AT_FILE_PATH = 200, AT_FILE_MAX = 8 << 20 };
struct at_file {
	const char *path, *type, *etag;
	struct {
		const uint8_t *bytes; /* NULL: not available in this form */
		size_t size;
	} body[AT_FILE_BODIES];
};

/* The pointers belong to the caller and must stay valid until done(). */
struct at_create {
	struct at_head head; /* events is 0 */
	const uint8_t *opening;
	size_t opening_size;
	const struct at_member *member;
	int members;
};

struct at_append {
	uint8_t table[AT_ID_SIZE];
	uint8_t command[AT_ID_SIZE];
	uint32_t first, count; /* the expected number, and how many, at least 1 */
	uint64_t time;
	const uint8_t *bytes;
	size_t size;
	struct at_status status;        /* from now on */
	const struct at_member *member; /* from now on; NULL: as before */
	int members;
	bool listing;                       /* changes what lists of tables show */
	uint32_t whose[2 * AT_STORE_SEATS]; /* persons whose own lists change, up to a 0 */
	bool fresh; /* cannot succeed twice: a repetition would be refused or name a number that is
		       taken, so the store does not look for an earlier time */
};

/* Numbers that the caller keeps (AT_NOTE, at_store_note). */
enum at_note {
	AT_NOTE_DATE,   /* the date, when it was last looked at */
	AT_NOTE_SPARE,  /* nothing is removed for its age before this time of the host */
	AT_NOTE_ROUND,  /* the date when this round of checking all tables began */
	AT_NOTE_LOOKED, /* how far the round is: the upper half of a table's id */
	AT_NOTE_HOUR,   /* the time of the host when the last hour of removals began, and */
	AT_NOTE_AGED,   /* how many tables were removed in it for their age */
	AT_NOTE_KEPT,   /* tables that ended before this date have their results */
	AT_NOTES,
};

/* A table with all its rows. Chat and guests stay as they are; members who no longer exist are left
 * out. If the store has no such table, it is created. */
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
	/* Or NULL: called twice before done(), when 2 and when 1 others come first; for
	 * prefetching. */
	void (*soon)(const struct at_write *, int ahead);
	void *context; /* the caller's */

	enum at_stored result;
	const char *why; /* of AT_STORED_FULL and AT_STORED_FAILED; never freed */
	uint32_t first, count;
	uint32_t person;
	uint64_t time;   /* the host's time now, which stands still while no node is alive */
	uint64_t date;   /* the date by the database's clock; 0: the caller knows it */
	uint32_t duties; /* those of the wanted duties that this node has (1 << enum at_duty) */
	uint32_t nodes;  /* changes when a node joins or leaves */
	uint32_t reads;  /* the least of what the living nodes can read */

	union {
		struct at_create create;
		struct at_append append;
		struct {
			uint8_t table[AT_ID_SIZE];
		} remove;
		struct {
			uint64_t ended_before; /* finished ones */
			uint64_t idle_before;  /* other tables without activity since then, and
						  without a later deadline; 0: none */
			uint32_t most;         /* at once, so that nobody waits long; repeat it */
		} prune;
		struct { /* tables of phase 0 created before these dates, the oldest first */
			uint64_t made_before;
			uint64_t nobodys_before;   /* whose creator was forgotten */
			uint64_t strangers_before; /* whose creator sits at no begun table */
			uint32_t most;
		} thin;
		struct {
			uint8_t table[AT_ID_SIZE];
			uint64_t notice; /* which */
		} told;
		struct {
			uint8_t table[AT_ID_SIZE];
			uint8_t command[AT_ID_SIZE];
			uint32_t person;
			uint64_t time;
			const char *text;
		} say;
		struct {
			uint8_t table[AT_ID_SIZE];
			uint32_t first, count; /* UINT32_MAX: all from there on */
			uint32_t person;       /* only lines of this person; 0: of anybody */
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
			uint32_t person; /* the guest whose `seen` is the host's time */
			uint64_t now;    /* the host's time as far as the caller knows */
			uint32_t wants;  /* duties */
			uint32_t reads;  /* what it can read, by the caller's count; nodes
					    of 0.2.0 say 0 */
		} beat;
		struct {
			uint8_t table[AT_ID_SIZE];
		} lease;
		struct {
			uint8_t table[AT_ID_SIZE];
			uint32_t seats; /* a set */
		} watch;
		struct {
			uint8_t table[AT_ID_SIZE];
		} tell;
		struct at_file file;
		struct {
			uint8_t table[AT_ID_SIZE];
			uint64_t since;
			char why[AT_DAMAGE_BYTES];
		} aside;
		struct at_restore restore;
		struct { /* members: the persons whose result this is */
			uint8_t table[AT_ID_SIZE];
			const uint8_t *bytes; /* at most AT_RESULT_MAX */
			size_t size;
			const struct at_member *member;
			int members;
		} keep;
		struct {
			enum at_note which;
			uint64_t value;
		} note;
		struct {
			uint8_t table[AT_ID_SIZE];
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
			uint8_t token[AT_TOKEN_SIZE]; /* the new one, of the other device */
			uint64_t now;
		} redeem;
		struct {
			uint8_t token[AT_TOKEN_SIZE], link[AT_TOKEN_SIZE];
			uint32_t person;
		} own;
	};

	struct at_write *next; /* the store's, once it is submitted */
};

/* Work that one node does for all of them while it is alive. */
enum at_duty { AT_DUTY_CLEAN, AT_DUTY_NOTIFY, AT_DUTIES };

enum {
	AT_BEAT_MS = 2000,   /* how often a node reports that it is alive */
	AT_ALIVE_MS = 8000,  /* how long such a report is valid */
	AT_STILL_MS = 15000, /* how long the host's time goes on without a beat */
	AT_LEASE_MS = 30000, /* of a table: with every append, and with AT_LEASE */
};

/* The write belongs to the store until done(). */
void at_store_submit(struct at_store *, struct at_write *);

/* The same for a list, linked by `next`: they are submitted together. */
void at_store_submit_all(struct at_store *, struct at_write *);

/* Readable when at_store_deliver() has something to do. */
int at_store_fd(const struct at_store *);

/* Calls done() of all answered writes and returns their number. Never waits. */
int at_store_deliver(struct at_store *);

/* Waits for everything submitted so far and delivers it. */
void at_store_settle(struct at_store *);

/* The version of the schema; PostgreSQL and SQLite have separate numbers. */
int at_store_schema(const struct at_store *);

/* How many writes are submitted and not delivered yet: a server refuses new work above a limit. */
int at_store_waiting(struct at_store *);

/* --- Other nodes: only for a shared store --- */

bool at_store_is_shared(const struct at_store *);

enum at_change_kind {
	AT_CHANGE_TABLE,    /* table has .number events now */
	AT_CHANGE_MINE,     /* the table was added to or removed from the lists of .person */
	AT_CHANGE_LISTS,    /* the lobby */
	AT_CHANGE_SAID,     /* table has .number lines of chat */
	AT_CHANGE_UNSAID,   /* of table, .count lines from .number on */
	AT_CHANGE_REMOVED,  /* table */
	AT_CHANGE_WATCHED,  /* the seats that watch the table through other nodes have changed */
	AT_CHANGE_TOLD,     /* the message of AT_TELL about the table */
	AT_CHANGE_GUEST,    /* .person was renamed or deleted */
	AT_CHANGE_TOKEN,    /* .token belongs to somebody now */
	AT_CHANGE_AGAIN,    /* the table was set aside or restored: read it again */
	AT_CHANGE_MAYBE,    /* something may have been missed: look at everything */
	AT_CHANGE_AWAY,     /* the database is unreachable; writes wait */
	AT_CHANGE_BACK,     /* it is back; AT_CHANGE_MAYBE follows */
	AT_CHANGE_OUTDATED, /* a newer version has changed the schema: this one must stop */
};

struct at_change {
	enum at_change_kind kind;
	uint8_t table[AT_ID_SIZE];
	uint8_t token[AT_TOKEN_SIZE];
	uint32_t number, count, person;
};

/* Sets the function that at_store_deliver() calls for what other nodes did. */
void at_store_listen(struct at_store *, void (*changed)(void *, const struct at_change *),
		     void *context);

/* From now on writes do not wait for an unreachable database: they fail. */
void at_store_hurry(struct at_store *);

/* --- Reading. The result is AT_STORED, AT_STORED_NONE, AT_STORED_FAILED if the file cannot be
 * read, or AT_STORED_DAMAGED if it contains something else than was written (at_store_trouble()).
 * Lists leave out damaged tables. --- */

enum at_stored at_store_head(struct at_store *, const uint8_t *table, struct at_head *);

/* The opening's bytes into the array of AT_STORED_OPENING_MAX. */
enum at_stored at_store_opening(struct at_store *, const uint8_t *table, uint8_t *array,
				size_t *size);

/* The rows in order, beginning with the one that contains the event `from`, until each() returns
 * false. The row is valid during the call only. each() may read other things, but not rows. */
enum at_stored at_store_rows(struct at_store *, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_row *), void *context);

/* The events of a command, if it was ever carried out at this table. */
enum at_stored at_store_command(struct at_store *, const uint8_t *table, const uint8_t *command,
				uint32_t *first, uint32_t *count);

/* Into an array of AT_STORE_SEATS, by seat. */
enum at_stored at_store_members(struct at_store *, const uint8_t *table, struct at_member *,
				int *count);

/* Lists of tables: at most *count are written to the array, and *count becomes their number.
 * `after` is the last one of the previous page, or NULL. */

/* Those with status.listed == list, last active first. */
enum at_stored at_store_listed(struct at_store *, uint8_t list, const struct at_head *after,
			       struct at_head *, int *count);
/* Those where this person has a seat or that they made, last active first. */
enum at_stored at_store_tables_of(struct at_store *, uint32_t person, const struct at_head *after,
				  struct at_head *, int *count);
/* Those with a deadline, the nearest first, without those that other live nodes look after. */
enum at_stored at_store_deadlines(struct at_store *, const struct at_head *after, struct at_head *,
				  int *count);

/* Those with a notice, the earliest first. */
enum at_stored at_store_notices(struct at_store *, struct at_head *, int *count);

/* Those whose results this person has, the last ended first; those that have ended, the first ended
 * first, whether their results are kept or not. */
enum at_stored at_store_results_of(struct at_store *, uint32_t person, const struct at_head *after,
				   struct at_head *, int *count);
enum at_stored at_store_ended(struct at_store *, const struct at_head *after, struct at_head *,
			      int *count);

/* A result's bytes (AT_RESULT) into the array of AT_RESULT_MAX. */
enum at_stored at_store_result(struct at_store *, const uint8_t *table, uint8_t *array,
			       size_t *size);

/* How many unfinished tables this person made; how many tables and guests there are in all. */
enum at_stored at_store_made_by(struct at_store *, uint32_t person, uint32_t *tables);
enum at_stored at_store_counts(struct at_store *, uint32_t *tables, uint32_t *guests);

enum at_stored at_store_guest(struct at_store *, uint32_t person, struct at_guest *);
enum at_stored at_store_token(struct at_store *, const uint8_t *token, struct at_guest *);

/* Whose recovery code this is; and when a person's was made. */
enum at_stored at_store_code(struct at_store *, const uint8_t *hash, uint32_t *person);
enum at_stored at_store_code_of(struct at_store *, uint32_t person, uint64_t *made);

/* Lines from this number on, in order, until each() returns false. */
enum at_stored at_store_chat(struct at_store *, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_chat *), void *context);

/* The number of the line of this command, if it was carried out. */
enum at_stored at_store_said(struct at_store *, const uint8_t *table, const uint8_t *command,
			     uint32_t *number);

/* The page's file with this path that some node has stored. All its data is in one block, *memory,
 * which the caller frees. */
enum at_stored at_store_file(struct at_store *, const char *path, struct at_file *, void **memory);

/* The set of seats that watch the table through other nodes. */
enum at_stored at_store_watched(struct at_store *, const uint8_t *table, uint32_t *seats);

/* How many events and lines of chat each of these tables has, in no particular order, without those
 * that are gone. The ids follow each other; there are at most AT_NUMBERS_MAX. */
enum { AT_NUMBERS_MAX = 256 };
enum at_stored at_store_numbers(struct at_store *, const uint8_t *tables, int n,
				void (*each)(void *context, const uint8_t *table, uint32_t events,
					     uint32_t lines),
				void *context);

/* --- Damage --- */

/* Reads all data of a table and compares the hashes. Missing hashes are filled in, because nodes of
 * older versions write none. */
enum at_stored at_store_check(struct at_store *, const uint8_t *table);

/* The ids of tables in order, after `after`: at most *count are written to the array. */
enum at_stored at_store_ids(struct at_store *, const uint8_t *after, uint8_t (*out)[AT_ID_SIZE],
			    int *count);

/* The tables that were set aside (AT_SET_ASIDE); the reason for one of them, in an array of
 * AT_DAMAGE_BYTES, or AT_STORED_NONE; how many there are. */
enum at_stored at_store_damaged(struct at_store *,
				void (*each)(void *context, const uint8_t *table, uint64_t since,
					     const char *why),
				void *context);
enum at_stored at_store_damage_of(struct at_store *, const uint8_t *table, char *why);
enum at_stored at_store_damages(struct at_store *, uint32_t *tables);

/* AT_STORED_NONE: it was never stored. */
enum at_stored at_store_note(struct at_store *, enum at_note, uint64_t *);

/* Checks the whole file with SQLite's own check: pages, keys, indexes. each() gets every fault.
 * Only for directories; takes as long as reading the file. */
enum at_stored at_store_look(struct at_store *, void (*each)(void *context, const char *why),
			     void *context);

/* Why the last read failed. */
const char *at_store_trouble(const struct at_store *);

#endif
