#include "judged.h"

#include "knowledge.h"

#include <string.h>

void at_json_candidate(struct at_text *t, const struct at_state *s, const struct at_candidate *c)
{
	at_putc(t, '{');
	at_json_name(t, "move");
	at_json_move(t, s, c->move);
	at_json_count(t, "visits", c->visits);
	at_json_numbers(t, "win", c->win, s->seats);
	at_json_numbers(t, "points", c->points, s->seats);
	at_json_name(t, "error");
	at_json_number(t, c->error);
	at_putc(t, '}');
}

void at_json_turn(struct at_text *t, const struct at_state *s, const at_move *turn, int n)
{
	const struct at_game *game = at_game_of(s);
	union at_any now;

	memcpy(&now, s, game->state_size);
	at_json_open(t, "turn", '[');
	for (int i = 0; i < n; i++) {
		at_json_next(t);
		at_json_move(t, &now.head, turn[i]);
		game->apply(&now.head, turn[i]);
	}
	at_putc(t, ']');
}

void at_json_reasons(struct at_text *t, const struct at_state *s, const struct at_reason *reasons,
		     int n)
{
	const struct at_knowledge *know = at_knowledge_of(at_game_of(s));

	at_json_open(t, "reasons", '[');
	for (int i = 0; i < n; i++) {
		at_json_open(t, NULL, '{');
		at_json_word(t, "name", know->names[reasons[i].feature]);
		at_json_seat(t, "seat", reasons[i].seat);
		at_json_name(t, "points");
		at_json_number(t, (double)reasons[i].points);
		at_json_name(t, "was");
		at_json_number(t, (double)reasons[i].was);
		at_json_name(t, "from");
		at_json_number(t, (double)reasons[i].from);
		at_json_name(t, "to");
		at_json_number(t, (double)reasons[i].to);
		at_putc(t, '}');
	}
	at_putc(t, ']');
}

void at_json_choice(struct at_text *t, const struct at_state *s, const struct at_choice *choice,
		    int top)
{
	at_putc(t, '{');
	at_json_word(t, "game", at_game_of(s)->name);
	at_json_seat(t, "seat", s->turn);
	at_json_count(t, "nodes", choice->nodes);
	at_json_name(t, "move");
	at_json_move(t, s, choice->move);
	at_json_open(t, "moves", '[');
	for (int i = 0; i < choice->count && i < top; i++) {
		at_json_next(t);
		at_json_candidate(t, s, &choice->list[i]);
	}
	at_putc(t, ']');
	at_json_turn(t, s, choice->turn, choice->length);
	at_json_flag(t, "whole", at_knowledge_of(at_game_of(s))->long_turns);
	at_putc(t, '}');
}
