/* Bots through the door. */
#include "door.h"

#include "bot.h"
#include "judged.h"
#include "luck.h"

#include <string.h>

static uint64_t memory[AT_BOT_MEMORY / sizeof(uint64_t)];
static struct at_bot *bot;

/* The only thing the module asks of its host. */
double host_now(void) __attribute__((import_module("env"), import_name("now")));

static uint64_t clock_ms(void *context)
{
	(void)context;
	return (uint64_t)host_now();
}

int door_bot(int at, int length, uint64_t seed)
{
	static const struct at_host host = {.clock = clock_ms};
	const struct at_game *game = at_game_of(door_slot(at));
	struct at_fail fail = {0};
	struct at_bot_spec spec;

	if (at_bot_spec_parse(game, (const char *)door_io, (size_t)length, &spec, &fail))
		return door_refused(&fail);
	bot = at_bot_init(memory, sizeof(memory), game, &spec, &host);
	at_bot_begin(bot, seed);
	return 0;
}

static int say_choice(const struct at_state *s, const struct at_choice *choice)
{
	struct at_text t;

	door_text(&t);
	at_json_choice(&t, s, choice, AT_CANDIDATES_MAX);
	return door_said(&t);
}

int door_choose(int at)
{
	static struct at_choice choice;
	struct at_view view;

	at_view(door_slot(at), door_slot(at)->viewer, &view);
	at_bot_choose(bot, &view, &choice);
	return say_choice(door_slot(at), &choice);
}

/* Reads moves, one a line, that are legal one after the other; -1 where they are not. */
static int read_moves(const struct at_state *s, const char *text, size_t length, at_move *out,
		      struct at_fail *fail)
{
	struct at_state *now;
	union at_any any;
	int n = 0;

	memcpy(&any, s, at_game_of(s)->state_size);
	now = &any.head;
	for (size_t begin = 0, end; begin < length && n < AT_PLAN_MAX; begin = end + 1) {
		for (end = begin; end < length && text[end] != '\n'; end++)
			;
		if (at_parse_move(now, text + begin, end - begin, &out[n], fail) ||
		    at_apply(now, out[n++], fail))
			return -1;
	}
	return n;
}

int door_advise(int at, int length)
{
	static struct at_choice choice;
	struct at_fail fail = {0};
	struct at_view view;
	at_move asked[AT_PLAN_MAX];
	int n = read_moves(door_slot(at), (const char *)door_io, (size_t)length, asked, &fail);

	if (n < 0)
		return door_refused(&fail);
	at_view(door_slot(at), door_slot(at)->viewer, &view);
	at_bot_ask(bot, &view, asked, n, &choice);
	return say_choice(door_slot(at), &choice);
}

int door_luck(int at, int length)
{
	const struct at_state *s = door_slot(at);
	struct at_luck luck = {0};
	struct at_fail fail = {0};
	struct at_text t;
	at_move m;

	if (at_parse_move(s, (const char *)door_io, (size_t)length, &m, &fail))
		return door_refused(&fail);
	if (!bot || at_bot_game(bot) != at_game_of(s)) {
		at_fail(&fail, AT_BAD_VALUE, "there is no bot for this game");
		return door_refused(&fail);
	}
	at_luck_look(bot, s, m, &luck);
	door_text(&t);
	at_putc(&t, '{');
	at_json_numbers(&t, "luck_win", luck.win, s->seats);
	at_json_numbers(&t, "luck_points", luck.points, s->seats);
	at_putc(&t, '}');
	return door_said(&t);
}
