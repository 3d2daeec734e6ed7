/* atoll.h: records. */
#include "facade.h"

#include <stdlib.h>
#include <string.h>

size_t at_record_print_head(const struct at_game *game, int seats, uint8_t options,
			    const uint8_t *seed, char *out, size_t room)
{
	struct at_record head = {
	    .game = game,
	    .setup = {(uint8_t)(seats >= 0 && seats < 255 ? seats : 255), options},
	    .has_seed = seed != NULL};
	union at_any any;
	struct at_text t;

	if (!room || at_init(game, &head.setup, &any.head, NULL))
		return 0;
	if (seed)
		memcpy(head.seed, seed, sizeof head.seed);
	at_text_init(&t, out, room);
	at_print_record_head(&head, &t);
	return t.full ? 0 : t.len;
}

struct at_replay {
	struct at_record head;
	struct at_scan scan;
	struct at_fail fail;
	union at_any state;
	char text[];
};

struct at_replay *at_replay_new(const char *text, struct at_error *error)
{
	size_t len = strlen(text);
	struct at_replay *r = calloc(1, sizeof *r + len + 1);

	if (!r) {
		at_facade_error(error, AT_TOO_LONG, "there is not enough memory");
		return NULL;
	}
	memcpy(r->text, text, len);
	at_scan_init(&r->scan, r->text, len, &r->fail);
	if (at_record_open(&r->head, &r->scan, &r->state.head)) {
		at_facade_fail(error, &r->fail);
		free(r);
		return NULL;
	}
	return r;
}

void at_replay_free(struct at_replay *r)
{
	free(r);
}

const struct at_state *at_replay_state(const struct at_replay *r)
{
	return &r->state.head;
}

enum at_err at_replay_next(struct at_replay *r, at_move *out, struct at_error *error)
{
	return at_record_next(&r->head, &r->scan, &r->state.head, out)
		   ? at_facade_fail(error, &r->fail)
		   : AT_OK;
}
