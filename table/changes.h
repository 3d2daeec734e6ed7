/* The differences between two JSON values, from which a client that has the first can make the
 * second ("views":"changed" in docs/protocol.md). Applied in their order the changes give the same
 * value, its members in the same order. Each is a list that begins with a path, the names and
 * places that lead to a value:
 *
 *     [PATH]                      this member is gone
 *     [PATH,VALUE]                this is the value now; a new member comes behind the others
 *     [PATH,PLACE,COUNT,VALUES]   in this list these values stand instead of COUNT from PLACE on */
#ifndef AT_TABLE_CHANGES_H
#define AT_TABLE_CHANGES_H

#include "text.h"

/* A member with that name: the list of changes. Both texts are as json.h writes them. The changes
 * of an object or a list are never much longer than its new value, which else is told instead. */
void at_tell_changes(struct at_text *, const char *name, const char *was, const char *is);

#endif
