#define _POSIX_C_SOURCE 200809L

#include "match_records.h"

#include "position.h"
#include "record.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

void at_sheet_begin(struct at_text *t, const struct at_match *c, uint32_t game)
{
	struct at_record head = {.game = c->game, .setup = c->setup};

	for (int seat = 0; seat < c->setup.seats; seat++) {
		int e = (int)((uint32_t)seat + game) % c->entrants;
		at_put(t, "# seat %d: ", seat + 1);
		for (const char *at = c->entrant[e].name; *at; at++)
			at_putc(t, *at >= ' ' && *at < 0x7f ? *at : '?');
		at_putc(t, '\n');
	}
	at_print_record_head(&head, t);
}

void at_sheet_add(struct at_text *t, const struct at_state *s, at_move m)
{
	at_print_move(s, m, t);
	at_putc(t, '\n');
}

enum at_err at_sheet_write(const struct at_text *t, const struct at_match *c, uint32_t game,
			   struct at_fail *fail)
{
	char name[4096];
	FILE *f;
	bool good;

	if (snprintf(name, sizeof name, "%s/%u.record", c->records, game + 1) >= (int)sizeof name)
		return at_fail(fail, AT_TOO_LONG, "the folder's name is too long");
	f = fopen(name, "w");
	if (!f)
		return at_fail(fail, AT_BAD_VALUE, "%s: %s",
			       at_show((struct at_word){name, strlen(name)}).s, strerror(errno));
	good = !t->full && fwrite(t->at, 1, t->len, f) == t->len;
	if (fclose(f) || !good)
		return at_fail(fail, AT_BAD_VALUE, "%s cannot be written",
			       at_show((struct at_word){name, strlen(name)}).s);
	return AT_OK;
}
