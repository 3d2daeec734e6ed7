/* Names that look like others, whatever their letters are: by Unicode's confusable characters. */
#ifndef ALIKE_H
#define ALIKE_H

#include <stdbool.h>

bool names_alike(const char *, const char *);

/* Is it what people take for the host or a bot: "admin", a level of bots, one of these names of the
 * host, or what looks like them? */
bool name_is_reserved(const char *name, const char *const *hosts, int count);

/* Does it end as the host tells people of one name apart, "Ann (2)"? */
bool name_is_numbered(const char *name);

#endif
