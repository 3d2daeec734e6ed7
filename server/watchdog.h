/* Tells the service manager (systemd) that the server is ready and alive, as sd_notify(3)
 * describes. The loop itself sends the signs of life, so they stop when it hangs; it goes on while
 * the store waits for its disk or its database. */
#ifndef WATCHDOG_H
#define WATCHDOG_H

struct event_base;
struct watchdog;

/* Reports that the server is ready. NULL if nobody asked for reports ($NOTIFY_SOCKET), or there
 * is no memory. Children do not inherit the variables. */
struct watchdog *watchdog_new(struct event_base *);

/* Says that the server stops. Or NULL. */
void watchdog_free(struct watchdog *);

#endif
