/* The default limit of a server's memory: the limits of control groups, of both versions,
 * written into a folder. */
#define _GNU_SOURCE
#include "memory.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { MIB = 1 << 20, GIB = 1 << 30 };

static char folder[] = "/tmp/atoll-memory-XXXXXX", groups[100];

static void put(const char *name, const char *text)
{
	char path[300];
	FILE *f;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static void the_least_limit_counts(void **state)
{
	(void)state;
	assert_int_equal(memory_limit(folder, groups), GIB); /* nothing is known */
	put("cgroup", "0::/\n");
	put("groups/memory.max", "max\n");
	assert_int_equal(memory_limit(folder, groups), GIB);
	put("groups/memory.max", "1073741824\n");
	assert_int_equal(memory_limit(folder, groups), GIB / 5 * 4);
	put("cgroup", "0::/a.slice/b.service\n");
	put("groups/a.slice/memory.max", "536870912\n");
	put("groups/a.slice/b.service/memory.max", "max\n");
	assert_int_equal(memory_limit(folder, groups), 512 * MIB / 5 * 4);
	put("groups/a.slice/b.service/memory.max", "104857600\n");
	assert_int_equal(memory_limit(folder, groups), 80 * MIB);
	put("groups/a.slice/b.service/memory.max", "9223372036854771712\n");
	put("groups/a.slice/memory.max", "99999999999\n");
	put("groups/memory.max", "max\n");
	assert_int_equal(memory_limit(folder, groups), GIB);
}

static void version_1_counts_too(void **state)
{
	(void)state;
	put("cgroup", "9:name=systemd:/x\n4:cpu,memory:/x/y\n0::/\n");
	put("groups/memory/memory.limit_in_bytes", "9223372036854771712\n");
	assert_int_equal(memory_limit(folder, groups), GIB);
	put("groups/memory/x/y/memory.limit_in_bytes", "104857600\n");
	assert_int_equal(memory_limit(folder, groups), 80 * MIB);
}

static void what_is_used_is_known(void **state)
{
	size_t before = memory_used(), size = 64 * MIB;
	volatile char *more = malloc(size);

	(void)state;
	assert_true(before > 0);
	for (size_t i = 0; i < size; i += 1024)
		more[i] = 1;
	assert_true(memory_used() >= before + size / 2);
	free((char *)more);
	memory_give_back();
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
	(void)about, (void)kind, (void)where;
	return remove(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_least_limit_counts),
	    cmocka_unit_test(version_1_counts_too),
	    cmocka_unit_test(what_is_used_is_known),
	};
	int failed;

	if (!mkdtemp(folder))
		return 1;
	snprintf(groups, sizeof groups, "%s/groups", folder);
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return failed;
}
