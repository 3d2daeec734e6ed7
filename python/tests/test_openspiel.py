"""Both adapters for OpenSpiel play the games that are kept (tests/openspiel): the Python one with pyspiel where it is installed, else
with a stand-in; the C++ one with a small copy of OpenSpiel's interface."""
import os
import shutil
import subprocess
import sys

import numpy as np
import pytest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
KEPT = os.path.join(ROOT, "tests", "openspiel")
try:
    import pyspiel
except ImportError:
    sys.path.append(KEPT)
    import pyspiel

import atoll.openspiel  # noqa: E402,F401

GAMES = ["reef", "reef_encounter", "my_shelfie"]
PLAYERS = 3


def kept(name):
    with open(os.path.join(KEPT, f"{name}.playthrough"), encoding="utf-8") as file:
        return file.read()


def weighed(values):
    return float(np.dot(np.asarray(values), np.arange(len(values)) % 97 + 1))


def look(state, player):
    last = state.information_state_string(player).splitlines()[-1]
    return (f"  player {player}: observation {weighed(state.observation_tensor(player)):.0f} of "
            f"{len(state.observation_string(player))} characters, information "
            f"{weighed(state.information_state_tensor(player)):.0f}, last: {last}")


def lines(name):
    game = pyspiel.load_game("python_atoll_" + name, {"players": PLAYERS})
    yield (f"atoll_{name} players {game.num_players()} actions {game.num_distinct_actions()} outcomes {game.max_chance_outcomes()} "
           f"utility -1..1 sum 0 length {game.max_game_length()}")
    state, x, n = game.new_initial_state(), 1, 0
    while not state.is_terminal():
        legal, x = state.legal_actions(), (1103515245 * x + 12345) % 2**31
        player, action = int(state.current_player()), legal[(x >> 8) % len(legal)]
        if n < 12 or n % 100 == 0:
            yield f"{n}: player {player} of {len(legal)} actions {action} \"{state.action_to_string(player, action)}\""
            if player < 0:
                yield f"  odds {state.chance_outcomes()[(x >> 8) % len(legal)][1]:.6f}"
            if n % 10 == 0 and n > 0:
                copied = state.clone()
                yield from (look(copied, seat) for seat in range(PLAYERS))
                copied.apply_action(action)  # and the state is as it was
        state.apply_action(action)
        n += 1
    yield "over:" + "".join(f" {share:.3f}" for share in state.returns())
    yield from str(state).splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_the_python_adapter_plays_what_is_kept(name):
    # Only the C++ adapter resamples: pyspiel offers no such function to games in Python.
    assert list(lines(name)) == [line for line in kept(name).splitlines() if not line.startswith("  resampled")]


def test_the_cpp_adapter_plays_what_is_kept(tmp_path):
    if not shutil.which("c++"):
        pytest.skip("needs a C++ compiler")
    library = os.environ["ATOLL_LIBRARY"]
    program = os.path.join(tmp_path, "playthrough")
    subprocess.run(["c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-I", os.path.join(ROOT, "lib"), "-I", KEPT, "-o", program,
                    os.path.join(KEPT, "playthrough.cc"), os.path.join(ROOT, "examples", "openspiel", "atoll.cc"),
                    "-L", library, "-latoll", f"-Wl,-rpath,{os.path.abspath(library)}"], check=True)
    for name in GAMES:
        done = subprocess.run([program, "atoll_" + name, str(PLAYERS), ""], stdout=subprocess.PIPE, text=True, check=True)
        assert done.stdout == kept(name) and "DIFFERENT" not in done.stdout
    wrong = subprocess.run([program, "atoll_reef", "7", ""], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    assert wrong.returncode != 0
