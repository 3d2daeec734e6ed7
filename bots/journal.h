/* A journal: the file of a long run. Its first line, the head, describes the run. Then comes one
 * line of JSON for every finished piece of work, written at once, so that a later run can
 * continue and the journals of several runs can be merged (at_journal_merge()). The first member
 * of a line identifies the piece.
 *
 * Only one run at a time has a journal open. A last line that a kill cut short is removed and
 * its piece is done again. A journal that is not a plain file is only written. */
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

/* Receives the lines that exist already; false: the line is damaged. */
struct at_lines {
	bool (*take)(void *context, const char *line);
	void *context;
};

/* Opens or creates the file and passes on the lines after the head. An error leaves the file
 * unchanged: it cannot be opened, belongs to another run, is in use, or is damaged. Call
 * at_journal_close() in any case. */
enum at_err at_journal_open(struct at_journal *, const char *name, const char *head,
			    const struct at_lines *, struct at_fail *);

/* Adds a line, given without its end. Not thread-safe. */
enum at_err at_journal_add(struct at_journal *, const char *line, struct at_fail *);

enum at_err at_journal_close(struct at_journal *, struct at_fail *);

/* Writes one journal with every piece that any of the inputs has, in numerical order. The output
 * may be one of the inputs; it is written completely or not at all. An error if two inputs
 * belong to different runs or disagree about a piece. */
enum at_err at_journal_merge(const char *into, const char *const *from, int count,
			     struct at_fail *);

/* Reads a line exactly as it was written; the first difference marks it bad. */
struct at_reader {
	const char *at;
	bool bad;
};
bool at_skip(struct at_reader *, const char *text); /* returns whether it was there */
void at_expect(struct at_reader *, const char *text);
double at_read_number(struct at_reader *, double lo, double hi);
/* ,"name":[x,x,...] */
void at_read_array(struct at_reader *, const char *name, double *x, int n, double lo, double hi);
void at_read_quoted(struct at_reader *, char *out, size_t size);

#endif
