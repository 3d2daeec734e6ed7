/* atoll-mpi COMMAND ... --log FOLDER: runs one of `atoll`'s long commands (match, lab simulate,
 * lab ladder) on the processes of an MPI job; a thin layer over --shard and `atoll lab merge`.
 *
 *   mpirun -n 4 atoll-mpi match reef --bots hard,normal --games 4000 --log run
 *
 * Rank i plays part i + 1 of N into FOLDER/i+1. The first rank then merges them in FOLDER/all
 * and prints what one process would have printed. The logs stay: the same command, with any
 * number of processes, continues from them. A part that fails, or a rank that dies, ends the job
 * with an error. The program `atoll` is taken from the folder of this program, otherwise from
 * the PATH. */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAME_SIZE = 4096, WORDS_MAX = 4200 };

static int rank, ranks;
static char program[NAME_SIZE];

static _Noreturn void give_up(const char *format, ...)
{
	va_list args;

	fprintf(stderr, "atoll-mpi: ");
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	exit(EXIT_FAILURE);
}

/* A command line under construction. */
struct words {
	const char *word[WORDS_MAX];
	int count;
};

static void say(struct words *w, const char *word)
{
	if (w->count + 1 >= WORDS_MAX)
		give_up("the command line is too long");
	w->word[w->count++] = word;
	w->word[w->count] = NULL;
}

static void name(char out[NAME_SIZE], const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(out, NAME_SIZE, format, args);
	va_end(args);
	if (len >= NAME_SIZE)
		give_up("the name of the log's folder is too long");
}

/* Finds the program `atoll`: next to this one, or on the PATH. */
static void find_program(void)
{
	char self[NAME_SIZE];
	ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
	char *slash;

	self[len > 0 ? len : 0] = '\0';
	slash = strrchr(self, '/');
	if (slash)
		slash[1] = '\0';
	name(program, "%satoll", self);
	if (access(program, X_OK) != 0)
		name(program, "atoll");
}

/* Runs the program and returns its exit code. If this process is killed, the program ends too. */
static int run(const struct words *w, bool heard)
{
	pid_t child = fork();
	int status;

	if (child < 0)
		give_up("no process can be started: %s", strerror(errno));
	if (child == 0) {
		int none = heard ? -1 : open("/dev/null", O_WRONLY);
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		if (none >= 0)
			dup2(none, STDOUT_FILENO);
		execvp(program, (char *const *)w->word);
		fprintf(stderr, "atoll-mpi: %s cannot be started: %s\n", program, strerror(errno));
		_exit(127);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			give_up("waiting failed: %s", strerror(errno));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool is_there(const char *folder)
{
	struct stat st;

	return stat(folder, &st) == 0;
}

static void make(const char *folder)
{
	if (mkdir(folder, 0777) && errno != EEXIST)
		give_up("the folder %s cannot be made: %s", folder, strerror(errno));
}

/* Merges all existing parts, of this run or of one with another number of ranks, into `all`. */
static void gather(const char *folder)
{
	static char all[NAME_SIZE], part[WORDS_MAX][64];
	struct words w = {{NULL}, 0};
	int found = 0;

	if (chdir(folder))
		give_up("the folder %s cannot be entered: %s", folder, strerror(errno));
	name(all, "all");
	say(&w, program);
	say(&w, "lab");
	say(&w, "merge");
	say(&w, all);
	for (int i = 1; i + 8 < WORDS_MAX; i++) {
		snprintf(part[i], sizeof part[i], "%d", i);
		if (!is_there(part[i]))
			break;
		say(&w, part[i]);
		found++;
	}
	if (found && run(&w, false))
		give_up("the parts in %s could not be merged", folder);
}

/* Adds the finished work to this rank's part, so that it is not done again. */
static void take_along(const char *own, const char *all)
{
	struct words w = {{program, "lab", "merge", own, all}, 5};

	if (is_there(all) && run(&w, false))
		give_up("%s could not be taken along", all);
}

/* The command as given, without its log. */
static struct words command(int argc, char **argv, const char **log)
{
	struct words w = {{program}, 1};

	*log = NULL;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--log") == 0 && i + 1 < argc)
			*log = argv[++i];
		else if (strncmp(argv[i], "--log=", 6) == 0)
			*log = argv[i] + 6;
		else
			say(&w, argv[i]);
	}
	return w;
}

static bool is_said(const struct words *w, const char *word)
{
	for (int i = 0; i < w->count; i++)
		if (strcmp(w->word[i], word) == 0)
			return true;
	return false;
}

/* Runs this rank's part. Only the first rank reports progress. */
static int play_part(struct words w, const char *own, const char *all)
{
	static char shard[64], log[NAME_SIZE];

	make(own);
	take_along(own, all);
	snprintf(shard, sizeof shard, "%d/%d", rank + 1, ranks);
	name(log, "%s/run.log", own);
	if (rank && !is_said(&w, "simulate") && !is_said(&w, "--quiet"))
		say(&w, "--quiet");
	say(&w, "--shard");
	say(&w, shard);
	say(&w, "--log");
	say(&w, log);
	return run(&w, false);
}

int main(int argc, char **argv)
{
	char own[NAME_SIZE], all[NAME_SIZE], log[NAME_SIZE];
	const char *folder;
	struct words w;
	int code;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	find_program();
	w = command(argc, argv, &folder);
	if (w.count < 2 || !folder)
		give_up("usage: mpirun -n N atoll-mpi COMMAND ... --log FOLDER, where "
			"COMMAND is match, lab simulate or lab ladder");
	make(folder);
	folder = realpath(folder, NULL);
	if (!folder)
		give_up("the log's folder cannot be found: %s", strerror(errno));
	name(own, "%s/%d", folder, rank + 1);
	name(all, "%s/all", folder);
	name(log, "%s/run.log", all);
	if (rank == 0)
		gather(folder);
	MPI_Barrier(MPI_COMM_WORLD);
	code = play_part(w, own, all);
	if (code)
		give_up("part %d of %d ended with exit code %d; the logs in %s stay", rank + 1,
			ranks, code, folder);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 0) {
		gather(folder);
		say(&w, "--log");
		say(&w, log);
		code = run(&w, true);
	}
	MPI_Finalize();
	return code;
}
