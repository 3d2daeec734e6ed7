/* Reef Encounter: the state of the parser of a position text. */
#ifndef AT_REEF_ENCOUNTER_PARSE_H
#define AT_REEF_ENCOUNTER_PARSE_H

#include "reef_encounter.h"

/* While a text is read, spare notes which of the keys with a default were given, and which boards
 * are drawn; of a view's bag, whether its size was given and which colours it lacks. */
enum { RE_NOTED_KEYS, RE_NOTED_BOARDS, RE_NOTED_BAG_SIZE, RE_NOTED_BAG_EMPTY };
enum re_noted {
	RE_NOTED_PHASE = 1,
	RE_NOTED_TURNS = 2,
	RE_NOTED_SUPPLY = 4,
	RE_NOTED_BONUS = 8,
	RE_NOTED_BAG = 16,
	RE_NOTED_POOL = 32,
	RE_NOTED_END = 64,
};

static inline bool re_noted(const struct re_state *e, enum re_noted what)
{
	return e->spare[RE_NOTED_KEYS] & what;
}

static inline void re_note(struct re_state *e, enum re_noted what)
{
	e->spare[RE_NOTED_KEYS] |= (uint8_t)what;
}

#endif
