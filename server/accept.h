/* The answer to a WebSocket's key (RFC 6455, 4.2.2): SHA-1 of the key and a fixed text, in base64.
 * SHA-1 is no secret keeper here: it shows that the server knows the protocol. */
#ifndef ACCEPT_H
#define ACCEPT_H

enum { ACCEPT_KEY = 24, ACCEPT_SIZE = 28 + 1 };

/* key has ACCEPT_KEY characters; out is a string. */
void accept_key(const char *key, char out[ACCEPT_SIZE]);

#endif
