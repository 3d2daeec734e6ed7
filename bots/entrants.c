#include "arena.h"

#include <string.h>

/* Skips a bot of the list; *open is the quote that is still open after it, or '\0'. */
static const char *step(const char *at, char *open)
{
	char quote = '\0';

	for (; *at && (quote || *at != ','); at++) {
		if (*at == '\\' && quote != '\'' && at[1])
			at++;
		else if (quote ? *at == quote : *at == '\'' || *at == '"')
			quote = quote ? '\0' : *at;
	}
	*open = quote;
	return at;
}

size_t at_bot_length(const char *list)
{
	char open;

	return (size_t)(step(list, &open) - list);
}

enum at_err at_bots_check(const char *list, struct at_fail *fail)
{
	for (const char *at = list; at;) {
		char open;
		const char *end = step(at, &open);
		if (open)
			return at_fail(fail, AT_BAD_TEXT, "the quote %c in %s is not closed", open,
				       at_show((struct at_word){at, (size_t)(end - at)}).s);
		at = *end ? end + 1 : NULL;
	}
	return AT_OK;
}

int at_bot_count(const char *list)
{
	int n = 1;

	for (list += at_bot_length(list); *list; list += at_bot_length(list)) {
		list++;
		n++;
	}
	return n;
}

const char *at_entrant_command(const struct at_entrant *e)
{
	return strncmp(e->text, "exec:", 5) == 0 ? e->text + 5 : NULL;
}

void at_entrant_spec(const struct at_entrant *e, char out[AT_ARENA_BOT_TEXT])
{
	struct at_text t;

	at_text_init(&t, out, AT_ARENA_BOT_TEXT);
	if (at_entrant_command(e))
		at_puts(&t, e->text);
	else
		at_bot_spec_print(&e->spec, &t);
}

static enum at_err read_entrant(const struct at_match *c, const char *text, size_t len,
				struct at_entrant *e, struct at_fail *fail)
{
	*e = (struct at_entrant){0};
	if (len == 0 || len >= sizeof e->text)
		return at_fail(fail, AT_BAD_TEXT, "a bot's name has 1 to %d letters",
			       AT_ARENA_BOT_TEXT - 1);
	memcpy(e->text, text, len);
	if (at_entrant_command(e))
		return AT_OK;
	return at_bot_spec_parse(c->game, text, len, &e->spec, fail);
}

/* Numbers bots that have the same text. */
static void name_entrants(struct at_match *c)
{
	for (int i = 0; i < c->entrants; i++) {
		struct at_entrant *e = &c->entrant[i];
		int same = 0, number = 0;
		for (int k = 0; k < c->entrants; k++)
			if (strcmp(c->entrant[k].text, e->text) == 0) {
				same++;
				number += k <= i;
			}
		if (same > 1)
			snprintf(e->name, sizeof e->name, "%s #%d", e->text, number);
		else
			snprintf(e->name, sizeof e->name, "%s", e->text);
	}
}

enum at_err at_match_bots(struct at_match *c, const char *list, struct at_fail *fail)
{
	int n = 0;

	if (at_bots_check(list, fail))
		return fail->err;
	for (const char *at = list; at; n++) {
		size_t len = at_bot_length(at);
		if (n == c->setup.seats)
			return at_fail(fail, AT_BAD_VALUE, "more bots than the %u seats",
				       c->setup.seats);
		if (read_entrant(c, at, len, &c->entrant[n], fail))
			return fail->err;
		at = at[len] ? at + len + 1 : NULL;
	}
	c->entrants = c->setup.seats;
	for (int i = n; i < c->entrants; i++)
		c->entrant[i] = c->entrant[n - 1];
	name_entrants(c);
	return AT_OK;
}
