/* The part of <stdlib.h> that the library uses; engine.c has the bodies. */
#ifndef NPM_STDLIB_H
#define NPM_STDLIB_H

#include <stddef.h>

void *malloc(size_t);
void *calloc(size_t count, size_t size);
void *realloc(void *, size_t);
void free(void *);
void qsort(void *list, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
