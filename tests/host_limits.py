#!/usr/bin/env python3
"""host_limits.py ATOLL: tables online, from outside: limits, and shutdown and restart: SIGTERM, kills, unusable data.
Speaks TAP."""
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import tap
from online import ATOLL, Closed, Refused, begun, kill_and_count, patient, play_out, refused, run_tests, sit_all


# --- limits and shutdown ---

def who_is_too_fast_is_told_and_then_cut_off(server):
    server.again()
    c = server.client("Ann")
    for _ in range(600):
        c.send("mine")
    try:
        while True:
            c.receive()
    except Closed as end:
        assert end.code == 4001, end.code
    codes = [m.get("code") for m in c.answers.values()]
    assert codes.count("too-fast") >= 200 and 90 <= codes.count(None) <= 150, (codes.count("too-fast"), codes.count(None))
    assert server.client("Bob")


def one_guest_does_not_make_tables_without_end(server):
    c = server.client("Ann")
    made, ids = 0, [os.urandom(16).hex() for _ in range(150)]
    plan = {"game": "reef", "seats": ["me", "easy"], "fair": False}
    try:
        while made < 150:
            patient(c, "create", id=ids[made], **plan)
            made += 1
    except Refused as no:
        assert no.code == "too-many" and made == 100, (no.code, made)
    again = patient(c, "create", id=ids[99], **plan)  # sent again, it counts once
    assert again["table"] in [t["table"] for t in c.ask("mine")["tables"]] and again["count"] > 0


def one_address_does_not_fill_the_host(server):
    """Once the host is half full, new guests cannot make tables any more; below that, and elsewhere, everybody can."""
    server.again("--tables", "160", "--per-second", "100000")
    plan, made = {"game": "reef", "seats": ["me", "person"], "fair": False}, 0
    try:
        while made < 160:
            c = server.client(f"M{made}", source="127.0.0.66")
            for _ in range(20):
                c.ask("create", **plan)
                made += 1
            c.close()
    except Refused as no:
        assert no.code == "too-fast" and "tables" in no.why, no
    assert 80 <= made < 100, made  # half of them, as fast as they came
    for i in range(3):
        server.client(f"P{i}", source="127.0.0.1").ask("create", **plan)


def opened_until_refused(connect, most=2000):
    """The status with which one of so many was refused, or None."""
    try:
        for _ in range(most):
            connect().close()
    except Closed as no:
        return no.code
    return None


def one_address_does_not_open_connections_without_end(server):
    """Those of others go on. With more room nobody counts."""
    server.again("--tables", "10", "--per-second", "100000")
    for _ in range(320):
        server.client(source="127.0.0.66").close()
    a = server.client("Ann")
    for _ in range(7):
        a.ask("create", game="reef", seats=["me", "person"], fair=False)
    assert opened_until_refused(lambda: server.client(source="127.0.0.66")) == 429
    assert server.client("Bob", source="127.0.0.67") and server.client(cookie=a.cookie).hello["name"] == "Ann"


def a_guest_does_not_open_connections_without_end(server):
    a = server.client("Ann")
    assert opened_until_refused(lambda: server.client(cookie=a.cookie)) == 429
    assert server.client("Bob") and a.ask("mine")


def there_are_so_many_tables_and_no_more(server):
    server.again("--tables", "3")
    a, b = server.client("Ann"), server.client("Bob")
    begins, plan = ({"game": "reef", "fair": False, "seats": [who, "beginner"]} for who in ("me", "person"))
    tables = [c.ask("create", **begins)["table"] for c in (a, b, a)]
    assert "tables" in refused("too-many", b.ask, "create", **plan).why
    server.stop()
    server.start()
    b = server.client(cookie=b.cookie)
    refused("too-many", b.ask, "create", **plan)
    subprocess.run([ATOLL, "admin", server.data, "remove-table", tables[0]], check=True, stdout=subprocess.DEVNULL)
    b.ask("create", **plan)
    refused("too-many", b.ask, "create", **plan)


def where_it_is_nearly_full_strangers_tables_that_never_began_make_room(server):
    """The oldest tables go first, and their spectators are told; tables of people who play somewhere stay."""
    server.again("--tables", "20")
    ann, eve = server.client("Ann"), server.client("Eve")
    playing = ann.ask("create", game="reef", fair=False, seats=["me", "beginner"])["table"]
    kept = ann.ask("create", game="reef", seats=["person", "person"])["table"]
    plan = {"game": "reef", "open": True, "seats": ["person", "person"]}
    made = [eve.ask("create", **plan)["table"] for _ in range(15)]
    eve.ask("open", table=made[0])
    for i in range(30):
        made.append(eve.ask("create", **plan)["table"])
        if i == 0:
            eve.wait(lambda m: m["type"] == "table" and m["read_only"] == "this table has been removed")
        mine = [row["table"] for row in eve.ask("mine")["tables"]]
        left = [t for t in made if t in mine]
        assert left == made[-len(left):] and 15 <= len(left) <= 18, (len(left), i)
    for table in (playing, kept):
        ann.ask("open", table=table)


def plies(client, table):
    client.ask("events", table=table)
    return sum(e["event"] == "decided" for e in client.tables[table]["log"].values())


def one_address_with_many_masters_stops_no_bot_elsewhere(server):
    """Counted in thoughts, not in seconds: while an easy bot elsewhere answers eight times, the masters do not get
    more tables than before."""
    server.again("--threads", "1", "--per-second", "100000")
    tables = []
    for i in range(4):
        m = server.client(f"M{i}", source="127.0.0.66")
        for _ in range(8):
            table = m.ask("create", game="my-shelfie", seats=["me", *["master"] * 3], fair=False)["table"]
            m.ask("open", table=table)
            while m.tables[table]["phase"] == "gathering":
                m.receive()
            if m.turn(table):
                m.move(table, m.turn(table)[0])
            tables.append((m, table))
    told = m.wait(lambda x: x["type"] == "thinking" and x["before"] > 0)
    assert told["before"] < 32 and m.tables[told["table"]]["seats"][told["seat"] - 1]["level"] == "master", told
    m.ask("open", table=told["table"])
    assert m.tables[told["table"]]["before"] > 0
    a = server.client("Ann")
    table = a.ask("create", game="my-shelfie", seats=["me", "easy"], fair=False)["table"]
    a.ask("open", table=table)
    before, rng, moves = sum(plies(*t) for t in tables), random.Random(1), 0
    while moves < 8:
        if a.turn(table):
            a.move(table, rng.choice(a.turn(table)))
            moves += 1
        else:
            a.receive()
    after = sum(plies(*t) for t in tables)
    assert after - before < len(tables) * 3, (before, after)  # a plain queue would have served them all first


def a_host_says_which_bots_are_its_best(server):
    server.again("--top-level", "normal")
    a = server.client("Ann")
    assert a.hello["levels"] == ["beginner", "easy", "casual", "normal"]
    no = refused("not-allowed", a.ask, "create", game="reef", seats=["me", "hard"], fair=False)
    assert "'normal'" in no.why
    table = a.ask("create", game="reef", seats=["me", "person"], fair=False)["table"]
    refused("not-allowed", a.ask, "fill", table=table, level="skilled")
    a.ask("fill", table=table, level="normal")
    wrong = subprocess.run([ATOLL, "serve", "--top-level", "best", "--check"], capture_output=True, text=True, timeout=tap.HANG)
    assert wrong.returncode == 2 and "--top-level" in wrong.stderr, wrong


def a_slow_reader_is_dropped_and_harms_nobody(server):
    rng = random.Random(7)
    a, b, w = server.client("Ann"), server.client("Bob"), server.client()
    table = sit_all([a, b], "reef-encounter")
    w.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    w.send("open", table=table, secret=a.tables[table]["watch_link"].split("/")[-1])
    for _ in range(60):
        w.send("open", table=table)
    play_out([a, b], table, rng, 150)
    assert server.client().hello


def sigterm_tells_everybody_to_come_back(server):
    rng = random.Random(8)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    play_out([a, b], table, rng, 4)
    number = a.tables[table]["number"]
    server.process.send_signal(signal.SIGTERM)
    try:
        while True:
            a.receive()
    except Closed as end:
        assert end.code == 1001, end.code
    a.close()
    b.close()
    assert server.process.wait(tap.HANG) == 0
    server.process.stdout.close()
    server.process.stderr.close()
    server.start()
    back = server.client(cookie=a.cookie)
    back.ask("open", table=table)
    assert back.hello["name"] == "Ann" and back.tables[table]["number"] == number
    assert back.hello["incarnation"] == a.hello["incarnation"]


def a_second_server_on_the_same_data_does_not_start(server):
    done = subprocess.run([ATOLL, "serve", "--listen", "127.0.0.1:0", "--data", server.data], capture_output=True,
                          text=True, timeout=tap.HANG)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done


def a_table_that_cannot_go_on_is_read_only_with_the_reason(server):
    rng = random.Random(11)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    play_out([a, b], table, rng, 5)
    server.stop()
    db = sqlite3.connect(os.path.join(server.data, "atoll.db"))
    first, row = db.execute("SELECT first, bytes FROM commands ORDER BY first DESC LIMIT 1").fetchone()
    row = bytearray(row)
    row[7] ^= 0x55  # another move
    db.execute("UPDATE commands SET bytes=? WHERE first=?", (bytes(row), first))
    db.commit()
    db.close()
    server.start()
    back = server.client(cookie=a.cookie)
    back.ask("open", table=table)
    assert back.tables[table]["read_only"] and back.tables[table]["number"] == first
    refused("read-only", back.ask, "end", table=table)


def kills_lose_and_double_nothing(server):
    acknowledged, lost, doubled = kill_and_count(server, 20)
    print(f"# 20 kills, {acknowledged} acknowledged moves, {lost} lost, {doubled} doubled", flush=True)
    assert lost == doubled == 0 and acknowledged > 50


if __name__ == "__main__":
    sys.exit(run_tests(globals()))
