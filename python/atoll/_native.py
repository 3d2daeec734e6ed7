"""Finds and loads the C library; its functions, structs and errors. Users of the package need nothing of this.
atoll.h says what every function does."""
from __future__ import annotations

import ctypes
import operator
import os
import re
import threading
from ctypes import POINTER, Structure, byref, c_bool, c_char, c_char_p, c_double, c_int, c_int32, c_size_t
from ctypes import c_uint8, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any, Callable, List, Optional, SupportsIndex

SONAME = "libatoll.so.1"
MOVES_MAX, TEXT_MAX, MOVE_TEXT_MAX, BYTES_MAX = 2048, 16384, 64, 1088
JSON_MAX, RECORD_HEAD_MAX, SEED_SIZE = 1 << 18, 2048, 32
SEATS_MAX, LINES_MAX, TIES_MAX = 4, 8, 4


class Error(ValueError):
    """The library refused something; nothing has changed. `rule` is the number of the rule that forbids it ("MS-3.2",
    see docs/rules), or None; `line` the line of a text that was read, from 1, or 0."""

    why: str
    line: int

    def __init__(self, why: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {why}" if line else why)
        self.why, self.line = why, line
        found = re.search(r"\b[A-Z]{2}-\d+(\.\d+)*\b", why)
        self.rule: Optional[str] = found.group(0) if found else None

    def __reduce__(self) -> Any:
        return type(self), (self.why, self.line)


class IllegalMove(Error):
    """A move or an action that the rules forbid here."""


class BadText(Error):
    """A text that cannot be read as what it should be."""


class BadState(Error):
    """A position that the components or the rules make impossible."""


class BadBytes(Error):
    """Bytes that are no state, or one of another version."""


KINDS = {1: BadText, 3: IllegalMove, 4: BadState, 5: BadBytes}


class CError(Structure):
    """struct at_error"""
    _fields_ = [("code", c_int), ("line", c_uint32), ("why", c_char * 200)]

    def exception(self) -> Error:
        """The exception for this error."""
        return KINDS.get(self.code, Error)(self.why.decode(), self.line)


class CRng(Structure):
    """struct at_rng"""
    _fields_ = [("s", c_uint64 * 4)]


class CLine(Structure):
    """struct at_line"""
    _fields_ = [("label", c_char_p), ("points", c_int32)]


class CScore(Structure):
    """struct at_score"""
    _fields_ = [("total", c_int32), ("line_count", c_int32), ("tie_count", c_int32), ("hidden", c_bool),
                ("lines", CLine * LINES_MAX), ("ties", CLine * TIES_MAX)]


class CPart(Structure):
    """struct at_part"""
    _fields_ = [("name", c_char_p), ("help", c_char_p), ("first", c_uint32), ("shape", c_uint16 * 4),
                ("most", c_uint8)]


class CHistory(Structure):
    """struct at_history"""
    _fields_ = [("game", c_void_p), ("seats", c_int), ("options", c_uint8), ("viewer", c_int), ("seen", c_void_p), ("count", c_uint32)]


class CBatchSpec(Structure):
    """struct at_batch_spec"""
    _fields_ = [("size", c_size_t), ("game", c_void_p), ("n", c_uint32), ("seats", c_uint8), ("options", c_uint8),
                ("threads", c_uint16), ("limit", c_uint32), ("seed", c_uint64), ("first", c_uint64),
                ("states", c_void_p), ("masks", c_void_p), ("observations", c_void_p), ("turns", c_void_p),
                ("rewards", c_void_p), ("done", c_void_p), ("points", c_void_p), ("gpu", c_void_p),
                ("last_observations", c_void_p), ("last_turns", c_void_p)]


Stop = ctypes.CFUNCTYPE(c_bool, c_void_p)


class CThinkSpec(Structure):
    """struct at_think_spec"""
    _fields_ = [("size", c_size_t), ("ms", c_uint32), ("nodes", c_uint32), ("stop", Stop), ("context", c_void_p)]


class CThoughtTurn(Structure):
    """struct at_thought_turn"""
    _fields_ = [("move", c_uint32), ("visits", c_uint32), ("prior", c_double), ("win", c_double * SEATS_MAX),
                ("points", c_double * SEATS_MAX), ("error", c_double), ("proved", c_bool), ("turn", c_int), ("length", c_int),
                ("line", POINTER(c_uint32)), ("seats", POINTER(ctypes.c_int8))]


class CThought(Structure):
    """struct at_thought"""
    _fields_ = [("move", c_uint32), ("seat", c_int), ("nodes", c_uint64), ("seconds", c_double), ("stopped", c_bool),
                ("count", c_int), ("turns", POINTER(POINTER(CThoughtTurn)))]


class CSuccessors(Structure):
    """struct at_successors"""
    _fields_ = [("from", c_void_p), ("moves", c_void_p), ("states", c_void_p), ("observations", c_void_p)]


def candidates() -> List[str]:
    """Where the library may be, in this order: beside this file (a wheel), where ATOLL_LIBRARY says (a file,
    or a folder such as build/lib), and where the system's loader looks."""
    places = [os.path.join(os.path.dirname(os.path.abspath(__file__)), SONAME)]
    named = os.environ.get("ATOLL_LIBRARY")
    if named:
        places.append(os.path.join(named, SONAME) if os.path.isdir(named) else named)
    return [place for place in places if os.path.exists(place)] + [SONAME]


def load() -> Any:
    """The library; raises an ImportError that says what to do if there is none. Calls hold Python's lock, so two
    threads never use one object at once. Long calls are made on a second handle, without the lock."""
    place = candidates()[0]
    try:
        return ctypes.PyDLL(place), ctypes.CDLL(place)
    except OSError as why:
        named = os.environ.get("ATOLL_LIBRARY")
        said = f" (ATOLL_LIBRARY={named})" if named else ""
        raise ImportError(f"{place} cannot be loaded{said}: {why}. Install the wheel that `make wheel` builds, or set "
                          "ATOLL_LIBRARY to the folder of a build that has it (build/lib), or `meson install`.") from why


P, S, E = c_void_p, c_char_p, POINTER(CError)
FUNCTIONS = {
    "at_version": (S,),
    "at_rng_seed": (None, POINTER(CRng), c_uint64, c_uint64),
    "at_rng_pick": (c_uint32, POINTER(CRng), c_uint32),
    "at_game_count": (c_int,),
    "at_game_number": (P, c_int),
    "at_game_find": (P, S),
    "at_game_name": (S, P),
    "at_game_title": (S, P),
    "at_game_seats_min": (c_int, P),
    "at_game_seats_max": (c_int, P),
    "at_game_moves_max": (c_int, P),
    "at_game_plies_max": (c_uint32, P),
    "at_option_name": (S, P, c_int),
    "at_option_help": (S, P, c_int),
    "at_option_choice": (S, P, c_int, c_int),
    "at_options_parse": (c_int, P, S, POINTER(c_uint8), E),
    "at_options_print": (c_size_t, P, c_uint8, P, c_size_t),
    "at_state_size": (c_size_t, P),
    "at_state_size_max": (c_size_t,),
    "at_state_init": (c_int, P, c_int, c_uint8, P, E),
    "at_state_game": (P, P),
    "at_state_seats": (c_int, P),
    "at_state_options": (c_uint8, P),
    "at_state_turn": (c_int, P),
    "at_state_viewer": (c_int, P),
    "at_state_first": (c_int, P),
    "at_state_ply": (c_uint32, P),
    "at_state_fingerprint": (c_uint64, P),
    "at_state_moves": (c_int, P, P),
    "at_state_odds": (c_int, P, P),
    "at_state_draw": (c_uint32, P, POINTER(CRng)),
    "at_state_deal": (c_uint32, P, S),
    "at_state_apply": (c_int, P, c_uint32, E),
    "at_state_view": (c_int, P, c_int, P, E),
    "at_state_seen": (c_uint32, P, c_uint32, c_int),
    "at_state_follow": (c_int, P, c_uint32, E),
    "at_state_guess": (c_int, P, POINTER(CRng), P, E),
    "at_state_guess_as": (c_int, P, c_int, POINTER(CRng), P, E),
    "at_state_score": (c_int, P, c_int, POINTER(CScore), E),
    "at_state_places": (None, P, POINTER(c_int)),
    "at_state_returns": (None, P, POINTER(c_double)),
    "at_state_print": (c_size_t, P, P, c_size_t),
    "at_state_json": (c_size_t, P, P, c_size_t),
    "at_move_print": (c_size_t, P, c_uint32, P, c_size_t),
    "at_move_parse": (c_int, P, S, POINTER(c_uint32), E),
    "at_state_parse": (c_int, S, P, c_size_t, E),
    "at_state_encode": (c_size_t, P, P),
    "at_state_decode": (c_int, S, c_size_t, P, c_size_t, E),
    "at_numbers_version": (c_int, P),
    "at_actions": (c_uint32, P),
    "at_observation_size": (c_size_t, P),
    "at_action_part": (c_bool, P, c_int, POINTER(CPart)),
    "at_observation_part": (c_bool, P, c_int, POINTER(CPart)),
    "at_action_mask": (None, P, P),
    "at_action_index": (c_int, P, c_uint32, POINTER(c_uint32), E),
    "at_action_move": (c_int, P, c_uint32, POINTER(c_uint32), E),
    "at_state_act": (c_int, P, c_uint32, E),
    "at_observe": (c_int, P, c_int, P, E),
    "at_information_print": (c_int, POINTER(CHistory), P, c_size_t, E),
    "at_information_size": (c_size_t, P),
    "at_information_tensor": (c_int, POINTER(CHistory), P, E),
    "at_gpu_open": (P, c_int, E),
    "at_gpu_name": (S, P),
    "at_gpu_memory": (P, P, c_size_t, E),
    "at_gpu_release": (None, P, P),
    "at_gpu_copy": (c_int, P, P, P, c_size_t, E),
    "at_batch_state_size": (c_size_t, P),
    "at_batch_new": (P, POINTER(CBatchSpec), E),
    "at_batch_free": (None, P),
    "at_batch_reset": (None, P, c_uint64),
    "at_batch_step": (c_int, P, P, E),
    "at_batch_step_wide": (c_int, P, P, E),
    "at_batch_random": (None, P, P),
    "at_batch_arrays": (c_int, P, POINTER(CBatchSpec), E),
    "at_batch_refresh": (c_int, P, E),
    "at_batch_state": (P, P, c_uint32),
    "at_batch_episode": (c_uint32, P, c_uint32),
    "at_player_new": (P, P, S, c_uint64, E),
    "at_player_free": (None, P),
    "at_player_begin": (None, P, c_uint64),
    "at_player_saw": (None, P, c_uint32),
    "at_player_choose": (c_int, P, P, POINTER(c_uint32), E),
    "at_player_think": (POINTER(CThought), P, P, POINTER(CThinkSpec), E),
    "at_evaluate": (c_int, P, c_size_t, c_uint32, c_uint32, c_uint64, P, P, E),
    "at_successors": (c_int, P, c_size_t, c_uint32, POINTER(CSuccessors), c_uint32, POINTER(c_uint32), E),
    "at_play_out": (c_int, P, c_size_t, c_uint32, c_uint32, P, c_uint64, P, P, E),
    "at_record_print_head": (c_size_t, P, c_int, c_uint8, S, P, c_size_t),
    "at_replay_new": (P, S, E),
    "at_replay_free": (None, P),
    "at_replay_state": (P, P),
    "at_replay_next": (c_int, P, POINTER(c_uint32), E),
    "at_sitting_new": (P, P, c_int, c_uint8, S, E),
    "at_sitting_free": (None, P),
    "at_sitting_state": (P, P),
    "at_sitting_move": (c_int, P, c_int, c_uint32, E),
    "at_sitting_take_back": (c_int, P, c_int, E),
    "at_sitting_seen": (c_uint32, P, c_int, P, c_uint32),
    "at_sitting_record": (c_size_t, P, P, c_size_t),
}


SLOW = {"at_batch_new", "at_batch_free", "at_batch_reset", "at_batch_step", "at_batch_step_wide", "at_batch_random",
        "at_batch_refresh", "at_player_new", "at_player_choose", "at_player_think", "at_evaluate", "at_successors", "at_play_out",
        "at_gpu_open", "at_gpu_copy"}


class Library:
    """The functions of the library, with their types."""

    def __init__(self, quick: Any, slow: Any) -> None:
        for name, (result, *arguments) in FUNCTIONS.items():
            function = getattr(slow if name in SLOW else quick, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"libatoll has no {name}")


lib = Library(*load())


def call(function: Callable[..., int], *arguments: Any) -> None:
    """A function that returns enum at_err and takes a struct at_error last: raises its error."""
    error = CError()
    if function(*arguments, byref(error)):
        raise error.exception()


def make(function: Callable[..., Optional[int]], *arguments: Any) -> int:
    """A function that returns a new object, or NULL and an error."""
    error = CError()
    made = function(*arguments, byref(error))
    if not made:
        raise error.exception()
    return made


def seed_of(seed: Optional[SupportsIndex]) -> int:
    """A seed as the library takes it; None: a random one from the system."""
    return int.from_bytes(os.urandom(8), "little") if seed is None else operator.index(seed) % 2**64


class Owned:
    """Something that the library made: freed once, by close() or when it is forgotten, and used by one thread at a time.

        with owned as address: ..."""

    def __init__(self, what: str, address: int, free: Callable[[int], None]) -> None:
        self._what, self._address, self._free = what, address, free
        self._lock = threading.Lock()

    def __enter__(self) -> int:
        if not self._lock.acquire(False):  # waiting would hang where the other thread did not survive a fork()
            raise Error(f"another thread is using this {self._what}: one at a time")
        if not self._address:
            self._lock.release()
            raise Error(f"this {self._what} is closed")
        return self._address

    def __exit__(self, *_: Any) -> None:
        self._lock.release()

    def close(self) -> None:
        """Frees it; a second call does nothing."""
        if self._address:
            with self as address:
                self._address = 0
                self._free(address)

    def __del__(self) -> None:
        address, self._address = getattr(self, "_address", 0), 0
        if address:
            self._free(address)

    def __reduce__(self) -> Any:
        raise TypeError(f"a {self._what} cannot be copied or pickled")


def text(function: Callable[..., int], *arguments: Any, room: int) -> str:
    """A function that prints into a buffer and takes its size last; "" if it prints nothing."""
    buffer = ctypes.create_string_buffer(room)
    size = function(*arguments, buffer, room)
    return buffer.raw[:size].decode()
