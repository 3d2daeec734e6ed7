#include "text.h"

#include "assert.h"
#include "fail.h"

#include <string.h>

void at_text_init(struct at_text *t, char *array, size_t size)
{
	at_assert(size > 0);
	*t = (struct at_text){.at = array, .size = size};
	array[0] = '\0';
}

void at_putn(struct at_text *t, const char *s, size_t n)
{
	size_t room = t->size - 1 - t->len;

	if (n > room) {
		t->full = true;
		n = room;
	}
	memcpy(t->at + t->len, s, n);
	t->len += n;
	t->at[t->len] = '\0';
}

void at_puts(struct at_text *t, const char *s)
{
	char *to = t->at + t->len;
	size_t room = t->size - 1 - t->len, n = 0;

	for (; n < room && s[n]; n++)
		to[n] = s[n];
	if (s[n])
		t->full = true;
	to[n] = '\0';
	t->len += n;
}

static void put_unsigned(struct at_text *t, unsigned x)
{
	char digits[12];
	size_t n = sizeof digits;

	do
		digits[--n] = (char)('0' + x % 10);
	while (x /= 10);
	at_putn(t, digits + n, sizeof digits - n);
}

void at_putv(struct at_text *t, const char *format, va_list args)
{
	for (const char *f = format; *f; f++) {
		if (*f != '%') {
			at_putc(t, *f);
			continue;
		}
		switch (*++f) {
		case 's': at_puts(t, va_arg(args, const char *)); break;
		case 'c': at_putc(t, (char)va_arg(args, int)); break;
		case 'u': put_unsigned(t, va_arg(args, unsigned)); break;
		case 'd': {
			int x = va_arg(args, int);
			if (x < 0)
				at_putc(t, '-');
			put_unsigned(t, x < 0 ? 0u - (unsigned)x : (unsigned)x);
			break;
		}
		case '%': at_putc(t, '%'); break;
		default: at_assert(!"a format that at_put knows");
		}
	}
}

void at_put(struct at_text *t, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	at_putv(t, format, args);
	va_end(args);
}

/* Without a table or a branch, so that compilers can vectorise it. */
static char digit(unsigned x)
{
	return (char)('0' + x + (x > 9) * (unsigned)('a' - '0' - 10));
}

void at_puthex(struct at_text *t, const uint8_t *bytes, size_t n)
{
	char pairs[64];

	while (n > 0) {
		size_t part = n < sizeof pairs / 2 ? n : sizeof pairs / 2;
		for (size_t i = 0; i < part; i++) {
			pairs[2 * i] = digit(bytes[i] >> 4);
			pairs[2 * i + 1] = digit(bytes[i] & 15);
		}
		at_putn(t, pairs, 2 * part);
		bytes += part;
		n -= part;
	}
}

#undef at_fail
enum at_err at_fail(struct at_fail *fail, enum at_err err, const char *format, ...)
{
	struct at_text t;
	va_list args;

	if (!fail)
		return err;
	fail->err = err;
	fail->line = 0;
	fail->part = NULL;
	at_text_init(&t, fail->why, sizeof fail->why);
	va_start(args, format);
	at_putv(&t, format, args);
	va_end(args);
	return err;
}

enum at_err at_blame(struct at_fail *fail, enum at_err err, const char *part, int number)
{
	if (fail && !fail->part) {
		fail->part = part;
		fail->number = number;
	}
	return err;
}
