/* For functions that are not to be put into those that call them: a long list, or the registers of
 * a rare way, would burden the common one. Threads of a GPU that part also meet again at a call. */
#ifndef AT_APART_H
#define AT_APART_H

#define AT_APART __attribute__((noinline))

#endif
