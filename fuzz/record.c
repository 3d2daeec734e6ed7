/* Records as text: every move of an accepted record is legal and leads to a valid state. */
#include "record.h"
#include "fuzz.h"
#include "laws.h"

#include <string.h>

/* Prints what was read and reads it again. */
static void laws_of_head(const struct at_record *record)
{
	char text[AT_RECORD_HEAD_MAX];
	struct at_record again;
	struct at_scan scan;
	struct at_text t;
	struct at_fail fail;
	union at_any any;

	at_text_init(&t, text, sizeof text);
	at_print_record_head(record, &t);
	at_scan_init(&scan, text, t.len, &fail);
	law(!t.full && at_record_open(&again, &scan, &any.head) == AT_OK, "a head is read again",
	    NULL);
	law(memcmp(record, &again, sizeof again) == 0, "a head is read again as the same", NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct at_record record;
	struct at_scan scan;
	struct at_fail fail;
	union at_any any;
	at_move m;

	at_scan_init(&scan, (const char *)data, size, &fail);
	if (at_record_open(&record, &scan, &any.head) == AT_OK) {
		laws_of_head(&record);
		while (at_record_next(&record, &scan, &any.head, &m) == AT_OK && m)
			;
		laws_of_state(&any.head);
	}
	law(scan.err == AT_OK || (fail.err && fail.why[0]), "a failure says why", NULL);
	return 0;
}
