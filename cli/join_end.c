#include "joined.h"

#include "draw.h"
#include "show.h"
#include "sitting.h"

#include <errno.h>
#include <string.h>

void join_scores(struct join *j)
{
	const struct at_state *s = &j->view.state.head;
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX], winners = 0;

	join_end_line(j);
	putchar('\n');
	draw_position(s, stdout, j->colour);
	puts(s->turn == AT_OVER ? "\nThe game is over." : "\nThe game was ended before its time.");
	show_scores(s, stdout);
	at_rank(s, scores, places);
	for (int i = 0; s->turn == AT_OVER && i < s->seats; i++)
		if (places[i] == 1) {
			fputs(winners++ ? " and " : "Winner: ", stdout);
			print_seat(j, i);
		}
	if (s->turn == AT_OVER)
		puts(winners > 1 ? " share the victory" : "");
}

static bool is_hex(const json_t *text, const uint8_t *bytes)
{
	char hex[2 * AT_SEED_SIZE + 1];
	struct at_text t;

	at_text_init(&t, hex, sizeof hex);
	at_puthex(&t, bytes, AT_SEED_SIZE);
	return json_is_string(text) && strcmp(json_string_value(text), hex) == 0;
}

/* NULL, or how the record differs from what this device was told during the game. Reading the
 * record has already verified that the seed follows from the half and the numbers, and the draws
 * from the seed. */
static const char *compare(const struct join *j, const struct sitting *m)
{
	const struct at_record *r = &m->head;
	json_t *kept = json_object_get(j->guest.tables, j->link.table);
	json_t *promises = json_object_get(kept, "promises");
	json_t *commitment = json_object_get(j->table, "commitment");
	const struct at_promise *own = j->you >= 0 ? &r->person[j->you] : NULL;
	bool fair = json_is_true(json_object_get(j->table, "fair"));
	struct at_view view;

	memset(&view, 0, sizeof view);
	at_view(sitting_now(m), j->you >= 0 ? j->you : AT_PUBLIC, &view);
	if (r->game != j->game ||
	    at_state_hash(&view.state.head) != at_state_hash(&j->view.state.head))
		return "it is of another game";
	if (m->table.draws != AT_DRAWS_SEED || fair != r->has_table || (fair && !r->has_half))
		return "the seed of the draws is not in it";
	if (r->given > json_integer_value(json_object_get(j->table, "given")))
		return "it marks more moves as given than there were";
	if (!is_hex(commitment, fair ? r->host_commitment : r->commitment))
		return "the host's promise has changed";
	if (!fair || !own || !promises)
		return NULL;
	for (int i = 0; i < r->setup.seats; i++) {
		json_t *promise = json_array_get(promises, (size_t)i);
		if (json_is_string(promise) ? !is_hex(promise, r->person[i].hash)
					    : r->person[i].state != AT_PROMISE_NONE)
			return "the promise of a seat has changed";
	}
	if (own->state == AT_PROMISE_OPENED &&
	    !is_hex(json_object_get(kept, "number"), own->number))
		return "your number is not the one that you promised";
	return NULL;
}

static void save(struct join *j, const char *text)
{
	FILE *f = fopen(j->save, "wx");
	bool good = f && fputs(text, f) >= 0;

	if (f)
		good &= fclose(f) == 0;
	if (!good)
		join_fail(j, "%s: %s", j->save, strerror(errno));
}

static void say_kept(const struct join *j, const struct sitting *m)
{
	const struct at_record *r = &m->head;
	int opened = 0;

	for (int i = 0; i < r->setup.seats; i++)
		opened += r->person[i].state == AT_PROMISE_OPENED;
	printf("The record is correct: %u moves checked, draws verified", sitting_moves(m));
	if (!r->has_table)
		fputs("; the host alone chose the seed, as it had promised", stdout);
	else
		printf("; promises kept, %d numbers opened%s", opened,
		       j->you >= 0 && r->person[j->you].state == AT_PROMISE_SILENT
			   ? ", yours came too late"
			   : "");
	puts(".");
}

void join_record(struct join *j, const char *text)
{
	struct file file = {.name = "the record", .text = (char *)text, .len = strlen(text)};
	struct seating who = {0};
	struct sitting m;
	const char *why;

	if (j->save)
		save(j, text);
	fflush(stdout);
	random_seed(who.seed);
	if (sitting_read(&m, &file, UINT64_MAX, &who)) {
		join_fail(j, "the record is not correct");
		return;
	}
	why = compare(j, &m);
	if (why) {
		join_fail(j, "the record is not correct: %s", why);
	} else {
		say_kept(j, &m);
		json_object_del(j->guest.tables, j->link.table);
		guest_keep(&j->guest);
	}
	sitting_release(&m);
	j->done = true;
}
