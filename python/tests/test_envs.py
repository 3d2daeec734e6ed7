"""The environments keep the promises of PettingZoo and Gymnasium; their own tests run where they are installed."""
import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

import atoll


def act(env, agent, dice):
    """A legal action, or None for an agent that must leave."""
    observation, _, termination, truncation, info = env.last()
    if termination or truncation:
        return None
    assert (observation["action_mask"] == info["action_mask"]).all() and observation["action_mask"].dtype == np.int8
    return dice.choice(np.flatnonzero(observation["action_mask"]).tolist())


@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game(game, players):
    env, dice = atoll.make(game.id, players=players), random.Random(1)
    env.reset(seed=3)
    assert env.agents == env.possible_agents == [f"player_{i}" for i in range(players)]
    assert env.num_agents == env.max_num_agents == players
    got, left = dict.fromkeys(env.agents, 0.0), set()
    for agent in env.agent_iter():
        assert agent == env.agent_selection and agent in env.agents and agent not in left
        observation, reward, termination, truncation, _ = env.last()
        assert env.observation_space(agent).contains(observation) and env.last(observe=False)[0] is None
        got[agent] += reward
        action = act(env, agent, dice)
        if action is None:
            left.add(agent)
        else:
            assert env.action_space(agent).contains(action)
        env.step(action)
        for kept in env.rewards, env.terminations, env.truncations, env.infos:
            assert set(kept) == set(env.agents)
    assert not env.agents and left == set(env.possible_agents)
    assert list(got.values()) == env.truth.returns() and any(got.values())
    with pytest.raises(atoll.Error, match="reset"):
        env.step(0)
    env.reset()
    assert env.agents == env.possible_agents
    env.close()


def test_the_same_seed_the_same_game(game):
    ends = []
    for seed in 5, 5, 6:
        env, dice = atoll.make(game.name), random.Random(1)
        env.reset(seed=seed)
        for agent in env.agent_iter():
            env.step(act(env, agent, dice))
        ends.append(env.truth)
    assert ends[0] == ends[1] != ends[2]


def test_a_pickled_environment_goes_on(game):
    env = atoll.make(game.id)
    env.reset(seed=1)
    for _ in range(5):
        env.step(act(env, env.agent_selection, random.Random(2)))
    other = pickle.loads(pickle.dumps(env))
    for _ in range(3):
        for e in env, other:
            e.step(act(e, e.agent_selection, random.Random(3)))
    assert env.truth == other.truth and env.agent_selection == other.agent_selection


def test_an_environment_keeps_secrets(game):
    """In two worlds that look alike to an agent its observation is the same."""
    env, rng = atoll.make(game.id), atoll.Rng(1)
    env.reset(seed=2)
    for _ in range(8):
        seen = {agent: env.observe(agent) for agent in env.agents}
        truth = env.truth
        for seat, agent in enumerate(env.agents):
            env.truth = truth.view(seat).guess(rng)
            for key, value in env.observe(agent).items():
                assert (value == seen[agent][key]).all()
        env.truth = truth
        env.step(act(env, env.agent_selection, random.Random(4)))


def test_what_an_environment_refuses(game):
    env = atoll.make(game.id, limit=2, render_mode="ansi")
    env.reset(seed=1)
    before = env.truth.copy()
    for wrong in None, game.actions, -1:
        with pytest.raises(atoll.IllegalMove):
            env.step(wrong)
    assert env.truth == before and "game: " + game.name in env.render()
    for _ in range(2):
        env.step(act(env, env.agent_selection, random.Random(1)))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    with pytest.raises(atoll.IllegalMove):
        env.step(0)
    with pytest.raises(atoll.Error):
        atoll.make(game.id, render_mode="hologram")
    with pytest.raises(atoll.Error):
        atoll.make(f"atoll/{game.name}-v{game.version + 1}")


def test_many_games(game):
    env = atoll.make_vec(game.id, 16)
    observations, infos = env.reset(seed=1)
    first = observations.copy()
    ended = 0
    for _ in range(1200):
        assert env.observation_space.contains(observations) and observations[0] in env.single_observation_space
        turns, actions = infos["turn"], env.random_actions()
        assert infos["action_mask"][np.arange(16), actions].all() and env.action_space.contains(actions.astype(np.int64))
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (16,) and terminations.dtype == bool
        assert (rewards == infos["returns"][np.arange(16), turns]).all()
        assert not rewards[~terminations].any() and not truncations.any()
        ended += terminations.sum()
        if ended > 3:
            break
    assert ended > 3
    again, _ = env.reset(seed=1)
    assert (again == first).all()
    assert (env.reset(seed=2)[0] != first).any() or game.name == "my-shelfie" or not game.version
    with pytest.raises(atoll.IllegalMove):
        env.step(np.full(16, -1))
    env.close()


def test_what_a_step_gives_stays_during_the_next(game):
    env = atoll.make_vec(game.id, 4)
    before = env.reset(seed=1)
    for _ in range(30):
        kept = before[0].copy(), {name: array.copy() for name, array in before[-1].items()}
        with pytest.raises(atoll.IllegalMove):
            env.step(np.full(4, -1))
        after = env.step(env.random_actions())
        assert (before[0] == kept[0]).all() and all((before[-1][name] == array).all() for name, array in kept[1].items())
        assert not np.shares_memory(after[0], before[0]) and after[0] is env.batch.observations
        before = after


def test_where_a_game_is_cut_off_its_last_observation_is_told(game):
    """final_obs equals the observation of a game without a limit after as many decisions."""
    limit = 3
    env, free = atoll.make_vec(game.id, 8, limit=limit), atoll.Batch(game, 8, seed=5)
    _, infos = env.reset(seed=5)
    assert not infos["_final_obs"].any() and (infos["final_turn"] == -1).all()
    for number in range(limit):
        actions = env.random_actions()
        _, _, terminations, truncations, infos = env.step(actions)
        free.step(actions)
        assert (infos["_final_obs"] == terminations | truncations).all()
        assert ((infos["final_turn"] >= 0) == infos["_final_obs"]).all()
        if number < limit - 1 and infos["_final_obs"].any():
            return  # Pearls may be over so soon
    assert truncations.any() or game.name == "template"
    assert (infos["final_obs"][truncations] == free.observations[truncations]).all()
    assert (infos["final_turn"][truncations] == free.turns[truncations]).all()


def test_the_end_of_a_game_is_told_to_who_moved_last(game):
    batch = atoll.Batch(game, 4, seed=3)
    ended = 0
    while ended < 4:
        states, actions = [batch.state(i) for i in range(4)], batch.random().copy()
        batch.step(actions)
        for i in np.flatnonzero(batch.done):
            mover = states[i].turn
            states[i].act(actions[i])
            assert batch.last_turns[i] == mover
            ended += 1
            if states[i].over:  # nothing was drawn at the end
                assert (batch.last_observations[i] == states[i].observe(mover)).all()


def test_many_games_without_copies(game):
    env = atoll.make_vec(game.id, 4, copy=False, limit=2, render_mode="ansi")
    observations, infos = env.reset(seed=1)
    assert observations is env.batch.observations and np.shares_memory(infos["action_mask"], env.batch.masks)
    for _ in range(2):
        _, _, terminations, truncations, _ = env.step(env.random_actions())
    assert truncations.all() and not terminations.any() and len(env.render()) == 4
    other = pickle.loads(pickle.dumps(env))
    assert (other.batch.states == env.batch.states).all()


def test_pettingzoo_says_so_too(game):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    class Same(atoll.AECEnv):
        """Without a seed it begins alike as well: the test repeats an action after a reset, which must still be
        legal."""

        def reset(self, seed=1, options=None):
            super().reset(seed=1 if seed is None else seed, options=options)

    api_test(Same(game.id), num_cycles=100)
    seed_test(lambda: atoll.make(game.id), num_cycles=10)


def test_gymnasium_says_so_too(game):
    gymnasium = pytest.importorskip("gymnasium")
    env = atoll.make_vec(game.id, 2)
    assert isinstance(env, gymnasium.vector.VectorEnv) and isinstance(env.action_space, gymnasium.Space)


def test_the_parallel_interface_plays_the_same_game(game):
    env, one, dice = atoll.make_parallel(game.id, players=2), atoll.make(game.id, players=2), random.Random(1)
    (observations, infos), _ = env.reset(seed=3), one.reset(seed=3)
    got = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        mover, = (agent for agent in env.agents if infos[agent]["to_move"])
        assert mover == one.agent_selection and not any(observations[other]["action_mask"].any() for other in env.agents if other != mover)
        action = dice.choice(np.flatnonzero(observations[mover]["action_mask"]).tolist())
        observations, rewards, terminations, truncations, infos = env.step({agent: action for agent in env.agents})
        one.step(action)
        assert set(observations) == set(rewards) == set(terminations) == set(truncations) == set(infos) == set(env.possible_agents)
        assert all((observations[agent]["observation"] == one.observe(agent)["observation"]).all() for agent in observations)
        got = {agent: got[agent] + rewards[agent] for agent in got}
    assert all(terminations.values()) and env.aec.truth == one.truth and list(got.values()) == one.truth.returns()
    with pytest.raises(atoll.Error, match="reset"):
        env.step({})


@pytest.mark.parametrize("copy", [True, False])
def test_a_game_may_begin_in_the_next_step(game, copy):
    """The same games as with the other mode, with one step more between two of them."""
    n, limit = 5, 9
    same = atoll.make_vec(game.id, n, limit=limit)
    late = atoll.make_vec(game.id, n, limit=limit, autoreset="next_step", copy=copy)
    seen, told = same.reset(seed=4)[0], late.reset(seed=4)[0]
    assert (seen == told).all()
    for step in range(45):
        actions, ended = late.random_actions(), late._ended.copy()
        going = np.setdiff1d(np.arange(n), ended)
        if len(ended):
            actions[ended] = -1  # not looked at
            firsts = [late.batch.state(e) for e in ended]
        observations, rewards, terminations, truncations, infos = late.step(actions)
        over = terminations | truncations
        assert not over[ended].any() and not rewards[ended].any() and not infos["points"][ended].any()
        assert all(late.batch.state(e) == first for e, first in zip(ended, firsts if len(ended) else []))
        assert (observations[over] == infos["final_obs"][over]).all() and not infos["action_mask"][over].any()
        assert (infos["turn"][over] == infos["final_turn"][over]).all() and infos["action_mask"][~over].any(1).all()
        assert all((observations[e] == late.batch.state(e).observe()).all() for e in np.flatnonzero(~over))
        assert len(ended) == 0 or len(going) < n
    assert late.metadata["autoreset_mode"] != same.metadata["autoreset_mode"]
    with pytest.raises(atoll.Error, match="next_step"):
        atoll.make_vec(game.id, autoreset="never")


GYMNASIUM = """
import enum, sys, types
gymnasium, vector = types.ModuleType("gymnasium"), types.ModuleType("gymnasium.vector")
known = {}
class VectorEnv: pass
class AutoresetMode(enum.Enum): SAME_STEP = "SameStep"; NEXT_STEP = "NextStep"
vector.VectorEnv, vector.AutoresetMode, gymnasium.vector = VectorEnv, AutoresetMode, vector
gymnasium.register = lambda id, vector_entry_point, kwargs: known.update({id: (vector_entry_point, kwargs)})
sys.modules.update({"gymnasium": gymnasium, "gymnasium.vector": vector})
import atoll, importlib
assert set(known) == {game.id for game in atoll.games()}, known
for place, kwargs in known.values():
    module, name = place.split(":")
    env = getattr(importlib.import_module(module), name)(num_envs=3, **kwargs)
    assert isinstance(env, VectorEnv) and env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and env.reset(seed=1)[0].shape[0] == 3
"""


def test_gymnasium_knows_the_ids():
    """With a stand-in, for which what is imported of Gymnasium is enough."""
    if "gymnasium" in sys.modules:
        pytest.skip("Gymnasium itself is here")
    subprocess.run([sys.executable, "-c", GYMNASIUM], check=True, env=dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)))
