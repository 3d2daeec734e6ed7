#include "recent.h"

#include <stdlib.h>
#include <string.h>

enum { TABLES = 4096 }; /* one entry in each place: the later one stays */

struct recent {
	int64_t version;
	struct found table[TABLES];
};

/* Ids are random. */
static size_t place_of(const uint8_t *id)
{
	return (id[0] | (size_t)id[1] << 8) % TABLES;
}

struct recent *recent_new(void)
{
	return calloc(1, sizeof(struct recent));
}

void recent_free(struct recent *r)
{
	free(r);
}

void recent_begin(struct recent *r, int64_t version)
{
	if (!r || r->version == version)
		return;
	recent_forget(r);
	r->version = version;
}

void recent_forget(struct recent *r)
{
	if (r)
		memset(r->table, 0, sizeof r->table);
}

const struct found *recent_find(const struct recent *r, const uint8_t *id)
{
	const struct found *f = r ? &r->table[place_of(id)] : NULL;

	return f && f->no && memcmp(f->id, id, sizeof f->id) == 0 ? f : NULL;
}

void recent_keep(struct recent *r, const struct found *f)
{
	if (r)
		r->table[place_of(f->id)] = *f;
}
