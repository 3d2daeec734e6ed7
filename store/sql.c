#include "sql.h"

/* Outside, a table is known by its id; inside, rows refer to its row number, so that the data of
 * one table lies together. Indexes contain only what is searched: a finished table costs them
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

    /* One row for each command: its events and its id, stored together or not at all. */
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

    /* The number of a person is never reused, because old events contain it. */
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

/* Pictures; notices; the link by which a device was added; the commands of chat lines; an index of
 * guests by when they were last seen. */
static const char second[] =
    "ALTER TABLE guests ADD COLUMN picture INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX guests_seen ON guests (seen);"
    "ALTER TABLE tables ADD COLUMN notice INTEGER NOT NULL DEFAULT 0;"
    "CREATE INDEX tables_notice ON tables (notice, id) WHERE notice > 0;"
    "ALTER TABLE tokens ADD COLUMN link BLOB;"
    "ALTER TABLE chat ADD COLUMN command BLOB CHECK (length(command) = 16);"
    "CREATE UNIQUE INDEX chat_command ON chat (table_no, command) WHERE command NOT NULL;";

/* Commands are stored in the order in which they came, however many tables play. So a commit fills
 * a few pages instead of changing a page of every table and of an index. Each command refers to the
 * previous one of its table, and the head to the last. The index has only commands that could be
 * repeated. */
static const char third[] =
    "CREATE TABLE rows ("
    " no INTEGER PRIMARY KEY,"
    " before INTEGER NOT NULL," /* the table's row before it, with a smaller number, or 0 */
    " table_no INTEGER NOT NULL,"
    " first INTEGER NOT NULL,"
    " count INTEGER NOT NULL CHECK (count > 0),"
    " command BLOB NOT NULL CHECK (length(command) = 16),"
    " fresh INTEGER NOT NULL,"
    " time INTEGER NOT NULL,"
    " bytes BLOB NOT NULL"
    ") STRICT;"
    "INSERT INTO rows (before, table_no, first, count, command, fresh, time, bytes)"
    " SELECT 0, table_no, first, count, command, 0, time, bytes FROM commands"
    " ORDER BY table_no, first;"
    "UPDATE rows SET before = no - 1 WHERE table_no ="
    " (SELECT other.table_no FROM rows AS other WHERE other.no = rows.no - 1);"
    "DROP TABLE commands;"
    "ALTER TABLE rows RENAME TO commands;"
    "CREATE UNIQUE INDEX commands_again ON commands (table_no, command) WHERE fresh = 0;"
    "ALTER TABLE tables ADD COLUMN last INTEGER NOT NULL DEFAULT 0;" /* of commands, or 0 */
    "UPDATE tables SET last = found.last FROM"
    " (SELECT table_no, max(no) AS last FROM commands GROUP BY table_no) AS found"
    " WHERE found.table_no = tables.no;";

/* Everything that changes with every move is stored separately, in small rows without an index, so
 * that a commit of many moves changes only a few pages. The rest of a table is written when it
 * changes. */
static const char fourth[] =
    "CREATE TABLE moments ("
    " table_no INTEGER PRIMARY KEY REFERENCES tables (no) ON DELETE CASCADE,"
    " last INTEGER NOT NULL," /* of commands, or 0 */
    " events INTEGER NOT NULL,"
    " turn INTEGER NOT NULL,"
    " active INTEGER NOT NULL"
    ") STRICT;"
    "INSERT INTO moments SELECT no, last, events, turn, active FROM tables;"
    "ALTER TABLE tables DROP COLUMN last;"
    "ALTER TABLE tables DROP COLUMN events;"
    "ALTER TABLE tables DROP COLUMN turn;"
    "ALTER TABLE tables RENAME COLUMN active TO shown;"; /* its place in its list */

/* Every row of events and every opening has a hash (sums.h) to detect damage. Damaged tables are
 * set aside. */
static const char fifth[] =
    "ALTER TABLE commands ADD COLUMN hash INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE openings ADD COLUMN hash INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE damaged ("
    " table_no INTEGER PRIMARY KEY REFERENCES tables (no) ON DELETE CASCADE,"
    " since INTEGER NOT NULL,"
    " why TEXT NOT NULL"
    ") STRICT;" SQL_FILL_OPENINGS SQL_FILL_ROWS;

/* How games ended, whose results those are, and recovery codes. The bytes of a result begin with
 * their hash. Results go with their table and players with their person; the index finds the newest
 * of a person. */
static const char sixth[] =
    "CREATE TABLE results ("
    " table_no INTEGER PRIMARY KEY REFERENCES tables (no) ON DELETE CASCADE,"
    " bytes BLOB NOT NULL"
    ") STRICT;"
    "CREATE TABLE players ("
    " table_no INTEGER NOT NULL REFERENCES tables (no) ON DELETE CASCADE,"
    " seat INTEGER NOT NULL,"
    " person INTEGER NOT NULL REFERENCES guests (person) ON DELETE CASCADE,"
    " ended INTEGER NOT NULL,"
    " PRIMARY KEY (table_no, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX players_person ON players (person, ended);"
    "CREATE TABLE codes ("
    " person INTEGER PRIMARY KEY REFERENCES guests (person) ON DELETE CASCADE,"
    " hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),"
    " made INTEGER NOT NULL"
    ") STRICT;";

const char *const sql_schema[] = {first, second, third, fourth, fifth, sixth};

/* Tables that never began, the oldest first. */
const char sql_index[] =
    "CREATE INDEX IF NOT EXISTS tables_unbegun ON tables (created) WHERE phase = 0";

#define HEAD                                                                                       \
	"id, game, seats, creator, created, events, phase, listed, free, flags, turn, active, "    \
	"deadline, ended, notice"
#define TABLES    "tables JOIN moments ON moments.table_no = tables.no"
#define THE_TABLE "(SELECT no FROM tables WHERE id = ?1)"

/* The commands of these tables, from the last one back while `more` holds. Each step goes to a
 * smaller number, so that a manipulated file cannot loop. */
#define BACK(tables, more)                                                                         \
	"WITH RECURSIVE back AS (SELECT c.* FROM moments JOIN commands AS c "                      \
	"ON c.no = last AND c.table_no = moments.table_no WHERE moments.table_no " tables          \
	" UNION ALL SELECT c.* FROM back JOIN commands AS c ON c.no = back.before "                \
	"AND c.table_no = back.table_no WHERE back.before < back.no" more ") "
#define COMMAND(table)                                                                             \
	BACK(table, "")                                                                            \
	"SELECT first, count FROM commands WHERE table_no " table                                  \
	" AND command = ?2 AND fresh = 0 "                                                         \
	"UNION ALL SELECT first, count FROM back WHERE command = ?2 LIMIT 1"
#define ENDED                                                                                      \
	"IN (SELECT no FROM tables WHERE ended > 0 AND ended < ?1 ORDER BY ended, no LIMIT ?2)"
/* If something is still to come, it comes first. */
#define IDLE                                                                                       \
	"IN (SELECT no FROM " TABLES " WHERE ended = 0 AND active < ?1 AND deadline < ?1 "         \
	"ORDER BY no LIMIT ?2)"
#define UNBEGUN                                                                                    \
	"IN (SELECT no FROM tables AS t WHERE phase = 0 AND created < max(?1, ?2, ?3) AND ("       \
	"created < ?1 OR created < ?2 AND creator = 0 OR created < ?3 AND NOT EXISTS (SELECT 1 "   \
	"FROM members JOIN tables AS begun ON begun.no = table_no WHERE person = t.creator AND "   \
	"begun.phase > 0)) ORDER BY created, no LIMIT ?4)"
#define REMOVE_ROWS(tables)                                                                        \
	"DELETE FROM commands WHERE no IN (" BACK(tables, "") "SELECT no FROM back)"

const char *const sql_text[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    [SQL_DATA_VERSION] = "PRAGMA data_version",
    [SQL_META_PUT] = "INSERT INTO meta VALUES (?1, ?2) "
		     "ON CONFLICT (key) DO UPDATE SET value = excluded.value",

    [SQL_TABLE_NO] = "SELECT no, events, last, phase, listed, free, flags, deadline, ended, notice "
		     "FROM " TABLES " WHERE id = ?1",
    [SQL_TABLE_ADD] = "INSERT INTO tables (id, game, seats, creator, created, phase, listed, free, "
		      "flags, shown, deadline, ended, notice) "
		      "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    [SQL_MOMENT_ADD] = "INSERT INTO moments VALUES (?1, 0, 0, ?2, ?3)",
    [SQL_OPENING_ADD] = "INSERT INTO openings VALUES (?1, ?2, ?3)",
    [SQL_TABLE_RENEW] =
	"UPDATE tables SET phase = ?2, listed = ?3, free = ?4, flags = ?5, shown = ?6, "
	"deadline = ?7, ended = ?8, notice = ?9 WHERE no = ?1",
    [SQL_MOMENT] =
	"UPDATE moments SET last = ?2, events = ?3, turn = ?4, active = ?5 WHERE table_no = ?1",
    [SQL_TABLE_REMOVE] = "DELETE FROM tables WHERE id = ?1",
    [SQL_ROWS_REMOVE] = REMOVE_ROWS("= " THE_TABLE),
    [SQL_PRUNE_ENDED] = "DELETE FROM tables WHERE no " ENDED,
    [SQL_ROWS_ENDED] = REMOVE_ROWS(ENDED),
    [SQL_PRUNE_IDLE] = "DELETE FROM tables WHERE no " IDLE,
    [SQL_ROWS_IDLE] = REMOVE_ROWS(IDLE),
    [SQL_THIN] = "DELETE FROM tables WHERE no " UNBEGUN,
    [SQL_ROWS_THIN] = REMOVE_ROWS(UNBEGUN),
    [SQL_TABLE_TOLD] = "UPDATE tables SET notice = 0 WHERE id = ?1 AND notice = ?2",
    [SQL_ROW_ADD] = "INSERT INTO commands VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    /* The commands of a broken chain, too. */
    [SQL_ROWS_DROP] = "DELETE FROM commands WHERE table_no = ?1",
    [SQL_OPENING_MEND] = "INSERT INTO openings VALUES (?1, ?2, ?3) ON CONFLICT (table_no) "
			 "DO UPDATE SET bytes = excluded.bytes, hash = excluded.hash",
    [SQL_TABLE_MEND] =
	"UPDATE tables SET game = ?2, seats = ?3, created = ?4 WHERE id = ?1 RETURNING no",
    [SQL_MOMENT_MEND] = "INSERT INTO moments VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (table_no) "
			"DO UPDATE SET last = ?2, events = ?3, turn = ?4, active = ?5",
    [SQL_MEMBER_MEND] = "INSERT INTO members SELECT ?1, ?2, person FROM guests WHERE person = ?3",
    [SQL_DAMAGE_ADD] = "INSERT INTO damaged SELECT no, ?2, ?3 FROM tables WHERE id = ?1 "
		       "ON CONFLICT DO NOTHING",
    [SQL_DAMAGE_REMOVE] = "DELETE FROM damaged WHERE table_no = ?1",
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
    /* The nameless guest is the caller's clock. */
    [SQL_GUESTS_FADED] = "SELECT person FROM guests WHERE seen < ?1 AND name <> '' AND NOT EXISTS "
			 "(SELECT 1 FROM members WHERE members.person = guests.person) LIMIT ?2",
    [SQL_TOKEN_ADD] = "INSERT INTO tokens (hash, person, link) VALUES (?1, ?2, ?3)",
    [SQL_TOKEN_LINK] = "SELECT person, ifnull(link = ?2, 0) FROM tokens WHERE hash = ?1",
    [SQL_LINK_ADD] = "INSERT INTO links VALUES (?1, ?2, ?3)",
    [SQL_LINKS_EXPIRE] = "DELETE FROM links WHERE until <= ?1",
    [SQL_LINK_TAKE] = "DELETE FROM links WHERE hash = ?1 AND until > ?2 RETURNING person",

    [SQL_RESULT_ADD] = "INSERT INTO results SELECT no, ?2 FROM tables WHERE no = ?1 AND ended > 0 "
		       "ON CONFLICT DO NOTHING",
    [SQL_RESULT_DROP] = "DELETE FROM results WHERE table_no = ?1",
    [SQL_PLAYER_ADD] = "INSERT INTO players SELECT no, ?2, person, ended FROM tables, guests "
		       "WHERE no = ?1 AND person = ?3 ON CONFLICT DO NOTHING",
    /* All but the newest: those up to the last of them. */
    [SQL_PLAYERS_BOUND] =
	"DELETE FROM players WHERE person = ?1 AND ended <= (SELECT ended FROM players "
	"WHERE person = ?1 ORDER BY ended DESC LIMIT 1 OFFSET ?2)",
    [SQL_CODE_PUT] = "INSERT INTO codes SELECT person, ?2, ?3 FROM guests WHERE person = ?1 "
		     "ON CONFLICT (person) DO UPDATE SET hash = ?2, made = ?3",

    [SQL_HEAD] = "SELECT " HEAD " FROM " TABLES " WHERE id = ?1",
    [SQL_OPENING] = "SELECT bytes, hash, game, seats, created FROM openings JOIN tables "
		    "ON no = table_no WHERE id = ?1",
    [SQL_ROWS] = BACK(
	"= " THE_TABLE,
	" AND back.first > ?2") "SELECT first, count, command, time, bytes, hash, (SELECT events "
				"FROM moments WHERE moments.table_no = back.table_no) FROM back "
				"ORDER BY no",
    [SQL_COMMAND] = COMMAND("= ?1"),
    [SQL_COMMAND_AT] = COMMAND("= " THE_TABLE),
    [SQL_MEMBERS] = "SELECT person, seat FROM members WHERE table_no = " THE_TABLE " ORDER BY seat",
    [SQL_LISTED] = "SELECT " HEAD " FROM " TABLES " WHERE listed = ?3 AND listed > 0 "
		   "AND (shown, id) < (?1, ?2) ORDER BY shown DESC, id DESC LIMIT ?4",
    [SQL_TABLES_OF] = "SELECT " HEAD " FROM " TABLES
		      " WHERE no IN (SELECT table_no FROM members WHERE person = ?3 "
		      "UNION SELECT no FROM tables WHERE creator = ?3 AND creator > 0) "
		      "AND (active, id) < (?1, ?2) ORDER BY active DESC, id DESC LIMIT ?4",
    [SQL_DEADLINES] = "SELECT " HEAD " FROM " TABLES " WHERE deadline > 0 "
		      "AND (deadline, id) > (?1, ?2) ORDER BY deadline, id LIMIT ?3",
    [SQL_NOTICES] = "SELECT " HEAD " FROM " TABLES " WHERE notice > 0 ORDER BY notice, id LIMIT ?1",
    [SQL_RESULT] = "SELECT bytes FROM results WHERE table_no = " THE_TABLE,
    [SQL_RESULTS_OF] = "SELECT " HEAD " FROM " TABLES " WHERE no IN (SELECT table_no FROM players "
		       "WHERE person = ?3 AND ended <= ?1) AND (ended, id) < (?1, ?2) "
		       "ORDER BY ended DESC, id DESC LIMIT ?4",
    [SQL_ENDED] = "SELECT " HEAD " FROM " TABLES " WHERE ended > 0 AND ended >= ?1 "
		  "AND (ended, id) > (?1, ?2) ORDER BY ended, id LIMIT ?3",
    [SQL_MADE_BY] = "SELECT count(*) FROM tables WHERE creator = ?1 AND creator > 0 AND ended = 0",
    [SQL_COUNTS] = "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM guests)",
    [SQL_GUEST] = "SELECT person, name, created, seen, picture FROM guests WHERE person = ?1",
    [SQL_TOKEN] = "SELECT person, name, created, seen, picture FROM guests "
		  "WHERE person = (SELECT person FROM tokens WHERE hash = ?1)",
    [SQL_CODE] = "SELECT person FROM codes WHERE hash = ?1",
    [SQL_CODE_OF] = "SELECT made FROM codes WHERE person = ?1",
    [SQL_CHAT] = "SELECT number, person, time, text FROM chat "
		 "WHERE table_no = " THE_TABLE " AND number >= ?2 ORDER BY number",
    [SQL_SAID] = "SELECT number FROM chat WHERE table_no = ?1 AND command = ?2",
    [SQL_SAID_AT] = "SELECT number FROM chat WHERE table_no = " THE_TABLE " AND command = ?2",
    [SQL_META_GET] = "SELECT value FROM meta WHERE key = ?1",
    [SQL_IDS] = "SELECT id FROM tables WHERE id > ?1 ORDER BY id LIMIT ?2",
    [SQL_DAMAGED] =
	"SELECT id, since, why FROM damaged JOIN tables ON no = table_no ORDER BY since, id",
    [SQL_DAMAGE_OF] = "SELECT why FROM damaged WHERE table_no = " THE_TABLE,
    [SQL_DAMAGES] = "SELECT count(*) FROM damaged",
};
