"""Records, whole games as text; and tables, games that are played by somebody."""
from __future__ import annotations

import os
from copy import deepcopy
from ctypes import byref, c_uint32
from operator import index
from typing import Any, Iterator, List, Optional, Tuple, Union

from ._native import BYTES_MAX, RECORD_HEAD_MAX, SEED_SIZE, Error, Owned, call, lib, make, text
from .games import Game, find
from .states import PUBLIC, Move, State


class Record:
    """Writes the record of a game as it is played (docs/formats): Record(state) at its beginning, then
    record.apply(move) instead of state.apply(move), and str(record).

    `seed` is the 32 bytes from which all draws were dealt with state.deal(seed), if they were: it is written into
    the record and proves them."""

    def __init__(self, state: State, seed: Optional[bytes] = None) -> None:
        if state.ply:
            raise Error("a record begins with the game")
        if seed is not None and len(seed) != SEED_SIZE:
            raise Error(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
        self.state = state
        self._head = text(lib.at_record_print_head, state.game._handle, state.players,
                          lib.at_state_options(state._block), seed, room=RECORD_HEAD_MAX)
        self._moves: List[str] = []

    def apply(self, move: Union[Move, str]) -> None:
        """Makes a move or a draw in the state and writes it down."""
        number = self.state._number(move)
        before = self.state.copy()
        self.state.apply(number)
        self._moves.append(before.text(number))

    def __copy__(self) -> "Record":
        return deepcopy(self)

    def __str__(self) -> str:
        return self._head + "".join(move + "\n" for move in self._moves)


class Replay:
    """Reads a record, checking every move and, where it has a seed, every draw:

        for state, move in atoll.Replay(text):
            print(state.text(move))         # the state before the move

    `state` is the position that it has come to; after the loop the last one. What is wrong raises Error with the line."""

    def __init__(self, record: str) -> None:
        self._text, self._made = record, 0
        self._own = Owned("Replay", make(lib.at_replay_new, record.encode()), lib.at_replay_free)

    @property
    def state(self) -> State:
        """A copy of the present position."""
        with self._own as address:
            return State._from(lib.at_replay_state(address))

    def __iter__(self) -> Iterator[Tuple[State, Move]]:
        while True:
            before = self.state
            move = self._next()
            if not move:
                return
            yield before, move

    def _next(self) -> Move:
        out = c_uint32()
        with self._own as address:
            call(lib.at_replay_next, address, byref(out))
        self._made += out.value != 0
        return out.value

    def close(self) -> None:
        """Frees its memory; afterwards it cannot be used."""
        self._own.close()

    def __reduce__(self) -> Any:
        return _replayed, (self._text, self._made)


def _replayed(record: str, moves: int) -> Replay:
    """A Replay after this many moves: pickle restores it with this."""
    replay = Replay(record)
    for _ in range(moves):
        replay._next()
    return replay


class Table:
    """A running game: it makes the draws from a secret seed of 32 bytes (without one: a random one), accepts moves only
    from the seat to move, takes moves back, and knows what everybody has seen. It cannot be copied or pickled; its
    record() can be kept."""

    game: Game

    def __init__(self, game: Union[Game, str], players: int = 2, options: str = "", seed: Optional[bytes] = None) -> None:
        self.game = find(game)
        seed = os.urandom(SEED_SIZE) if seed is None else seed
        if len(seed) != SEED_SIZE:
            raise Error(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
        packed = self.game._parse_options(options)
        self._own = Owned("Table", make(lib.at_sitting_new, self.game._handle, index(players), packed, seed),
                          lib.at_sitting_free)

    @property
    def state(self) -> State:
        """A copy of the truth: for whoever runs the table. Players get state.view(seat)."""
        with self._own as address:
            return State._from(lib.at_sitting_state(address))

    def move(self, seat: int, move: Union[Move, str]) -> None:
        """A seat's decision, and the draws that follow it."""
        number = self.state._number(move)
        with self._own as address:
            call(lib.at_sitting_move, address, index(seat), number)

    def take_back(self, seat: int) -> None:
        """Goes back to before this seat's last decision. Draws that are made again are the same."""
        with self._own as address:
            call(lib.at_sitting_take_back, address, index(seat))

    def seen(self, viewer: int = PUBLIC) -> List[Move]:
        """All moves and draws that stand, as this viewer saw them: with the start of the game all that it knows,
        for State.follow()."""
        with self._own as address:
            n = lib.at_sitting_seen(address, index(viewer), None, 0)
            out = (c_uint32 * n)()
            lib.at_sitting_seen(address, viewer, out, n)
        return list(out)

    def record(self) -> str:
        """The record so far, with the seed."""
        room = RECORD_HEAD_MAX + BYTES_MAX
        while True:
            with self._own as address:
                found = text(lib.at_sitting_record, address, room=room)
            if found:
                return found
            room *= 2

    def close(self) -> None:
        """Frees its memory; afterwards it cannot be used."""
        self._own.close()

    def __reduce__(self) -> Any:
        raise TypeError("a Table cannot be copied or pickled; table.record() can be kept")

    def __repr__(self) -> str:
        return f"<Table of {self.game.name}>"
