/* Commands that create and open tables, and fill their seats. */
#include "seats.h"

#include "age.h"
#include "asks.h"
#include "assert.h"
#include "barred.h"
#include "basics.h"
#include "bot.h"
#include "budgets.h"
#include "company.h"
#include "fair.h"
#include "handlers.h"
#include "json.h"
#include "limit.h"
#include "makings.h"
#include "online.h"
#include "others.h"
#include "row.h"
#include "says.h"
#include "sha256.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "steps.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

/* --- making a table --- */

/* Seats the maker and the planned bots, except those that an earlier attempt has seated. The last
 * one answers the command. */
static void seat_all(struct making *m, struct online_table *t)
{
	struct ask last = {.host = m->host, .visitor = m->visitor, .person = m->person};
	int steps = 0;

	memcpy(last.id, m->id, AT_ID_SIZE);
	for (int i = 0; i < m->opening.seats; i++) {
		struct at_command c = {.kind = AT_SIT_BOT, .seat = (int8_t)i};
		if (i != m->seat &&
		    (m->terms.plan[i] == PLAN_PERSON || t->table.seat[i].kind != AT_SEAT_FREE))
			continue;
		c.level = (uint8_t)(m->terms.plan[i] - 1);
		if (i == m->seat) {
			c.kind = AT_SIT;
			c.person = m->person;
			c.level = 0;
			memcpy(c.seed, m->promise, sizeof c.seed);
		}
		if (steps++)
			step_do(t, &(struct ask){.host = m->host, .command = last.command});
		last.command = c;
	}
	if (m->visitor->gone)
		last.visitor = NULL;
	if (steps)
		step_do(t, &last);
	else if (!m->visitor->gone)
		say_done(m->visitor, m->id, t, 0, t->table.events);
}

static void made(struct at_write *w)
{
	struct making *m = w->context;
	struct visitor *v = m->visitor;
	struct online_table *t = NULL;

	m->host->writes--;
	m->host->making--;
	m->host->kept += w->result == AT_STORED;
	m->host->made += w->result == AT_STORED;
	age_crowd(m->host);
	if (w->result == AT_STORED)
		t = table_made(m->host, &w->create);
	else if (w->result == AT_STORED_BEFORE)
		t = table_get(m->host, w->create.head.id);
	if (t)
		seat_all(m, t);
	else if (!v->gone)
		refuse(v, m->id, "store", "this cannot be kept now; try again later");
	m->host->lobby_changed = true;
	if (--v->asks == 0 && v->gone)
		free(v);
	free(m);
}

/* The seed is committed to when the table is made. */
static void draw_secrets(struct making *m)
{
	host_random(m->terms.play, SECRET_SIZE);
	host_random(m->terms.watch, SECRET_SIZE);
	host_random(&m->opening.bot_seed, sizeof m->opening.bot_seed);
	if (m->given.count && !m->fair)
		return; /* the record has a seed, or gets a secret one */
	m->terms.draws = AT_DRAWS_SEED;
	host_random(m->terms.half, sizeof m->terms.half);
	at_sha256(m->terms.half, sizeof m->terms.half, m->opening.commitment);
}

/* A table's id is derived from what made it, a person's command or (person 0) the table before it,
 * so that a repeated command makes no second table. */
static void name_table(const char *tag, const uint8_t *from, uint32_t person,
		       uint8_t id[AT_ID_SIZE])
{
	uint8_t text[8 + AT_ID_SIZE + 4] = {0}, hash[AT_SHA256_SIZE];

	memcpy(text, tag, strlen(tag));
	memcpy(text + 8, from, AT_ID_SIZE);
	memcpy(text + 8 + AT_ID_SIZE, &person, sizeof person);
	at_sha256(text, sizeof text, hash);
	memcpy(id, hash, AT_ID_SIZE);
}

/* Nearly all of it is room for a record, which most tables do not have. */
static struct making *new_making(void)
{
	struct making *m = malloc(sizeof *m);

	if (m)
		memset(m, 0, offsetof(struct making, moves));
	return m;
}

static void make(struct call *c, struct making *m, const uint8_t *id)
{
	struct at_head *head = &m->write.create.head;

	m->host = c->host;
	m->visitor = c->visitor;
	memcpy(m->id, c->id, AT_ID_SIZE);
	draw_secrets(m);
	m->opening.version = company_version(c->host);
	memset(m->opening.id, 0, AT_ID_SIZE);
	if (m->fair)
		memcpy(m->opening.id, id, AT_ID_SIZE);
	memcpy(head->id, id, AT_ID_SIZE);
	head->created = host_date(c->host);
	head->creator = m->terms.creator = m->person;
	head->game = m->opening.game;
	head->seats = m->opening.seats;
	head->status.listed = m->terms.open;
	head->status.free = m->opening.seats;
	head->status.active = head->created;
	m->write.kind = AT_CREATE;
	m->write.done = made;
	m->write.context = m;
	m->write.create.opening = m->bytes;
	m->write.create.opening_size = row_put_opening(&m->opening, &m->terms, &m->given, m->bytes);
	c->visitor->asks++;
	c->host->making++;
	host_write(c->host, &m->write);
}

/* The seat that begins, from 1; if it is missing, it is drawn. */
static bool read_first(const struct call *c, uint8_t *out)
{
	const json_t *first = json_object_get(c->json, "first");

	if (!first || json_is_null(first))
		return true;
	if (!json_is_integer(first) || json_integer_value(first) < 1 ||
	    json_integer_value(first) > AT_SEATS_MAX) {
		refuse_call(c, "bad-message", "first is a seat from 1 on");
		return false;
	}
	*out = (uint8_t)json_integer_value(first);
	return true;
}

static bool read_game(const struct call *c, int seats, struct making *m)
{
	const char *name = json_string_value(json_object_get(c->json, "game"));
	const char *options = json_string_value(json_object_get(c->json, "options"));
	const struct at_game *game =
	    name ? at_game_named((struct at_word){name, strlen(name)}) : NULL;
	struct at_setup setup = {(uint8_t)seats, 0};
	struct at_fail fail = {0};
	struct at_scan scan;

	if (!game) {
		refuse_call(c, "bad-message", "there is no such game");
		return false;
	}
	if (options && *options) {
		at_scan_init(&scan, options, strlen(options), &fail);
		if (!at_scan_line(&scan) || at_scan_options(game, &scan, &setup.options)) {
			refuse_call(c, "bad-message", fail.err ? fail.why : "these are no options");
			return false;
		}
	}
	if (!read_first(c, &setup.first))
		return false;
	if (at_opening_init(&m->opening, game, &setup, 0, &fail)) {
		refuse_call(c, "bad-message", fail.why);
		return false;
	}
	return true;
}

/* "me", "person" or a level for every seat. */
static bool read_plan(const struct call *c, struct making *m, int *seats, int *persons)
{
	const json_t *list = json_object_get(c->json, "seats");
	size_t n = json_array_size(list);

	m->seat = AT_NOBODY;
	*persons = 0;
	for (size_t i = 0; i < n && n <= AT_SEATS_MAX; i++) {
		const char *who = json_string_value(json_array_get(list, i));
		int level = 0;
		if (who && (strcmp(who, "person") == 0 ||
			    (strcmp(who, "me") == 0 && m->seat == AT_NOBODY))) {
			m->terms.plan[i] = PLAN_PERSON;
			m->seat = *who == 'm' ? (int)i : m->seat;
			++*persons;
			continue;
		}
		while (who && at_level_names[level] && strcmp(at_level_names[level], who) != 0)
			level++;
		if (!who || !at_level_names[level])
			return false;
		m->terms.plan[i] = (uint8_t)(level + 1);
	}
	*seats = (int)n;
	return n > 0 && n <= AT_SEATS_MAX && *persons > 0;
}

static bool read_clock(const struct call *c, struct at_opening *o)
{
	static const char *const kinds[] = {"none", "turn", "game"};
	struct call clock = *c;
	const char *kind;
	uint32_t base = 0, increment = 0;

	clock.json = json_object_get(c->json, "clock");
	if (!clock.json)
		return true;
	kind = json_string_value(json_object_get(clock.json, "kind"));
	while (o->clock < 3 && (!kind || strcmp(kinds[o->clock], kind) != 0))
		o->clock++;
	if (o->clock == 3 || !read_number(&clock, "base", 40 * 86400000u, &base) ||
	    !read_number(&clock, "increment", 3600000, &increment) || (o->clock && base < 1000)) {
		refuse_call(c, "bad-message", "'clock' is wrong");
		return false;
	}
	o->clock_base = base;
	o->clock_increment = increment;
	return true;
}

/* A person who sits down at a fair table must promise a number. */
static bool read_promise(const struct call *c, bool fair, uint8_t out[AT_SHA256_SIZE])
{
	bool given;

	if (!read_hex(c, "promise", out, AT_SHA256_SIZE, &given))
		return false;
	if (fair && (!given || !at_any_byte(out, AT_SHA256_SIZE))) {
		refuse_call(c, "promise-needed", "the draws of this table need a promise of yours");
		return false;
	}
	if (!fair)
		memset(out, 0, AT_SHA256_SIZE);
	return true;
}

static bool may_make(const struct call *c)
{
	uint32_t tables = 0, most = (uint32_t)c->host->options.tables;

	if (most && c->host->kept >= most) {
		refuse_call(c, "too-many", "there are too many tables at this host");
		return false;
	}
	if (at_store_made_by(c->host->store, c->visitor->guest->person, &tables) == AT_STORED &&
	    tables >= GUEST_TABLES) {
		refuse_call(c, "too-many", "you have too many unfinished tables");
		return false;
	}
	return budget_take(c, BUDGET_TABLES);
}

static bool read_making(const struct call *c, struct making *m)
{
	bool open = false, spectators = true, hints;
	int seats, persons;

	if (!read_plan(c, m, &seats, &persons)) {
		refuse_call(c, "bad-message", "'seats' is missing or wrong");
		return false;
	}
	for (int i = 0; i < seats; i++)
		if (m->terms.plan[i] != PLAN_PERSON &&
		    !level_allowed(c->host, m->terms.plan[i] - 1))
			return refuse_level(c);
	hints = persons < 2;
	m->fair = !json_object_get(c->json, "record");
	if (!(json_object_get(c->json, "record") ? read_record(c, seats, m)
						 : read_game(c, seats, m)) ||
	    !read_clock(c, &m->opening) || !read_flag(c, "open", &open) ||
	    !read_flag(c, "spectators", &spectators) || !read_flag(c, "hints", &hints) ||
	    !read_flag(c, "fair", &m->fair) ||
	    (m->seat >= 0 && !read_promise(c, m->fair, m->promise)))
		return false;
	m->terms.open = open;
	m->terms.spectators = spectators;
	m->terms.hints = hints;
	return true;
}

void ask_create(struct call *c)
{
	struct making *m;
	const struct online_table *before;
	uint32_t person = c->visitor->guest->person, first, count;
	uint8_t id[AT_ID_SIZE], key[AT_ID_SIZE];

	if (making_waits(c, ask_create))
		return;
	if (!person) { /* has been forgotten meanwhile */
		refuse_call(c, "name-needed", "say who you are first");
		return;
	}
	name_table("make", c->id, person, id);
	step_key(person, c->id, key);
	before = table_get(c->host, id);
	if (before && at_store_command(c->host->store, id, key, &first, &count) == AT_STORED) {
		say_done(c->visitor, c->id, before, first, count);
		return;
	}
	m = new_making();
	if (!m) {
		refuse_call(c, "busy", "there is not enough memory");
		return;
	}
	m->person = person;
	if (read_making(c, m) && (before || may_make(c)))
		make(c, m, id);
	else
		free(m);
}

/* --- once more --- */

static void sit_again(struct call *c, struct online_table *next, int seat)
{
	struct call there = *c;
	struct at_command sit = {.kind = AT_SIT, .seat = (int8_t)seat};

	there.table = next;
	sit.person = c->visitor->guest->person;
	if (read_promise(c, at_table_is_fair(&next->table), sit.seed))
		step_ask(&there, &sit);
}

/* Which seats have asked: those who sit at the next table already, and those that asked here. */
static uint8_t again_asked(const struct online_table *t, const uint8_t *next)
{
	const struct online_table *there = table_get(t->host, next);
	uint8_t set = t->again;

	for (int i = 0; there && i < t->table.opening.seats; i++)
		if (t->table.seat[i].kind == AT_SEAT_PERSON &&
		    at_table_seat_of(&there->table, t->table.seat[i].person) >= 0)
			set |= (uint8_t)(1 << i);
	return set;
}

static void tell_rematch(struct online_table *t, const uint8_t *next)
{
	uint8_t asked = again_asked(t, next); /* first: it may say something itself */
	struct at_text text;

	say_begin(t->host, &text, "rematch");
	say_hex(&text, "table", t->id, AT_ID_SIZE);
	say_hex(&text, "next", next, AT_ID_SIZE);
	at_json_set(&text, "asked", (uint64_t)asked << 1);
	at_putc(&text, '}');
	say_all(t, &text);
}

void rematch_heard(struct online_table *t)
{
	uint8_t id[AT_ID_SIZE];

	name_table("again", t->id, 0, id);
	tell_rematch(t, id);
}

/* A new game uses the newest rules, however old the previous table is. */
static void renew_rules(struct at_opening *o)
{
	struct at_setup setup = at_opening_setup(o);
	struct at_opening fresh;

	setup.version = 0;
	if (at_opening_init(&fresh, at_game_with_id(o->game), &setup, o->bot_seed, NULL) == AT_OK) {
		o->game_version = fresh.game_version;
		o->start = fresh.start;
	}
}

/* If the same group has played again since, it goes on from the last of these games. */
static void follow_rematches(struct call *c)
{
	enum { FOLLOWED = 20 };
	uint32_t person = c->visitor->guest->person;
	uint8_t id[AT_ID_SIZE];

	for (int i = 0; i < FOLLOWED; i++) {
		name_table("again", c->table->id, 0, id);
		struct online_table *next = table_get(c->host, id);
		int seat = next ? at_table_seat_of(&next->table, person) : AT_NOBODY;
		if (!next || next->table.phase < AT_FINISHED || seat < 0)
			return;
		c->table = next;
		c->seat = seat;
	}
}

/* A new table for the same group, everybody one seat on: the second player becomes the first. The
 * first request makes the table; the others sit down there by the same command. */
void ask_rematch(struct call *c)
{
	const struct at_table *was;
	int seats, seat;
	struct making *m;
	struct online_table *next;
	uint8_t id[AT_ID_SIZE];

	if (c->table->table.phase < AT_FINISHED) {
		refuse_call(c, "not-now", "the game is not over");
		return;
	}
	follow_rematches(c);
	was = &c->table->table;
	seats = was->opening.seats;
	seat = (c->seat + seats - 1) % seats;
	name_table("again", c->table->id, 0, id);
	c->table->again |= (uint8_t)(1 << c->seat);
	tell_rematch(c->table, id);
	others_tell(c->table);
	next = table_get(c->host, id);
	if (next) {
		sit_again(c, next, seat);
		return;
	}
	m = new_making();
	if (!m)
		refuse_call(c, "busy", "there is not enough memory");
	if (!m || !may_make(c) || !read_promise(c, at_table_is_fair(was), m->promise)) {
		free(m);
		return;
	}
	m->fair = at_table_is_fair(was);
	m->opening = was->opening;
	renew_rules(&m->opening);
	m->terms = c->table->terms;
	for (int i = 0; i < seats; i++)
		m->terms.plan[i] = c->table->terms.plan[(i + 1) % seats];
	for (int i = 0; i < seats; i++)
		if (was->seat[(i + 1) % seats].kind == AT_SEAT_BOT)
			m->terms.plan[i] =
			    (uint8_t)(level_at_most(c->host, was->seat[(i + 1) % seats].level) + 1);
	memcpy(m->terms.before, c->table->id, AT_ID_SIZE);
	m->terms.open = 0;
	m->terms.draws = AT_DRAWS_SEED;
	m->person = c->visitor->guest->person;
	m->seat = seat;
	make(c, m, id);
}

/* --- looking --- */

static bool knows(const struct call *c, const uint8_t *secret)
{
	uint8_t differ = 0;

	for (int i = 0; i < SECRET_SIZE; i++)
		differ |= c->secret[i] ^ secret[i];
	return c->has_secret && differ == 0;
}

static bool is_from_before(const struct call *c)
{
	static const uint8_t none[AT_ID_SIZE];
	const struct online_table *before;

	if (memcmp(c->table->terms.before, none, AT_ID_SIZE) == 0 || !c->visitor->guest->person)
		return false;
	before = table_get(c->host, c->table->terms.before);
	return before && at_table_seat_of(&before->table, c->visitor->guest->person) >= 0;
}

/* Whether this visitor sits at the table or may sit down. */
static bool may_play(const struct call *c)
{
	const struct terms *h = &c->table->terms;
	uint32_t person = c->visitor->guest->person;
	uint8_t secret[SECRET_SIZE];

	bar_secret(c->table, secret);
	if (knows(c, secret) || h->creator == person)
		return true;
	return (h->open || is_from_before(c)) && !bar_removed(c->table, person);
}

static bool may_look(const struct call *c)
{
	const struct online_table *t = c->table;

	if (c->seat >= 0 || (t->terms.creator && t->terms.creator == c->visitor->guest->person &&
			     t->table.phase == AT_GATHERING))
		return true;
	if (t->table.phase == AT_GATHERING && may_play(c))
		return true;
	return t->terms.spectators && (may_play(c) || knows(c, t->terms.watch));
}

static bool read_views(const struct call *c, enum views *views)
{
	const json_t *word = json_object_get(c->json, "views");
	bool whole = true;

	if (json_is_string(word) && strcmp(json_string_value(word), "changed") == 0) {
		*views = VIEWS_CHANGED;
		return true;
	}
	if (!read_flag(c, "views", &whole))
		return false;
	*views = whole ? VIEWS_WHOLE : VIEWS_NONE;
	return true;
}

void ask_open(struct call *c)
{
	uint32_t last = UINT32_MAX, number = c->table->table.events;
	bool again = watch_of(c->visitor, c->table) != NULL;
	struct watch how = {.says = false};

	if (!read_number(c, "last", UINT32_MAX - 1, &last) || !read_views(c, &how.views) ||
	    !read_flag(c, "presence", &how.says) || !read_flag(c, "program", &how.program) ||
	    !read_hex(c, "secret", c->secret, SECRET_SIZE, &c->has_secret))
		return;
	if (!again && !may_look(c)) {
		refuse_call(c, "not-allowed", "this table is for others, or the link is wrong");
		return;
	}
	if (!again && c->visitor->watch_count >= WATCH_MAX) {
		refuse_call(c, "too-many", "too many tables are open on this socket");
		return;
	}
	/* The client comes from another node and knows more than this one. */
	if (c->host->shared && last != UINT32_MAX && last >= number && !c->table->writing) {
		table_catch_up(c->table);
		number = c->table->table.events;
	}
	table_watch(c->table, c->visitor, &how);
	if (how.says)
		socket_attend(c->visitor->socket);
	if (!watch_of(c->visitor, c->table)) {
		refuse_call(c, "busy", "there is not enough memory");
		return;
	}
	watch_of(c->visitor, c->table)->plays |= may_play(c);
	say_table(watch_of(c->visitor, c->table));
	if (last < number && number - last - 1 <= EVENTS_AT_ONCE)
		say_events(watch_of(c->visitor, c->table), last + 1, number);
	say_done(c->visitor, c->id, c->table, number, 0);
}

void ask_close(struct call *c)
{
	struct watch *w = watch_of(c->visitor, c->table);

	if (w)
		watch_end(w);
	say_done(c->visitor, c->id, c->table, c->table->table.events, 0);
}

/* --- sitting down --- */

static int free_for_person(const struct online_table *t)
{
	for (int i = 0; i < t->table.opening.seats; i++)
		if (t->table.seat[i].kind == AT_SEAT_FREE)
			return i;
	return AT_NOBODY;
}

void ask_sit(struct call *c)
{
	struct at_command sit = {.kind = AT_SIT, .person = c->visitor->guest->person};
	int seat = AT_NOBODY;

	if (!read_seat(c, "seat", &seat) ||
	    !read_hex(c, "secret", c->secret, SECRET_SIZE, &c->has_secret))
		return;
	if (c->seat < 0 && !may_play(c)) {
		refuse_call(c, "not-allowed", "this table is for others, or the link is wrong");
		return;
	}
	if (seat < 0)
		seat = c->seat >= 0 ? c->seat : free_for_person(c->table);
	sit.seat = (int8_t)seat;
	if (!read_promise(c, at_table_is_fair(&c->table->table), sit.seed))
		return;
	step_ask(c, &sit);
}

void ask_leave(struct call *c)
{
	struct at_command up = {.kind = AT_STAND_UP, .seat = (int8_t)c->seat};
	int level = 1;

	if (!read_level(c, "level", &level))
		return;
	up.person = c->visitor->guest->person;
	up.level = (uint8_t)level; /* once it has begun: see try() */
	step_ask(c, &up);
}

void ask_remove(struct call *c)
{
	struct at_command up = {.kind = AT_STAND_UP, .person = AT_HOST};
	int seat = AT_NOBODY;

	if (!read_seat(c, "seat", &seat))
		return;
	up.seat = (int8_t)seat;
	if (seat >= 0 && seat < c->table->table.opening.seats &&
	    c->table->table.seat[seat].kind == AT_SEAT_PERSON && seat != c->seat)
		up.level = AT_REMOVED;
	step_ask(c, &up);
}

/* Fills all free seats with bots; then the game begins. */
void ask_fill(struct call *c)
{
	const struct at_table *t = &c->table->table;
	struct at_command sit = {.kind = AT_SIT_BOT};
	int level = 1, last = AT_NOBODY;

	if (!read_level(c, "level", &level))
		return;
	sit.level = (uint8_t)level;
	for (int i = 0; i < t->opening.seats; i++) {
		if (t->seat[i].kind != AT_SEAT_FREE)
			continue;
		if (last >= 0) {
			sit.seat = (int8_t)last;
			step_do(c->table, &(struct ask){.host = c->host, .command = sit});
		}
		last = i;
	}
	sit.seat = (int8_t)(last >= 0 ? last : 0); /* with none free the table says so */
	step_ask(c, &sit);
}

/* Numbers are revealed when all seats are taken. */
void ask_reveal(struct call *c)
{
	struct at_command open = {.kind = AT_OPEN_NUMBER, .seat = (int8_t)c->seat};
	bool given;

	open.person = c->visitor->guest->person;
	if (company_waits(c->table))
		refuse_call(c, "not-now", "not everybody has said that they are ready");
	else if (read_hex(c, "number", open.seed, sizeof open.seed, &given))
		step_ask(c, &open);
}
