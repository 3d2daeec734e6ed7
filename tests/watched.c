#include "watched.h"

#include "absence.h"
#include "record.h"
#include "told.h"

#include <string.h>

/* --- messages of the host --- */

static char told[1 << 16];

static void put_person(struct at_text *t, const struct at_table *before, uint32_t person,
		       const void *context)
{
	(void)before;
	(void)context;
	at_json_count(t, "person", person);
	at_json_word(t, "name", "\"Ann\", [2]} \\");
}

static void put_here(struct at_text *t, int seat, const void *context)
{
	(void)context;
	at_json_flag(t, "here", seat % 2);
}

static const struct at_people people = {put_person, put_here, NULL};

static struct at_text *begin(struct at_text *t)
{
	at_text_init(t, told, sizeof told);
	at_json_open(t, NULL, '{');
	return t;
}

static struct at_word end(const struct watched *h, struct at_text *t)
{
	at_putc(t, '}');
	if (t->full)
		broken(h, "a message is too long");
	return (struct at_word){told, t->len};
}

struct at_word watched_tell(const struct watched *h, int viewer)
{
	const struct at_opening *o = &h->again.opening;
	struct at_text t;

	at_tell_opening(begin(&t), &h->again);
	at_json_hex(&t, "table", o->id, sizeof o->id);
	at_json_hex(&t, "commitment", o->commitment, sizeof o->commitment);
	at_json_flag(&t, "fair", at_table_is_fair(&h->again));
	at_json_count(&t, "given", h->again.given);
	at_tell_moment(&t, &h->again, h->again.time, 7);
	at_json_seat(&t, "you", viewer);
	at_tell_seats(&t, &h->again, &people);
	at_tell_bytes(&t, &h->again, viewer, true);
	return end(h, &t);
}

static struct at_word tell_event(const struct watched *h, const struct at_event *e, int viewer)
{
	struct at_text t;

	at_text_init(&t, told, sizeof told);
	at_tell_event(&t, &h->again, e, viewer, &people);
	return (struct at_word){told, t.len};
}

/* The effects of a message's events. */
static struct at_word tell_moment(const struct watched *h, int viewer)
{
	struct at_text t;

	at_tell_moment(begin(&t), &h->again, h->again.time, 7);
	if (h->again.events % 4 == 0)
		at_tell_bytes(&t, &h->again, viewer, false);
	return end(h, &t);
}

/* --- viewers --- */

static void open_late(struct watched *h, int viewer)
{
	struct at_client *c = &h->lookers[viewer + 1].late;

	if (at_client_hear(c, watched_tell(h, viewer), h->again.time, &h->fail))
		broken(h, h->fail.why);
	at_client_open(c);
}

static void *no_more(void *old, size_t size)
{
	(void)old;
	(void)size;
	return NULL;
}

struct at_client watched_client(struct at_event *log)
{
	return (struct at_client){.history = {{log, 0, 0}, WATCHED_EVENTS, no_more}};
}

void watched_init(struct watched *h, const struct at_opening *o)
{
	h->game = at_game_with_id(o->game);
	at_table_init(&h->table, o, AT_TRUTH);
	at_table_init(&h->again, o, AT_TRUTH);
	for (int v = AT_PUBLIC; v < o->seats; v++) {
		struct looker *l = &h->lookers[v + 1];
		l->client = watched_client(l->log);
		l->late = watched_client(l->late_log);
		open_late(h, v);
		l->client.told = l->late.told;
		l->client.given = l->late.given;
		if (o->placed)
			at_client_open(&l->client);
		else
			at_client_begin(&l->client);
	}
	h->step.count = 0;
	h->fail = (struct at_fail){.err = AT_OK};
}

bool watched_has_room(const struct watched *h)
{
	return h->table.events + AT_STEP_MAX < WATCHED_EVENTS;
}

bool same_bytes(const void *a, const void *b, size_t size)
{
	return memcmp(a, b, size) == 0;
}

static bool equal(const struct at_table *a, const struct at_table *b)
{
	return same_bytes(a, b, sizeof *a);
}

static union at_any view_of(const union at_any *s, int viewer)
{
	struct at_view view;

	memset(&view, 0, sizeof view);
	at_view(&s->head, viewer, &view);
	return view.state;
}

/* An event as this viewer's client hears it: there is nothing else in it. */
static void compare_event(struct watched *h, const struct at_event *e, int viewer)
{
	const struct at_event *heard = &h->lookers[viewer + 1].log[e->number];
	struct at_event seen;

	at_event_seen(&h->again, e, viewer, &seen);
	seen.time = heard->time;
	if (e->kind == AT_STARTED)
		seen.what = seen.ply = seen.mask = 0;
	if (heard->what == UINT8_MAX && !at_is_move(e) && e->kind != AT_SAT)
		seen.what = UINT8_MAX; /* a level that no bot has */
	if (!same_bytes(heard, &seen, sizeof seen))
		broken(h, "a viewer's event is another one");
}

static void follow(struct watched *h, const struct at_event *e, int viewer)
{
	struct looker *l = &h->lookers[viewer + 1];
	struct at_word text = tell_event(h, e, viewer);
	struct at_event heard;

	if (at_client_follow(&l->client, text, e->time, &heard, &h->fail))
		broken(h, h->fail.why);
	compare_event(h, e, viewer);
	if (!at_client_follow(&l->late, text, e->time, &heard, &h->fail))
		return;
	if (e->kind != AT_TOOK_BACK || e->ply >= l->late.table.opening.start.head.ply)
		broken(h, h->fail.why);
	l->late.table.opening.version = 0; /* opens again once this has happened */
}

/* A client's description of its table, as the host would print it. */
static size_t say(const struct at_table *t, uint64_t now, int viewer, char *out, size_t size)
{
	struct at_text text;

	at_text_init(&text, out, size);
	at_tell_opening(&text, t);
	at_tell_moment(&text, t, now, 0);
	at_tell_seats(&text, t, &people);
	at_tell_bytes(&text, t, viewer, false);
	return text.len;
}

static void compare(struct watched *h, int viewer)
{
	const struct looker *l = &h->lookers[viewer + 1];
	const struct at_table *t = &l->client.table;
	static char host[8192], client[8192];
	struct at_table late = l->late.table;
	union at_any view = view_of(&h->again.state, viewer);
	size_t n = say(&h->again, h->again.time, viewer, host, sizeof host);

	if (n != say(t, h->again.time, viewer, client, sizeof client) ||
	    !same_bytes(host, client, n))
		broken(h, "a client tells of another table than its host");
	if (!same_bytes(&t->state, &view, sizeof view))
		broken(h, "a viewer's stream does not make what this viewer may know");
	if (t->opening.bot_seed || (!h->again.opened && (at_any_byte(t->seed, sizeof t->seed) ||
							 at_any_byte(t->half, sizeof t->half))))
		broken(h, "a viewer knows a seed");
	late.opening.start = t->opening.start;
	late.turn = t->turn;
	late.mark = t->mark;
	late.opened = t->opened;
	memcpy(late.seed, t->seed, sizeof late.seed);
	memcpy(late.half, t->half, sizeof late.half);
	if (!same_bytes(t, &late, sizeof late))
		broken(h, "who opens in the middle has another table");
}

static void settle(struct watched *h, int viewer)
{
	struct looker *l = &h->lookers[viewer + 1];
	struct at_word moment = tell_moment(h, viewer);
	uint64_t now = h->again.time;

	if (at_client_settle(&l->client, moment, now, &h->fail))
		broken(h, h->fail.why);
	if (!l->late.table.opening.version || h->again.events % 16 == (unsigned)viewer + 1)
		open_late(h, viewer);
	else if (at_client_settle(&l->late, moment, now, &h->fail))
		broken(h, h->fail.why);
	compare(h, viewer);
}

/* An incomplete event is refused. */
static void take_none(struct watched *h, struct at_event e, struct at_table *t)
{
	struct at_events before = {h->log, e.number};
	struct at_table old;
	struct at_event bad[5] = {e, e, e, e, e};

	memset(&old, 0, sizeof old);
	at_table_copy(&old, t);
	if (!equal(&old, t))
		broken(h, "a copy of a table is another one");

	bad[0].spare = 1;
	bad[1].mask |= 128;
	bad[2].number++;
	bad[3].seat = AT_SEATS_MAX;
	bad[4].kind = AT_EVENT_KINDS;
	for (int i = 0; i < 5; i++)
		if (!at_table_apply(t, &before, &bad[i], NULL) || !equal(&old, t))
			broken(h, "something that is no event is taken");
}

static void take(struct watched *h, const struct at_event *e)
{
	struct at_events before = {h->log, e->number};
	struct at_fail fail;

	if (e->number != h->again.events || e->time < h->again.time)
		broken(h, "numbers and times of events go up");
	h->log[e->number] = *e;
	take_none(h, *e, &h->again);
	for (int v = AT_PUBLIC; v < h->table.opening.seats; v++)
		follow(h, e, v);
	if (at_table_apply(&h->again, &before, e, &fail))
		broken(h, fail.why);
	for (int v = AT_PUBLIC; v < h->table.opening.seats; v++)
		settle(h, v);
}

/* The result of a command. */
static void look(struct watched *h, const struct at_table *before, enum at_err err)
{
	if (err) {
		if (!equal(before, &h->table) || h->step.count)
			broken(h, "a refused command changes something");
		if (h->fail.err != err || !h->fail.why[0])
			broken(h, "a refusal does not say why");
		return;
	}
	if (h->step.count < 0 || h->step.count > AT_STEP_MAX)
		broken(h, "a command has more events than there may be");
	for (int i = 0; i < h->step.count; i++)
		take(h, &h->step.events[i]);
	if (!equal(&h->again, &h->table))
		broken(h, "the events of a command do not make the same table");
	if (h->table.spare_events > AT_SPARE_EVENTS || h->table.turn_backs > AT_BACKS_MAX)
		broken(h, "a ceiling does not hold");
}

/* Who may send what, computed again. */
static bool may_send(const struct at_table *t, const struct at_command *c)
{
	if (c->kind == AT_OPEN_NUMBER && c->person == AT_HOST)
		return false;
	if (c->person == AT_HOST || c->kind == AT_TICK || c->kind == AT_SIT)
		return true;
	if (c->kind == AT_SIT_BOT || c->kind == AT_START || c->kind == AT_DRAW ||
	    c->kind == AT_RESUME || c->kind == AT_CALL_SILENT || c->kind == AT_ERASE ||
	    c->kind == AT_PAUSE || c->kind == AT_GO_ON)
		return false;
	if (c->kind == AT_NUDGE || c->kind == AT_GIVE_TIME)
		return at_table_seat_of(t, c->person) >= 0 &&
		       at_table_seat_of(t, c->person) != c->seat;
	return at_table_seat_of(t, c->person) == c->seat ||
	       (c->kind == AT_STAND_IN &&
		(!(c->present >> c->seat & 1) || at_table_is_idle(t, c->now)) &&
		at_table_seat_of(t, c->person) >= 0);
}

enum at_err watched_do(struct watched *h, const struct at_command *c)
{
	struct at_table before = h->table;
	struct at_events log = watched_log(h);
	enum at_err err;

	h->fail = (struct at_fail){.err = AT_OK};
	err = at_table_command(&h->table, &log, c, &h->step, &h->fail);
	if (!err && !may_send(&before, c))
		broken(h, "somebody does what is for others to do");
	look(h, &before, err);
	return err;
}

enum at_err watched_give(struct watched *h, at_move m, uint64_t now)
{
	struct at_table before = h->table;
	struct at_events log = watched_log(h);
	enum at_err err;

	h->fail = (struct at_fail){.err = AT_OK};
	err = at_table_given(&h->table, &log, m, now, &h->step, &h->fail);
	look(h, &before, err);
	return err;
}

/* --- the log as a whole --- */

static const char *put_hash(struct at_text *t, const uint8_t *hash)
{
	at_putc(t, '"');
	at_puthex(t, hash, AT_SHA256_SIZE);
	at_putc(t, '"');
	return t->at;
}

struct at_kept watched_kept(const struct watched *h, int viewer)
{
	const struct at_table *now = &h->table;
	uint8_t number[AT_SEED_SIZE];
	struct at_kept kept;
	struct at_text t;

	at_json_hex(begin(&t), "commitment", now->opening.commitment, AT_SHA256_SIZE);
	at_json_open(&t, "promises", '[');
	for (int i = 0; i < now->opening.seats; i++) {
		at_json_next(&t);
		if (now->promise[i].state)
			put_hash(&t, now->promise[i].hash);
		else
			at_puts(&t, "null");
	}
	at_putc(&t, ']');
	if (viewer >= 0 && now->seat[viewer].kind == AT_SEAT_PERSON) {
		watched_number(now->seat[viewer].person, number);
		at_json_hex(&t, "number", number, sizeof number);
	}
	at_read_kept(end(h, &t), &kept);
	return kept;
}

/* All viewers find that it holds. */
static void verify(struct watched *h, const char *record, size_t len)
{
	struct at_found found;

	for (int v = AT_PUBLIC; v < h->table.opening.seats; v++) {
		const struct looker *l = &h->lookers[v + 1];
		struct at_kept kept = watched_kept(h, v);
		if (at_client_verify(&l->client, &kept, record, len, &found, &h->fail) ||
		    at_client_verify(&l->late, &kept, record, len, &found, &h->fail))
			broken(h, h->fail.why);
		if (found.moves != h->table.state.head.ply)
			broken(h, "a verified record has another number of moves");
	}
}

static void read_record(struct watched *h)
{
	static char array[1 << 20];
	struct at_events log = watched_log(h);
	struct at_record record;
	struct at_text text;
	struct at_scan scan;
	struct at_fail fail;
	union at_any s;
	at_move m = 1;

	memset(&s, 0, sizeof s);
	at_text_init(&text, array, sizeof array);
	if (at_table_print_record(&h->table, &log, UINT32_MAX, &text, &fail)) {
		if (!h->table.opening.placed)
			broken(h, fail.why);
		return;
	}
	at_scan_init(&scan, array, text.len, &fail);
	if (at_record_open(&record, &scan, &s.head))
		broken(h, fail.why);
	while (m)
		if (at_record_next(&record, &scan, &s.head, &m))
			broken(h, fail.why);
	if (!same_bytes(&s, &h->table.state, sizeof s))
		broken(h, "the record does not lead to the table's state");
	if (h->table.opened && h->table.draws == AT_DRAWS_SEED)
		verify(h, array, text.len);
}

void watched_close(struct watched *h)
{
	read_record(h);
}

/* --- commands --- */

void watched_number(uint32_t person, uint8_t out[AT_SEED_SIZE])
{
	const uint8_t bytes[5] = {'n', (uint8_t)person, (uint8_t)(person >> 8),
				  (uint8_t)(person >> 16), (uint8_t)(person >> 24)};

	at_sha256(bytes, sizeof bytes, out);
}

void watched_hash(uint32_t person, uint8_t out[AT_SHA256_SIZE])
{
	uint8_t number[AT_SEED_SIZE];

	watched_number(person, number);
	at_sha256(number, sizeof number, out);
}

void watched_promise(struct at_opening *o)
{
	static const uint8_t id[AT_ID_SIZE] = "the ninth table";
	uint8_t commitment[AT_SHA256_SIZE];

	watched_hash(AT_HOST, commitment);
	memcpy(o->id, id, sizeof o->id);
	memcpy(o->commitment, commitment, sizeof o->commitment);
}

void watched_sit(struct watched *h, uint8_t persons)
{
	for (int i = 0; i < h->table.opening.seats; i++) {
		struct at_command c = {.kind = AT_SIT_BOT, .seat = (int8_t)i, .level = 3};
		if (persons >> i & 1) {
			c.kind = AT_SIT;
			c.person = PERSON + (uint32_t)i;
			watched_hash(c.person, c.seed);
		}
		if (watched_do(h, &c))
			broken(h, h->fail.why);
	}
}

/* Some of those who promised reveal their numbers, in any order; then the others stay silent. */
static void open_numbers(struct watched *h, struct at_rng *rng)
{
	uint32_t first = (uint32_t)at_rng_next(rng);

	for (uint32_t k = 0; k < 2u * h->table.opening.seats; k++) {
		int i = (int)((first + k) % h->table.opening.seats);
		struct at_command c = {.kind = AT_OPEN_NUMBER,
				       .seat = (int8_t)i,
				       .person = h->table.seat[i].person,
				       .now = h->table.time};
		if (!(at_table_unopened(&h->table) >> i & 1))
			continue;
		if (k >= h->table.opening.seats) {
			c.kind = AT_CALL_SILENT;
			c.person = AT_HOST;
			c.now = h->table.full + at_table_open_ms(&h->table);
		} else if (at_rng_below(rng, 4) == 0) {
			continue;
		}
		watched_number(c.person, c.seed);
		if (watched_do(h, &c))
			broken(h, h->fail.why);
	}
}

void watched_start(struct watched *h, enum at_draws draws, bool held, struct at_rng *rng)
{
	struct at_command c = {.kind = AT_START, .draws = (uint8_t)draws, .held = held};

	if (at_table_is_fair(&h->table))
		open_numbers(h, rng);
	for (int i = 0; i < AT_SEED_SIZE; i++)
		c.seed[i] = (uint8_t)at_rng_next(rng);
	if (at_table_is_fair(&h->table))
		watched_number(AT_HOST, c.seed);
	if (watched_do(h, &c))
		broken(h, h->fail.why);
}

struct at_command watched_move(const struct watched *h, at_move m)
{
	const struct at_table *t = &h->table;
	int seat = at_table_mover(t);
	struct at_command c = {.kind = AT_MOVE,
			       .seat = (int8_t)seat,
			       .ply = t->state.head.ply,
			       .backs = t->backs,
			       .now = t->time,
			       .count = 1,
			       .moves = {m}};

	if (seat >= 0 && t->seat[seat].kind == AT_SEAT_PERSON && !t->seat[seat].stand_in)
		c.person = t->seat[seat].person;
	return c;
}

/* Some legal decisions one after the other, by the seat to move. */
static void any_turn(const struct watched *h, struct at_rng *rng, struct at_command *c)
{
	union at_any s = h->table.state;
	at_move list[AT_MOVES_MAX];
	int seat = s.head.turn;
	int most = 1 + (int)at_rng_below(rng, 4);

	for (c->count = 0; c->count < most && s.head.turn == seat && seat >= 0; c->count++) {
		int n = at_moves(&s.head, list);
		at_move m = list[at_rng_below(rng, (uint32_t)n)];
		c->moves[c->count] = m;
		h->game->apply(&s.head, m);
	}
}

static uint64_t any_time(uint64_t time, struct at_rng *rng)
{
	uint32_t r = at_rng_below(rng, 100);
	uint64_t by = at_rng_below(rng, 3000);

	if (r == 0)
		by = at_rng_below(rng, 3600000);
	return r % 8 == 1 ? time - (by < time ? by : time) : time + by;
}

static void spoil(struct at_command *c, struct at_rng *rng)
{
	uint32_t r = (uint32_t)at_rng_next(rng);

	switch (at_rng_below(rng, 13)) {
	case 0: c->kind = (uint8_t)r; break;
	case 1: c->seat = (int8_t)r; break;
	case 2: c->seat = (int8_t)(r % 6 - 1); break;
	case 3: c->person = r % 2 ? r >> 1 : PERSON + (r >> 1) % 5; break;
	case 4: c->ply += r % 2 ? 1 : UINT32_MAX; break;
	case 5: c->backs ^= 1u << r % 32; break;
	case 6: c->count = r % 2 ? (int)r : (int)(r >> 1) % 90 - 20; break;
	case 7: c->moves[0] = r >> (r & 31); break;
	case 8: c->moves[r % 2] ^= 1u << (r >> 8) % 32; break;
	case 9: c->present = (uint8_t)r; break;
	case 10: c->level = (uint8_t)r, c->draws = (uint8_t)(r >> 8); break;
	case 11: c->seed[r % AT_SEED_SIZE] ^= (uint8_t)(r >> 8); break;
	default: c->held ^= (uint8_t)r; break;
	}
}

/* Everything except moves. Taking back comes more often than the rest. */
static uint8_t any_kind(struct at_rng *rng)
{
	static const uint8_t kinds[] = {
	    AT_TAKE_BACK, AT_TAKE_BACK, AT_TAKE_BACK,   AT_AGREE,       AT_AGREE,      AT_AGREE,
	    AT_DECLINE,   AT_STAND_IN,  AT_STAND_IN,    AT_COME_BACK,   AT_COME_BACK,  AT_TICK,
	    AT_TICK,      AT_TICK,      AT_RESUME,      AT_SIT,         AT_ASK_TO_END, AT_SIT_BOT,
	    AT_STAND_UP,  AT_START,     AT_OPEN_NUMBER, AT_CALL_SILENT, AT_NUDGE,      AT_GIVE_TIME,
	    AT_PAUSE,     AT_GO_ON,     AT_END_ABSENT,  AT_PAUSE,       AT_GO_ON,      AT_RESIGN,
	    AT_ERASE};

	return kinds[at_rng_below(rng, sizeof kinds)];
}

struct at_command watched_any(const struct watched *h, struct at_rng *rng)
{
	const struct at_table *t = &h->table;
	struct at_command c = watched_move(h, 0);
	struct at_events log = watched_log(h);
	uint32_t r = (uint32_t)at_rng_next(rng);
	uint8_t needs;

	any_turn(h, rng, &c);
	if (t->state.head.turn == AT_CHANCE && t->draws == AT_DRAWS_FORCED) {
		at_move list[AT_MOVES_MAX];
		int n = at_moves(&t->state.head, list);
		c.kind = AT_DRAW;
		c.count = 1;
		c.moves[0] = list[at_rng_below(rng, (uint32_t)n)];
	}
	c.now = any_time(t->time, rng);
	c.present = (uint8_t)(r >> 8);
	c.level = (uint8_t)(r >> 16 & 7);
	c.here = (uint8_t)(at_rng_below(rng, 2) ? at_rng_next(rng) : 0);
	c.gone = (uint8_t)at_rng_next(rng);
	if (r % 3 == 0 || t->phase != AT_PLAYING) {
		c.kind = any_kind(rng);
		c.seat = (int8_t)at_rng_below(rng, t->opening.seats);
		c.person = r >> 24 & 3 ? t->seat[c.seat].person : AT_HOST;
		if ((c.kind == AT_ASK_TO_END || c.kind == AT_RESIGN || c.kind == AT_ERASE) &&
		    at_rng_below(rng, 8))
			c.kind = AT_TICK; /* or no game would be long */
		if (c.kind == AT_SIT)
			c.person = PERSON + at_rng_below(rng, 6);
	}
	if (t->question.needs && r >> 26 & 1) {
		c.kind = r >> 27 & 7 ? AT_AGREE : AT_DECLINE;
		c.seat = (int8_t)__builtin_ctz(t->question.needs);
		c.person = t->seat[c.seat].person;
	}
	if (c.kind == AT_TAKE_BACK && c.seat >= 0)
		c.ply = at_table_back_to(t, &log, c.seat, c.present, &needs);
	if (c.kind == AT_SIT)
		watched_hash(c.person, c.seed);
	else
		watched_number(c.person, c.seed);
	for (r >>= 4; r % 4 == 0; r = (uint32_t)at_rng_next(rng))
		spoil(&c, rng);
	return c;
}
