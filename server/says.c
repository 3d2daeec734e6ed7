/* What clients are told. A message is made in the host's one buffer and sent at once. Everything
 * about a game is said from the view of whoever is told. */
#include "hosting.h"

#include "alike.h"
#include "assert.h"
#include "bot.h"
#include "fair.h"
#include "line.h"
#include "seen.h"

#include <string.h>

struct at_text *say_begin(struct host *h, struct at_text *t, const char *type)
{
	at_text_init(t, h->out, sizeof h->out);
	at_json_open(t, NULL, '{');
	at_json_word(t, "type", type);
	return t;
}

void say_end(struct visitor *v, struct at_text *t)
{
	at_putc(t, '}');
	at_assert(!t->full);
	if (v->socket)
		socket_send(v->socket, t->at, t->len);
}

void say_all(struct hosted *h, const struct at_text *t)
{
	at_assert(!t->full);
	for (struct watch *w = h->watches; w; w = w->beside)
		socket_send(w->socket, t->at, t->len);
}

void say_hex(struct at_text *t, const char *name, const uint8_t *bytes, size_t n)
{
	at_json_name(t, name);
	at_putc(t, '"');
	at_puthex(t, bytes, n);
	at_putc(t, '"');
}

static void put_u64(struct at_text *t, const char *name, uint64_t n)
{
	uint8_t bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(n >> (56 - 8 * i));
	say_hex(t, name, bytes, sizeof bytes);
}

static const char *level_name(int level)
{
	int n = 0;

	while (at_level_names[n])
		n++;
	return level >= 0 && level < n ? at_level_names[level] : NULL;
}

void say_person(struct at_text *t, struct host *h, uint32_t person)
{
	struct at_guest guest;
	bool known = guest_known(h, person, &guest);

	at_json_count(t, "person", person);
	at_json_word(t, "name", known ? guest.name : NULL);
	at_json_count(t, "picture", known ? guest.picture : 0);
}

/* How many at the table were there before this person, by their numbers, with a name like that. */
static int namesakes(struct host *h, const struct at_table *table, uint32_t person,
		     const char *name)
{
	struct at_guest other;
	int n = 0;

	for (int i = 0; i < table->opening.seats; i++) {
		const struct at_seat *s = &table->seat[i];
		if (s->kind == AT_SEAT_PERSON && s->person < person &&
		    guest_known(h, s->person, &other))
			n += names_alike(other.name, name);
	}
	return n;
}

void say_person_at(struct at_text *t, struct host *h, const struct at_table *table, uint32_t person)
{
	struct at_guest guest;
	struct at_text name;
	char array[sizeof guest.name + 16];
	int before;

	if (!guest_known(h, person, &guest) ||
	    !(before = namesakes(h, table, person, guest.name))) {
		say_person(t, h, person);
		return;
	}
	at_text_init(&name, array, sizeof array);
	at_put(&name, "%s (%d)", guest.name, before + 1);
	at_json_count(t, "person", person);
	at_json_word(t, "name", array);
	at_json_count(t, "picture", guest.picture);
}

/* --- hello --- */

void say_hello(struct visitor *v)
{
	struct at_text t;

	say_begin(v->host, &t, "hello");
	at_json_count(&t, "protocol", PROTOCOL_VERSION);
	put_u64(&t, "incarnation", at_store_incarnation(v->host->store));
	at_json_open(&t, "games", '[');
	for (int i = 0; i < at_games(); i++) {
		at_json_open(&t, NULL, '{');
		at_json_game(&t, at_game(i));
		at_json_count(&t, "rules", at_game(i)->version);
		at_putc(&t, '}');
	}
	at_putc(&t, ']');
	at_json_open(&t, "levels", '[');
	for (int i = 0; i <= v->host->top; i++) {
		at_json_next(&t);
		at_json_string(&t, at_ladder[i]);
	}
	at_putc(&t, ']');
	at_json_count(&t, "person", v->guest->person);
	at_json_word(&t, "name", v->guest->person ? v->guest->name : NULL);
	at_json_count(&t, "picture", v->guest->picture);
	say_end(v, &t);
}

void say_done(struct visitor *v, const uint8_t *id, const struct hosted *h, uint32_t first,
	      uint32_t count)
{
	struct at_text t;

	say_begin(v->host, &t, "done");
	say_hex(&t, "id", id, ID_SIZE);
	say_hex(&t, "table", h->id, ID_SIZE);
	at_json_count(&t, "first", first);
	at_json_count(&t, "count", count);
	say_end(v, &t);
}

/* --- a table --- */

static void put_here(struct at_text *t, const struct hosted *h, int seat)
{
	uint64_t now = host_now(h->host), gone = h->away[seat] ? now - h->away[seat] : 0;
	uint64_t grace = (uint64_t)h->host->options.grace_ms;

	at_json_flag(t, "here", !h->away[seat]);
	if (h->away[seat])
		at_json_count(t, "grace", gone < grace ? grace - gone : 0);
}

static void put_promise(struct at_text *t, const struct at_table *table, int seat)
{
	const struct at_promise *p = &table->promise[seat];

	if (p->state == AT_PROMISE_NONE)
		return;
	say_hex(t, "promise", p->hash, sizeof p->hash);
	if (p->state == AT_PROMISE_OPENED)
		say_hex(t, "opened", p->number, sizeof p->number);
	at_json_flag(t, "silent", p->state == AT_PROMISE_SILENT);
}

static void put_seat(struct at_text *t, const struct hosted *h, int seat)
{
	static const char *const kinds[] = {"free", "person", "bot"};
	static const char *const reasons[] = {NULL, "left", "late"};
	const struct at_seat *s = &h->table.seat[seat];

	at_json_open(t, NULL, '{');
	at_json_seat(t, "seat", seat);
	at_json_word(t, "kind", kinds[s->kind]);
	if (s->kind == AT_SEAT_PERSON) {
		say_person_at(t, h->host, &h->table, s->person);
		put_here(t, h, seat);
		put_promise(t, &h->table, seat);
		at_json_word(t, "stand_in", reasons[s->stand_in]);
	}
	if (s->kind == AT_SEAT_BOT || s->stand_in)
		at_json_word(t, "level", level_name(s->level));
	at_putc(t, '}');
}

/* What is left, never a time of day. */
static void put_clocks(struct at_text *t, const struct hosted *h)
{
	uint64_t now, since = h->table.clock.since;
	int mover = at_table_mover(&h->table);

	if (h->table.clock.kind == AT_CLOCK_NONE)
		return;
	now = host_now(h->host);
	at_json_open(t, "left", '[');
	for (int i = 0; i < h->table.opening.seats; i++) {
		at_json_next(t);
		at_put(t, "%u", at_table_time_left(&h->table, i, now));
	}
	at_putc(t, ']');
	at_json_seat(t, "running", mover >= 0 && !at_table_bot_moves(&h->table) ? mover : -1);
	at_json_count(t, "runs_in", since > now ? since - now : 0);
}

static void put_question(struct at_text *t, const struct at_table *table)
{
	const struct at_question *q = &table->question;

	if (!q->ask) {
		at_json_word(t, "question", NULL);
		return;
	}
	at_json_open(t, "question", '{');
	at_json_word(t, "ask", q->ask == AT_ASK_BACK ? "back" : "end");
	at_json_seat(t, "seat", q->seat);
	if (q->ask == AT_ASK_BACK)
		at_json_count(t, "ply", q->ply);
	at_json_set(t, "needs", (uint64_t)q->needs << 1);
	at_putc(t, '}');
}

static void put_rules(struct at_text *t, const struct hosted *h)
{
	static const char *const clocks[] = {"none", "turn", "game"};
	const struct at_opening *o = &h->table.opening;
	char array[256];
	struct at_text options;

	at_text_init(&options, array, sizeof array);
	at_print_options(at_table_game(&h->table), o->options, &options);
	at_json_word(t, "game", at_table_game(&h->table)->name);
	at_json_count(t, "rules", o->game_version);
	at_json_count(t, "players", o->seats);
	at_json_word(t, "options", array);
	at_json_seat(t, "first", o->first - 1);
	at_json_open(t, "clock", '{');
	at_json_word(t, "kind", clocks[o->clock]);
	at_json_count(t, "base", o->clock_base);
	at_json_count(t, "increment", o->clock_increment);
	at_putc(t, '}');
	at_json_flag(t, "open", h->house.open);
	at_json_flag(t, "spectators", h->house.spectators);
	at_json_flag(t, "hints", h->house.hints);
	at_json_count(t, "creator", h->house.creator);
	at_json_count(t, "given", h->given.count);
	say_hex(t, "commitment", o->commitment, sizeof o->commitment);
	at_json_flag(t, "fair", at_table_is_fair(&h->table));
}

static void put_view(struct at_text *t, const struct at_table *table, int viewer)
{
	struct at_view view;

	memset(&view, 0, sizeof view);
	at_view(&table->state.head, viewer, &view);
	at_json_name(t, "view");
	at_json_position(t, &view.state.head);
}

static void put_bytes(struct at_text *t, const struct at_table *table, int viewer, bool all)
{
	uint8_t bytes[AT_BYTES_MAX];
	struct at_view view;

	memset(&view, 0, sizeof view);
	at_view(&table->state.head, viewer, &view);
	if (all)
		say_hex(t, "bytes", bytes, at_view_encode(&view, bytes));
	put_u64(t, "hash", at_state_hash(&view.state.head));
}

/* How long the one to move has been thinking. */
static uint64_t waited(const struct hosted *h)
{
	uint32_t i = h->table.events;
	uint64_t now = host_now(h->host), since = now;

	while (i > 0 && !at_is_move(&h->events[i - 1]) && h->events[i - 1].kind != AT_TOOK_BACK &&
	       h->events[i - 1].kind != AT_STARTED)
		i--;
	if (i > 0)
		since = h->events[i - 1].time;
	return now > since ? now - since : 0;
}

static void put_moment(struct at_text *t, const struct hosted *h)
{
	static const char *const phases[] = {"gathering", "playing", "finished", "abandoned"};
	const struct at_table *table = &h->table;

	at_json_count(t, "number", table->events);
	at_json_word(t, "phase", phases[table->phase]);
	at_json_count(t, "ply", table->state.head.ply);
	at_json_count(t, "backs", table->backs);
	at_json_seat(t, "mover", at_table_mover(table));
	at_json_count(t, "waited", table->phase == AT_PLAYING ? waited(h) : 0);
	put_question(t, table);
	if (table->phase == AT_GATHERING)
		at_json_set(t, "unopened", (uint64_t)at_table_unopened(table) << 1);
	put_clocks(t, h);
}

static void put_link(struct at_text *t, const char *name, const struct hosted *h,
		     const uint8_t *secret)
{
	at_json_name(t, name);
	at_puts(t, "\"#table/");
	at_puthex(t, h->id, ID_SIZE);
	at_putc(t, '/');
	at_puthex(t, secret, SECRET_SIZE);
	at_putc(t, '"');
}

/* For whoever is at the table: to let others in. */
void say_links(struct at_text *t, const struct hosted *h)
{
	put_link(t, "play_link", h, h->house.play);
	if (h->house.spectators)
		put_link(t, "watch_link", h, h->house.watch);
}

void say_table(const struct watch *w)
{
	const struct hosted *h = w->table;
	struct visitor *v = w->visitor;
	struct at_text t;

	say_begin(v->host, &t, "table");
	say_hex(&t, "table", h->id, ID_SIZE);
	put_rules(&t, h);
	put_moment(&t, h);
	at_json_seat(&t, "you", w->viewer);
	at_json_flag(&t, "may_sit", w->plays && w->viewer < 0 && h->table.phase == AT_GATHERING);
	at_json_open(&t, "seats", '[');
	for (int i = 0; i < h->table.opening.seats; i++)
		put_seat(&t, h, i);
	at_putc(&t, ']');
	at_json_count(&t, "chats", h->said);
	at_json_word(&t, "read_only", h->read_only);
	at_json_count(&t, "before", (uint64_t)h->before);
	if (w->viewer >= 0 || h->house.creator == v->guest->person)
		say_links(&t, h);
	put_bytes(&t, &h->table, w->viewer, true);
	if (w->whole)
		put_view(&t, &h->table, w->viewer);
	say_end(v, &t);
}

/* --- events --- */

static const char *const event_names[AT_EVENT_KINDS] = {
    [AT_SAT] = "sat",
    [AT_BOT_SAT] = "bot-sat",
    [AT_STOOD_UP] = "stood-up",
    [AT_STARTED] = "started",
    [AT_DECIDED] = "decided",
    [AT_DREW] = "drew",
    [AT_TOOK_BACK] = "took-back",
    [AT_ASKED] = "asked",
    [AT_AGREED] = "agreed",
    [AT_DECLINED] = "declined",
    [AT_STANDS_IN] = "stands-in",
    [AT_CAME_BACK] = "came-back",
    [AT_OUT_OF_TIME] = "out-of-time",
    [AT_RESUMED] = "resumed",
    [AT_ENDED] = "ended",
    [AT_OPENED] = "opened",
    [AT_NUMBER_OPENED] = "number-opened",
    [AT_WAS_SILENT] = "was-silent",
};

static void put_seen_move(struct at_text *t, const struct at_table *before,
			  const struct at_event *seen, int viewer)
{
	struct at_view view;

	at_view(&before->state.head, viewer, &view);
	at_json_name(t, "move");
	at_json_move(t, &view.state.head, seen->what);
	at_json_count(t, "code", seen->what);
}

/* An event as this viewer sees it, on the table before it. */
static void put_event(struct at_text *t, struct host *h, const struct at_table *before,
		      const struct at_event *e, int viewer)
{
	struct at_event seen;

	at_event_seen(before, e, viewer, &seen);
	at_json_open(t, NULL, '{');
	at_json_count(t, "number", seen.number);
	at_json_word(t, "event", event_names[seen.kind]);
	if (seen.seat >= 0)
		at_json_seat(t, "seat", seen.seat);
	if (at_is_move(&seen) || seen.kind == AT_TOOK_BACK ||
	    (seen.kind == AT_ASKED && seen.what == AT_ASK_BACK))
		at_json_count(t, "ply", seen.ply);
	switch (seen.kind) {
	case AT_SAT:
		say_person_at(t, h, before, seen.what);
		if (at_table_is_fair(before))
			say_hex(t, "promise", seen.bytes, sizeof seen.bytes);
		break;
	case AT_BOT_SAT:
	case AT_STANDS_IN:
	case AT_OUT_OF_TIME: at_json_word(t, "level", level_name((int)seen.what)); break;
	case AT_DECIDED:
	case AT_DREW: put_seen_move(t, before, &seen, viewer); break;
	case AT_ASKED:
		at_json_word(t, "ask", seen.what == AT_ASK_BACK ? "back" : "end");
		at_json_set(t, "needs", (uint64_t)seen.mask << 1);
		break;
	case AT_OPENED:
		say_hex(t, at_table_is_fair(before) ? "half" : "seed", seen.bytes,
			sizeof seen.bytes);
		break;
	case AT_NUMBER_OPENED: say_hex(t, "opened", seen.bytes, sizeof seen.bytes); break;
	default: break;
	}
	at_putc(t, '}');
}

static void begin_events(struct at_text *t, const struct hosted *h, bool old)
{
	say_begin(h->host, t, "events");
	say_hex(t, "table", h->id, ID_SIZE);
	at_json_flag(t, "old", old);
	at_json_open(t, "events", '[');
}

void say_events(const struct watch *w, uint32_t from, uint32_t to)
{
	static struct at_table walk;
	const struct hosted *h = w->table;
	struct at_text t;

	at_table_init(&walk, &h->table.opening, AT_TRUTH);
	begin_events(&t, h, true);
	for (uint32_t i = 0; i < to && i < h->table.events; i++) {
		struct at_log log = {h->events, i};
		if (i >= from)
			put_event(&t, h->host, &walk, &h->events[i], w->viewer);
		if (at_table_take(&walk, &log, &h->events[i], NULL))
			break;
	}
	at_putc(&t, ']');
	say_end(w->visitor, &t);
}

enum { HASH_EVERY = 8 };

static bool is_looked_at(const struct hosted *h, int viewer, bool whole)
{
	for (const struct watch *w = h->watches; w; w = w->beside)
		if (w->viewer == viewer && w->whole == whole)
			return true;
	return false;
}

/* One message for all who look from the same place and in the same form. before[i] is the table
 * before the step's event i; the moment after all of them is the same for everybody. */
static void say_step_to(struct hosted *h, const struct at_table *before, uint32_t from,
			const struct at_text *moment, int viewer, bool whole)
{
	struct at_text t;

	if (!is_looked_at(h, viewer, whole))
		return;
	begin_events(&t, h, false);
	for (uint32_t i = from; i < h->table.events; i++)
		put_event(&t, h->host, &before[i - from], &h->events[i], viewer);
	at_putn(&t, moment->at, moment->len);
	if (whole)
		put_view(&t, &h->table, viewer);
	else if (from / HASH_EVERY != h->table.events / HASH_EVERY)
		put_bytes(&t, &h->table, viewer, false);
	at_putc(&t, '}');
	at_assert(!t.full);
	for (struct watch *w = h->watches; w; w = w->beside)
		if (w->viewer == viewer && w->whole == whole)
			socket_send(w->socket, t.at, t.len);
}

/* Who has sat down or stood up sees the table with other eyes from now on. */
static void open_eyes(struct hosted *h)
{
	for (struct watch *w = h->watches; w; w = w->beside) {
		int viewer = table_viewer(h, w->visitor);
		if (viewer == w->viewer)
			continue;
		w->viewer = viewer;
		say_table(w);
	}
	table_gaze(h);
}

void say_step(struct hosted *h, const struct at_event *events, int count)
{
	static struct at_table before[AT_STEP_MAX];
	uint32_t from = h->table.events;
	struct at_text moment;
	char array[1024];

	for (int i = 0; i < count; i++) {
		at_table_copy(&before[i], &h->table);
		table_keep(h, &events[i], 1);
	}
	at_text_init(&moment, array, sizeof array);
	at_putc(&moment, ']');
	put_moment(&moment, h);
	at_assert(!moment.full);
	for (int viewer = AT_PUBLIC; viewer < h->table.opening.seats; viewer++)
		for (int whole = 0; whole < 2; whole++)
			say_step_to(h, before, from, &moment, viewer, whole);
	if (before[0].phase == AT_GATHERING) {
		open_eyes(h);
		h->host->lobby_changed = true;
	}
	if (before[0].phase != h->table.phase || h->table.phase == AT_GATHERING ||
	    at_table_mover(&before[0]) != at_table_mover(&h->table))
		mine_tell(h, &before[0]);
}

void say_thinking(struct hosted *h)
{
	struct at_text t;

	say_begin(h->host, &t, "thinking");
	say_hex(&t, "table", h->id, ID_SIZE);
	at_json_seat(&t, "seat", at_table_mover(&h->table));
	at_json_count(&t, "before", (uint64_t)h->before);
	at_putc(&t, '}');
	say_all(h, &t);
}

void say_presence(struct hosted *h)
{
	struct at_text t;

	if (!h->watches)
		return;
	say_begin(h->host, &t, "presence");
	say_hex(&t, "table", h->id, ID_SIZE);
	at_json_open(&t, "seats", '[');
	for (int i = 0; i < h->table.opening.seats; i++) {
		if (h->table.seat[i].kind != AT_SEAT_PERSON)
			continue;
		at_json_open(&t, NULL, '{');
		at_json_seat(&t, "seat", i);
		put_here(&t, h, i);
		at_putc(&t, '}');
	}
	at_putc(&t, ']');
	put_clocks(&t, h);
	at_putc(&t, '}');
	say_all(h, &t);
}
