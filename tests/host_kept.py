#!/usr/bin/env python3
"""host_kept.py ATOLL: tables that an earlier version has stored go on in this one: tests/kept/host-*.db. Speaks TAP.

    host_kept.py ATOLL --make FILE     writes such a store; keep it as tests/kept/host-VERSION.db when the schema, the rows
                                       or the rules of a game have a new version, and leave the older ones"""
import glob
import hashlib
import os
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import time

import tap
from online import ATOLL, GAMES, HERE, Server, begun, play_out, pump, settle, sit_all

TOKENS = {"Ann": "a1" * 32, "Bob": "b0" * 32}


def people(server):
    return [server.client(cookie=f"atoll_{server.port}={token}") for token in TOKENS.values()]


def end(clients, table):
    clients[0].ask("end", table=table)
    clients[1].ask("agree", table=table)
    settle(clients, table)


def make(file):
    """For every game one table under way, one with a bot, one that is over, one that continues a record; and one that
    waits for somebody."""
    rng = random.Random(1)
    with Server() as server:
        clients = people(server)
        for c, name in zip(clients, TOKENS):
            c.ask("name", name=name, picture=len(name) + ord(name[0]) % 32)
        a, b = clients
        for game in GAMES:
            table = sit_all(clients, game, clock={"kind": "turn", "base": 40 * 86400000})
            begun(clients, table)
            play_out(clients, table, rng, 9)
            a.ask("chat", table=table, text=f"This is {game}.")
            over = sit_all(clients, game)
            begun(clients, over)
            play_out(clients, over, rng, 6)
            end(clients, over)
            record = a.ask("record", table=over)["record"]
            following = a.ask("create", record=record, seats=["me", "person"], fair=True, promise=a.promise(), open=True)["table"]
            for c in clients:
                c.ask("open", table=following)
            b.ask("sit", table=following, promise=b.promise())
            while not (a.turn(following) or b.turn(following)):
                pump(clients)
            play_out(clients, following, rng, 3)
            bot = a.ask("create", game=game, seats=["easy", "me"], promise=a.promise())["table"]
            a.ask("open", table=bot)
            while not a.turn(bot):
                a.receive()
        a.ask("create", game=GAMES[0], seats=["me", "person"], open=True, promise=a.promise())
        server.stop()
        db = os.path.join(server.data, "atoll.db")
        with sqlite3.connect(db) as store:  # tokens that the host has not made itself
            for name, token in TOKENS.items():
                store.execute("UPDATE tokens SET hash = ? WHERE person = (SELECT person FROM guests WHERE name = ?)",
                              (hashlib.sha256(bytes.fromhex(token)).digest(), name))
        store.close()
        shutil.copy(db, file)


def by_its_own_rules(file, info, record):
    """Tables continue by the rules with which they began, and their records name the version (none: version 1)."""
    rules = 2 if info["game"] == "reef-encounter" and int(re.search(r"host-(\d+)", file)[1]) >= 5 else 1
    assert info["rules"] == rules, info["rules"]
    assert ("rules: 2\n" in record) == (rules == 2)


def begins_anew_by_the_newest(a, table):
    again = a.ask("rematch", table=table, promise=a.promise())["table"]
    a.ask("open", table=again)
    newest = {g["name"]: g["rules"] for g in a.hello["games"]}
    assert a.tables[again]["rules"] == newest[a.tables[again]["game"]]


def play_on(clients, table, rng):
    """A few more moves, and the end."""
    a = clients[0]
    people_here = [c for c in clients if c.tables.get(table) and c.tables[table]["you"]]
    before = a.tables[table]["number"]
    late = time.monotonic() + tap.HANG
    for _ in range(3):
        while not any(c.turn(table) for c in people_here):
            pump(people_here)
            assert time.monotonic() < late
        play_out(people_here, table, rng, 1)
    assert a.tables[table]["number"] > before
    if len(people_here) == 2:
        end(people_here, table)
    else:
        a.ask("end", table=table)  # a bot agrees
        while a.tables[table]["phase"] != "abandoned":
            a.receive()
    record = a.ask("record", table=table)["record"]
    assert record.count("\n") > before / 2
    return record


def tables_that_were_kept_go_on():
    files = sorted(glob.glob(os.path.join(HERE, "kept", "host-*.db")))
    assert files
    for file in files:
        rng, data = random.Random(2), tempfile.mkdtemp(prefix="atoll-")
        shutil.copy(file, os.path.join(data, "atoll.db"))
        with Server(data=data) as server:
            clients = people(server)
            assert [c.hello["name"] for c in clients] == list(TOKENS)
            tables = clients[0].ask("mine")["tables"]
            phases = sorted(t["phase"] for t in tables)
            assert phases == ["abandoned"] * 3 + ["gathering"] + ["playing"] * 9, phases
            said = 0
            for t in tables:
                table = t["table"]
                clients[0].ask("open", table=table)
                assert clients[0].tables[table]["read_only"] is None, clients[0].tables[table]["read_only"]
                if any(s.get("name") == "Bob" for s in clients[0].tables[table]["seats"]):
                    clients[1].ask("open", table=table)
                said += len(clients[0].ask("chats", table=table)["lines"])
                if t["phase"] == "gathering":
                    continue
                info = clients[0].tables[table]
                record = play_on(clients, table, rng) if t["phase"] == "playing" else clients[0].ask("record", table=table)["record"]
                assert record.startswith("game: ")
                by_its_own_rules(file, info, record)
                if info["game"] == "reef-encounter" and t["phase"] == "playing":
                    begins_anew_by_the_newest(clients[0], table)
            assert said == 3


if __name__ == "__main__":
    if "--make" in sys.argv:
        make(sys.argv[3])
    else:
        sys.exit(tap.run(globals()))
