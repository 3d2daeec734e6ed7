/* Commands of clients: found by name, their members read, refusals (asks.c). */
#ifndef HOST_ASKS_H
#define HOST_ASKS_H

#include "id.h"
#include "row.h"
#include "sizes.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct host;
struct online_table;
struct plain_move;
struct socket;
struct visitor;

void asks_soon(void *host, const struct socket *);
void asks_took(void *host, const struct socket *, int64_t us);
bool asks_wait(void *host, const struct socket *, int64_t now_us);
bool asks_full(void *host);
void asks_message(void *host, struct socket *, const char *text, size_t size);

/* A client's message, while its handler runs. */
struct call {
	struct host *host;
	struct visitor *visitor;
	const struct plain_move *move; /* of a plain move, which has no JSON; or NULL */
	json_t *json;
	int64_t from; /* when it came, by host_uptime() */
	uint8_t id[AT_ID_SIZE];
	struct online_table *table; /* the one that the command names */
	int seat;                   /* the visitor's, or AT_NOBODY */
	bool has_secret;
	uint8_t secret[SECRET_SIZE];
};

void refuse(struct visitor *, const uint8_t *id, const char *code, const char *why);
#define refuse_call(call, code, why) refuse((call)->visitor, (call)->id, code, why)

/* Read the members of a command. False if one is wrong; then the command has been refused. A
 * missing member leaves *out unchanged. */
bool read_number(const struct call *, const char *name, uint32_t most, uint32_t *out);
bool read_seat(const struct call *, const char *name, int *seat);
bool read_level(const struct call *, const char *name, int *level);
bool read_flag(const struct call *, const char *name, bool *out);

/* --top-level limits the bots of this host: is this level allowed, and which one replaces it? */
bool level_allowed(const struct host *, int level);
int level_at_most(const struct host *, int level);
bool refuse_level(const struct call *); /* refuses the command; false */
bool read_hex(const struct call *, const char *name, uint8_t *out, size_t n, bool *given);

#endif
