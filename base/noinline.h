/* Marks functions that must not be inlined: inlining a long list, or the registers of a rare
 * path, would slow the common path. On a GPU, threads that diverged also meet again at such a
 * call. */
#ifndef AT_NOINLINE_H
#define AT_NOINLINE_H

#define AT_NOINLINE __attribute__((noinline))

#endif
