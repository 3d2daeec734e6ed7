#include "manual.h"

#include "bot.h"

#include <string.h>

/* What bash needs to know of a command: its options; which of them are followed by a file, a
 * bot, or any value; whether its first word is a game. The rest is the same for all commands and
 * follows below. */
static const char ROUTINE[] =
    "	COMPREPLY=()\n"
    "	if ((cword == 1)); then\n"
    "		mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$word\")\n"
    "		return\n"
    "	fi\n"
    "	if [[ $before == = ]]; then\n"
    "		before=${words[cword - 2]}\n"
    "	elif [[ $word == = ]]; then\n"
    "		word=\n"
    "	fi\n"
    "	case \" $files \" in *\" $before \"*) choice=files ;; esac\n"
    "	case \" $bot \" in *\" $before \"*) choice=$levels ;; esac\n"
    "	case \" $values \" in *\" $before \"*) return ;; esac\n"
    "	if [[ -z $choice && $word == -* ]]; then\n"
    "		choice=$options\n"
    "	elif [[ -z $choice && -n $game && $cword -eq 2 ]]; then\n"
    "		choice=$games\n"
    "	fi\n"
    "	if [[ ${choice:-files} == files ]]; then\n"
    "		compopt -o filenames 2>/dev/null\n"
    "		mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
    "	else\n"
    "		mapfile -t COMPREPLY < <(compgen -W \"$choice\" -- \"$word\")\n"
    "	fi\n"
    "}\n"
    "complete -F _atoll atoll\n";

enum behind { NOTHING, FILES, BOT, VALUES };

static enum behind what_follows(const struct arg *a)
{
	static const char *const files[] = {"FILE", "DIR", "FOLDER", "PREFIX"};

	if (!arg_is_option(a) || a->kind == ARG_FLAG)
		return NOTHING;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strcmp(a->value, files[i]) == 0)
			return FILES;
	return strcmp(a->value, "BOT") == 0 ? BOT : VALUES;
}

static void put_options(const struct command *command, const char *name, int only, FILE *f)
{
	fprintf(f, " %s='", name);
	for (const struct arg *a = command->args; a && a->name; a++)
		if (arg_is_option(a) && (only < 0 || (int)what_follows(a) == only))
			fprintf(f, "%s ", a->name);
	fprintf(f, "%s'", only < 0 ? "--help" : "");
}

static void put_names(bool lab, FILE *f)
{
	for (int i = 0; commands[i]; i++) {
		const char *short_name = lab_name(commands[i]);
		if (lab == (short_name != NULL))
			fprintf(f, "%s ", lab ? short_name : commands[i]->name);
	}
}

void completion_print(FILE *f)
{
	fputs("# bash completion for atoll: made by atoll --completion\n_atoll()\n{\n"
	      "	local words=(\"${COMP_WORDS[@]}\") cword=$COMP_CWORD\n"
	      "	local choice='' options='' files='' bot='' values='' game=''\n	local commands='",
	      f);
	put_names(false, f);
	fputs("lab --help --version --man --completion'\n"
	      "	if [[ ${words[1]} == lab ]] && ((cword > 1)); then\n"
	      "		words=(\"${words[0]}\" \"${words[@]:2}\")\n		cword=$((cword - "
	      "1))\n"
	      "		commands='",
	      f);
	put_names(true, f);
	fputs("--help'\n	fi\n	local word=${words[cword]} before=${words[cword - 1]}\n"
	      "	local games='",
	      f);
	for (int i = 0; i < at_games(); i++)
		fprintf(f, "%s%s", i ? " " : "", at_game(i)->name);
	fputs("' levels='", f);
	for (int i = 0; at_ladder[i]; i++)
		fprintf(f, "%s ", at_ladder[i]);
	fputs("random greedy flat search'\n	case ${words[1]} in\n", f);
	for (int i = 0; commands[i]; i++) {
		const struct arg *first = commands[i]->args;
		fprintf(f, "	%s)",
			lab_name(commands[i]) ? lab_name(commands[i]) : commands[i]->name);
		put_options(commands[i], "options", -1, f);
		put_options(commands[i], "files", FILES, f);
		put_options(commands[i], "bot", BOT, f);
		put_options(commands[i], "values", VALUES, f);
		if (first && first->name && strcmp(first->name, "GAME") == 0)
			fputs(" game=yes", f);
		fputs(" ;;\n", f);
	}
	fputs("	esac\n", f);
	fputs(ROUTINE, f);
}
