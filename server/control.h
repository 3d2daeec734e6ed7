/* How a running host is given orders (order.h): a socket in the data directory, DIR/control, which
 * only the user that runs the host can open. One connection, one line, one line back: "ok", or "no"
 * and the reason. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stddef.h>
#include <sys/un.h>

struct control;
struct host;

enum { CONTROL_LINE = 200 }; /* bytes of an answer */

/* Listens in this directory, of which the caller is the owner (store.h). NULL on failure, with the
 * reason in why. */
struct control *control_new(struct host *, const char *dir, char *why, size_t size);

/* Before the host. Or NULL. */
void control_free(struct control *);

/* The other side. Waits for the answer to the line: 1; 0: no host runs here; -1: it hung up. */
int control_ask(const char *dir, const char *line, char answer[CONTROL_LINE]);

#endif
