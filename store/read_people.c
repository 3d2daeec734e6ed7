/* Reading guests, links and chat. */
#include "inner.h"
#include "parts.h"

static enum at_stored read_guest(struct reading *r, struct at_guest *out)
{
	int rc = reading_next(r);

	if (rc > 0) {
		out->person = reading_word(r, 0);
		reading_text(r, 1, out->name, AT_NAME_BYTES);
		out->created = reading_moment(r, 2);
		out->seen = reading_moment(r, 3);
		out->picture = reading_byte(r, 4);
	}
	return reading_one(r, rc);
}

enum at_stored at_store_guest(struct at_store *store, uint32_t person, struct at_guest *out)
{
	store = part_of_person(store, person);
	struct reading r = reading_begin(store, SQL_GUEST);

	reading_with_int(&r, person);
	return read_guest(&r, out);
}

enum at_stored at_store_token(struct at_store *store, const uint8_t *token, struct at_guest *out)
{
	struct at_store *part = part_of_token(store, token);
	struct reading r = reading_begin(part, store->parts ? SQL_OWNER : SQL_TOKEN);
	uint32_t person = 0;

	reading_with_blob(&r, token, AT_TOKEN_SIZE);
	if (!store->parts)
		return read_guest(&r, out);
	/* the token of another device: its person may be in another part */
	enum at_stored done = reading_counted(&r, &person, NULL);
	return done == AT_STORED ? at_store_guest(store, person, out) : done;
}

enum at_stored read_long_gone(struct at_store *part, uint64_t before, uint32_t after, uint32_t *out,
			      int *count)
{
	struct reading r = reading_begin(part, SQL_LONG_GONE);
	int rc = 0, n = 0;

	reading_with_int(&r, before);
	reading_with_int(&r, after);
	reading_with_int(&r, (uint64_t)*count);
	while (n < *count && (rc = reading_next(&r)) > 0)
		out[n++] = reading_word(&r, 0);
	*count = n;
	return reading_ended(&r, rc);
}

enum at_stored read_sits(struct at_store *part, uint32_t person, uint32_t *seats)
{
	struct reading r = reading_begin(part, SQL_SITS);

	reading_with_int(&r, person);
	return reading_counted(&r, seats, NULL);
}

/* A person's part has their code, and nobody knows whose it is: it is looked for in all of them. */
enum at_stored at_store_code(struct at_store *store, const uint8_t *hash, uint32_t *person)
{
	enum at_stored done = AT_STORED_NONE;

	for (int i = 0; i < store->parts && done == AT_STORED_NONE; i++)
		done = at_store_code(store->last = store->part[i], hash, person);
	if (store->parts)
		return done;
	struct reading r = reading_begin(store, SQL_CODE);
	reading_with_blob(&r, hash, AT_TOKEN_SIZE);
	return reading_counted(&r, person, NULL);
}

enum at_stored at_store_code_of(struct at_store *store, uint32_t person, uint64_t *made)
{
	store = part_of_person(store, person);
	struct reading r = reading_begin(store, SQL_CODE_OF);
	int rc;

	reading_with_int(&r, person);
	rc = reading_next(&r);
	if (rc > 0)
		*made = reading_moment(&r, 0);
	return reading_one(&r, rc);
}

enum at_stored at_store_chat(struct at_store *store, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_chat *), void *context)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_CHAT, table);
	struct at_chat line;
	int rc;

	reading_with_int(&r, from);
	while ((rc = reading_next(&r)) > 0) {
		line.number = reading_word(&r, 0);
		line.person = reading_word(&r, 1);
		line.time = reading_moment(&r, 2);
		line.deleted = reading_cell(&r, 3).kind == CELL_NULL;
		line.text[0] = 0;
		if (!line.deleted)
			reading_text(&r, 3, line.text, AT_CHAT_BYTES);
		if (r.bad || !each(context, &line))
			break;
	}
	return reading_ended(&r, rc);
}

enum at_stored at_store_said(struct at_store *store, const uint8_t *table, const uint8_t *command,
			     uint32_t *number)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_SAID_AT, table);

	reading_with_blob(&r, command, AT_ID_SIZE);
	return reading_counted(&r, number, NULL);
}
