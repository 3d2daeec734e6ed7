/* Inside the store: all statements by name (sql.c). */
#ifndef AT_SQL_H
#define AT_SQL_H

enum sql {
	SQL_BEGIN,
	SQL_COMMIT,
	SQL_ROLLBACK,
	SQL_DATA_VERSION,
	SQL_META_PUT,

	SQL_TABLE_NO,
	SQL_TABLE_ADD,
	SQL_OPENING_ADD,
	SQL_TABLE_RENEW,
	SQL_MOMENT_ADD,
	SQL_MOMENT,
	SQL_TABLE_REMOVE,
	SQL_ROWS_REMOVE,
	SQL_PRUNE_ENDED,
	SQL_ROWS_ENDED,
	SQL_PRUNE_IDLE,
	SQL_THIN,
	SQL_ROWS_THIN,
	SQL_ROWS_IDLE,
	SQL_TABLE_TOLD,
	SQL_ROW_ADD,
	SQL_ROWS_DROP,
	SQL_OPENING_MEND,
	SQL_TABLE_MEND,
	SQL_MOMENT_MEND,
	SQL_MEMBER_MEND,
	SQL_DAMAGE_ADD,
	SQL_DAMAGE_REMOVE,
	SQL_MEMBER_ADD,
	SQL_MEMBERS_REMOVE,
	SQL_CHAT_ADD,
	SQL_CHAT_NEXT,
	SQL_CHAT_REMOVE,
	SQL_GUEST_ADD,
	SQL_GUEST_RENAME,
	SQL_GUEST_SEEN,
	SQL_GUEST_REMOVE,
	SQL_GUEST_SILENCE,
	SQL_GUEST_MADE_NOTHING,
	SQL_GUESTS_FADED,
	SQL_TOKEN_ADD,
	SQL_TOKEN_LINK,
	SQL_LINK_ADD,
	SQL_LINKS_EXPIRE,
	SQL_LINK_TAKE,
	SQL_RESULT_ADD,
	SQL_RESULT_DROP,
	SQL_PLAYER_ADD,
	SQL_PLAYERS_BOUND,
	SQL_CODE_PUT,

	SQL_HEAD, /* reads from here on; other databases have the same */
	SQL_OPENING,
	SQL_ROWS,
	SQL_COMMAND,
	SQL_COMMAND_AT,
	SQL_MEMBERS,
	SQL_LISTED,
	SQL_TABLES_OF,
	SQL_DEADLINES,
	SQL_NOTICES,
	SQL_RESULT,
	SQL_RESULTS_OF,
	SQL_ENDED,
	SQL_MADE_BY,
	SQL_COUNTS,
	SQL_GUEST,
	SQL_TOKEN,
	SQL_CODE,
	SQL_CODE_OF,
	SQL_CHAT,
	SQL_SAID,
	SQL_SAID_AT,
	SQL_META_GET,
	SQL_IDS,
	SQL_DAMAGED,
	SQL_DAMAGE_OF,
	SQL_DAMAGES,
	SQL_WATCHED, /* only of a store that is shared */
	SQL_NUMBERS,
	SQL_FILE,
	SQL_OWNER, /* only of several databases */
	SQL_LONG_GONE,
	SQL_SITS,
	SQL_COUNT,
};

extern const char *const sql_text[SQL_COUNT];

/* What each version of the schema adds to the previous one; the first creates the tables. */
extern const char *const sql_schema[];
extern const char sql_index[]; /* which programs of the same version of the schema may lack */

/* Adds missing hashes (0), in rows from before there were hashes and in imported rows. The
 * functions are those of db.c. */
#define SQL_FILL_OPENINGS                                                                          \
	"UPDATE openings SET hash = atoll_opening(id, game, seats, created, bytes) FROM tables "   \
	"WHERE no = table_no AND hash = 0;"
#define SQL_FILL_ROWS                                                                              \
	"UPDATE commands SET hash = atoll_row((SELECT id FROM tables WHERE no = table_no), "       \
	"first, "                                                                                  \
	"count, command, time, bytes) WHERE hash = 0;"

enum { SQL_APPLICATION = 0x41746f6c }; /* "Atol", the application id in SQLite's files */

#endif
