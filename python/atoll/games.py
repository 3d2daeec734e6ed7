"""Games: what there is to play, with which options, and how it looks as numbers."""
from __future__ import annotations

from ctypes import byref, c_uint8
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._native import CPart, Error, call, lib, text

if TYPE_CHECKING:
    from .states import State


class Part(NamedTuple):
    """A run of action indices, or a plane of an observation: an array of `shape`, row by row, that begins at
    `first`. `most` is the largest value of a plane, 0 for actions. docs/numbers.md has them in words."""
    name: str
    help: str
    first: int
    shape: Tuple[int, ...]
    most: int

    @property
    def size(self) -> int:
        """How many indices or bytes it has."""
        return int(np.prod(self.shape))

    @property
    def slice(self) -> slice:
        """Where it is: observation[part.slice].reshape(part.shape)."""
        return slice(self.first, self.first + self.size)


class Option(NamedTuple):
    """An option of a game: its choices, of which the first is the default."""
    name: str
    help: str
    choices: Tuple[str, ...]


def _parts(function: Callable[..., bool], game: int) -> Dict[str, Part]:
    part = CPart()
    found: Dict[str, Part] = {}
    while function(game, len(found), byref(part)):
        shape = tuple(int(n) for n in part.shape if n)
        name = part.name.decode()
        found[name] = Part(name, part.help.decode(), part.first, shape, part.most)
    return found


class Game:
    """The rules of a game, by name: Game("my-shelfie"), Game("reef"), Game("reef-encounter").

    name, title         "my-shelfie", "My Shelfie"
    players             how many can play: a range
    moves_max           how long its longest list of moves is
    plies_max           how long its longest game is, with draws
    options             its options: a tuple of Option
    version             of the action indices and observations; 0: the game has only the unstable default
    id                  "atoll/my-shelfie-v1": name and version, for atoll.make() and atoll.make_vec()
    actions             how many action indices there are
    action_parts        what they mean: Part by name
    observation_size    bytes of an observation
    observation_parts   what they mean: Part by name

    A game is constant; two of the same name are equal."""

    players: range
    action_parts: dict[str, Part]
    observation_parts: dict[str, Part]
    options: tuple[Option, ...]

    def __init__(self, name: str) -> None:
        found = lib.at_game_find(name.encode())
        if not found:
            names = ", ".join(game.name for game in games())
            raise Error(f"there is no game {name!r}; there are {names}")
        self._handle: int = found
        self.name: str = lib.at_game_name(found).decode()
        self.title: str = lib.at_game_title(found).decode()
        self.players = range(lib.at_game_seats_min(found), lib.at_game_seats_max(found) + 1)
        self.moves_max: int = lib.at_game_moves_max(found)
        self.plies_max: int = lib.at_game_plies_max(found)
        self.version: int = lib.at_numbers_version(found)
        self.actions: int = lib.at_actions(found)
        self.observation_size: int = lib.at_observation_size(found)
        self.action_parts = _parts(lib.at_action_part, found)
        self.observation_parts = _parts(lib.at_observation_part, found)
        self.options = tuple(self._options())

    def _options(self) -> List[Option]:
        found: List[Option] = []
        while True:
            name = lib.at_option_name(self._handle, len(found))
            if not name:
                return found
            choices: List[str] = []
            while True:
                choice = lib.at_option_choice(self._handle, len(found), len(choices))
                if not choice:
                    break
                choices.append(choice.decode())
            found.append(Option(name.decode(), lib.at_option_help(self._handle, len(found)).decode(), tuple(choices)))

    @property
    def id(self) -> str:
        """The versioned name: what was learned with one id is good for this id only."""
        return f"atoll/{self.name}-v{self.version}"

    def new(self, players: int = 2, options: str = "") -> "State":
        """A State at the beginning; options as text, "squares=any". Most games begin with draws."""
        from .states import State  # states are made of games
        return State(self, players, options)

    def plane(self, observations: NDArray[Any], name: str) -> NDArray[Any]:
        """A named plane of an observation, or of many (the last axis is theirs): a view, not a copy."""
        part = self.observation_parts.get(name)
        if part is None:
            raise Error(f"{self.title} has no plane {name!r}; it has {', '.join(self.observation_parts)}")
        return observations[..., part.slice].reshape(observations.shape[:-1] + part.shape)

    def action(self, part: str, *place: int) -> int:
        """The index of an action by its part and its place there: game.action("one", cell, column)."""
        found = self.action_parts.get(part)
        if found is None:
            raise Error(f"{self.title} has no actions {part!r}; it has {', '.join(self.action_parts)}")
        if len(place) != len(found.shape) or any(not 0 <= i < n for i, n in zip(place, found.shape)):
            raise Error(f"{place} is no place in {part!r}, which has the shape {found.shape}")
        return found.first + int(np.ravel_multi_index(place, found.shape))

    def describe(self, action: int) -> Tuple[str, Tuple[int, ...]]:
        """The part of an action index and its place there: the inverse of action()."""
        for part in self.action_parts.values():
            if part.first <= action < part.first + part.size:
                return part.name, tuple(int(i) for i in np.unravel_index(action - part.first, part.shape))
        raise Error(f"{action} is no action of {self.title}: they are 0 to {self.actions - 1}")

    def _parse_options(self, options: str) -> int:
        packed = c_uint8()
        call(lib.at_options_parse, self._handle, options.encode(), byref(packed))
        return packed.value

    def _print_options(self, packed: int) -> str:
        return text(lib.at_options_print, self._handle, packed, room=256)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> Any:
        return find, (self.name,)

    def __repr__(self) -> str:
        return f"Game({self.name!r})"


_known = lru_cache(maxsize=None)(Game)  # a game is constant


def games() -> List[Game]:
    """All games."""
    return [_known(lib.at_game_name(lib.at_game_number(i)).decode()) for i in range(lib.at_game_count())]


def find(game: Union[Game, str]) -> Game:
    """A game by itself, by name or by id ("atoll/reef-v1"). An id of another version is refused."""
    if isinstance(game, Game):
        return game
    if not game.startswith("atoll/"):
        return _known(game)
    name, _, version = game[len("atoll/"):].rpartition("-v")
    found = _known(name or game)
    if version != str(found.version):
        raise Error(f"{game}: this library has {found.id}; actions or observations mean something else there")
    return found


def version() -> str:
    """The version of the library, "0.2.0"."""
    return str(lib.at_version().decode())


__all__ = ["Game", "Option", "Part", "find", "games", "version"]
