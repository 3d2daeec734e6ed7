"""Bots of the library, and matches between them and functions of yours."""
from __future__ import annotations

import ctypes
import math
from ctypes import byref, c_uint32
from operator import index
from typing import Any, Callable, List, Optional, Sequence, Tuple, Union

from ._native import CError, CThinkSpec, Error, Owned, Stop, call, lib, make, seed_of
from .games import Game, find
from .states import Move, Rng, State
from .thoughts import Thought

Chooser = Callable[[State], Union[Move, str]]
"""A bot of yours: a function that is given the view of its seat and returns a move or its text."""


class Bot:
    """A bot by its name: Bot("reef", "hard"), Bot("my-shelfie", "search:nodes=5000", seed=7).

    Levels are easy, normal, hard and master; search, flat and greedy take options (docs/strength.md). With a limit
    of nodes a bot is a function of its seed and what it was shown; levels have a time limit.

    Given the truth it still sees only the view of the seat to move. A copied or pickled bot starts again. Without a seed it
    takes a random one; `seed` has it. One thread at a time may use it."""

    game: Game
    name: str
    seed: int

    def __init__(self, game: Union[Game, str], name: str = "normal", seed: Optional[int] = None) -> None:
        self.game, self.name, self.seed = find(game), name, seed_of(seed)
        self._own = Owned("Bot", make(lib.at_player_new, self.game._handle, name.encode(), self.seed), lib.at_player_free)

    def begin(self, seed: int) -> None:
        """A new game."""
        with self._own as address:
            lib.at_player_begin(address, seed_of(seed))

    def saw(self, seen: Move) -> None:
        """Tells the bot a move, as state.seen(move, seat) gives it. Optional: a bot that is told every move can reuse
        its earlier search."""
        with self._own as address:
            lib.at_player_saw(address, index(seen))

    def choose(self, state: State) -> Move:
        """The bot's move in this position. Other Python threads run while it thinks."""
        if state.game != self.game:
            raise Error(f"this bot plays {self.game.title}, not {state.game.title}")
        out, state = c_uint32(), state.copy()  # another thread may move the state on meanwhile
        with self._own as address:
            call(lib.at_player_choose, address, state._block, byref(out))
        return out.value

    __call__ = choose

    def think(self, state: State, *, ms: int = 0, nodes: int = 0, stop: Optional[Callable[[], bool]] = None) -> Thought:
        """What the bot thinks in this position, from scratch and with its whole limit, or with these milliseconds or
        nodes instead. stop is called now and then, and ends the search if it is true, such as the is_set of a
        threading.Event that another thread sets. Other Python threads run meanwhile."""
        if state.game != self.game:
            raise Error(f"this bot plays {self.game.title}, not {state.game.title}")
        wrong: List[BaseException] = []

        def asked(_: Any) -> bool:
            try:
                return bool(stop is not None and stop())
            except BaseException as why:  # cannot pass through the library; raised below
                wrong.append(why)
                return True

        spec = CThinkSpec(ctypes.sizeof(CThinkSpec), index(ms), index(nodes), Stop(asked) if stop is not None else Stop())
        state, error = state.copy(), CError()
        with self._own as address:
            found = lib.at_player_think(address, state._block, byref(spec), byref(error))
            if not found:
                raise error.exception()
            thought = Thought.read(state, found.contents)
        if wrong:
            raise wrong[0]
        return thought

    def close(self) -> None:
        """Frees its memory; afterwards it cannot be used."""
        self._own.close()

    def __reduce__(self) -> Any:
        return Bot, (self.game, self.name, self.seed)

    def __repr__(self) -> str:
        return f"Bot({self.game.name!r}, {self.name!r}, seed={self.seed})"


class Match:
    """What a match brought. For each player, in the order in which they were given:

    names     who it is
    wins      games won; of a shared victory its share
    points    points of every game that was played to its end, a list
    forfeits  why it lost games by something that is no move, a list; the others shared these games

    seed      of the draws and the bots: the one given, or the one that was taken"""

    names: list[str]
    seed: int
    wins: list[float]

    def __init__(self, names: List[str], seed: int) -> None:
        self.names, self.seed = names, seed
        self.games = 0
        self.wins = [0.0 for _ in names]
        self.points: List[List[int]] = [[] for _ in names]
        self.forfeits: List[List[str]] = [[] for _ in names]
        self._squares = [0.0 for _ in names]

    def _add(self, player: int, share: float, points: Optional[int]) -> None:
        self.wins[player] += share
        self._squares[player] += share * share
        if points is not None:
            self.points[player].append(points)

    def _points(self, player: int) -> str:
        points, lost = self.points[player], len(self.forfeits[player])
        return (f", {sum(points) / len(points):.1f} points" if points else "") + (f", {lost} forfeited" if lost else "")

    def rate(self, player: int = 0) -> float:
        """The part of the games that a player won."""
        return self.wins[player] / self.games

    def margin(self, player: int = 0) -> float:
        """Half the width of the 95 % interval of rate()."""
        mean = self.rate(player)
        return 1.96 * math.sqrt(max(0.0, self._squares[player] / self.games - mean * mean) / self.games)

    def __str__(self) -> str:
        width = max(len(name) for name in self.names)
        return "\n".join(f"{name:{width}}  won {100 * self.rate(i):5.1f} % ± {100 * self.margin(i):.1f} of {self.games}"
                         f"{self._points(i)}" for i, name in enumerate(self.names))


def match(game: Union[Game, str], players: Sequence[Union[str, Bot, Chooser]], games: int = 100, *,
          seed: Optional[int] = None, options: str = "") -> Match:
    """Lets players play games against each other, on changing seats: the same match for the same seed, where the
    players repeat themselves. A player is the name of a bot, a Bot, or a function of yours that is given the view of
    its seat and returns a move or its text. One that returns something else loses the game, as in `atoll match`; what a
    function raises is raised here.

        print(atoll.match("my-shelfie", ["greedy", lambda view: view.legal()[0]], games=20))"""
    kind = find(game)
    if games < 1:
        raise Error(f"a match of {games} games")
    seed = seed_of(seed)
    chosen: List[Union[Bot, Chooser]] = []
    for i, player in enumerate(players):
        chosen.append(Bot(kind, player, seed + i) if isinstance(player, str) else player)
    result = Match([p if isinstance(p, str) else getattr(p, "name", getattr(p, "__name__", "player")) for p in players], seed)
    count = len(chosen)
    for number in range(games):
        seats = [chosen[(seat + number) % count] for seat in range(count)]
        state = State(kind, count, options)
        failed = _play(state, seats, Rng(seed, number), seed + number)
        if failed is not None:
            result.forfeits[(failed[0] + number) % count].append(failed[1])
        for seat, worth in enumerate(state.returns()):
            share = (1 + (count - 1) * worth) / count if failed is None else (seat != failed[0]) / (count - 1)
            result._add((seat + number) % count, share, state.score(seat).total if failed is None else None)
        result.games += 1
    return result


def _play(state: State, seats: Sequence[Union[Bot, Chooser]], rng: Rng, seed: int) -> Optional[Tuple[int, str]]:
    """Plays a game to its end, or up to a seat that gave no move: returns that seat, and why."""
    bots = [(seat, player) for seat, player in enumerate(seats) if isinstance(player, Bot)]
    for seat, bot in bots:
        bot.begin(seed * len(seats) + seat)
    while not state.over:
        if state.chance:
            move = state.draw(rng)
        else:
            said = seats[state.turn](state.view(state.turn))
            try:
                move = state._number(said)
                state.copy().apply(move)
            except (Error, TypeError) as why:
                return state.turn, f"{said!r}: {why}"
        told = [(bot, state.seen(move, seat)) for seat, bot in bots]
        state.apply(move)
        for bot, seen in told:
            bot.saw(seen)
    return None
