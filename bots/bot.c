#include "bot_inner.h"

#include "assert.h"

#include <string.h>

struct at_bot *at_bot_init(void *memory, size_t size, const struct at_game *game,
			   const struct at_bot_spec *spec, const struct at_host *host)
{
	struct at_bot *bot = memory;
	size_t own = (sizeof *bot + 63) & ~(size_t)63;

	if (size < AT_BOT_MEMORY_MIN)
		return NULL;
	memset(bot, 0, sizeof *bot);
	bot->game = game;
	bot->know = at_knowledge_of(game);
	at_assert(own < AT_BOT_MEMORY_MIN / 2);
	bot->weights = spec->weights ? spec->weights : bot->know->weights;
	bot->spec = *spec;
	bot->noise = spec->noise;
	if (host)
		bot->host = *host;
	bot->pool = (uint8_t *)memory + own;
	bot->pool_size = size - own;
	at_bot_begin(bot, 0);
	return bot;
}

const struct at_game *at_bot_game(const struct at_bot *bot)
{
	return bot->game;
}

void at_bot_begin(struct at_bot *bot, uint64_t seed)
{
	at_rng_init(&bot->rng, seed, 0xb07);
	bot->turn_ply = UINT32_MAX;
	bot->plan.length = 0;
	bot->followed = 0;
	bot->following = false;
	bot->seen_count = 0;
	at_search_forget(bot);
}

void at_bot_budget(struct at_bot *bot, uint32_t ms, uint32_t nodes)
{
	if (nodes != bot->spec.nodes)
		bot->spec.many = 0; /* the number has already been multiplied */
	bot->spec.ms = ms;
	bot->spec.nodes = nodes;
	bot->turn_ply = UINT32_MAX;
}

void at_bot_saw(struct at_bot *bot, at_move seen)
{
	struct at_state *s = &bot->known.state.head;
	bool decision;

	if (!bot->following)
		return;
	decision = s->turn >= 0;
	if (at_follow(s, seen, NULL)) {
		bot->following = false;
		return;
	}
	if (decision && bot->seen_count < AT_SEEN_MAX)
		bot->seen[bot->seen_count] = seen;
	bot->seen_count += decision;
}

bool at_bot_out_of_time(struct at_bot *bot)
{
	if (bot->spec.nodes && bot->nodes >= bot->nodes_left)
		return true;
	if (bot->nodes < bot->look_at)
		return false;
	bot->look_at = bot->nodes + 32; /* reading the clock costs time, too */
	if (bot->host.stop && bot->host.stop(bot->host.context))
		return true;
	return bot->clocked && bot->host.clock(bot->host.context) >= bot->deadline;
}

void at_worth_of(const struct at_bot *bot, const struct at_state *s, struct at_worth *out)
{
	/* Mostly the win probability; the lead makes a bot finish a won game well and fight on
	 * in a lost one. */
	static const double win_part = 0.85;
	static const double lead_part = 0.15 / 100;

	const struct at_net *net = at_know_net(bot->know, &bot->spec, s->seats);

	if (net)
		at_know_judge_by(net, bot->know, bot->weights, s, out->win, out->points);
	else
		at_know_judge(bot->know, bot->weights, s, out->win, out->points);
	for (int i = 0; i < s->seats; i++) {
		double rival = -1e9;
		double lead;
		for (int k = 0; k < s->seats; k++)
			if (k != i && out->points[k] > rival)
				rival = out->points[k];
		lead = out->points[i] - rival;
		lead = lead > 50 ? 50 : lead < -50 ? -50 : lead;
		out->wish[i] = (float)(win_part * out->win[i] + lead_part * (lead + 50));
	}
}

void at_choice_sort(struct at_choice *out)
{
	for (int i = 1; i < out->count; i++) {
		struct at_candidate c = out->list[i];
		int k = i;
		while (k > 0 && out->list[k - 1].visits < c.visits) {
			out->list[k] = out->list[k - 1];
			k--;
		}
		out->list[k] = c;
	}
}

void at_bot_guess(struct at_bot *bot, const struct at_view *view, struct at_state *out)
{
	if (bot->advises || !bot->know->listens_for_advice)
		at_know_guess(bot->know, view, &bot->belief, &bot->rng, out);
	else
		at_guess(view, &bot->rng, out);
}

static void begin_turn(struct at_bot *bot, int seats)
{
	bot->nodes_left = bot->spec.nodes;
	if (seats > 2 && bot->spec.many)
		bot->nodes_left *= bot->spec.many;
	bot->clocked = bot->spec.ms && bot->host.clock;
	if (bot->clocked)
		bot->deadline = bot->host.clock(bot->host.context) + bot->spec.ms;
}

void at_bot_foretell(const struct at_bot *bot, const struct at_state *s, struct at_candidate *c)
{
	const struct at_trust *trust = at_know_trust(bot->know, &bot->spec, s->seats);
	double left = at_know_left(bot->know, s);
	double more[AT_SEATS_MAX];
	double win = c->win[s->turn];

	if (!trust)
		return;
	for (int i = 0; i < s->seats; i++)
		more[i] = i == s->turn ? win + c->error : c->win[i] * (1 - c->error);
	at_trust_shares(trust, s->seats, s->turn, left, c->win, c->first, c->points);
	if (c->error <= 0)
		return;
	at_trust_shares(trust, s->seats, s->turn, left, more, c->first, c->points);
	c->error = more[s->turn] - c->win[s->turn];
}

/* People overlook certain wins, and so do the levels that make mistakes like theirs. */
static bool sees_ends(const struct at_bot_spec *spec)
{
	if (spec->kind == AT_BOT_GREEDY)
		return spec->noise <= 0 && spec->forget <= 0 && spec->hasty <= 0;
	return spec->kind != AT_BOT_RANDOM;
}

/* Puts a certain win first. A win that was asked about is as good. */
static void tell_sure(struct at_bot *bot, const struct at_view *view, const struct at_plan *sure,
		      struct at_choice *out)
{
	struct at_candidate first = at_sure_candidate(bot, view, sure);
	int at = 0; /* its place in the list so far, or the last */

	for (int i = 0; i < out->count; i++)
		if (out->list[i].visits > first.visits)
			first.visits = out->list[i].visits;
	while (at < out->count && out->list[at].move != first.move)
		at++;
	if (at == out->count && at < AT_CANDIDATES_MAX)
		out->count++;
	at -= at == AT_CANDIDATES_MAX;
	memmove(out->list + 1, out->list, (size_t)at * sizeof *out->list);
	out->list[0] = first;
	if (out->asked.visits && at_is_sure(bot, view, &bot->asked)) {
		first.visits = out->asked.visits;
		first.move = out->asked.move;
		out->asked = first;
	}
	bot->plan = *sure;
}

/* Thinks as its kind does. */
static void think_as_kind(struct at_bot *bot, const struct at_view *view, struct at_choice *out)
{
	const struct at_state *s = &view->state.head;
	int n;

	switch (bot->spec.kind) {
	case AT_BOT_GREEDY: at_greedy_think(bot, view, out); break;
	case AT_BOT_FLAT: at_flat_think(bot, view, out); break;
	case AT_BOT_SEARCH: at_search_think(bot, view, out); break;
	default:
		n = bot->game->moves(s, bot->moves);
		bot->plan.length = 1;
		bot->plan.moves[0] = bot->moves[at_rng_below(&bot->rng, (uint32_t)n)];
		out->count = 1;
		out->list[0] = (struct at_candidate){.move = bot->plan.moves[0], .visits = 1};
		for (int i = 0; i < s->seats; i++)
			out->list[0].win[i] = 1.0 / s->seats;
	}
	for (int i = 0; i < out->count; i++)
		at_bot_foretell(bot, s, &out->list[i]);
	if (out->asked.visits)
		at_bot_foretell(bot, s, &out->asked);
}

static void think(struct at_bot *bot, const struct at_view *view, struct at_choice *out)
{
	struct at_plan plan;
	bool sure;

	bot->nodes = bot->look_at = 0;
	bot->followed = 0;
	out->count = 0;
	sure = sees_ends(&bot->spec) && at_find_sure(bot, view, &plan);
	at_know_listen(bot->know, view, &bot->belief);
	if (!sure || bot->advises)
		think_as_kind(bot, view, out);
	if (sure)
		tell_sure(bot, view, &plan, out);
	at_assert(out->count > 0 && bot->plan.length > 0);
	at_choice_sort(out);
	for (int i = 0; i < out->count; i++)
		if (out->list[i].move == bot->plan.moves[0])
			bot->expected = out->list[i];
	bot->nodes_left -= bot->nodes < bot->nodes_left ? bot->nodes : bot->nodes_left;
}

static bool same_turn(const struct at_bot *bot, const struct at_state *s)
{
	return s->ply == bot->turn_ply && s->turn == bot->turn_seat;
}

/* The plan's next move, if the plan was made for this position. */
static bool follow(struct at_bot *bot, const struct at_state *s, struct at_choice *out)
{
	int n;

	if (!same_turn(bot, s) || bot->followed == 0 || bot->followed >= bot->plan.length)
		return false;
	n = bot->game->moves(s, bot->moves);
	for (int i = 0; i < n; i++)
		if (bot->moves[i] == bot->plan.moves[bot->followed]) {
			bot->nodes = 0;
			out->count = 1;
			out->list[0] = bot->expected;
			out->list[0].move = bot->moves[i];
			return true;
		}
	return false;
}

/* Remembers the question, so that the tree can follow the game from here. */
static void look_from(struct at_bot *bot, const struct at_view *view)
{
	memcpy(&bot->known.state, &view->state, bot->game->state_size);
	bot->following = true;
	bot->seen_count = 0;
}

at_move at_bot_choose(struct at_bot *bot, const struct at_view *view, struct at_choice *out)
{
	static const struct at_choice empty;
	const struct at_state *s = &view->state.head;
	struct at_choice own;

	at_assert(s->game == bot->game->id && s->turn >= 0 && s->turn == s->viewer);
	if (!out)
		out = &own;
	*out = empty;
	bot->told =
	    bot->following && memcmp(&bot->known.state, &view->state, bot->game->state_size) == 0;
	if (bot->spec.kind != AT_BOT_RANDOM)
		at_bot_learn(bot, s);
	if (!same_turn(bot, s))
		begin_turn(bot, s->seats);
	if (!follow(bot, s, out))
		think(bot, view, out);
	out->length = bot->plan.length - bot->followed;
	for (int i = 0; i < out->length; i++)
		out->turn[i] = bot->plan.moves[bot->followed + i];
	out->move = bot->plan.moves[bot->followed++];
	out->nodes = bot->nodes;
	bot->turn_ply = s->ply + 1;
	bot->turn_seat = s->turn;
	look_from(bot, view);
	return out->move;
}

at_move at_bot_ask(struct at_bot *bot, const struct at_view *view, const at_move *asked, int n,
		   struct at_choice *out)
{
	int most = bot->know->long_turns ? AT_PLAN_MAX : 1; /* a turn is no longer than this */
	at_move m;

	bot->turn_ply = UINT32_MAX;
	bot->following = false;
	if (n > most)
		n = most;
	bot->asked.length = n;
	for (int i = 0; i < n; i++)
		bot->asked.moves[i] = asked[i];
	bot->advises = true;
	m = at_bot_choose(bot, view, out);
	bot->advises = false;
	bot->asked.length = 0;
	return m;
}
