/* Shared by the files behind atoll.h: errors in their public form. */
#ifndef AT_FACADE_H
#define AT_FACADE_H

#include "numbers.h"

/* Fills *error (which may be NULL) from a format as in at_put(), or from a failure, and returns
 * its code. */
enum at_err at_facade_error(struct at_error *error, enum at_err code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum at_err at_facade_fail(struct at_error *error, const struct at_fail *);

#endif
