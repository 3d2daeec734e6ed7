/* Recovery codes: 128 random bits that bring somebody back whose devices are lost. The store has
 * their hash, like those of tokens. A person has one code; it stays good until they make another.
 * Codes are tried slowly: the budget for that is an address's. */
#include "asks.h"
#include "basics.h"
#include "budgets.h"
#include "guests.h"
#include "handlers.h"
#include "json.h"
#include "limit.h"
#include "lobby.h"
#include "row.h"
#include "says.h"
#include "sha256.h"
#include "state.h"
#include "store.h"
#include "uptime.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

enum { CODE_SIZE = 16 };

struct coding {
	struct at_write write;
	struct host *host;
	struct visitor *visitor;
	struct guest *guest;
	uint8_t id[AT_ID_SIZE], code[CODE_SIZE];
};

/* The tag keeps codes apart from the secrets of links. */
static void hash_code(const uint8_t code[CODE_SIZE], uint8_t hash[AT_TOKEN_SIZE])
{
	uint8_t text[10 + CODE_SIZE] = "atoll code";

	memcpy(text + 10, code, CODE_SIZE);
	at_sha256(text, sizeof text, hash);
}

/* made: when the person's code was made, or 0: there is none. The code itself is told once. */
static void say_code(struct visitor *v, const uint8_t *id, const uint8_t *code, uint64_t made)
{
	struct at_text t;

	say_begin(v->host, &t, "code");
	say_hex(&t, "id", id, AT_ID_SIZE);
	if (code)
		say_hex(&t, "code", code, CODE_SIZE);
	if (made)
		at_json_count(&t, "made", made);
	else
		at_json_word(&t, "made", NULL);
	say_end(v, &t);
}

static void say_recovered(struct visitor *v, const uint8_t *id)
{
	struct at_text t;

	say_begin(v->host, &t, "done");
	say_hex(&t, "id", id, AT_ID_SIZE);
	at_json_count(&t, "person", v->guest->person);
	at_json_word(&t, "name", v->guest->name);
	at_json_count(&t, "picture", v->guest->picture);
	say_end(v, &t);
}

static void answer(struct coding *c)
{
	const struct at_write *w = &c->write;
	bool good = w->result == AT_STORED || w->result == AT_STORED_BEFORE;

	if (good && w->kind == AT_CODE)
		say_code(c->visitor, c->id, c->code, w->link.until);
	else if (good)
		say_recovered(c->visitor, c->id);
	else if (w->result == AT_STORED_TAKEN)
		refuse(c->visitor, c->id, "not-now", "this device has a name already");
	else if (w->result == AT_STORED_NONE)
		refuse(c->visitor, c->id, "not-allowed", "nobody has this code");
	else
		refuse(c->visitor, c->id, "store", "this cannot be kept now; try again later");
}

static void coded(struct at_write *w)
{
	struct coding *c = w->context;
	struct visitor *v = c->visitor;
	struct at_guest known;

	c->host->writes--;
	c->guest->welcoming = false;
	if (w->result <= AT_STORED_BEFORE && w->kind == AT_ADOPT &&
	    at_store_guest(c->host->store, w->person, &known) == AT_STORED) {
		guest_be(c->guest, &known);
		mine_moved(c->host, c->guest, 0);
	}
	if (!v->gone)
		answer(c);
	c->guest->sockets++; /* for guest_leave() */
	guest_leave(c->host, c->guest);
	if (--v->asks == 0 && v->gone)
		free(v);
	free(c);
}

static struct coding *begin(struct call *call, int kind)
{
	struct coding *c = call->visitor->guest->welcoming ? NULL : calloc(1, sizeof *c);

	if (!c) {
		refuse_call(call, "busy", "one at a time");
		return NULL;
	}
	c->host = call->host;
	c->visitor = call->visitor;
	c->guest = call->visitor->guest;
	memcpy(c->id, call->id, AT_ID_SIZE);
	c->write.kind = (enum at_write_kind)kind;
	c->write.done = coded;
	c->write.context = c;
	return c;
}

static void submit(struct call *call, struct coding *c)
{
	c->guest->welcoming = true;
	call->visitor->asks++;
	host_write(call->host, &c->write);
}

/* Says when the person's code was made, or makes another. */
void ask_code(struct call *call)
{
	uint32_t person = call->visitor->guest->person;
	bool make = false;
	uint64_t made = 0;
	struct coding *c;

	if (!read_flag(call, "make", &make))
		return;
	if (!make) {
		if (at_store_code_of(call->host->store, person, &made) > AT_STORED_NONE)
			refuse_call(call, "store", "the store cannot be read now; try again later");
		else
			say_code(call->visitor, call->id, NULL, made);
		return;
	}
	c = budget_take(call, BUDGET_LINKS) ? begin(call, AT_CODE) : NULL;
	if (!c)
		return;
	host_random(c->code, sizeof c->code);
	hash_code(c->code, c->write.link.hash);
	c->write.link.person = person;
	c->write.link.until = host_date(call->host);
	submit(call, c);
}

void ask_recover(struct call *call)
{
	uint8_t code[CODE_SIZE] = {0}, hash[AT_TOKEN_SIZE];
	uint32_t person = 0;
	struct coding *c;
	bool given;

	if (!read_hex(call, "code", code, sizeof code, &given) || !budget_take(call, BUDGET_CODES))
		return;
	hash_code(code, hash);
	switch (at_store_code(call->host->store, hash, &person)) {
	case AT_STORED: break;
	case AT_STORED_NONE: refuse_call(call, "not-allowed", "nobody has this code"); return;
	default:
		refuse_call(call, "store", "the store cannot be read now; try again later");
		return;
	}
	c = begin(call, AT_ADOPT);
	if (!c)
		return;
	c->write.own.person = person;
	memcpy(c->write.own.link, hash, sizeof hash);
	memcpy(c->write.own.token, c->guest->token, sizeof c->guest->token);
	submit(call, c);
}
