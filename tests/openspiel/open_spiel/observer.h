/* The observer that a game with one tensor registers; the tests need none of what it does. */
#ifndef ATOLL_TESTS_OBSERVER_H
#define ATOLL_TESTS_OBSERVER_H

#include "open_spiel/spiel.h"

namespace open_spiel
{
struct RegisterSingleTensorObserver {
	explicit RegisterSingleTensorObserver(const std::string &)
	{
	}
};
} // namespace open_spiel

#endif
