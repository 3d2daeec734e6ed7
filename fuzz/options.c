/* Options as text: accepted options print back and begin a game. */
#include "fuzz.h"
#include "laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct at_setup setup;
	const struct at_game *game = take_setup(&b, &setup);
	char array[256];
	uint8_t options, back = 0;
	struct at_text t;
	struct at_scan scan;
	struct at_fail fail;
	union at_any any;

	at_scan_init(&scan, (const char *)b.at, b.left, &fail);
	if (!at_scan_line(&scan) || at_scan_options(game, &scan, &options))
		return 0;
	at_text_init(&t, array, sizeof array);
	at_print_options(game, options, &t);
	law(!t.full, "options are short", NULL);
	at_scan_init(&scan, array, t.len, &fail);
	if (at_scan_line(&scan))
		law(at_scan_options(game, &scan, &back) == AT_OK, "options read back", NULL);
	law(back == options, "options read back as they were", NULL);
	setup.options = options;
	law(at_init(game, &setup, &any.head, NULL) == AT_OK, "options begin a game", NULL);
	return 0;
}
