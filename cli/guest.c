#define _GNU_SOURCE

#include "guest.h"

#include "command.h"
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The default file; creates its folders. NULL after reporting an error. */
static char *usual_path(const struct link *link, const char *kind)
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	char *folder = NULL, *path = NULL;
	int n;

	if (state && *state == '/') {
		n = asprintf(&folder, "%s/atoll", state);
	} else if (home && *home) {
		n = asprintf(&folder, "%s/.local/state/atoll", home);
	} else {
		bad_input("there is no HOME directory to keep your identity in: give --guest FILE");
		return NULL;
	}
	if (n < 0)
		return NULL;
	n = make_folder(folder)
		? -1
		: asprintf(&path, "%s/%s_%s_%s.json", folder, kind, link->host, link->port);
	free(folder);
	return n < 0 ? NULL : path;
}

/* The lock is on a separate file, because the data file gets replaced. */
static int lock(struct guest *g)
{
	char *beside;

	if (asprintf(&beside, "%s.lock", g->path) < 0)
		return bad_input("there is not enough memory");
	g->lock = open(beside, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	free(beside);
	if (g->lock < 0)
		return bad_input("%s: %s", g->path, strerror(errno));
	if (flock(g->lock, LOCK_EX | LOCK_NB))
		return bad_input("%s: another `atoll join` uses this identity; give --guest FILE "
				 "to be somebody else",
				 g->path);
	return 0;
}

/* The cookie belongs to one host and is sent to no other. */
static int load(struct guest *g)
{
	json_t *json, *tables;
	const char *cookie, *host;
	int code = 0;

	if (access(g->path, F_OK)) {
		g->tables = json_object();
		return 0;
	}
	json = json_load_file(g->path, 0, NULL);
	cookie = json_string_value(json_object_get(json, "cookie"));
	host = json_string_value(json_object_get(json, "host"));
	tables = json_object_get(json, "tables");
	if (!cookie || !host || strlen(cookie) >= sizeof g->cookie || strpbrk(cookie, "\r\n") ||
	    !json_is_object(tables)) {
		code = bad_input("%s: this is not a guest file", g->path);
	} else if (strcmp(host, g->host) != 0) {
		code = bad_input("%s: this guest is known at %s; give another --guest FILE",
				 g->path, host);
	} else {
		memcpy(g->cookie, cookie, strlen(cookie) + 1);
		g->tables = json_incref(tables);
	}
	json_decref(json);
	return code;
}

int guest_open(struct guest *g, const char *path, const struct link *link, const char *kind)
{
	int code;

	*g = (struct guest){.lock = -1};
	snprintf(g->host, sizeof g->host, "%s:%s", link->host, link->port);
	g->path = path ? strdup(path) : usual_path(link, kind);
	if (!g->path)
		return EXIT_INPUT;
	code = lock(g);
	return code ? code : load(g);
}

void guest_close(struct guest *g)
{
	if (g->lock >= 0)
		close(g->lock);
	json_decref(g->tables);
	free(g->path);
	*g = (struct guest){.lock = -1};
}

bool guest_keep(const struct guest *g)
{
	json_t *json = json_object();
	char *beside = NULL;
	bool good;
	int fd;

	json_object_set_new(json, "host", json_string(g->host));
	json_object_set_new(json, "cookie", json_string(g->cookie));
	json_object_set(json, "tables", g->tables);
	if (asprintf(&beside, "%s.new", g->path) < 0) {
		json_decref(json);
		return false;
	}
	unlink(beside);
	fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	good = fd >= 0 && json_dumpfd(json, fd, JSON_INDENT(1)) == 0 && fsync(fd) == 0;
	if (fd >= 0)
		good &= close(fd) == 0;
	good = good && rename(beside, g->path) == 0;
	free(beside);
	json_decref(json);
	return good;
}

json_t *guest_table(struct guest *g, const char *id)
{
	json_t *table = json_object_get(g->tables, id);

	if (!table) {
		table = json_object();
		json_object_set_new(g->tables, id, table);
	}
	return table;
}
