/* A table in the list of one's own (own.c). */
#ifndef HOST_OWN_H
#define HOST_OWN_H

struct at_head;
struct at_text;
struct host;

void own_say(struct at_text *, struct host *, const struct at_head *);

#endif
