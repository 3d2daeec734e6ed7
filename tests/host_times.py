#!/usr/bin/env python3
"""host_times.py ATOLL: jumping clocks have no influence on tables online, time while a host is down counts for
nobody, and a silent client is dropped after a minute, or sooner where others wait to be told. Speaks TAP."""
import contextlib
import os
import select
import signal
import sqlite3
import struct
import sys
import tempfile
import time

import tap
from online import ATOLL, Server, begun, pump, settle, sit_all

MINUTE = 60 * 1000
YEAR = 366 * 86400 * 1000
LIBRARY = os.path.join(os.path.dirname(os.path.abspath(ATOLL)), "tests", "libjump.so")


class Clocks:
    """A server's two clocks: calendar and monotonic, as offsets in milliseconds."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "jump")
        self.set()

    def set(self, calendar=0, steady=0):
        with open(self.path, "r+b" if os.path.exists(self.path) else "wb") as file:
            file.write(struct.pack("=qq", calendar, steady))


@contextlib.contextmanager
def jumping(*args):
    with tempfile.TemporaryDirectory() as folder:
        clocks = Clocks(folder)
        with Server(*args, env=dict(os.environ, LD_PRELOAD=LIBRARY, ATOLL_JUMP=clocks.path)) as server:
            yield server, clocks


def left(client, table):
    client.ask("open", table=table)
    return client.tables[table]["left"]


def the_calendar_may_jump_while_people_play():
    with jumping("--keep-days", "2") as (server, clocks):
        a, b = server.client("Ann"), server.client("Ben")
        table = sit_all([a, b], "reef", clock={"kind": "game", "base": 3600000, "increment": 0})
        begun([a, b], table)
        while not (a.turn(table) or b.turn(table)):
            pump([a, b])
        begin = time.monotonic()
        before = sum(left(a, table))
        for calendar in (10 * YEAR, -10 * YEAR, 3 * 86400 * 1000, -1):
            clocks.set(calendar)
            link = a.ask("device")["link"].split("/")[1]
            clocks.set(-calendar)
            assert server.client().ask("redeem", secret=link)["name"] == "Ann"
            mover = a if a.turn(table) else b
            mover.move(table, mover.turn(table)[0])
            settle([a, b], table)
        spent = before - sum(left(a, table))
        passed = (time.monotonic() - begin) * 1000
        assert -1 <= spent <= passed + 100, (spent, passed)
        events = a.ask("events", table=table)
        assert events and not any(e["event"] in ("out-of-time", "ended") for e in a.tables[table]["log"].values())


def time_down_is_nobodys_whatever_the_calendar_says():
    with jumping() as (server, clocks):
        a, b = server.client("Ann"), server.client("Ben")
        table = sit_all([a, b], "reef", clock={"kind": "turn", "base": 40 * 86400000})
        begun([a, b], table)
        while not (a.turn(table) or b.turn(table)):
            pump([a, b])
        mover = a if a.turn(table) else b
        for calendar in (YEAR, -YEAR, 0):
            begin, before = time.monotonic(), min(left(mover, table))
            server.stop(signal.SIGKILL)
            clocks.set(calendar)
            server.start()
            mover = server.client(cookie=mover.cookie)
            after = min(left(mover, table))
            up = (time.monotonic() - begin) * 1000  # at most: it was down for a part of it
            assert abs(before - after) < MINUTE + up, (before, after)  # beats are seconds apart, the jumps are years


def tables_that_never_began_go_after_two_weeks():
    """Seats of people who were forgotten after a day; a game that has begun stays."""
    with jumping() as (server, clocks):
        a, b = server.client("Ann"), server.client("Ben")
        begins = a.ask("create", game="reef", fair=False, seats=["me", "beginner"])["table"]
        waits = a.ask("create", game="reef", seats=["person", "person"])["table"]
        b.ask("create", game="reef", seats=["person", "person"])
        b.ask("forget")
        for days, kept in ((0, 3), (2, 2), (8, 2), (13, 2), (15, 1), (21, 1)):
            server.stop()
            clocks.set(days * 86400 * 1000)
            server.start()
            server.stop()
            with contextlib.closing(sqlite3.connect(os.path.join(server.data, "atoll.db"))) as db:
                there = [id.hex() for id, in db.execute("SELECT id FROM tables")]
            assert len(there) == kept and begins in there and (waits in there) == (days < 14), (days, there)
            server.start()


PING = b"\x89\0"


def take(client, answers):
    """Reads the messages, and answers pings if asked to; returns the number, or None if the connection has ended."""
    pings = 0
    while select.select([client.socket], [], [], 0)[0]:
        try:
            data = client.socket.recv(65536)
        except OSError:
            return None
        if not data:
            return None
        pings += data.count(PING)
        for _ in range(data.count(PING) if answers else 0):
            client.frame(10, b"")
        client.buffer += data.replace(PING, b"")
    return pings


def who_says_nothing_for_a_minute_is_dropped():
    """A client without pongs is gone after a minute; one with pongs stays."""
    with jumping() as (server, clocks):
        a, b = server.client("Ann"), server.client("Ben")
        table = sit_all([a, b], "reef")
        begun([a, b], table)
        for steady, stays in ((26000, True), (62000, False)):
            clocks.set(0, steady)
            asked, silent = 0, 0
            while silent is not None and not (stays and asked and silent):  # until both got a ping, and one is gone
                time.sleep(0.05)
                asked += take(a, True)
                more = take(b, False)
                silent = None if more is None else silent + more
            assert (silent is not None) == stays, steady
        a.wait(lambda m: m["type"] == "presence" and not m["seats"][1]["here"])
        assert a.ask("mine")["tables"][0]["table"] == table


def who_says_presence_is_missed_after_twenty_seconds():
    """One answers pings and stays, one is silent and is gone; one of before, as silent, has a minute."""
    with jumping() as (server, clocks):
        a, b, c = server.client("Ann"), server.client("Ben"), server.client("Cleo")
        table = sit_all([a, b, c], "reef")
        begun([a, b, c], table)
        for who in (a, b):
            who.ask("open", table=table, presence=True)
        settle([a, b, c], table)
        for steady in (11500, 20000):
            clocks.set(0, steady)
            asked, silent = 0, 0
            while silent is not None and not (steady < 12000 and asked and silent):
                time.sleep(0.05)
                asked += take(a, True)
                assert take(c, False) is not None, "it has longer"
                more = take(b, False)
                silent = None if more is None else silent + more
            assert (silent is None) == (steady > 12000), steady
        a.wait(lambda m: m["type"] == "presence" and not m["seats"][1]["here"])
        seats = a.ask("open", table=table) and a.tables[table]["seats"]
        assert [s["here"] for s in seats] == [True, False, True]


if __name__ == "__main__":
    sys.exit(tap.run(globals()))
