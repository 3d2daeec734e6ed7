#include "joined.h"

#include "absence.h"

#include <string.h>

/* --- whose moves --- */

/* "Ann (seat 1), Bob (seat 2) and seat 3" */
static void print_seats(const struct join *j, uint8_t set)
{
	int left = __builtin_popcount(set);

	for (int i = 0; i < join_table(j)->opening.seats; i++)
		if (set >> i & 1) {
			print_seat(j, i);
			left--;
			fputs(left > 1 ? ", " : left ? " and " : "", stdout);
		}
}

/* The moves of each seat that stand before this event and go with everything from this ply on;
 * false if not all of them were seen here. */
static bool moves_from(const struct join *j, const struct at_event *last, int count[AT_SEATS_MAX])
{
	const struct at_events *log = &j->client.history.log;
	uint32_t i = last->number < log->count ? last->number : log->count, gone = UINT32_MAX;

	memset(count, 0, AT_SEATS_MAX * sizeof *count);
	if (last->ply < join_table(j)->opening.start.head.ply)
		return false;
	while (i-- > log->first) {
		const struct at_event *e = at_event_of(log, i);
		if (e->kind == AT_TOOK_BACK && e->ply < gone)
			gone = e->ply;
		if (!at_is_move(e) || e->ply >= gone)
			continue;
		if (e->ply < last->ply)
			break;
		if (e->kind == AT_DECIDED && e->seat >= 0)
			count[e->seat]++;
	}
	return true;
}

/* "2 moves of Ann (seat 1) and 1 move of Bob (seat 2)" */
static void print_moves(const struct join *j, const struct at_event *e)
{
	int count[AT_SEATS_MAX], before = 0;

	if (!moves_from(j, e, count)) {
		fputs(" moves from before you came", stdout);
		return;
	}
	for (int i = 0; i < AT_SEATS_MAX; i++) {
		if (!count[i])
			continue;
		printf("%s %d move%s of ", before++ ? " and" : "", count[i],
		       count[i] == 1 ? "" : "s");
		print_seat(j, i);
	}
}

/* Is this when a bot begins to move for a person? */
static bool lets_bot(const struct at_event *e)
{
	return e->kind == AT_STANDS_IN || e->kind == AT_OUT_OF_TIME || e->kind == AT_REPLACED ||
	       e->kind == AT_RESIGNED || e->kind == AT_ERASED;
}

/* The moves that a bot has made for this seat since it last came to do so. */
static int moves_of_bot(const struct join *j, const struct at_event *last)
{
	const struct at_events *log = &j->client.history.log;
	int n = 0;

	for (uint32_t i = last->number; i-- > log->first;) {
		const struct at_event *e = at_event_of(log, i);
		if (e->seat != last->seat)
			continue;
		if (lets_bot(e))
			break;
		n += e->kind == AT_DECIDED;
	}
	return n;
}

void news_of_bots(const struct join *j)
{
	const struct at_events *log = &j->client.history.log;
	int count[AT_SEATS_MAX] = {0};
	uint8_t bots = j->stood;
	bool late = join_table(j)->opening.start.head.ply > 0; /* moves from before are unknown */

	for (uint32_t i = log->first; i < log->count; i++) {
		const struct at_event *e = at_event_of(log, i);
		if (e->seat < 0)
			continue;
		if (lets_bot(e))
			bots |= (uint8_t)(1 << e->seat);
		if (e->kind == AT_CAME_BACK)
			bots &= (uint8_t) ~(1 << e->seat);
		if (e->kind == AT_DECIDED && bots >> e->seat & 1)
			count[e->seat]++;
	}
	for (int i = 0; i < AT_SEATS_MAX; i++) {
		if (!count[i])
			continue;
		printf("A bot made %s%d move%s for ", late ? "at least " : "", count[i],
		       count[i] == 1 ? "" : "s");
		print_seat(j, i);
		puts(".");
	}
}

/* --- how it ended --- */

void news_ending(const struct join *j)
{
	static const char *const how[] = {
	    [AT_ENDING_NONE] = "The game was ended before its time.",
	    [AT_ENDING_AGREED] = "The game was ended by agreement",
	    [AT_ENDING_ALONE] = "The game was ended by the last player at the table",
	    [AT_ENDING_RESIGNED] = "The game is over, because a player has resigned",
	    [AT_ENDING_ABSENT] = "The game was ended, because a player does not come back",
	    [AT_ENDING_ABANDONED] = "The game was ended, because nobody has played for 60 days",
	};
	const struct at_apart *a = &join_table(j)->apart;

	fputs(how[a->ending], stdout);
	if (a->ending == AT_ENDING_AGREED && a->enders) {
		fputs("; it was asked for by ", stdout);
		print_seats(j, a->enders);
	} else if (a->enders) {
		fputs(": ", stdout);
		print_seats(j, a->enders);
	}
	puts(a->ending ? "." : "");
}

/* --- questions --- */

static void print_question(const struct join *j, int ask, const struct at_event *e)
{
	fputs(ask == AT_ASK_BACK ? " to take back" : " to end the game", stdout);
	if (ask == AT_ASK_BACK)
		print_moves(j, e);
	if (ask != AT_ASK_ABSENT)
		return;
	fputs(", because of who does not come back: ", stdout);
	print_seats(j, (uint8_t)e->ply);
}

void news_question(const struct join *j)
{
	const struct at_table *t = join_table(j);
	const struct at_question *q = &t->question;
	struct at_event e = {.number = t->events, .ply = q->ply, .seat = q->seat};
	uint64_t now = join_clock();

	if (!q->ask)
		return;
	print_seat(j, q->seat);
	fputs(q->seat == j->you ? " (you) asks" : " asks", stdout);
	print_question(j, q->ask, &e);
	if (q->needs) {
		fputs(". Still to answer: ", stdout);
		print_seats(j, q->needs);
	}
	if (t->apart.lapses > now) {
		fputs(". The question lapses in ", stdout);
		print_time(t->apart.lapses - now);
	}
	puts(".");
	if (join_is_asked(j))
		puts("You are asked: agree or decline?");
	else if (q->seat == j->you)
		puts("`decline` withdraws your question.");
}

void print_time(uint64_t ms)
{
	unsigned long long s = ms / 1000;

	if (s >= 86400)
		printf("%llu d %llu h", s / 86400, s / 3600 % 24);
	else if (s >= 3600)
		printf("%llu h %llu min", s / 3600, s / 60 % 60);
	else
		printf("%llu s", s);
}

/* --- events in words --- */

static const char *const told[AT_EVENT_KINDS] = {
    [AT_SAT] = "sits down",
    [AT_BOT_SAT] = "sits down, a bot",
    [AT_STOOD_UP] = "stands up",
    [AT_WAS_SILENT] = "did not open the promised number in time",
    [AT_ASKED] = "asks",
    [AT_AGREED] = "agrees",
    [AT_DECLINED] = "declines",
    [AT_STANDS_IN] = "has a bot that moves meanwhile",
    [AT_CAME_BACK] = "is back",
    [AT_OUT_OF_TIME] = "has no time left; a bot moves meanwhile",
    [AT_TOOK_BACK] = "takes back",
    [AT_STARTED] = "The game begins.",
    [AT_RESUMED] = "The game goes on.",
    [AT_ENDED] = "",
    [AT_REPLACED] = "is away; a bot moves meanwhile",
    [AT_RESIGNED] = "resigns",
    [AT_ERASED] = "has deleted their data; a bot plays on",
    [AT_LAPSED] = "was not answered in time: it has lapsed",
    [AT_PAUSED] = "Nobody plays: the game is paused, and so are its clocks.",
    [AT_WENT_ON] = "The game goes on.",
    [AT_NUDGED] = "is asked to move",
    [AT_GAVE_TIME] = "has one day more",
    [AT_CLOSED] = "",
    [AT_RESEATED] = "is somebody else from now on: the host has given the seat away",
};

/* Somebody may have resigned: with two seats that ends the game. */
static bool goes_on(const struct join *j, const struct at_event *e)
{
	return e->kind != AT_RESIGNED ||
	       (join_table(j)->opening.seats > 2 && at_table_persons(join_table(j)));
}

static const char *words_of(const struct join *j, const struct at_table *before,
			    const struct at_event *e)
{
	if (e->kind == AT_DECLINED && before->question.seat == e->seat)
		return "withdraws the question";
	if (e->kind == AT_STOOD_UP && e->what == AT_REMOVED)
		return "was removed from the table";
	if (e->kind == AT_STANDS_IN && at_table_is_apart(join_table(j)))
		return "has left; a bot moves meanwhile";
	if (e->kind == AT_RESIGNED && goes_on(j, e))
		return "resigns; a bot plays on";
	return told[e->kind];
}

/* The end of this event's line. */
static void print_details(const struct join *j, const struct at_event *e)
{
	int n = e->kind == AT_CAME_BACK ? moves_of_bot(j, e) : 0;

	if (e->kind == AT_ASKED)
		print_question(j, (int)e->what, e);
	if (e->kind == AT_TOOK_BACK)
		print_moves(j, e);
	if (lets_bot(e) && goes_on(j, e) && join_level(j, e->seat))
		printf(" (%s)", join_level(j, e->seat));
	if (n)
		printf("; the bot made %d move%s", n, n == 1 ? "" : "s");
	if (!e->mask || (e->kind != AT_REPLACED && e->kind != AT_NUDGED && e->kind != AT_GAVE_TIME))
		return;
	fputs(e->kind == AT_REPLACED ? "; it was let in by " : ", from ", stdout);
	print_seats(j, e->mask);
}

static void print_news(struct join *j, const struct at_table *before, const struct at_event *e)
{
	join_end_line(j);
	fputs("  ", stdout);
	if (e->kind == AT_ENDED || e->kind == AT_CLOSED) {
		news_ending(j);
		return;
	}
	fputs(e->kind == AT_LAPSED ? "The question of " : "", stdout);
	if (e->seat >= 0) {
		print_seat(j, e->seat);
		putchar(' ');
	}
	fputs(words_of(j, before, e), stdout);
	print_details(j, e);
	putchar('\n');
}

static void print_draw(struct join *j, const char *text)
{
	if (j->column && j->column + (int)strlen(text) > 76) {
		fputs(",\n          ", stdout);
		j->column = 10;
	} else {
		j->column += printf(j->column ? ", " : "  chance: ");
	}
	print_clean(text);
	j->column += (int)strlen(text);
}

static void tell_decision(struct join *j, const struct at_table *before, const struct at_event *e,
			  const char *move, bool old)
{
	bool bots = before->seat[e->seat].stand_in != AT_HERE;

	if (e->seat != j->you || old || j->bot || bots) {
		join_end_line(j);
		fputs("  ", stdout);
		print_seat(j, e->seat);
		printf("%s: %s\n", bots ? ", by a bot" : "", move);
	}
	if (!before->question.ask || join_table(j)->question.ask)
		return;
	join_end_line(j);
	fputs("  ", stdout);
	print_seat(j, e->seat);
	fputs(" has moved, so the question of ", stdout);
	print_seat(j, before->question.seat);
	puts(" is off the table");
}

void talk_event(struct join *j, const struct at_table *before, const struct at_event *e, bool old)
{
	char move[AT_MOVE_TEXT_MAX] = "";
	struct at_text t;

	at_text_init(&t, move, sizeof move);
	if (at_is_move(e))
		at_print_move(at_table_now(before), e->what, &t);
	if (e->kind == AT_DREW)
		print_draw(j, move);
	else if (e->kind == AT_DECIDED)
		tell_decision(j, before, e, move, old);
	else if (told[e->kind])
		print_news(j, before, e);
}
