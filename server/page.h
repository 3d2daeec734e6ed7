/* Answers to requests for the page's files. */
#ifndef PAGE_H
#define PAGE_H

#include <event2/http.h>

/* Answers any request: the file, 304 if the client has it, /healthz, or an error. closing: the
 * server is about to stop, so the connection ends with this reply. */
void page_answer(struct evhttp_request *, int closing);

#endif
