#define _GNU_SOURCE

#include "memory.h"

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { USUAL = 1 << 30, PATH_SIZE = 4096 };

/* Reads a whole number from a file; SIZE_MAX if it contains none, such as "max". */
static size_t read_number(const char *path)
{
	char line[32] = "", *end;
	FILE *f = fopen(path, "re");
	unsigned long long n;

	if (!f)
		return SIZE_MAX;
	if (!fgets(line, sizeof line, f))
		line[0] = '\0';
	fclose(f);
	n = strtoull(line, &end, 10);
	return end == line || n > SIZE_MAX ? SIZE_MAX : (size_t)n;
}

/* The smallest limit of a group and its ancestors. Inside a container the path may be that of the
 * outside; then only its end exists, or only the root. */
static size_t least_of(const char *root, const char *group, const char *file)
{
	size_t least = SIZE_MAX, n;
	char path[PATH_SIZE], at[PATH_SIZE];
	char *slash;

	snprintf(at, sizeof at, "%s", strcmp(group, "/") == 0 ? "" : group);
	do {
		if (snprintf(path, sizeof path, "%s%s/%s", root, at, file) < PATH_SIZE &&
		    (n = read_number(path)) < least)
			least = n;
		slash = strrchr(at, '/');
		if (slash)
			*slash = '\0';
	} while (slash);
	return least;
}

/* The limit of one line of /proc/self/cgroup, "NUMBER:CONTROLLERS:PATH". */
static size_t limit_of(char *line, const char *groups)
{
	char *controllers = strchr(line, ':'), *path, root[PATH_SIZE];

	path = controllers ? strchr(controllers + 1, ':') : NULL;
	if (!path)
		return SIZE_MAX;
	*controllers++ = *path++ = '\0';
	path[strcspn(path, "\n")] = '\0';
	if (!*controllers)
		return least_of(groups, path, "memory.max");
	for (char *word = controllers; *word; word += strcspn(word, ","), word += *word == ',')
		if (strncmp(word, "memory", 6) == 0 && strchr(",", word[6])) {
			snprintf(root, sizeof root, "%s/memory", groups);
			return least_of(root, path, "memory.limit_in_bytes");
		}
	return SIZE_MAX;
}

size_t memory_limit(const char *proc, const char *groups)
{
	char line[PATH_SIZE];
	size_t least = SIZE_MAX, n;
	FILE *f;

	snprintf(line, sizeof line, "%s/cgroup", proc);
	f = fopen(line, "re");
	while (f && fgets(line, sizeof line, f))
		if ((n = limit_of(line, groups)) < least)
			least = n;
	if (f)
		fclose(f);
	return least / 5 * 4 < USUAL ? least / 5 * 4 : USUAL;
}

size_t memory_used(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (!f || fscanf(f, "%*u %lu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

void memory_give_back(void)
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
