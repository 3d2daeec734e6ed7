/* The notices between nodes: one a transaction, with a word for each change. A notice only says
 * where to look, so lost, repeated and superfluous ones do no harm.
 *
 *     NODE  tID:EVENTS  mID:PERSON  l  cID:LINES  uID:FIRST:COUNT
 *           rID  wID  nID  aID  gPERSON  kTOKEN
 */
#include "pg.h"

#include "text.h"

#include <stdio.h>
#include <string.h>

static void put_hex(char *out, const uint8_t *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < n; i++) {
		*out++ = digits[bytes[i] >> 4];
		*out++ = digits[bytes[i] & 15];
	}
	*out = 0;
}

static bool get_hex(const char *text, uint8_t *out, size_t n)
{
	for (size_t i = 0; i < 2 * n; i++) {
		const char *digits = "0123456789abcdef",
			   *at = text[i] ? strchr(digits, text[i]) : NULL;
		if (!at)
			return false;
		out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] | (at - digits) : (at - digits) << 4);
	}
	return true;
}

void news_begin(struct news *n, uint64_t node)
{
	n->len = (size_t)snprintf(n->text, sizeof n->text, "%016llx", (unsigned long long)node);
}

bool news_is_empty(const struct news *n)
{
	return n->len == 16;
}

static void put_about(char *out, size_t size, char what, const uint8_t *table, uint32_t number)
{
	char hex[2 * AT_ID_SIZE + 1];

	put_hex(hex, table, AT_ID_SIZE);
	snprintf(out, size, " %c%s:%u", what, hex, number);
}

static void put_append(const struct at_append *x, char *out, size_t size)
{
	size_t len;

	put_about(out, size, 't', x->table, x->first + x->count);
	for (int i = 0; i < 2 * AT_STORE_SEATS && x->whose[i]; i++) {
		len = strlen(out);
		put_about(out + len, size - len, 'm', x->table, x->whose[i]);
	}
	len = strlen(out);
	snprintf(out + len, size - len, "%s", x->listing ? " l" : "");
}

static void put_words(const struct at_write *w, char *out, size_t size)
{
	char hex[2 * AT_TOKEN_SIZE + 1];

	out[0] = 0;
	switch (w->kind) {
	case AT_APPEND: put_append(&w->append, out, size); break;
	case AT_CREATE:
	case AT_PRUNE:
	case AT_THIN: snprintf(out, size, " l"); break;
	case AT_REMOVE:
		put_about(out, size, 'r', w->remove.table, 0);
		snprintf(out + strlen(out), size - strlen(out), " l");
		break;
	case AT_SAY: put_about(out, size, 'c', w->say.table, 0); break;
	case AT_UNSAY:
		put_about(out, size, 'u', w->unsay.table, w->unsay.first);
		snprintf(out + strlen(out), size - strlen(out), ":%u", w->unsay.count);
		break;
	case AT_WATCH: put_about(out, size, 'w', w->watch.table, 0); break;
	case AT_TELL: put_about(out, size, 'n', w->tell.table, 0); break;
	case AT_SET_ASIDE: put_about(out, size, 'a', w->aside.table, 0); break;
	case AT_RESTORE: put_about(out, size, 'a', w->restore.head.id, 0); break;
	case AT_RENAME:
	case AT_FORGET: snprintf(out, size, " g%u", w->guest.person); break;
	case AT_FADE: snprintf(out, size, " g0"); break;
	case AT_WELCOME:
	case AT_OWN_TOKEN:
	case AT_ADOPT:
	case AT_REDEEM:
		put_hex(hex,
			w->kind == AT_WELCOME  ? w->welcome.token
			: w->kind == AT_REDEEM ? w->redeem.token
					       : w->own.token,
			AT_TOKEN_SIZE);
		snprintf(out, size, " k%s", hex);
		break;
	default: break;
	}
}

bool news_add(struct news *n, const struct at_write *w)
{
	char words[2048];
	size_t len;

	put_words(w, words, sizeof words);
	len = strlen(words);
	if (n->len + len > PG_PAYLOAD)
		return false;
	memcpy(n->text + n->len, words, len + 1);
	n->len += len;
	return true;
}

/* --- Reading --- */

static bool read_word(const char *word, struct at_change *c)
{
	static const struct {
		char letter;
		enum at_change_kind kind;
	} about[] = {
	    {'t', AT_CHANGE_TABLE},  {'m', AT_CHANGE_MINE},    {'c', AT_CHANGE_SAID},
	    {'u', AT_CHANGE_UNSAID}, {'r', AT_CHANGE_REMOVED}, {'w', AT_CHANGE_WATCHED},
	    {'n', AT_CHANGE_TOLD},   {'a', AT_CHANGE_AGAIN},
	};
	unsigned number = 0, count = 0;

	memset(c, 0, sizeof *c);
	if (*word == 'l') {
		c->kind = AT_CHANGE_LISTS;
		return word[1] == 0;
	}
	if (*word == 'g') {
		c->kind = AT_CHANGE_GUEST;
		return sscanf(word + 1, "%u", &c->person) == 1;
	}
	if (*word == 'k') {
		c->kind = AT_CHANGE_TOKEN;
		return get_hex(word + 1, c->token, AT_TOKEN_SIZE);
	}
	for (size_t i = 0; i < sizeof about / sizeof *about; i++) {
		if (*word != about[i].letter || !get_hex(word + 1, c->table, AT_ID_SIZE))
			continue;
		if (sscanf(word + 1 + 2 * AT_ID_SIZE, ":%u:%u", &number, &count) < 1)
			return false;
		c->kind = about[i].kind;
		c->number = number;
		c->count = count;
		c->person = c->kind == AT_CHANGE_MINE ? number : 0;
		return true;
	}
	return false;
}

void news_read(const char *text, uint64_t node, void (*each)(void *, const struct at_change *),
	       void *context)
{
	unsigned long long from = 0;
	struct at_change change;
	char word[128];
	int used = 0;

	if (sscanf(text, "%16llx%n", &from, &used) != 1 || from == node)
		return;
	for (text += used; sscanf(text, " %100s%n", word, &used) == 1; text += used)
		if (read_word(word, &change))
			each(context, &change);
}
