#!/usr/bin/env python3
"""cluster.py BUILD [quick|keep]: what a move costs each part of a cluster: the nodes, PostgreSQL and HAProxy, as processor time,
with 1, 2 and 3 nodes; and how long its answer takes. Everything runs on this one machine, the people (bench/crowd.c)
included: processor time is right even when the cores are not enough, how long an answer takes is not. What machines of
their own would carry is computed from it and says so. The database lies in the directory TMPDIR says, or /tmp: it should be on a disk.
With `keep` the costs are written to bench/costs.json, from which bench/million.py makes its table."""
import json
import os
import re
import sys
import time

import people
from people import ROOT, Crowd, good, memory, processor

sys.path.insert(0, os.path.join(ROOT, "tests"))
from engines import HERE, Postgres  # noqa: E402
from nodes import Cluster  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])
ATOLL, CROWD = os.path.join(BUILD, "atoll"), os.path.join(BUILD, "bench/crowd")
HOW = sys.argv[2] if len(sys.argv) > 2 else ""
QUICK = HOW not in ("", "keep")
TABLES, SECONDS, RATES, SOCKETS, MORE = (30, 0.5, (100, 300), 200, 60) if QUICK else (400, 5, (200, 1000), 2000, 2000)


class Measured:
    """A cluster with people in front of it, and the resources that all parts have used."""

    def __init__(self, nodes, idle=0):
        """This many nodes; the last `idle` of them serve nobody."""
        self.cluster = Cluster(ATOLL, nodes, cables=False, fronted=nodes - idle, fsync="on")
        self.crowd = Crowd([CROWD, str(self.cluster.port)])
        self.nodes = self.cluster.nodes[:nodes - idle]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.crowd.__exit__()
        self.cluster.__exit__()

    def ask(self, value):
        return int(self.cluster.primary.sql(f"SELECT {value}", "atoll"))

    def servers(self):
        """Processor seconds of each part."""
        return {"node": lambda: sum(processor(n.process) for n in self.nodes),
                "idle": lambda: sum(processor(n.process) for n in self.cluster.nodes[len(self.nodes):]),
                "database": self.cluster.primary.processor,
                "proxy": lambda: processor(self.cluster.front.process)}

    def rest(self):
        """The use of each part in a second when everybody is connected and nobody moves."""
        servers = self.servers()
        before, begin = {name: seconds() for name, seconds in servers.items()}, time.monotonic()
        time.sleep(SECONDS)
        return {name: (seconds() - before[name]) / (time.monotonic() - begin) for name, seconds in servers.items()}

    def play(self, rate, rest=None):
        """Less the use at rest, if that is known."""
        kept = {"commits": "pg_snapshot_xmax(pg_current_snapshot())::text", "wal": "pg_current_wal_insert_lsn() - '0/0'",
                "kept": "pg_database_size('atoll')"}
        before = {name: self.ask(value) for name, value in kept.items()}
        got = good(self.crowd.play(SECONDS, rate, self.servers()))
        got["cost"] = {name: max(us - (rest or {}).get(name, 0) * got["seconds"] / got["moves"] * 1e6, 0) for name, us in got["cost"].items()}
        return dict(got, **{name: (self.ask(value) - before[name]) / got["moves"] for name, value in kept.items()})


def row(*cells):
    print(f"{cells[0]:<44}" + "".join(f"{c:>10}" for c in cells[1:]), flush=True)


def show(what, got):
    cost = got["cost"]
    row(what, f"{got['rate']:.0f}", f"{cost['node']:.0f}", f"{cost['database']:.0f}", f"{cost['proxy']:.0f}",
        f"{got['commits']:.2f}", f"{got['p50']:.1f}", f"{got['p99']:.1f}")


def on_sqlite(folder):
    """The yardstick: one node with a file, and nothing in front of it."""
    with people.host(BUILD, os.path.join(folder, "file")) as host:
        host.say(f"tables {TABLES} 0")
        host.play(SECONDS / 3, 0)
        for rate in (*RATES, 0):
            got = good(host.play(SECONDS, rate))
            row(f"SQLite, {offered(rate)}", f"{got['rate']:.0f}", f"{got['us']:.0f}", "-", "-", "-", f"{got['p50']:.1f}", f"{got['p99']:.1f}")


def offered(rate):
    return f"{rate} a second offered" if rate else "as many as go"


def measure(nodes):
    found = {}
    with Measured(nodes) as all_of_it:
        all_of_it.crowd.say(f"tables {TABLES} 0")
        all_of_it.play(0)
        rest = all_of_it.rest()
        for rate in (*RATES, 0):
            found[rate] = all_of_it.play(rate, rest)
            show(f"{nodes} {'node' if nodes == 1 else 'nodes'}, {offered(rate)}", found[rate])
    return found


def notices():
    """The µs that a move costs a node without players, for the notice of it."""
    with Measured(2, idle=1) as all_of_it:
        all_of_it.crowd.say(f"tables {TABLES} 0")
        all_of_it.play(0)
        return all_of_it.play(0)["cost"]["idle"]


def sockets():
    """Bytes of a connection at the node and at HAProxy."""
    with Measured(1) as all_of_it:
        engines = all_of_it.nodes[0].process, all_of_it.cluster.front.process
        all_of_it.crowd.say("sockets 100")
        before = [memory(e) for e in engines]
        all_of_it.crowd.say(f"sockets {SOCKETS}")
        return [(memory(e) - b) / SOCKETS for e, b in zip(engines, before)]


def more_tables():
    """Bytes of a table that is awake."""
    with Measured(1) as all_of_it:
        all_of_it.crowd.say(f"tables {MORE // 20} 0")
        before = memory(all_of_it.nodes[0].process)
        all_of_it.crowd.say(f"more {MORE}")
        return (memory(all_of_it.nodes[0].process) - before) / MORE


def commits():
    """How many a second 16 connections make on the disk, without a notice and with one."""
    with Postgres(fsync="on") as database:
        database.sql("CREATE TABLE x (bytes bytea)")
        found = []
        for notice in ("", "SELECT pg_notify('x', random()::text);\n"):
            file = database.folder.write("script", f"BEGIN;\nINSERT INTO x VALUES ('coral');\n{notice}COMMIT;\n")
            said = database.tool("pgbench", "-n", "-t", str(10 if QUICK else 300), "-c", "16", "-f", file, "-h", HERE, "-p", str(database.port),
                                 "-U", "atoll", "postgres")
            found.append(float(re.search(r"tps = ([\d.]+)", said)[1]))
        return found


def line(points):
    """The a and b, neither below 0, for which a * x + b fits y best."""
    n, sx, sy = len(points), sum(x for x, _ in points), sum(y for _, y in points)
    sxx, sxy = sum(x * x for x, _ in points), sum(x * y for x, y in points)
    a = (n * sxy - sx * sy) / max(n * sxx - sx * sx, 1e-9)
    a = min(max(a, 0), sy / sx)
    return a, (sy - a * sx) / n


def fit(found):
    """The costs of a move and of a transaction, separately: the fewer moves share a transaction, the more each costs.
    With several nodes the other player's node has to read the move and to send it: with many nodes this is so for
    nearly everybody."""
    alone, apart = list(found[1].values()), [got for nodes in (2, 3) for got in found[nodes].values()]
    costs = {}
    for part in ("database", "node"):
        commit, move = line([(got["commits"], got["cost"][part]) for got in alone])
        other = sum(got["cost"][part] - commit * got["commits"] - move for got in apart) / len(apart)
        costs.update({f"{part}_commit_us": commit, f"{part}_move_us": move, f"{part}_other_us": max(other, 0)})
    return {**costs, "proxy_move_us": min(got["cost"]["proxy"] for got in apart),
            **{f"{name}_bytes": sum(got[name] for got in apart) / len(apart) for name in ("wal", "kept")}}


def computed(costs):
    """Figures that this machine has too few cores to show."""
    batch = 64
    node = costs["node_move_us"] + costs["node_other_us"] + costs["node_commit_us"] / batch
    database = costs["database_move_us"] + costs["database_other_us"] + costs["database_commit_us"] / batch
    print(f"\nComputed, not measured: each part on a machine of its own, {batch} moves a commit.")
    print(f"  a node, one thread all day at 70 %               {0.7e6 / node:>8,.0f} moves a second")
    print(f"  PostgreSQL, 8 cores at 70 %                      {0.7e6 * 8 / database:>8,.0f} moves a second, if its disk takes "
          f"{costs['wal_bytes'] * 0.7 * 8 / database:.0f} MB of WAL a second")
    print(f"  HAProxy, a core at 70 %                          {0.7e6 / costs['proxy_move_us']:>8,.0f} moves a second")
    print(f"  nodes that hear of 10,000 moves a second of others lose {costs['node_notice_us']:.1f} % of their thread to it")


def report(folder):
    print(f"{TABLES} tables of two people, who are at different nodes if there are several.\n")
    row("", "moves", "node", "database", "proxy", "commits", "p50", "p99")
    row("", "a second", "µs a move", "µs a move", "µs a move", "a move", "ms", "ms")
    on_sqlite(folder)
    found = {nodes: measure(nodes) for nodes in (1, 2, 3)}
    costs = fit(found)
    costs["node_notice_us"] = notices()
    costs["socket_bytes"], costs["proxy_socket_bytes"] = sockets()
    costs["table_bytes"] = more_tables()
    print()
    for name, value in costs.items():
        print(f"{name:<24}{value:>10.1f}")
    print("\ncommits a second of 16 connections: %.0f; with a notice in each, which go one after the other: %.0f" % tuple(commits()))
    computed(costs)
    if HOW == "keep":
        with open(os.path.join(ROOT, "bench/costs.json"), "w", encoding="ascii") as file:
            json.dump({name: round(value, 2) for name, value in costs.items()}, file, indent=1)
            file.write("\n")


people.run(report, QUICK)
