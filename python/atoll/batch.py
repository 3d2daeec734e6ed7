"""Batches: many games at once, stepped by the library in numpy arrays or in a GPU's memory, for training."""
from __future__ import annotations

import ctypes
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._native import CBatchSpec, CError, Error, lib, make
from .games import Game, find
from .gpu import Gpu, GpuArray, foreign
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
    masks, observations    False: are not made, and None. Or an array of this shape to be used, say pinned memory
    device             "cpu", or "cuda" ("cuda:1"): an NVIDIA GPU plays, with the same result bit for bit. All arrays are
                       then GpuArrays in its memory, also what random() gives; step() takes whatever has
                       __cuda_array_interface__ (a tensor of PyTorch, int32 or int64), or numpy arrays, which are copied.
                       torch.from_dlpack(batch.observations) is a tensor in the same memory, and stays so"""

    def __init__(self, game: Union[Game, str], n: int, *, players: int = 2, options: str = "", seed: int = 0,
                 threads: int = 1, limit: int = 0, first: int = 0, masks: Union[bool, NDArray[Any]] = True,
                 observations: Union[bool, NDArray[Any]] = True, device: str = "cpu") -> None:
        self.game = find(game)
        self.n, self.players, self.options = n, players, options
        self.seed, self.threads, self.limit, self.first, self.device = seed, threads, limit, first, device
        self._handle: Optional[int] = None
        if n < 1:
            raise Error(f"a batch of {n} games")
        if players not in self.game.players:
            raise Error(f"{self.game.title} is for {self.game.players[0]} to {self.game.players[-1]}, not {players}")
        for name, value, bits in (("n", n, 32), ("threads", threads, 16), ("limit", limit, 32), ("first", first, 32)):
            if not 0 <= value < 2**bits:
                raise Error(f"{name} is {value}")
        size = lib.at_batch_state_size(self.game._handle)
        self._gpu = None if device == "cpu" else Gpu.named(device)
        self.states: Any = self._zeros((n, size), np.uint8)
        self.masks: Any = self._room(masks, (n, self.game.actions), "masks")
        self.observations: Any = self._room(observations, (n, self.game.observation_size), "observations")
        self.turns: Any = self._zeros((n,), np.int8)
        self.rewards: Any = self._zeros((n, players), np.float32)
        self.done: Any = self._zeros((n,), np.uint8)
        self.points: Any = self._zeros((n, players), np.int32)
        self._random: Any = self._zeros((n,), np.int32)
        self._random_at = _address(self._random)
        self._given: Any = None if self._gpu is None else self._zeros((n,), np.int32)  # actions from the processor
        self._error = CError()
        self._error_at = ctypes.byref(self._error)
        self._handle = self._begin()

    def _zeros(self, shape: Tuple[int, ...], dtype: Any) -> Any:
        if self._gpu is not None:
            return GpuArray(self._gpu, shape, dtype)
        # Made of words: aligned as the library wants it.
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return np.zeros(-(-size // 8), np.uint64).view(np.uint8)[:size].view(dtype).reshape(shape)

    def _room(self, wanted: Any, shape: Tuple[int, int], name: str) -> Any:
        if wanted is False:
            return None
        if wanted is True:
            return self._zeros(shape, np.uint8)
        if self._gpu is not None:
            if isinstance(wanted, GpuArray):
                foreign(wanted, shape, ("|u1",), name)
                return wanted
            if not hasattr(wanted, "__cuda_array_interface__"):
                raise Error(f"{name}: wanted is an array in the GPU's memory")
            return GpuArray(self._gpu, shape, np.uint8, foreign(wanted, shape, ("|u1",), name)[0], wanted)
        if wanted.shape != shape or wanted.dtype != np.uint8 or not wanted.flags.c_contiguous or not wanted.flags.writeable:
            raise Error(f"{name}: wanted is a writable array of {shape} uint8, row by row")
        return wanted

    def _begin(self) -> int:
        spec = CBatchSpec(size=ctypes.sizeof(CBatchSpec), game=self.game._handle, n=self.n, seats=self.players,
                          options=self.game._parse_options(self.options), threads=self.threads, limit=self.limit,
                          seed=self.seed % 2**64, first=self.first)
        for name in ("states", "masks", "observations", "turns", "rewards", "done", "points"):
            array = getattr(self, name)
            if array is not None:
                setattr(spec, name, _address(array))
        if self._gpu is not None:
            spec.gpu = self._gpu.handle
        return make(lib.at_batch_new, ctypes.byref(spec))

    def reset(self, seed: int = 0) -> None:
        """Begins all games anew."""
        self.seed = seed
        lib.at_batch_reset(self._handle, seed % 2**64)

    def step(self, actions: NDArray[Any]) -> None:
        """Makes one decision in every game, and the draws that follow. If any action is illegal no game moves, and
        IllegalMove names the environment and the rule."""
        if self._gpu is not None:
            self._step_there(actions)
            return
        if type(actions) is not np.ndarray or actions.dtype != np.int32 or not actions.flags.c_contiguous:
            actions = _actions(actions)
        if actions.shape != (self.n,):
            raise Error(f"actions have the shape {actions.shape}, not ({self.n},)")
        at = self._random_at if actions is self._random else actions.ctypes.data
        if lib.at_batch_step(self._handle, at, self._error_at):
            raise self._error.exception()

    def _step_there(self, actions: Any) -> None:
        step, at = lib.at_batch_step, self._random_at
        if actions is not self._random and hasattr(actions, "__cuda_array_interface__"):
            at, kind = foreign(actions, (self.n,), ("<i4", "<i8"), "actions")
            step = lib.at_batch_step_wide if kind == "<i8" else step
        elif actions is not self._random:
            given = _actions(actions)
            if given.shape != (self.n,):
                raise Error(f"actions have the shape {given.shape}, not ({self.n},)")
            self._given.write(given)
            at = self._given.at
        if step(self._handle, at, self._error_at):
            raise self._error.exception()

    def random(self) -> Any:
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

    def plane(self, name: str) -> Any:
        """A named plane of all observations, (n, ...): a view that changes with every step."""
        if self.observations is None:
            raise Error("this batch makes no observations")
        if self._gpu is not None and name in self.game.observation_parts:
            part = self.game.observation_parts[name]
            return self.observations.columns(part.first, part.shape)
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
        kept = ("n", "players", "options", "seed", "threads", "limit", "first", "device")
        return {"game": self.game.name, "version": self.game.version, "with": {name: getattr(self, name) for name in kept},
                "masks": self.masks is not None, "observations": self.observations is not None,
                "states": np.array(self.states),
                "last": tuple(np.array(array) for array in (self.rewards, self.done, self.points))}

    def __setstate__(self, kept: Dict[str, Any]) -> None:
        self.__init__(kept["game"], masks=kept["masks"], observations=kept["observations"],  # type: ignore[misc]
                      **kept["with"])
        if kept["version"] != self.game.version:
            raise Error(f"pickled with version {kept['version']} of the numbers of {self.game.title}; this is {self.game.version}")
        _fill(self.states, kept["states"])
        self.refresh()
        for array, last in zip((self.rewards, self.done, self.points), kept["last"]):
            _fill(array, last)

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game.name}, {self.players} players>"


def _address(array: Any) -> int:
    return int(array.at if isinstance(array, GpuArray) else array.ctypes.data)


def _fill(array: Any, values: NDArray[Any]) -> None:
    if isinstance(array, GpuArray):
        array.write(values)
    else:
        array[:] = values


def _actions(actions: Any) -> NDArray[Any]:
    """Actions as the library takes them; what is no whole number is refused, not rounded."""
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise Error(f"actions are whole numbers, not {given.dtype}")
    # What does not fit is illegal, and stays so.
    return np.ascontiguousarray(np.clip(given.astype(np.int64), -1, 2**31 - 1), np.int32)
