"""Bots' thoughts: the figures fit together, the turns and lines can be played, and stop() ends the search."""
import threading

import numpy as np
import pytest

import atoll


def begun(game, seed=5, decisions=4, players=2):
    state, rng = atoll.State(game, players), atoll.Rng(seed)
    state.draw_all(rng)
    for _ in range(decisions):
        if state.over:
            break
        actions = state.actions()
        before = state.copy()
        state.act(actions[rng.pick(len(actions))])
        state.draw_all(rng)
        if state.over:
            return before
    return state


@pytest.mark.parametrize("name", ["search:nodes=400", "search:nodes=400:threads=2", "greedy", "flat:nodes=300", "random"])
def test_what_a_bot_thinks_fits_together(game, name):
    state = begun(game)
    thought = atoll.Bot(game, name, seed=1).think(state)
    assert thought.seat == state.turn and thought.move in state.moves() and thought.ideas and not thought.stopped
    assert thought.seconds >= 0 and thought.view == state.view(state.turn)
    visits = [idea.visits for idea in thought.ideas]
    assert visits == sorted(visits, reverse=True) and visits[-1] > 0
    assert len({idea.turn for idea in thought.ideas}) == len(thought.ideas)
    for idea in thought.ideas:
        assert idea.turn[0] == idea.move and abs(sum(idea.win) - 1) < 1e-9 and len(idea.points) == state.players
        assert 0 <= idea.error <= 0.5 and [move for _, move in idea.line][:len(idea.turn)] == list(idea.turn)
        assert all(seat == thought.seat for seat, _ in idea.line[:len(idea.turn)])
    assert any(idea.move == thought.move for idea in thought.ideas)
    if name.startswith("search"):
        assert 0.05 < sum(idea.prior for idea in thought.ideas) <= 2.0001 and thought.nodes >= 400
        if "threads" not in name:  # of few nodes each
            assert any(len(idea.line) > len(idea.turn) for idea in thought.ideas)
        assert sum(visits) <= 1.1 * thought.nodes
    assert len(str(thought).splitlines()) == len(thought.ideas) + 2


def test_lines_can_be_played(game):
    """In the true world a line is possible as far as the others' secrets and draws allow; its turn always is."""
    state = begun(game, seed=8)
    for idea, words in zip((thought := atoll.Bot(game, "search:nodes=300", seed=2).think(state)).ideas, thought.turns()):
        world = state.copy()
        for move, word in zip(idea.turn, words):
            assert world.text(move) == word
            world.apply(move)


def test_the_same_seed_the_same_thought(game):
    state = begun(game)
    one, other = (atoll.Bot(game, "search:nodes=300", seed=3).think(state) for _ in range(2))
    assert one.ideas == other.ideas and one.move == other.move
    more = atoll.Bot(game, "search:nodes=300", seed=3).think(state, nodes=900)
    assert more.nodes > one.nodes


def test_a_certain_win_is_proved():
    """At the end of this game of greedy there is a winning turn; it comes first, and the mover wins with it."""
    state, rng, bot = atoll.State("my-shelfie"), atoll.Rng(3), atoll.Bot("my-shelfie", "greedy", seed=1)
    state.draw_all(rng)
    while not state.over:
        thought = atoll.Bot("my-shelfie", "search:nodes=40", seed=1).think(state) if state.ply > 105 else None
        if thought is not None and thought.ideas[0].proved:
            break
        state.apply(bot.choose(state))
        state.draw_all(rng)
    best = thought.ideas[0]
    assert best.proved and best.win[thought.seat] == 1 and best.error == 0 and best.move == thought.move
    for move in best.turn:
        state.apply(move)
    state.draw_all(rng)
    assert state.over and state.places()[thought.seat] == 1


def test_it_sees_a_view_only(game):
    state = begun(game)
    view = state.view(state.turn)
    world = view.guess(atoll.Rng(1))
    bots = [atoll.Bot(game, "search:nodes=200", seed=3) for _ in range(3)]
    thoughts = [bot.think(given) for bot, given in zip(bots, (state, view, world))]
    assert thoughts[0].ideas == thoughts[1].ideas == thoughts[2].ideas


def test_it_stops_when_told():
    state, stop = begun("reef"), threading.Event()
    stop.set()
    thought = atoll.Bot("reef", "search:ms=600000", seed=1).think(state, stop=stop.is_set)
    assert thought.stopped and thought.ideas
    later, asked = atoll.Bot("reef", "search:ms=600000", seed=1), []
    thought = later.think(state, stop=lambda: asked.append(1) or len(asked) == 5)
    assert thought.stopped and len(asked) == 5 and thought.nodes > 32
    assert not later.think(state, nodes=50).stopped

    def breaks():
        raise KeyError("stop")

    with pytest.raises(KeyError):
        later.think(state, nodes=500, stop=breaks)


def test_what_cannot_be_thought_about():
    bot, state = atoll.Bot("reef", "greedy"), atoll.State("reef")
    for wrong in state, atoll.State("my-shelfie"), begun("reef").view(atoll.PUBLIC):
        with pytest.raises(atoll.Error):
            bot.think(wrong)
    bot.close()
    with pytest.raises(atoll.Error, match="closed"):
        bot.think(begun("reef"))


def test_choosing_goes_on_after_thinking(game):
    bot, state = atoll.Bot(game, "search:nodes=50", seed=1), begun(game)
    bot.think(state, nodes=20)
    assert bot.choose(state) in state.moves()


@pytest.mark.parametrize("players", [2, 3])
def test_evaluations(game, players):
    states = [begun(game, seed, decisions=20, players=players) for seed in range(5)]
    views = [state.view(state.turn) for state in states]
    win, points = atoll.evaluate(states)
    assert win.shape == points.shape == (5, players) and np.allclose(win.sum(axis=1), 1)
    for i, state in enumerate(states):
        assert (atoll.evaluate(state)[0] == win[i]).all()
    one, same, other = (atoll.evaluate(views, worlds=8, seed=seed)[0] for seed in (1, 1, 2))
    assert (one == same).all() and np.allclose(one.sum(axis=1), 1)
    assert game.name != "my-shelfie" or (one != other).any()
    many, _ = atoll.evaluate(views, worlds=400)
    guessed = [atoll.evaluate([view.guess(rng, "played") for _ in range(400)])[0].mean(axis=0)
               for rng, view in zip([atoll.Rng(9)] * 5, views)]
    assert np.abs(many - np.array(guessed)).max() < 0.06


def test_what_cannot_be_evaluated():
    for wrong in [], [atoll.State("reef"), atoll.State("my-shelfie")], [atoll.State("reef"), atoll.State("reef", 3)]:
        with pytest.raises(atoll.Error):
            atoll.evaluate(wrong)
    with pytest.raises(atoll.Error):
        atoll.evaluate(begun("reef").view(0), worlds=0)
