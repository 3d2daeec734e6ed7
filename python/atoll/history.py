"""Games with their whole history: information sets with perfect recall."""
from __future__ import annotations

import ctypes
from array import array
from ctypes import byref
from typing import Any, Dict, List, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from ._native import MOVE_TEXT_MAX, CHistory, Error, call, lib
from .games import Game, find
from .states import PUBLIC, Move, State

INFORMATION_ROW = 5
"""Bytes of a row of an information tensor."""


def _told(game: Game, players: int, options: int, viewer: int, seen: Any) -> Any:
    """struct at_history; `seen` is an array that must outlive it."""
    return CHistory(game=game._handle, seats=players, options=options, viewer=viewer, seen=seen.buffer_info()[0], count=len(seen))


def information_string(game: Union[Game, str], seen: Sequence[Move], viewer: int = PUBLIC, players: int = 2, options: str = "") -> str:
    """All that a seat (or atoll.PUBLIC) knows with perfect recall, as text: how the game was set up, and the moves and draws
    as it saw them from the first on (Table.seen(), State.seen()), one a line. Equal where the viewer cannot tell apart."""
    game, moves = find(game), array("I", seen)
    out = ctypes.create_string_buffer(MOVE_TEXT_MAX * (len(moves) + 4))
    call(lib.at_information_print, byref(_told(game, players, game._parse_options(options), viewer, moves)), out, len(out))
    return out.value.decode()


def information_tensor(game: Union[Game, str], seen: Sequence[Move], viewer: int = PUBLIC, players: int = 2, options: str = "") -> NDArray[Any]:
    """The same as numbers, (game.plies_max, 5) uint8: in each row who moved (1: the viewer, then clockwise; 255: chance) and the
    four bytes of the move as it was seen, the highest first; zeros beyond the last move."""
    game, moves = find(game), array("I", seen)
    out = np.empty((game.plies_max, INFORMATION_ROW), np.uint8)
    call(lib.at_information_tensor, byref(_told(game, players, game._parse_options(options), viewer, moves)), out.ctypes.data)
    return out


class History:
    """A game with what every seat has seen of it: History("reef", players=3).

        history = atoll.History("reef")
        history.apply(history.state.moves()[0])         # a draw or a decision, as of a State
        history.information_string(0)                   # all that seat 0 knows, and nothing else

    `state` is the truth; make moves with apply() and act(), not on it."""

    state: State

    def __init__(self, game: Union[Game, str], players: int = 2, options: str = "") -> None:
        self.state = State(game, players, options)
        self.seen: Dict[int, List[Move]] = {viewer: [] for viewer in range(PUBLIC, players)}
        """What each seat, and atoll.PUBLIC, saw."""

    def apply(self, move: Union[Move, str]) -> None:
        """Makes a move or a draw."""
        number = self.state._number(move)
        seen = {viewer: self.state.seen(number, viewer) for viewer in self.seen}
        self.state.apply(number)
        for viewer, what in seen.items():
            self.seen[viewer].append(what)

    def act(self, action: int) -> None:
        """Makes the decision with this index."""
        self.apply(self.state.move_of(action))

    def copy(self) -> "History":
        """A history of its own."""
        made = History.__new__(History)
        made.state, made.seen = self.state.copy(), {viewer: list(seen) for viewer, seen in self.seen.items()}
        return made

    def _check(self, viewer: int) -> Any:
        if viewer not in self.seen:
            raise Error(f"there is no seat {viewer}")
        return self.state.game, self.seen[viewer], viewer, self.state.players, self.state.options

    def information_string(self, viewer: int) -> str:
        """What this seat knows with perfect recall (atoll.information_string)."""
        return information_string(*self._check(viewer))

    def information_tensor(self, viewer: int) -> NDArray[Any]:
        """The same as numbers (atoll.information_tensor)."""
        return information_tensor(*self._check(viewer))

    def __repr__(self) -> str:
        return f"<History of {self.state.game.name}, {self.state.players} players, {len(self.seen[PUBLIC])} moves>"
