#!/usr/bin/env python3
"""million.py [COSTS]: a simulation of a million people at once, two to a table, with the costs that `make
bench-cluster` has measured (bench/costs.json). Every move is followed on its way: a turn of its node's one thread, a
place among those that wait for the last commit, a core of its database, the lock that NOTIFY takes until the commit
is on the disks of both databases, and back. The output depends on the costs alone; docs/capacity.md has it.

    million.py --check FILE     does the file have this output?"""
import heapq
import json
import os
import random
import sys

PEOPLE, THINK_S = 1_000_000, 15       # seconds between two moves at a table
CORES, ROUND_TRIP_MS, DISK_MS = 8, 0.5, 2.0  # a database's machine; between machines; a sync of a slow disk
BEGIN_S, END_S = 0.5, 1.5             # events between these times are counted
RUNS = ((6, 1), (12, 1), (6, 2), (8, 2), (12, 2), (24, 2), (12, 4))
NOTICE = 100                          # moves that fit into one notice


class Costs:
    """In seconds and bytes."""

    def __init__(self, file):
        with open(file, encoding="ascii") as costs:
            self.all = json.load(costs)
        for name, value in self.all.items():
            if name.endswith("_us"):
                setattr(self, name[:-3], value / 1e6)
            elif name.endswith("_bytes"):
                setattr(self, name, value)


class Run:
    """This many nodes and databases. Each serial resource is the time at which it will be free."""

    def __init__(self, costs, nodes, databases):
        self.costs, self.rng, self.rate = costs, random.Random(1), PEOPLE / 2 / THINK_S
        self.sync = (2 * DISK_MS + ROUND_TRIP_MS) / 1e3
        # Every node hears of every move: this part of its thread is spent on others' moves.
        self.speed = max(1 - self.rate * costs.node_notice, 0.01)
        self.nodes, self.locks = [0.0] * nodes, [0.0] * databases
        self.cores = [[0.0] * CORES for _ in range(databases)]
        self.waiting, self.under_way = {}, set()
        self.busy = {"node": 0.0, "core": 0.0, "lock": 0.0}
        self.events, self.serial, self.answers, self.commits, self.rows = [], 0, [], 0, 0

    def at(self, time, what, *args):
        self.serial += 1
        heapq.heappush(self.events, (time, self.serial, what, args))

    def node(self, time, n, seconds):
        """The time at which node n has done it."""
        seconds /= self.speed
        self.nodes[n] = max(self.nodes[n], time) + seconds
        if BEGIN_S <= time < END_S:
            self.busy["node"] += seconds
        return self.nodes[n]

    def move(self, time):
        """One person moves, and another one will."""
        n, d = self.rng.randrange(len(self.nodes)), self.rng.randrange(len(self.locks))
        self.at(self.node(time, n, self.costs.node_move / 2), self.wait, n, d, time)
        if (after := time + self.rng.expovariate(self.rate)) < END_S:
            self.at(after, self.move)

    def wait(self, time, n, d, asked):
        self.waiting.setdefault((n, d), []).append(asked)
        if (n, d) not in self.under_way:
            self.send(time, n, d)

    def send(self, time, n, d):
        """All waiting moves, as one transaction."""
        rows, rest = self.waiting[n, d][:NOTICE], self.waiting[n, d][NOTICE:]
        self.waiting[n, d] = rest
        self.under_way.add((n, d))
        self.at(self.node(time, n, self.costs.node_commit) + ROUND_TRIP_MS / 2e3, self.execute, n, d, rows)

    def core(self, time, d, seconds):
        """The time at which a core of database d has done it."""
        done = max(heapq.heappop(self.cores[d]), time) + seconds
        heapq.heappush(self.cores[d], done)
        if BEGIN_S <= time < END_S:
            self.busy["core"] += seconds
        return done

    def execute(self, time, n, d, rows):
        self.at(self.core(time, d, self.costs.database_commit + len(rows) * self.costs.database_move), self.commit, n, d, rows)

    def read(self, time, n, d):
        """The other player's node, which was told where to look."""
        self.node(self.core(time, d, self.costs.database_other), n, self.costs.node_other)

    def commit(self, time, n, d, rows):
        self.locks[d] = max(self.locks[d], time) + self.sync
        self.at(self.locks[d] + ROUND_TRIP_MS / 2e3, self.tell, n, d, rows)
        if BEGIN_S <= time < END_S:
            self.busy["lock"] += self.sync
            self.commits += 1
            self.rows += len(rows)

    def tell(self, time, n, d, rows):
        """The mover's node; the other player's, which may be any, finds out from the notice."""
        for asked in rows:
            done = self.node(time, n, self.costs.node_move / 2)
            self.at(time, self.read, self.rng.randrange(len(self.nodes)), d)
            if BEGIN_S <= asked < END_S:
                self.answers.append(done - asked)
        self.under_way.discard((n, d))
        if self.waiting.get((n, d)):
            self.send(time, n, d)

    def run(self):
        self.move(0.0)
        while self.events and self.events[0][0] < END_S + 5:
            time, _, what, args = heapq.heappop(self.events)
            what(time, *args)
        self.answers.sort()
        return self

    def share(self, name, many):
        return self.busy[name] / (END_S - BEGIN_S) / many

    def late(self, p):
        return self.answers[int((len(self.answers) - 1) * p)] * 1e3


def row(*cells):
    return "| " + " | ".join(str(c) for c in cells) + " |"


def table(costs):
    """As Markdown, which people can read as it is."""
    lines = [row("nodes", "databases", "a node's thread", "a database's cores", "its lock", "moves a commit", "p50, ms", "p99, ms", ""),
             "|" + "---:|" * 8 + "---|"]
    for nodes, databases in RUNS:
        run = Run(costs, nodes, databases).run()
        shares = run.share("node", nodes) * run.speed + 1 - run.speed, run.share("core", databases * CORES), run.share("lock", databases)
        behind = run.rows < 0.97 * run.rate * (END_S - BEGIN_S)
        lines.append(row(nodes, databases, *(f"{min(s, 1) * 100:.0f} %" for s in shares), f"{run.rows / max(run.commits, 1):.0f}",
                         *(("", "") if behind else (f"{run.late(0.5):.0f}", f"{run.late(0.99):.0f}")), "falls behind" if behind else ""))
    return lines


def sizes(costs):
    """Results that do not depend on time."""
    rate = PEOPLE / 2 / THINK_S
    return [row("of a million people", ""), "|---|---:|",
            row("moves a second", f"{rate:,.0f}"),
            row("cores that HAProxy is busy with", f"{rate * costs.proxy_move:.1f}"),
            row("memory of all nodes, GB: sockets", f"{PEOPLE * costs.socket_bytes / 1e9:.0f}"),
            row("memory of all nodes, GB: tables, each at two of them", f"{PEOPLE * costs.table_bytes / 1e9:.0f}"),
            row("memory of HAProxy, GB", f"{PEOPLE * costs.proxy_socket_bytes / 1e9:.0f}"),
            row("WAL, MB a second", f"{rate * costs.wal_bytes / 1e6:.1f}"),
            row("kept of an hour, GB", f"{rate * 3600 * costs.kept_bytes / 1e9:.0f}")]


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    check = sys.argv[2] if sys.argv[1:2] == ["--check"] else None
    costs = Costs(sys.argv[1] if len(sys.argv) > 1 and not check else os.path.join(here, "costs.json"))
    text = "\n".join([*table(costs), "", *sizes(costs)])
    if not check:
        print(text)
        return 0
    with open(check, encoding="utf-8") as file:
        same = text in file.read()
    print("the same" if same else f"{check} does not hold what bench/million.py prints:\n\n{text}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
