/* The page's table inside the module: what table.c shows the files beside it. */
#ifndef LAID_H
#define LAID_H

#include "door.h"
#include "job.h"
#include "line.h"

const struct at_table *laid_table(void);
const struct at_log *laid_log(void);

/* Leaves a job in the buffer, where there is any: how many bytes. */
int said_job(bool any, const struct at_job *);

/* Takes an answer from the buffer; false where these bytes are none. */
bool read_answer(int length, struct at_answer *);

#endif
