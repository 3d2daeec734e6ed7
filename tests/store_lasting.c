/* The laws of the store about what lasts: results of games, and recovery codes. */
#include "store_laws.h"

/* An ended table with two people at it. */
static void end_table(struct at_store *store, uint64_t table, uint64_t ended,
		      const struct at_member *member)
{
	struct at_write w;

	create_table(store, table);
	make_append(&w, table, 1, 0, 2);
	w.append.member = member;
	w.append.members = 2;
	w.append.status = (struct at_status){.phase = 2, .active = ended, .ended = ended};
	assert_int_equal(carry(store, &w), AT_STORED);
}

static enum at_stored keep(struct at_store *store, uint64_t table, const char *text,
			   const struct at_member *member)
{
	struct at_write w = {.kind = AT_RESULT};

	id_of(w.keep.table, table);
	w.keep.bytes = (const uint8_t *)text;
	w.keep.size = strlen(text);
	w.keep.member = member;
	w.keep.members = member ? 2 : 0;
	return carry(store, &w);
}

static void is_kept(struct at_store *store, uint64_t table, const char *text)
{
	static uint8_t bytes[AT_RESULT_MAX];
	uint8_t id[AT_ID_SIZE];
	size_t size = 0;

	id_of(id, table);
	enum at_stored found = at_store_result(store, id, bytes, &size);
	assert_int_equal(found, text ? AT_STORED : AT_STORED_NONE);
	if (text) {
		assert_int_equal(size, strlen(text));
		assert_memory_equal(bytes, text, size);
	}
}

/* The tables of the person's results, as digits, read two at a time. */
static void results_are(struct at_store *store, uint32_t person, const char *should)
{
	struct at_head page[2], last;
	char is[32] = "";
	int n = 2;

	for (bool first = true; n == 2; first = false) {
		assert_int_equal(at_store_results_of(store, person, first ? NULL : &last, page, &n),
				 AT_STORED);
		for (int i = 0; i < n; i++)
			is[strlen(is)] = (char)('0' + page[i].id[0]);
		if (n > 0)
			last = page[n - 1];
	}
	assert_string_equal(is, should);
}

void a_result_is_kept_once(void **state)
{
	struct at_store *store = *state;
	struct at_member who[] = {{welcome(store, 1, "Ann"), 0}, {welcome(store, 2, "Ben"), 1}};
	struct at_write w;

	assert_int_equal(keep(store, 1, "first", who), AT_STORED_NONE);
	create_table(store, 1);
	assert_int_equal(keep(store, 1, "first", who), AT_STORED_NONE); /* it has not ended */
	is_kept(store, 1, NULL);
	make_append(&w, 1, 1, 0, 2);
	w.append.status = (struct at_status){.phase = 2, .active = 500, .ended = 500};
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(keep(store, 1, "first", who), AT_STORED);
	assert_int_equal(keep(store, 1, "second", who), AT_STORED_BEFORE);
	is_kept(store, 1, "first");
	results_are(store, who[0].person, "1");
	/* with its table it goes */
	w = (struct at_write){.kind = AT_REMOVE};
	id_of(w.remove.table, 1);
	assert_int_equal(carry(store, &w), AT_STORED);
	is_kept(store, 1, NULL);
	results_are(store, who[0].person, "");
}

void results_are_their_peoples(void **state)
{
	struct at_store *store = *state;
	uint32_t ann = welcome(store, 1, "Ann"), ben = welcome(store, 2, "Ben"),
		 cem = welcome(store, 3, "Cem");
	struct at_member with_ben[] = {{ann, 0}, {ben, 1}}, with_cem[] = {{cem, 0}, {ann, 2}};
	struct at_write w = {.kind = AT_FORGET, .guest.person = ann};
	struct at_head page[4];
	int n = 4;

	/* the last ended first, and of those of one moment the greater id */
	for (uint64_t t = 1; t <= 5; t++) {
		end_table(store, t, t < 4 ? 700 : 800 - t, t % 2 ? with_ben : with_cem);
		assert_int_equal(keep(store, t, "over", t % 2 ? with_ben : with_cem), AT_STORED);
	}
	results_are(store, ann, "45321");
	results_are(store, ben, "531");
	results_are(store, cem, "42");
	results_are(store, 77, "");
	/* those that ended, kept or not, the first ended first */
	end_table(store, 6, 650, with_ben);
	assert_int_equal(at_store_ended(store, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 4);
	assert_int_equal(page[0].id[0], 6);
	assert_int_equal(page[1].id[0], 1);
	assert_int_equal(at_store_ended(store, &page[3], page, &n), AT_STORED);
	assert_int_equal(n, 2);
	assert_int_equal(page[1].id[0], 4);
	/* who is forgotten has none, and the others keep theirs */
	assert_int_equal(carry(store, &w), AT_STORED);
	results_are(store, ann, "");
	results_are(store, ben, "531");
	is_kept(store, 1, "over");
	/* and what comes late is not theirs, either */
	assert_int_equal(keep(store, 6, "late", with_ben), AT_STORED);
	results_are(store, ben, "5316");
	if (!at_store_is_shared(store))
		results_are(store, ann, "");
	/* by age */
	w = (struct at_write){.kind = AT_PRUNE, .prune = {.ended_before = 701, .most = 9}};
	assert_int_equal(carry(store, &w), AT_STORED);
	results_are(store, ben, "5");
	is_kept(store, 1, NULL);
}

/* Nobody's list grows without end: the oldest leave it. */
void a_persons_results_are_bounded(void **state)
{
	struct at_store *store = *state;
	uint32_t ann = welcome(store, 1, "Ann"), ben = welcome(store, 2, "Ben");
	struct at_member who[] = {{ann, 0}, {ben, 1}};
	struct at_head page[4], last;
	int n = 4, all = 0;

	for (uint64_t t = 1; t <= AT_RESULTS_KEPT + 2; t++) {
		end_table(store, t, 1000 + t, who);
		assert_int_equal(keep(store, t, "over", who), AT_STORED);
	}
	for (bool first = true; n == 4; first = false) {
		assert_int_equal(at_store_results_of(store, ann, first ? NULL : &last, page, &n),
				 AT_STORED);
		all += n;
		if (n > 0)
			last = page[n - 1];
	}
	assert_int_equal(all, AT_RESULTS_KEPT);
	assert_int_equal(last.status.ended, 1003);
}

static enum at_stored put_code(struct at_store *store, uint32_t person, uint64_t code)
{
	struct at_write w = {.kind = AT_CODE, .link = {.person = person, .until = 4000 + code}};

	name_it(w.link.hash, AT_TOKEN_SIZE, code);
	return carry(store, &w);
}

static enum at_stored adopt(struct at_store *store, uint32_t person, uint64_t code, uint64_t token)
{
	struct at_write w = {.kind = AT_ADOPT, .own.person = person};

	name_it(w.own.link, AT_TOKEN_SIZE, code);
	name_it(w.own.token, AT_TOKEN_SIZE, token);
	enum at_stored done = carry(store, &w);
	if (done <= AT_STORED_BEFORE)
		assert_int_equal(w.person, person);
	return done;
}

static uint32_t whose(struct at_store *store, uint64_t code)
{
	uint8_t hash[AT_TOKEN_SIZE];
	uint32_t person = 0;

	name_it(hash, sizeof hash, code);
	enum at_stored found = at_store_code(store, hash, &person);
	assert_true(found == AT_STORED || (found == AT_STORED_NONE && person == 0));
	return person;
}

void a_code_brings_its_person_back(void **state)
{
	struct at_store *store = *state;
	uint32_t ann = welcome(store, 1, "Ann"), ben = welcome(store, 2, "Ben");
	struct at_write w = {.kind = AT_FORGET, .guest.person = ann};
	struct at_guest guest;
	uint8_t token[AT_TOKEN_SIZE];
	uint64_t made = 0;

	assert_int_equal(whose(store, 50), 0);
	assert_int_equal(at_store_code_of(store, ann, &made), AT_STORED_NONE);
	assert_int_equal(put_code(store, ann, 50), AT_STORED);
	assert_int_equal(put_code(store, ben, 51), AT_STORED);
	assert_int_equal(whose(store, 50), ann);
	assert_int_equal(whose(store, 51), ben);
	assert_int_equal(at_store_code_of(store, ann, &made), AT_STORED);
	assert_int_equal(made, 4050);
	assert_int_equal(adopt(store, ann, 50, 9), AT_STORED);
	assert_int_equal(adopt(store, ann, 50, 9), AT_STORED_BEFORE);
	name_it(token, sizeof token, 9);
	assert_int_equal(at_store_token(store, token, &guest), AT_STORED);
	assert_int_equal(guest.person, ann);
	assert_string_equal(guest.name, "Ann");
	/* of somebody else already */
	assert_int_equal(adopt(store, ann, 50, 2), AT_STORED_TAKEN);
	/* it stays good, until there is another */
	assert_int_equal(adopt(store, ann, 50, 10), AT_STORED);
	assert_int_equal(put_code(store, ann, 52), AT_STORED);
	assert_int_equal(whose(store, 50), 0);
	assert_int_equal(whose(store, 52), ann);
	if (!at_store_is_shared(store)) /* the caller has read whose it is */
		assert_int_equal(adopt(store, ann, 50, 11), AT_STORED_NONE);
	/* and until its person is forgotten */
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(whose(store, 52), 0);
	assert_int_equal(adopt(store, ann, 52, 12), AT_STORED_NONE);
	assert_int_equal(put_code(store, ann, 53), AT_STORED_NONE);
	assert_int_equal(whose(store, 51), ben);
}
