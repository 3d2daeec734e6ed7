#define _POSIX_C_SOURCE 200809L

#include "think.h"

#include "clock.h"

#include <string.h>

static uint64_t now_ms(void *unused)
{
	(void)unused;
	return (uint64_t)(seconds_now() * 1000);
}

int thinker_init(struct at_team **out, const struct command *command, const struct at_game *game,
		 const char *name, int threads)
{
	struct at_host host = {.clock = now_ms};
	struct at_bot_spec spec;
	struct at_fail fail;

	if (!name)
		name = "master";
	if (at_bot_spec_parse(game, name, strlen(name), &spec, &fail))
		return bad_usage(command, "--bot: %s", fail.why);
	if (spec.kind != AT_BOT_SEARCH)
		return bad_usage(command, "--bot: only a search bot weighs moves");
	if (threads)
		spec.threads = (uint32_t)threads;
	*out = at_team_new(game, &spec, &host);
	return *out ? 0 : bad_input("there is not enough memory");
}

void usual_judge(const struct at_game *game, char text[AT_BOT_NAME_MAX])
{
	struct at_bot_spec spec = at_judge_spec(game);
	struct at_text out;

	spec.ms = 0;
	at_text_init(&out, text, AT_BOT_NAME_MAX);
	at_bot_spec_print(&spec, &out);
}

static void begin(void *team, uint64_t seed)
{
	at_team_begin(team, seed);
}

static at_move choose(void *team, const struct at_view *view, struct at_choice *choice)
{
	return at_team_choose(team, view, choice);
}

static at_move ask(void *team, const struct at_view *view, const at_move *moves, int n,
		   struct at_choice *choice)
{
	return at_team_ask(team, view, moves, n, choice);
}

struct at_thinker team_thinker(struct at_team *team)
{
	return (struct at_thinker){team, at_team_first(team), begin, choose, ask};
}
