"""The tutorial's learner learns and plays by the protocol; the leaderboard keeps its rules (docs/tasks.md)."""
import csv
import math
import os
import re
import subprocess
import sys

import pytest

import atoll

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
LINEAR = os.path.join(ROOT, "examples", "learn", "linear.py")
ENV = dict(os.environ, PYTHONPATH=os.path.join(ROOT, "python"), OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")


def read(name):
    with open(os.path.join(ROOT, "docs", name), encoding="utf-8") as file:
        return file.read()


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    path = tmp_path_factory.mktemp("linear") / "shelf.npy"
    done = subprocess.run([sys.executable, "-B", LINEAR, "learn", path, "2"], env=ENV, check=True, stdout=subprocess.PIPE, text=True)
    assert re.search(r"2 of 2 rounds, \d{4} decisions", done.stdout)
    return path


def test_two_rounds_are_enough_to_beat_chance(weights):
    program = os.environ.get("ATOLL")
    if not program:
        pytest.skip("ATOLL is not set")
    bot = f"exec:{sys.executable} -B '{LINEAR}' play '{weights}'"
    said = subprocess.run([program, "match", "my-shelfie", "--bots", f"{bot},random", "--games", "20", "--seed", "1", "--threads", "1",
                           "--quiet"], env=ENV, check=True, stdout=subprocess.PIPE, text=True).stdout
    assert float(re.search(r"play .* wins +([\d.]+) %", said)[1]) >= 95 and "forfeit" not in said


def test_the_leaderboard_keeps_its_rules():
    rows = list(csv.DictReader(read("leaderboard.tsv").splitlines(), delimiter="\t"))
    tasks = re.findall(r"`([a-z-]+/[a-z]+/\d+M)`", read("tasks.md"))
    assert len(tasks) == len(set(tasks)) == 2 * len(atoll.games())
    assert [row["task"] for row in rows] == sorted((row["task"] for row in rows), key=tasks.index)
    for task in tasks:
        of_task = [row for row in rows if row["task"] == task]
        assert {"random", "greedy"} <= {row["name"] for row in of_task}
        won = [float(row["won"]) for row in of_task]
        assert won == sorted(won, reverse=True)
    for row in rows:
        game, level, budget = row["task"].split("/")
        assert atoll.Bot(game, level) and (row["decisions"] == "-" or int(row["decisions"]) <= int(budget[:-1]) * 10**6)
        assert (row["seed"] == "-") == (row["decisions"] == "-") and int(row["games"]) >= 200
        # The interval of Wilson, as `atoll match` prints it, for games that are won or lost; ties narrow it.
        n, p, z = int(row["games"]), float(row["won"]) / 100, 1.96
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        assert 0 < float(row["high"]) - float(row["low"]) <= 200 * half + 0.4, row
        assert row["program"] == "built in" or os.path.exists(os.path.join(ROOT, row["program"])) or row["program"].startswith("https://")
