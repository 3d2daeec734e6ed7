#define _POSIX_C_SOURCE 200809L

#include "command.h"

#include "asset.h"
#include "bot.h"
#include "control.h"
#include "files.h"
#include "host.h"
#include "lan_address.h"
#include "listen.h"
#include "memory.h"
#include "server.h"
#include "store.h"
#include "watchdog.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LEGAL_FILE_MAX = 1 << 20 }; /* bytes */

enum {
	LISTEN,
	PER_ADDRESS,
	DATA,
	STORE,
	HOST,
	TRUST_PROXY,
	BASE,
	THREADS,
	TOP_LEVEL,
	RATE,
	TABLES,
	MEMORY,
	GRACE,
	KEEP_DAYS,
	METRICS,
	NOTIFY,
	NOTIFY_AFTER,
	LEGAL,
	LOG,
	CONFIG,
	CHECK
};
static const struct arg takes[] = {
    [LISTEN] = {"--listen", ARG_TEXT, .value = "ADDR:PORT",
		.help =
		    "the address to listen on (default 127.0.0.1:7700); port 0 is any free port"},
    [PER_ADDRESS] = {"--per-address", ARG_NUMBER, .value = "N", .lo = 1, .hi = 10000,
		     .help =
			 "most connections from one address (default 256); further ones get 503"},
    [DATA] = {"--data", ARG_TEXT, .value = "DIR",
	      .help = "the data directory; without it, tables are lost when the server stops"},
    [STORE] = {"--store", ARG_TEXT, .few = true, .value = "ADDRESS",
	       .help = "instead of --data, a PostgreSQL that several nodes share: "
		       "postgresql://USER@HOST/NAME, with the password in PGPASSWORD or "
		       "PGPASSFILE; give it several times to split the tables among databases"},
    [HOST] =
	{"--host", ARG_TEXT, .many = true, .value = "NAME",
	 .help = "a name by which people reach the server, besides its addresses; may be repeated"},
    [TRUST_PROXY] = {"--trust-proxy", ARG_TEXT, .value = "ADDR,...",
		     .help = "addresses of proxies, or networks such as 10.0.0.0/8, whose "
			     "X-Forwarded-For and X-Forwarded-Proto are trusted"},
    [BASE] = {"--base", ARG_TEXT, .value = "PATH",
	      .help = "the path below which a proxy serves the page, such as /atoll"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "N", .lo = 1, .hi = 64,
		 .help = "how many bots think at the same time, 24 MiB each (default 2); one more "
			 "thread takes moves that need less than 20 ms"},
    [TOP_LEVEL] = {"--top-level", ARG_TEXT, .value = "LEVEL",
		   .help = "the strongest bots that people may ask for (default master)"},
    [RATE] = {"--per-second", ARG_NUMBER, .value = "N", .lo = 1, .hi = 100000,
	      .help = "most commands a second from one address (default 200)"},
    [TABLES] =
	{"--tables", ARG_NUMBER, .value = "N", .lo = 1, .hi = 1000000000,
	 .help =
	     "most tables in the store (default 1000000); at the limit nobody can create a table"},
    [MEMORY] = {"--memory", ARG_NUMBER, .value = "MIB", .lo = MEMORY_MIN_MIB, .hi = MEMORY_MAX_MIB,
		.help = "resident memory above which connections are closed and strangers refused "
			"(default 1024, or 80 % of the control group's limit if that is less)"},
    [GRACE] = {"--grace", ARG_NUMBER, .value = "SECONDS", .lo = 1, .hi = 86400,
	       .help = "how long a player is away before the others may let a bot move (default "
		       "120); with a clock, a bot moves when the time is up"},
    [KEEP_DAYS] = {"--keep-days", ARG_NUMBER, .value = "N", .lo = 1, .hi = 36500,
		   .help =
		       "remove tables in which nothing has happened for N days (default: never)"},
    [METRICS] =
	{"--metrics", ARG_TEXT, .value = "ADDR:PORT",
	 .help =
	     "serve /metrics at this address; `page` serves it beside the page (default: nowhere)"},
    [NOTIFY] = {"--notify", ARG_TEXT, .value = "COMMAND",
		.help =
		    "a shell command to run when somebody's turn has waited; see docs/hosting.md"},
    [NOTIFY_AFTER] = {"--notify-after", ARG_NUMBER, .value = "SECONDS", .lo = 1, .hi = 8640000,
		      .help = "how long a turn must have waited for that (default 600)"},
    [LEGAL] = {"--legal", ARG_TEXT, .value = "FILE",
	       .help = "plain text that says who runs this host; the page links to it at /legal"},
    [LOG] = {"--log", ARG_TEXT, .value = "FORM",
	     .help = "the form of the log on stdout: `text` (default), or `json` with every "
		     "command's way: read, tried, stored, answered"},
    [CONFIG] = {"--config", ARG_SETTINGS, .value = "FILE",
		.help = "read settings from this file, one NAME = VALUE a line; the command line "
			"overrides them"},
    [CHECK] = {"--check", ARG_FLAG, .help = "report mistakes in the settings and start nothing"},
    {NULL},
};

/* Is /metrics asked for beside the page? */
static bool is_beside(const struct args *args)
{
	return args->given[METRICS] && strcmp(args->text[METRICS], "page") == 0;
}

static void welcome(const struct server *server, const struct args *args, const char *base)
{
	printf("Atoll is at %s (Ctrl-C stops it)\n", server_url(server));
	if (args->given[LISTEN])
		lan_address_print(stdout, args->text[LISTEN], server_port(server), base);
	if (!args->given[DATA] && !args->given[STORE])
		printf("Online tables are lost when the server stops; --data DIR keeps them.\n");
	fflush(stdout);
}

static int serve(struct server *server, struct at_store *store, const struct args *args,
		 const char *base)
{
	struct host_options options = {
	    .threads = args->given[THREADS] ? (int)args->number[THREADS] : 2,
	    .top_level = args->text[TOP_LEVEL],
	    .per_second = args->given[RATE] ? (int)args->number[RATE] : 200,
	    .tables = args->given[TABLES] ? (int)args->number[TABLES] : 1000000,
	    .grace_ms = args->given[GRACE] ? (int)args->number[GRACE] * 1000 : 120000,
	    .keep_days = (int)args->number[KEEP_DAYS],
	    .notify = args->text[NOTIFY],
	    .notify_after = args->given[NOTIFY_AFTER] ? (int)args->number[NOTIFY_AFTER] : 600,
	    .port = server_port(server),
	    .base = base,
	    .name = args->list,
	    .names = args->list_count,
	    .version = ATOLL_VERSION,
	    .log_json = args->given[LOG] && strcmp(args->text[LOG], "json") == 0,
	};
	char why[300];
	struct host *host = host_new(server_base(server), store, &options, why, sizeof why);
	struct control *control = NULL;
	struct watchdog *watchdog;
	int code;

	if (!host)
		return bad_input("atoll serve: %s", why);
	server_host(server, host);
	if (args->given[METRICS] && !is_beside(args) &&
	    !server_metrics(server, args->text[METRICS], why, sizeof why))
		return bad_input("atoll serve: %s", why);
	if (args->given[DATA] && !(control = control_new(host, args->text[DATA], why, sizeof why)))
		return bad_input("atoll serve: %s", why);
	if (options.log_json) {
		snprintf(why, sizeof why, "Atoll is at %s", server_url(server));
		host_say(host, why);
	} else {
		welcome(server, args, base);
	}
	watchdog = watchdog_new(server_base(server));
	code = server_run(server);
	watchdog_free(watchdog);
	control_free(control);
	return host_is_outdated(host)
		   ? bad_input("atoll serve: a newer version has changed the database: this one is "
			       "too old")
		   : code;
}

/* The path without the slash at its end; 0, or EXIT_USAGE. */
static int read_behind(const struct command *command, const struct args *args,
		       char base[SERVER_BASE_MAX], struct proxies *proxies)
{
	const char *path = args->given[BASE] ? args->text[BASE] : "";
	size_t len = strlen(path);
	int code = 0;

	if (len && path[len - 1] == '/')
		len--;
	if (len < SERVER_BASE_MAX) {
		memcpy(base, path, len);
		base[len] = '\0';
	}
	if (len >= SERVER_BASE_MAX || !server_is_base(base))
		code = bad_usage(command, "--base is a path such as /atoll, not '%s'", path);
	if (args->given[TRUST_PROXY] && !proxies_read(proxies, args->text[TRUST_PROXY]))
		code = bad_usage(command,
				 "--trust-proxy is addresses or networks such as "
				 "127.0.0.1,10.0.0.0/8, at most %d, not '%s'",
				 PROXIES_MAX, args->text[TRUST_PROXY]);
	return code;
}

/* A program without the page, and no tables that are kept. 0, or EXIT_INPUT. */
static int no_use(const struct args *args)
{
	if (asset_count || args->given[DATA] || args->given[STORE])
		return 0;
	return bad_input("this program was built without the page; `make` builds both, "
			 "--data DIR serves tables alone");
}

/* A name as it stands in an address: nothing else would ever be asked for. */
static bool is_name(const char *name)
{
	static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789-_.";

	return *name && strspn(name, LETTERS) == strlen(name);
}

static bool is_level(const char *name)
{
	int i = 0;

	while (at_ladder[i] && strcmp(at_ladder[i], name) != 0)
		i++;
	return at_ladder[i];
}

/* Nothing else is shared by nodes. */
static bool is_database(const char *address)
{
	return strncmp(address, "postgresql://", 13) == 0 ||
	       strncmp(address, "postgres://", 11) == 0;
}

/* Is it given as it must be written? */
static bool is_address(const struct args *args, int which)
{
	char host[LISTEN_HOST_MAX];
	const char *port;

	return args->given[which] && listen_split(args->text[which], host, &port);
}

static int check_addresses(const struct command *command, const struct args *args)
{
	static const int addresses[] = {LISTEN, METRICS};
	int code = 0;

	for (int i = 0; i < 2; i++)
		if (args->given[addresses[i]] && !is_address(args, addresses[i]) &&
		    !(addresses[i] == METRICS && is_beside(args)))
			code = bad_usage(command, "%s is ADDR:PORT such as %s, not '%s'",
					 takes[addresses[i]].name,
					 i ? "127.0.0.1:9100" : "127.0.0.1:7700",
					 args->text[addresses[i]]);
	if (is_address(args, LISTEN) && args->given[METRICS] &&
	    strcmp(args->text[METRICS], args->text[LISTEN]) == 0 &&
	    strcmp(strrchr(args->text[LISTEN], ':'), ":0") != 0) /* two free ports are two */
		code = bad_usage(command, "--metrics and --listen are the same address");
	return code;
}

/* Mistakes that do not depend on this machine, one a line. 0, or EXIT_USAGE. */
static int check_words(const struct command *command, const struct args *args,
		       char base[SERVER_BASE_MAX], struct proxies *proxies)
{
	int code = args->mistakes ? EXIT_USAGE : 0;

	if (read_behind(command, args, base, proxies))
		code = EXIT_USAGE;
	if (check_addresses(command, args))
		code = EXIT_USAGE;
	for (int i = 0; i < args->list_count; i++)
		if (!is_name(args->list[i]))
			code = bad_usage(command,
					 "--host is a name such as play.example.org, without "
					 "https:// or a port, not '%s'",
					 args->list[i]);
	for (int i = 0; i < args->few_count; i++)
		if (!is_database(args->few[i]))
			code = bad_usage(command,
					 "--store is an address such as "
					 "postgresql://atoll@db1.example.org/atoll, not '%s'",
					 args->few[i]);
	if (args->given[DATA] && args->given[STORE])
		code = bad_usage(command, "tables are kept in --data or in --store, not in both");
	if (args->given[TOP_LEVEL] && !is_level(args->text[TOP_LEVEL]))
		code = bad_usage(command, "--top-level is a level of bots such as hard, not '%s'",
				 args->text[TOP_LEVEL]);
	if (args->given[LOG] && strcmp(args->text[LOG], "json") != 0 &&
	    strcmp(args->text[LOG], "text") != 0)
		code = bad_usage(command, "--log is text or json, not '%s'", args->text[LOG]);
	if (args->given[NOTIFY_AFTER] && !args->given[NOTIFY])
		code = bad_usage(command, "--notify-after does nothing without --notify");
	return code;
}

/* Could tables be kept there? */
static int check_data(const char *dir)
{
	char above[4096];
	const char *slash = strrchr(dir, '/');
	struct stat about;

	if (stat(dir, &about) == 0) {
		if (!S_ISDIR(about.st_mode))
			return bad_input("atoll serve: --data %s is not a directory", dir);
		return access(dir, W_OK | X_OK) == 0
			   ? 0
			   : bad_input("atoll serve: --data %s: %s", dir, strerror(errno));
	}
	snprintf(above, sizeof above, "%.*s", slash ? (int)(slash - dir) + 1 : 1,
		 slash ? dir : ".");
	if (access(above, W_OK | X_OK))
		return bad_input("atoll serve: --data %s cannot be made: %s", dir, strerror(errno));
	return 0;
}

/* Does the database answer, and is it ours or empty? */
static int check_store(const char *address)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(address, AT_STORE_VISITOR, &fail);

	if (!store && fail.err != AT_BAD_STATE) /* an empty one is made a store when it starts */
		return bad_input("atoll serve: --store: %s", fail.why);
	at_store_close(store);
	return 0;
}

/* Are they the parts of one store, in their order? */
static int check_parts(const struct args *args)
{
	struct at_fail fail = {0};
	struct at_store *store =
	    at_store_open_all(args->few, args->few_count, AT_STORE_VISITOR, &fail);

	if (!store && fail.err != AT_BAD_STATE)
		return bad_input("atoll serve: --store: %s", fail.why);
	at_store_close(store);
	return 0;
}

/* As text with an end, for the caller to free, or NULL after saying what is wrong. */
static char *read_legal(const char *name)
{
	struct file file;
	char *text;

	if (file_read(&file, name, LEGAL_FILE_MAX))
		return NULL;
	text = realloc(file.text, file.len + 1);
	if (!text) {
		file_release(&file);
		bad_input("%s: there is not enough memory", name);
		return NULL;
	}
	text[file.len] = '\0';
	return text;
}

/* Reasons for which it would fail here and now, one a line. 0, or EXIT_INPUT. */
static int check_place(const struct args *args)
{
	char why[300];
	int code = 0, stores = 0;

	if (is_address(args, LISTEN) && !listen_check(args->text[LISTEN], why, sizeof why))
		code = bad_input("atoll serve: --listen: %s", why);
	if (is_address(args, METRICS) && !listen_check(args->text[METRICS], why, sizeof why))
		code = bad_input("atoll serve: --metrics: %s", why);
	if (args->given[DATA] && check_data(args->text[DATA]))
		code = EXIT_INPUT;
	for (int i = 0; i < args->few_count; i++)
		if (!is_database(args->few[i]) || check_store(args->few[i]))
			stores = EXIT_INPUT;
	if (stores || (args->few_count && check_parts(args)))
		code = EXIT_INPUT;
	if (args->given[LEGAL]) {
		char *legal = read_legal(args->text[LEGAL]);
		code = legal ? code : EXIT_INPUT;
		free(legal);
	}
	if (no_use(args))
		code = EXIT_INPUT;
	return code;
}

static int start(const struct args *args, const struct server_options *options)
{
	struct at_fail fail = {0};
	struct at_store *store =
	    args->given[STORE]
		? at_store_open_all(args->few, args->few_count, AT_STORE_OWNER, &fail)
		: at_store_open(args->given[DATA] ? args->text[DATA] : "memory:", AT_STORE_OWNER,
				&fail);
	struct server *server;
	char why[300];
	int code;

	if (!store)
		return bad_input("atoll serve: %s", fail.why);
	server = server_new(options, why, sizeof why);
	code =
	    server ? serve(server, store, args, options->base) : bad_input("atoll serve: %s", why);
	if (server)
		server_free(server);
	at_store_close(store);
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	char base[SERVER_BASE_MAX], *legal = NULL;
	struct server_options options = {
	    .listen = args->given[LISTEN] ? args->text[LISTEN] : "127.0.0.1:7700",
	    .per_address =
		args->given[PER_ADDRESS] ? (int)args->number[PER_ADDRESS] : SERVER_PER_ADDRESS,
	    .base = base,
	    .memory = (size_t)args->number[MEMORY] << 20,
	    .metrics = is_beside(args),
	};
	int code = check_words(command, args, base, &options.proxies);

	if (args->given[CHECK]) {
		int place = check_place(args);
		code = code ? code : place;
		if (!code)
			puts("Nothing is wrong with these settings.");
		return code;
	}
	if (!code)
		code = no_use(args);
	if (!code && args->given[LEGAL]) {
		legal = read_legal(args->text[LEGAL]);
		options.legal = legal;
		code = legal ? 0 : EXIT_INPUT;
	}
	if (!code)
		code = start(args, &options);
	free(legal);
	return code;
}

const struct command serve_command = {
    .name = "serve",
    .help = "Serves the page and hosts online tables: all games in the browser.",
    .notes = "In FILE, NAME is an option without its dashes, such as threads = 4. Lines that begin "
	     "with # are\n"
	     "ignored. docs/hosting.md is the guide for hosts.",
    .args = takes,
    .run = run,
};
