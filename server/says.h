/* Messages to clients (says.c). */
#ifndef HOST_SAYS_H
#define HOST_SAYS_H

#include <stddef.h>
#include <stdint.h>

struct at_table;
struct at_text;
struct host;
struct online_table;
struct visitor;
struct watch;

struct at_text *say_begin(struct host *, struct at_text *, const char *type);
void say_end(struct visitor *, struct at_text *);
void say_hello(struct visitor *);
void say_done(struct visitor *, const uint8_t *id, const struct online_table *, uint32_t first,
	      uint32_t count);
void say_table(const struct watch *);
void say_events(const struct watch *, uint32_t from, uint32_t to);
/* Tells everybody the events of a step; before[i] is the table before the i-th of them. */
void say_step(struct online_table *, const struct at_table *before);
void say_presence(struct online_table *);
void say_thinking(struct online_table *); /* how many jobs come before that of its bot */
void say_person(struct at_text *, struct host *, uint32_t person); /* number, name, picture */
/* The same at a table, where names that look alike get a number. */
void say_person_at(struct at_text *, struct host *, const struct at_table *, uint32_t person);
void say_hex(struct at_text *, const char *name, const uint8_t *, size_t);
void say_links(struct at_text *, const struct online_table *);
void say_all(struct online_table *, const struct at_text *);

#endif
