/* Removing what is old (age.c). */
#ifndef HOST_AGE_H
#define HOST_AGE_H

struct host;

void age_start(struct host *);
void age_say(struct host *);   /* logs that the clock may be wrong */
void age_step(struct host *);  /* at the start and every ten minutes */
void age_crowd(struct host *); /* after a table was made */

#endif
