/* Budgets for what people make. Anybody can become a new guest, so addresses have budgets, too. But
 * an address can be a school, so theirs apply only while the host is more than half full. Recovery
 * codes are tried slowly at any time. */
#include "budgets.h"

#include "addresses.h"
#include "asks.h"
#include "limit.h"
#include "sizes.h"
#include "state.h"
#include "store.h"
#include "thinkers.h"
#include "uptime.h"
#include "visitor.h"
static const struct {
	struct {
		int burst;   /* at once, */
		int each_ms; /* then one in this interval; 0: no such limit */
	} guest, address;
	const char *why;
	bool always; /* the address's, too */
} budgets[BUDGETS] = {
    [BUDGET_TABLES] = {{100, 10000},
		       {60, 5000},
		       "too many tables were made from here; wait a moment"},
    [BUDGET_GUESTS] = {{1, 0}, {120, 5000}, "too many people came from here; wait a moment"},
    [BUDGET_LINKS] = {{20, 30000}, {60, 5000}, "too many links were made from here; wait a moment"},
    [BUDGET_LINES] = {{6, 1000}, {60, 100}, "not so many lines at once; wait a moment"},
    [BUDGET_CODES] = {{1, 0},
		      {10, 30000},
		      "too many codes were tried from here; wait a moment",
		      true},
    [BUDGET_SOCKETS] = {{120, 500},
			{300, 200},
			"Too many connections were opened from here. Wait a moment.\n"},
};

/* Of what would not go away by itself. Thoughts that wait are held against those alone whose they
 * are: somebody who makes hundreds of tables for bots binds no school. */
static bool is_half_full(struct host *h, const struct address *p)
{
	enum { SHARE = THINKERS_JOBS_MAX / 256 };

	return (h->options.tables && h->kept > (uint32_t)h->options.tables / 2) ||
	       h->writes > STORE_QUEUE / 2 || h->half_used ||
	       (thinkers_waiting(h->thinkers) > THINKERS_JOBS_MAX / 2 &&
		thinkers_of(h->thinkers, p->key) > SHARE);
}

static bool take(struct host *h, struct guest *g, struct address *p, enum budget what)
{
	int64_t now = host_uptime();
	bool good = !budgets[what].guest.each_ms ||
		    bucket_take_each(&g->made[what], now, budgets[what].guest.each_ms,
				     budgets[what].guest.burst);

	if (good)
		good = bucket_take_each(&p->made[what], now, budgets[what].address.each_ms,
					budgets[what].address.burst) ||
		       (!budgets[what].always && !is_half_full(h, p));
	return good;
}

bool budget_take(const struct call *c, enum budget what)
{
	bool good = take(c->host, c->visitor->guest, c->visitor->address, what);

	if (!good)
		refuse_call(c, "too-fast", budgets[what].why);
	return good;
}

const char *budget_open(struct visitor *v)
{
	return take(v->host, v->guest, v->address, BUDGET_SOCKETS) ? NULL
								   : budgets[BUDGET_SOCKETS].why;
}
