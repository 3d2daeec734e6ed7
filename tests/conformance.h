/* The laws of views, for conformance.c to run with the others; *state is the game. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

void what_is_not_listed_is_refused(void **state);
void the_mover_sees_the_same_moves(void **state);
void views_list_every_possible_draw(void **state);
void guessed_worlds_fit_the_view(void **state);
void moves_that_look_alike_lead_to_equal_views(void **state);
void views_follow_the_moves(void **state);
void views_follow_nothing_else(void **state);

#endif
