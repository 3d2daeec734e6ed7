/* The metrics of the host, in the text format of Prometheus. They are totals: nothing names anybody
 * or depends on a position. */
#include "metrics.h"

#include "addresses.h"
#include "host.h"
#include "memory.h"
#include "socket.h"
#include "state.h"
#include "store.h"
#include "text.h"
#include "thinkers.h"
#include "uptime.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* --- how long things take --- */

static const uint16_t steps_ms[TIME_STEPS] = {1,   2,    5,    10,   20,    50,    100,  200,
					      500, 1000, 2000, 5000, 10000, 20000, 60000};

static const struct {
	const char *name, *help;
} timings[TIMINGS] = {
    [TIMING_ACKNOWLEDGED] = {"atoll_acknowledgement_seconds",
			     "From a command at a table to its acknowledgement."},
    [TIMING_THOUGHT] = {"atoll_thinking_seconds",
			"From a bot's turn to its moves; it may have waited for others."},
    [TIMING_STORED] = {"atoll_store_seconds", "From the store being asked to its answer."},
};

void metrics_took(struct host *h, enum timing which, int64_t ms)
{
	struct times *t = &h->times[which];
	int i = 0;

	while (i < TIME_STEPS && ms > steps_ms[i])
		i++;
	t->count[i]++;
	t->ms += (uint64_t)ms;
}

/* --- what was refused --- */

static const char *const codes[REFUSALS] = {
    "bad-message", "unknown-command", "unknown-table", "name-needed", "promise-needed",
    "bad-name",    "not-allowed",     "not-open",      "not-yours",   "late",
    "bad-move",    "not-now",         "too-fast",      "too-many",    "busy",
    "store",       "stopping",        "read-only",     "other",
};

void metrics_refused(struct host *h, const char *code)
{
	int i = 0;

	while (i < REFUSALS - 1 && strcmp(codes[i], code) != 0)
		i++;
	h->refusals[i]++;
}

/* --- as text --- */

static void put_head(struct at_text *t, const char *name, const char *type, const char *help)
{
	at_put(t, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void put_number(struct at_text *t, uint64_t n)
{
	char value[32];

	snprintf(value, sizeof value, " %" PRIu64 "\n", n);
	at_puts(t, value);
}

static void put_seconds(struct at_text *t, uint64_t ms)
{
	char value[32];

	snprintf(value, sizeof value, "%" PRIu64 ".%03u", ms / 1000, (unsigned)(ms % 1000));
	at_puts(t, value);
}

static void put_times(struct at_text *t, const struct host *h, enum timing which)
{
	const struct times *times = &h->times[which];
	const char *name = timings[which].name;
	uint64_t sum = 0;

	put_head(t, name, "histogram", timings[which].help);
	for (int i = 0; i <= TIME_STEPS; i++) {
		at_put(t, "%s_bucket{le=\"", name);
		if (i < TIME_STEPS)
			put_seconds(t, steps_ms[i]);
		else
			at_puts(t, "+Inf");
		at_puts(t, "\"}");
		put_number(t, sum += times->count[i]);
	}
	at_put(t, "%s_sum ", name);
	put_seconds(t, times->ms);
	at_put(t, "\n%s_count", name);
	put_number(t, sum);
}

static void put_refusals(struct at_text *t, const struct host *h)
{
	put_head(t, "atoll_refused_total", "counter", "Commands refused, by the protocol's code.");
	for (int i = 0; i < REFUSALS; i++) {
		at_put(t, "atoll_refused_total{code=\"%s\"}", codes[i]);
		put_number(t, h->refusals[i]);
	}
}

static void put_closed(struct at_text *t, const struct host *h)
{
	static const int ours[] = {
	    SOCKET_GOING_AWAY, 1002,           1003, 1007, 1008, 1009, SOCKET_TRY_LATER,
	    SOCKET_TOO_FAST,   SOCKET_TOO_SLOW};

	put_head(t, "atoll_sockets_closed_total", "counter",
		 "Connections that the host ended, by the protocol's code.");
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		at_put(t, "atoll_sockets_closed_total{code=\"%d\"}", ours[i]);
		put_number(t, sockets_closed(h->sockets, ours[i]));
	}
}

struct metric {
	const char *name, *type, *help;
	uint64_t value;
};

static void put_plain(struct at_text *t, const struct metric *all, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		put_head(t, all[i].name, all[i].type, all[i].help);
		at_puts(t, all[i].name);
		put_number(t, all[i].value);
	}
}

static void put_load(struct at_text *t, struct host *h)
{
	size_t held, unread;

	sockets_sizes(h->sockets, &held, &unread);
	const struct metric all[] = {
	    {"atoll_up_seconds", "gauge", "Since the host was started.",
	     (uint64_t)(host_uptime() - h->started) / 1000},
	    {"atoll_sockets", "gauge", "Connected clients.", (uint64_t)sockets_count(h->sockets)},
	    {"atoll_sockets_bytes", "gauge", "Memory that their connections hold.", held},
	    {"atoll_sockets_unread_bytes", "gauge", "Sent to them and not read yet.", unread},
	    {"atoll_memory_bytes", "gauge", "Memory of the process.", memory_used()},
	    {"atoll_memory_shed_total", "counter", "Connections let go for want of memory.",
	     h->shed},
	    {"atoll_memory_refused_total", "counter", "Strangers not let in for want of memory.",
	     h->unmet},
	    {"atoll_messages_total", "counter", "Messages from clients.", h->messages},
	    {"atoll_control_frames_total", "counter", "Pings and pongs from clients.",
	     sockets_controls(h->sockets)},
	    {"atoll_thoughts_waiting", "gauge", "Turns and hints that wait for a thread.",
	     (uint64_t)thinkers_waiting(h->thinkers)},
	};

	put_plain(t, all, sizeof all / sizeof *all);
}

static void put_kept(struct at_text *t, struct host *h)
{
	uint32_t tables = 0, guests = 0;

	at_store_counts(h->store, &tables, &guests);
	const struct metric all[] = {
	    {"atoll_tables_awake", "gauge", "Tables in memory.", (uint64_t)h->table_count},
	    {"atoll_tables_stored", "gauge", "Tables in the store.", tables},
	    {"atoll_tables_damaged", "gauge", "Tables that are set aside.", host_damaged(h)},
	    {"atoll_tables_made_total", "counter", "Tables made.", h->made},
	    {"atoll_tables_expired_total", "counter", "Tables removed for their age.", h->expired},
	    {"atoll_guests_stored", "gauge", "Guests in the store.", guests},
	    {"atoll_guests_made_total", "counter", "People who were new here.", h->welcomed},
	    {"atoll_store_waiting", "gauge", "Writes that wait for the disk.",
	     (uint64_t)at_store_waiting(h->store)},
	    {"atoll_store_write_milliseconds", "gauge",
	     "How long the last beat took to be durable.", h->beat_took},
	    {"atoll_store_beats_lost_total", "counter", "Beats that could not be stored.",
	     h->beats_lost},
	    {"atoll_store_away", "gauge", "1: there is no connection to the database.",
	     h->away ? 1 : 0},
	    {"atoll_store_schema", "gauge", "The version of the store's schema.",
	     (uint64_t)at_store_schema(h->store)},
	};

	put_plain(t, all, sizeof all / sizeof *all);
}

static void put_connections(struct at_text *t, const struct host_connections *c)
{
	const struct metric all[] = {
	    {"atoll_connections", "gauge", "Connections, of clients or not yet.", c->open},
	    {"atoll_connections_total", "counter", "Connections let in.", c->made},
	    {"atoll_connections_refused_total", "counter",
	     "Connections refused: there are too many, of their address or in all.", c->refused},
	    {"atoll_connections_slow_total", "counter",
	     "Connections ended because a request did not come, or an answer was not read.",
	     c->slow},
	    {"atoll_memory_limit_bytes", "gauge", "What the process may have (--memory).",
	     c->memory_limit},
	};

	put_plain(t, all, sizeof all / sizeof *all);
}

void host_metrics(struct host *h, const struct host_connections *connections, char *out,
		  size_t size)
{
	struct at_text t;

	at_text_init(&t, out, size);
	put_head(&t, "atoll_build_info", "gauge", "1, for the version of the program.");
	at_put(&t, "atoll_build_info{version=\"%s\"} 1\n",
	       h->options.version ? h->options.version : "");
	put_connections(&t, connections);
	put_load(&t, h);
	put_kept(&t, h);
	for (int i = 0; i < TIMINGS; i++)
		put_times(&t, h, (enum timing)i);
	put_refusals(&t, h);
	put_closed(&t, h);
}
