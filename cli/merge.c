#define _POSIX_C_SOURCE 200809L

#include "command.h"
#include "files.h"
#include "journal.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { INTO, FROM };
static const struct arg takes[] = {
    [INTO] = {"INTO", ARG_TEXT, .required = true,
	      .help = "the log to add the parts to; what it contains already stays"},
    [FROM] = {"LOG", ARG_TEXT, .required = true, .many = true,
	      .help = "the logs of the parts (--shard); or folders, then INTO is a folder too and "
		      "*.log files of the same name are combined"},
    {NULL},
};

static bool is_folder(const char *name)
{
	struct stat st;

	return stat(name, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_there(const char *name)
{
	struct stat st;

	return stat(name, &st) == 0;
}

/* What the target already has stays. */
static int merge(const char *into, const char *const *from, int count)
{
	const char **all = calloc((size_t)count + 1, sizeof *all);
	struct at_fail fail;
	int code = 0;

	if (!all)
		return bad_input("there is not enough memory");
	memcpy(all, from, (size_t)count * sizeof *all);
	all[count] = into;
	if (at_journal_merge(into, all, is_there(into) ? count + 1 : count, &fail))
		code = bad_input("atoll lab merge: %s", fail.why);
	else
		printf("%s has what %d log%s tell%s\n", into, count, count == 1 ? "" : "s",
		       count == 1 ? "s" : "");
	free(all);
	return code;
}

/* The files of this name in all of the folders that have it. */
static int merge_name(const char *into, const struct args *args, const char *name)
{
	size_t room = 0;
	char target[4096];
	char **paths = calloc((size_t)args->list_count, sizeof *paths);
	const char **from = calloc((size_t)args->list_count, sizeof *from);
	int count = 0, code = EXIT_INPUT;

	for (int i = 0; paths && from && i < args->list_count; i++) {
		room = strlen(args->list[i]) + strlen(name) + 2;
		paths[i] = malloc(room);
		if (!paths[i])
			break;
		snprintf(paths[i], room, "%s/%s", args->list[i], name);
		if (is_there(paths[i]))
			from[count++] = paths[i];
	}
	snprintf(target, sizeof target, "%s/%s", into, name);
	if (count)
		code = merge(target, from, count);
	for (int i = 0; paths && i < args->list_count; i++)
		free(paths[i]);
	free(paths);
	free(from);
	return code;
}

static bool is_log(const char *name)
{
	size_t len = strlen(name);

	return len > 4 && strcmp(name + len - 4, ".log") == 0;
}

/* A name is merged when its first folder is reached. */
static bool had_before(const struct args *args, int folder, const char *name)
{
	char path[4096];

	for (int i = 0; i < folder; i++) {
		snprintf(path, sizeof path, "%s/%s", args->list[i], name);
		if (is_there(path))
			return true;
	}
	return false;
}

static int merge_folders(const struct args *args)
{
	int code = make_folder(args->text[INTO]);
	int found = 0;

	for (int i = 0; i < args->list_count && !code; i++) {
		DIR *folder = opendir(args->list[i]);
		const struct dirent *file;
		if (!folder)
			return bad_input("%s is not a folder, but others are", args->list[i]);
		while (!code && (file = readdir(folder))) {
			if (!is_log(file->d_name) || had_before(args, i, file->d_name))
				continue;
			found++;
			code = merge_name(args->text[INTO], args, file->d_name);
		}
		closedir(folder);
	}
	if (!code && !found)
		return bad_input("atoll lab merge: no folder has a file *.log");
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	(void)command;
	for (int i = 0; i < args->list_count; i++)
		if (is_folder(args->list[i]))
			return merge_folders(args);
	return merge(args->text[INTO], args->list, args->list_count);
}

const struct command merge_command = {
    .name = "lab merge",
    .help = "Combines the logs of a run that was split with --shard (simulate, match, ladder).",
    .notes = "  for i in 1 2 3 4; do atoll match reef --bots hard,normal --games 400 \\\n"
	     "      --shard $i/4 --log part$i.log & done; wait\n"
	     "  atoll lab merge all.log part*.log\n"
	     "  atoll match reef --bots hard,normal --games 400 --log all.log\n"
	     "\n"
	     "The last command plays what is missing and prints what a single process would have "
	     "printed.\n"
	     "Logs of different runs, and logs that contradict each other, are refused.",
    .args = takes,
    .run = run,
};
