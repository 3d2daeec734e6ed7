/* Shared by the tests of the store. */
#ifndef AT_STORE_LAWS_H
#define AT_STORE_LAWS_H

#include "store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A new directory below /tmp, and its removal. */
void make_dir(char *dir, size_t size);
void remove_dir(const char *dir);

/* Opens or fails the test. */
struct at_store *open_store(const char *uri);

/* Submits, waits and returns the result. */
enum at_stored carry(struct at_store *, struct at_write *);

/* An id, token or command id of this number. */
void name_it(uint8_t *id, size_t size, uint64_t number);

/* The id of this table. */
void id_of(uint8_t *id, uint64_t table);

enum at_stored create_table(struct at_store *, uint64_t table);

/* An append of `count` events whose bytes derive from the command and the numbers; checked by
 * read_back(). */
void make_append(struct at_write *, uint64_t table, uint64_t command, uint32_t first,
		 uint32_t count);

/* All rows of a table are complete and consecutive; returns the number of events. */
uint32_t read_back(struct at_store *, uint64_t table);

uint32_t welcome(struct at_store *, uint64_t token, const char *name);

/* Laws about many tables; *state is the store. */
void lists_have_what_stands_in_them(void **state);
void the_nearest_deadline_is_first(void **state);
void a_guest_finds_its_tables(void **state);
void notices_are_given_once(void **state);
void old_tables_go(void **state);
void tables_that_never_began_go(void **state);

/* Laws about people; *state is the store. */
void guests_are_known_by_their_token(void **state);
void a_link_is_good_once_and_for_a_while(void **state);
void chat_has_its_own_numbers(void **state);
void a_guest_can_be_forgotten(void **state);
void guests_fade_who_sit_nowhere_and_do_not_come(void **state);

/* Laws about what lasts; *state is the store. */
void a_result_is_kept_once(void **state);
void results_are_their_peoples(void **state);
void a_persons_results_are_bounded(void **state);
void a_code_brings_its_person_back(void **state);

void two_databases_share_people_and_tables(void **state);

/* Laws about damage; *state is the store. */
void a_damaged_table_is_set_aside(void **state);
void numbers_are_kept_for_the_caller(void **state);
void all_tables_are_found_in_their_order(void **state);
void a_table_becomes_what_a_copy_has_of_it(void **state);

/* Run the tests of the other files; each returns the number of failures. */
int store_damage_tests(void);
int store_file_tests(void);
int store_loss_tests(void);
int store_nodes_tests(const char *uri); /* if there is PostgreSQL */

/* SQL from outside. */
void meddle_database(const char *uri, const char *sql);

/* Deletes everything in this database. */
void empty_database(const char *uri);

/* store --make DIR: makes a store with all kinds of data, to be kept as
 * tests/kept/store-VERSION.db. */
void make_kept(const char *dir);

#endif
