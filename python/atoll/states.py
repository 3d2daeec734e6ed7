"""States: positions of a game, views of them, and random numbers for their draws."""
from __future__ import annotations

import ctypes
import json
from ctypes import byref, c_double, c_int, c_uint32, c_uint64
from operator import index
from typing import Any, ClassVar, Dict, List, NamedTuple, Optional, SupportsIndex, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from ._native import (BYTES_MAX, JSON_MAX, MOVE_TEXT_MAX, MOVES_MAX, SEATS_MAX, SEED_SIZE, TEXT_MAX, CRng, CScore,
                      Error, IllegalMove, call, lib, seed_of, text)
from .games import Game, find

CHANCE, OVER = -1, -2
"""Values of State.turn that are not seats: a draw is due; the game is over."""
PUBLIC, TRUTH = -1, -2
"""Values of State.viewer that are not seats: the public; the whole truth."""

GUESSES = ("dealt", "played")
"""How State.guess() is distributed."""

Move = int
"""A decision or a draw, packed by the game; 0 is never legal."""


class Rng:
    """Random numbers for draws and guesses. The same seed and stream give the same numbers on every machine. Without a
    seed it takes a random one; `seed` has it."""

    seed: int

    def __init__(self, seed: Optional[int] = None, stream: int = 0) -> None:
        self._rng, self.seed = CRng(), seed_of(seed)
        lib.at_rng_seed(byref(self._rng), self.seed, seed_of(stream))

    def pick(self, n: SupportsIndex) -> int:
        """A number from 0 to n - 1."""
        n = index(n)
        if not 0 < n < 2**32:
            raise Error(f"{n}: a number is picked below 1 to 2^32 - 1")
        return int(lib.at_rng_pick(byref(self._rng), n))

    def __getstate__(self) -> Tuple[int, ...]:
        return (*self._rng.s, self.seed)

    def __setstate__(self, numbers: Tuple[int, ...]) -> None:
        self._rng, self.seed = CRng((c_uint64 * 4)(*numbers[:4])), numbers[4] if len(numbers) > 4 else 0

    def __repr__(self) -> str:
        return f"<Rng, seed {self.seed}>"


class Score(NamedTuple):
    """The score of a seat, line by line. Ties are compared in order, higher wins. `hidden`: an option of the game
    hides it from this viewer, and the rest is empty."""
    total: int
    lines: Dict[str, int]
    ties: Dict[str, int]
    hidden: bool


def _block(size: int) -> Any:
    return (c_uint64 * ((size + 7) // 8))()


class State:
    """A position: State("reef"), State("my-shelfie", players=3, options="squares=any").

        rng = atoll.Rng(seed=1)
        state = atoll.State("reef")
        while not state.over:
            move = state.draw(rng) if state.chance else state.moves()[0]
            print(state.text(move))
            state.apply(move)

    Moves are numbers; `apply` also takes their text. A turn of a game is several small decisions, and chance is
    a player: a draw is a move. `act` takes an action index instead, as learned by a program.

    `view(seat)` is what this seat knows, again a State, without anybody else's secrets: not hidden but absent.

    A state is copied with copy(), compared with ==, pickled, and printed as text that State.parse() reads."""

    game: Game

    __slots__ = ("game", "_block")
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __init__(self, game: Union[Game, str], players: int = 2, options: str = "") -> None:
        self.game = find(game)
        self._block = _block(lib.at_state_size(self.game._handle))
        packed = self.game._parse_options(options)
        call(lib.at_state_init, self.game._handle, index(players), packed, self._block)

    @classmethod
    def _from(cls, block: Any) -> "State":
        """A state of its own from a block of memory, or from the bytes at an address."""
        game = find(lib.at_game_name(lib.at_state_game(block)).decode())
        made = cls.__new__(cls)
        made.game, size = game, lib.at_state_size(game._handle)
        made._block = _block(size)
        ctypes.memmove(made._block, block, size)
        return made

    def _like(self) -> "State":
        made = State.__new__(State)
        made.game, made._block = self.game, type(self._block)()
        return made

    # --- what it is ---

    @property
    def players(self) -> int:
        """The number of players."""
        return int(lib.at_state_seats(self._block))

    @property
    def options(self) -> str:
        """The options as text."""
        return self.game._print_options(lib.at_state_options(self._block))

    @property
    def turn(self) -> int:
        """The seat that decides, from 0; or atoll.CHANCE or atoll.OVER."""
        return int(lib.at_state_turn(self._block))

    @property
    def over(self) -> bool:
        """The game is over."""
        return self.turn == OVER

    @property
    def chance(self) -> bool:
        """A draw is due."""
        return self.turn == CHANCE

    @property
    def viewer(self) -> int:
        """The viewer: a seat, atoll.PUBLIC, or atoll.TRUTH for everything."""
        return int(lib.at_state_viewer(self._block))

    @property
    def first(self) -> Optional[int]:
        """The first player; None until it is known."""
        seat = int(lib.at_state_first(self._block))
        return None if seat < 0 else seat

    @property
    def ply(self) -> int:
        """Moves made so far, draws included."""
        return int(lib.at_state_ply(self._block))

    @property
    def fingerprint(self) -> int:
        """64 bits that are the same for equal states, on every machine."""
        return int(lib.at_state_fingerprint(self._block))

    # --- moves ---

    def moves(self) -> List[Move]:
        """The legal moves, or the possible draws if `chance`; none in a view while somebody else decides."""
        out = (c_uint32 * MOVES_MAX)()
        return out[:lib.at_state_moves(self._block, out)]

    def odds(self) -> List[float]:
        """If `chance`: the probabilities of the draws that moves() lists."""
        out = (c_uint32 * MOVES_MAX)()
        found = out[:lib.at_state_odds(self._block, out)]
        total = sum(found)
        return [weight / total for weight in found]

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """If `chance`: the possible draws as indices from 0, each with its probability. draw_outcome(index) makes
        one."""
        return list(enumerate(self.odds()))

    def draw_outcome(self, outcome: int) -> None:
        """Makes the draw of this index of chance_outcomes()."""
        moves, outcome = self.moves() if self.chance else [], index(outcome)
        if not 0 <= outcome < len(moves):
            raise IllegalMove(f"{outcome} is no outcome: there are {len(moves)}")
        self.apply(moves[outcome])

    def text(self, move: Move) -> str:
        """A legal move as text: "take d4 e4 to 3"."""
        found = text(lib.at_move_print, self._block, self._number(move), room=MOVE_TEXT_MAX)
        if not found:
            raise IllegalMove(f"move {move} is not legal here, so it has no text")
        return found

    def legal(self) -> List[str]:
        """The legal moves as text."""
        return [self.text(move) for move in self.moves()]

    def move(self, said: str) -> Move:
        """Reads a move; it may still be illegal."""
        out = c_uint32()
        call(lib.at_move_parse, self._block, said.encode(), byref(out))
        return out.value

    def apply(self, move: Union[Move, str]) -> None:
        """Makes a move or a draw. An illegal one raises IllegalMove with the rule, and changes nothing."""
        call(lib.at_state_apply, self._block, self._number(move))

    def _number(self, move: Union[Move, str]) -> Move:
        """A move, or its text, as the library takes it."""
        number = self.move(move) if isinstance(move, str) else index(move)
        if not 0 <= number < 2**32:
            raise IllegalMove(f"{number} is no move")
        return number

    def draw(self, rng: Rng) -> Move:
        """The draw that is due, chosen at random: give it to apply()."""
        return self._drawn(lib.at_state_draw(self._block, byref(rng._rng)))

    def deal(self, seed: bytes) -> Move:
        """The draw that is due, as the 32 bytes of a real game's seed decide it: anybody with the seed can verify it."""
        if len(seed) != SEED_SIZE:
            raise Error(f"a seed has {SEED_SIZE} bytes, not {len(seed)}")
        return self._drawn(lib.at_state_deal(self._block, seed))

    def _drawn(self, move: Move) -> Move:
        if not move:
            raise Error("a view does not know what is drawn" if self.viewer != TRUTH else "nothing is to be drawn")
        return move

    def draw_all(self, rng: Rng) -> None:
        """Makes all draws that are due, up to the next decision or the end."""
        while self.chance:
            self.apply(self.draw(rng))

    # --- actions and observations ---

    def mask(self) -> NDArray[Any]:
        """1 for every legal action index, 0 for the others (uint8); all 0 if nobody decides."""
        out = np.empty(self.game.actions, np.uint8)
        lib.at_action_mask(self._block, out.ctypes.data)
        return out

    def actions(self) -> NDArray[Any]:
        """The legal action indices."""
        return np.flatnonzero(self.mask())

    def index(self, move: Union[Move, str]) -> int:
        """The action index of a legal decision."""
        out = c_uint32()
        call(lib.at_action_index, self._block, self._number(move), byref(out))
        return out.value

    def move_of(self, action: int) -> Move:
        """The decision of a legal action index."""
        out = c_uint32()
        call(lib.at_action_move, self._block, self._action(action), byref(out))
        return out.value

    def act(self, action: int) -> None:
        """Makes the decision of this index. Draws that follow are yours to make: draw_all()."""
        call(lib.at_state_act, self._block, self._action(action))

    def _action(self, action: int) -> int:
        action = index(action)
        if not 0 <= action < self.game.actions:
            raise IllegalMove(f"{action} is no action of {self.game.title}: they are 0 to {self.game.actions - 1}")
        return action

    def observe(self, seat: Optional[int] = None) -> NDArray[Any]:
        """The observation of a seat (by default the viewer, or the seat to move): uint8, relative to the seat.
        game.plane(observation, name) is a plane of it."""
        if seat is None:
            seat = self.viewer if self.viewer >= 0 else self.turn
            if seat < 0:
                raise Error("nobody is to move here: say whose observation it should be")
        out = np.empty(self.game.observation_size, np.uint8)
        call(lib.at_observe, self._block, seat, out.ctypes.data)
        return out

    # --- views and guesses ---

    def view(self, viewer: int) -> "State":
        """The knowledge of a seat, or of atoll.PUBLIC."""
        made = self._like()
        call(lib.at_state_view, self._block, viewer, made._block)
        return made

    def seen(self, move: Union[Move, str], viewer: int) -> Move:
        """A legal move as a viewer sees it; call this before the move is made in the truth."""
        found = lib.at_state_seen(self._block, self._number(move), viewer)
        if not found:
            raise IllegalMove(f"move {move} is not legal here")
        return int(found)

    def follow(self, seen: Move) -> None:
        """Updates a view with what its viewer saw: truth.apply(m) and view.follow(truth.seen(m, seat)) keep view ==
        truth.view(seat)."""
        call(lib.at_state_follow, self._block, self._number(seen))

    def guess(self, rng: Rng, kind: str = "dealt") -> "State":
        """A truth that fits this view, drawn at random. "dealt": every way in which the unknown cards and tiles may have
        been dealt is equally likely. "played": weighted by what the players' moves say about their secrets, as the bots do."""
        if kind not in GUESSES:
            raise Error(f"a guess is {' or '.join(map(repr, GUESSES))}, not {kind!r}")
        made = self._like()
        call(lib.at_state_guess_as, self._block, GUESSES.index(kind), byref(rng._rng), made._block)
        return made

    # --- scores ---

    def score(self, seat: int) -> Score:
        """The score of a seat; during the game, what it would be now."""
        out = CScore()
        call(lib.at_state_score, self._block, seat, byref(out))
        lines = {line.label.decode(): line.points for line in out.lines[:out.line_count]}
        ties = {line.label.decode(): line.points for line in out.ties[:out.tie_count]}
        return Score(out.total, lines, ties, out.hidden)

    def scores(self) -> List[int]:
        """The totals of all seats."""
        return [self.score(seat).total for seat in range(self.players)]

    def places(self) -> List[int]:
        """The places of all seats, from 1; equal seats share one. All 0 if a score is hidden."""
        out = (c_int * SEATS_MAX)()
        lib.at_state_places(self._block, out)
        return out[:self.players]

    def returns(self) -> List[float]:
        """The return of every seat at the end: with two players 1 and -1; they sum to 0. Before the end all are 0."""
        out = (c_double * SEATS_MAX)()
        lib.at_state_returns(self._block, out)
        return out[:self.players]

    # --- text, bytes, JSON ---

    def __str__(self) -> str:
        return text(lib.at_state_print, self._block, room=TEXT_MAX)

    @classmethod
    def parse(cls, said: str) -> "State":
        """Reads a position, as str(state) prints it (docs/formats)."""
        size = lib.at_state_size_max()
        block = _block(size)
        call(lib.at_state_parse, said.encode(), block, size)
        return cls._from(block)

    def json(self) -> Dict[str, Any]:
        """The position as docs/formats/json.md describes it."""
        found = json.loads(text(lib.at_state_json, self._block, room=JSON_MAX))
        assert isinstance(found, dict)
        return found

    def encode(self) -> bytes:
        """Bytes that mean the same on every machine; pickle uses them."""
        out = ctypes.create_string_buffer(BYTES_MAX)
        size = lib.at_state_encode(self._block, out)
        return out.raw[:size]

    @classmethod
    def decode(cls, data: bytes) -> "State":
        """Reads the bytes of encode(), checking every invariant of the game."""
        size = lib.at_state_size_max()
        block = _block(size)
        call(lib.at_state_decode, data, len(data), block, size)
        return cls._from(block)

    # --- as a value ---

    def copy(self) -> "State":
        """Another state with the same bytes."""
        made = self._like()
        ctypes.memmove(made._block, self._block, ctypes.sizeof(self._block))
        return made

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "State":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and bytes(self._block) == bytes(other._block)

    def __reduce__(self) -> Any:
        return State.decode, (self.encode(),)

    def __repr__(self) -> str:
        whose = {TRUTH: "", PUBLIC: ", public view"}.get(self.viewer, f", view of seat {self.viewer}")
        turn = {CHANCE: "a draw", OVER: "over"}.get(self.turn, f"seat {self.turn} to move")
        return f"<State of {self.game.name}, {self.players} players, ply {self.ply}, {turn}{whose}>"
