/* The part of <string.h> that the engine uses; libc.c has the bodies. */
#ifndef AT_WASM_STRING_H
#define AT_WASM_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *);
int strncmp(const char *a, const char *b, size_t n);

#endif
