/* Certain wins: turns after which the game is over and the mover alone is first, whatever the
 * mover does not know.
 *
 * The turn is searched in the view itself, so nothing is guessed. A turn has no draw before its
 * end, and a draw never follows the last decision but to open what was hidden. So it is enough to
 * compare the mover's score with the most that each opponent can have: what one of them hides
 * does not depend on who else is compared.
 *
 * Where a turn is one decision all of them are tried. Long turns are searched level by level; of
 * the unfinished turns of a level those with the best lead are kept. */
#include "bot_inner.h"

#include "hash.h"
#include "play.h"

#include <string.h>

enum {
	WORLDS = 4, /* in which a turn is played once more before it is believed */
	NO_LEAD = -1000000,
};

/* The points a seat has if the game ends like this. An option that hides scores from people does
 * not hide them here: the view has what they are made of. */
static void final_score(const struct at_game *game, const struct at_state *s, int seat,
			struct at_score *out)
{
	union at_any open;

	memcpy(&open, s, game->state_size);
	open.head.viewer = AT_TRUTH;
	open.head.turn = AT_OVER;
	*out = (struct at_score){0};
	game->score(&open.head, seat, out);
	for (int i = 0; i < out->line_count; i++)
		out->total += out->lines[i].points;
}

/* Whether the first is ahead of the second: by points, then by what breaks ties. */
static bool is_ahead(const struct at_score *a, const struct at_score *b, int lead)
{
	if (lead != 0)
		return lead > 0;
	for (int i = 0; i < a->tie_count; i++)
		if (a->ties[i].points != b->ties[i].points)
			return a->ties[i].points > b->ties[i].points;
	return false;
}

/* The least lead over any opponent, in halves of a point so that a tie that is won counts for
 * something; not above 0 if somebody may be first, too. */
static int least_lead(const struct at_bot *bot, const struct at_state *s, int seat)
{
	struct at_score own, other;
	int least = -NO_LEAD;

	final_score(bot->game, s, seat, &own);
	for (int i = 0; i < s->seats; i++) {
		int lead;
		if (i == seat)
			continue;
		final_score(bot->game, s, i, &other);
		lead = own.total - other.total;
		if (bot->know->hidden_points)
			lead -= bot->know->hidden_points(s, i);
		lead = 2 * lead + (lead == 0 && is_ahead(&own, &other, lead));
		least = lead < least ? lead : least;
	}
	return least;
}

static bool is_over(const struct at_bot *bot, const struct at_state *s)
{
	return s->turn == AT_OVER || (bot->know->decided && bot->know->decided(s));
}

/* Plays a turn in a full state; false if a move of it is not legal there. */
static bool make(const struct at_bot *bot, const struct at_plan *plan, struct at_state *s)
{
	for (int i = 0; i < plan->length; i++) {
		if (bot->game->refuse(s, plan->moves[i], NULL))
			return false;
		bot->game->apply(s, plan->moves[i]);
	}
	return true;
}

static void open_all(struct at_bot *bot, struct at_state *s)
{
	while (s->turn == AT_CHANCE)
		bot->game->apply(s, at_draw(bot->game, s, &bot->rng));
}

/* A view may not know all that a move of a turn brings about (the last tile of a colour). Worlds
 * that fit it do. */
static bool holds(struct at_bot *bot, const struct at_view *view, const struct at_plan *plan)
{
	int seat = view->state.head.turn;
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];
	union at_any world;

	for (int i = 0; i < WORLDS; i++) {
		at_guess(view, &bot->rng, &world.head);
		if (!make(bot, plan, &world.head) || !is_over(bot, &world.head))
			return false;
		open_all(bot, &world.head);
		at_judge(&world.head, scores, wins);
		if (wins[seat] < 1)
			return false;
	}
	return true;
}

struct hunt {
	const struct at_view *view;
	int seat, lead; /* of the best turn so far */
	struct at_plan *best;
};

/* Looks at one turn, finished or not, and where it leads. */
static void look(struct at_bot *bot, struct hunt *h, struct at_frontier *next,
		 const struct at_plan *plan, const struct at_state *s)
{
	struct at_plan own = *plan;
	int lead;

	if (is_over(bot, s)) {
		lead = least_lead(bot, s, h->seat);
		if (lead > 0 && lead > h->lead && holds(bot, h->view, plan)) {
			h->lead = lead;
			*h->best = *plan;
		}
		return;
	}
	if (!bot->know->long_turns || s->turn != h->seat || plan->length == AT_PLAN_MAX)
		return;
	own.value = least_lead(bot, s, h->seat);
	own.end = at_hash(1, (const uint8_t *)s + sizeof *s, bot->game->state_size - sizeof *s);
	at_keep_stem(next, AT_BEAM_MAX, &own, s, bot->game->state_size);
}

static void continue_turn(struct at_bot *bot, struct hunt *h, const struct at_stem *stem,
			  struct at_frontier *next)
{
	int n = bot->game->moves(&stem->state.head, bot->moves);
	struct at_plan plan = stem->plan;
	union at_any after;

	plan.length++;
	for (int i = 0; i < n; i++) {
		memcpy(&after, &stem->state, bot->game->state_size);
		bot->game->apply(&after.head, bot->moves[i]);
		plan.moves[plan.length - 1] = bot->moves[i];
		look(bot, h, next, &plan, &after.head);
	}
}

bool at_find_sure(struct at_bot *bot, const struct at_view *view, struct at_plan *out)
{
	const struct at_state *s = &view->state.head;
	struct at_frontier *now = &bot->frontiers[0], *next = &bot->frontiers[1];
	struct hunt h = {.view = view, .seat = s->turn, .best = out};

	if (bot->know->may_end ? !bot->know->may_end(s) : bot->know->long_turns)
		return false;
	now->count = 1;
	now->rank[0] = 0;
	now->stems[0].plan = (struct at_plan){0};
	memcpy(&now->stems[0].state, &view->state, bot->game->state_size);
	while (now->count > 0) {
		struct at_frontier *done = now;
		next->count = 0;
		for (int i = 0; i < now->count; i++)
			continue_turn(bot, &h, &now->stems[now->rank[i]], next);
		now = next;
		next = done;
	}
	return h.lead > 0;
}

bool at_is_sure(struct at_bot *bot, const struct at_view *view, const struct at_plan *plan)
{
	union at_any after;

	memcpy(&after, &view->state, bot->game->state_size);
	return plan->length > 0 && make(bot, plan, &after.head) && is_over(bot, &after.head) &&
	       least_lead(bot, &after.head, view->state.head.turn) > 0 && holds(bot, view, plan);
}

struct at_candidate at_sure_candidate(struct at_bot *bot, const struct at_view *view,
				      const struct at_plan *plan)
{
	struct at_candidate c = {.move = plan->moves[0], .visits = 1};
	int seat = view->state.head.turn;
	double win[AT_SEATS_MAX];
	union at_any world;

	at_guess(view, &bot->rng, &world.head);
	make(bot, plan, &world.head);
	open_all(bot, &world.head);
	at_know_judge(bot->know, bot->weights, &world.head, win, c.points);
	c.win[seat] = c.found[seat] = c.first[seat] = 1;
	return c;
}
