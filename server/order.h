/* Orders of the administrator (`atoll admin`): a line of text, which becomes one write to the
 * store.
 *
 *     table ID            removes a table with its chat
 *     chat ID             removes its chat
 *     chat ID NUMBER      removes one line of its chat
 *     again ID            reads a restored table again (control.c)
 *     guest NUMBER        deletes a guest: name, cookies, seats and lines of chat
 */
#ifndef ORDER_H
#define ORDER_H

#include "store.h"

enum { ORDER_MAX = 100 }; /* bytes of a line */

/* false if the store has nothing of this, or the line is not an order; why has the reason. */
bool order_read(struct at_store *, const char *line, struct at_write *, const char **why);

/* Finds the table with this id in hexadecimal digits. */
bool order_find_table(struct at_store *, const char *id, struct at_head *);

/* Why it failed, as text; NULL: it was done. */
const char *order_failed(const struct at_write *);

#endif
