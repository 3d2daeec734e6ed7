#include "manual.h"

#include <ctype.h>
#include <string.h>

/* Escapes text for roff. */
static void put(FILE *f, const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (text[i] == '\\')
			fputs("\\e", f);
		else if (text[i] == '-')
			fputs("\\-", f);
		else if (text[i] == '`' || text[i] == '\'')
			fputs(text[i] == '`' ? "\\(ga" : "\\(aq", f);
		else if (text[i] == '^' || text[i] == '~')
			fputs(text[i] == '^' ? "\\(ha" : "\\(ti", f);
		else
			fputc(text[i], f);
}

static void put_text(FILE *f, const char *text)
{
	put(f, text, strlen(text));
}

/* Lines of prose; a blank line begins a paragraph. A line that begins with a dot is not a
 * request. */
static void put_lines(FILE *f, const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");
		if (len == 0)
			fputs(".PP", f);
		else if (*text == '.')
			fputs("\\&", f);
		put(f, text, len);
		fputc('\n', f);
		text += len + (text[len] == '\n');
	}
}

/* "lab simulate" as a page is called: "lab-simulate". */
static void put_page_name(FILE *f, const char *name)
{
	for (; *name; name++)
		fputs(*name == ' ' ? "\\-" : (char[]){*name, '\0'}, f);
}

static void put_upper(FILE *f, const char *name)
{
	for (; *name; name++)
		if (*name == ' ')
			fputs("\\-", f);
		else
			fputc(toupper((unsigned char)*name), f);
}

/* "--name VALUE", as it is typed. */
static void put_arg(FILE *f, const struct arg *a)
{
	fputs(arg_is_option(a) ? "\\fB" : "\\fI", f);
	put_text(f, a->name);
	fputs("\\fR", f);
	if (arg_is_option(a) && a->kind != ARG_FLAG) {
		fputs("\\ \\fI", f);
		put_text(f, a->value);
		fputs("\\fR", f);
	}
}

static void put_head(FILE *f, const char *name, const char *dash)
{
	fputs(".TH ATOLL", f);
	fputs(*dash ? "\\-" : "", f);
	put_upper(f, name);
	fputs(" 1 \"\" \"Atoll " ATOLL_VERSION "\" \"Atoll\"\n.nh\n.ad l\n.SH NAME\natoll", f);
	fputs(*dash ? "\\-" : "", f);
	put_page_name(f, name);
	fputs(" \\- ", f);
}

static void put_exit(FILE *f)
{
	fputs(".SH EXIT STATUS\n"
	      "0 success, 1 bad input, 2 wrong usage.\n",
	      f);
}

static void put_command(const struct command *command, FILE *f)
{
	size_t len = strlen(command->help);

	put_head(f, command->name, "-");
	put(f, command->help, len && command->help[len - 1] == '.' ? len - 1 : len);
	fprintf(f, "\n.SH SYNOPSIS\n.B atoll %s\n", command->name);
	for (const struct arg *a = command->args; a && a->name; a++) {
		fputs(a->required ? "" : "[", f);
		put_arg(f, a);
		fprintf(f, "%s%s\n", a->required ? "" : "]", a->many || a->few ? "..." : "");
	}
	fputs(".SH DESCRIPTION\n", f);
	put_lines(f, command->help);
	if (command->notes) {
		fputs(".PP\n", f);
		put_lines(f, command->notes);
	}
	if (command->args && command->args[0].name)
		fputs(".SH OPTIONS\n", f);
	for (const struct arg *a = command->args; a && a->name; a++) {
		fputs(".TP\n", f);
		put_arg(f, a);
		fputc('\n', f);
		put_lines(f, a->help);
	}
	put_exit(f);
	fprintf(f, ".SH SEE ALSO\n.BR %s (1)\n", "atoll");
}

static void put_program(FILE *f)
{
	put_head(f, "", "");
	fputs("plays board games by their exact rules\n.SH SYNOPSIS\n.B atoll\n.I COMMAND\n.RI [ "
	      "ARGUMENT ]...\n.SH DESCRIPTION\n"
	      "What is refused comes with the number of a rule, like RF\\-3.2: docs/rules "
	      "explains it.\n.SH COMMANDS\n",
	      f);
	for (int i = 0; commands[i]; i++) {
		fputs(".TP\n.BR atoll\\-", f);
		put_page_name(f, commands[i]->name);
		fputs(" (1)\n", f);
		put_lines(f, commands[i]->help);
	}
	fputs(".SH OPTIONS\n"
	      ".TP\n.B \\-\\-help\nthe list of the commands; behind a command, its own\n"
	      ".TP\n.B \\-\\-version\nwhich one this is\n"
	      ".TP\n\\fB\\-\\-man\\fR [\\fICOMMAND\\fR]\nthis page, or that of a command, for man\n"
	      ".TP\n.B \\-\\-completion\nwhat bash reads to complete command lines: "
	      "source <(atoll \\-\\-completion)\n",
	      f);
	put_exit(f);
}

void manual_print(const struct command *command, FILE *f)
{
	if (command)
		put_command(command, f);
	else
		put_program(f);
}
