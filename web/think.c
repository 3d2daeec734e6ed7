/* Bots for the page. */
#include "door.h"

#include "job.h"
#include "knowledge.h"

#include <string.h>

static uint64_t memory[AT_BOT_MEMORY / sizeof(uint64_t)];

/* The only function that the module imports. */
double host_now(void) __attribute__((import_module("env"), import_name("now")));

static uint64_t clock_ms(void *context)
{
	(void)context;
	return (uint64_t)host_now();
}

struct at_bot *door_make_bot(const struct at_game *game, const struct at_bot_spec *spec)
{
	static const struct at_host host = {.clock = clock_ms};

	return at_bot_init(memory, sizeof(memory), game, spec, &host);
}

/* "hard", or "hard by nodes": then without a clock. */
static enum at_err read_spec(const struct at_game *game, const char *text, size_t length,
			     struct at_bot_spec *out, struct at_fail *fail)
{
	static const char ending[] = " by nodes";
	size_t end = sizeof ending - 1;
	bool by_nodes = length > end && !memcmp(text + length - end, ending, end);
	enum at_err err =
	    at_bot_spec_parse(game, text, by_nodes ? length - end : length, out, fail);

	if (!err && by_nodes)
		at_bot_by_nodes(out);
	return err;
}

/* The bot that does a job: the one whose spec follows it; else the strongest for hints, and the
 * judge for the many questions of an analysis. */
static enum at_err find_spec(const struct at_game *game, const struct at_job *job, size_t length,
			     struct at_bot_spec *out, struct at_fail *fail)
{
	if (length)
		return read_spec(game, (const char *)door_io + sizeof *job, length, out, fail);
	*out = job->kind == AT_JOB_HINT ? at_level(game, "master")->spec : at_judge_spec(game);
	if (job->kind == AT_JOB_LUCK)
		*out = (struct at_bot_spec){.kind = AT_BOT_GREEDY};
	return AT_OK;
}

/* The job in the buffer, and the bot that does it. */
static enum at_err read_job(int length, struct at_job *job, struct at_bot_spec *spec,
			    struct at_fail *fail)
{
	if (length < (int)sizeof *job) {
		*fail = (struct at_fail){AT_BAD_BYTES, .why = "this is no job"};
		return fail->err;
	}
	memcpy(job, door_io, sizeof *job);
	return find_spec(at_game_of(&job->state.head), job, (size_t)length - sizeof *job, spec,
			 fail);
}

int door_think(int length)
{
	static struct at_job job;
	static struct at_answer answer;
	static struct at_choice choice;
	struct at_bot_spec spec;
	struct at_fail fail = {0};
	struct at_thinker thinker;

	if (read_job(length, &job, &spec, &fail))
		return door_refused(&fail);
	thinker = at_bot_thinker(door_make_bot(at_game_of(&job.state.head), &spec));
	at_job_do(&job, &thinker, &choice, &answer);
	memcpy(door_io, &answer, sizeof answer);
	return sizeof answer;
}

/* Everything that is marked as AT_NET_DATA. */
extern const char __start_nets[], __stop_nets[];

int door_nets(void)
{
	return (int)(uintptr_t)__start_nets;
}

int door_nets_size(void)
{
	return (int)(__stop_nets - __start_nets);
}

int door_lacks_net(int length)
{
	static struct at_job job;
	const struct at_knowledge *know;
	struct at_bot_spec spec;
	struct at_fail fail = {0};

	if (read_job(length, &job, &spec, &fail))
		return door_refused(&fail);
	know = at_knowledge_of(at_game_of(&job.state.head));
	return at_know_wants_net(know, &spec) && !at_know_net(know, &spec, job.state.head.seats);
}
