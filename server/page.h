/* Answers to requests for the page's files. */
#ifndef PAGE_H
#define PAGE_H

#include <event2/http.h>
#include <stddef.h>

/* Answers any request for this path: the file, 304 if the client has it, /healthz, or an error.
 * closing: the server is about to stop, so the connection ends with this reply. */
void page_answer(struct evhttp_request *, const char *path, int closing);

/* The page is one slash on: its files lie beside it. */
void page_move(struct evhttp_request *, const char *base);

/* A text that is made for this reply; it is copied. */
void page_text(struct evhttp_request *, const char *type, const char *text);

/* An error in words. */
void page_refuse(struct evhttp_request *, int code, const char *why);

enum { PAGE_REFUSAL_MAX = 2048 };

/* The bytes that answer a connection before it has asked anything: its address holds too many. */
void page_refusal(char out[PAGE_REFUSAL_MAX]);

/* Has this program such a file? */
int page_has(const char *path);

struct asset;

/* The same as page_answer() with a file of another version. */
void page_other(struct evhttp_request *, const struct asset *, int closing);

#endif
