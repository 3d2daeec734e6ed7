/* Tokens: which guest sends this request (tokens.c). */
#ifndef HOST_TOKENS_H
#define HOST_TOKENS_H

#include "proxy.h"
#include "store.h"

#include <stdbool.h>
#include <stdint.h>

struct host;
struct request;

/* The hash of the request's token, or of a new one that is sent with the answer. False if the store
 * cannot be read; then the request is refused rather than treated as a stranger's. */
bool token_read(const struct host *, struct request *, enum via, uint8_t hash[AT_TOKEN_SIZE]);

#endif
