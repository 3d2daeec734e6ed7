/* JSON from outside, read in place: no tree, no memory. A value is a piece of the text; the
 * members of an object are looked up by name, a list is traversed. A missing value, or one of
 * the wrong kind, is a value of length 0, and every function here accepts that, too. The text
 * may be anything: nothing beyond its end is read, and invalid JSON gives values of length 0. */
#ifndef AT_MEMBERS_H
#define AT_MEMBERS_H

#include "scan.h"

/* The value of this member; the first one if there are several. */
struct at_word at_member(struct at_word object, const char *name);

/* The next element of a list; false at its end. The rest of the list stays in *list. */
bool at_element(struct at_word *list, struct at_word *out);

/* A string without its quotes, undecoded: escapes stay as they are. */
struct at_word at_member_string(struct at_word object, const char *name);

/* The string's place in this list, whose first entries may be NULL; -1: not found. */
int at_member_in(struct at_word object, const char *name, const char *const *list, int n);

/* A whole number up to `most`; if there is none, false, and *out is unchanged. */
bool at_member_number(struct at_word object, const char *name, uint32_t most, uint32_t *out);

/* A seat, from 1 in the text and from 0 here; -1: none. */
int at_member_seat(struct at_word object, const char *name);

/* Numbers from 1 as bits: the first bit is that of 1. */
uint8_t at_member_set(struct at_word object, const char *name);

/* true, and nothing else. */
bool at_member_flag(struct at_word object, const char *name);

/* n bytes, from a string of 2n hexadecimal digits; false, and nothing written, if it is anything
 * else. */
bool at_value_hex(struct at_word value, uint8_t *out, size_t n);
bool at_member_hex(struct at_word object, const char *name, uint8_t *out, size_t n);

#endif
