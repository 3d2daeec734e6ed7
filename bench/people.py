"""Shared by benchmarks of hosts: a host, the people (a process of their own), and the costs of processes."""
import os
import re
import shutil
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def percentile(values, p):
    values = sorted(values)
    return values[int((len(values) - 1) * p)]


def processor(process):
    """Processor seconds of a process and all its threads."""
    return time.clock_gettime((~process.pid << 3) | 2)


def memory(process):
    """Bytes of the machine's memory that it uses."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) * 1024


def good(got):
    assert got["refused"] == 0 and got["wrong"] == 0, got
    return got


class Crowd:
    """People who follow orders: bench/crowd.c, or another program that takes the same orders."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()

    def say(self, order):
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline().split()
        assert line, f"no answer to '{order}'"
        return dict(zip(line[::2], map(float, line[1::2])))

    def play(self, seconds, rate, servers):
        """Their results; and the processor's µs for a move of everybody, by name: servers are functions that return
        seconds."""
        before = {name: seconds_of() for name, seconds_of in servers.items()}
        mine = processor(self.process)
        got = self.say(f"play {seconds} {rate}")
        moves = max(got["moves"], 1)
        got["cost"] = {name: (seconds_of() - before[name]) / moves * 1e6 for name, seconds_of in servers.items()}
        got["people_us"] = (processor(self.process) - mine) / moves * 1e6
        got["rate"] = got["moves"] / got["seconds"]
        return got


class Served:
    """A server that prints its address, and the people who connect to it."""

    def __init__(self, command, port, people, **options):
        begin = time.monotonic()
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
        found = None
        while not found:
            line = self.server.stdout.readline()
            assert line, f"{command[0]} did not start"
            found = re.search(port, line)
        self.started = time.monotonic() - begin
        self.crowd = Crowd([*people, found[1]])
        self.say = self.crowd.say

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.crowd.__exit__()
        self.server.terminate()
        try:
            self.server.wait(20)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()
        self.server.stdout.close()

    def play(self, seconds, rate):
        got = self.crowd.play(seconds, rate, {"server": lambda: processor(self.server)})
        got["us"] = got["cost"]["server"]
        return got

    def memory(self):
        return memory(self.server)


def host(build, data):
    """`atoll serve` of a build, with a store in this folder."""
    return Served([os.path.join(build, "atoll"), "serve", "--listen", "127.0.0.1:0", "--data", data, "--per-second", "100000"],
                  r"http://[\d.]+:(\d+)/", [os.path.join(build, "bench/crowd")])


def run(report, quick):
    """Calls report(folder) with a temporary folder."""
    if quick:
        print("Too short and too small to say anything: it only shows that all of it runs.")
    folder = tempfile.mkdtemp(prefix="atoll-bench-")
    try:
        report(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
