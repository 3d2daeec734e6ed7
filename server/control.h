/* The control socket of a running host, DIR/control, which takes orders (order.h). Only the user
 * that runs the host can open it. A connection sends one line and gets one line: "ok", or "no" and
 * the reason. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stddef.h>
#include <sys/un.h>

struct control;
struct host;

enum { CONTROL_LINE = 200 }; /* bytes of an answer */

/* Listens in this directory, whose store the caller must own (store.h). NULL on failure, with the
 * reason in why. */
struct control *control_new(struct host *, const char *dir, char *why, size_t size);

/* Call it before host_free(). The argument may be NULL. */
void control_free(struct control *);

/* The client's side: sends a line and waits for the answer. 1: answered; 0: no host runs here; -1:
 * it hung up. */
int control_ask(const char *dir, const char *line, char answer[CONTROL_LINE]);

#endif
