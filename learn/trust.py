#!/usr/bin/env python3
"""Calibrates the win probabilities that a search finds (struct at_trust in bots/knowledge.h), as `atoll lab tune
--trust` does, but on several kinds of games together: files that `atoll lab calibration --rows` wrote, each with the
total weight of its games (FILE:WEIGHT; without one, the number of its forecasts). Prints the row of C, and the
calibration for every file, and for those of --check."""
import argparse

import numpy as np
import torch

LEFT = 5  # columns before the shares


class Rows:
    """The forecasts of a file."""

    def __init__(self, name, weight=None):
        self.name = name
        table = np.loadtxt(name)
        seats = self.seats = (table.shape[1] - LEFT) // 6
        self.game, seat = table[:, 0].astype(int), table[:, 3].astype(int) - 1
        self.weight = len(table) if weight is None else float(weight)
        self.left = torch.tensor(table[:, 4])
        self.told, self.came, self.points, _, self.found, self.first = [
            torch.tensor(table[:, LEFT + k * seats:LEFT + (k + 1) * seats]) for k in range(6)]
        self.moves = torch.nn.functional.one_hot(torch.tensor(seat), seats).double()


def along(triple, left):
    """Three numbers for the end, the middle and the start."""
    return torch.where(left < 0.5, triple[0] + (triple[1] - triple[0]) * 2 * left, triple[1] + (triple[2] - triple[1]) * (2 * left - 1))[:, None]


class Trust:
    def __init__(self, use_first):
        self.sure, self.first = torch.tensor([1.0, 1, 1], dtype=torch.double), torch.zeros(3, dtype=torch.double)
        self.lead, self.turn = torch.zeros(3, dtype=torch.double), torch.zeros(3, dtype=torch.double)
        self.doubt = torch.tensor([0.02, 0.1, 0.1], dtype=torch.double)
        self.numbers = [self.sure, self.lead, self.turn, self.doubt] + ([self.first] if use_first else [])
        for x in self.numbers:
            x.requires_grad_()

    def logs(self, rows):
        """The logarithms of the reported probabilities."""
        doubt = torch.clamp(along(self.doubt, rows.left), min=0.001)

        def share(w):
            return torch.log(w * (1 - doubt) + doubt / rows.seats)
        lead = rows.points - rows.points[:, :1]
        power = along(self.sure, rows.left) * share(rows.found) + along(self.first, rows.left) * share(rows.first)
        power = power + along(self.lead, rows.left) * lead + along(self.turn, rows.left) * rows.moves
        return torch.log_softmax(power, 1)

    def penalty(self):
        """A penalty for numbers that change in the course of the game, and for a lead that counts against its owner."""
        change = sum((((x[1:] - x[:-1]) / scale) ** 2).sum() for x, scale in ((self.sure, 1), (self.first, 1), (self.turn, 1), (self.lead, 0.1), (self.doubt, 1)))
        return change + 1e3 * (torch.clamp(-self.lead, min=0) ** 2).sum() + 10 * (torch.clamp(0.1 - self.sure, min=0) ** 2).sum() \
            + 10 * (torch.clamp(-self.first, min=0) ** 2).sum() + 1e3 * (torch.clamp(0.002 - self.doubt, min=0) ** 2).sum()

    def text(self):
        def row(x, digits):
            return "{" + ", ".join(f"{float(v):.{digits}f}" for v in x) + "}"
        return (f"    {{.sure = {row(self.sure, 2)},\n     .first = {row(self.first, 2)},\n     .lead = {row(self.lead, 3)},\n"
                f"     .turn = {row(self.turn, 2)},\n     .doubt = {row(self.doubt, 3)}}},")


def loss(logs, rows):
    return -(rows.came * logs).sum(1).mean()


def bins_apart(logs, rows):
    """The mean square of the gaps of ten bins of the forecasts for the seat to move."""
    said, came = (torch.exp(logs) * rows.moves).sum(1), (rows.came * rows.moves).sum(1)
    tenth = torch.nn.functional.one_hot(torch.clamp((said.detach() * 10).long(), max=9), 10).double()
    return (((said - came) @ tenth) ** 2 / torch.clamp(tenth.sum(0), min=1)).sum() / len(said)


def fit(trust, files, hold, bins):
    whole = sum(f.weight for f in files)
    walk = torch.optim.LBFGS(trust.numbers, max_iter=300, line_search_fn="strong_wolfe")

    def step():
        walk.zero_grad()
        sum_of = hold * trust.penalty()
        for f in files:
            logs = trust.logs(f)
            sum_of = sum_of + f.weight / whole * (loss(logs, f) + bins * bins_apart(logs, f))
        sum_of.backward()
        return sum_of
    walk.step(step)


def report(name, logs, rows):
    """Log loss, Brier score, and every one of ten bins with a gap, in points, with its interval over games."""
    said, came = (torch.exp(logs) * rows.moves).sum(1).detach().numpy(), (rows.came * rows.moves).sum(1).numpy()
    apart = []
    for k in range(10):
        here = np.minimum((said * 10).astype(int), 9) == k
        if not here.any():
            continue
        mean = (said - came)[here].mean()
        sums = np.bincount(rows.game[here], (said - came)[here] - mean)
        half = 1.96 * np.sqrt((sums ** 2).sum()) / here.sum()
        if abs(mean) > max(0.04, half):
            apart.append(f"{10 * k} to {10 * k + 10} % {100 * mean:+.1f} +- {100 * half:.1f}")
    gain = np.log(rows.seats) - float(loss(logs, rows))
    print(f"{name:40} less than even odds by {gain:.4f}, Brier score {((said - came) ** 2).mean():.4f}, apart: {', '.join(apart) or 'none'}")


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("files", nargs="+", metavar="FILE[:WEIGHT]")
    words.add_argument("--check", nargs="*", default=[], metavar="FILE", help="games that nothing is fitted to")
    words.add_argument("--hold", type=float, default=1e-3, help="how much numbers that change in the course of the game are held back")
    words.add_argument("--bins", type=float, default=0, help="how much bins that are apart count beside the surprise")
    words.add_argument("--no-first", action="store_true", help="leave out what was seen right after the turn")
    options = words.parse_args()
    files = [Rows(*name.split(":")) for name in options.files]
    trust = Trust(not options.no_first)
    fit(trust, files, options.hold, options.bins)
    print(trust.text())
    for rows in files + [Rows(name) for name in options.check]:
        report(rows.name + ", as it is", torch.log(torch.clamp(rows.told, min=1e-9)), rows)
        report(rows.name + ", fitted", trust.logs(rows), rows)


if __name__ == "__main__":
    main()
