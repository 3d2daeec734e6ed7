/* Answers to requests for the page's files. */
#ifndef PAGE_H
#define PAGE_H

#include "request.h"

#include <stddef.h>

/* Answers any request for this path: the file, 304 if the client has it, /healthz, or an error. */
void page_answer(struct request *, const char *path);

/* Redirects to the base with a slash behind it, beside which the page's files are. */
void page_move(struct request *, const char *base);

/* Answers with a text, which is copied. */
void page_text(struct request *, const char *type, const char *text);

/* Answers with a constant text. */
void page_plain(struct request *, const char *text);

/* Answers with an error. */
void page_refuse(struct request *, int code, const char *why);

enum { PAGE_REFUSAL_MAX = 2048 };

/* The bytes that refuse a connection before any request, with this reason. */
void page_refusal(const char *why, char out[PAGE_REFUSAL_MAX]);

/* Whether this program has such a file. */
int page_has(const char *path);

struct asset;

/* Like page_answer(), with a file of another version. */
void page_other(struct request *, const struct asset *);

#endif
