"""Batches: the arrays are the library's own memory, and agree with single games."""
import gc
import pickle

import numpy as np
import pytest

import atoll

ARRAYS = ("states", "masks", "observations", "turns", "rewards", "done", "points")


def arrays(batch):
    return {name: getattr(batch, name).copy() for name in ARRAYS}


def same(a, b):
    return all((a[name] == b[name]).all() for name in ARRAYS)


def test_arrays_are_written_in_place(game):
    batch = atoll.Batch(game, 8, seed=1)
    kept = {name: getattr(batch, name) for name in ARRAYS}
    before = arrays(batch)
    batch.step(batch.random())
    assert all(getattr(batch, name) is kept[name] for name in ARRAYS)
    assert not same(arrays(batch), before)
    assert batch.masks.shape == (8, game.actions) and batch.observations.shape == (8, game.observation_size)
    assert len(batch) == 8
    if game.version:
        assert np.shares_memory(batch.plane("turn"), batch.observations)


def test_a_batch_says_what_its_states_say(game):
    batch = atoll.Batch(game, 4, players=game.players[-1], seed=3)
    for _ in range(30):
        for i in range(4):
            state = batch.state(i)
            assert state.turn == batch.turns[i]
            assert (state.mask() == batch.masks[i]).all() and (state.observe() == batch.observations[i]).all()
        actions = batch.random().copy()
        assert batch.masks[np.arange(4), actions].all() and (actions == batch.random()).all()
        batch.step(actions)


def test_neither_number_nor_threads_matter(game):
    one, many = atoll.Batch(game, 1, seed=5, first=6), atoll.Batch(game, 64, seed=5, threads=3)
    for _ in range(60):
        one.step(one.random())
        many.step(many.random())
        assert (one.observations[0] == many.observations[6]).all() and (one.rewards[0] == many.rewards[6]).all()
    assert one.episode(0) == many.episode(6)


def test_finished_games_begin_anew(game):
    batch, ended = atoll.Batch(game, 16, seed=2), 0
    for _ in range(2000):
        batch.step(batch.random())
        for i in np.flatnonzero(batch.done):
            assert batch.done[i] == atoll.DONE and abs(batch.rewards[i].sum()) < 1e-6 and batch.rewards[i].any()
            ended += 1
        assert not batch.rewards[batch.done == 0].any() and not batch.points[batch.done == 0].any()
        if ended > 20:
            break
    assert ended == sum(batch.episode(i) for i in range(16)) > 20


def test_a_limit_cuts_games_off(game):
    batch = atoll.Batch(game, 2, seed=2, limit=3)
    cut = []
    for _ in range(6):
        batch.step(batch.random())
        cut.append(list(batch.done))
    assert cut[2] == cut[5] == [atoll.CUT_OFF] * 2 or game.name == "template"
    assert not batch.rewards.any()


def test_illegal_actions_change_nothing(game):
    batch = atoll.Batch(game, 4, seed=1)
    before = arrays(batch)
    actions = batch.random().copy()
    actions[2] = np.flatnonzero(batch.masks[2] == 0)[0] if game.version else 2047
    with pytest.raises(atoll.IllegalMove, match="environment 2"):
        batch.step(actions)
    for wrong in -1, game.actions, 2**31, -2**40:
        with pytest.raises(atoll.IllegalMove):
            batch.step(np.full(4, wrong, np.int64))
    for wrong in np.zeros(3, np.int32), np.zeros((4, 1), np.int32), np.zeros(4), [0.5] * 4:
        with pytest.raises(atoll.Error):
            batch.step(wrong)
    assert same(arrays(batch), before)
    batch.step(batch.random().astype(np.int64))
    batch.step(list(batch.random()))
    batch.step(batch.random().astype(np.uint16))


def test_saved_states_go_on(game):
    batch = atoll.Batch(game, 8, seed=9)
    for _ in range(10):
        batch.step(batch.random())
    kept, other = arrays(batch), pickle.loads(pickle.dumps(batch))
    assert same(arrays(other), kept)
    for _ in range(20):
        batch.step(batch.random())
        other.step(other.random())
    assert same(arrays(other), arrays(batch))
    batch.states[:] = kept["states"]
    batch.refresh()
    assert (batch.observations == kept["observations"]).all() and (batch.masks == kept["masks"]).all()
    batch.states[:] = 255
    with pytest.raises(atoll.Error):
        batch.refresh()


def test_reset(game):
    batch = atoll.Batch(game, 4, seed=1)
    before = arrays(batch)
    batch.step(batch.random())
    batch.reset(1)
    assert same(arrays(batch), before)
    batch.reset(2)
    assert (batch.states != before["states"]).any()


def test_arrays_of_the_caller(game):
    masks = np.zeros((4, game.actions), np.uint8)
    batch = atoll.Batch(game, 4, masks=masks, observations=False)
    assert batch.masks is masks and masks.any() and batch.observations is None
    batch.step(batch.random())
    with pytest.raises(atoll.Error, match="no observations"):
        batch.plane("turn")
    for wrong in np.zeros((4, 3), np.uint8), np.zeros((4, game.actions)), np.zeros((game.actions, 4), np.uint8).T:
        with pytest.raises(atoll.Error):
            atoll.Batch(game, 4, masks=wrong)


def test_what_a_batch_cannot_be():
    for settings in dict(n=0), dict(n=4, players=7), dict(n=4, options="none=1"), dict(n=4, first=2**32), dict(n=4, threads=-1):
        with pytest.raises(atoll.Error):
            atoll.Batch("reef", **settings)
    batch = atoll.Batch("reef", 2)
    with pytest.raises(IndexError):
        batch.state(2)
    array = batch.observations
    del batch
    gc.collect()
    assert array.any()
