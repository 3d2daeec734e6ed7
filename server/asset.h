/* The files of the page, built into the program (web/pack.mjs writes them). */
#ifndef ASSET_H
#define ASSET_H

#include <stdbool.h>
#include <stddef.h>

enum coding { PLAIN, GZIP, BROTLI, CODINGS };

struct asset {
	const char *path; /* "/" is the page itself */
	const char *type;
	const char *etag; /* of the content, without quotes */
	bool hashed;      /* the name changes with the content: may be cached for ever */
	struct {
		const unsigned char *bytes; /* NULL if this coding would not be smaller */
		size_t size;
	} body[CODINGS];
};

extern const struct asset assets[];
extern const int asset_count; /* 0: built without the page */

#endif
