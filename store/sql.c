#include "sql.h"

/* A table is known to others by its id; inside, rows hang on a small number, so that what belongs
 * to one table lies together. Indexes hold only what is looked for: a table that is over costs them
 * nothing. */
static const char first[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;"

    "CREATE TABLE tables ("
    " no INTEGER PRIMARY KEY,"
    " id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),"
    " game INTEGER NOT NULL,"
    " seats INTEGER NOT NULL,"
    " creator INTEGER NOT NULL,"
    " created INTEGER NOT NULL,"
    " events INTEGER NOT NULL,"
    " phase INTEGER NOT NULL,"
    " listed INTEGER NOT NULL,"
    " free INTEGER NOT NULL,"
    " flags INTEGER NOT NULL,"
    " turn INTEGER NOT NULL,"
    " active INTEGER NOT NULL,"
    " deadline INTEGER NOT NULL,"
    " ended INTEGER NOT NULL"
    ") STRICT;"
    "CREATE INDEX tables_listed ON tables (listed, active, id) WHERE listed > 0;"
    "CREATE INDEX tables_deadline ON tables (deadline, id) WHERE deadline > 0;"
    "CREATE INDEX tables_ended ON tables (ended) WHERE ended > 0;"
    "CREATE INDEX tables_creator ON tables (creator) WHERE creator > 0;"

    "CREATE TABLE openings ("
    " table_no INTEGER PRIMARY KEY REFERENCES tables (no) ON DELETE CASCADE,"
    " bytes BLOB NOT NULL"
    ") STRICT;"

    /* One row a command: what it brought and its id, there together or not at all. */
    "CREATE TABLE commands ("
    " table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,"
    " first INTEGER NOT NULL,"
    " count INTEGER NOT NULL CHECK (count > 0),"
    " command BLOB NOT NULL CHECK (length(command) = 16),"
    " time INTEGER NOT NULL,"
    " bytes BLOB NOT NULL,"
    " PRIMARY KEY (table_no, first),"
    " UNIQUE (table_no, command)"
    ") STRICT, WITHOUT ROWID;"

    /* Persons' numbers are never given again: old events name them. */
    "CREATE TABLE guests ("
    " person INTEGER PRIMARY KEY AUTOINCREMENT,"
    " name TEXT NOT NULL,"
    " created INTEGER NOT NULL,"
    " seen INTEGER NOT NULL"
    ") STRICT;"
    "CREATE TABLE tokens ("
    " hash BLOB PRIMARY KEY CHECK (length(hash) = 32),"
    " person INTEGER NOT NULL REFERENCES guests (person) ON DELETE CASCADE"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX tokens_person ON tokens (person);"
    "CREATE TABLE links ("
    " hash BLOB PRIMARY KEY CHECK (length(hash) = 32),"
    " person INTEGER NOT NULL REFERENCES guests (person) ON DELETE CASCADE,"
    " until INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX links_person ON links (person);"
    "CREATE INDEX links_until ON links (until);"

    "CREATE TABLE members ("
    " table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,"
    " seat INTEGER NOT NULL,"
    " person INTEGER NOT NULL REFERENCES guests (person) ON DELETE CASCADE,"
    " PRIMARY KEY (table_no, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX members_person ON members (person);"

    /* A deleted line keeps its number and has no text. */
    "CREATE TABLE chat ("
    " table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,"
    " number INTEGER NOT NULL,"
    " person INTEGER NOT NULL,"
    " time INTEGER NOT NULL,"
    " text TEXT,"
    " PRIMARY KEY (table_no, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX chat_person ON chat (person) WHERE person > 0;";

/* Pictures beside names; whom to tell that they are waited for; by which link a device came; chat
 * knows its commands; who was not seen for long. */
static const char second[] =
    "ALTER TABLE guests ADD COLUMN picture INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX guests_seen ON guests (seen);"
    "ALTER TABLE tables ADD COLUMN notice INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_notice ON tables (notice, id) WHERE notice > 0;"
    "ALTER TABLE tokens ADD COLUMN link BLOB;"
    "ALTER TABLE chat ADD COLUMN command BLOB CHECK (length(command) = 16);"
    "CREATE UNIQUE INDEX chat_command ON chat (table_no, command) WHERE command NOT NULL;";

const char *const sql_schema[] = {first, second};

#define HEAD                                                                                       \
	"id, game, seats, creator, created, events, phase, listed, free, flags, turn, active, "    \
	"deadline, ended, notice"
#define THE_TABLE "(SELECT no FROM tables WHERE id = ?1)"

const char *const sql_text[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_META_GET] = "SELECT value FROM meta WHERE key = ?1",
    [SQL_META_PUT] = "INSERT INTO meta VALUES (?1, ?2) "
		     "ON CONFLICT (key) DO UPDATE SET value = excluded.value",

    [SQL_TABLE_NO] = "SELECT no, events, phase, listed, free, flags, deadline, ended, notice "
		     "FROM tables WHERE id = ?1",
    [SQL_TABLE_ADD] = "INSERT INTO tables (" HEAD ") "
		      "VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    [SQL_OPENING_ADD] = "INSERT INTO openings VALUES (?1, ?2)",
    [SQL_TABLE_RENEW] =
	"UPDATE tables SET events = ?2, phase = ?3, listed = ?4, free = ?5, flags = ?6, "
	"turn = ?7, active = ?8, deadline = ?9, ended = ?10, notice = ?11 WHERE no = ?1",
    [SQL_TABLE_GO_ON] = "UPDATE tables SET events = ?2, turn = ?3, active = ?4 WHERE no = ?1",
    [SQL_TABLE_REMOVE] = "DELETE FROM tables WHERE id = ?1",
    [SQL_PRUNE_ENDED] = "DELETE FROM tables WHERE no IN "
			"(SELECT no FROM tables WHERE ended > 0 AND ended < ?1 LIMIT ?2)",
    [SQL_PRUNE_IDLE] = "DELETE FROM tables WHERE no IN "
		       "(SELECT no FROM tables WHERE ended = 0 AND active < ?1 LIMIT ?2)",
    [SQL_TABLE_TOLD] = "UPDATE tables SET notice = 0 WHERE id = ?1 AND notice = ?2",
    [SQL_ROW_ADD] = "INSERT INTO commands VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_MEMBER_ADD] = "INSERT INTO members VALUES (?1, ?2, ?3)",
    [SQL_MEMBERS_REMOVE] = "DELETE FROM members WHERE table_no = ?1",
    [SQL_CHAT_NEXT] = "SELECT coalesce(max(number) + 1, 0) FROM chat WHERE table_no = ?1",
    [SQL_CHAT_ADD] = "INSERT INTO chat (table_no, number, person, time, text, command) "
		     "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [SQL_CHAT_REMOVE] = "UPDATE chat SET text = NULL WHERE table_no = ?1 "
			"AND number >= ?2 AND number < ?3 AND (?4 = 0 OR person = ?4)",
    [SQL_GUEST_ADD] = "INSERT INTO guests (name, created, seen, picture) VALUES (?1, ?2, ?2, ?3)",
    [SQL_GUEST_RENAME] = "UPDATE guests SET name = ?2, picture = ?3 WHERE person = ?1",
    [SQL_GUEST_SEEN] = "UPDATE guests SET seen = max(seen, ?2) WHERE person = ?1",
    [SQL_GUEST_REMOVE] = "DELETE FROM guests WHERE person = ?1",
    [SQL_GUEST_SILENCE] =
	"UPDATE chat SET text = NULL, person = 0 WHERE person = ?1 AND person > 0",
    [SQL_GUEST_MADE_NOTHING] = "UPDATE tables SET creator = 0 WHERE creator = ?1 AND creator > 0",
    /* The one without a name is the caller's clock. */
    [SQL_GUESTS_FADED] = "SELECT person FROM guests WHERE seen < ?1 AND name <> '' AND NOT EXISTS "
			 "(SELECT 1 FROM members WHERE members.person = guests.person) LIMIT ?2",
    [SQL_TOKEN_ADD] = "INSERT INTO tokens (hash, person, link) VALUES (?1, ?2, ?3)",
    [SQL_TOKEN_LINK] = "SELECT person, ifnull(link = ?2, 0) FROM tokens WHERE hash = ?1",
    [SQL_LINK_ADD] = "INSERT INTO links VALUES (?1, ?2, ?3)",
    [SQL_LINKS_EXPIRE] = "DELETE FROM links WHERE until <= ?1",
    [SQL_LINK_TAKE] = "DELETE FROM links WHERE hash = ?1 AND until > ?2 RETURNING person",

    [SQL_HEAD] = "SELECT " HEAD " FROM tables WHERE id = ?1",
    [SQL_OPENING] = "SELECT bytes FROM openings WHERE table_no = " THE_TABLE,
    [SQL_ROWS] = "SELECT first, count, command, time, bytes FROM commands "
		 "WHERE table_no = " THE_TABLE " AND first >= (SELECT coalesce(max(first), 0) FROM "
		 "commands WHERE table_no = " THE_TABLE " AND first <= ?2) ORDER BY first",
    [SQL_COMMAND] = "SELECT first, count FROM commands WHERE table_no = ?1 AND command = ?2",
    [SQL_COMMAND_AT] =
	"SELECT first, count FROM commands WHERE table_no = " THE_TABLE " AND command = ?2",
    [SQL_MEMBERS] = "SELECT person, seat FROM members WHERE table_no = " THE_TABLE " ORDER BY seat",
    [SQL_LISTED] = "SELECT " HEAD " FROM tables WHERE listed = ?3 AND listed > 0 "
		   "AND (active, id) < (?1, ?2) ORDER BY active DESC, id DESC LIMIT ?4",
    [SQL_TABLES_OF] =
	"SELECT " HEAD " FROM tables WHERE no IN (SELECT table_no FROM members WHERE person = ?3 "
	"UNION SELECT no FROM tables WHERE creator = ?3 AND creator > 0) "
	"AND (active, id) < (?1, ?2) ORDER BY active DESC, id DESC LIMIT ?4",
    [SQL_DEADLINES] = "SELECT " HEAD " FROM tables WHERE deadline > 0 "
		      "AND (deadline, id) > (?1, ?2) ORDER BY deadline, id LIMIT ?3",
    [SQL_NOTICES] = "SELECT " HEAD " FROM tables WHERE notice > 0 ORDER BY notice, id LIMIT ?1",
    [SQL_MADE_BY] = "SELECT count(*) FROM tables WHERE creator = ?1 AND creator > 0 AND ended = 0",
    [SQL_COUNTS] = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM guests)",
    [SQL_GUEST] = "SELECT person, name, created, seen, picture FROM guests WHERE person = ?1",
    [SQL_TOKEN] = "SELECT person, name, created, seen, picture FROM guests "
		  "WHERE person = (SELECT person FROM tokens WHERE hash = ?1)",
    [SQL_LINK] = "SELECT person FROM links WHERE hash = ?1 AND until > ?2",
    [SQL_CHAT] = "SELECT number, person, time, text FROM chat "
		 "WHERE table_no = " THE_TABLE " AND number >= ?2 ORDER BY number",
    [SQL_SAID] = "SELECT number FROM chat WHERE table_no = ?1 AND command = ?2",
    [SQL_SAID_AT] = "SELECT number FROM chat WHERE table_no = " THE_TABLE " AND command = ?2",
};
