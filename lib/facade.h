/* Shared by the files behind atoll.h: errors in their public form. */
#ifndef AT_FACADE_H
#define AT_FACADE_H

#include "numbers.h"
#include "step.h"

#include "atoll.h"

/* Fills *error (which may be NULL) from a format as in at_put(), or from a failure, and returns
 * its code. */
enum at_err at_facade_error(struct at_error *error, enum at_err code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum at_err at_facade_fail(struct at_error *error, const struct at_fail *);

/* The same for a refused call: seats count from 0, as in the API. In errors about a text they
 * count from 1, as in texts. */
enum at_err at_facade_refuse(struct at_error *error, const struct at_fail *);

/* Can this many play the game? */
enum at_err at_facade_seats(const struct at_game *, int seats, struct at_error *error);

#endif
