#include "name.h"

#include <stdlib.h>
#include <string.h>
#include <unictype.h>
#include <unigbrk.h>
#include <uninorm.h>
#include <unistr.h>
#include <uniwidth.h>

enum { NON_JOINER = 0x200c, JOINER = 0x200d, PICTURE_STYLE = 0xfe0f };

/* Zero-width joiners are needed in Persian and in joined emoji: inside a word they are kept. */
static bool is_glue(ucs4_t c)
{
	return c == JOINER || c == NON_JOINER;
}

static bool is_fit(ucs4_t c)
{
	static const uint32_t bad = UC_CATEGORY_MASK_C | UC_CATEGORY_MASK_Z;

	return c == ' ' || is_glue(c) || c == PICTURE_STYLE ||
	       (!uc_is_general_category_withtable(c, bad) &&
		!uc_is_property_default_ignorable_code_point(c));
}

/* A joiner must stand between two characters that are neither joiners nor blanks. Blanks are
 * single. */
static bool is_seemly(const uint8_t *text, size_t size)
{
	ucs4_t before = ' ', c = 0;

	for (size_t i = 0; i < size; before = c) {
		i += (size_t)u8_mbtouc(&c, text + i, size - i);
		if (!is_fit(c))
			return false;
		if ((c == ' ' || is_glue(c)) && (before == ' ' || is_glue(before)))
			return false;
	}
	return before != ' ' && !is_glue(before);
}

/* Counts characters as people do. The library counts a joined emoji as several. */
static size_t graphemes(const uint8_t *text, size_t size)
{
	const uint8_t *end = text + size;
	size_t n = 0;
	ucs4_t before = 0;

	while (text && text < end) {
		n += before != JOINER;
		text = u8_grapheme_next(text, end);
		if (text)
			u8_prev(&before, text, end - size);
	}
	return n;
}

/* The width in cells of a terminal. A letter that decomposes into a sentence is as wide as that. */
static size_t cells(ucs4_t c)
{
	ucs4_t plain[32], *made;
	size_t n = sizeof plain / sizeof *plain, wide = 0;
	int own = uc_width(c, "UTF-8");

	if (c == 0xfdfd) /* the basmala has nothing to decompose into */
		return NAME_CELLS;
	made = u32_normalize(UNINORM_NFKD, &c, 1, plain, &n);
	if (made != plain) { /* no memory, or longer than any name may be */
		free(made);
		return NAME_CELLS + 1;
	}
	for (size_t i = 0; i < n; i++)
		wide += uc_width(plain[i], "UTF-8") > 0 ? (size_t)uc_width(plain[i], "UTF-8") : 0;
	return own > (int)wide ? (size_t)own : wide;
}

/* A joined emoji is as wide as a single one. */
static bool is_narrow(const uint8_t *text, size_t size)
{
	size_t wide = 0;
	ucs4_t c, before = 0;

	for (size_t i = 0; i < size; before = c) {
		i += (size_t)u8_mbtouc(&c, text + i, size - i);
		if (before != JOINER && !(before && (c >= 0x1f3fb && c <= 0x1f3ff)))
			wide += cells(c);
	}
	return wide <= NAME_CELLS;
}

/* Stacked combining marks would reach into other lines. */
static bool is_stacked(const uint8_t *text, size_t size)
{
	static const uint32_t marks = UC_CATEGORY_MASK_Mn | UC_CATEGORY_MASK_Me;
	int row = 0;
	ucs4_t c;

	for (size_t i = 0; i < size;) {
		i += (size_t)u8_mbtouc(&c, text + i, size - i);
		row =
		    c != PICTURE_STYLE && uc_is_general_category_withtable(c, marks) ? row + 1 : 0;
		if (row > NAME_MARKS)
			return true;
	}
	return false;
}

static bool keep(const char *text, size_t size, size_t most, char *out, size_t room,
		 const char **why)
{
	uint8_t *made;
	size_t length = room - 1;
	bool good = false;

	while (size && *text == ' ')
		text++, size--;
	while (size && text[size - 1] == ' ')
		size--;
	*why = "it is too long";
	if (size > 4 * room)
		return false;
	*why = "it is no text";
	if (u8_check((const uint8_t *)text, size))
		return false;
	made = u8_normalize(UNINORM_NFC, (const uint8_t *)text, size, NULL, &length);
	if (!made)
		return false;
	*why = "it is empty";
	if (length > 0) {
		*why = "it is too long";
		good = length < room && graphemes(made, length) <= most;
		if (good && !is_seemly(made, length)) {
			*why = "it has characters that cannot be seen or do not belong there";
			good = false;
		}
	}
	if (good) {
		memcpy(out, made, length);
		out[length] = '\0';
	}
	free(made);
	return good;
}

bool name_read(const char *text, size_t size, char out[NAME_SIZE], const char **why)
{
	char name[NAME_SIZE];
	size_t length;

	if (!keep(text, size, NAME_GRAPHEMES, name, NAME_SIZE, why))
		return false;
	length = strlen(name);
	if (is_stacked((const uint8_t *)name, length)) {
		*why = "it has more than two marks on one letter";
		return false;
	}
	if (!is_narrow((const uint8_t *)name, length)) {
		*why = "it is too wide";
		return false;
	}
	memcpy(out, name, length + 1);
	return true;
}

bool said_read(const char *text, size_t size, char out[SAID_SIZE], const char **why)
{
	return keep(text, size, SAID_GRAPHEMES, out, SAID_SIZE, why);
}
