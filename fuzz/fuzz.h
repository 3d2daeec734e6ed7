/* libFuzzer's door; it has no header of its own for C. */
#ifndef AT_FUZZ_H
#define AT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
