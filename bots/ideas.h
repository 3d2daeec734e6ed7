/* What stands behind a choice: every turn that was considered, its prior and the line that the
 * search expects after it. Read from the bot's memory after it has chosen; nothing is searched. */
#ifndef AT_IDEAS_H
#define AT_IDEAS_H

#include "bot.h"

enum { AT_IDEA_LINE_MAX = 64 };

struct at_idea {
	struct at_candidate found; /* of this turn alone; a choice has the best one of each move */
	bool proved;               /* it certainly wins */
	double prior; /* the part of attention that its rating alone earned, of all turns' 1; 0:
			 none */
	int turn;     /* moves of the mover's turn, at least one; they begin the line */
	int length;   /* moves of the line: the turn, then what is expected of everybody, without
			 draws */
	at_move line[AT_IDEA_LINE_MAX];
	int8_t seat[AT_IDEA_LINE_MAX]; /* who makes each */
};

/* The turns behind the choice just made in this view, the most visited first; of a bot that does
 * not search, one for each candidate. A line goes on while the search has visited it and it is
 * possible in one world that fits the view; there draws are chosen by a generator of this seed.
 * Returns their number. */
int at_bot_ideas(struct at_bot *, const struct at_view *, const struct at_choice *, uint64_t seed,
		 struct at_idea ideas[AT_CANDIDATES_MAX]);

/* Sorts them by visits. */
void at_ideas_sort(struct at_idea *, int n);

#endif
