#include "settings.h"

#include "command.h"
#include "files.h"

#include <stdlib.h>
#include <string.h>

/* While a file is read. */
struct reading {
	struct args *args;
	const struct command *command;
	int from;
	bool typed[ARGS_MAX]; /* on the command line, which goes before */
	const char *file;
	int line; /* 0: all of it */
};

static void mistake(struct reading *r, const char *why)
{
	if (r->line)
		bad_input("%s:%d: %s", r->file, r->line, why);
	else
		bad_input("%s: %s", r->file, why);
	r->args->mistakes++;
}

static char *trim(char *text)
{
	size_t len;

	text += strspn(text, " \t\r");
	for (len = strlen(text); len && strchr(" \t\r", text[len - 1]); len--)
		;
	text[len] = '\0';
	return text;
}

/* A setting is what takes a value; a file that names another file would have no end. */
static int find(const struct reading *r, const char *name)
{
	char option[64];
	int i;

	if (snprintf(option, sizeof option, "--%s", name) >= (int)sizeof option)
		return -1;
	i = args_find(r->command->args, option, strlen(option));
	return i == r->from || (i >= 0 && r->command->args[i].kind == ARG_FLAG) ? -1 : i;
}

static void read_line(struct reading *r, char *line)
{
	char why[ARG_WHY], *name = trim(line), *equals = strchr(name, '='), *value;
	int i;

	if (!*name || *name == '#')
		return;
	if (!equals) {
		snprintf(why, sizeof why, "'%.200s' is not of the form NAME = VALUE", name);
		mistake(r, why);
		return;
	}
	*equals = '\0';
	name = trim(name);
	value = trim(equals + 1);
	i = find(r, name);
	if (i < 0) {
		snprintf(why, sizeof why, "there is no setting '%.200s'", name);
		mistake(r, why);
	} else if (!*value) {
		snprintf(why, sizeof why, "%s has no value; put # before a line to disable it",
			 name);
		mistake(r, why);
	} else if (!r->typed[i] && !args_set(r->args, r->command, i, value, why)) {
		mistake(r, why + 2); /* without the dashes */
	}
}

/* The text with an end, and room in the list for as many as it has lines. */
static bool hold(struct args *args, struct file *file)
{
	size_t lines = 1;
	const char **list;
	char *text = realloc(file->text, file->len + 1);

	if (!text)
		return false;
	args->settings = text;
	file->text = NULL;
	text[file->len] = '\0';
	for (size_t i = 0; i < file->len; i++)
		lines += text[i] == '\n';
	list = realloc(args->list, ((size_t)args->list_count + lines) * sizeof *list);
	if (list)
		args->list = list;
	return list != NULL;
}

void settings_read(struct args *args, const struct command *command, int from)
{
	struct reading r = {args, command, from, .file = args->text[from]};
	struct file file;

	if (file_read(&file, r.file, SETTINGS_FILE_MAX)) {
		args->mistakes++;
		return;
	}
	memcpy(r.typed, args->given, sizeof r.typed);
	if (memchr(file.text, '\0', file.len))
		mistake(&r, "this is not a text file");
	else if (!hold(args, &file))
		mistake(&r, "there is not enough memory");
	for (char *line = args->settings, *end; line; line = end ? end + 1 : NULL) {
		end = strchr(line, '\n');
		if (end)
			*end = '\0';
		r.line++;
		read_line(&r, line);
	}
	file_release(&file);
}
