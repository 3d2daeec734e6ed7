/* How much a guest or an address may make in a time (budgets.c). */
#ifndef HOST_BUDGETS_H
#define HOST_BUDGETS_H

#include "limit.h"

#include <stdbool.h>

struct call;
struct visitor;

/* Takes one from the budget. False if it is exhausted; then the command has been refused. */
bool budget_take(const struct call *, enum budget);

/* May this visitor open a connection? NULL, or why not. */
const char *budget_open(struct visitor *);

#endif
