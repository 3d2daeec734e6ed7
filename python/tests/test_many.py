"""Functions for many positions at once agree with those for single ones."""
import numpy as np
import pytest
from conftest import positions

import atoll


def test_successors_are_what_single_moves_lead_to(game, rng):
    states = [state.copy() for state, _ in positions(game, rng, stride=17)]
    found, row = atoll.successors(states), 0
    for number, state in enumerate(states):
        for move in state.moves():
            after = state.copy()
            after.apply(move)
            assert (found.origin[row], found.moves[row]) == (number, move) and found.states[row] == after
            assert (found.observations[row] == after.observe(max(state.turn, 0))).all()
            row += 1
    assert row == len(found.moves) == len(found.states) > len(states)


def test_play_outs_end_as_games_do(game, rng):
    states = [state.copy() for state, _ in positions(game, rng, players=game.players[-1], stride=29)]
    returns, points = atoll.play_out(states, 20, seed=1)
    again, _ = atoll.play_out(states, 20, seed=1)
    assert (returns == again).all() and np.allclose(returns.sum(axis=1), 0) and np.abs(returns).max() <= 1
    assert states[-1].over and np.allclose(returns[-1], states[-1].returns()) and np.allclose(points[-1], states[-1].scores())
    alone, _ = atoll.play_out(states[:1], 20, seed=1)
    assert (alone[0] == returns[0]).all()
    views = [state.view(state.turn if state.turn >= 0 else 0) for state in states]
    assert atoll.play_out(views, 3, seed=1)[0].shape == returns.shape


def test_a_bot_plays_out_better_than_chance():
    """After a first move of chance greedy against itself ends with more points than random play."""
    state = atoll.State("my-shelfie")
    state.draw_all(atoll.Rng(2))
    _, by_chance = atoll.play_out([state], 10, seed=1)
    _, by_bot = atoll.play_out([state], 3, bot=atoll.Bot("my-shelfie", "greedy", seed=1), seed=1)
    assert by_bot.min() > by_chance.max() + 5


def test_what_cannot_be_played_out():
    begun = atoll.State("reef")
    begun.draw_all(atoll.Rng(1))
    with pytest.raises(atoll.Error, match="state 0 is a view"):
        atoll.successors([begun.view(0)])
    for wrong in [], [begun, atoll.State("my-shelfie")], [begun, atoll.State("reef", 3)]:
        with pytest.raises(atoll.Error):
            atoll.successors(wrong)
        with pytest.raises(atoll.Error):
            atoll.play_out(wrong)
    with pytest.raises(atoll.Error):
        atoll.play_out([begun], 0)
    with pytest.raises(atoll.Error, match="plays"):
        atoll.play_out([begun], bot=atoll.Bot("my-shelfie", "greedy"))


def test_draws_have_indices(game):
    state = atoll.State(game)
    while not state.chance:
        state.apply(state.moves()[0])
    outcomes = state.chance_outcomes()
    assert [index for index, _ in outcomes] == list(range(len(state.moves()))) and abs(sum(p for _, p in outcomes) - 1) < 1e-9
    after = state.copy()
    after.apply(state.moves()[len(outcomes) - 1])
    for wrong in len(outcomes), -1:
        with pytest.raises(atoll.IllegalMove):
            state.draw_outcome(wrong)
    state.draw_outcome(len(outcomes) - 1)
    assert state == after
