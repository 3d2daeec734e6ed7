#!/usr/bin/python3
"""learn.py ATOLL: learn/ reads the output of `atoll lab selfplay`, and a net in whole numbers agrees with the real
one. With LEARN=1 in the environment a net of Pearls is trained and win probabilities are calibrated, which needs
PyTorch. Speaks TAP. It uses Debian's Python, which has numpy."""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import tap

ATOLL = os.path.abspath(sys.argv[1])
SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(SOURCE, "learn"))
from positions import numbers, read  # noqa: E402 pylint: disable=wrong-import-position
from table import ONE, TOP, Table, read_tables  # noqa: E402 pylint: disable=wrong-import-position


def self_play(where, players, games):
    path = f"{where}/{players}.log"
    subprocess.run([ATOLL, "lab", "selfplay", "template", "--players", str(players), "--games", str(games), "--log", path, "--bot",
                    "search:nodes=30"], check=True, timeout=300)
    return path


def numbers_are_read():
    assert numbers(bytes([0, 2, 3, 128 | 4, 1, 254, 1])).tolist() == [0, 1, -1, 66, 127]


def positions_are_read():
    with tempfile.TemporaryDirectory(prefix="atoll-learn-") as where:
        for players in (2, 3):
            data = read(self_play(where, players, 30))
            assert data.name == "template" and data.players == players and len(set(data.game)) == 30
            assert np.allclose(data.came.sum(1), 1) and np.allclose(data.judged.sum(1), 1, atol=0.001)
            asked = data.thought.sum(1) > 0.5
            assert 0.5 < asked.mean() < 1 and np.allclose(data.thought[asked].sum(1), 1, atol=0.001)
            assert data.features.shape == (len(data), players, len(data.names)) and data.features.any()
            assert set(data.moved) == set(range(players))


def datasets_follow_from_the_seed_and_are_games():
    with tempfile.TemporaryDirectory(prefix="atoll-learn-") as where:
        def made(name, *more):
            path = f"{where}/{name}.log"
            subprocess.run([ATOLL, "lab", "dataset", "my-shelfie", "--games", "4", "--log", path, "--bot", "search:nodes=40", "--players", "3", *more],
                           check=True, timeout=300, stderr=subprocess.DEVNULL)
            with open(path, encoding="ascii") as file:
                return file.read()
        whole, one, two = made("whole", "--threads", "1"), made("one", "--shard", "1/2"), made("two", "--shard", "2/2", "--threads", "2")
        head, *lines = whole.splitlines()
        assert sorted(lines) == sorted(one.splitlines()[1:] + two.splitlines()[1:]) and len(lines) == 4
        assert made("other", "--seed", "2").splitlines()[1:] != lines and json.loads(head)["dataset"] == "my-shelfie"
        for game in map(json.loads, lines):
            record = "game: my-shelfie\nplayers: 3\nmoves:\n" + "".join(move + "\n" for move in game["moves"])
            said = subprocess.run([ATOLL, "replay", "/dev/stdin", "--json"], input=record, capture_output=True, text=True, check=True).stdout
            assert [score["total"] for score in json.loads(said)["scores"]] == game["points"] and sum(game["twelfths"]) == 12
            seats = {thought["seat"] for thought in game["thoughts"]}
            assert seats == {1, 2, 3} and not any(game["moves"][thought["ply"]].startswith("draw ") for thought in game["thoughts"])
            for thought in game["thoughts"]:
                moves = [c["move"] for c in thought["considered"]]
                assert game["moves"][thought["ply"]] in moves and len(set(moves)) == len(moves) <= 11
                assert all(abs(sum(c["win"]) - 1) < 1e-6 and len(c["points"]) == 3 for c in thought["considered"])


def whole_numbers_say_what_real_ones_say():
    chance = np.random.default_rng(5)
    layers = {"own": chance.normal(0, 0.004, (16, 10)), "all": chance.normal(0, 0.002, (16, 10)), "first_bias": chance.normal(0, 1, 16),
              "next": chance.normal(0, 0.3, (8, 16)), "second_bias": chance.normal(0, 0.3, 8), "last": chance.normal(0, 0.5, 8)}
    table = Table(layers, np.full(10, 700), 3)
    x = chance.integers(-600, 600, (500, 3, 10))
    first = np.clip(x @ layers["own"].T + x.sum(1, keepdims=True) @ layers["all"].T + layers["first_bias"], 0, TOP / ONE)
    second = np.clip(first @ layers["next"].T + layers["second_bias"], 0, TOP / ONE)
    assert np.abs(table.sums(x) * table.scale - second @ layers["last"]).max() < 0.05
    assert np.allclose(table.shares(x).sum(1), 1)


def tables_are_read_as_they_were_written():
    for game in ("my_shelfie", "reef", "reef_encounter"):
        path = os.path.join(SOURCE, f"bots/net_{game}.h")
        with open(path, encoding="ascii") as file:
            text = file.read()
        tables = read_tables(path)
        assert sorted(tables) == [2, 3, 4]
        for table in tables.values():
            assert all(part.strip() in text for part in table.text(f"net_{game}"))
            assert table.sums(table.example[None])[0].tolist() == table.example_sums.tolist()
            again = Table(table.layers(), table.most, table.players)
            assert (again.own == table.own).all() and (again.last == table.last).all()


def a_net_is_trained():
    with tempfile.TemporaryDirectory(prefix="atoll-learn-") as where:
        files = [self_play(where, players, 60) for players in (2, 3)]
        done = subprocess.run([sys.executable, "-B", os.path.join(SOURCE, "learn/train.py"), *files, "--epochs", "1", "--first", "8",
                               "--second", "8", "--out", f"{where}/net.h"], capture_output=True, text=True, timeout=500, check=True)
        assert done.stdout.count("the net  ") == 2 and "who moved" in done.stdout, done
        with open(f"{where}/net.h", encoding="ascii") as file:
            text = file.read()
        assert "at_net_template[AT_SEATS_MAX - 1]" in text and "[1] =" in text and "net_template_3_example" in text
        more = subprocess.run([sys.executable, "-B", os.path.join(SOURCE, "learn/train.py"), files[0], "--epochs", "1", "--first", "8",
                               "--second", "8", "--begin", f"{where}/net.h", "--out", f"{where}/more.h"],
                              capture_output=True, text=True, timeout=500, check=True)
        assert "the net there was" in more.stdout, more
        before, after = read_tables(f"{where}/net.h"), read_tables(f"{where}/more.h")
        assert (before[2].own != after[2].own).any() and (before[3].own == after[3].own).all()


def what_shares_mean_is_fitted():
    """Given probabilities that a known weight produced, the fit finds this weight again."""
    with tempfile.TemporaryDirectory(prefix="atoll-learn-") as where:
        rows = subprocess.run([ATOLL, "lab", "calibration", "reef-encounter", "--players", "3", "--games", "3", "--bot", "search:nodes=300", "--rows"],
                              capture_output=True, text=True, timeout=300, check=True).stdout
        table = np.array([line.split() for line in rows.splitlines()], dtype=float)
        table[:, 8:11] = table[:, 5:8]  # the results came true as often as forecast
        np.savetxt(f"{where}/rows", table)
        done = subprocess.run([sys.executable, "-B", os.path.join(SOURCE, "learn/trust.py"), f"{where}/rows:2", "--hold", "0"],
                              capture_output=True, text=True, timeout=300, check=True).stdout
        losses = [float(line.split("by ")[1].split(",")[0]) for line in done.splitlines() if "even odds" in line]
        assert ".first = {" in done and len(losses) == 2 and abs(losses[0] - losses[1]) < 0.002, done


if __name__ == "__main__":
    if not os.environ.get("LEARN"):
        del a_net_is_trained, what_shares_mean_is_fitted
    sys.exit(tap.run(globals()))
