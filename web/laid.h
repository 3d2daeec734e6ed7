/* The page's table inside the module, as table.c shares it with the other files. */
#ifndef LAID_H
#define LAID_H

#include "door.h"
#include "job.h"
#include "line.h"

const struct at_table *laid_table(void);
const struct at_events *laid_log(void);

/* Leaves a job in the buffer, if there is one; returns its size. */
int said_job(bool any, const struct at_job *);

/* Takes an answer from the buffer; false if the bytes are not one. */
bool read_answer(int length, struct at_answer *);

#endif
