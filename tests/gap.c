/* A gap in the rules: refuse() accepts a move that moves() does not list. The table refuses the
 * move, the host answers bad-move and says so once in its log, and nothing else happens. The
 * linker's --wrap replaces at_moves() in this program: it hides one move of the list. */
#include "world.h"

#include "play.h"

#include <unistd.h>

static at_move hidden; /* 0: none */

int __real_at_moves(const struct at_state *, at_move *);
int __wrap_at_moves(const struct at_state *, at_move *);

int __wrap_at_moves(const struct at_state *s, at_move *out)
{
	int kept = 0;

	for (int i = 0, n = __real_at_moves(s, out); i < n; i++)
		if (!hidden || out[i] != hidden)
			out[kept++] = out[i];
	return kept;
}

/* The host's standard output while this table's mover tries the hidden move twice. */
static size_t log_of_two(struct world *w, struct at_command move, char *out, size_t room)
{
	FILE *file = tmpfile();
	int kept = dup(STDOUT_FILENO);
	size_t size;

	assert_non_null(file);
	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	for (int i = 0; i < 2; i++) {
		do_here(w, move);
		turn(w);
	}
	fflush(stdout);
	dup2(kept, STDOUT_FILENO);
	close(kept);
	rewind(file);
	size = fread(out, 1, room - 1, file);
	out[size] = 0;
	fclose(file);
	return size;
}

static void a_host_answers_a_gap(void **state)
{
	static const char gap[] = "accept a move that they do not list";
	const struct at_setup setup = {2, 0};
	at_move list[AT_MOVES_MAX];
	struct at_opening opening;
	struct at_command move = {.kind = AT_MOVE, .seat = 0, .count = 1};
	const struct at_table *t;
	struct world w = {0};
	uint32_t events;
	char log[4000], *first;
	(void)state;

	hidden = 0;
	assert_int_equal(at_opening_init(&opening, &at_template, &setup, 1, NULL), AT_OK);
	world_begin(&w, &opening);
	t = &w.table->table;
	while (t->state.head.turn == AT_CHANCE) {
		at_moves(&t->state.head, list);
		do_here(&w, (struct at_command){.kind = AT_DRAW, .count = 1, .moves = {list[0]}});
		turn(&w);
	}
	at_moves(&t->state.head, list);
	move.seat = t->state.head.turn;
	move.person = w.person[t->state.head.turn];
	move.ply = t->state.head.ply;
	move.moves[0] = hidden = list[0];
	events = t->events;
	log_of_two(&w, move, log, sizeof log);
	first = strstr(log, gap);
	assert_non_null(first);
	assert_null(strstr(first + 1, gap));
	assert_int_equal(t->events, events);
	hidden = 0;
	do_here(&w, move);
	turn(&w);
	assert_true(t->events > events);
	world_end(&w);
}

static void a_table_refuses_a_gap(void **state)
{
	at_move list[AT_MOVES_MAX];
	const struct at_setup setup = {2, 0};
	struct at_fail fail = {0};
	union at_any any, before;
	struct at_rng rng;
	(void)state;

	hidden = 0;
	at_rng_init(&rng, 1, 0);
	for (int i = 0; i < at_games(); i++) {
		at_init(at_game(i), &setup, &any.head, NULL);
		while (any.head.turn == AT_CHANCE)
			at_game(i)->apply(&any.head, at_draw(at_game(i), &any.head, &rng));
		at_moves(&any.head, list);
		hidden = list[0];
		before = any;
		assert_int_equal(at_apply_listed(&any.head, list[0], &fail), AT_BAD_MOVE);
		assert_string_equal(fail.part, "gap");
		assert_memory_equal(&any, &before, at_game(i)->state_size);
		hidden = 0;
		assert_int_equal(at_apply_listed(&any.head, list[0], &fail), AT_OK);
		assert_int_equal(at_apply_listed(&any.head, 0, &fail), AT_BAD_MOVE);
		assert_null(fail.part);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_table_refuses_a_gap),
	    cmocka_unit_test(a_host_answers_a_gap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
