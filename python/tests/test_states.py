"""Games, states, moves, views, guesses, records, tables, bots."""
import copy
import os
import pickle
import pydoc
import subprocess
import sys

import numpy as np
import pytest
from conftest import positions

import atoll


def test_games_are_listed_and_found():
    with open(os.path.join(os.path.dirname(__file__), "..", "..", "games.list"), encoding="ascii") as f:
        assert [g.name for g in atoll.games()] == f.read().split()
    assert atoll.find("atoll/reef-v1") == atoll.Game("reef") == atoll.find("reef")
    assert pickle.loads(pickle.dumps(atoll.Game("reef"))) == atoll.Game("reef")
    with pytest.raises(atoll.Error, match="there are reef"):
        atoll.Game("chess")
    with pytest.raises(atoll.Error, match="atoll/reef-v1"):
        atoll.find("atoll/reef-v2")


def test_parts_cover_actions_and_observations(game):
    if not game.version:
        return
    for parts, size in (game.action_parts, game.actions), (game.observation_parts, game.observation_size):
        at = 0
        for part in parts.values():
            assert part.first == at and part.help
            at += part.size
        assert at == size
    for action in range(0, game.actions, 7):
        part, place = game.describe(action)
        assert game.action(part, *place) == action
    with pytest.raises(atoll.Error):
        game.describe(game.actions)
    with pytest.raises(atoll.Error):
        game.action("nothing")


def test_what_is_printed_can_be_read(game, rng):
    for state, move in positions(game, rng, stride=9):
        assert atoll.State.parse(str(state)) == state
        assert atoll.State.decode(state.encode()) == state == pickle.loads(pickle.dumps(state)) == copy.deepcopy(state)
        assert isinstance(state.json(), dict)
        if move:
            assert state.move(state.text(move)) == move and state.text(move) in state.legal()


def test_a_copy_is_another_state(game, rng):
    state = atoll.State(game)
    state.draw_all(rng)
    before, print_ = state.copy(), state.fingerprint
    state.act(state.actions()[0])
    assert before != state and before.fingerprint == print_ and before.ply < state.ply


def test_odds_sum_to_one(game, rng):
    state = atoll.State(game)
    while state.chance:
        assert len(state.odds()) == len(state.moves()) and abs(sum(state.odds()) - 1) < 1e-9
        state.apply(state.draw(rng))
    assert state.odds() == []
    with pytest.raises(atoll.Error, match="nothing is to be drawn"):
        state.draw(rng)


def test_an_index_in_the_view_is_the_index_in_the_truth(game, rng):
    for state, move in positions(game, rng, stride=3):
        if not move or state.chance:
            assert not state.mask().any()
            continue
        view = state.view(state.turn)
        assert (view.mask() == state.mask()).all()
        assert state.index(move) == view.index(state.seen(move, state.turn))
        assert state.move_of(state.index(move)) == move
        assert (view.observe() == state.observe(state.turn)).all()
        for seat in range(state.players):
            assert (state.view(seat).observe(seat) == state.observe(seat)).all()
            assert seat == state.turn or not state.view(seat).mask().any()


def test_two_worlds_look_alike(game, rng):
    """Whatever the others hide, a seat observes the same bytes and has the same legal moves."""
    differed = 0
    for state, _ in positions(game, rng, players=game.players[-1], stride=11):
        for seat in range(state.players):
            view = state.view(seat)
            world = view.guess(rng)
            assert world.view(seat) == view and (world.observe(seat) == state.observe(seat)).all()
            if state.turn == seat:
                assert (world.mask() == state.mask()).all() and world.legal() == state.legal()
            differed += world != state
    assert differed


def test_a_view_follows_what_it_sees(game, rng):
    views = [atoll.State(game).view(seat) for seat in (0, 1, atoll.PUBLIC)]
    for state, move in positions(game, rng):
        for view in views:
            assert view == state.view(view.viewer)
            if move:
                view.follow(state.seen(move, view.viewer))


def test_a_view_has_no_truth(rng):
    state = atoll.State("my-shelfie")
    state.draw_all(rng)
    view = state.view(0)
    with pytest.raises(atoll.Error):
        view.view(1)
    with pytest.raises(atoll.Error):
        view.observe(1)


def test_errors_name_the_rule(rng):
    state = atoll.State("my-shelfie")
    state.draw_all(rng)
    before = state.copy()
    with pytest.raises(atoll.IllegalMove) as why:
        state.apply("take d5 e5 e6 to 3")
    assert why.value.rule == "MS-3.1" and "one line" in str(why.value)
    with pytest.raises(atoll.Error) as why:
        state.apply("take a1 to 3")
    assert why.value.rule == "MS-1.2"
    with pytest.raises(atoll.IllegalMove):
        state.act(int(np.flatnonzero(state.mask() == 0)[0]))
    for action in -1, state.game.actions, 10**12:
        with pytest.raises(atoll.IllegalMove):
            state.act(action)
    for move in 0, -1, 2**40:
        with pytest.raises(atoll.IllegalMove):
            state.apply(move)
    for move in 12345678, 2**32 + state.moves()[0]:
        for asked in state.text, state.index, state.apply, lambda m: state.seen(m, 0):
            with pytest.raises(atoll.IllegalMove):
                asked(move)
    with pytest.raises(atoll.Error, match="nobody is to move"):
        atoll.State("my-shelfie").observe()
    assert state == before
    assert pickle.loads(pickle.dumps(why.value)).rule == "MS-1.2"
    with pytest.raises(atoll.Error):
        atoll.State("my-shelfie", players=9)
    with pytest.raises(atoll.Error, match="squares"):
        atoll.State("my-shelfie", options="squares")
    with pytest.raises(atoll.BadText):
        state.apply("take everything")
    with pytest.raises(atoll.BadBytes):
        atoll.State.decode(b"nothing")
    with pytest.raises(atoll.Error) as why:
        atoll.State.parse("game: reef\nplayers: many\n")
    assert why.value.line == 2


def test_the_end(game, rng):
    for state, move in positions(game, rng, players=game.players[-1]):
        pass
    assert state.over and not state.moves() and move is None
    assert abs(sum(state.returns())) < 1e-9 and max(state.returns()) > 0
    assert sorted(state.places())[0] == 1
    for seat, total in enumerate(state.scores()):
        assert state.score(seat).total == total == sum(state.score(seat).lines.values())


def test_the_same_seed_gives_the_same_game(game):
    ends = [list(positions(game, atoll.Rng(3, stream)))[-1][0] for stream in (1, 1, 2)]
    assert ends[0] == ends[1] != ends[2]
    dice = atoll.Rng(5)
    dice.pick(10)
    other = pickle.loads(pickle.dumps(dice))
    assert [dice.pick(1000) for _ in range(5)] == [other.pick(1000) for _ in range(5)]


def test_records(game, rng):
    seed = bytes(range(32))
    state = atoll.State(game)
    record = atoll.Record(state, seed)
    while not state.over:
        moves = state.moves()
        record.apply(state.deal(seed) if state.chance else state.text(moves[rng.pick(len(moves))]))
    replay = atoll.Replay(str(record))
    told = [before.text(move) for before, move in replay]
    assert replay.state == state and "\n".join(told) in str(record)
    lines = str(record).splitlines()
    lines[-1] = "nonsense"
    with pytest.raises(atoll.Error) as why:
        list(atoll.Replay("\n".join(lines) + "\n"))
    assert why.value.line == len(lines)


def test_tables(game, rng):
    table = atoll.Table(game, seed=bytes(32))
    views = [atoll.State(game).view(seat) for seat in (0, 1)]
    for _ in range(6):
        state = table.state
        if state.over:
            break
        with pytest.raises(atoll.Error):
            table.move(1 - state.turn, state.moves()[0])
        table.move(state.turn, state.legal()[0])
    for view in views:
        for seen in table.seen(view.viewer):
            view.follow(seen)
        assert view == table.state.view(view.viewer)
    assert list(atoll.Replay(table.record()))
    last, seat = table.state, state.turn
    table.take_back(seat)
    assert table.state.ply < last.ply and table.state.turn == seat
    with pytest.raises(atoll.Error, match="32 bytes"):
        atoll.Table(game, seed=b"short")


def test_bots_and_matches(game):
    result = atoll.match(game, ["greedy", lambda view: view.legal()[-1]], games=4, seed=1)
    assert result.games == 4 and abs(sum(result.wins) - 4) < 1e-9 and "greedy" in str(result)
    assert result.rate(0) > 0.5 or game.name == "template"
    again = atoll.match(game, ["greedy", lambda view: view.legal()[-1]], games=4, seed=1)
    assert again.points == result.points
    bot = pickle.loads(pickle.dumps(atoll.Bot(game, "search:nodes=20", seed=4)))
    state = atoll.State(game)
    state.draw_all(atoll.Rng(1))
    assert bot.choose(state) == atoll.Bot(game, "search:nodes=20", seed=4).choose(state.view(state.turn))
    with pytest.raises(atoll.Error):
        atoll.Bot(game, "nobody")
    assert atoll.match(game, [lambda view: 1, "greedy"], games=1).wins == [0, 1]


def test_help_helps():
    said = pydoc.render_doc(atoll, renderer=pydoc.plaintext)
    for name in atoll.__all__:
        assert name in said
    undocumented = [f"{name}.{key}" for name in atoll.__all__ if isinstance(getattr(atoll, name), type)
                    for key, value in vars(getattr(atoll, name)).items()
                    if not key.startswith("_") and callable(value) and not value.__doc__]
    assert not undocumented
    assert os.path.exists(os.path.join(os.path.dirname(atoll.__file__), "py.typed"))


def test_without_a_library_the_import_says_what_to_do(tmp_path):
    package = tmp_path / "atoll"
    package.mkdir()
    for name in os.listdir(os.path.dirname(atoll.__file__)):
        if name.endswith(".py"):
            (package / name).write_text(open(os.path.join(os.path.dirname(atoll.__file__), name), encoding="utf-8").read())
    wrong = tmp_path / "libatoll.so.1"
    wrong.write_text("no library")
    done = subprocess.run([sys.executable, "-c", "import atoll"], cwd=tmp_path, text=True, stderr=subprocess.PIPE, check=False,
                          env=dict(os.environ, PYTHONPATH=str(tmp_path), ATOLL_LIBRARY=str(wrong)))
    assert done.returncode and "ImportError" in done.stderr and "make wheel" in done.stderr
