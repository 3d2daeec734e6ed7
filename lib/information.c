/* atoll.h: information sets, from the moves as a seat saw them. */
#include "facade.h"

#include <string.h>

/* A view that follows what was seen, from the start of the game. */
struct walk {
	const struct at_history *h;
	uint32_t next;
	union at_any view;
};

static enum at_err begin(struct walk *w, const struct at_history *h, struct at_error *error)
{
	union at_any start;

	w->h = h;
	w->next = 0;
	if (at_state_init(h->game, h->seats, h->options, &start.head, error))
		return AT_BAD_VALUE;
	return at_state_view(&start.head, h->viewer, &w->view.head, error);
}

static enum at_err step(struct walk *w, struct at_error *error)
{
	struct at_fail fail;

	if (!at_follow(&w->view.head, w->h->seen[w->next], &fail))
		return w->next++, AT_OK;
	return at_facade_error(error, fail.err, "move %u: %s", w->next, fail.why);
}

enum at_err at_information_print(const struct at_history *h, char *out, size_t room,
				 struct at_error *error)
{
	struct at_text t;
	struct walk w;

	if (room == 0 || begin(&w, h, error))
		return room == 0 ? AT_TOO_LONG : AT_BAD_VALUE;
	at_text_init(&t, out, room);
	at_put(&t, "%s players %d ", h->game->name, h->seats);
	if (h->viewer == AT_PUBLIC)
		at_puts(&t, "public");
	else
		at_put(&t, "seat %d", h->viewer + 1);
	at_puts(&t, " options ");
	at_print_options(h->game, h->options, &t);
	at_putc(&t, '\n');
	while (w.next < h->count) {
		char text[AT_MOVE_TEXT_MAX];
		if (at_move_print(&w.view.head, h->seen[w.next], text, sizeof text))
			at_put(&t, "%s\n", text);
		if (step(&w, error))
			return AT_BAD_MOVE;
	}
	return t.full ? at_facade_error(error, AT_TOO_LONG, "there is no room for the text")
		      : AT_OK;
}

size_t at_information_size(const struct at_game *game)
{
	return (size_t)AT_INFORMATION_ROW * game->plies_max;
}

/* Who moves, as the viewer counts: the viewer 1, then clockwise; chance 255. */
static uint8_t mover(const struct walk *w)
{
	int turn = w->view.head.turn, from = w->h->viewer == AT_PUBLIC ? 0 : w->h->viewer;

	return turn < 0 ? 255 : (uint8_t)(1 + (turn + w->h->seats - from) % w->h->seats);
}

enum at_err at_information_tensor(const struct at_history *h, uint8_t *out, struct at_error *error)
{
	struct walk w;

	if (h->count > h->game->plies_max)
		return at_facade_error(error, AT_TOO_LONG, "no game has %u moves", h->count);
	if (begin(&w, h, error))
		return AT_BAD_VALUE;
	memset(out, 0, at_information_size(h->game));
	while (w.next < h->count) {
		at_move m = h->seen[w.next];
		*out++ = mover(&w);
		for (int shift = 24; shift >= 0; shift -= 8)
			*out++ = (uint8_t)(m >> shift);
		if (step(&w, error))
			return AT_BAD_MOVE;
	}
	return AT_OK;
}
