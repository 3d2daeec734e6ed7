#define _POSIX_C_SOURCE 200809L

#include "calibration.h"

#include "command.h"
#include "files.h"
#include "foretold.h"
#include "interrupt.h"
#include "think.h"

#include <stdlib.h>
#include <string.h>

enum { GAME, GAMES, RECORDS, PLAYERS, BOT, SEED, THREADS, BRIER, TRUE, ROWS };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [GAMES] = {"--games", ARG_NUMBER, .value = "K", .lo = 1, .hi = 10000000,
	       .help = "how many games the bot plays against itself"},
    [RECORDS] = {"--records", ARG_TEXT, .value = "FILE",
		 .help = "use the games of these records instead; - for stdin"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "number of seats (default 2)"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help =
		 "the search bot that forecasts and plays (default: the bot that analyses use)"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed gives the same forecasts (default 1)"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games to play at once (default 1)"},
    [BRIER] = {"--brier", ARG_NUMBER, .value = "M", .lo = 0, .hi = 1000,
	       .help = "exit with 1 if the Brier score is above M thousandths"},
    [TRUE] = {"--true", ARG_FLAG,
	      .help = "exit with 1 if a bin is APART, or if forecasts drift by more than 1 point "
		      "on average"},
    [ROWS] = {"--rows", ARG_FLAG, .help = "print every forecast instead, one a line"},
    {NULL},
};

static void print_bin(const struct at_bin *b)
{
	if (b->count == 0) {
		puts("       -");
		return;
	}
	printf("%8u  %5.1f %%  %5.1f %%  %+5.1f  +-%4.1f  %s\n", b->count, 100 * b->said,
	       100 * b->came, 100 * (b->said - b->came), 100 * b->half,
	       at_bin_is_true(b) ? "" : "APART");
}

static void print(const struct foretold *f, const struct at_calibration *all)
{
	struct at_calibration c = *all;

	printf("%s: %u games, %u forecasts of the side to move\n\n", f->game->title, c.games,
	       c.count);
	puts("said            count     said     true   apart  95 %");
	for (int i = 0; i < AT_BINS; i++) {
		printf("%3d to %3d %%", 10 * i, 10 * i + 10);
		print_bin(&c.bin[i]);
	}
	puts("\npart of the game");
	for (int i = 0; i < AT_PARTS; i++) {
		printf("%5d of %d  ", i + 1, AT_PARTS);
		print_bin(&c.part[i]);
	}
	fputs("all         ", stdout);
	print_bin(&c.all);
	printf("\nBrier score %.4f; to a seat's next decision %+.2f points (+-%.2f), %.1f in "
	       "size; final points off by %.1f\n",
	       c.brier, 100 * c.change, 100 * c.change_half, 100 * c.jump, c.points);
}

/* Whether the requested bars are met. */
static bool holds(const struct at_calibration *c, const struct args *args)
{
	static const double most_change = 0.01;
	bool good = !args->given[BRIER] || c->brier * 1000 <= (double)args->number[BRIER];

	for (int i = 0; i < AT_BINS && args->given[TRUE]; i++)
		good &= at_bin_is_true(&c->bin[i]);
	if (args->given[TRUE])
		good &= c->change <= most_change && c->change >= -most_change;
	return good;
}

static void print_numbers(const double *x, int n)
{
	for (int i = 0; i < n; i++)
		printf(" %.6g", x[i]);
}

/* game turn turns seat left, then win, came, points, scored, found, first of all seats */
static void print_rows(const struct foretold *f)
{
	for (uint32_t i = 0; i < f->count; i++) {
		const struct at_said *x = &f->said[i];
		printf("%u %u %u %d %.4f", x->game, x->turn, x->turns, x->seat + 1, x->left);
		print_numbers(x->win, x->seats);
		print_numbers(x->came, x->seats);
		print_numbers(x->points, x->seats);
		print_numbers(x->scored, x->seats);
		print_numbers(x->found, x->seats);
		print_numbers(x->first, x->seats);
		putchar('\n');
	}
}

static int read_bot(const struct command *command, const struct args *args, struct foretold *f)
{
	char usual[AT_BOT_NAME_MAX];
	const char *bot = usual;
	struct at_fail fail;

	usual_judge(f->game, usual);
	if (args->given[BOT])
		bot = args->text[BOT];
	if (at_bot_spec_parse(f->game, bot, strlen(bot), &f->spec, &fail))
		return bad_usage(command, "--bot: %s", fail.why);
	if (f->spec.kind != AT_BOT_SEARCH)
		return bad_usage(command, "--bot: only a search bot makes forecasts");
	return 0;
}

static int read_work(const struct command *command, const struct args *args, struct foretold *f)
{
	int code = find_game(command, args->text[GAME], &f->game);

	if (!code)
		code = read_setup(command, f->game,
				  args->given[PLAYERS]     ? args->number[PLAYERS]
				  : f->game->seats_min > 2 ? f->game->seats_min
							   : 2,
				  NULL, &f->setup);
	if (!code)
		code = read_bot(command, args, f);
	if (!code && args->given[GAMES] == args->given[RECORDS])
		code = bad_usage(command, "give either --games or --records");
	f->games = (uint32_t)args->number[GAMES];
	f->seed = args->given[SEED] ? args->number[SEED] : 1;
	f->threads = args->given[THREADS] ? (int)args->number[THREADS] : 1;
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	struct foretold f = {0};
	struct file file = {0};
	struct at_calibration all;
	int code = read_work(command, args, &f);

	if (!code && args->given[RECORDS]) {
		code = file_read(&file, args->text[RECORDS], CALIBRATION_FILE_MAX);
		f.records = file.text;
		f.records_len = file.len;
	}
	if (code)
		return code;
	catch_interrupts();
	code = foretold_ask(&f);
	at_calibrate(f.said, f.count, &all);
	if (!code && args->given[ROWS])
		print_rows(&f);
	else if (!code)
		print(&f, &all);
	if (!code && !holds(&all, args))
		code = EXIT_INPUT;
	if (args->given[RECORDS])
		file_release(&file);
	free(f.said);
	return code ? code : interrupt_signal() ? 128 + interrupt_signal() : 0;
}

const struct command calibration_command = {
    .name = "lab calibration",
    .help = "Compares the bots' win probabilities, before every decision of many games, with the "
	    "results.",
    .notes = "A forecast is the win probability that a hint would show for the best turn found. "
	     "The table has ten\n"
	     "bins: how many forecasts, their mean, how often they came true, and the difference "
	     "with its 95 %\n"
	     "interval over games. It follows for each eighth of the games and for all of them, "
	     "then the Brier\n"
	     "score, and how far a seat's forecast drifts until its next decision. APART marks a "
	     "difference of\n"
	     "more than 4 points that is also outside its interval.",
    .args = takes,
    .run = run,
};
