/* Two bots play a game of My Shelfie by a seed; its record is printed, read back and checked. */
#include <atoll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS = 2, RECORD_MAX = 1 << 16 };

static size_t play(const struct at_game *game, struct at_state *s, char *record)
{
	static const char *const names[SEATS] = {"search:nodes=200", "greedy"};
	const uint8_t seed[AT_SEED_SIZE] = {2, 7, 1, 8};
	size_t n = at_record_print_head(game, SEATS, 0, seed, record, RECORD_MAX);
	struct at_player *bot[SEATS];
	at_move m;

	for (int i = 0; i < SEATS; i++)
		bot[i] = at_player_new(game, names[i], (uint64_t)i, NULL);
	at_state_init(game, SEATS, 0, s, NULL);
	while (at_state_turn(s) != AT_OVER) {
		if (at_state_turn(s) == AT_CHANCE)
			m = at_state_deal(s, seed);
		else
			at_player_choose(bot[at_state_turn(s)], s, &m, NULL);
		for (int i = 0; i < SEATS; i++)
			at_player_saw(bot[i], at_state_seen(s, m, i));
		n += at_move_print(s, m, record + n, RECORD_MAX - n);
		n += (size_t)snprintf(record + n, RECORD_MAX - n, "\n");
		at_state_apply(s, m, NULL);
	}
	for (int i = 0; i < SEATS; i++)
		at_player_free(bot[i]);
	return n;
}

int main(void)
{
	const struct at_game *game = at_game_find("my-shelfie");
	struct at_state *s = malloc(at_state_size(game));
	char *record = malloc(RECORD_MAX);
	struct at_replay *replay;
	struct at_error why;
	struct at_score score;
	at_move m = 1;

	play(game, s, record);
	fputs(record, stdout);
	for (int i = 0; i < SEATS; i++) {
		at_state_score(s, i, &score, NULL);
		printf("# seat %d: %d points\n", i + 1, score.total);
	}
	replay = at_replay_new(record, &why);
	while (replay && m && at_replay_next(replay, &m, &why) == AT_OK)
		;
	if (!replay || m)
		return fprintf(stderr, "line %u: %s\n", why.line, why.why), 1;
	printf("# the record leads to %s\n", memcmp(at_replay_state(replay), s, at_state_size(game))
						 ? "something else"
						 : "the same end");
	at_replay_free(replay);
	free(record);
	free(s);
	return 0;
}
