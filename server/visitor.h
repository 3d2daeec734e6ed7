/* Who is connected: a guest, their connections (visitors), and the tables that each watches. */
#ifndef HOST_VISITOR_H
#define HOST_VISITOR_H

#include "limit.h"
#include "name.h"
#include "sizes.h"
#include "store.h"

#include <stdbool.h>
#include <stdint.h>

struct address;
struct host;
struct online_table;
struct socket;

/* Somebody with a cookie; person is 0 until there is something to store. */
struct guest {
	struct guest *next;
	uint8_t token[AT_TOKEN_SIZE]; /* the hash */
	uint32_t person;
	bool welcoming; /* the store is making the person */
	int sockets;
	uint64_t seen; /* as stored */
	struct bucket commands, made[BUDGETS];
	uint8_t picture;
	char name[AT_NAME_BYTES + 1];
};

/* A visitor's place in a list of subscribers; at is NULL if it is in none. */
struct listener {
	struct listener *next, **at;
	struct visitor *visitor;
};

/* A connection. */
struct visitor {
	struct listener in_lobby, at_mine;
	struct host *host;
	struct socket *socket;
	struct guest *guest;
	struct address *address;
	struct watch *watches;
	int watch_count;
	struct bucket commands;
	int refused;  /* how often, with too-fast */
	int asks;     /* pending commands of this visitor */
	bool gone;    /* it is freed with its last command */
	bool hinting; /* a bot computes a hint for it */
};

/* The part of the view that is sent with every event: nothing, all of it, or the changes. */
enum views { VIEWS_NONE, VIEWS_WHOLE, VIEWS_CHANGED, VIEWS };

/* A visitor that watches a table. */
struct watch {
	struct watch *next;         /* of the visitor's */
	struct watch *beside, **at; /* of the table's */
	struct visitor *visitor;
	struct socket *socket; /* the visitor's */
	struct online_table *table;
	int viewer; /* a seat or AT_PUBLIC */
	enum views views;
	bool plays;   /* may sit down: has the secret */
	bool says;    /* the client says who is present (company.h), */
	bool program; /* and that no person decides there */
};

#endif
