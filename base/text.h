/* Bounded text buffers: everything that the rules print goes through one. The limit is the
 * caller's array; what does not fit is dropped and remembered, never written. */
#ifndef AT_TEXT_H
#define AT_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct at_text {
	char *at;    /* always a terminated string */
	size_t size; /* of the array, terminator included */
	size_t len;
	bool full; /* something was dropped */
};

/* size > 0. The array stays the caller's. */
void at_text_init(struct at_text *, char *array, size_t size);

static inline void at_putc(struct at_text *t, char c)
{
	if (t->len + 1 >= t->size) {
		t->full = true;
		return;
	}
	t->at[t->len++] = c;
	t->at[t->len] = '\0';
}

void at_puts(struct at_text *, const char *);
void at_putn(struct at_text *, const char *, size_t n);

/* printf's %d %u %s %c and %%, without flags or widths. */
void at_put(struct at_text *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void at_putv(struct at_text *, const char *format, va_list) __attribute__((format(printf, 2, 0)));

/* n bytes as lower-case hexadecimal. */
void at_puthex(struct at_text *, const uint8_t *bytes, size_t n);

#endif
