"""Shared by the tests of tables online: a server with its data, people who play at tables, and the same under kills."""
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "examples"))
from client import Client, Closed, Refused  # noqa: E402
import tap  # noqa: E402
from engines import free_port  # noqa: E402

ATOLL = sys.argv[1]
GAMES = [line.strip() for line in open(os.path.join(HERE, "..", "games.list"), encoding="ascii")]


STORE = os.environ.get("ATOLL_TEST_STORE")  # a PostgreSQL instead of files (on_postgresql.py)


def new_schema():
    """The address of an empty part of the database."""
    name = f"s{random.SystemRandom().getrandbits(60)}"
    subprocess.run(["psql", "-Xqwd", STORE, "-c", f"CREATE SCHEMA {name}"], check=True, stdin=subprocess.DEVNULL)
    return f"{STORE}?options=-csearch_path%3D{name}"


class Server:
    """A server with its data, which stays when it is killed and started again."""

    def __init__(self, *args, data=None, env=None, store=None):
        self.args, self.data = ["--per-second", "100000", *args], data or tempfile.mkdtemp(prefix="atoll-")
        self.port, self.process, self.env = None, None, env
        self.store = store or (["--store", new_schema()] if STORE and not data else ["--data", self.data])
        self.clients = []
        self.command = []  # a program that runs it
        self.start()

    def start(self):
        """Its port; at first a free one outside the range of outgoing connections, so that it stays free while the
        server is down."""
        port = self.port or free_port()
        self.process = subprocess.Popen(
            [*self.command, ATOLL, "serve", "--listen", f"127.0.0.1:{port}", *self.store, *self.args],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.env)
        line = self.process.stdout.readline()
        if not re.search(r"http://127\.0\.0\.1:\d+/", line):
            why = self.process.stderr.read()
            if "in use" in why and not self.port:  # another process was quicker
                self.process.wait()
                self.start()
                return
            raise AssertionError((line, why))
        self.port = port

    def stop(self, number=signal.SIGTERM):
        for c in self.clients:  # the start need not be waited for
            c.close()
        self.clients = []
        self.process.send_signal(number)
        code = self.process.wait(tap.HANG)
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        if number != signal.SIGKILL:
            assert code == 0 and not errors, (code, errors)

    def again(self, *args):
        """The same server with other arguments."""
        self.stop()
        self.args = list(args)
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            if self.process.poll() is None:
                self.stop()
        finally:
            shutil.rmtree(self.data)

    def client(self, name=None, **more):
        c = Client("127.0.0.1", self.port, **{"timeout": tap.HANG, **more})
        self.clients.append(c)
        if name:
            c.ask("name", name=name)
        return c


def run_tests(names):
    """All tests that take a server, each with a new one."""

    def each(test):
        with Server() as server:
            test(server)

    return tap.run(names, ("server",), each)


def patient(client, do, **members):
    """Asks again for as long as it was too fast."""
    while True:
        try:
            return client.ask(do, **members)
        except Refused as no:
            if no.code != "too-fast":
                raise
            time.sleep(0.1)


def refused(code, call, *args, **members):
    try:
        call(*args, **members)
    except Refused as no:
        assert no.code == code, (no.code, no.why, code)
        return no
    raise AssertionError(f"not refused: {args} {members}")


def sit_all(makers, game, **more):
    """A table with these clients in its seats; all have it open."""
    first, *others = makers
    table = first.ask("create", game=game, seats=["me"] + ["person"] * len(others), promise=first.promise(), **more)["table"]
    first.ask("open", table=table)
    secret = first.tables[table]["play_link"].split("/")[-1]
    for c in others:
        c.ask("open", table=table, secret=secret)
        c.ask("sit", table=table, secret=secret, promise=c.promise())
    return table


def pump(clients, seconds=0.05):
    """Takes the messages that have come for any of them."""
    ready = [c for c in clients if c.buffer]
    if not ready:
        found = select.select([c.socket for c in clients], [], [], seconds)[0]
        ready = [c for c in clients if c.socket in found]
    for c in ready:
        c.receive()
    return bool(ready)


def settle(clients, table):
    """Waits until all of them have heard of the same last event."""
    end = time.monotonic() + tap.HANG
    while len({c.tables[table]["number"] for c in clients}) > 1:
        pump(clients)
        assert time.monotonic() < end, [c.tables[table]["number"] for c in clients]


def begun(clients, table):
    """Waits until everybody has revealed their number and the game has begun."""
    while any(c.tables[table]["phase"] == "gathering" for c in clients):
        pump(clients)


def play_out(clients, table, rng, most=10 ** 9, watchers=()):
    """Plays at random until the game is over, or this many moves were made."""
    made = 0
    while made < most:
        settle([*clients, *watchers], table)
        now = clients[0].tables[table]
        if now["phase"] == "finished":
            break
        mover = [c for c in clients if c.turn(table)]
        if not mover:
            pump(clients)
            continue
        mover[0].move(table, rng.choice(mover[0].turn(table)))
        made += 1
    settle([*clients, *watchers], table)
    return made


class Pair(threading.Thread):
    """Two people at one table who play on, whatever happens to the server. Every acknowledged move is remembered."""

    def __init__(self, server, seed, stop):
        super().__init__(daemon=True)
        self.server, self.rng, self.stopped = server, random.Random(seed), stop
        self.cookies, self.acknowledged, self.tables, self.error, self.numbers = [None, None], {}, [], None, {}
        self.known = 0  # events of the last table, as far as either has heard

    def connect(self, i):
        while True:
            try:
                c = Client("127.0.0.1", self.server.port, cookie=self.cookies[i], timeout=5, numbers=self.numbers)
                self.cookies[i] = c.cookie
                return c
            except (OSError, Closed):
                time.sleep(0.02)

    def insist(self, i, do, **members):
        """Sends the same command until it is answered."""
        id = os.urandom(16).hex()
        while True:
            try:
                return self.clients[i].ask(do, id=id, **members)
            except (OSError, Closed):
                self.clients[i].close()
                self.clients[i] = self.connect(i)
                if self.tables and do not in ("name", "create"):
                    self.reopen(i)
            except Refused as no:
                if no.code not in ("stopping", "busy", "store"):
                    raise
                time.sleep(0.02)

    def last(self):
        """Their claims about what they have seen: any node then knows at least as much."""
        self.known = max([self.known, *(c.tables[self.tables[-1]]["number"] for c in self.clients if self.tables[-1] in c.tables)])
        return {"last": self.known - 1} if self.known else {}

    def reopen(self, i):
        while True:
            try:
                return self.clients[i].ask("open", table=self.tables[-1], **self.last())
            except (OSError, Closed):
                self.clients[i] = self.connect(i)
            except Refused as no:
                if no.code == "not-allowed":
                    return None
                time.sleep(0.02)

    def run(self):
        try:
            self.clients = [self.connect(i) for i in range(2)]
            for i in range(2):
                self.insist(i, "name", name=f"P{i}")
            while not self.stopped.is_set():
                self.game()
        except Exception as error:  # pylint: disable=broad-except
            self.error = error

    def game(self):
        table = self.insist(0, "create", game="reef", seats=["me", "person"], open=True, promise=self.clients[0].promise())["table"]
        self.tables.append(table)
        self.known = 0
        for i in range(2):
            self.insist(i, "open", table=table)
        self.insist(1, "sit", table=table, promise=self.clients[1].promise())
        while not self.stopped.is_set():
            for i in range(2):
                self.insist(i, "open", table=table, **self.last())
                t = self.clients[i].tables[table]
                if t["phase"] == "finished":
                    for k in range(2):
                        self.insist(k, "close", table=table)
                    return
                legal = self.clients[i].turn(table)
                if legal:
                    self.move(i, table, t, self.rng.choice(legal))

    def move(self, i, table, t, move):
        acknowledged, at = self.acknowledged.setdefault(table, []), t["ply"]
        try:
            done = self.insist(i, "move", table=table, ply=at, backs=t["backs"], moves=[move])
            acknowledged.append((done["first"], at, i + 1, move))
        except Refused as no:
            # A node without its database has shown old state, and another one has the moves acknowledged meanwhile.
            if no.code != "late" or at not in [ply for _, ply, _, _ in acknowledged]:
                raise


def kill_and_count(host, kills, pairs=6):
    """People play while the server is killed this often; returns what Play.count() says of their moves."""
    rng = random.Random(9)
    play = Play(host, pairs)
    for _ in range(kills):
        play.on(rng.randrange(3, 9))
        host.stop(signal.SIGKILL)
        host.start()
    play.on(1)
    play.stop()
    return play.count(host.client)


class Play:
    """Pairs of people who play until they are stopped, and what became of their acknowledged moves."""

    def __init__(self, host, pairs):
        self.stopped = threading.Event()
        self.pairs = [Pair(host, i, self.stopped) for i in range(pairs)]
        for p in self.pairs:
            p.start()

    def moves(self):
        """The number of acknowledged moves."""
        return sum(len(moves) for p in self.pairs for moves in list(p.acknowledged.values()))

    def on(self, moves):
        """Waits until this many more have been acknowledged."""
        wanted = self.moves() + moves
        while self.moves() < wanted:
            assert not any(p.error for p in self.pairs), [p.error for p in self.pairs]
            time.sleep(0.005)

    def stop(self):
        self.stopped.set()
        for p in self.pairs:
            p.join(tap.HANG)
            assert not p.is_alive() and not p.error, p.error

    def count(self, client):
        """How many there were, how many the store has lost, how many are doubled; client(cookie=...) reads them."""
        lost = doubled = acknowledged = 0
        for p in self.pairs:
            for table in p.tables:
                c = client(cookie=p.cookies[0])
                heard = [first for first, *_ in p.acknowledged.get(table, [])]
                c.ask("open", table=table, **({"last": max(heard)} if heard else {}))  # one that is behind catches up
                if not c.tables[table]["number"]:
                    continue
                c.ask("events", table=table)
                log = c.tables[table]["log"]
                assert sorted(log) == list(range(c.tables[table]["number"]))
                plies = [e["ply"] for e in log.values() if e["event"] in ("decided", "drew")]
                doubled += len(plies) - len(set(plies))
                for first, ply, seat, move in p.acknowledged.get(table, []):
                    e = log.get(first)
                    acknowledged += 1
                    lost += not (e and e["event"] == "decided" and e["ply"] == ply and e["seat"] == seat and e["move"] == move)
                c.close()
        return acknowledged, lost, doubled
