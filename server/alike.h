/* Names that look alike in spite of different characters, by Unicode's confusables. */
#ifndef ALIKE_H
#define ALIKE_H

#include <stdbool.h>

bool names_alike(const char *, const char *);

/* Whether people could take it for the host or a bot: "admin", a level of bots, one of these names
 * of the host, or something that looks like them. */
bool name_is_reserved(const char *name, const char *const *hosts, int count);

/* Whether it ends with a number as the host adds it to equal names, "Ann (2)". */
bool name_is_numbered(const char *name);

#endif
