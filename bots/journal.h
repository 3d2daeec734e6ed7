/* A journal: the file of a long run. Its first line, the head, says what the run is; then comes one
 * line of JSON for every piece of work that is done, written as soon as it is, so that a later run
 * can go on from there and the journals of several runs can be put together (at_journal_merge()).
 * The first member of a line says which piece it is.
 *
 * Only one run at a time has a journal. A last line that a kill cut short is taken away; its piece
 * is done again. What is not a plain file is only written. */
#ifndef AT_JOURNAL_H
#define AT_JOURNAL_H

#include "fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct at_journal {
	FILE *file;
	const char *name;
};

/* Who takes the lines that there are already; false: it is damaged. */
struct at_lines {
	bool (*take)(void *context, const char *line);
	void *context;
};

/* Opens or makes the file and gives the lines after the head. An error leaves the file as it is: it
 * cannot be opened, is of another run or in use by one, or is damaged. at_journal_close() in any
 * case. */
enum at_err at_journal_open(struct at_journal *, const char *name, const char *head,
			    const struct at_lines *, struct at_fail *);

/* Adds a line, given without its end. Not for two threads at once. */
enum at_err at_journal_add(struct at_journal *, const char *line, struct at_fail *);

enum at_err at_journal_close(struct at_journal *, struct at_fail *);

/* Writes one journal with every piece that any of the others has, in the order of their numbers; it
 * may be one of them, and is there whole or not at all. An error where two are of different runs,
 * or tell different things of one piece. */
enum at_err at_journal_merge(const char *into, const char *const *from, int count,
			     struct at_fail *);

/* Reads a line strictly as it was written; the first surprise makes it bad. */
struct at_reader {
	const char *at;
	bool bad;
};
bool at_skip(struct at_reader *, const char *text); /* whether it was there */
void at_expect(struct at_reader *, const char *text);
double at_read_number(struct at_reader *, double lo, double hi);
/* ,"name":[x,x,...] */
void at_read_array(struct at_reader *, const char *name, double *x, int n, double lo, double hi);
void at_read_quoted(struct at_reader *, char *out, size_t size);

#endif
