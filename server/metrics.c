/* What the host tells about itself at /metrics, in the text format of Prometheus. Sums over
 * everything: nothing here names anybody, and nothing depends on what a position is. */
#include "hosting.h"

#include "text.h"

#include <inttypes.h>
#include <stdio.h>

struct metric {
	const char *name, *type, *help;
	uint64_t value;
};

void host_metrics(struct host *h, char *out, size_t size)
{
	uint32_t tables = 0, guests = 0;
	struct at_text t;
	char value[32];

	at_store_counts(h->store, &tables, &guests);
	const struct metric all[] = {
	    {"atoll_up_seconds", "gauge", "Since the host was started.",
	     (uint64_t)(host_uptime() - h->started) / 1000},
	    {"atoll_sockets", "gauge", "Connected clients.", (uint64_t)sockets_count(h->sockets)},
	    {"atoll_tables_awake", "gauge", "Tables in memory.", (uint64_t)h->table_count},
	    {"atoll_tables_stored", "gauge", "Tables in the store.", tables},
	    {"atoll_guests_stored", "gauge", "Guests in the store.", guests},
	    {"atoll_messages_total", "counter", "Messages from clients.", h->messages},
	    {"atoll_store_waiting", "gauge", "Writes that wait for the disk.",
	     (uint64_t)at_store_waiting(h->store)},
	    {"atoll_store_write_milliseconds", "gauge",
	     "How long the last beat took to be durable.", h->beat_took},
	    {"atoll_store_beats_lost_total", "counter", "Beats that could not be stored.",
	     h->beats_lost},
	    {"atoll_store_away", "gauge", "1: there is no connection to the database.",
	     h->away ? 1 : 0},
	    {"atoll_memory_shed_total", "counter", "Connections let go for want of memory.",
	     h->shed},
	    {"atoll_memory_refused_total", "counter", "Strangers not let in for want of memory.",
	     h->unmet},
	    {"atoll_tables_expired_total", "counter", "Tables removed for their age.", h->expired},
	};

	at_text_init(&t, out, size);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		at_put(&t, "# HELP %s %s\n# TYPE %s %s\n%s ", all[i].name, all[i].help, all[i].name,
		       all[i].type, all[i].name);
		snprintf(value, sizeof value, "%" PRIu64 "\n", all[i].value);
		at_puts(&t, value);
	}
}
