#!/usr/bin/env python3
"""siege.py ATOLL [whole [SCALE [SIEGES]]]: strangers do their worst (tests/attack.c) while people play (bench/crowd.c;
both are found beside ATOLL), and afterwards nobody was refused, nothing is lost, and the host is as small as before.
Attackers have one core, the host and the people the other. Ten thousand connections come from 200 addresses.

The short form speaks TAP: 2,000 connections. It depends on no speed: people whom a slow machine disconnects come back as the
page does, and what is asserted is what is refused, wrong or lost, and how much memory it takes. `whole` judges the times, too,
each phase SCALE times as long (1: ten minutes), and does everything twice: what a siege leaves behind must not add up."""
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import tap
from engines import free_port
from online import ATOLL, Client, Closed, Refused, Server

sys.path.append(str(Path(__file__).resolve().parent.parent / "bench"))
from people import Crowd, percentile, processor  # noqa: E402

WHOLE = sys.argv[2:3] == ["whole"]
SCALE, SIEGES = float((sys.argv[3:4] or [1])[0]), int((sys.argv[4:5] or [2])[0])
ADDRESSES, EACH = (200, 50) if WHOLE else (40, 50)
TABLES, RATE, BOT_TABLES = 200, 200, 10
CORES = sorted(os.sched_getaffinity(0))

# The attacks of each phase, and its seconds: in the short form, in the whole.
ALL = ()
FRAMES = ("pings", "pongs", "bytes", "tiny", "junk", "huge", "deep")
HELD = ("parts", "long", "head", "deaf", "views", "requests", "pings", "drip", "drip-head", "mute")
ASKED = ("commands", "devices", "chat", "hints", "views", "guests")
MADE = ("tables", "lobby", "guests", "hints")
COME = ("reset", "guests", "bytes", "junk", "mute", "requests")
PHASES = (("everything", ALL, 12, 240), ("frames", FRAMES, 3, 60), ("what is held", HELD, 5, 90),
          ("what is asked", ASKED, 3, 60), ("what is made", MADE, 5, 90), ("who comes and goes", COME, 3, 60))

MORE_MIB, AFTER_MIB, AGAIN_MIB = 256, 32, 4
MOVE_MS, BOT_MS = 50, 500


def tool(name):
    """A program that is built together with ATOLL."""
    return str(Path(ATOLL).resolve().parent / name)


def memory(process):
    """The host's memory, in MiB."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


class Attack:
    """The attackers, of these kinds."""

    def __init__(self, port, kinds):
        core = ["taskset", "-c", str(CORES[0])]
        self.process = subprocess.Popen([*core, tool("tests/attack"), str(port), str(ADDRESSES), str(EACH), *kinds],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ready(self):
        assert self.process.stdout.readline() == "ready\n"

    def stop(self):
        self.process.stdin.close()
        said = self.process.stdout.read()
        self.process.stdout.close()
        assert self.process.wait(tap.HANG) == 0
        return said


class Person(threading.Thread):
    """An honest person beside the crowd: a thread that continues until it is stopped. Its failures are in `wrong`."""

    def __init__(self, host, stop):
        super().__init__(daemon=True)
        self.host, self.stopped, self.refused, self.cut, self.took = host, stop, [], [], []
        self.client = None

    def run(self):
        while not self.stopped.is_set():
            try:
                self.do()
            except Refused as error:
                self.refused.append(repr(error))
                self.stopped.wait(1)
            except (Closed, OSError, TimeoutError) as error:
                self.cut.append(repr(error))
                self.client = None
                self.stopped.wait(1)


class Newcomer(Person):
    """Connects, gives a name, makes a table and leaves again."""

    def do(self):
        begin = time.monotonic()
        c = Client("127.0.0.1", self.host.port, timeout=tap.HANG)
        c.ask("name", name="Ann")
        table = c.ask("create", game="reef", seats=["me", "easy"], fair=False)["table"]
        c.ask("open", table=table)
        c.ask("close", table=table)
        self.took.append(1000 * (time.monotonic() - begin))
        c.close()
        self.stopped.wait(1)


class Against(Person):
    """Plays against an easy bot, and measures the time from a move's acknowledgement until the bot has answered."""

    def do(self):
        if not self.client:
            self.client = Client("127.0.0.1", self.host.port, timeout=tap.HANG, source="127.0.0.9")
            self.client.ask("name", name="Bob")
        c = self.client
        table = c.ask("create", game="reef", seats=["me", "easy"], fair=False)["table"]
        c.ask("open", table=table)
        while not self.stopped.is_set() and c.tables[table]["phase"] != "finished":
            legal = c.turn(table)
            if not legal:
                c.receive()
                continue
            c.move(table, legal[0])
            begin = time.monotonic()
            while not c.turn(table) and c.tables[table]["phase"] == "playing":
                c.receive()
            self.took.append(1000 * (time.monotonic() - begin))
            self.stopped.wait(0.5)
        c.ask("close", table=table)


class Siege:
    """A host, its people, and their measurements."""

    def __init__(self, server):
        self.server, self.failed, self.peak, self.watching = server, [], 0, True
        self.metrics_port = free_port()
        server.command = ["taskset", "-c", str(CORES[-1])]
        server.again("--metrics", f"127.0.0.1:{self.metrics_port}")
        os.sched_setaffinity(0, {CORES[-1]})
        self.crowd = Crowd([tool("bench/crowd"), str(server.port)])
        self.crowd.say(f"tables {TABLES} 0")
        self.play(3)
        self.warm_up()
        threading.Thread(target=self.watch, daemon=True).start()

    def warm_up(self):
        """Bots of all sizes have thought, some at once: from then on each thread keeps its 24 MiB."""
        people = [Client("127.0.0.1", self.server.port, timeout=tap.HANG) for _ in range(4)]
        for c in people:
            c.ask("name", name="Cat")
            c.ask("open", table=c.ask("create", game="reef", seats=["master", "me", "master", "easy"], fair=False)["table"])
        for c in people:
            table = list(c.tables)[0]
            for _ in range(3):
                while not c.turn(table):
                    c.receive()
                c.move(table, c.turn(table)[0])
            c.close()

    def watch(self):
        """The host's memory, each half second."""
        while self.watching:
            try:
                self.peak = max(self.peak, memory(self.server.process))
            except (OSError, StopIteration):
                pass  # it has just ended
            time.sleep(0.5)

    def metric(self, name):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=tap.HANG) as reply:
            return float(re.search(rf"^{name} (\S+)$", reply.read().decode(), re.M)[1])

    def acknowledged(self):
        """The host's own histogram: how many commands took at most this many seconds, from reading to acknowledging."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.metrics_port}/metrics", timeout=tap.HANG) as reply:
            text = reply.read().decode()
        return [(float(le), int(n)) for le, n in re.findall(r'^atoll_acknowledgement_seconds_bucket{le="(.+)"} (.+)$', text, re.M)]

    def play(self, seconds):
        return self.crowd.play(seconds, RATE, {"host": lambda: processor(self.server.process)})

    def settled(self, most, seconds):
        """The host's memory, as soon as it is at most this (MiB), or after this many seconds."""
        end = time.monotonic() + seconds
        while memory(self.server.process) > most and time.monotonic() < end:
            self.play(1)
        return memory(self.server.process)

    def check(self, what, good, value, bar):
        print(f"# {'good' if good else 'BAD '}  {what}: {value} (at most {bar})", flush=True)
        if not good:
            self.failed.append(f"{what}: {value}, at most {bar}")

    def idle(self):
        """The memory for ten thousand idle connections."""
        attack = Attack(self.server.port, ["idle"])
        attack.ready()
        need = memory(self.server.process)
        attack.stop()
        return need

    def phase(self, name, kinds, seconds):
        """Attack and play; returns what the honest people measured."""
        attack = Attack(self.server.port, kinds)
        while not select.select([attack.process.stdout], [], [], 0)[0]:
            self.play(1)  # a person who does nothing for a minute counts as gone
        attack.ready()
        before = self.acknowledged()
        got = self.play(seconds)
        took = [(le, n - m) for (le, n), (_, m) in zip(self.acknowledged(), before)]
        own = next(le for le, n in took if n >= 0.99 * took[-1][1])
        said = attack.stop()
        share = got["cost"]["host"] * got["moves"] / got["seconds"] / 1e4
        print(f"# {name}, {seconds:.0f} s: {got['moves']:.0f} moves, p50 {got['p50']:.1f} ms, p99 {got['p99']:.1f} ms "
              f"(by the host's own clock at most {1000 * own:.0f}); the host had {share:.0f} % of a core and has "
              f"{memory(self.server.process):.0f} MiB", flush=True)
        for line in said.splitlines():
            if line != "ready":
                print(f"#     {line}", flush=True)
        self.check(f"{name}: people refused", got["refused"] == 0, got["refused"], 0)
        self.check(f"{name}: views that are wrong", got["wrong"] == 0, got["wrong"], 0)
        self.check(f"{name}: moves made", got["moves"] > 0, f"{got['moves']:.0f}", "what was offered")
        if WHOLE:
            self.check(f"{name}: people cut off", got["closed"] == 0, got["closed"], 0)
            self.check(f"{name}: ms of an acknowledgement, p99", got["p99"] <= MOVE_MS, got["p99"], MOVE_MS)

    def once(self):
        """All phases. Returns the host's memory afterwards, in MiB."""
        before = memory(self.server.process)
        need = self.idle()
        self.settled(before + AFTER_MIB / 2, 60)
        print(f"# before: {before:.0f} MiB; with {ADDRESSES * EACH} connections: {need:.0f} MiB", flush=True)
        self.peak, stop = 0, threading.Event()
        people = [Newcomer(self.server, stop)] + [Against(self.server, stop) for _ in range(BOT_TABLES)]
        for p in people:
            p.start()
        for name, kinds, short, whole in PHASES:
            self.phase(name, kinds, whole * SCALE if WHOLE else short)
        stop.set()
        for p in people:
            p.join(tap.HANG)
        self.check("MiB above what the connections need", self.peak <= need + MORE_MIB, f"{self.peak - need:.0f}", MORE_MIB)
        refused = sorted({w for p in people for w in p.refused})
        self.check("newcomers and players refused", not refused, refused or 0, 0)
        cut = sorted({w for p in people for w in p.cut})
        if WHOLE:
            self.check("newcomers and players cut off", not cut, cut or 0, 0)
        bots = [ms for p in people[1:] for ms in p.took]
        late = percentile(bots or [0], 0.99)
        came = percentile(people[0].took or [0], 0.99)
        print(f"# {len(people[0].took)} people came, p99 {came:.0f} ms; {len(bots)} answers of bots, p50 {percentile(bots or [0], 0.5):.0f}, p99 {late:.0f} ms", flush=True)
        if WHOLE:
            self.check("ms of an easy bot, p99", late <= BOT_MS, f"{late:.0f}", BOT_MS)
        end = time.monotonic()
        after = self.settled(before + AFTER_MIB, 300 if WHOLE else 0)
        print(f"# {time.monotonic() - end:.0f} s later: {after:.0f} MiB", flush=True)
        for name in ("tables_awake", "thoughts_waiting", "sockets", "sockets_bytes", "tables_stored", "guests_stored"):
            print(f"#     {name}: {self.metric('atoll_' + name):.0f}", flush=True)
        if WHOLE:
            self.check("MiB above before, after it", after <= before + AFTER_MIB, f"{after - before:.0f}", AFTER_MIB)
        return after

    def lost(self):
        """Acknowledged moves that are missing after the host was killed."""
        numbers = self.crowd.say("numbers")
        numbers.pop("tables")
        self.server.stop(signal.SIGKILL)
        self.server.start()
        eyes = Client("127.0.0.1", self.server.port, timeout=tap.HANG)
        lost = 0
        for table, number in numbers.items():
            eyes.ask("open", table=table)
            lost += eyes.tables[table]["number"] < number
            eyes.ask("close", table=table)
            time.sleep(0.1)  # more would exceed the rate limit
        eyes.close()
        self.check(f"tables of {len(numbers)} that have lost what was acknowledged", lost == 0, lost, 0)

    def end(self):
        self.watching = False
        self.crowd.process.kill()
        self.crowd.process.wait()


def a_siege_costs_no_honest_person_anything(server):
    siege = Siege(server)
    try:
        first = siege.once()
        if WHOLE and SIEGES > 1:
            first = siege.settled(0, 300)
            siege.once()
            siege.settled(0, 300)
            again = memory(server.process)
            siege.check("MiB more than after the first siege", again <= first + AGAIN_MIB, f"{again - first:.1f}", AGAIN_MIB)
        siege.lost()
    finally:
        siege.end()
    assert not siege.failed, siege.failed


if __name__ == "__main__":
    names = dict(globals())
    sys.argv = sys.argv[:2]
    with Server() as host:
        sys.exit(tap.run(names, ("server",), lambda test: test(host)))
