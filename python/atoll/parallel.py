"""One game with PettingZoo's parallel interface: all agents act in every step, and only the action of who is to move counts."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

from .envs import AECEnv, Observation
from .games import Game

if TYPE_CHECKING:
    _ParallelBase = object
else:
    try:
        from pettingzoo import ParallelEnv as _ParallelBase
    except ImportError:
        _ParallelBase = object


class ParallelEnv(_ParallelBase):
    """One game in PettingZoo's parallel style: atoll.make_parallel("atoll/reef-v1", players=3).

        env = atoll.make_parallel("atoll/reef-v1")
        observations, infos = env.reset(seed=1)
        while env.agents:
            actions = {agent: env.action_space(agent).sample(seen["action_mask"]) for agent, seen in observations.items()}
            observations, rewards, terminations, truncations, infos = env.step(actions)

    infos[agent]["to_move"] says who is to move; the mask of all others is 0, and what they give is not looked at. `aec` is the
    game as an AECEnv; what that says of rewards, limits, seeds and illegal actions holds here."""

    aec: AECEnv
    metadata: dict[str, Any]
    render_mode: str | None
    possible_agents: list[str]
    observation_spaces: dict[str, Any]
    action_spaces: dict[str, Any]

    def __init__(self, game: Union[Game, str], **settings: Any) -> None:
        self.aec = AECEnv(game, **settings)
        self.metadata = dict(self.aec.metadata, is_parallelizable=True)
        self.render_mode, self.possible_agents = self.aec.render_mode, self.aec.possible_agents
        self.observation_spaces, self.action_spaces = self.aec.observation_spaces, self.aec.action_spaces
        self.agents: List[str] = []

    def _seen(self, agents: List[str]) -> Tuple[Dict[str, Observation], Dict[str, Dict[str, Any]]]:
        mover = self.aec.agent_selection if self.aec.truth.turn >= 0 else None
        return ({agent: self.aec.observe(agent) for agent in agents},
                {agent: {"to_move": agent == mover, "action_mask": self.aec.infos[agent]["action_mask"]} for agent in agents})

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[Dict[str, Observation], Dict[str, Any]]:
        """Begins a game; the same seed gives the same draws."""
        self.aec.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._seen(self.agents)

    def step(self, actions: Dict[str, int]) -> Tuple[Dict[str, Observation], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        """Makes the decision of who is to move; the other actions may be missing."""
        aec, agents = self.aec, self.agents
        if not agents:
            raise aec._nobody()
        aec.step(actions.get(aec.agent_selection))
        observations, infos = self._seen(agents)
        ended = dict(aec.terminations), dict(aec.truncations)
        if any(ended[0].values()) or any(ended[1].values()):
            self.agents = []
        return observations, dict(aec.rewards), *ended, infos

    def observation_space(self, agent: str) -> Any:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The action indices; sample(mask) picks a legal one."""
        return self.action_spaces[agent]

    def state(self) -> Any:
        """The whole truth as bytes (AECEnv.state)."""
        return self.aec.state()

    def render(self) -> Optional[str]:
        """The position, without secrets."""
        return self.aec.render()

    def close(self) -> None:
        """Nothing is held."""

    @property
    def num_agents(self) -> int:
        """Agents whose game goes on."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """Players of the game."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "ParallelEnv":
        """Itself."""
        return self

    def __repr__(self) -> str:
        return f"<ParallelEnv {self.aec.game.id}, {len(self.possible_agents)} players>"


def make_parallel(id: str, **settings: Any) -> ParallelEnv:  # pylint: disable=redefined-builtin
    """One game whose agents all act in every step: make_parallel("atoll/reef-v1", players=4)."""
    return ParallelEnv(id, **settings)
