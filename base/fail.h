/* What is wrong with an input, for the person who gave it. Zero is success; a failed call has
 * changed nothing but its struct at_fail. */
#ifndef AT_FAIL_H
#define AT_FAIL_H

#include <stdint.h>

enum at_err {
	AT_OK,
	AT_BAD_TEXT,  /* it cannot be read: spelling, missing or extra words */
	AT_BAD_VALUE, /* it can be read, but a value is out of range or contradicts another */
	AT_BAD_MOVE,  /* a well-formed move that the rules forbid here */
	AT_BAD_STATE, /* a position that the components or the rules make impossible */
	AT_BAD_BYTES, /* encoded bytes that are too short, too long or of another version */
	AT_TOO_LONG,  /* more than the receiver has room for */
};

struct at_fail {
	enum at_err err;
	uint32_t line;    /* of the text, from 1; 0 if there are no lines */
	const char *part; /* what at_blame() named, else NULL */
	int number;
	char why[200]; /* one line, with the rule's number where a rule is broken; no full stop */
};

/* Fills *fail (which may be NULL) from a format as in at_put() and returns err. */
enum at_err at_fail(struct at_fail *fail, enum at_err err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* On a GPU nobody reads reasons, so there are none. */
#ifdef AT_WORDLESS
#define at_fail(fail, err, ...) (err)
#endif

/* Names the part of the input that is wrong, for callers who know where it is: a key of a
 * position's text and its argument (seats count from 0). Only the first name is kept. Returns
 * the error. */
enum at_err at_blame(struct at_fail *fail, enum at_err err, const char *part, int number);

#endif
