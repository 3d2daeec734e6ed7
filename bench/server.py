#!/usr/bin/env python3
"""server.py BUILD [quick]: the costs of the host, beside their bars and beside the peer, boardgame.io in bench/peer
with a game of the same shape. One run measures everything: `atoll serve` on a store on the disk, the people
(bench/crowd.c), the peer with its own people (bench/peer/crowd.mjs), and the disk's own sync. Nothing here passes or
fails: it measures. The store is in the directory TMPDIR, or /tmp: it should be on a disk."""
import json
import os
import sqlite3
import statistics
import sys
import time

import people
from people import ROOT, Served, good, percentile

BUILD = os.path.abspath(sys.argv[1])
QUICK = sys.argv[2:] not in ([], [""])
TABLES, SECONDS, RATE = (100, 1, 500) if QUICK else (1000, 3, 2000)
PEER_TABLES, MATCHES, FILES = (30, 100, 10) if QUICK else (1000, 2000, 100)
MORE, SOCKETS, ALL_SOCKETS = (200, 500, 1000) if QUICK else (4000, 4000, 10000)
STORED = 2000 if QUICK else 100000
ROUNDS = 1 if QUICK else 5


def host(data):
    return people.host(BUILD, data)


def peer(**env):
    folder = os.path.join(ROOT, "bench/peer")
    return Served(["node", "server.mjs"], r"^port (\d+)", ["node", os.path.join(folder, "crowd.mjs")], cwd=folder,
                  env=dict(os.environ, **env))


def row(what, value, bar="", other="", note=""):
    """Printed at once: the whole takes minutes."""
    print(f"{what:<52}{value:>14}{bar:>22}{other:>14}  {note}", flush=True)


def sync_ms(folder, times):
    """The time of a sync of the disk: one more page, again and again."""
    taken = []
    path = os.path.join(folder, "sync")
    with open(path, "wb", buffering=0) as file:
        for _ in range(times):
            begin = time.monotonic()
            file.write(b"\1" * 4096)
            os.fdatasync(file.fileno())
            taken.append((time.monotonic() - begin) * 1e3)
    os.unlink(path)
    return taken


def in_turns(servers):
    """The greatest rate of moves, by name of the server: all are warm and measured in the same way, and take turns,
    so that disturbances of the machine affect all of them. The medians."""
    rounds = {name: [] for name in servers}
    for turn in range(1 + ROUNDS):
        for name, server in servers.items():
            got = good(server.play(SECONDS, 0))
            rounds[name] += [got] if turn > 0 else []
    return {name: {what: statistics.median(got[what] for got in some) for what in some[0] if what != "cost"}
            for name, some in rounds.items()}


def at_most(folder):
    """The greatest rate of moves, ours and the peer's; then a fixed rate offered to ours."""
    with host(os.path.join(folder, "work")) as ours:
        ours.say(f"tables {TABLES} 0")
        with peer() as theirs:
            theirs.say(f"tables {PEER_TABLES}")
            found = in_turns({"ours": ours, "theirs": theirs})
        syncs = sync_ms(folder, 150)
        found["offered"] = good(ours.play(2 * SECONDS, RATE))
        found["sync"] = percentile(syncs + sync_ms(folder, 150), 0.99)
    return found


def with_views(folder):
    """The same for clients that want the view with every step."""
    with host(os.path.join(folder, "views")) as ours:
        ours.say(f"tables {TABLES} 1")
        good(ours.play(SECONDS, 0))
        return good(ours.play(SECONDS, 0))


def in_memory(folder):
    """Bytes of a running table without clients, and of a connection."""
    with host(os.path.join(folder, "memory")) as ours:
        pairs = max(MORE // 50, 2)
        ours.say(f"tables {pairs} 0")
        before = ours.memory()
        ours.say(f"more {MORE}")
        table = (ours.memory() - before) / MORE
        before = ours.memory()
        ours.say(f"sockets {SOCKETS}")
        return table, (ours.memory() - before) / SOCKETS


def with_all(folder):
    """A table under way among very many connections."""
    with host(os.path.join(folder, "all")) as ours:
        ours.say("tables 1 0")
        count = ours.say(f"sockets {ALL_SOCKETS - 2}")["sockets"]
        return count, good(ours.play(1, 20))


def multiply(data, times):
    """Makes a store large: copies of its tables under new ids, with the same number of open ones."""
    db = sqlite3.connect(os.path.join(data, "atoll.db"))
    columns = [name for _, name, *_ in db.execute("PRAGMA table_info(tables)") if name not in ("no", "id")]
    names = ", ".join(columns)
    old = db.execute("SELECT max(no), count(*), (SELECT max(no) FROM commands) FROM tables").fetchone()
    step, rows, copies = old[0], old[2], -(-times // old[1])
    db.execute("CREATE TEMP TABLE copy AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
               " SELECT i FROM n", (copies,))
    db.execute("CREATE TEMP TABLE few AS SELECT * FROM commands WHERE first < 20")
    db.execute("CREATE TEMP TABLE ends AS SELECT table_no, max(no) AS last FROM few GROUP BY table_no")
    kept = names.replace("listed", "0 AS listed")
    db.execute(f"INSERT INTO tables (no, id, {names}) SELECT no + i * {step}, randomblob(16), {kept}"
               " FROM copy, tables JOIN ends ON ends.table_no = tables.no")
    db.execute(f"INSERT INTO moments SELECT table_no + i * {step}, ends.last + i * {rows}, events, turn, active"
               " FROM copy, moments JOIN ends USING (table_no)")
    db.execute(f"INSERT INTO openings SELECT table_no + i * {step}, bytes FROM openings, copy")
    db.execute(f"INSERT INTO commands SELECT no + i * {rows}, iif(before, before + i * {rows}, 0), table_no + i * {step},"
               " first, count, command, fresh, time, bytes FROM copy, few")
    db.execute(f"INSERT INTO members SELECT table_no + i * {step}, seat, person FROM members, copy")
    db.commit()
    count = db.execute("SELECT count(*) FROM tables").fetchone()[0]
    db.close()
    return count


def start_and_lobby(data):
    """The best of three: the time until it answers, and the lobby's median."""
    started, lobby = [], []
    for _ in range(3):
        with host(data) as ours:
            started.append(ours.started)
            ours.say("sockets 1")
            lobby.append(ours.say("lobby 300")["p50"])
    return min(started), min(lobby)


def stored(folder):
    data = os.path.join(folder, "stored")
    with host(data) as ours:
        ours.say("tables 100 0")
        ours.play(1, 2000)
    db = sqlite3.connect(os.path.join(data, "atoll.db"))
    db.execute("UPDATE tables SET listed = 1, phase = 0, free = 1 WHERE no % 2")
    db.commit()
    db.close()
    few = start_and_lobby(data)
    return few, multiply(data, STORED), start_and_lobby(data)


def the_peer(folder):
    """Its memory, and its moves with files."""
    found = {}
    with peer() as theirs:
        theirs.say("matches 50")
        before = theirs.memory()
        theirs.say(f"matches {MATCHES}")
        found["match"] = (theirs.memory() - before) / MATCHES
        before = theirs.memory()
        theirs.say(f"sockets {MATCHES}")
        found["socket"] = (theirs.memory() - before) / MATCHES
    with peer(FLATFILE_DIR=os.path.join(folder, "files")) as theirs:
        theirs.say(f"tables {FILES}")
        found["files"] = theirs.play(SECONDS, 0)
    return found


def version():
    with open(os.path.join(ROOT, "bench/peer/package.json"), encoding="utf-8") as file:
        return "boardgame.io " + json.load(file)["dependencies"]["boardgame.io"]


def report(folder):
    print(f"{'':<52}{'Atoll':>14}{'the bar':>22}{'the peer':>14}  {version()}", flush=True)
    work = at_most(folder)
    ours, most, offered = work["ours"], work["theirs"], work["offered"]
    theirs = the_peer(folder)
    files, views = theirs["files"], with_views(folder)
    row(f"moves a second, {TABLES} tables of two", f"{ours['rate']:.0f}", "", f"{most['rate']:.0f}",
        f"ours are durable; the peer's are in memory, with files {files['rate']:.0f}")
    row("  processor µs of the server a move", f"{ours['us']:.1f}", f"{most['us'] / 15:.1f}", f"{most['us']:.0f}",
        f"1/{most['us'] / ours['us']:.1f} of the peer's, medians of {ROUNDS} turns; the bar 1/15, the goal 1/25")
    row("  with the view at every step", f"{views['us']:.1f}", "", "", f"{views['rate']:.0f} moves a second")
    row("  p50, p99 of the answer, ms", f"{ours['p50']:.0f}, {ours['p99']:.0f}", "",
        f"{most['p50']:.0f}, {most['p99']:.0f}", f"people: {ours['people_us']:.0f} µs a move, {ours['over']:.0f} games ended")
    bar = max(20, 3 * work["sync"])
    row(f"{RATE} moves a second offered: p50, ms", f"{offered['p50']:.2f}")
    row("  p99", f"{offered['p99']:.1f}", f"{bar:.1f}", "", f"20, or three times fdatasync's p99 of {work['sync']:.1f}")
    row("  p99.9", f"{offered['p999']:.1f}", "60")
    row("  processor µs of the server a move", f"{offered['us']:.1f}")
    table, socket = in_memory(folder)
    row("a running table without sockets, kB", f"{table / 1e3:.1f}", "15", f"{theirs['match'] / 1e3:.1f}",
        "all memory of the process, by its growth")
    row("a socket, kB", f"{socket / 1e3:.1f}", "20", f"{theirs['socket'] / 1e3:.1f}")
    count, got = with_all(folder)
    row(f"a move among {count:.0f} sockets: p50, ms", f"{got['p50']:.2f}")
    few, tables, many = stored(folder)
    row(f"start with {tables} stored tables, s", f"{many[0]:.2f}", "1.00", "", f"with 100: {few[0]:.2f}")
    row("  the lobby, ms", f"{many[1]:.2f}", "", "", f"with 100: {few[1]:.2f}")


people.run(report, QUICK)
