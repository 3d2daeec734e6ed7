/* Most commands are plain: one object of short names with words, whole numbers, true, false, null
 * and lists of words, nothing escaped and all of it ASCII. Those are read here in a fraction of the
 * time that jansson takes to look at every character; all else is jansson's. */
#ifndef PLAIN_H
#define PLAIN_H

#include <jansson.h>
#include <stddef.h>

/* What json_loadb() with JSON_REJECT_DUPLICATES would give, a new reference; NULL: this is not
 * plain, or no JSON, or there is not enough memory. */
json_t *plain_read(const char *text, size_t size);

#endif
