#!/usr/bin/env python3
"""A linear learner of My Shelfie in a few lines of numpy: what a position after a move is worth is a weighted sum of
what its shelf looks like, fitted to how games between two such players ended. docs/tutorial.md goes through it.

    python3 examples/learn/linear.py learn shelf.npy [ROUNDS]       40 rounds: two minutes on one processor
    python3 examples/learn/linear.py play shelf.npy                 a bot for `atoll match`"""
import sys

import numpy as np

import atoll

GAME, DICE = atoll.Game("my-shelfie"), np.random.default_rng(1)
GAMES, NOISE = 60, 1.5  # at once; in points


def features(seen):
    """A row for each observation: pairs, threes and squares of one type; places of the personal goal, right and wrong; types and
    tiles in each column; points taken; 1."""
    own, wanted, taken, end = (GAME.plane(seen, name).astype(np.float32) for name in ("shelves", "wanted", "taken", "end tile"))
    own = own[:, 0]
    up, across = own[:, :, :, 1:] * own[:, :, :, :-1], own[:, :, 1:] * own[:, :, :-1]
    counted = (up, across, up[:, :, :, 1:] * up[:, :, :, :-1], across[:, :, 1:] * across[:, :, :-1], up[:, :, 1:] * up[:, :, :-1],
               own * wanted, own.sum(1) * wanted.sum(1))
    return np.hstack([part.reshape(len(seen), -1).sum(1, keepdims=True) for part in counted]
                     + [own.max(3).sum(1), own.sum((1, 3)), taken[:, 0], end[:, :1], np.ones_like(end[:, :1])])


def choose(weights, states, noise=0.0):
    """The best move of each state, and the features of where it leads."""
    after = atoll.successors(states)
    rows = features(after.observations)
    worth = rows @ weights + noise * DICE.standard_normal(len(rows))
    begins = np.searchsorted(after.origin, range(len(states) + 1))
    best = [begin + int(np.argmax(worth[begin:end])) for begin, end in zip(begins, begins[1:])]
    return after.moves[best].tolist(), rows[best]


def play(weights, number):
    """Games at once: the features after every decision, and how many points ahead its player was in the end."""
    draws, games, rows, movers = atoll.Rng(number), [atoll.State(GAME) for _ in range(GAMES)], [], []
    while True:
        for state in games:
            state.draw_all(draws)
        going = [i for i, state in enumerate(games) if not state.over]
        if not going:
            break
        moves, found = choose(weights, [games[i] for i in going], NOISE)
        rows.append(found)
        for i, move in zip(going, moves):
            movers.append((i, games[i].turn))
            games[i].apply(move)
    points = np.array([state.scores() for state in games])
    return np.vstack(rows), np.array([points[i, seat] - points[i, 1 - seat] for i, seat in movers])


def learn(rounds):
    """Rounds of games and a fit after each; older rounds count less and less."""
    size = features(np.zeros((1, GAME.observation_size), np.uint8)).shape[1]
    weights, squares, products, decisions = np.zeros(size), np.eye(size), np.zeros(size), 0
    for number in range(rounds):
        rows, ahead = play(weights, number)
        squares, products = 0.8 * squares + rows.T @ rows, 0.8 * products + rows.T @ ahead
        weights, decisions = np.linalg.solve(squares, products), decisions + len(rows)
        print(f"{number + 1} of {rounds} rounds, {decisions} decisions", flush=True)
    return weights


if __name__ == "__main__":
    if sys.argv[1] == "learn":
        np.save(sys.argv[2], learn(int(sys.argv[3]) if len(sys.argv) > 3 else 40))
    else:
        learned, worlds = np.load(sys.argv[2]), atoll.Rng(1)
        atoll.speak(lambda view: choose(learned, [view.guess(worlds)])[0][0], name="linear")
