/* States as bytes: accepted bytes give a valid state, which encodes to the same bytes and can be
 * played on. */
#include "fuzz.h"
#include "laws.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	union at_any any;
	struct at_view view;
	struct at_fail fail;
	uint8_t back[AT_BYTES_MAX];

	if (at_decode(data, size, &any.head, &fail)) {
		law(fail.err && fail.why[0], "a failure says why", NULL);
		law(at_view_decode(data, size, &view, &fail) != AT_OK, "nor is it a view", NULL);
		return 0;
	}
	law(at_encode(&any.head, back) == size && memcmp(data, back, size) == 0,
	    "bytes encode as they were", &any.head);
	law((at_view_decode(data, size, &view, &fail) == AT_OK) == !at_is_truth(&any.head),
	    "a view is what is not the truth", &any.head);
	laws_of_state(&any.head);
	laws_of_play(&any.head, 12);
	return 0;
}
