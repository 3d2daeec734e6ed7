/* Positions as text: an accepted position is valid, prints back and can be played on. */
#include "position.h"
#include "fuzz.h"
#include "laws.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	union at_any any, untouched;
	struct at_fail fail;

	memset(&any, 0xa5, sizeof any);
	untouched = any;
	if (at_parse_position((const char *)data, size, &any.head, &fail)) {
		law(fail.err && fail.why[0], "a failure says why", NULL);
		law(memcmp(&any, &untouched, sizeof any) == 0, "a failure changes nothing", NULL);
		return 0;
	}
	laws_of_state(&any.head);
	laws_of_play(&any.head, 12);
	return 0;
}
