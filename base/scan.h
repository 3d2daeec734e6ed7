/* A cursor over text from outside: lines, words, numbers, and the first thing that is wrong with
 * them. '#' starts a comment, blank lines are skipped, and a carriage return before the newline
 * is tolerated. Outside comments the text is printable ASCII; comments are UTF-8.
 *
 * The first failure is kept in *fail with its line, and from then on every call finds nothing.
 * So a parser may read on and check scan->err once at the end. */
#ifndef AT_SCAN_H
#define AT_SCAN_H

#include "fail.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct at_word {
	const char *at; /* not terminated */
	size_t len;
};

struct at_scan {
	const char *next, *end; /* the lines that follow */
	const char *at, *stop;  /* the rest of the current line */
	const char *begin;      /* of the current line */
	uint32_t line;          /* its number, from 1; 0 before the first */
	enum at_err err;
	struct at_fail *fail;
};

/* fail must not be NULL; it and the text stay the caller's. */
void at_scan_init(struct at_scan *, const char *text, size_t len, struct at_fail *fail);

/* Moves to the next line that is not empty; false at the end or after a failure. */
bool at_scan_line(struct at_scan *);

/* The same, but only if that line is indented: a row of the board drawn under a key. */
bool at_scan_row(struct at_scan *);

/* Is the current line indented? */
bool at_scan_indented(const struct at_scan *);

/* The next word of the current line (separated by blanks); false if there is none. */
bool at_scan_word(struct at_scan *, struct at_word *out);

/* The same, but a missing word is a failure: "expected WHAT". */
enum at_err at_scan_need(struct at_scan *, const char *what, struct at_word *out);

/* Requires exactly this word next. */
enum at_err at_scan_expect(struct at_scan *, const char *word);

/* A decimal number from lo to hi as the next word. */
enum at_err at_scan_uint(struct at_scan *, const char *what, uint32_t lo, uint32_t hi,
			 uint32_t *out);

/* 2n hexadecimal digits as the next word. */
enum at_err at_scan_hex(struct at_scan *, const char *what, uint8_t *out, size_t n);

/* "NAME:" or "NAME ARG:" at the beginning of the current line; ARG has length 0 if there is
 * none. The text after the colon is left for the other calls. */
enum at_err at_scan_key(struct at_scan *, struct at_word *name, struct at_word *arg);

/* Requires the end of the current line. */
enum at_err at_scan_done(struct at_scan *);

/* Fails at the current line; returns err. Only the first failure is kept. */
enum at_err at_scan_fail(struct at_scan *, enum at_err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The length of the UTF-8 character at the start of a text that ends at end, or 0 if there is no
 * valid one (RFC 3629). */
size_t at_utf8(const char *text, const char *end);

bool at_word_is(struct at_word, const char *);

/* The word's index in a list of n strings, or -1. */
int at_word_in(struct at_word, const char *const *list, int n);

/* A decimal number from lo to hi that is the whole word; false otherwise. */
bool at_word_uint(struct at_word, uint32_t lo, uint32_t hi, uint32_t *out);

/* The word for an error message: shortened, with '?' for what cannot be shown. */
struct at_shown {
	char s[32];
};
struct at_shown at_show(struct at_word);

#endif
