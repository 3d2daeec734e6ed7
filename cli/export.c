/* atoll export and atoll import: everything a host keeps, from one kind of store to another. */
#define _GNU_SOURCE
#include "command.h"
#include "stores.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALSO_HELP                                                                                  \
	"another database, if the host has several; give it once for each, in the order of atoll " \
	"serve"

enum { OUT_STORE, OUT_FILE, OUT_ALSO };
static const struct arg takes_out[] = {
    [OUT_STORE] =
	{"STORE", .required = true,
	 .help =
	     "where the data is: the directory of atoll serve --data, or the address of --store"},
    [OUT_FILE] = {"FILE", .required = true, .help = "the file to write; it must not exist yet"},
    [OUT_ALSO] = {"--also", ARG_TEXT, .few = true, .value = "ADDRESS", .help = ALSO_HELP},
    {NULL},
};

enum { IN_FILE, IN_STORE, IN_ALSO };
static const struct arg takes_in[] = {
    [IN_FILE] = {"FILE", .required = true, .help = "a file that atoll export has written"},
    [IN_STORE] = {"STORE", .required = true,
		  .help = "where to put it: a new directory, or the address of an empty database"},
    [IN_ALSO] = {"--also", ARG_TEXT, .few = true, .value = "ADDRESS", .help = ALSO_HELP},
    {NULL},
};

static void tell(const char *name, const struct at_travel *sum)
{
	printf("%s: %u tables and %u guests, %llu rows, sha256 ", name, sum->tables, sum->guests,
	       (unsigned long long)sum->rows);
	for (size_t i = 0; i < sizeof sum->hash; i++)
		printf("%02x", sum->hash[i]);
	printf("\n");
}

/* Only the owner may read it: it contains seeds. */
static FILE *make_file(const char *name)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w");

	if (!file && fd >= 0)
		close(fd);
	return file;
}

static int run_out(const struct command *command, const struct args *args)
{
	const char *name = args->text[OUT_FILE];
	struct at_fail fail = {0};
	struct at_travel sum;
	struct at_store *store = open_stores(args, args->text[OUT_STORE], AT_STORE_VISITOR, &fail);
	FILE *file;
	bool bad;

	(void)command;
	if (!store)
		return bad_input("atoll export: %s", fail.why);
	file = make_file(name);
	if (!file) {
		at_store_close(store);
		return bad_input("atoll export: %s: %s", name, strerror(errno));
	}
	bad = at_store_export(store, file, &sum, &fail) != AT_OK;
	if (!bad && (fflush(file) || fsync(fileno(file))))
		bad = at_fail(&fail, AT_BAD_VALUE, "%s: %s", name, strerror(errno)) != AT_OK;
	fclose(file);
	at_store_close(store);
	if (bad) {
		unlink(name);
		return bad_input("atoll export: %s", fail.why);
	}
	tell(name, &sum);
	return EXIT_SUCCESS;
}

static int run_in(const struct command *command, const struct args *args)
{
	struct at_fail fail = {0};
	struct at_travel sum;
	FILE *file = fopen(args->text[IN_FILE], "re");
	struct at_store *store;
	enum at_err err;

	(void)command;
	if (!file)
		return bad_input("atoll import: %s: %s", args->text[IN_FILE], strerror(errno));
	store = open_stores(args, args->text[IN_STORE], AT_STORE_OWNER, &fail);
	if (!store) {
		fclose(file);
		return bad_input("atoll import: %s", fail.why);
	}
	err = at_store_import(store, file, &sum, &fail);
	fclose(file);
	at_store_close(store);
	if (err)
		return bad_input("atoll import: %s", fail.why);
	tell(args->text[IN_STORE], &sum);
	return EXIT_SUCCESS;
}

const struct command export_command = {
    .name = "export",
    .help = "Writes everything that a host has stored into one file, for atoll import.",
    .notes = "This works while the host runs: the file is a snapshot of one moment (with several "
	     "databases, of one\n"
	     "moment each). Its last line is the SHA-256 of the lines before it.",
    .args = takes_out,
    .run = run_out,
};

const struct command import_command = {
    .name = "import",
    .help = "Puts a file of atoll export into an empty directory or database.",
    .notes = "The data is read back and kept only if its hash is that of the file. Every device "
	     "notices the new\n"
	     "store and forgets what came after the export.",
    .args = takes_in,
    .run = run_in,
};
