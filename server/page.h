/* Answers to requests for the page's files. */
#ifndef PAGE_H
#define PAGE_H

#include "request.h"

#include <stddef.h>

/* Answers any request for this path: the file, 304 if the client has it, /healthz, or an error. */
void page_answer(struct request *, const char *path);

/* The page is one slash on: its files lie beside it. */
void page_move(struct request *, const char *base);

/* A text that is made for this reply; it is copied. */
void page_text(struct request *, const char *type, const char *text);

/* A text that stays. */
void page_plain(struct request *, const char *text);

/* An error in words. */
void page_refuse(struct request *, int code, const char *why);

enum { PAGE_REFUSAL_MAX = 2048 };

/* The bytes that refuse a connection before it has asked anything, with these words. */
void page_refusal(const char *why, char out[PAGE_REFUSAL_MAX]);

/* Has this program such a file? */
int page_has(const char *path);

struct asset;

/* The same as page_answer() with a file of another version. */
void page_other(struct request *, const struct asset *);

#endif
