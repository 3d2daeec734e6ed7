"""Batches: many games at once, stepped by the library in numpy arrays, for training."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._native import CBatchSpec, CError, Error, lib, make
from .games import Game, find
from .states import State

DONE, CUT_OFF = 1, 2
"""Batch.done of a game that has ended, or that was cut off at the limit; 0 for the others."""


class Batch:
    """n games at once: Batch("my-shelfie", 1024, seed=1).

        batch = atoll.Batch("my-shelfie", 1024, seed=1)
        for _ in range(1000):
            batch.step(batch.random())      # or what a network makes of batch.observations

    These arrays are written in place by every step; nothing is copied, so copy what you want to keep:

    masks          (n, game.actions) uint8: 1 for every legal action of who is to move
    observations   (n, game.observation_size) uint8: what who is to move observes; plane(name) is a part of it
    turns          (n,) int8: the seat that is to move
    rewards        (n, players) float32: in the step in which a game ended its returns (1 and -1), else 0
    done           (n,) uint8: DONE where a game ended in this step, CUT_OFF at the limit, else 0
    points         (n, players) int32: the scores of a game that ended in this step, else 0
    states         (n, bytes) uint8: the games themselves. Put back a copy and call refresh(), and they go on from there

    A game that ended is begun anew in the same step: masks, observations and turns are already the next game's.
    All draws of environment e's k-th game follow from the seed, e and k, so what happens depends on the seed and
    the actions, not on n or the threads; `first` is the number of the first environment.

    players, options   as for State
    threads            how many may share the work; 0 and 1: none but the caller's
    limit              decisions after which a game is cut off; 0: none
    masks, observations    False: are not made, and None. Or an array of this shape to be used, say pinned memory"""

    def __init__(self, game: Union[Game, str], n: int, *, players: int = 2, options: str = "", seed: int = 0,
                 threads: int = 1, limit: int = 0, first: int = 0, masks: Union[bool, NDArray[Any]] = True,
                 observations: Union[bool, NDArray[Any]] = True) -> None:
        self.game = find(game)
        self.n, self.players, self.options = n, players, options
        self.seed, self.threads, self.limit, self.first = seed, threads, limit, first
        self._handle: Optional[int] = None
        if n < 1:
            raise Error(f"a batch of {n} games")
        if players not in self.game.players:
            raise Error(f"{self.game.title} is for {self.game.players[0]} to {self.game.players[-1]}, not {players}")
        for name, value, bits in (("n", n, 32), ("threads", threads, 16), ("limit", limit, 32), ("first", first, 32)):
            if not 0 <= value < 2**bits:
                raise Error(f"{name} is {value}")
        words = lib.at_batch_state_size(self.game._handle) // 8
        self._words = np.zeros((n, words), np.uint64)  # aligned as the library wants it
        self.states = self._words.view(np.uint8)
        self.masks = _room(masks, (n, self.game.actions), "masks")
        self.observations = _room(observations, (n, self.game.observation_size), "observations")
        self.turns = np.zeros(n, np.int8)
        self.rewards = np.zeros((n, players), np.float32)
        self.done = np.zeros(n, np.uint8)
        self.points = np.zeros((n, players), np.int32)
        self._random = np.zeros(n, np.int32)
        self._random_at = self._random.ctypes.data
        self._error = CError()
        self._error_at = ctypes.byref(self._error)
        self._handle = self._begin()

    def _begin(self) -> int:
        spec = CBatchSpec(size=ctypes.sizeof(CBatchSpec), game=self.game._handle, n=self.n, seats=self.players,
                          options=self.game._parse_options(self.options), threads=self.threads, limit=self.limit,
                          seed=self.seed % 2**64, first=self.first)
        for name in ("states", "masks", "observations", "turns", "rewards", "done", "points"):
            array = getattr(self, name)
            if array is not None:
                setattr(spec, name, array.ctypes.data)
        return make(lib.at_batch_new, ctypes.byref(spec))

    def reset(self, seed: int = 0) -> None:
        """Begins all games anew."""
        self.seed = seed
        lib.at_batch_reset(self._handle, seed % 2**64)

    def step(self, actions: NDArray[Any]) -> None:
        """Makes one decision in every game, and the draws that follow. If any action is illegal no game moves, and
        IllegalMove names the environment and the rule."""
        if type(actions) is not np.ndarray or actions.dtype != np.int32 or not actions.flags.c_contiguous:
            actions = _actions(actions)
        if actions.shape != (self.n,):
            raise Error(f"actions have the shape {actions.shape}, not ({self.n},)")
        at = self._random_at if actions is self._random else actions.ctypes.data
        if lib.at_batch_step(self._handle, at, self._error_at):
            raise self._error.exception()

    def random(self) -> NDArray[Any]:
        """Legal actions, uniformly at random: the same until the next step. The array is the batch's own."""
        lib.at_batch_random(self._handle, self._random_at)
        return self._random

    def refresh(self) -> None:
        """Writes masks, observations and turns again, after you have written `states`. They are checked."""
        if lib.at_batch_refresh(self._handle, self._error_at):
            raise self._error.exception()

    def state(self, environment: int) -> State:
        """A copy of the truth of one game."""
        return State._from(self._at(environment))

    def episode(self, environment: int) -> int:
        """How many games this environment has begun before the present one."""
        self._at(environment)
        return int(lib.at_batch_episode(self._handle, environment))

    def _at(self, environment: int) -> int:
        if not 0 <= environment < self.n:
            raise IndexError(f"there is no environment {environment}: they are 0 to {self.n - 1}")
        return int(lib.at_batch_state(self._handle, environment))

    def plane(self, name: str) -> NDArray[Any]:
        """A named plane of all observations, (n, ...): a view that changes with every step."""
        if self.observations is None:
            raise Error("this batch makes no observations")
        return self.game.plane(self.observations, name)

    def close(self) -> None:
        """Ends its threads. The arrays stay."""
        handle, self._handle = getattr(self, "_handle", None), None
        if handle:
            lib.at_batch_free(handle)

    def __del__(self) -> None:
        self.close()

    def __len__(self) -> int:
        return self.n

    def __getstate__(self) -> Dict[str, Any]:
        kept = ("n", "players", "options", "seed", "threads", "limit", "first")
        return {"game": self.game.name, "version": self.game.version, "with": {name: getattr(self, name) for name in kept},
                "masks": self.masks is not None, "observations": self.observations is not None,
                "states": self.states.copy(),
                "last": (self.rewards.copy(), self.done.copy(), self.points.copy())}

    def __setstate__(self, kept: Dict[str, Any]) -> None:
        self.__init__(kept["game"], masks=kept["masks"], observations=kept["observations"],  # type: ignore[misc]
                      **kept["with"])
        if kept["version"] != self.game.version:
            raise Error(f"pickled with version {kept['version']} of the numbers of {self.game.title}; this is {self.game.version}")
        self.states[:] = kept["states"]
        self.refresh()
        self.rewards[:], self.done[:], self.points[:] = kept["last"]

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game.name}, {self.players} players>"


def _room(wanted: Union[bool, NDArray[Any]], shape: Tuple[int, int], name: str) -> Optional[NDArray[Any]]:
    if wanted is False:
        return None
    if wanted is True:
        return np.zeros(shape, np.uint8)
    if wanted.shape != shape or wanted.dtype != np.uint8 or not wanted.flags.c_contiguous or not wanted.flags.writeable:
        raise Error(f"{name}: wanted is a writable array of {shape} uint8, row by row")
    return wanted


def _actions(actions: Any) -> NDArray[Any]:
    """Actions as the library takes them; what is no whole number is refused, not rounded."""
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise Error(f"actions are whole numbers, not {given.dtype}")
    # What does not fit is illegal, and stays so.
    return np.ascontiguousarray(np.clip(given.astype(np.int64), -1, 2**31 - 1), np.int32)
