#!/usr/bin/env python3
"""Learns My Shelfie for two players from nothing, by self-play on atoll.Batch, and reports its results against
`greedy`. Needs PyTorch, and a GPU helps; README.md in this folder explains the idea.

    python3 examples/learn/learn.py --minutes 5 --out learned"""
import argparse
import copy
import itertools
import os
import time

import numpy as np
import torch
from torch import nn
from torch.nn.functional import embedding_bag, pad

import atoll

GAME = atoll.Game("my-shelfie")
DEVICE = "cuda" if (GPU := torch.cuda.is_available()) else "cpu"
NONE, LAMBDA = 81, 0.8  # a cell that is not there; how much a later turn is trusted over the next one
# A position: of each type of tiles two shelves, the personal goal, the room and the bag; then the goals (see arrange).
EACH, ROOM, GOALS = 30 + 30 + 30 + 81 + 1, 30 + 30 + 30, 4 * 12 + 8
TYPES, SIZE = 6 * EACH, 6 * EACH + GOALS


def action_table():
    """For every action its cells in the order of placing, 9 * row + column, and NONE where it takes fewer than three:
    once for three across and once for three down, which share their indices (docs/numbers.md)."""
    rows = [(3, 5), (3, 6), (2, 7), (1, 9), (0, 9), (0, 8), (2, 7), (3, 6), (4, 6)]
    cells = [9 * row + column for row, (begin, end) in enumerate(rows) for column in range(begin, end)]

    def line(first, step, count):
        found = tuple(range(first, first + step * count, step))
        return found if set(found) <= set(cells) and (step == 9 or found[0] // 9 == found[-1] // 9) else None

    fewer = [(cell,) for cell in cells] + [pair for step in (1, 9) for cell in cells if (pair := line(cell, step, 2))]
    middles = [cell for cell in cells if line(cell - 1, 1, 3) or line(cell - 9, 9, 3)]
    for step in 1, 9:
        lines = fewer + [line(cell - step, step, 3) or (NONE,) * 3 for cell in middles]
        orders = [(order + (NONE,) * 2)[:3] for taken in lines for order in itertools.permutations(taken)]
        yield torch.tensor(orders, device=DEVICE).repeat_interleave(5, 0)


def arrange(observations):
    """Positions: the bytes of observations in another order. First the same 172 for each of the six types of tiles,
    then for each of the twelve common goals: whether it is in play, my progress, the other's progress, the tokens
    left."""
    plane = {name: observations[:, part.slice].view(-1, *part.shape) for name, part in GAME.observation_parts.items()}
    shelves, taken = plane["shelves"].flatten(3), plane["taken"]
    types = shelves[:, 0], shelves[:, 1], plane["wanted"].flatten(2), plane["room"].flatten(2), plane["bag"][:, :, None]
    slots = torch.stack((torch.ones_like(taken[:, 0]), taken[:, 0], taken[:, 1], plane["left"]), 1)
    goals = (slots[:, :, :, None] * plane["goals"][:, None]).amax(2)
    return torch.cat((torch.cat(types, 2).flatten(1), goals.flatten(1), plane["first"], plane["end tile"]), 1)


ACROSS, DOWN = action_table()
MOST = arrange(torch.tensor([[plane.most for plane in GAME.observation_parts.values() for _ in range(plane.size)]],
                            dtype=torch.uint8, device=DEVICE))


class Net(nn.Module):
    """The value of a position for the seat that has just moved, half for the victory and one for twenty points ahead,
    in 25 parts: all but the common goals; my gain from each of these; the other's gain. The rules treat all types of
    tiles alike, so one small network looks at each of them, and its results are added; another one looks at the
    whole."""

    def __init__(self, width):
        super().__init__()
        self.own, self.all = nn.Linear(EACH, width, bias=False), nn.Linear(EACH, width, bias=False)
        self.own.weight.data *= 4  # at first it looks at one type, and closely
        self.all.weight.data *= 0
        self.goals, self.whole = nn.Linear(GOALS, width), nn.Linear(SIZE, 2 * width)
        self.second, self.third = nn.Linear(width, width), nn.Linear(3 * width, 2 * width)
        self.fourth, self.last = nn.Linear(2 * width, width), nn.Linear(width, 25)

    def forward(self, positions, games=None, put=None, taken=None):
        """Of these positions; or of those of `games`, each with a few bytes added and others removed."""
        inputs, width = positions.to(self.last.weight.dtype) / MOST.to(self.last.weight.dtype), self.last.in_features
        types, goals = inputs[:, :TYPES].view(-1, 6, EACH), inputs[:, TYPES:]
        first = self.own(types) + (self.all(types.sum(1)) + self.goals(goals))[:, None]
        first = torch.cat((first.flatten(1), self.whole(inputs)), 1)
        in_play = pad(goals[:, :12].repeat(1, 2), (1, 0), value=1)
        if games is not None:  # the first layer is only corrected: by a row of weights for each byte
            same_type = torch.eye(6, dtype=first.dtype, device=DEVICE)[:, None, :, None]
            rows = (same_type * self.own.weight.t()[:, None] + self.all.weight.t()[:, None]).reshape(TYPES, -1)
            rows = pad(torch.cat((rows, self.whole.weight.t()[:TYPES]), 1), (0, 0, 0, GOALS + 1))
            added = torch.cat((put, len(rows) + taken, 2 * len(rows) + games[:, None]), 1)
            first, in_play = embedding_bag(added, torch.cat((rows, -rows, first)), mode="sum"), in_play[games]
        types, whole = first.relu_().split((6 * width, 2 * width), 1)
        third = self.third(torch.cat((self.second(types.reshape(-1, 6, width)).relu_().sum(1), whole), 1)).relu_()
        return (self.last(self.fourth(third).relu_()) * in_play).float()


def changes(positions, games, actions):
    """The bytes that become 1 and those that become 0 by these actions in these games; SIZE stands for none."""
    types = positions[:, :TYPES].view(-1, 6, EACH)
    room = pad(types[:, :, ROOM:ROOM + 81], (0, 1))
    is_down = (room > 0).any(1)[games[:, None], DOWN[actions]].all(1, keepdim=True)
    cells = torch.where(is_down, DOWN[actions], ACROSS[actions])
    kinds, column = room.argmax(1)[games[:, None], cells], actions % 5
    height = types[:, :, :30].reshape(-1, 6, 5, 6).sum((1, 3), dtype=torch.long)[games, column]
    place = EACH * kinds + (6 * column + height)[:, None] + torch.arange(3, device=DEVICE)
    return torch.where(cells != NONE, place, SIZE), torch.where(cells != NONE, EACH * kinds + ROOM + cells, SIZE)


@torch.no_grad()
def choose(net, observations, masks, noise=0.0):
    """For every game an action, and the positions before and after it."""
    before, (games, actions) = arrange(observations), masks.nonzero(as_tuple=True)
    said = net(before, games, *changes(before, games, actions)).sum(1)
    liked = torch.full(masks.shape, -1e9, device=DEVICE)
    liked[games, actions] = said - noise * torch.empty_like(said).exponential_().clamp_(min=1e-9).log()
    best = liked.argmax(1)
    put, taken = changes(before, torch.arange(len(best), device=DEVICE), best)
    return best, before, pad(before, (0, 1)).scatter_(1, taken, 0).scatter_(1, put, 1)[:, :SIZE]


@torch.no_grad()
def play(net, batch, steps, noise):
    """Some steps of self-play: the positions that were left, the values that they should have had, games ended."""
    arrays = batch.observations, batch.masks, batch.turns, batch.rewards, batch.points, batch.done
    observations, masks, turns, rewards, points, done = (torch.from_dlpack(array) for array in arrays)  # without a copy
    kept, wanted, every = [], [], torch.arange(batch.n, device=DEVICE)
    for _ in range(steps):
        seat = turns.long()
        actions, before, after = choose(net, observations, masks, noise)
        batch.step(actions if GPU else actions.numpy())
        # How games ended, by seat: the value of the goals before the last move, and of everything else.
        taken = before[:, TYPES + 12:TYPES + 36].view(-1, 2, 12) / 20
        taken = torch.where(seat[:, None, None] == 0, taken, taken.flip(1))
        goals, ahead = torch.cat((taken, -taken.flip(1)), 2), (points - points.flip(1)) / 20 + rewards / 2
        end = torch.cat((ahead[:, :, None] - goals.sum(2, True), goals), 2)
        kept.append((after, net(after), seat, end, done[:, None, None] > 0))
    # Backwards: by seat, the target and the value at its next turn, or the game's result.
    later, said_later = torch.full((2, batch.n, 2, 25), torch.nan, device=DEVICE)
    for _, said, seat, end, over in reversed(kept):
        later, said_later = torch.where(over, end, later), torch.where(over, end, said_later)
        wanted.append(LAMBDA * later[every, seat] + (1 - LAMBDA) * said_later[every, seat])
        later[every, seat], said_later[every, seat] = torch.where(wanted[-1].isnan(), said, wanted[-1]), said
    after, wanted, ended = torch.cat([k[0] for k in kept]), torch.cat(wanted[::-1]), sum(int(k[4].sum()) for k in kept)
    return after[known := ~wanted[:, 0].isnan()], wanted[known], ended


def against(net, name, count):
    """Games against a bot of the library, half of them on each seat: wins, their 95 % margin, points of both."""
    batch, each, found = atoll.Batch(GAME, min(count, 512), seed=2), -(-count // 512), []
    mine, bots = np.arange(batch.n) % 2, [atoll.Bot(GAME, name, seed) for seed in range(batch.n)]
    while len(found) < each * batch.n:
        seen = (torch.from_numpy(array).to(DEVICE) for array in (batch.observations, batch.masks))
        actions = choose(net, *seen)[0].cpu().numpy()
        for i in np.flatnonzero(batch.turns != mine):
            actions[i] = (state := batch.state(i)).index(bots[i].choose(state))
        batch.step(actions)
        for i in np.flatnonzero(batch.done):
            if batch.episode(i) <= each:  # as many games of each: the first to end are the short ones
                found.append((batch.rewards[i, mine[i]] / 2 + 0.5, *batch.points[i, [mine[i], 1 - mine[i]]]))
    won, own, other = np.mean(found, 0)
    return won, 1.96 * np.std(found, 0)[0] / len(found)**0.5, own, other


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--minutes", type=float, default=5, help="of learning; measuring comes on top")
    ask.add_argument("--games", type=int, default=4096 if GPU else 32, help="played at once")
    ask.add_argument("--width", type=int, default=192 if GPU else 32, help="of the network")
    ask.add_argument("--measure", type=int, default=512 if GPU else 64, help="games against greedy, last four times as many")
    ask.add_argument("--out", default="learned", help="a folder for curve.csv and net.pt")
    args = ask.parse_args()
    os.makedirs(args.out, exist_ok=True)
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    net, played, spent, due = Net(args.width).to(DEVICE), 0, 0.0, 0.0
    adam, batch = torch.optim.Adam(net.parameters(), fused=GPU), atoll.Batch(GAME, args.games, seed=1, device=DEVICE)

    def measure(count):
        won, margin, own, other = against(net, "greedy", count)
        with open(os.path.join(args.out, "curve.csv"), "a" if played else "w", encoding="utf-8") as f:
            f.write(f"{spent / 60:.2f},{played},{won:.4f},{margin:.4f},{own:.2f},{other:.2f},{count}\n")
        torch.save(net.state_dict(), os.path.join(args.out, "net.pt"))
        print(f"{spent / 60:5.2f} min {played:10,} games: won {100 * won:.1f} % ± {100 * margin:.1f} of {count}, "
              f"{own:.1f} : {other:.1f} points", flush=True)

    while spent < 60 * args.minutes:
        if spent >= due:
            measure(args.measure)
            due = spent + 4 * args.minutes
        begin, left = time.monotonic(), 1 - spent / 60 / args.minutes
        adam.param_groups[0]["lr"] = 1e-3 * max(left, 0.02)
        quick = copy.deepcopy(net).half() if GPU else net
        positions, wanted, ended = play(quick, batch, 64, noise=0.01 + 0.04 * left)
        for some in torch.randperm(len(wanted), device=DEVICE).split(512):
            adam.zero_grad()
            (net(positions[some]) - wanted[some]).square().sum(1).mean().backward()
            adam.step()
        played, spent = played + ended, spent + time.monotonic() - begin
    measure(4 * args.measure)


if __name__ == "__main__":
    main()
