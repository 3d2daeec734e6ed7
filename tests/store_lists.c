/* Laws of the store about many tables: lists, deadlines, notices, seats, and the deletion of old
 * ones. */
#include "store_laws.h"

static void renew(struct at_store *store, uint64_t table, uint32_t first, struct at_status status)
{
	struct at_write w;

	make_append(&w, table, 1000 * table + first, first, 1);
	w.append.status = status;
	assert_int_equal(carry(store, &w), AT_STORED);
}

static uint64_t number_of(const struct at_head *head)
{
	return head->id[0] + 256u * head->id[1];
}

void lists_have_what_stands_in_them(void **state)
{
	struct at_store *store = *state;
	struct at_head page[7];
	uint64_t last = UINT64_MAX;
	int seen = 0, n = 7;

	for (uint64_t t = 1; t <= 60; t++) {
		create_table(store, t);
		renew(store, t, 0,
		      (struct at_status){.listed = (uint8_t)(t % 3), .active = 5000 + t % 10});
	}
	/* pages of seven, the last active first, each table once */
	for (const struct at_head *after = NULL; n == 7; after = &page[6]) {
		struct at_head place = after ? *after : page[0];
		assert_int_equal(at_store_listed(store, 2, after ? &place : NULL, page, &n),
				 AT_STORED);
		for (int i = 0; i < n; i++) {
			assert_int_equal(number_of(&page[i]) % 3, 2);
			assert_true(page[i].status.active <= last);
			last = page[i].status.active;
			seen++;
		}
	}
	assert_int_equal(seen, 20);
	/* a table with new events comes first, even if nothing else of it is new */
	n = 7;
	renew(store, 5, 1, (struct at_status){.listed = 2, .active = 9000});
	assert_int_equal(at_store_listed(store, 2, NULL, page, &n), AT_STORED);
	assert_int_equal(number_of(&page[0]), 5);
	assert_int_equal(page[0].status.active, 9000);
	n = 7;
	renew(store, 2, 1, (struct at_status){.listed = 0, .active = 9999});
	assert_int_equal(at_store_listed(store, 2, NULL, page, &n), AT_STORED);
	for (int i = 0; i < n; i++)
		assert_int_not_equal(number_of(&page[i]), 2);
	n = 7;
	assert_int_equal(at_store_listed(store, 0, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 0);
}

void the_nearest_deadline_is_first(void **state)
{
	struct at_store *store = *state;
	struct at_head page[100];
	int n = 100;

	for (uint64_t t = 1; t <= 30; t++) {
		create_table(store, t);
		renew(store, t, 0, (struct at_status){.deadline = t % 2 ? 9000 - 10 * t : 0});
	}
	assert_int_equal(at_store_deadlines(store, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 15);
	for (int i = 0; i < n; i++)
		assert_int_equal(number_of(&page[i]), 29 - 2 * i);
	n = 1;
	struct at_head after = page[3];
	assert_int_equal(at_store_deadlines(store, &after, page, &n), AT_STORED);
	assert_int_equal(number_of(&page[0]), 21);
	renew(store, 29, 1, (struct at_status){.deadline = 0});
	assert_int_equal(at_store_deadlines(store, NULL, page, &n), AT_STORED);
	assert_int_equal(number_of(&page[0]), 27);
}

void a_guest_finds_its_tables(void **state)
{
	struct at_store *store = *state;
	struct at_member seats[2] = {{.person = welcome(store, 1, "Ann"), .seat = 0},
				     {.person = welcome(store, 2, "Ben"), .seat = 3}};
	struct at_write w = {.kind = AT_CREATE};
	struct at_head page[10];
	uint32_t made, tables, guests;
	int n = 10;

	id_of(w.create.head.id, 1);
	w.create.head.creator = seats[0].person;
	w.create.member = seats, w.create.members = 1;
	assert_int_equal(carry(store, &w), AT_STORED);
	id_of(w.create.head.id, 2);
	w.create.members = 2;
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(at_store_tables_of(store, seats[1].person, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 1);
	assert_int_equal(number_of(&page[0]), 2);
	/* Ann stands up at 2, which she made, and Ben sits down at 1 */
	make_append(&w, 2, 1, 0, 1);
	w.append.member = seats + 1, w.append.members = 1;
	carry(store, &w);
	make_append(&w, 1, 1, 0, 1);
	w.append.member = seats, w.append.members = 2;
	carry(store, &w);
	for (int i = 0; i < 2; i++) {
		n = 10;
		assert_int_equal(at_store_tables_of(store, seats[i].person, NULL, page, &n),
				 AT_STORED);
		assert_int_equal(n, 2);
	}
	for (uint32_t t = 1; t <= 2; t++) { /* the table with the latest event comes first */
		renew(store, t, 1, (struct at_status){.turn = t, .active = 7000 + t});
		n = 10;
		assert_int_equal(at_store_tables_of(store, seats[0].person, NULL, page, &n),
				 AT_STORED);
		assert_int_equal(number_of(&page[0]), t);
		assert_int_equal(page[0].status.turn, t);
		assert_int_equal(page[0].status.active, 7000 + t);
		assert_int_equal(page[0].events, 2);
	}
	assert_int_equal(at_store_made_by(store, seats[0].person, &made), AT_STORED);
	assert_int_equal(made, 2);
	renew(store, 2, 2, (struct at_status){.ended = 10});
	assert_int_equal(at_store_made_by(store, seats[0].person, &made), AT_STORED);
	assert_int_equal(made, 1);
	assert_int_equal(at_store_counts(store, &tables, &guests), AT_STORED);
	assert_int_equal(tables, 2);
	assert_int_equal(guests, 2);
}

void notices_are_given_once(void **state)
{
	struct at_store *store = *state;
	struct at_write w = {.kind = AT_TOLD, .told.notice = 300};
	struct at_head page[4];
	int n = 4;

	for (uint64_t t = 1; t <= 3; t++) {
		create_table(store, t);
		renew(store, t, 0,
		      (struct at_status){.turn = 7, .notice = t < 3 ? 500 - 100 * t : 0});
	}
	assert_int_equal(at_store_notices(store, page, &n), AT_STORED);
	assert_int_equal(n, 2);
	assert_int_equal(page[0].status.notice, 300);
	assert_int_equal(page[1].status.notice, 400);
	memcpy(w.told.table, page[0].id, AT_ID_SIZE);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(carry(store, &w), AT_STORED_NONE);
	memcpy(w.told.table, page[1].id, AT_ID_SIZE); /* another notice than this */
	assert_int_equal(carry(store, &w), AT_STORED_NONE);
	n = 4;
	assert_int_equal(at_store_notices(store, page, &n), AT_STORED);
	assert_int_equal(n, 1);
	assert_int_equal(page[0].status.notice, 400);
}

static void is_there(struct at_store *store, const char *those)
{
	struct at_head head;
	uint8_t id[AT_ID_SIZE];

	for (uint64_t t = 1; t <= 8; t++) {
		id_of(id, t);
		bool there = at_store_head(store, id, &head) == AT_STORED;
		if (there != (strchr(those, '0' + (char)t) != NULL))
			fail_msg("table %d, where %s should be", (int)t, those);
	}
}

/* Nobody made 3 and 6, for they are gone; Ben made 1, 4 and 7 and plays at tables from 9 on; Cem
 * made 2, 5 and 8 and plays nowhere. */
void tables_that_never_began_go(void **state)
{
	struct at_store *store = *state;
	uint32_t person[3] = {0, welcome(store, 2, "Ben"), welcome(store, 3, "Cem")};
	struct at_write w = {.kind = AT_THIN, .thin = {.most = 30}};
	struct at_member ben = {.person = person[1]};

	for (uint64_t t = 1; t <= 20; t++) {
		struct at_write c = {.kind = AT_CREATE, .create = {.opening_size = 1}};
		id_of(c.create.head.id, t);
		c.create.head.seats = 2;
		c.create.head.creator = person[t % 3];
		c.create.head.created = 1000 + t;
		c.create.head.status.phase = t > 8;
		c.create.opening = (const uint8_t *)"x";
		c.create.member = &ben;
		c.create.members = t > 8;
		assert_int_equal(carry(store, &c), AT_STORED);
	}
	assert_int_equal(carry(store, &w), AT_STORED);
	is_there(store, "12345678");
	w.thin.made_before = 1003;
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.count, 2);
	is_there(store, "345678");
	w.thin.nobodys_before = 1006;
	assert_int_equal(carry(store, &w), AT_STORED);
	is_there(store, "45678");
	w.thin.strangers_before = 1008;
	assert_int_equal(carry(store, &w), AT_STORED);
	is_there(store, "478"); /* nobody is a stranger, too */
	w.thin.strangers_before = w.thin.nobodys_before = 2000;
	assert_int_equal(carry(store, &w), AT_STORED);
	is_there(store, "47");
	w.thin.made_before = 2000;
	w.thin.most = 1;
	assert_int_equal(carry(store, &w), AT_STORED);
	if (w.count == 1) /* of all; with several databases, of each */
		is_there(store, "7");
	assert_int_equal(carry(store, &w), AT_STORED);
	is_there(store, "");
}

void old_tables_go(void **state)
{
	struct at_store *store = *state;
	struct at_write w = {.kind = AT_PRUNE, .prune = {.ended_before = 500, .most = 4}};
	uint32_t tables, guests;

	for (uint64_t t = 1; t <= 20; t++) {
		create_table(store, t);
		renew(store, t, 0,
		      (struct at_status){.ended = t <= 10 ? 100 * t : 0, .active = 100 * t});
	}
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.count, 4);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.count, 0);
	w.prune.idle_before = 1301; /* 11, 12 and 13; 5 to 10 ended too recently */
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.count, 3);
	assert_int_equal(at_store_counts(store, &tables, &guests), AT_STORED);
	assert_int_equal(tables, 13);
	for (uint64_t t = 5; t <= 10; t++)
		assert_int_equal(read_back(store, t), 1);
}
