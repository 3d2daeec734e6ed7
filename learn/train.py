#!/usr/bin/env python3
"""Trains the net of a game on the output of `atoll lab selfplay`, measures it on games that it did not see, and
writes the table that bots/know_GAME.c includes: bots/net_GAME.h. docs/lab/learning.md has the commands of the present
nets."""
import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import torch
from positions import read
from table import TOP, ONE, Table, read_tables, up

HELD_OUT = 20  # every n-th game is for validation


class Net(torch.nn.Module):
    """The net of bots/net.h in real numbers. Features are divided by their spread."""

    def __init__(self, features, first, second):
        super().__init__()
        self.own = torch.nn.Linear(features, first)
        self.all = torch.nn.Linear(features, first, bias=False)
        self.next = torch.nn.Linear(first, second)
        self.last = torch.nn.Linear(second, 1, bias=False)

    def forward(self, x):
        top = TOP / ONE
        first = torch.clamp(self.own(x) + self.all(x.sum(1, keepdim=True)), 0, top)
        second = torch.clamp(self.next(first), 0, top)
        return self.last(second).squeeze(2)


def layers(net, spread):
    """The weights for table.py, for features in the units of the file."""
    def real(tensor):
        return tensor.detach().cpu().double().numpy()
    return {"own": real(net.own.weight) / spread, "all": real(net.all.weight) / spread, "first_bias": real(net.own.bias),
            "next": real(net.next.weight), "second_bias": real(net.next.bias), "last": real(net.last.weight)[0]}


def begin_from(net, table, spread):
    """The table's weights."""
    known = table.layers()
    features = net.own.weight.shape[1]
    weights = {"own.weight": known["own"][:, :features] * spread, "own.bias": known["first_bias"], "all.weight": known["all"][:, :features] * spread,
               "next.weight": known["next"], "next.bias": known["second_bias"], "last.weight": known["last"][None]}
    net.load_state_dict({name: torch.tensor(value, dtype=torch.float32) for name, value in weights.items()})


def target(data, part):
    """The target: the result, mixed with the search's opinion."""
    thought = data.thought.sum(1, keepdims=True) > 0.5
    mixed = (1 - part) * data.came + part * data.thought
    return np.where(thought, mixed, data.came).astype(np.float32)


def train(net, data, rows, spread, options):
    x = torch.tensor(data.features[rows].astype(np.float32) / spread.astype(np.float32), device=options.device)
    y = torch.tensor(target(data, options.thought)[rows], device=options.device)
    steps = options.epochs * (len(rows) // options.batch + 1)
    best = torch.optim.Adam(net.parameters(), lr=options.rate)
    slower = torch.optim.lr_scheduler.OneCycleLR(best, max_lr=options.rate, total_steps=steps + 1, pct_start=0.1)
    chance = torch.Generator().manual_seed(options.seed)
    for epoch in range(options.epochs):
        total = torch.zeros((), device=options.device)
        for batch in torch.randperm(len(rows), generator=chance).to(options.device).split(options.batch):
            loss = -(y[batch] * torch.log_softmax(net(x[batch]), 1)).sum(1).mean()
            loss = loss + options.decay * sum((p * p).sum() for p in net.parameters())
            best.zero_grad()
            loss.backward()
            best.step()
            slower.step()
            total += loss.detach() * len(batch)
        print(f"  epoch {epoch + 1}: {float(total) / len(rows):.4f}", file=sys.stderr, flush=True)


def measures(shares, data, rows):
    """Log loss, Brier score, the largest gap among ten bins with at least a hundred games' worth of positions, bias
    of every seat, and of the one that has moved, in hundredths."""
    came = data.came[rows]
    shares = np.clip(shares, 1e-4, 1)
    shares = shares / shares.sum(1, keepdims=True)
    loss = -(came * np.log(shares)).sum(1).mean()
    brier = ((shares - came) ** 2).mean()
    bins = np.minimum((shares * 10).astype(int), 9)
    apart = [100 * (shares - came)[bins == k].mean() for k in range(10) if (bins == k).sum() > 500]
    seats = 100 * (shares - came).mean(0)
    moved = data.moved[rows][:, None] == np.arange(data.players)
    return loss, brier, max(apart, key=abs, default=0), seats, 100 * (shares - came)[moved].mean()


def report(name, shares, data, rows):
    loss, brier, apart, seats, moved = measures(shares, data, rows)
    print(f"  {name:22} log loss {loss:.4f}  Brier {brier:.4f}  worst bin {apart:+5.1f}  seats "
          f"{' '.join(f'{b:+.1f}' for b in seats)}  who moved {moved:+.1f}", flush=True)


def learn(data, options, start, known):
    """The table for this number of players, and the net from which the next begins. known: the present table, if
    there is one."""
    held = data.game % HELD_OUT == 0
    rows, kept = np.flatnonzero(~held), np.flatnonzero(held)
    print(f"{data.name}, {data.players} players: {len(rows)} positions to learn from, {len(kept)} held out")
    spread = data.features.reshape(-1, data.features.shape[2]).astype(np.float64).std(0) + 1
    torch.manual_seed(options.seed)
    net = Net(len(data.names), up(options.first), up(options.second)).to(options.device)
    if known:
        begin_from(net, known, spread)
        report("the net there was", known.shares(data.features[kept]), data, kept)
    elif start:  # a net for fewer players is a good start for more
        net.load_state_dict(start[0].state_dict())
        with torch.no_grad():
            for layer in (net.own, net.all):
                layer.weight *= torch.tensor(spread / start[1], dtype=torch.float32, device=options.device)
    train(net, data, rows, spread, options)
    most = np.abs(data.features.astype(np.int64)).max((0, 1)) * 5 // 4 + 8
    table = Table(layers(net, spread), most, data.players)
    report("the evaluation", data.judged[kept], data, kept)
    asked = kept[data.thought[kept].sum(1) > 0.5]
    report("  where it thought", data.judged[asked], data, asked)
    report("the search's thought", data.thought[asked], data, asked)
    report("the net, where so", table.shares(data.features[asked]), data, asked)
    with torch.no_grad():
        x = torch.tensor(data.features[kept].astype(np.float32) / spread.astype(np.float32), device=options.device)
        report("the net, real numbers", torch.softmax(net(x), 1).cpu().numpy(), data, kept)
    report("the net", table.shares(data.features[kept]), data, kept)
    table.keep_example(data.features[kept[len(kept) // 2]])
    return table, (net, spread)


def write(path, game, tables):
    name = "net_" + game.replace("-", "_")
    parts = [t.text(name) for t in tables]
    with open(path, "w", encoding="ascii") as out:
        guard = f"AT_{name.upper()}_H"
        out.write(f"/* Nets for {', '.join(str(t.players) for t in tables)} players (net.h), written by learn/train.py; "
                  f"docs/lab/learning.md says\n * how. */\n#ifndef {guard}\n#define {guard}\n\n#include \"net.h\"\n\n/* clang-format off */\n")
        out.write("\n".join(p[0] for p in parts))
        out.write(f"\n/* By the number of players, from two on; no inputs: there is none. */\n"
                  f"static const struct at_net at_{name}[AT_SEATS_MAX - 1] AT_NET_DATA = {{\n")
        for t, p in zip(tables, parts):
            out.write(f"    [{t.players - 2}] =\n{p[1]}\n")
        out.write("};\n/* clang-format on */\n\n#endif\n")


def together(files):
    """By the number of players."""
    sets = {}
    for data in files:
        sets.setdefault(data.players, []).append(data)
    for players, parts in sets.items():
        parts[0].add(parts[1:])
        sets[players] = parts[0]
    return sets


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("files", nargs="+", help="written by atoll lab selfplay, all of one game")
    words.add_argument("--out", help="the table of C; none without")
    words.add_argument("--begin", help="a table of C to begin from; of numbers of players that no file has it is kept as it is")
    words.add_argument("--first", type=int, default=32, help="units of the first layer")
    words.add_argument("--second", type=int, default=16, help="units of the second")
    words.add_argument("--thought", type=float, default=0.3, help="how much the search's thought counts beside what came")
    words.add_argument("--epochs", type=int, default=12)
    words.add_argument("--batch", type=int, default=1024)
    words.add_argument("--rate", type=float, default=5e-3)
    words.add_argument("--decay", type=float, default=2e-6)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = words.parse_args()
    with ProcessPoolExecutor() as pool:
        sets = together(pool.map(read, options.files))
    known = read_tables(options.begin) if options.begin else {}
    tables, start = dict(known), None
    for players in sorted(sets):
        tables[players], start = learn(sets[players], options, start, known.get(players))
    if options.out:
        write(options.out, next(iter(sets.values())).name, [tables[players] for players in sorted(tables)])


if __name__ == "__main__":
    main()
