"""Information sets: all that a seat saw, and nothing that it did not."""
import itertools

import numpy as np
import pytest

import atoll


def played(game, rng, players=2, stride=1):
    history = atoll.History(game, players)
    while not history.state.over:
        state = history.state
        history.apply(state.draw(rng) if state.chance else state.moves()[rng.pick(len(state.moves()))])
        if state.ply % stride == 0:
            yield history


def test_text_and_numbers_are_what_was_seen(game, rng):
    players = game.players[-1]
    for history in played(game, rng, players, stride=37):
        for seat in range(players):
            said, rows = history.information_string(seat), history.information_tensor(seat)
            first, *moves = said.splitlines()
            assert first.startswith(f"{game.name} players {players} seat {seat + 1} options ") and len(moves) == history.state.ply
            assert (rows[:len(moves), 0] > 0).all() and not rows[len(moves):].any()
            numbers = rows[:len(moves), 1:].astype(np.uint32) @ [1 << 24, 1 << 16, 1 << 8, 1]
            assert (numbers == history.seen[seat]).all() and set(rows[:len(moves), 0]) <= {*range(1, players + 1), 255}
            view = atoll.State(game, players).view(seat)
            for text, move in zip(moves, history.seen[seat]):
                assert view.text(move) == text
                view.follow(move)
            assert view == history.state.view(seat)


def test_who_moved_counts_from_the_viewer(game, rng):
    for history in itertools.islice(played(game, rng, game.players[-1]), 30):
        mover = (history.state.turn, history.state.ply)
        if mover[0] < 0:
            continue
        n, after = history.state.players, history.copy()
        after.apply(after.state.moves()[0])
        rows = [int(after.information_tensor(seat)[mover[1], 0]) for seat in range(n)]
        assert rows == [1 + (mover[0] - seat) % n for seat in range(n)]


def test_secrets_make_no_difference_to_those_who_do_not_know_them():
    """My Shelfie deals each player a secret goal: the other one cannot tell the histories apart, its owner can."""
    told = {}
    for goal in range(2):
        history, rng = atoll.History("my-shelfie"), atoll.Rng(3)
        while history.state.chance:
            moves = history.state.moves()
            hidden = history.state.seen(moves[0], 1) == history.state.seen(moves[-1], 1) and history.state.seen(moves[0], 0) != history.state.seen(moves[-1], 0)
            history.apply(moves[goal] if hidden else history.state.draw(rng))
        told[goal] = history
    a, b = told.values()
    assert a.state != b.state and a.information_string(0) != b.information_string(0)
    assert a.information_string(1) == b.information_string(1) and (a.information_tensor(1) == b.information_tensor(1)).all()
    assert (a.information_tensor(0) != b.information_tensor(0)).any()


def test_a_table_tells_the_same():
    table, rng = atoll.Table("reef", 3, seed=bytes(32)), atoll.Rng(1)
    for _ in range(20):
        moves = table.state.moves()
        table.move(table.state.turn, moves[rng.pick(len(moves))])
    said = atoll.information_string("reef", table.seen(2), 2, 3)
    assert said.count("\n") == table.state.ply + 1
    assert atoll.information_string("reef", table.seen(), players=3).startswith("reef players 3 public options ")


def test_what_nobody_can_have_seen_is_refused():
    with pytest.raises(atoll.Error, match="move 0"):
        atoll.information_string("reef", [1, 2, 3], 0)
    with pytest.raises(atoll.Error, match="seat 2"):
        atoll.History("reef").information_string(2)
    with pytest.raises(atoll.Error):
        atoll.information_tensor("reef", [], 7)
    with pytest.raises(atoll.Error, match="2 to 4"):
        atoll.information_tensor("reef", [], 0, 9)
    assert atoll.information_tensor("reef", [], 0).sum() == 0
