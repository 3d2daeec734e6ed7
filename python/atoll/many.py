"""Many positions at once: their successors, and play-outs from them."""
from __future__ import annotations

import ctypes
from ctypes import byref, c_uint32
from operator import index
from typing import Any, NamedTuple, Optional, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from ._native import CError, CSuccessors, Error, lib, seed_of
from .bots import Bot
from .states import State


def block_of(states: Sequence[State]) -> Tuple[Any, int]:
    """Copies of states of one game and number of players, one after the other, and the bytes of each."""
    if not states:
        raise Error("there is no state")
    first = states[0]
    if any(state.game != first.game or state.players != first.players for state in states):
        raise Error("all states are of one game, with as many players")
    size = ctypes.sizeof(first._block)
    block = (ctypes.c_uint64 * (size // 8 * len(states)))()
    for i, state in enumerate(states):
        ctypes.memmove(ctypes.addressof(block) + i * size, state._block, size)
    return block, size


class _States(Sequence[State]):
    """States in one block, each made when it is asked for."""

    def __init__(self, block: Any, count: int, size: int) -> None:
        self._block, self._count, self._size = block, count, size

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[i] for i in range(*place.indices(self._count))]
        return State._from(self._block.ctypes.data + range(self._count)[place] * self._size)


class Successors(NamedTuple):
    """What follows some states by one decision or draw, one row each.

    origin         (k,) uint32: the number of the state that it follows
    moves          (k,) uint32: the decision or draw that leads there
    observations   (k, game.observation_size) uint8: what the seat that moved observes then; after a draw seat 0
    states         a sequence of State, each made when it is asked for"""
    origin: NDArray[Any]
    moves: NDArray[Any]
    observations: NDArray[Any]
    states: Sequence[State]


def successors(states: Sequence[State]) -> Successors:
    """All states that follow these by one decision or draw, with their observations, in one call. The states are
    truths of one game and number of players, not views: guess a world first."""
    states = list(states)
    block, size = block_of(states)
    game, count, error = states[0].game, c_uint32(), CError()
    spec = CSuccessors()
    if lib.at_successors(block, size, len(states), byref(spec), 0, byref(count), byref(error)):
        raise error.exception()
    k = count.value
    origin, moves = np.empty(k, np.uint32), np.empty(k, np.uint32)
    observations = np.empty((k, game.observation_size), np.uint8)
    exact = lib.at_state_size(game._handle)
    packed = np.empty(-(-k * exact // 8), np.uint64)
    setattr(spec, "from", origin.ctypes.data)
    spec.moves, spec.states, spec.observations = moves.ctypes.data, packed.ctypes.data, observations.ctypes.data
    if lib.at_successors(block, size, len(states), byref(spec), k, byref(count), byref(error)):
        raise error.exception()
    return Successors(origin, moves, observations, _States(packed, k, exact))


def play_out(states: Sequence[State], times: int = 1, *, bot: Optional[Bot] = None,
             seed: Optional[int] = None) -> Tuple[NDArray[Any], NDArray[Any]]:
    """Plays states, truths or views, of one game and number of players to their ends, several times each: at random,
    or with this bot in all seats. Returns the mean returns and points, two arrays (n, players). A view is played in
    another guessed world each time."""
    states = list(states)
    block, size = block_of(states)
    shape, error = (len(states), states[0].players), CError()
    returns, points = np.empty(shape), np.empty(shape)
    times = index(times)
    if not 0 < times < 2**32:
        raise Error(f"{times} play-outs")

    def play(address: Optional[int]) -> None:
        if lib.at_play_out(block, size, len(states), times, address, seed_of(seed), returns.ctypes.data, points.ctypes.data,
                           byref(error)):
            raise error.exception()

    if bot is None:
        play(None)
    else:
        with bot._own as address:
            play(address)
    return returns, points


__all__ = ["Successors", "play_out", "successors"]
