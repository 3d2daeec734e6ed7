#include "order.h"

#include "basics.h"
#include "state.h"
#include "store.h"
#include "visitor.h"

#include <stdio.h>
#include <string.h>

bool order_find_table(struct at_store *store, const char *hex, struct at_head *head)
{
	uint8_t id[AT_ID_SIZE];

	return host_hex(hex, id, sizeof id) && at_store_head(store, id, head) == AT_STORED;
}

static bool read_table(struct at_store *store, const char *hex, uint8_t id[AT_ID_SIZE],
		       const char **why)
{
	struct at_head head;

	*why = "a table is named by 32 hexadecimal digits";
	if (!host_hex(hex, id, AT_ID_SIZE))
		return false;
	*why = "there is no such table";
	return at_store_head(store, id, &head) == AT_STORED;
}

/* A guest without a name holds the host's time and must not be deleted. */
static bool read_guest(struct at_store *store, unsigned person, const char **why)
{
	struct at_guest guest;

	*why = "there is no such guest";
	return at_store_guest(store, person, &guest) == AT_STORED && guest.name[0];
}

static bool has_line(void *found, const struct at_chat *line)
{
	*(uint32_t *)found = line->number;
	return false;
}

static bool read_chat(struct at_store *store, struct at_write *w, int words, unsigned number,
		      const char **why)
{
	uint32_t found = UINT32_MAX;

	w->kind = AT_UNSAY;
	w->unsay.first = words == 2 ? number : 0;
	w->unsay.count = words == 2 ? 1 : UINT32_MAX;
	*why = "there is no such line";
	at_store_chat(store, w->unsay.table, w->unsay.first, has_line, &found);
	return words == 1 || found == number;
}

bool order_read(struct at_store *store, const char *line, struct at_write *w, const char **why)
{
	char what[8], id[40], rest;
	unsigned number = 0;
	int words = sscanf(line, "%7s", what) == 1;

	memset(w, 0, sizeof *w);
	*why = "the order is none of: table ID, chat ID [NUMBER], guest NUMBER";
	if (words && strcmp(what, "guest") == 0 &&
	    sscanf(line, "guest %9u%c", &number, &rest) == 1) {
		w->kind = AT_FORGET;
		w->guest.person = number;
		return read_guest(store, number, why);
	}
	if (words && strcmp(what, "table") == 0 && sscanf(line, "table %39s %c", id, &rest) == 1) {
		w->kind = AT_REMOVE;
		return read_table(store, id, w->remove.table, why);
	}
	words = words && strcmp(what, "chat") == 0
		    ? sscanf(line, "chat %39s %9u%c", id, &number, &rest)
		    : 0;
	return (words == 1 || words == 2) && read_table(store, id, w->unsay.table, why) &&
	       read_chat(store, w, words, number, why);
}

const char *order_failed(const struct at_write *w)
{
	switch (w->result) {
	case AT_STORED: return NULL;
	case AT_STORED_NONE: return w->kind == AT_UNSAY ? NULL : "it is gone already";
	default: return w->why ? w->why : "it cannot be stored";
	}
}
