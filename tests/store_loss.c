/* Writes that were reported done survive: power cuts, full disks, failed syncs, kills of the
 * process. */
#define _GNU_SOURCE
#include "store_laws.h"

#include "disk.h"
#include "rng.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABLES = 64, DEPTH = 24, COMMANDS = 1 << 16 };

/* Requests and answers, over all lives of one store. */
struct ledger {
	uint32_t commands; /* requested; a command's number is its name */
	uint32_t done;
	struct {
		uint8_t table;
		uint8_t done;
		uint32_t first, count;
	} command[COMMANDS];
	uint32_t next[TABLES]; /* the next expected number */
};

static struct ledger *ledger_new(void)
{
	struct ledger *l = calloc(1, sizeof *l);

	assert_non_null(l);
	return l;
}

static void made(struct ledger *l, uint32_t command, uint32_t first, uint32_t count)
{
	l->command[command].done = 1;
	l->command[command].first = first;
	l->command[command].count = count;
	l->done++;
}

/* Commands under way, some at once. */
struct writer {
	struct at_store *store;
	struct ledger *ledger;
	struct at_rng rng;
	struct at_write write[DEPTH];
	uint32_t command[DEPTH];
};

/* The next command for a random table, as if the earlier ones had succeeded. */
static void ask(struct writer *x, int i)
{
	struct ledger *l = x->ledger;
	uint32_t t = at_rng_below(&x->rng, TABLES), count = 1 + at_rng_below(&x->rng, 5);
	uint32_t command = l->commands++;

	assert_true(command < COMMANDS);
	l->command[command].table = (uint8_t)t;
	x->command[i] = command;
	make_append(&x->write[i], t, command, l->next[t], count);
	x->write[i].append.fresh = command % 128 == 0;
	l->next[t] += count;
	at_store_submit(x->store, &x->write[i]);
}

/* Some commands together; false: not all succeeded. */
static bool round_of(struct writer *x, int depth)
{
	bool all = true;

	for (int i = 0; i < depth; i++)
		ask(x, i);
	at_store_settle(x->store);
	for (int i = 0; i < depth; i++) {
		if (x->write[i].result == AT_STORED)
			made(x->ledger, x->command[i], x->write[i].first, x->write[i].count);
		else
			all = false;
	}
	return all;
}

/* Everything that was reported done is at its numbers; anything else was requested and is
 * complete. */
static void all_is_there(struct at_store *store, struct ledger *l)
{
	uint8_t table[AT_ID_SIZE], command[AT_ID_SIZE];
	uint32_t first, count;

	for (uint32_t t = 0; t < TABLES; t++)
		l->next[t] = read_back(store, t);
	for (uint32_t i = 0; i < l->commands; i++) {
		name_it(table, sizeof table, l->command[i].table);
		name_it(command, sizeof command, i);
		enum at_stored is = at_store_command(store, table, command, &first, &count);
		if (is == AT_STORED_NONE && !l->command[i].done)
			continue;
		if (is != AT_STORED)
			fail_msg("command %u was done and is lost", i);
		if (!l->command[i].done)
			made(l, i, first, count); /* it had been written: from now on it stays */
		assert_int_equal(first, l->command[i].first);
		assert_int_equal(count, l->command[i].count);
	}
}

static void make_tables(const char *dir)
{
	struct at_store *store = open_store(dir);

	for (uint64_t t = 0; t < TABLES; t++)
		assert_int_equal(create_table(store, t), AT_STORED);
	at_store_close(store);
}

/* One life: opens, writes until the power is gone, comes back and checks. The cut may also hit
 * the opening. */
static void live_until_the_cut(const char *dir, struct ledger *l, uint64_t life)
{
	struct writer *x = calloc(1, sizeof *x);
	struct at_fail fail;

	x->ledger = l;
	at_rng_init(&x->rng, 99, life);
	uint32_t span = life % 5 == 0 ? 12 : life % 20 == 1 ? 30000 : 300;
	disk_cut_after(1 + at_rng_below(&x->rng, span));
	x->store = at_store_open(dir, AT_STORE_OWNER, &fail);
	if (x->store) {
		while (round_of(x, 1 + (int)at_rng_below(&x->rng, DEPTH)))
			;
		assert_true(disk_is_cut());
		at_store_close(x->store);
	}
	disk_restore((uint32_t)(life % 3 * 100), life);
	x->store = open_store(dir);
	all_is_there(x->store, l);
	at_store_close(x->store);
	free(x);
}

static void nothing_is_lost_when_the_power_is_cut(void **state)
{
	char dir[64];
	struct ledger *l = ledger_new();

	(void)state;
	make_dir(dir, sizeof dir);
	disk_install();
	make_tables(dir);
	for (uint64_t life = 0; life < 60; life++)
		live_until_the_cut(dir, l, life);
	disk_remove();
	assert_true(l->done > 5000);
	print_message("# %u appends, %u done, none lost\n", l->commands, l->done);
	remove_dir(dir);
	free(l);
}

static void a_store_cut_in_its_making_can_be_made(void **state)
{
	(void)state;
	for (uint64_t n = 1; n < 80; n++) {
		char dir[64];
		struct at_fail fail;
		make_dir(dir, sizeof dir);
		disk_install();
		disk_cut_after(n);
		at_store_close(at_store_open(dir, AT_STORE_OWNER, &fail));
		disk_restore((uint32_t)(n % 3 * 100), n);
		struct at_store *store = open_store(dir);
		assert_int_equal(create_table(store, 1), AT_STORED);
		at_store_close(store);
		disk_remove();
		remove_dir(dir);
	}
}

/* The disk fills up with many writes under way; when there is room again the store continues. */
static void a_full_disk_is_told_and_got_over(void **state)
{
	char dir[64];
	struct writer *x = calloc(1, sizeof *x);
	struct ledger *l = x->ledger = ledger_new();
	int full = 0;

	(void)state;
	make_dir(dir, sizeof dir);
	disk_install();
	make_tables(dir);
	at_rng_init(&x->rng, 3, 0);
	x->store = open_store(dir);
	for (uint64_t i = 0; i < 30; i++) {
		disk_room(disk_used() + 1000 + at_rng_below(&x->rng, 60000));
		while (round_of(x, 1 + (int)at_rng_below(&x->rng, DEPTH)))
			;
		for (int k = 0; k < DEPTH && x->write[k].append.count; k++)
			if (x->write[k].result == AT_STORED_FULL) {
				assert_string_equal(x->write[k].why, "the disk is full");
				full++;
			}
		all_is_there(x->store, l);
		disk_room(0);
		assert_true(round_of(x, 3));
		all_is_there(x->store, l);
	}
	assert_true(full >= 30);
	at_store_close(x->store);
	x->store = open_store(dir);
	all_is_there(x->store, l);
	at_store_close(x->store);
	disk_remove();
	remove_dir(dir);
	free(l);
	free(x);
}

/* After a failed sync the disk's contents are unknown: nothing more is written until the store
 * is opened again and checks. */
static void after_a_failed_sync_nothing_is_promised(void **state)
{
	char dir[64];
	struct writer *x = calloc(1, sizeof *x);
	struct ledger *l = x->ledger = ledger_new();

	(void)state;
	make_dir(dir, sizeof dir);
	disk_install();
	make_tables(dir);
	at_rng_init(&x->rng, 4, 0);
	x->store = open_store(dir);
	assert_true(round_of(x, 20));
	disk_fail_sync();
	assert_false(round_of(x, 5));
	for (int i = 0; i < 5; i++)
		assert_int_equal(x->write[i].result, AT_STORED_FAILED);
	assert_false(round_of(x, 1));
	assert_int_equal(x->write[0].result, AT_STORED_FAILED);
	assert_true(strlen(x->write[0].why) > 0);
	disk_cut_after(1);
	at_store_close(x->store);
	disk_restore(0, 0);
	x->store = open_store(dir);
	all_is_there(x->store, l);
	assert_true(round_of(x, 20));
	at_store_close(x->store);
	disk_remove();
	remove_dir(dir);
	free(l);
	free(x);
}

static void many_appends_share_a_sync(void **state)
{
	char dir[64];
	struct writer *x = calloc(1, sizeof *x);
	uint64_t syncs;

	(void)state;
	x->ledger = ledger_new();
	at_rng_init(&x->rng, 6, 0);
	make_dir(dir, sizeof dir);
	disk_install();
	make_tables(dir);
	x->store = open_store(dir);
	syncs = disk_syncs();
	for (int i = 0; i < 50; i++)
		assert_true(round_of(x, DEPTH));
	/* The first of a round may be committed alone; then all that came meanwhile are committed
	 * together. */
	assert_in_range(disk_syncs() - syncs, 50, 50 * DEPTH / 3);
	at_store_close(x->store);
	disk_remove();
	remove_dir(dir);
	free(x->ledger);
	free(x);
}

/* --- Kills --- */

struct told {
	uint32_t command, table, first, count;
};

/* The child: writes and reports what was done, until it is killed. */
static void write_until_killed(const char *dir, const struct ledger *l, int out, uint64_t life)
{
	struct writer *x = calloc(1, sizeof *x);
	struct at_fail fail;

	x->ledger = malloc(sizeof *l);
	if (!x->ledger)
		_exit(1);
	*x->ledger = *l;
	at_rng_init(&x->rng, 7, life);
	x->store = at_store_open(dir, AT_STORE_OWNER, &fail);
	if (!x->store)
		_exit(2);
	for (int n = 0; x->ledger->commands + DEPTH < l->commands + 5000; n++) {
		int depth = 1 + (int)at_rng_below(&x->rng, DEPTH);
		if (!round_of(x, depth))
			_exit(3);
		for (int i = 0; i < depth; i++) {
			struct told t = {x->command[i], x->ledger->command[x->command[i]].table,
					 x->write[i].first, x->write[i].count};
			if (write(out, &t, sizeof t) != sizeof t)
				_exit(4);
		}
	}
	_exit(0);
}

static void kill_once(const char *dir, struct ledger *l, uint64_t life, struct at_rng *rng)
{
	int ends[2];
	uint32_t last = l->commands;
	struct told t;

	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		write_until_killed(dir, l, ends[1], life);
	close(ends[1]);
	for (bool first = true; read(ends[0], &t, sizeof t) == sizeof t; first = false) {
		if (first) {
			usleep(at_rng_below(rng, 20000));
			kill(child, SIGKILL);
		}
		l->command[t.command].table = (uint8_t)t.table;
		made(l, t.command, t.first, t.count);
		last = t.command + 1;
	}
	close(ends[0]);
	waitpid(child, NULL, 0);
	/* The parent does not know the commands under way: their names are not used again. */
	l->commands = last;
	struct at_store *store = open_store(dir);
	all_is_there(store, l);
	at_store_close(store);
	l->commands = last + DEPTH;
}

static void nothing_is_lost_when_the_process_is_killed(void **state)
{
	char dir[64];
	struct ledger *l = ledger_new();
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 5, 5);
	make_dir(dir, sizeof dir);
	make_tables(dir);
	for (uint64_t life = 0; life < 20; life++)
		kill_once(dir, l, life, &rng);
	assert_true(l->done >= 20);
	print_message("# 20 kills, %u appends done, none lost\n", l->done);
	remove_dir(dir);
	free(l);
}

int store_loss_tests(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(nothing_is_lost_when_the_power_is_cut),
	    cmocka_unit_test(a_store_cut_in_its_making_can_be_made),
	    cmocka_unit_test(a_full_disk_is_told_and_got_over),
	    cmocka_unit_test(after_a_failed_sync_nothing_is_promised),
	    cmocka_unit_test(many_appends_share_a_sync),
	    cmocka_unit_test(nothing_is_lost_when_the_process_is_killed),
	};

	return cmocka_run_group_tests_name("loss", tests, NULL, NULL);
}
