"""Environments with the interfaces that people know: PettingZoo's AEC for one game, Gymnasium's vector for many.

Neither package is needed. Where they are installed, the environments are theirs by inheritance and have their spaces."""
from __future__ import annotations

from copy import deepcopy
from operator import index
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from . import spaces
from ._native import Error, IllegalMove, seed_of
from .batch import CUT_OFF, DONE, WRITTEN, Batch
from .games import Game, find, games
from .states import Rng, State

if TYPE_CHECKING:
    _AECBase = _VectorBase = object
else:
    try:
        from pettingzoo import AECEnv as _AECBase
    except ImportError:
        _AECBase = object
    try:
        from gymnasium.vector import VectorEnv as _VectorBase
    except ImportError:
        _VectorBase = object

Observation = Dict[str, Any]
"""observation and action_mask: numpy arrays"""


def _observation_space(game: Game) -> Any:
    most = np.zeros(game.observation_size, np.uint8)
    for part in game.observation_parts.values():
        most[part.slice] = part.most
    return spaces.Dict({"observation": spaces.Box(np.zeros_like(most), most, dtype=np.uint8),
                        "action_mask": spaces.Box(0, 1, (game.actions,), np.int8)})


class AECEnv(_AECBase):
    """One game, one decision at a time, in PettingZoo's AEC style: atoll.make("atoll/reef-v1", players=3).

        env = atoll.make("atoll/reef-v1")
        env.reset(seed=1)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
            env.step(action)

    Agents are "player_0", ... by seat. An observation is {"observation": uint8 bytes, "action_mask": int8}; the mask
    is all 0 for who is not to move, and also in infos[agent]["action_mask"]. An agent may be asked several times running:
    turns are cut into small decisions. Draws are made by the environment. Rewards come at the end: state.returns().
    An illegal action raises IllegalMove with the rule and changes nothing; `limit` decisions truncate the game.
    A copy is a game of its own. Without a seed reset() takes a random one; `np_random_seed` has it.

    `truth` is the State with everybody's secrets: for whoever runs the game, not for those who play it."""

    game: Game
    metadata: dict[str, Any]
    limit: int
    truth: State
    possible_agents: list[str]
    agent_selection: str
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, Any]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]

    def __init__(self, game: Union[Game, str], players: int = 2, options: str = "", limit: int = 0,
                 render_mode: Optional[str] = None) -> None:
        self.game = find(game)
        if render_mode not in (None, "ansi", "human"):
            raise Error(f"render_mode {render_mode!r}: there are 'ansi', 'human' and None")
        self.metadata = {"name": self.game.id, "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode, self.limit = render_mode, limit
        self._setup = (players, options)
        self.truth = State(self.game, players, options)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: List[str] = []
        self.infos: Dict[str, Dict[str, Any]] = {}
        self._begun = False
        self.agent_selection = self.possible_agents[0]
        self.observation_spaces = {agent: _observation_space(self.game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in self.possible_agents}
        self._decisions = 0
        self._rng = Rng()

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game; the same seed gives the same draws. `options` is not used: other players or options need
        another environment."""
        self._rng = Rng(seed)
        self.truth = State(self.game, *self._setup)
        self.truth.draw_all(self._rng)
        self._decisions, self._begun = 0, True
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """The next agent, and its rewards and information."""
        if self.truth.over or self.truncations[self.agents[0]]:
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.truth.turn]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> NDArray[Any]:
        if self.possible_agents.index(agent) == self.truth.turn:
            return self.truth.mask().view(np.int8)  # as Discrete.sample() wants it
        return np.zeros(self.game.actions, np.int8)

    def observe(self, agent: str) -> Observation:
        """An agent's observation: it contains nothing of the others' secrets."""
        return {"observation": self.truth.observe(self.possible_agents.index(agent)), "action_mask": self._mask(agent)}

    def last(self, observe: bool = True) -> Tuple[Optional[Observation], float, bool, bool, Dict[str, Any]]:
        """For the agent to act: observation, rewards since it acted last, termination, truncation, info."""
        agent = self.agent_selection
        if agent not in self.agents:
            raise self._nobody()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: Optional[int]) -> None:
        """Makes the decision of agent_selection. An agent whose game is over steps once more, with None, and leaves."""
        if not self.agents:
            raise self._nobody()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        if action is None:
            raise IllegalMove(f"{agent} is to act; None is for those whose game is over")
        self.truth.act(index(action))
        self.truth.draw_all(self._rng)
        self._decisions += 1
        self._cumulative_rewards[agent] = 0.0
        over = self.truth.over
        self.rewards = dict(zip(self.agents, self.truth.returns()))
        for other in self.agents:
            self._cumulative_rewards[other] += self.rewards[other]
            self.terminations[other] = over
            self.truncations[other] = not over and 0 < self.limit <= self._decisions
        self._select()
        if self.render_mode == "human":
            self.render()

    def _nobody(self) -> Error:
        return Error("the game is over: reset() begins another" if self._begun else "reset() begins a game")

    def _leave(self, agent: str, action: Optional[int]) -> None:
        if action is not None:
            raise IllegalMove(f"the game is over for {agent}: its last step takes None")
        self.agents.remove(agent)
        everything: List[Dict[str, Any]] = [self.rewards, self._cumulative_rewards, self.terminations, self.truncations,
                                            self.infos]
        for kept in everything:
            del kept[agent]
        self.rewards = {other: 0.0 for other in self.agents}
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent to act, until all have left."""
        if not self._begun:
            raise self._nobody()
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def observation_space(self, agent: str) -> Any:
        """The space of observe()'s results."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action indices; sample(mask) picks a legal one."""
        return self.action_spaces[agent]

    def state(self) -> NDArray[Any]:
        """The whole truth as bytes, for a critic that may know everything: every seat's observation, (players, size)."""
        return np.stack([self.truth.observe(seat) for seat in range(len(self.possible_agents))])

    def render(self) -> Optional[str]:
        """The position, without secrets, as text ("ansi") or printed ("human")."""
        said = str(self.truth.view(-1))
        if self.render_mode == "human":
            print(said)
            return None
        return said

    def close(self) -> None:
        """There is nothing to release."""

    def __copy__(self) -> "AECEnv":
        return deepcopy(self)

    @property
    def np_random_seed(self) -> int:
        """The seed of the draws of this game."""
        return self._rng.seed

    @property
    def num_agents(self) -> int:
        """The agents that are still in the game."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """Players of the game."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "AECEnv":
        """Itself."""
        return self

    def __str__(self) -> str:
        return self.game.id

    def __repr__(self) -> str:
        return f"<AECEnv {self.game.id}, {len(self.possible_agents)} players>"


class VectorEnv(_VectorBase):
    """Many games at once for self-play, in Gymnasium's vector style: atoll.make_vec("atoll/my-shelfie-v1", 1024).

        env = atoll.make_vec("atoll/my-shelfie-v1", 1024)
        observations, infos = env.reset(seed=1)
        for _ in range(1000):
            actions = choose(observations, infos["action_mask"])
            observations, rewards, terminations, truncations, infos = env.step(actions)

    In every game the player to move is the one that acts: observations are that player's, and infos has

    action_mask   (num_envs, actions) int8: its legal actions
    turn          (num_envs,) int8: its seat
    returns       (num_envs, players) float32: where a game ended in this step, what everybody got
    points        (num_envs, players) int32: and their points

    rewards is what the player who has just acted got for it: returns at the end of the game, else 0. A game that ended
    is restarted in the same step, so observations are already the next game's ("SAME_STEP" in Gymnasium's words).
    What it looked like at its end is in

    final_obs     (num_envs, size) uint8: of the seat that would have moved next if it was truncated,
                  of the seat that moved last if it terminated
    _final_obs    (num_envs,) bool: which rows of final_obs are of this step
    final_turn    (num_envs,) int8: that seat; -1 elsewhere

    With autoreset="next_step" ("NEXT_STEP") that step's observations are the ended game's last, which nobody acts on, with an
    empty mask and its final_turn as turn; the next step begins the game anew whatever its action is, with a reward of 0. This is
    slower: use it for code that wants it.

    What a step gives stays as it is during the next step and is written anew by the one after: two sets of arrays
    are used in turn, so nothing is copied. Copy what you want to keep for longer. With copy=False there is one set, the
    batch's own, which changes with the next step. `batch` is the atoll.Batch; `np_random_seed` its seed."""

    game: Game
    num_envs: int
    copy: bool
    metadata: dict[str, Any]
    batch: Batch
    single_observation_space: Any
    single_action_space: Any
    observation_space: Any
    action_space: Any
    spec: Any
    closed: bool

    def __init__(self, game: Union[Game, str], num_envs: int = 1, players: int = 2, options: str = "", limit: int = 0,
                 threads: int = 1, copy: bool = True, render_mode: Optional[str] = None, autoreset: str = "same_step") -> None:
        self.game = find(game)
        if render_mode not in (None, "ansi"):
            raise Error(f"render_mode {render_mode!r}: there are 'ansi' and None")
        if autoreset not in ("same_step", "next_step"):
            raise Error(f"autoreset {autoreset!r}: there are 'same_step' and 'next_step'")
        self.num_envs, self.copy, self.render_mode = num_envs, copy, render_mode
        self.metadata = {"name": self.game.id, "render_modes": ["ansi"], "autoreset_mode": _mode(autoreset)}
        self.autoreset = autoreset
        self._ended = np.zeros(0, np.int64)  # with "next_step": the games that the next step begins anew
        self.batch = Batch(self.game, num_envs, players=players, options=options, limit=limit, threads=threads)
        self._other = self.batch._second() if copy else None
        self._rows = np.arange(num_envs)
        self.single_observation_space = _observation_space(self.game)["observation"]
        self.single_action_space = spaces.Discrete(self.game.actions)
        high = np.broadcast_to(self.single_observation_space.high, (num_envs, self.game.observation_size))
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space = spaces.MultiDiscrete(np.full(num_envs, self.game.actions))
        self.spec = None
        self.closed = False

    def reset(self, *, seed: Optional[int] = None,
              options: Optional[Dict[str, Any]] = None) -> Tuple[NDArray[Any], Dict[str, Any]]:
        """Begins all games anew: observations and infos."""
        self._turn_over()
        self.batch.reset(seed)
        self._ended = self._ended[:0]
        return self.batch.observations, self._infos()

    def step(self, actions: NDArray[Any]) -> Tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], Dict[str, Any]]:
        """One decision in every game. An illegal one raises IllegalMove, and then no game has moved."""
        batch, ended = self.batch, self._ended
        movers = batch.turns if self.copy else batch.turns.copy()
        begun = batch.states[ended]
        if len(ended):
            actions = np.where(np.isin(self._rows, ended), batch.random(), np.asarray(actions))
        self._turn_over()
        try:
            batch.step(actions)
        except BaseException:
            self._turn_over()  # nothing has been written: the last step is still the present
            raise
        if self.autoreset == "next_step":
            self._begin_late(ended, begun)
        rewards = batch.rewards[self._rows, movers]
        return batch.observations, rewards, batch.done == DONE, batch.done == CUT_OFF, self._infos()

    def _begin_late(self, ended: NDArray[Any], begun: NDArray[Any]) -> None:
        """Games that ended in the last step begin in this one: they go back to their begin. Those that ended in this one
        show how."""
        batch = self.batch
        if len(ended):
            batch.states[ended] = begun
            batch.refresh()
            for array in (batch.rewards, batch.done, batch.points):
                array[ended] = 0
            batch.last_turns[ended] = -1
        self._ended = np.flatnonzero(batch.done)
        batch.observations[self._ended], batch.masks[self._ended] = batch.last_observations[self._ended], 0
        batch.turns[self._ended] = batch.last_turns[self._ended]

    def _turn_over(self) -> None:
        if self._other is not None:
            present = {name: getattr(self.batch, name) for name in WRITTEN}
            self.batch._use(self._other)
            self._other = present

    def _infos(self) -> Dict[str, Any]:
        batch = self.batch
        return {"action_mask": batch.masks.view(np.int8), "turn": batch.turns, "returns": batch.rewards, "points": batch.points,
                "final_obs": batch.last_observations, "_final_obs": batch.done != 0, "final_turn": batch.last_turns}

    def random_actions(self) -> NDArray[Any]:
        """Legal actions at random, quickly."""
        actions: NDArray[Any] = self.batch.random()
        return actions.copy() if self.copy else actions

    @property
    def np_random_seed(self) -> int:
        """The seed of all draws."""
        return self.batch.seed

    def __copy__(self) -> "VectorEnv":
        return deepcopy(self)

    def render(self) -> Optional[Tuple[str, ...]]:
        """The positions, without secrets, as text."""
        if self.render_mode is None:
            return None
        return tuple(str(self.batch.state(i).view(-1)) for i in range(self.num_envs))

    def close(self, **_: Any) -> None:
        """Ends the threads."""
        self.batch.close()
        self.closed = True

    def __del__(self) -> None:
        pass  # the batch ends itself

    @property
    def unwrapped(self) -> "VectorEnv":
        """Itself."""
        return self

    def __repr__(self) -> str:
        return f"<VectorEnv {self.game.id}, {self.num_envs} games, {self.batch.players} players>"


def _mode(autoreset: str) -> Any:
    try:
        from gymnasium.vector import AutoresetMode
        return AutoresetMode[autoreset.upper()]
    except ImportError:
        return {"same_step": "SameStep", "next_step": "NextStep"}[autoreset]


def _register() -> None:
    """Gymnasium knows the ids: gymnasium.make_vec("atoll/reef-v1", num_envs=1024). gymnasium.register_envs(atoll) is what
    makes a reader see why atoll is imported."""
    try:
        from gymnasium import register
    except ImportError:
        return
    for game in games():
        register(id=game.id, vector_entry_point="atoll.envs:VectorEnv", kwargs={"game": game.id})


_register()


def make(id: str, **settings: Any) -> AECEnv:  # pylint: disable=redefined-builtin
    """One game as an environment: make("atoll/reef-v1", players=4). The number is the version of its actions and
    observations, and one that this library does not have is refused; without "atoll/" and number: what there is."""
    return AECEnv(id, **settings)


def make_vec(id: str, num_envs: int = 1, **settings: Any) -> VectorEnv:  # pylint: disable=redefined-builtin
    """Many games as an environment: make_vec("atoll/my-shelfie-v1", 1024, threads=4)."""
    return VectorEnv(id, num_envs, **settings)
