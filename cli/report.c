#include "report.h"

#include "assert.h"

json_t *report_viewer(int viewer)
{
	if (viewer >= 0)
		return json_integer(viewer + 1);
	return json_string(viewer == AT_PUBLIC ? "public" : "truth");
}

json_t *report_turn(int turn)
{
	if (turn >= 0)
		return json_integer(turn + 1);
	return turn == AT_CHANCE ? json_string("chance") : json_null();
}

json_t *report_moves(const struct at_state *s)
{
	at_move moves[AT_MOVES_MAX];
	int n = at_moves(s, moves);
	json_t *list = json_array();

	for (int i = 0; i < n; i++) {
		char spelling[AT_MOVE_TEXT_MAX];
		struct at_text t;
		at_text_init(&t, spelling, sizeof spelling);
		at_print_move(s, moves[i], &t);
		json_array_append_new(list, json_string(spelling));
	}
	return list;
}

/* [{label, NAME}] */
static json_t *report_lines(const struct at_line *lines, int n, const char *name)
{
	json_t *list = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_pack("{s:s, s:i}", "label", lines[i].label, name,
						      (int)lines[i].points));
	return list;
}

json_t *report_scores(const struct at_state *s)
{
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	json_t *list = json_array();

	at_rank(s, scores, places);
	for (int i = 0; i < s->seats; i++) {
		const struct at_score *score = &scores[i];
		json_array_append_new(
		    list,
		    json_pack("{s:i, s:o, s:o, s:o, s:o}", "seat", i + 1, "total",
			      score->hidden ? json_null() : json_integer(score->total), "place",
			      places[i] ? json_integer(places[i]) : json_null(), "lines",
			      report_lines(score->lines, score->line_count, "points"), "ties",
			      report_lines(score->ties, score->tie_count, "value")));
	}
	return list;
}

static json_t *report_options(const struct at_state *s)
{
	json_t *options = json_object();

	for (const struct at_option *o = at_game_of(s)->options; o->name; o++)
		json_object_set_new(options, o->name,
				    json_string(o->values[at_option_value(s, o)]));
	return options;
}

static void add_facts(const struct at_state *s, json_t *to)
{
	char members[AT_TEXT_MAX];
	char object[AT_TEXT_MAX + 2];
	struct at_text t, whole;
	json_t *facts;

	at_text_init(&t, members, sizeof members);
	at_game_of(s)->facts(s, &t);
	at_text_init(&whole, object, sizeof object);
	at_put(&whole, "{%s}", members);
	facts = json_loads(object, JSON_REJECT_DUPLICATES, NULL);
	at_assert(facts && !t.full);
	json_object_update_missing(to, facts);
	json_decref(facts);
}

json_t *report_position(const struct at_state *s)
{
	json_t *report = json_object();

	json_object_set_new(report, "game", json_string(at_game_of(s)->name));
	json_object_set_new(report, "players", json_integer(s->seats));
	json_object_set_new(report, "options", report_options(s));
	json_object_set_new(report, "viewer", report_viewer(s->viewer));
	json_object_set_new(report, "ply", json_integer(s->ply));
	json_object_set_new(report, "first",
			    s->first < 0 ? json_null() : json_integer(s->first + 1));
	json_object_set_new(report, "to_move", report_turn(s->turn));
	json_object_set_new(report, "over", json_boolean(s->turn == AT_OVER));
	json_object_set_new(report, "legal_moves", report_moves(s));
	json_object_set_new(report, "scores", report_scores(s));
	add_facts(s, report);
	return report;
}
