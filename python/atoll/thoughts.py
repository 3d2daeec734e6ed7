"""What bots think: moves and whole turns with visits, win probabilities and lines; and evaluations without a search."""
from __future__ import annotations

import ctypes
from ctypes import byref
from typing import Any, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np
from numpy.typing import NDArray

from ._native import CError, CThought, CThoughtTurn, Error, lib, seed_of
from .states import Move, State


class Idea(NamedTuple):
    """What a bot thinks of a turn: all that its mover decides until somebody else is to move.

    turn      its moves, of which move is the first; in some games it is the only one
    visits    how often the search tried this turn
    prior     the part of the attention that it had before any search; 0: this bot has no priors
    win       each seat's win probability; they sum to 1. error is the standard error of the mover's
    points    each seat's final points, as expected
    proved    it certainly wins: its win probability is no estimate
    line      what is expected from here on: (seat, move), without the draws between; the turn comes first"""
    move: Move
    visits: int
    prior: float
    win: Tuple[float, ...]
    error: float
    points: Tuple[float, ...]
    proved: bool
    turn: Tuple[Move, ...]
    line: Tuple[Tuple[int, Move], ...]

    @classmethod
    def read(cls, seats: int, c: CThoughtTurn) -> "Idea":
        """Converts one that the library wrote."""
        line = tuple((int(c.seats[i]), int(c.line[i])) for i in range(c.length))
        return cls(c.move, c.visits, c.prior, tuple(c.win[:seats]), c.error, tuple(c.points[:seats]), c.proved,
                   tuple(move for _, move in line[:c.turn]), line)


class Thought(NamedTuple):
    """What a bot thinks in a position: Bot.think(state).

    move      what it would play; seat is who moves
    ideas     a list of Idea, the most visited first
    nodes     and seconds are what it took; stopped: it was told to stop
    turns()   the ideas' turns as text, move by move"""
    view: State
    seat: int
    move: Move
    ideas: List[Idea]
    nodes: int
    seconds: float
    stopped: bool

    @classmethod
    def read(cls, state: State, c: CThought) -> "Thought":
        """Converts one that the library wrote about this position."""
        ideas = [Idea.read(state.players, c.turns[i].contents) for i in range(c.count)]
        return cls(state.view(c.seat), c.seat, c.move, ideas, c.nodes, c.seconds, c.stopped)

    def turns(self) -> List[List[str]]:
        """The turn of every idea as text: the mover's moves until somebody else decides or a draw is due."""
        said = []
        for idea in self.ideas:
            view, words = self.view.copy(), []
            for move in idea.turn:
                if view.turn != self.seat:
                    break
                words.append(view.text(move))
                view.apply(move)
            said.append(words)
        return said

    def __str__(self) -> str:
        rows = [f"{'visits':>7} {'prior':>6} {'win':>7} {'error':>6} {'points':>7}  turn"]
        for idea, turn in zip(self.ideas, self.turns()):
            rows.append(f"{idea.visits:7} {idea.prior:6.3f} {100 * idea.win[self.seat]:6.1f}% {100 * idea.error:6.1f} "
                        f"{idea.points[self.seat]:7.1f}  {'; '.join(turn)}{'  (proved)' * idea.proved}")
        return "\n".join([*rows, f"{self.nodes} nodes, {self.seconds:.3f} s"])


class Evaluation(NamedTuple):
    """Each seat's share of the win and its expected final points."""
    win: NDArray[Any]
    points: NDArray[Any]


@overload
def evaluate(states: State, *, worlds: int = 16, seed: Optional[int] = 0) -> Evaluation: ...


@overload
def evaluate(states: Sequence[State], *, worlds: int = 16, seed: Optional[int] = 0) -> Evaluation: ...


def evaluate(states: Union[State, Sequence[State]], *, worlds: int = 16, seed: Optional[int] = 0) -> Evaluation:
    """The bots' evaluation alone, without a search: every seat's win probability and expected final points. Of one
    state two arrays (players,); of many states of one game and number of players, (n, players). A truth is evaluated
    as it is; a view as the mean of `worlds` guessed worlds, which depend on the seed and its place in the list."""
    many = [states] if isinstance(states, State) else list(states)
    if not many:
        raise Error("there is no state to evaluate")
    size, players = ctypes.sizeof(many[0]._block), many[0].players
    if any(state.game != many[0].game or state.players != players for state in many):
        raise Error("states of one game and as many players can be evaluated at once")
    block = (ctypes.c_uint64 * (size // 8 * len(many)))()
    for i, state in enumerate(many):
        ctypes.memmove(ctypes.addressof(block) + i * size, state._block, size)
    win, points, error = np.empty((len(many), players)), np.empty((len(many), players)), CError()
    if not 1 <= worlds < 2**32:
        raise Error(f"a view is evaluated in {worlds} worlds")
    if lib.at_evaluate(block, size, len(many), worlds, seed_of(seed), win.ctypes.data, points.ctypes.data, byref(error)):
        raise error.exception()
    return Evaluation(win[0], points[0]) if isinstance(states, State) else Evaluation(win, points)


__all__ = ["Idea", "Thought", "evaluate"]
