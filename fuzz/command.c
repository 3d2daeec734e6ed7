/* Commands to a table of any game, chosen by the input: checks what watched.h promises of every
 * command and of the whole log. */
#include "fuzz.h"
#include "laws.h"
#include "watched.h"

#include <string.h>

void broken(const struct watched *h, const char *what)
{
	law(false, what, watched_now(h));
}

/* A listed move or draw, by the seat that has to make it. */
static struct at_command listed(const struct watched *h, unsigned index)
{
	at_move list[AT_MOVES_MAX];
	unsigned n = (unsigned)at_moves(watched_now(h), list);
	struct at_command c = watched_move(h, n ? list[index % n] : 0);

	if (watched_now(h)->turn == AT_CHANCE) {
		c.kind = AT_DRAW;
		c.person = AT_HOST;
	}
	return c;
}

/* A command whose members come from the input, except for what it takes to get anywhere. */
static struct at_command made(const struct watched *h, struct bytes *b)
{
	const struct at_table *t = &h->table;
	struct at_events log = watched_log(h);
	unsigned how = take_byte(b);
	struct at_command c = {.kind = take_byte(b),
			       .seat = (int8_t)take_byte(b),
			       .present = take_byte(b),
			       .level = take_byte(b),
			       .ply = t->state.head.ply,
			       .backs = t->backs,
			       .now = t->time + take_byte(b) * 50u};
	uint8_t needs;

	if (how & 1)
		c.kind = (uint8_t)(1 + c.kind % (AT_COMMAND_KINDS - 1));
	if (how & 2)
		c.seat = (int8_t)((uint8_t)c.seat % t->opening.seats);
	if (c.kind == AT_TAKE_BACK && c.seat >= 0 && how & 4)
		c.ply = at_table_back_to(t, &log, c.seat, c.present, &needs);
	c.person = how & 8 ? take_byte(b) : PERSON + (uint32_t)c.seat;
	if (how & 16)
		c.person = AT_HOST;
	if (how & 32)
		c.ply += (uint32_t)(int8_t)take_byte(b);
	if (how & 64) {
		c.now = (uint64_t)take_word(b) << (take_byte(b) & 31);
		c.backs = take_byte(b);
		c.draws = take_byte(b);
		c.held = take_byte(b);
	}
	if (c.kind == AT_SIT)
		watched_hash(c.person, c.seed);
	else
		watched_number(c.person, c.seed);
	c.count = (int8_t)(how & 128 ? take_byte(b) : 1);
	for (int i = 0; i < c.count && i < 3; i++)
		c.moves[i] = take_word(b);
	return c;
}

static void begin(struct watched *h, struct bytes *b)
{
	struct at_setup setup;
	const struct at_game *game = take_setup(b, &setup);
	unsigned how = take_byte(b);
	struct at_opening o;
	struct at_rng rng;

	at_opening_init(&o, game, &setup, 1, NULL);
	o.clock = (uint8_t)(how % 3);
	o.clock_base = (uint32_t)take_byte(b) << (how >> 5 << 2);
	o.clock_increment = take_byte(b);
	if (o.clock_increment % 4 == 3)
		watched_promise(&o);
	watched_init(h, &o);
	if (how & 4)
		return; /* everybody has yet to sit down */
	watched_sit(h, take_byte(b));
	at_rng_init(&rng, take_byte(b), 0);
	watched_start(h, how & 8 && !at_table_is_fair(&h->table) ? AT_DRAWS_FORCED : AT_DRAWS_SEED,
		      how & 16, &rng);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct watched watched;
	struct bytes b = {data, size};
	struct at_rng rng;

	begin(&watched, &b);
	for (int i = 0; i < 300 && b.left > 0 && watched_has_room(&watched); i++) {
		unsigned choice = take_byte(&b);
		struct at_command c = choice < 160 ? listed(&watched, choice << 8 | take_byte(&b))
						   : made(&watched, &b);
		if (watched.table.held && choice < 160)
			watched_give(&watched, c.moves[0], c.now);
		else
			watched_do(&watched, &c);
	}
	at_rng_init(&rng, size, 0);
	watched_close(&watched);
	return 0;
}
