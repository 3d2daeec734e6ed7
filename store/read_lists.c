/* Reading lists of tables, and how many there are. */
#include "inner.h"
#include "parts.h"

/* The place in the order is ?1 and ?2: that of `after`, or before everything. */
static void with_place(struct reading *r, const struct at_head *after, uint64_t when, uint64_t none)
{
	reading_with_int(r, after ? when : none);
	reading_with_blob(r, after ? after->id : NULL, after ? AT_ID_SIZE : 0);
}

static enum at_stored list(struct reading *r, struct at_head *out, int *count)
{
	int rc = 0, n = 0;

	while (n < *count && (rc = reading_next(r)) > 0) {
		reading_head(r, &out[n]);
		n += !r->bad;
		r->bad = false; /* the others can be read */
	}
	*count = n;
	return reading_ended(r, rc);
}

/* The arguments of a list, for each part. */
struct ask {
	uint32_t which;
	const struct at_head *after;
};

static enum at_stored listed_of(struct at_store *store, void *context, struct at_head *out,
				int *count)
{
	const struct ask *a = context;

	return at_store_listed(store, (uint8_t)a->which, a->after, out, count);
}

static enum at_stored tables_of(struct at_store *store, void *context, struct at_head *out,
				int *count)
{
	const struct ask *a = context;

	return at_store_tables_of(store, a->which, a->after, out, count);
}

static enum at_stored deadlines_of(struct at_store *store, void *context, struct at_head *out,
				   int *count)
{
	const struct ask *a = context;

	return at_store_deadlines(store, a->after, out, count);
}

static enum at_stored notices_of(struct at_store *store, void *context, struct at_head *out,
				 int *count)
{
	(void)context;
	return at_store_notices(store, out, count);
}

enum at_stored at_store_listed(struct at_store *store, uint8_t which, const struct at_head *after,
			       struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_ACTIVE, out, count, listed_of,
				  &(struct ask){which, after});
	struct reading r = reading_begin(store, SQL_LISTED);

	with_place(&r, after, after ? after->status.active : 0, INT64_MAX);
	reading_with_int(&r, which);
	reading_with_int(&r, (uint64_t)*count);
	return list(&r, out, count);
}

enum at_stored at_store_tables_of(struct at_store *store, uint32_t person,
				  const struct at_head *after, struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_ACTIVE, out, count, tables_of,
				  &(struct ask){person, after});
	struct reading r = reading_begin(store, SQL_TABLES_OF);

	with_place(&r, after, after ? after->status.active : 0, INT64_MAX);
	reading_with_int(&r, person);
	reading_with_int(&r, (uint64_t)*count);
	return list(&r, out, count);
}

enum at_stored at_store_deadlines(struct at_store *store, const struct at_head *after,
				  struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_DEADLINE, out, count, deadlines_of,
				  &(struct ask){0, after});
	struct reading r = reading_begin(store, SQL_DEADLINES);

	with_place(&r, after, after ? after->status.deadline : 0, 0);
	reading_with_int(&r, (uint64_t)*count);
	reading_with_int(&r, store->node);
	return list(&r, out, count);
}

enum at_stored at_store_notices(struct at_store *store, struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_NOTICE, out, count, notices_of, NULL);
	struct reading r = reading_begin(store, SQL_NOTICES);

	reading_with_int(&r, (uint64_t)*count);
	return list(&r, out, count);
}

static enum at_stored results_of(struct at_store *store, void *context, struct at_head *out,
				 int *count)
{
	const struct ask *a = context;

	return at_store_results_of(store, a->which, a->after, out, count);
}

static enum at_stored ended_of(struct at_store *store, void *context, struct at_head *out,
			       int *count)
{
	const struct ask *a = context;

	return at_store_ended(store, a->after, out, count);
}

enum at_stored at_store_results_of(struct at_store *store, uint32_t person,
				   const struct at_head *after, struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_RESULTS, out, count, results_of,
				  &(struct ask){person, after});
	struct reading r = reading_begin(store, SQL_RESULTS_OF);

	with_place(&r, after, after ? after->status.ended : 0, INT64_MAX);
	reading_with_int(&r, person);
	reading_with_int(&r, (uint64_t)*count);
	return list(&r, out, count);
}

enum at_stored at_store_ended(struct at_store *store, const struct at_head *after,
			      struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_ENDED, out, count, ended_of,
				  &(struct ask){0, after});
	struct reading r = reading_begin(store, SQL_ENDED);

	with_place(&r, after, after ? after->status.ended : 0, 0);
	reading_with_int(&r, (uint64_t)*count);
	return list(&r, out, count);
}

static enum at_stored made_by(struct at_store *store, void *context, uint32_t *a, uint32_t *b)
{
	*b = 0;
	return at_store_made_by(store, *(const uint32_t *)context, a);
}

static enum at_stored counts_of(struct at_store *store, void *context, uint32_t *a, uint32_t *b)
{
	(void)context;
	return at_store_counts(store, a, b);
}

enum at_stored at_store_made_by(struct at_store *store, uint32_t person, uint32_t *tables)
{
	uint32_t none;

	if (store->parts)
		return parts_sum(store, tables, &none, made_by, &person);
	struct reading r = reading_begin(store, SQL_MADE_BY);

	reading_with_int(&r, person);
	return reading_counted(&r, tables, NULL);
}

enum at_stored at_store_counts(struct at_store *store, uint32_t *tables, uint32_t *guests)
{
	if (store->parts)
		return parts_sum(store, tables, guests, counts_of, NULL);
	struct reading r = reading_begin(store, SQL_COUNTS);

	return reading_counted(&r, tables, guests);
}
