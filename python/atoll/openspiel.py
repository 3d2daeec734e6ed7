"""Atoll's games in OpenSpiel, in Python: import atoll.openspiel registers python_atoll_reef, python_atoll_reef_encounter and
python_atoll_my_shelfie with pyspiel, with the parameters players and options.

    import pyspiel, atoll.openspiel
    game = pyspiel.load_game("python_atoll_reef", {"players": 3})

A draw is a chance node with all outcomes, numbered as State.moves() lists them. examples/openspiel/atoll.cc is the same in C++,
and faster."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pyspiel

from .games import Game, find, games
from .history import INFORMATION_ROW, History
from .states import CHANCE, OVER


def _type_of(game: Game) -> Any:
    return pyspiel.GameType(
        short_name="python_atoll_" + game.name.replace("-", "_"), long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1], min_num_players=game.players[0],
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={"players": 2, "options": ""})


class AtollGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Atoll; the classes below name which."""
    atoll: Game
    setup: tuple[str, int, str]
    name = ""

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        params = params or {}
        self.atoll = find(self.name)
        self.setup = (self.name, int(params.get("players", 2)), str(params.get("options", "")))
        length = self.atoll.plies_max
        info = pyspiel.GameInfo(
            num_distinct_actions=self.atoll.actions, max_chance_outcomes=self.atoll.moves_max, num_players=self.setup[1],
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=length)
        super().__init__(_type_of(self.atoll), info, params)

    def new_initial_state(self) -> "AtollState":
        """The initial state of a game."""
        return AtollState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "AtollObserver":
        """An observer of a player; with perfect recall: of everything that the player has seen."""
        return AtollObserver(self.atoll, bool(iig_obs_type and iig_obs_type.perfect_recall))


class AtollState(pyspiel.State):  # type: ignore[misc]
    """A position with its history."""

    history_of_all: History

    def __init__(self, game: AtollGame) -> None:
        super().__init__(game)
        self.history_of_all = History(*game.setup)

    def current_player(self) -> int:
        """The seat to move, chance, or the terminal player."""
        turn = self.history_of_all.state.turn
        return int({CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}.get(turn, turn))

    def _legal_actions(self, player: int) -> List[int]:
        return [int(action) for action in self.history_of_all.state.actions()]

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        """The draws by their numbers, with their probabilities."""
        return self.history_of_all.state.chance_outcomes()

    def _move(self, player: int, action: int) -> int:
        state = self.history_of_all.state
        return state.moves()[action] if player == pyspiel.PlayerId.CHANCE else state.move_of(action)

    def _apply_action(self, action: int) -> None:
        self.history_of_all.apply(self._move(self.current_player(), action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.history_of_all.state.text(self._move(player, action))

    def is_terminal(self) -> bool:
        """The game is over."""
        return self.history_of_all.state.over

    def returns(self) -> List[float]:
        """1 for the winner of two, -1 for the other; with more players the returns also sum to 0."""
        return self.history_of_all.state.returns()

    def __str__(self) -> str:
        return str(self.history_of_all.state)


class AtollObserver:
    """Observations, or information states with perfect recall."""

    tensor: Any
    dict: dict[str, Any]

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        shape = (game.plies_max, INFORMATION_ROW) if perfect_recall else (game.observation_size,)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"information" if perfect_recall else "observation": self.tensor.reshape(shape)}

    def set_from(self, state: AtollState, player: int) -> None:
        """Writes the player's knowledge into the tensor."""
        history = state.history_of_all
        self.tensor[:] = (history.information_tensor(player) if self.perfect_recall else history.state.observe(player)).reshape(-1)

    def string_from(self, state: AtollState, player: int) -> str:
        """The same as text."""
        history = state.history_of_all
        return history.information_string(player) if self.perfect_recall else str(history.state.view(player))


for _game in games():
    pyspiel.register_game(_type_of(_game), type("Atoll" + _game.title.replace(" ", ""), (AtollGame,), {"name": _game.name}))
