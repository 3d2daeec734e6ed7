/* Records as text: every move read is legal and leads to a whole state. */
#include "record.h"
#include "fuzz.h"
#include "laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct at_record record;
	struct at_scan scan;
	struct at_fail fail;
	union at_any any;
	at_move m;

	at_scan_init(&scan, (const char *)data, size, &fail);
	if (at_record_open(&record, &scan, &any.head) == AT_OK) {
		while (at_record_next(&record, &scan, &any.head, &m) == AT_OK && m)
			;
		laws_of_state(&any.head);
	}
	law(scan.err == AT_OK || (fail.err && fail.why[0]), "a failure says why", NULL);
	return 0;
}
