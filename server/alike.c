#include "alike.h"

#include "bot.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>

enum { SKELETON_MAX = 512 }; /* characters that are compared; longer names are cut */

static const struct {
	ucs4_t looks;
	char like;
} confusable[] = {
#include "skeletons.h"
};

static const char *const reserved[] = {"admin",  "administrator", "moderator", "host",
				       "server", "system",        "atoll",     NULL};

/* The letter that a character looks like. A single stroke is an i, whether it is an l or a 1. */
static ucs4_t look_of(ucs4_t c)
{
	size_t from = 0, to = sizeof confusable / sizeof *confusable;

	while (from < to) {
		size_t half = (from + to) / 2;
		if (confusable[half].looks < c)
			from = half + 1;
		else
			to = half;
	}
	if (from < sizeof confusable / sizeof *confusable && confusable[from].looks == c)
		c = (ucs4_t)confusable[from].like;
	if (c == 'l' || c == '1' || c == '|')
		return 'i';
	return c == '0' ? 'o' : c;
}

/* Reduces a name so that names that look alike become equal: compatibility forms (full width,
 * mathematical letters), letters that look alike, upper and lower case. Returns its length. */
static size_t skeleton(const char *name, ucs4_t out[SKELETON_MAX])
{
	uint32_t *wide, *folded;
	size_t length = 0, size = 0;

	uint8_t *text =
	    u8_normalize(UNINORM_NFKC, (const uint8_t *)name, strlen(name), NULL, &size);
	wide = text ? u8_to_u32(text, size, NULL, &length) : NULL;
	for (size_t i = 0; wide && i < length; i++)
		if (wide[i] >= 0x80)
			wide[i] = look_of(wide[i]);
	folded = wide ? u32_casefold(wide, length, NULL, UNINORM_NFKC, NULL, &size) : NULL;
	if (!folded || size > SKELETON_MAX)
		size = folded ? SKELETON_MAX : 0;
	for (size_t i = 0; i < size; i++)
		out[i] = look_of(folded[i]);
	free(text);
	free(wide);
	free(folded);
	return size;
}

static bool same(const ucs4_t *a, size_t n, const ucs4_t *b, size_t m)
{
	return n == m && memcmp(a, b, n * sizeof *a) == 0;
}

bool names_alike(const char *a, const char *b)
{
	ucs4_t one[SKELETON_MAX], other[SKELETON_MAX];
	size_t n, m;

	if (strcmp(a, b) == 0)
		return true;
	n = skeleton(a, one);
	m = skeleton(b, other);
	return n > 0 && same(one, n, other, m);
}

/* Characters between letters make no difference. */
static size_t bare_skeleton(const char *name, ucs4_t out[SKELETON_MAX])
{
	size_t n = skeleton(name, out), bare = 0;

	for (size_t i = 0; i < n; i++)
		if (uc_is_property_alphabetic(out[i]) || uc_is_digit(out[i]))
			out[bare++] = out[i];
	return bare;
}

static bool is_like(const ucs4_t *name, size_t n, const char *word)
{
	ucs4_t other[SKELETON_MAX];
	size_t m = bare_skeleton(word, other);

	return same(name, n, other, m);
}

bool name_is_reserved(const char *name, const char *const *hosts, int count)
{
	ucs4_t bare[SKELETON_MAX];
	size_t n = bare_skeleton(name, bare);
	bool found = false;

	for (int i = 0; reserved[i] && n; i++)
		found |= is_like(bare, n, reserved[i]);
	for (int i = 0; at_ladder[i] && n; i++)
		found |= is_like(bare, n, at_ladder[i]);
	for (int i = 0; i < count && n; i++)
		found |= is_like(bare, n, hosts[i]);
	return found;
}

bool name_is_numbered(const char *name)
{
	size_t n = strlen(name), digits;

	if (n < 4 || name[n - 1] != ')')
		return false;
	for (digits = 0;
	     digits < n - 1 && name[n - 2 - digits] >= '0' && name[n - 2 - digits] <= '9';)
		digits++;
	return digits > 0 && digits < n - 2 && name[n - 2 - digits] == '(';
}
