#include "joined.h"

#include "draw.h"
#include "show.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

void join_scores(struct join *j)
{
	const struct at_state *s = join_now(j);
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX], winners = 0;

	join_end_line(j);
	putchar('\n');
	draw_position(s, stdout, j->colour);
	putchar('\n');
	if (s->turn == AT_OVER)
		puts("The game is over.");
	else
		news_ending(j);
	news_of_bots(j);
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

static void save(struct join *j, const char *text)
{
	FILE *f = fopen(j->save, "wx");
	bool good = f && fputs(text, f) >= 0;

	if (f)
		good &= fclose(f) == 0;
	if (!good)
		join_fail(j, "%s: %s", j->save, strerror(errno));
}

static void say_kept(const struct join *j, const struct at_found *found)
{
	printf("The record is correct: %u moves checked, draws verified", found->moves);
	if (!found->is_fair)
		fputs("; the host alone chose the seed, as it had promised", stdout);
	else
		printf("; promises kept, %d numbers opened%s", __builtin_popcount(found->opened),
		       j->you >= 0 && found->silent >> j->you & 1 ? ", yours came too late" : "");
	puts(".");
}

void join_record(struct join *j, const char *text)
{
	char *json = json_dumps(json_object_get(j->guest.tables, j->link.table), 0);
	struct at_word kept_text = {json, json ? strlen(json) : 0};
	struct at_fail fail = {0};
	struct at_found found;
	struct at_kept kept;

	if (j->save)
		save(j, text);
	at_read_kept(kept_text, &kept);
	free(json);
	if (at_client_verify(&j->client, &kept, text, strlen(text), &found, &fail)) {
		join_fail(j, "the record is not correct: %s (line %u)", fail.why, fail.line);
	} else if (!found.has_seed) {
		join_fail(j, "the record is not correct: the seed of the draws is not in it");
	} else {
		say_kept(j, &found);
		json_object_del(j->guest.tables, j->link.table);
		guest_keep(&j->guest);
	}
	j->done = true;
}
