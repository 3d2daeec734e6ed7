"""Tests of the package, with the library of a build: ATOLL_LIBRARY=build/lib python3 -m pytest python/tests"""
import os
import sys

import pytest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import atoll  # noqa: E402

NAMES = [game.name for game in atoll.games()] + ["template"]


@pytest.fixture(params=NAMES)
def game(request):
    """Every game in turn, Pearls too."""
    return atoll.Game(request.param)


@pytest.fixture
def rng():
    return atoll.Rng(seed=7)


def positions(game, rng, players=2, stride=1):
    """The positions of a random game, every stride-th: (state, the next move)."""
    state = atoll.State(game, players)
    while not state.over:
        moves = state.moves()
        move = state.draw(rng) if state.chance else moves[rng.pick(len(moves))]
        if state.ply % stride == 0:
            yield state, move
        state.apply(move)
    yield state, None
