#!/usr/bin/env python3
"""Learns My Shelfie for two from nothing, by playing against itself on atoll.Batch, and says how it fares against
`greedy`. Needs PyTorch, and a GPU helps; README.md beside this file tells the idea.

    python3 examples/learn/learn.py --minutes 4 --out learned"""
import argparse
import itertools
import os
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch import nn
from torch.nn.functional import linear, mse_loss, pad, relu

import atoll

GAME = atoll.Game("my-shelfie")
SHELVES, ROOM = (GAME.observation_parts[name].first for name in ("shelves", "room"))
SIZE, ACTIONS = GAME.observation_size, GAME.actions
NONE, LAMBDA = 81, 0.8  # a cell that is not there; how much a later turn is trusted over the next one
GPU = torch.cuda.is_available()
DEVICE, CORES = "cuda" if GPU else "cpu", len(os.sched_getaffinity(0))


def action_table():
    """For every action its cells in the order of placing, 9 * row + column, and NONE where it takes fewer than three:
    once for three across and once for three down, which share their indices (docs/numbers.md)."""
    rows = [(3, 5), (3, 6), (2, 7), (1, 9), (0, 9), (0, 8), (2, 7), (3, 6), (4, 6)]
    cells = [9 * row + column for row, (begin, end) in enumerate(rows) for column in range(begin, end)]

    def three(cell, step):
        row = (cell - step, cell, cell + step)
        return row if set(row) <= set(cells) and (step == 9 or row[0] // 9 == row[2] // 9) else None

    fewer = [(cell,) for cell in cells]
    fewer += [(cell, cell + 1) for cell in cells if cell + 1 in cells and (cell + 1) % 9]
    fewer += [(cell, cell + 9) for cell in cells if cell + 9 in cells]
    middles = [cell for cell in cells if three(cell, 1) or three(cell, 9)]
    for step in 1, 9:
        lines = fewer + [three(cell, step) or (NONE,) * 3 for cell in middles]
        orders = [order for line in lines for order in itertools.permutations(line)]
        yield torch.tensor([(order + (NONE,) * 2)[:3] for order in orders for _ in range(5)], device=DEVICE)


ACROSS, DOWN = action_table()
MOST = torch.ones(SIZE, device=DEVICE)
for plane in GAME.observation_parts.values():
    MOST[plane.slice] = plane.most


class Net(nn.Module):
    """What a position is worth to who has just moved: half for the victory, and one for twenty points ahead."""

    def __init__(self, width):
        super().__init__()
        self.first, self.second = nn.Linear(SIZE, width), nn.Linear(width, 256)
        self.last = nn.Sequential(nn.Linear(256, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, positions):
        return self.last(relu(self.second(relu(self.first(positions.float() / MOST))))).squeeze(-1)

    def worth(self, observations, games, put, taken):
        """The same for positions that differ from an observation by a few bytes: the first layer is only corrected."""
        kind = torch.float16 if GPU else torch.float32
        rows = pad(self.first.weight, (0, 1)).t().to(kind).contiguous()
        sums = self.first(observations.float() / MOST).to(kind)[games]
        for i in range(3):
            sums += rows[put[:, i]]
            sums -= rows[taken[:, i]]
        hidden = relu(linear(relu(sums), self.second.weight.to(kind), self.second.bias.to(kind)))
        return self.last(hidden.float()).squeeze(-1)


def changes(observations, games, actions):
    """The bytes that become 1 and those that become 0 by these actions in these games; SIZE stands for none."""
    room = pad(observations[:, ROOM:ROOM + 486].view(-1, 6, 81), (0, 1))
    is_down = (room > 0).any(1)[games[:, None], DOWN[actions]].all(1, keepdim=True)
    cells = torch.where(is_down, DOWN[actions], ACROSS[actions])
    kinds, column = room.argmax(1)[games[:, None], cells], actions % 5
    height = observations[:, SHELVES:SHELVES + 180].view(-1, 6, 5, 6).sum((1, 3), dtype=torch.long)[games, column]
    place = SHELVES + 30 * kinds + (6 * column + height)[:, None] + torch.arange(3, device=DEVICE)
    none = torch.full_like(cells, SIZE)
    return torch.where(cells != NONE, place, none), torch.where(cells != NONE, ROOM + 81 * kinds + cells, none)


@torch.no_grad()
def choose(net, observations, masks, noise):
    """For every game an action, what the network says of it, and the position that it leaves."""
    games, actions = masks.nonzero(as_tuple=True)
    said = torch.zeros(masks.shape, device=DEVICE)
    said[games, actions] = net.worth(observations, games, *changes(observations, games, actions))
    liked = said - noise * torch.empty_like(said).exponential_().clamp_(min=1e-9).log()
    best = torch.where(masks > 0, liked, torch.full_like(liked, -1e9)).argmax(1)
    every = torch.arange(len(best), device=DEVICE)
    put, taken = changes(observations, every, best)
    after = pad(observations, (0, 1)).scatter_(1, taken, 0).scatter_(1, put, 1)
    return best, said[every, best], after[:, :SIZE]


class Games:
    """A batch whose masks and observations the GPU reads from where the library writes them."""

    def __init__(self, n, seed):
        self.masks = torch.zeros(n, ACTIONS, dtype=torch.uint8, pin_memory=GPU)
        self.observations = torch.zeros(n, SIZE, dtype=torch.uint8, pin_memory=GPU)
        self.batch = atoll.Batch(GAME, n, seed=seed, threads=CORES if GPU else 1, masks=self.masks.numpy(),
                                 observations=self.observations.numpy())

    def choose(self, net, noise=0.0):
        return choose(net, self.observations.to(DEVICE), self.masks.to(DEVICE), noise)


def play(net, games, steps, noise):
    """Some steps of self-play: the positions that were left, what should have been said of them, games ended."""
    batch, kept, ended = games.batch, [], 0
    for _ in range(steps):
        turns = torch.from_numpy(batch.turns.astype(np.int64)).to(DEVICE)
        actions, said, after = games.choose(net, noise)
        batch.step(actions.cpu().numpy())
        ahead = torch.from_numpy(((batch.points - batch.points[:, ::-1]) / 20 + batch.rewards / 2).astype(np.float32))
        kept.append((after, said, turns, ahead.to(DEVICE), torch.from_numpy(batch.done > 0).to(DEVICE)))
        ended += int(np.count_nonzero(batch.done))
    # Backwards: by seat, what was wanted and what was said at its next turn, or how the game ended.
    wanted, known, every = [], [], torch.arange(batch.n, device=DEVICE)
    later, said_later = torch.zeros(2, batch.n, 2, device=DEVICE)
    has_later = torch.zeros(batch.n, 2, dtype=torch.bool, device=DEVICE)
    for after, said, turns, ahead, done in reversed(kept):
        later[done], said_later[done], has_later[done] = ahead[done], ahead[done], True
        known.append(has_later[mine := (every, turns)])
        wanted.append(torch.where(known[-1], LAMBDA * later[mine] + (1 - LAMBDA) * said_later[mine], said))
        later[mine], said_later[mine], has_later[mine] = wanted[-1], said, True
    known = torch.cat(known[::-1])
    return torch.cat([step[0] for step in kept])[known], torch.cat(wanted[::-1])[known], ended


def against(net, name, count):
    """Games against a bot of the library, half of them on each seat: wins, their 95 % margin, points of both, games."""
    games, each, found = Games(min(count, 512), seed=2), -(-count // 512), []
    batch, mine = games.batch, np.arange(games.batch.n) % 2
    bots = [atoll.Bot(GAME, name, seed) for seed in range(batch.n)]

    def answer(i):
        state = batch.state(i)
        return state.index(bots[i].choose(state))

    with ThreadPoolExecutor(CORES) as pool:
        while len(found) < each * batch.n:
            actions = games.choose(net)[0].cpu().numpy()
            others = np.flatnonzero(batch.turns != mine)
            actions[others] = list(pool.map(answer, others.tolist()))
            batch.step(actions)
            for i in np.flatnonzero(batch.done):
                # As many games of every environment: to count those that end first is to count the short ones.
                if batch.episode(i) <= each:
                    found.append((batch.rewards[i, mine[i]] / 2 + 0.5, *batch.points[i, [mine[i], 1 - mine[i]]]))
    won, own, other = np.mean(found, 0)
    return won, 1.96 * np.std(found, 0)[0] / len(found)**0.5, own, other, len(found)


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--minutes", type=float, default=4, help="of learning; measuring comes on top")
    ask.add_argument("--games", type=int, default=4096 if GPU else 256, help="played at once")
    ask.add_argument("--width", type=int, default=768 if GPU else 256, help="of the network")
    ask.add_argument("--measure", type=int, default=512, help="games against greedy, ten times as many at the end")
    ask.add_argument("--out", default="learned", help="a folder for curve.csv and net.pt")
    args = ask.parse_args()
    os.makedirs(args.out, exist_ok=True)
    torch.manual_seed(1)
    net, games, played, spent, measured = Net(args.width).to(DEVICE), Games(args.games, seed=1), 0, 0.0, -1e9
    adam = torch.optim.Adam(net.parameters())

    def measure(count):
        won, margin, own, other, count = against(net, "greedy", count)
        with open(os.path.join(args.out, "curve.csv"), "a" if played else "w", encoding="utf-8") as f:
            f.write(f"{spent / 60:.2f},{played},{won:.4f},{margin:.4f},{own:.2f},{other:.2f},{count}\n")
        torch.save(net.state_dict(), os.path.join(args.out, "net.pt"))
        print(f"{spent / 60:5.2f} min {played:9,} games: won {100 * won:.1f} % ± {100 * margin:.1f} of {count}, "
              f"{own:.1f} : {other:.1f} points", flush=True)

    while spent < 60 * args.minutes:
        if spent - measured >= 4 * args.minutes:  # fifteen times in all
            measured = spent
            measure(args.measure)
        begin, left = time.monotonic(), 1 - spent / 60 / args.minutes
        adam.param_groups[0]["lr"] = 1e-3 * max(left, 0.02)
        positions, wanted, ended = play(net, games, 64, noise=0.01 + 0.04 * left)
        for some in torch.randperm(len(wanted), device=DEVICE).split(4096 if GPU else 512):
            adam.zero_grad()
            mse_loss(net(positions[some]), wanted[some]).backward()
            adam.step()
        played, spent = played + ended, spent + time.monotonic() - begin
    measure(10 * args.measure)


if __name__ == "__main__":
    main()
