#!/usr/bin/python3
"""python.py BUILD [MS] [GAME]: decisions a second of atoll.Batch and atoll.VectorEnv through Python on one core, by processor
time, beside the same in C (bench/batch.c): 1,024 games at once with masks and observations, random actions by the library.
The best of several slices of each, taken in turns, counts. The bars: Batch at least 80 % of C, VectorEnv 75 % of Batch."""
import os
import subprocess
import sys
import time

BUILD = sys.argv[1]
SECONDS = float(sys.argv[2]) / 1000 if len(sys.argv) > 2 else 1.0
os.environ["ATOLL_LIBRARY"] = os.path.join(BUILD, "lib")
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import atoll  # noqa: E402

N, SLICES, BAR, VECTOR_BAR = 1024, 8, 0.8, 0.75


def steps(batch, count):
    for _ in range(count):
        batch.step(batch.random())


def usual_length(game, players):
    """Decisions of a game: late ones take longer, so whole games are timed."""
    state, rng, decisions = game.new(players), atoll.Rng(1), 0
    state.draw_all(rng)
    while not state.over:
        actions = state.actions()
        state.act(actions[rng.pick(len(actions))])
        state.draw_all(rng)
        decisions += 1
    return decisions


def vector_steps(env, count):
    for _ in range(count):
        env.step(env.random_actions())


def in_python(work, thing, length):
    begin, made = time.thread_time(), 0
    while time.thread_time() - begin < SECONDS / SLICES:
        work(thing, length)
        made += length * N
    return made / (time.thread_time() - begin)


def in_c(game):
    """The last column before the bar, by number of players."""
    said = subprocess.run([os.path.join(BUILD, "bench", "batch-bench"), str(1000 * SECONDS / SLICES), game.name],
                          check=True, stdout=subprocess.PIPE, text=True).stdout
    rows = [line.split() for line in said.splitlines() if line.startswith(game.name + " ")]
    return {int(row[1]): float(row[5]) for row in rows}


def main():
    below = 0
    print(f"{'game':16} {'players':>7} {'C/s':>11} {'Batch/s':>11} {'%':>5} {'bar':>5} {'VectorEnv/s':>11} {'%':>5} {'bar':>5}")
    for game in atoll.games():
        if len(sys.argv) > 3 and game.name != sys.argv[3]:
            continue
        timed = {players: (atoll.Batch(game, N, players=players, seed=1), atoll.VectorEnv(game, N, players),
                           usual_length(game, players))
                 for players in (2, 4) if players in game.players}
        best = {players: [0.0, 0.0, 0.0] for players in timed}
        for _, env, _ in timed.values():
            env.reset(seed=1)
        for _ in range(SLICES):
            rates = in_c(game)
            for players, (batch, env, length) in timed.items():
                new = rates[players], in_python(steps, batch, length), in_python(vector_steps, env, length)
                best[players] = [max(*pair) for pair in zip(best[players], new)]
        for players, (c, python, vector) in best.items():
            low = python < BAR * c or vector < VECTOR_BAR * python
            below += low
            print(f"{game.name:16} {players:7} {c:11.0f} {python:11.0f} {100 * python / c:5.0f} {100 * BAR:5.0f} "
                  f"{vector:11.0f} {100 * vector / python:5.0f} {100 * VECTOR_BAR:5.0f}{'  below' * low}", flush=True)
    print("One thread, its processor time; 1,024 games at once, with masks and observations.")
    return below > 0


sys.exit(main())
