#!/usr/bin/env python3
"""alarms.py ATOLL: the alerts that are shipped (install/alerts.yml) are silent while people play, and each fires on its attack
(tests/attack.c, its path in ATTACK). Speaks TAP."""
import os
import random
import re
import subprocess
import sys
import time
import urllib.request

import alerts
import tap
from engines import free_port
from online import ATOLL, begun, play_out, run_tests, sit_all

# For each alert: options of the host, addresses, connections of each, and what they do.
ATTACKS = (("AtollIsPinged", (), 20, 10, "pings pongs"), ("AtollGetsFragments", (), 20, 10, "bytes"),
           ("AtollGetsBadFrames", (), 20, 10, "huge junk"), ("AtollGetsNonsense", (), 20, 10, "deep tiny"),
           ("AtollIsFlooded", (), 20, 10, "commands"), ("AtollThrowsOut", (), 20, 10, "commands"),
           ("AtollIsNotRead", (), 20, 10, "views"), ("AtollSheds", ("--memory", "64"), 100, 20, "parts long"),
           ("AtollIsHeldOpen", (), 20, 20, "head drip-head"), ("AtollIsKnockedAt", (), 20, 10, "reset guests"),
           ("AtollHasNoRoom", (), 1, 400, "idle"), ("AtollThinksTooMuch", (), 100, 20, "hints"),
           ("AtollFillsUp", (), 20, 10, "lobby"), ("AtollMeetsTooMany", (), 20, 10, "guests"),
           ("AtollIsShortOfMemory", ("--memory", "64"), 100, 20, "parts long"))


class Watched:
    """A host with these options, whose metrics are read."""

    def __init__(self, server, options=()):
        self.port, self.samples = free_port(), []
        server.again("--metrics", f"127.0.0.1:{self.port}", *options)

    def look(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=tap.HANG) as reply:
            self.samples.append((time.monotonic(), alerts.read(reply.read().decode())))


def test_of(name, options, addresses, each, kinds):
    def fires(server):
        host = Watched(server, options)
        host.look()
        attack = subprocess.Popen([os.environ["ATTACK"], str(server.port), str(addresses), str(each), *kinds.split()],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        end = time.monotonic() + tap.HANG
        text = dict(alerts.rules())[name]
        fired = False
        while not fired:
            assert time.monotonic() < end, host.samples[-1]
            time.sleep(0.2)
            host.look()
            fired = bool(alerts.Expression(text, host.samples).value())
        attack.communicate()
        assert attack.returncode == 0
    fires.__name__ = f"{name}_fires"
    return fires


def people_who_play_raise_no_alarm(server):
    """Every expression uses only metrics that exist."""
    host = Watched(server)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    host.look()
    play_out([a, b], table, random.Random(1), 20)
    host.look()
    assert not [name for name, fires in alerts.fired(host.samples).items() if fires]
    known = {re.sub("_bucket$", "", name) for name, _ in host.samples[-1][1]} | {"up"}
    for name, text in alerts.rules():
        for word in re.findall(r"\b(?:atoll_\w+|up)\b(?!\()", re.sub(r'"[^"]*"', "", text)):
            assert re.sub("_bucket$", "", word) in known, (name, word)


def every_alert_of_a_siege_has_its_attack(server):
    assert server
    assert {name for name, *_ in ATTACKS} == {name for name, _ in alerts.rules("atoll-siege")}


globals().update((test.__name__, test) for test in (test_of(*attack) for attack in ATTACKS))

if __name__ == "__main__":
    assert ATOLL
    sys.exit(run_tests(globals()))
