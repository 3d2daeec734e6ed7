/* A request that is to become a WebSocket (RFC 6455, 4.2). */
#ifndef UPGRADE_H
#define UPGRADE_H

#include <event2/http.h>

/* What is wrong with it, as the text of a 400; NULL: nothing. */
const char *upgrade_refuse(struct evhttp_request *);

/* Answers it with 101. Headers that the caller has added (a cookie) are sent along. */
void upgrade_answer(struct evhttp_request *);

#endif
