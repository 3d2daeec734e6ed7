"""Bots of the library, and matches between them and functions of yours."""
from __future__ import annotations

import math
from ctypes import byref, c_uint32
from typing import Any, Callable, List, Sequence, Union

from ._native import Error, call, lib, make
from .games import Game, find
from .states import Move, Rng, State

Chooser = Callable[[State], Union[Move, str]]
"""A bot of yours: given the view of its seat, a move or its text."""


class Bot:
    """A bot by its name: Bot("reef", "hard"), Bot("my-shelfie", "search:nodes=5000", seed=7).

    Levels are easy, normal, hard and master; search, flat and greedy take options (docs/strength.md). With a limit
    of nodes a bot is a function of its seed and what it was shown; levels have a time limit.

    Given the truth it still sees only the view of who is to move. A pickled bot begins anew where it is unpickled."""

    def __init__(self, game: Union[Game, str], name: str = "normal", seed: int = 0) -> None:
        self._handle = None
        self.game, self.name, self.seed = find(game), name, seed
        self._handle = make(lib.at_player_new, self.game._handle, name.encode(), seed % 2**64)

    def begin(self, seed: int) -> None:
        """A new game."""
        lib.at_player_begin(self._handle, seed % 2**64)

    def saw(self, seen: Move) -> None:
        """Tells a move that was made, as state.seen(move, seat) gives it. Optional: a bot that is told goes on from
        what it has already thought."""
        lib.at_player_saw(self._handle, seen)

    def choose(self, state: State) -> Move:
        """Its move in this position. Other Python threads run while it thinks."""
        if state.game != self.game:
            raise Error(f"this bot plays {self.game.title}, not {state.game.title}")
        out = c_uint32()
        call(lib.at_player_choose, self._handle, state._block, byref(out))
        return out.value

    __call__ = choose

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.at_player_free(handle)

    def __reduce__(self) -> Any:
        return Bot, (self.game, self.name, self.seed)

    def __repr__(self) -> str:
        return f"Bot({self.game.name!r}, {self.name!r}, seed={self.seed})"


class Match:
    """What a match brought. For each player, in the order in which they were given:

    names     who it is
    wins      games won; of a shared victory its share
    points    points of every game, a list"""

    def __init__(self, names: List[str]) -> None:
        self.names = names
        self.games = 0
        self.wins = [0.0 for _ in names]
        self.points: List[List[int]] = [[] for _ in names]
        self._squares = [0.0 for _ in names]

    def _add(self, player: int, share: float, points: int) -> None:
        self.wins[player] += share
        self._squares[player] += share * share
        self.points[player].append(points)

    def rate(self, player: int = 0) -> float:
        """The part of the games that a player won."""
        return self.wins[player] / self.games

    def margin(self, player: int = 0) -> float:
        """Half the width of the 95 % interval of rate()."""
        mean = self.rate(player)
        return 1.96 * math.sqrt(max(0.0, self._squares[player] / self.games - mean * mean) / self.games)

    def __str__(self) -> str:
        width = max(len(name) for name in self.names)
        return "\n".join(f"{name:{width}}  won {100 * self.rate(i):5.1f} % ± {100 * self.margin(i):.1f} of {self.games}, "
                         f"{sum(self.points[i]) / self.games:.1f} points" for i, name in enumerate(self.names))


def match(game: Union[Game, str], players: Sequence[Union[str, Bot, Chooser]], games: int = 100, *, seed: int = 0,
          options: str = "") -> Match:
    """Lets players play games against each other, on changing seats: the same match for the same seed, where the
    players repeat themselves. A player is the name of a bot, a Bot, or a function of yours that is given the view of
    its seat and returns a move or its text.

        print(atoll.match("my-shelfie", ["greedy", lambda view: view.legal()[0]], games=20))"""
    kind = find(game)
    if games < 1:
        raise Error(f"a match of {games} games")
    chosen: List[Union[Bot, Chooser]] = []
    for i, player in enumerate(players):
        chosen.append(Bot(kind, player, seed + i) if isinstance(player, str) else player)
    result = Match([p if isinstance(p, str) else getattr(p, "name", getattr(p, "__name__", "player")) for p in players])
    for number in range(games):
        seats = [chosen[(seat + number) % len(chosen)] for seat in range(len(chosen))]
        end = _play(State(kind, len(chosen), options), seats, Rng(seed, number), seed + number)
        shares = [(1 + (len(seats) - 1) * worth) / len(seats) for worth in end.returns()]
        for seat, points in enumerate(end.scores()):
            result._add((seat + number) % len(chosen), shares[seat], points)
        result.games += 1
    return result


def _play(state: State, seats: Sequence[Union[Bot, Chooser]], rng: Rng, seed: int) -> State:
    bots = [(seat, player) for seat, player in enumerate(seats) if isinstance(player, Bot)]
    for seat, bot in bots:
        bot.begin(seed * len(seats) + seat)
    while not state.over:
        if state.chance:
            move = state.draw(rng)
        else:
            move = state._number(seats[state.turn](state.view(state.turn)))
        told = [(bot, state.seen(move, seat)) for seat, bot in bots] if _legal(state, move) else []
        state.apply(move)
        for bot, seen in told:
            bot.saw(seen)
    return state


def _legal(state: State, move: Move) -> bool:
    """Whether it can be told; what is illegal is refused by apply(), with the rule."""
    return bool(lib.at_state_seen(state._block, move, 0))
