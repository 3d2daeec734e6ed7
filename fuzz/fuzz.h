/* The entry point that libFuzzer calls; it has no header for C. */
#ifndef AT_FUZZ_H
#define AT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
