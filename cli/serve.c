#include "command.h"

#include "asset.h"
#include "control.h"
#include "host.h"
#include "phone.h"
#include "server.h"
#include "store.h"

#include <stdlib.h>
#include <string.h>

enum {
	LISTEN,
	PER_ADDRESS,
	DATA,
	HOST,
	TRUST_PROXY,
	BASE,
	THREADS,
	RATE,
	TABLES,
	GRACE,
	KEEP_DAYS,
	METRICS,
	NOTIFY,
	NOTIFY_AFTER
};
static const struct arg takes[] = {
    [LISTEN] = {"--listen", ARG_TEXT, .value = "ADDR:PORT",
		.help = "where to listen, 127.0.0.1:7700 if not given; port 0: any free one"},
    [PER_ADDRESS] = {"--per-address", ARG_NUMBER, .value = "N", .lo = 1, .hi = 10000,
		     .help =
			 "connections one address may hold, 256 if not given; the next gets 503"},
    [DATA] = {"--data", ARG_TEXT, .value = "DIR",
	      .help = "where tables are kept; if not given they are gone when it stops"},
    [HOST] = {"--host", ARG_TEXT, .many = true, .value = "NAME",
	      .help = "a name by which people reach it, besides addresses; may be repeated"},
    [TRUST_PROXY] = {"--trust-proxy", ARG_TEXT, .value = "ADDR,...",
		     .help = "proxies, or networks like 10.0.0.0/8, whose X-Forwarded-For and "
			     "X-Forwarded-Proto are believed"},
    [BASE] = {"--base", ARG_TEXT, .value = "PATH",
	      .help = "the path behind a proxy below which people reach it, such as /atoll"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "N", .lo = 1, .hi = 64,
		 .help = "bots that think at the same time, 2 if not given, 24 MiB each"},
    [RATE] = {"--per-second", ARG_NUMBER, .value = "N", .lo = 1, .hi = 100000,
	      .help = "commands a second from one address, 200 if not given"},
    [TABLES] = {"--tables", ARG_NUMBER, .value = "N", .lo = 1, .hi = 1000000000,
		.help = "that are kept at most, 1000000 if not given; then nobody makes another"},
    [GRACE] = {"--grace", ARG_NUMBER, .value = "SECONDS", .lo = 1, .hi = 86400,
	       .help = "until others may let a bot move for who is away, 30 if not given"},
    [KEEP_DAYS] = {"--keep-days", ARG_NUMBER, .value = "N", .lo = 1, .hi = 36500,
		   .help =
		       "then tables in which nothing happens are removed; for ever if not given"},
    [METRICS] = {"--metrics", ARG_TEXT, .value = "ADDR:PORT",
		 .help = "where /metrics is instead of beside the page"},
    [NOTIFY] = {"--notify", ARG_TEXT, .value = "COMMAND",
		.help = "run by the shell when somebody's turn has waited; see docs/hosting.md"},
    [NOTIFY_AFTER] = {"--notify-after", ARG_NUMBER, .value = "SECONDS", .lo = 1, .hi = 8640000,
		      .help = "how long a turn waits before that, 600 if not given"},
    {NULL},
};

static int serve(struct server *server, struct at_store *store, const struct args *args,
		 const char *base)
{
	struct host_options options = {
	    .threads = args->given[THREADS] ? (int)args->number[THREADS] : 2,
	    .per_second = args->given[RATE] ? (int)args->number[RATE] : 200,
	    .tables = args->given[TABLES] ? (int)args->number[TABLES] : 1000000,
	    .grace_ms = args->given[GRACE] ? (int)args->number[GRACE] * 1000 : 30000,
	    .keep_days = (int)args->number[KEEP_DAYS],
	    .notify = args->text[NOTIFY],
	    .notify_after = args->given[NOTIFY_AFTER] ? (int)args->number[NOTIFY_AFTER] : 600,
	    .port = server_port(server),
	    .base = base,
	    .name = args->list,
	    .names = args->list_count,
	};
	char why[300];
	struct host *host = host_new(server_base(server), store, &options, why, sizeof why);
	struct control *control = NULL;
	int code;

	if (!host)
		return bad_input("atoll serve: %s", why);
	server_host(server, host);
	if (args->given[METRICS] && !server_metrics(server, args->text[METRICS], why, sizeof why))
		return bad_input("atoll serve: %s", why);
	if (args->given[DATA] && !(control = control_new(host, args->text[DATA], why, sizeof why)))
		return bad_input("atoll serve: %s", why);
	printf("Atoll is at %s (Ctrl-C stops it)\n", server_url(server));
	if (args->given[LISTEN])
		phone_print(stdout, args->text[LISTEN], server_port(server), base);
	if (!args->given[DATA])
		printf("Tables online are kept while it runs; --data DIR keeps them for good.\n");
	fflush(stdout);
	code = server_run(server);
	control_free(control);
	return code;
}

/* The path without the slash at its end; 0, or EXIT_USAGE. */
static int read_behind(const struct command *command, const struct args *args,
		       char base[SERVER_BASE_MAX], struct proxies *proxies)
{
	const char *path = args->given[BASE] ? args->text[BASE] : "";
	size_t len = strlen(path);

	if (len && path[len - 1] == '/')
		len--;
	if (len < SERVER_BASE_MAX) {
		memcpy(base, path, len);
		base[len] = '\0';
	}
	if (len >= SERVER_BASE_MAX || !server_is_base(base))
		return bad_usage(command, "--base is a path such as /atoll, not '%s'", path);
	if (args->given[TRUST_PROXY] && !proxies_read(proxies, args->text[TRUST_PROXY]))
		return bad_usage(command,
				 "--trust-proxy is addresses or networks such as "
				 "127.0.0.1,10.0.0.0/8, at most %d, not '%s'",
				 PROXIES_MAX, args->text[TRUST_PROXY]);
	return 0;
}

static int run(const struct command *command, const struct args *args)
{
	char base[SERVER_BASE_MAX], why[300];
	struct server_options options = {
	    .listen = args->given[LISTEN] ? args->text[LISTEN] : "127.0.0.1:7700",
	    .per_address =
		args->given[PER_ADDRESS] ? (int)args->number[PER_ADDRESS] : SERVER_PER_ADDRESS,
	    .base = base,
	};
	struct at_fail fail = {0};
	struct at_store *store;
	struct server *server;
	int code = read_behind(command, args, base, &options.proxies);

	if (code)
		return code;
	if (asset_count == 0 && !args->given[DATA])
		return bad_input("this program was built without the page; `make` builds both, "
				 "--data DIR serves tables alone");
	store =
	    at_store_open(args->given[DATA] ? args->text[DATA] : "memory:", AT_STORE_OWNER, &fail);
	if (!store)
		return bad_input("atoll serve: %s", fail.why);
	server = server_new(&options, why, sizeof why);
	code = server ? serve(server, store, args, base) : bad_input("atoll serve: %s", why);
	if (server)
		server_free(server);
	at_store_close(store);
	return code;
}

const struct command serve_command = {
    .name = "serve",
    .help = "Serves the page and hosts tables: all games in the browser.",
    .args = takes,
    .run = run,
};
