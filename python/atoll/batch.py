"""Batches: many games at once, stepped by the library in numpy arrays or in a GPU's memory, for training."""
from __future__ import annotations

import ctypes
from operator import index
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._native import CBatchSpec, CError, Error, Owned, call, lib, make, seed_of
from .games import Game, find
from .gpu import Gpu, GpuArray, foreign
from .states import State

WRITTEN = ("masks", "observations", "turns", "rewards", "done", "points", "last_observations", "last_turns")
DONE, CUT_OFF = 1, 2
"""Batch.done of a game that has ended, or that was cut off at the limit; 0 for the others."""


class Batch:
    """n games at once: Batch("my-shelfie", 1024, seed=1).

        batch = atoll.Batch("my-shelfie", 1024, seed=1)
        for _ in range(1000):
            batch.step(batch.random())      # or what a network makes of batch.observations

    These arrays are written in place by every step; nothing is copied, so copy what you want to keep:

    masks          (n, game.actions) uint8: 1 for every legal action of the seat to move
    observations   (n, game.observation_size) uint8: the observation of the seat to move; plane(name) is a part of it
    turns          (n,) int8: the seat that is to move
    rewards        (n, players) float32: in the step in which a game ended its returns (1 and -1), else 0
    done           (n,) uint8: DONE where a game ended in this step, CUT_OFF at the limit, else 0
    points         (n, players) int32: the scores of a game that ended in this step, else 0
    last_observations   where a game ended in this step, what it looked like at its end, for the seat in
    last_turns          (n,) int8: the seat that would have moved next (CUT_OFF) or moved last (DONE); -1: no end
    states         (n, bytes) uint8: the games themselves. Put back a copy and call refresh(), and they go on from there

    A game that ended is restarted in the same step: masks, observations and turns are already the next game's.
    All draws of environment e's k-th game follow from the seed, e and k, so the results depend on the seed and
    the actions, not on n or the threads; `first` is the number of the first environment. Without a seed a random
    one is taken; `seed` has it.

    One thread at a time may use a batch: a second one gets an Error. After os.fork() the child's copy goes on without
    threads. copy.copy(), deepcopy and pickle make a batch of its own that goes on from here.

    players, options   as for State
    threads            how many may share the work; 0 and 1: none but the caller's
    limit              decisions after which a game is cut off; 0: none
    masks, observations    False: are not made, and None. Or an array of this shape to be used, say pinned memory
    device             "cpu", or "cuda" ("cuda:1"): an NVIDIA GPU plays, with the same result bit for bit. All arrays are
                       then GpuArrays in its memory, also what random() gives; step() takes whatever has
                       __cuda_array_interface__ (a tensor of PyTorch, int32 or int64), or numpy arrays, which are copied.
                       torch.from_dlpack(batch.observations) is a tensor in the same memory, and stays so"""

    game: Game
    n: int
    players: int
    options: str
    seed: int
    threads: int
    limit: int
    first: int
    device: str

    def __init__(self, game: Union[Game, str], n: int, *, players: int = 2, options: str = "", seed: Optional[int] = None,
                 threads: int = 1, limit: int = 0, first: int = 0, masks: Union[bool, NDArray[Any]] = True,
                 observations: Union[bool, NDArray[Any]] = True, device: str = "cpu") -> None:
        self.game = find(game)
        n, players, threads, limit, first = map(index, (n, players, threads, limit, first))
        self.n, self.players, self.options, self.seed = n, players, options, seed_of(seed)
        self.threads, self.limit, self.first, self.device = threads, limit, first, device
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
        self.last_observations: Any = None if self.observations is None else self._zeros((n, self.game.observation_size), np.uint8)
        self._make_small()
        self._random: Any = self._zeros((n,), np.int32)
        self._random_at = _address(self._random)
        self._given: Any = None if self._gpu is None else self._zeros((n,), np.int32)  # actions from the processor
        self._error = CError()
        self._error_at = ctypes.byref(self._error)
        self._spec = CBatchSpec(size=ctypes.sizeof(CBatchSpec), game=self.game._handle, n=n, seats=players,
                                options=self.game._parse_options(options), threads=threads, limit=limit,
                                seed=self.seed, first=first)
        self._point_to_arrays()
        if self._gpu is not None:
            self._spec.gpu = self._gpu.handle
        self._own = Owned("Batch", make(lib.at_batch_new, ctypes.byref(self._spec)), lib.at_batch_free)

    def _make_small(self) -> None:
        n, players = self.n, self.players
        self.turns: Any = self._zeros((n,), np.int8)
        self.rewards: Any = self._zeros((n, players), np.float32)
        self.done: Any = self._zeros((n,), np.uint8)
        self.points: Any = self._zeros((n, players), np.int32)
        self.last_turns: Any = self._zeros((n,), np.int8)

    def _second(self) -> Dict[str, Any]:
        """Arrays like those that a step writes: for _use(), in alternation with the first."""
        return {name: None if getattr(self, name) is None else self._zeros(getattr(self, name).shape, getattr(self, name).dtype)
                for name in WRITTEN}

    def _use(self, arrays: Dict[str, Any]) -> None:
        """From the next step on these are written; the contents of the present ones stay."""
        with self._own as address:
            self.__dict__.update(arrays)
            self._point_to_arrays()
            call(lib.at_batch_arrays, address, ctypes.byref(self._spec))

    def _point_to_arrays(self) -> None:
        for name in ("states", *WRITTEN):
            array = getattr(self, name)
            if array is not None:
                setattr(self._spec, name, _address(array))

    def _zeros(self, shape: Tuple[int, ...], dtype: Any) -> Any:
        if self._gpu is not None:
            return GpuArray(self._gpu, shape, dtype)
        # Made of words, so that it is aligned as the library needs it.
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

    def reset(self, seed: Optional[int] = None) -> None:
        """Restarts all games; without a seed with a random one from the system, which `seed` then has."""
        with self._own as address:
            self.seed = seed_of(seed)
            lib.at_batch_reset(address, self.seed)

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
        with self._own as address:
            if lib.at_batch_step(address, at, self._error_at):
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
        with self._own as address:
            if step(address, at, self._error_at):
                raise self._error.exception()

    def random(self) -> Any:
        """Legal actions, uniformly at random: the same until the next step. The array is the batch's own."""
        with self._own as address:
            lib.at_batch_random(address, self._random_at)
        return self._random

    def refresh(self) -> None:
        """Writes masks, observations and turns again, after you have written `states`. They are checked."""
        with self._own as address:
            if lib.at_batch_refresh(address, self._error_at):
                raise self._error.exception()

    def state(self, environment: int) -> State:
        """A copy of the truth of one game."""
        with self._own as address:
            at = lib.at_batch_state(address, self._number(environment))
            if not at:
                raise Error("the state cannot be had: a batch on a GPU ends with fork()")
            return State._from(at)

    def episode(self, environment: int) -> int:
        """How many games this environment has begun before the present one."""
        with self._own as address:
            return int(lib.at_batch_episode(address, self._number(environment)))

    def _number(self, environment: int) -> int:
        environment = index(environment)
        if not 0 <= environment < self.n:
            raise IndexError(f"there is no environment {environment}: they are 0 to {self.n - 1}")
        return environment

    def plane(self, name: str) -> Any:
        """A named plane of all observations, (n, ...): a view that changes with every step."""
        if self.observations is None:
            raise Error("this batch makes no observations")
        if self._gpu is not None and name in self.game.observation_parts:
            part = self.game.observation_parts[name]
            return self.observations.columns(part.first, part.shape)
        return self.game.plane(self.observations, name)

    def close(self) -> None:
        """Ends its threads. The arrays stay; everything else is an Error from then on."""
        self._own.close()

    def __len__(self) -> int:
        return self.n

    def __getstate__(self) -> Dict[str, Any]:
        with self._own:
            return self._kept()

    def _kept(self) -> Dict[str, Any]:
        kept = ("n", "players", "options", "seed", "threads", "limit", "first", "device")
        return {"game": self.game.name, "version": self.game.version, "with": {name: getattr(self, name) for name in kept},
                "masks": self.masks is not None, "observations": self.observations is not None,
                "states": np.array(self.states),
                "last": tuple(np.array(array) for array in (self.rewards, self.done, self.points, self.last_turns,
                                                            self.last_observations) if array is not None)}

    def __setstate__(self, kept: Dict[str, Any]) -> None:
        self.__init__(kept["game"], masks=kept["masks"], observations=kept["observations"],  # type: ignore[misc]
                      **kept["with"])
        if kept["version"] != self.game.version:
            raise Error(f"pickled with version {kept['version']} of the numbers of {self.game.title}; this is {self.game.version}")
        _fill(self.states, kept["states"])
        self.refresh()
        for array, last in zip((self.rewards, self.done, self.points, self.last_turns, self.last_observations), kept["last"]):
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
    """Actions as the library takes them; values that are no whole numbers are refused, not rounded."""
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise Error(f"actions are whole numbers, not {given.dtype}")
    # A value that does not fit is illegal, and stays so.
    return np.ascontiguousarray(np.clip(given.astype(np.int64), -1, 2**31 - 1), np.int32)
