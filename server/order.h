/* What whoever runs the host may order (`atoll admin`): one line of text, which becomes one write
 * to the store.
 *
 *     table ID            removes a table with its chat
 *     chat ID             removes what was said there
 *     chat ID NUMBER      one line of it
 *     again ID            reads a table again that was restored (control.c)
 *     guest NUMBER        forgets somebody: the name, cookies, seats and lines of chat
 */
#ifndef ORDER_H
#define ORDER_H

#include "store.h"

enum { ORDER_MAX = 100 }; /* bytes of a line */

/* false: nothing of this is in the store, or it is no order at all; why says it in a line. */
bool order_read(struct at_store *, const char *line, struct at_write *, const char **why);

/* The table with this id in hexadecimal digits. */
bool order_find_table(struct at_store *, const char *id, struct at_head *);

/* What became of it, in words; NULL: it is done. */
const char *order_failed(const struct at_write *);

#endif
