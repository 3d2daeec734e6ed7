/* What the tests of the store share. */
#define _GNU_SOURCE
#include "store_laws.h"

#include <ftw.h>
#include <unistd.h>

void make_dir(char *dir, size_t size)
{
	snprintf(dir, size, "/tmp/atoll-store-XXXXXX");
	assert_non_null(mkdtemp(dir));
}

static int drop(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st, (void)type, (void)at;
	return remove(path);
}

void remove_dir(const char *dir)
{
	nftw(dir, drop, 8, FTW_DEPTH | FTW_PHYS);
}

struct at_store *open_store(const char *uri)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(uri, AT_STORE_OWNER, &fail);

	if (!store)
		fail_msg("%s", fail.why);
	return store;
}

enum at_stored carry(struct at_store *store, struct at_write *w)
{
	w->done = NULL;
	at_store_submit(store, w);
	at_store_settle(store);
	return w->result;
}

void name_it(uint8_t *id, size_t size, uint64_t number)
{
	memset(id, 0x5a, size);
	for (size_t i = 0; i < 8; i++)
		id[i] = (uint8_t)(number >> 8 * i);
}

enum at_stored create_table(struct at_store *store, uint64_t table)
{
	static const uint8_t opening[] = {1, 2, 3, 0, 5};
	struct at_write w = {.kind = AT_CREATE};

	name_it(w.create.head.id, AT_ID_SIZE, table);
	w.create.head.created = w.create.head.status.active = 1000;
	w.create.head.game = 7;
	w.create.head.seats = 4;
	w.create.opening = opening;
	w.create.opening_size = sizeof opening;
	return carry(store, &w);
}

enum { EVENT = 12 };

/* Pages of fixed bytes: their contents follow from the row's command and first number. */
static const uint8_t *events_of(uint64_t command, uint32_t first, uint32_t count)
{
	static uint8_t ring[64][1 << 12];
	static int turn;
	uint8_t *at = ring[turn++ % 64];

	assert_true(count * EVENT <= sizeof ring[0]);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t n = first + i;
		memcpy(at + i * EVENT, &command, 8);
		memcpy(at + i * EVENT + 8, &n, 4);
	}
	return at;
}

void make_append(struct at_write *w, uint64_t table, uint64_t command, uint32_t first,
		 uint32_t count)
{
	memset(w, 0, sizeof *w);
	w->kind = AT_APPEND;
	name_it(w->append.table, AT_ID_SIZE, table);
	name_it(w->append.command, AT_ID_SIZE, command);
	w->append.first = first;
	w->append.count = count;
	w->append.time = 2000 + first;
	w->append.bytes = events_of(command, first, count);
	w->append.size = (size_t)count * EVENT;
	w->append.status = (struct at_status){.phase = 1, .active = 2000 + first};
}

static bool whole(void *context, const struct at_row *row)
{
	uint32_t *next = context;
	uint64_t command;

	assert_int_equal(row->first, *next);
	assert_int_equal(row->size, row->count * EVENT);
	memcpy(&command, row->command, 8);
	assert_memory_equal(row->bytes, events_of(command, row->first, row->count), row->size);
	*next += row->count;
	return true;
}

uint32_t read_back(struct at_store *store, uint64_t table)
{
	uint8_t id[AT_ID_SIZE];
	struct at_head head;
	uint32_t next = 0;

	name_it(id, sizeof id, table);
	assert_int_equal(at_store_head(store, id, &head), AT_STORED);
	assert_int_equal(at_store_rows(store, id, 0, whole, &next), AT_STORED);
	assert_int_equal(next, head.events);
	return next;
}

uint32_t welcome(struct at_store *store, uint64_t token, const char *name)
{
	struct at_write w = {.kind = AT_WELCOME, .welcome = {.name = name, .now = 3000}};

	name_it(w.welcome.token, AT_TOKEN_SIZE, token);
	assert_true(carry(store, &w) <= AT_STORED_BEFORE);
	assert_true(w.person > 0);
	return w.person;
}

void id_of(uint8_t *id, uint64_t table)
{
	name_it(id, AT_ID_SIZE, table);
}
