"""examples/learn: its value of a move equals its value of the position that the library makes of the move. Needs
PyTorch."""
import importlib.util
import os
import sys

import numpy as np
import pytest

import atoll

torch = pytest.importorskip("torch")
FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "learn", "learn.py")


@pytest.fixture(scope="module")
def learn():
    spec = importlib.util.spec_from_file_location("learn", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    torch.set_num_threads(1)
    torch.manual_seed(1)
    return module


@pytest.fixture(scope="module")
def net(learn):
    made = learn.Net(8).to(learn.DEVICE)
    made.all.weight.data.normal_(0, 0.1)
    return made


def seen(learn, batch):
    return [torch.from_numpy(array).to(learn.DEVICE) for array in (batch.observations, batch.masks)]


def test_it_has_under_200_lines():
    with open(FILE, encoding="utf-8") as f:
        assert len(f.readlines()) < 200


def test_what_is_corrected_is_what_is_computed_anew(learn, net):
    batch = atoll.Batch("my-shelfie", 4, seed=3)
    for _ in range(15):
        batch.step(batch.random())
    observations, masks = seen(learn, batch)
    before, (games, actions) = learn.arrange(observations), masks.nonzero(as_tuple=True)
    put, taken = learn.changes(before, games, actions)
    after = learn.pad(before[games], (0, 1)).scatter_(1, taken, 0).scatter_(1, put, 1)[:, :learn.SIZE]
    with torch.no_grad():
        assert torch.allclose(net(before, games, put, taken), net(after), atol=1e-5)


def test_the_position_after_a_move_is_the_library_s(learn, net):
    batch = atoll.Batch("my-shelfie", 32, seed=4)
    compared = 0
    for _ in range(30):
        actions, _, after = learn.choose(net, *seen(learn, batch), noise=1.0)
        batch.step(actions.cpu().numpy())
        going = np.flatnonzero(batch.done == 0)
        mine = after[:, :learn.TYPES].view(-1, 6, learn.EACH)[going, :, :30]
        shown = learn.arrange(seen(learn, batch)[0])[:, :learn.TYPES].view(-1, 6, learn.EACH)[going, :, 30:60]
        assert torch.equal(mine, shown)  # the seat to move sees it as the other's shelf
        compared += len(going)
    assert compared > 500


def test_it_plays_learns_and_measures(learn, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["learn.py", "--minutes", "0.0001", "--games", "4", "--width", "8", "--measure", "2", "--out",
                                      str(tmp_path)])
    learn.main()
    rows = [line.split(",") for line in (tmp_path / "curve.csv").read_text().splitlines()]
    assert [int(row[6]) for row in rows] == [2, 8] and int(rows[1][1]) > 0
    assert (tmp_path / "net.pt").exists() and "won" in capsys.readouterr().out
