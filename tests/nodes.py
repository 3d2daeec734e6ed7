"""Several equal nodes on one PostgreSQL, with HAProxy in front: shared by tests and benchmarks, with the faults that
can hit them."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack

from engines import HERE, LATE, PASSWORD, Cable, Haproxy, Postgres, free_port, until
from online import Client, Closed, Play, Refused


class Node:
    """One node. With cables its connections to the databases lead over some of its own, which can be cut."""

    def __init__(self, atoll, databases, *args, cables=True):
        self.cables = [Cable(p.port) for p in databases] if cables else []
        hosts = ",".join(f"{HERE}:{p.port}" for p in self.cables or databases)
        self.port, self.process, self.log = free_port(), None, tempfile.TemporaryFile()
        self.command = [atoll, "serve", "--listen", f"{HERE}:{self.port}", "--store", f"postgresql://atoll@{hosts}/atoll",
                        "--per-second", "100000", "--per-address", "10000", "--trust-proxy", HERE, *args]
        self.start()

    def start(self):
        begin = self.launch()

        def said():
            nonlocal begin
            ended = self.process.poll()  # first: earlier output does not count
            text = self.said(begin)
            if ended == 1 and "timeout expired" in text:  # the machine is slow: the service would restart it, too
                begin = self.launch()
                return None
            assert ended is None, f"the node does not start (exit status {ended}): {text}"
            return re.search(r"http://127\.0\.0\.1:\d+/", text)

        until(said, "the node starts", why=lambda: f"; it says: {self.said()}")

    def launch(self):
        """Starts it; from which byte on its log belongs to this start."""
        begin = os.fstat(self.log.fileno()).st_size
        self.process = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", *self.command], stdin=subprocess.DEVNULL, stdout=self.log,
                                        stderr=self.log, env=dict(os.environ, PGPASSWORD=PASSWORD))
        return begin

    def said(self, begin=0):
        """All its output, or that after this byte."""
        return os.pread(self.log.fileno(), 1 << 20, begin).decode(errors="replace")

    def state(self):
        """Its state, and its last lines."""
        ended = self.process.poll()
        return (f"the node at {self.port} {'runs' if ended is None else f'ended with {ended}'}; it said:\n"
                + "\n".join(self.said().splitlines()[-20:]))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()
        self.log.close()

    def kill(self):
        self.process.kill()
        self.process.wait(LATE)

    def sleep(self):
        self.process.send_signal(signal.SIGSTOP)

    def wake(self):
        self.process.send_signal(signal.SIGCONT)

    def cut_off(self):
        """It runs and has clients, but no connection to a database."""
        for cable in self.cables:
            cable.cut()

    def mend(self):
        for cable in self.cables:
            cable.mend()

    def client(self, name=None, **more):
        return named(Client(HERE, self.port, **more), name)

    def come(self, cookie=None, table=None, **more):
        """A client, at this table, as soon as the node accepts one."""

        def let_in():
            try:
                c = self.client(cookie=cookie)
                if table:
                    c.ask("open", table=table, **more)
                return c
            except (OSError, Closed, Refused):
                return None

        return until(let_in, "the node lets people in")


def named(client, name):
    if name:
        client.ask("name", name=name)
    return client


class Cluster:
    """The database, with a synchronous standby if wanted, the nodes and HAProxy."""

    def __init__(self, atoll, nodes=3, standby=False, cables=True, fronted=None, **settings):
        """HAProxy has all nodes behind it, or the first `fronted`; the settings are PostgreSQL's."""
        self.ends = ExitStack()
        try:
            self.primary = self.ends.enter_context(Postgres(**settings))
            self.primary.database()
            self.standby = self.ends.enter_context(Postgres(of=self.primary, **settings)) if standby else None
            self.nodes = []
            for _ in range(nodes):
                self.nodes.append(self.ends.enter_context(Node(atoll, self.databases(), cables=cables)))
            self.front = self.ends.enter_context(Haproxy([n.port for n in self.nodes[:fronted]]))
        except BaseException:
            self.ends.close()
            raise
        self.port = self.front.port

    def databases(self):
        return [self.primary, self.standby] if self.standby else [self.primary]

    def __enter__(self):
        return self

    def __exit__(self, error=None, *_):
        if error and issubclass(error, Exception):
            print(self.states(), file=sys.stderr, flush=True)
        self.ends.close()

    def watched(self, test):
        """Runs a test, and prints the state of all parts if it fails."""
        try:
            test(self)
        except Exception:
            print(self.states(), flush=True)
            raise

    def states(self):
        """The state of all parts, for debugging."""
        return "\n".join([*(node.state() for node in self.nodes),
                          *(f"the database at {p.port} said:\n" + "\n".join(p.log().splitlines()[-20:]) for p in self.databases())])

    def client(self, name=None, **more):
        """A client on the node that HAProxy chooses."""
        return named(Client(HERE, self.port, **more), name)

    # --- faults ---

    def kill_node(self, rng):
        node = rng.choice(self.nodes)
        node.kill()
        time.sleep(rng.uniform(0, 1))
        node.start()

    def sleeping_node(self, rng):
        """Stops it for so long that the others may give it up; then it wakes up as if nothing had happened."""
        node = rng.choice(self.nodes)
        node.sleep()
        time.sleep(rng.uniform(0.5, 5))
        node.wake()

    def cut_node(self, rng):
        node = rng.choice(self.nodes)
        node.cut_off()
        time.sleep(rng.uniform(0.5, 5))
        node.mend()

    def restart_postgres(self, rng):
        self.primary.stop("immediate")
        time.sleep(rng.uniform(0, 1))
        self.primary.start()

    def fail_over(self, rng):
        """The primary is lost, the standby takes its place, and the old primary starts again as its standby."""
        self.primary.stop("immediate")
        time.sleep(rng.uniform(0, 0.5))
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary
        self.follow()

    def follow(self):
        self.standby.copy(self.primary)
        self.standby.start()
        self.primary.wait_for_standby()


def play_through(cluster, blows, rng, pairs=4, say=lambda done: None):
    """Pairs play through HAProxy while one fault after the other hits the cluster, each when everybody has played on
    after the one before. Returns for the acknowledged moves: their number, how many are lost, how many are doubled,
    according to every node."""
    play = Play(cluster, pairs)
    for done, blow in enumerate(blows, 1):
        play_on(play)
        time.sleep(rng.uniform(0, 0.3))
        blow(cluster, rng)
        say(done)
    play_on(play)
    play.stop()
    found = {play.count(node.come) for node in cluster.nodes}
    assert len(found) == 1, f"nodes do not agree: {found}"
    return found.pop()


def play_on(play):
    """Waits until everybody has had some more moves acknowledged."""

    def acknowledged():
        return [sum(map(len, list(p.acknowledged.values()))) for p in play.pairs]

    def all_have():
        for p in play.pairs:
            if p.error:
                raise p.error
        return all(now >= then + 3 for now, then in zip(acknowledged(), before))

    before = acknowledged()
    until(all_have, "people play on", 2 * LATE)
