"""As much of pyspiel as a game written in Python meets, in our own words. Where OpenSpiel is installed, its own is used."""
import copy
import enum
from types import SimpleNamespace

import numpy as np

REGISTERED = {}


class GameType(SimpleNamespace):
    Dynamics = enum.Enum("Dynamics", "SEQUENTIAL SIMULTANEOUS")
    ChanceMode = enum.Enum("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Information = enum.Enum("Information", "PERFECT_INFORMATION IMPERFECT_INFORMATION ONE_SHOT")
    Utility = enum.Enum("Utility", "ZERO_SUM CONSTANT_SUM GENERAL_SUM IDENTICAL")
    RewardModel = enum.Enum("RewardModel", "REWARDS TERMINAL")


GameInfo = SimpleNamespace


class PlayerId(enum.IntEnum):
    CHANCE = -1
    TERMINAL = -4


class IIGObservationType:
    def __init__(self, perfect_recall=False):
        self.perfect_recall = perfect_recall


class Game:
    def __init__(self, kind, info, params):
        self._type, self._info, self._params = kind, info, params
        assert kind.min_num_players <= info.num_players <= kind.max_num_players
        assert set(params) <= set(kind.parameter_specification)

    def num_players(self):
        return self._info.num_players

    def num_distinct_actions(self):
        return self._info.num_distinct_actions

    def max_chance_outcomes(self):
        return self._info.max_chance_outcomes

    def max_game_length(self):
        return self._info.max_game_length


class State:
    def __init__(self, game):
        self._game = game

    def get_game(self):
        return self._game

    def is_chance_node(self):
        return self.current_player() == PlayerId.CHANCE

    def legal_actions(self):
        if self.is_chance_node():
            return [action for action, _ in self.chance_outcomes()]
        return self._legal_actions(self.current_player())

    def apply_action(self, action):
        self._apply_action(action)

    def action_to_string(self, player, action):
        return self._action_to_string(player, action)

    def clone(self):
        made = self._game.new_initial_state()
        made.__dict__.update({name: copy.deepcopy(value) for name, value in self.__dict__.items() if name != "_game"})
        return made

    def _observer(self, perfect_recall):
        return self._game.make_py_observer(IIGObservationType(perfect_recall=perfect_recall), None)

    def _tensor(self, player, perfect_recall):
        observer = self._observer(perfect_recall)
        observer.set_from(self, player)
        assert observer.tensor.dtype == np.float32 and sum(part.size for part in observer.dict.values()) == observer.tensor.size
        return observer.tensor.tolist()

    def information_state_string(self, player):
        return self._observer(True).string_from(self, player)

    def information_state_tensor(self, player):
        return self._tensor(player, True)

    def observation_string(self, player):
        return self._observer(False).string_from(self, player)

    def observation_tensor(self, player):
        return self._tensor(player, False)


def register_game(kind, make):
    REGISTERED[kind.short_name] = make


def load_game(name, params=None):
    return REGISTERED[name](params or {})
