/* The laws of the store about people: guests, links, chat. */
#include "store_laws.h"

void guests_are_known_by_their_token(void **state)
{
	struct at_store *store = *state;
	uint32_t ann = welcome(store, 1, "Ann"), ben = welcome(store, 2, "Ben");
	struct at_write w = {.kind = AT_RENAME,
			     .guest = {.person = ben, .name = "Bérénice", .picture = 63}};
	struct at_guest guest;
	uint8_t token[AT_TOKEN_SIZE];

	assert_int_not_equal(ann, ben);
	assert_int_equal(welcome(store, 1, "Somebody"), ann);
	assert_int_equal(carry(store, &w), AT_STORED);
	name_it(token, sizeof token, 2);
	assert_int_equal(at_store_token(store, token, &guest), AT_STORED);
	assert_int_equal(guest.person, ben);
	assert_string_equal(guest.name, "Bérénice");
	assert_int_equal(guest.picture, 63);
	assert_int_equal(guest.created, 3000);
	w = (struct at_write){.kind = AT_SEEN, .guest = {.person = ann, .now = 7000}};
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(at_store_guest(store, ann, &guest), AT_STORED);
	assert_string_equal(guest.name, "Ann");
	assert_int_equal(guest.picture, 0);
	assert_int_equal(guest.seen, 7000);
	name_it(token, sizeof token, 3);
	assert_int_equal(at_store_token(store, token, &guest), AT_STORED_NONE);
	w.guest.person = 77;
	assert_int_equal(carry(store, &w), AT_STORED_NONE);
}

void a_link_is_good_once_and_for_a_while(void **state)
{
	struct at_store *store = *state;
	uint32_t ann = welcome(store, 1, "Ann");
	struct at_write w = {.kind = AT_LINK, .link = {.person = ann, .until = 600}}, v, u;
	struct at_guest guest;

	name_it(w.link.hash, AT_TOKEN_SIZE, 50);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(carry(store, &w), AT_STORED_BEFORE);
	v = (struct at_write){.kind = AT_REDEEM, .redeem.now = 599};
	name_it(v.redeem.hash, AT_TOKEN_SIZE, 50);
	u = v;
	name_it(v.redeem.token, AT_TOKEN_SIZE, 60);
	name_it(u.redeem.token, AT_TOKEN_SIZE, 61);
	at_store_submit(store, &v);
	at_store_submit(store, &u);
	at_store_settle(store);
	assert_int_equal(v.result, AT_STORED);
	assert_int_equal(v.person, ann);
	assert_int_equal(u.result, AT_STORED_NONE);
	assert_int_equal(at_store_token(store, v.redeem.token, &guest), AT_STORED);
	assert_int_equal(guest.person, ann);
	assert_int_equal(at_store_token(store, u.redeem.token, &guest), AT_STORED_NONE);
	/* repeated, it is already done; and from now on the device is somebody's */
	assert_int_equal(carry(store, &v), AT_STORED_BEFORE);
	assert_int_equal(v.person, ann);
	name_it(v.redeem.hash, AT_TOKEN_SIZE, 51);
	assert_int_equal(carry(store, &v), AT_STORED_TAKEN);
	/* too late */
	assert_int_equal(carry(store, &w), AT_STORED);
	u.redeem.now = 600;
	assert_int_equal(carry(store, &u), AT_STORED_NONE);
	/* of nobody */
	w.link.person = 99;
	assert_int_equal(carry(store, &w), AT_STORED_NONE);
}

struct lines {
	struct at_chat line[10];
	int count;
};

static bool keep_line(void *context, const struct at_chat *line)
{
	struct lines *x = context;

	x->line[x->count++] = *line;
	return x->count < 10;
}

static enum at_stored say(struct at_store *store, uint64_t command, uint32_t person,
			  const char *text, uint32_t *number)
{
	struct at_write w = {.kind = AT_SAY, .say = {.person = person, .time = 8000, .text = text}};

	id_of(w.say.table, 1);
	name_it(w.say.command, AT_ID_SIZE, command);
	enum at_stored done = carry(store, &w);
	*number = w.first;
	return done;
}

void chat_has_its_own_numbers(void **state)
{
	struct at_store *store = *state;
	struct lines *x = calloc(1, sizeof *x);
	struct at_write w = {.kind = AT_UNSAY, .unsay = {.first = 1, .count = 1}};
	uint8_t id[AT_ID_SIZE], command[AT_ID_SIZE];
	uint32_t number;

	id_of(id, 1);
	id_of(w.unsay.table, 1);
	assert_int_equal(say(store, 9, 5, "nobody hears", &number), AT_STORED_NONE);
	create_table(store, 1);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(say(store, 10 + i, 5 + i % 2, "hello <b>", &number), AT_STORED);
		assert_int_equal(number, i);
	}
	assert_int_equal(say(store, 12, 5, "hello <b>", &number), AT_STORED_BEFORE);
	assert_int_equal(number, 2);
	name_it(command, sizeof command, 13);
	assert_int_equal(at_store_said(store, id, command, &number), AT_STORED);
	assert_int_equal(number, 3);
	name_it(command, sizeof command, 14);
	assert_int_equal(at_store_said(store, id, command, &number), AT_STORED_NONE);
	w.unsay.person = 5;
	assert_int_equal(carry(store, &w), AT_STORED_NONE); /* by 6, as the line says */
	w.unsay.person = 6;
	assert_int_equal(carry(store, &w), AT_STORED);
	w.unsay.first = 3, w.unsay.count = UINT32_MAX, w.unsay.person = 0;
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(say(store, 15, 5, "", &number), AT_STORED);
	assert_int_equal(number, 4);
	assert_int_equal(at_store_chat(store, id, 1, keep_line, x), AT_STORED);
	assert_int_equal(x->count, 4);
	for (int i = 0; i < 4; i++)
		assert_int_equal(x->line[i].number, 1 + i);
	assert_true(x->line[0].deleted && !x->line[1].deleted && x->line[2].deleted);
	assert_string_equal(x->line[0].text, "");
	assert_string_equal(x->line[1].text, "hello <b>");
	assert_false(x->line[3].deleted);
	free(x);
}

void a_guest_can_be_forgotten(void **state)
{
	struct at_store *store = *state;
	struct at_member ann = {.person = welcome(store, 1, "Ann")};
	struct at_write w = {.kind = AT_LINK, .link = {.person = ann.person, .until = 900}};
	struct lines *x = calloc(1, sizeof *x);
	struct at_guest guest;
	struct at_head head;
	uint8_t id[AT_ID_SIZE], token[AT_TOKEN_SIZE];
	uint32_t number;
	int n = 1;

	name_it(token, sizeof token, 1);
	memcpy(w.link.hash, token, sizeof token);
	carry(store, &w);
	create_table(store, 1);
	make_append(&w, 1, 1, 0, 1);
	w.append.member = &ann, w.append.members = 1;
	carry(store, &w);
	say(store, 1, ann.person, "it was me", &number);
	say(store, 2, ann.person + 1, "and me", &number);
	w = (struct at_write){.kind = AT_FORGET, .guest.person = ann.person};
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(carry(store, &w), AT_STORED_NONE);
	assert_int_equal(at_store_guest(store, ann.person, &guest), AT_STORED_NONE);
	assert_int_equal(at_store_token(store, token, &guest), AT_STORED_NONE);
	assert_int_equal(at_store_tables_of(store, ann.person, NULL, &head, &n), AT_STORED);
	assert_int_equal(n, 0);
	id_of(id, 1);
	assert_int_equal(at_store_chat(store, id, 0, keep_line, x), AT_STORED);
	assert_true(x->line[0].deleted);
	assert_int_equal(x->line[0].person, 0);
	assert_string_equal(x->line[1].text, "and me");
	assert_int_equal(read_back(store, 1), 1); /* the game belongs to everybody */
	assert_true(welcome(store, 1, "Ann") > ann.person);
	free(x);
}

/* Ann sits, Ben does not, Cem has come since; the clock is that of the store's user. */
void guests_fade_who_sit_nowhere_and_do_not_come(void **state)
{
	struct at_store *store = *state;
	struct at_member ann = {.person = welcome(store, 1, "Ann")};
	uint32_t ben = welcome(store, 2, "Ben"), cem = welcome(store, 3, "Cem");
	uint32_t clock = welcome(store, 4, ""), number;
	struct lines *x = calloc(1, sizeof *x);
	struct at_write w;
	struct at_guest guest;
	uint8_t id[AT_ID_SIZE], token[AT_TOKEN_SIZE];

	create_table(store, 1);
	make_append(&w, 1, 1, 0, 1);
	w.append.member = &ann, w.append.members = 1;
	carry(store, &w);
	say(store, 2, ben, "farewell", &number);
	w = (struct at_write){.kind = AT_SEEN, .guest = {.person = cem, .now = 5000}};
	carry(store, &w);
	w = (struct at_write){.kind = AT_FADE, .fade.seen_before = 3000};
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.count, 0);
	w.fade.seen_before = 5000;
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.count, 1);
	assert_int_equal(at_store_guest(store, ben, &guest), AT_STORED_NONE);
	name_it(token, sizeof token, 2);
	assert_int_equal(at_store_token(store, token, &guest), AT_STORED_NONE);
	id_of(id, 1);
	assert_int_equal(at_store_chat(store, id, 0, keep_line, x), AT_STORED);
	assert_true(x->line[0].deleted);
	assert_int_equal(at_store_guest(store, ann.person, &guest), AT_STORED);
	assert_int_equal(at_store_guest(store, cem, &guest), AT_STORED);
	assert_int_equal(at_store_guest(store, clock, &guest), AT_STORED);
	free(x);
}
