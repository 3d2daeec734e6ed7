#!/usr/bin/env python3
"""crowd.py ATOLL: very many people at once, in a process of their own (bench/crowd.c, its path in CROWD). Speaks TAP."""
import os
import resource
import sys
import time
from pathlib import Path

from online import ATOLL, run_tests

sys.path.append(str(Path(__file__).resolve().parent.parent / "bench"))
from people import Crowd  # noqa: E402

SPARE = 64  # file descriptors that are no sockets
HARD = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
SOCKETS = 10000 if HARD == resource.RLIM_INFINITY else min(10000, HARD - SPARE)


def gather(server, *game):
    return Crowd([os.environ["CROWD"], str(server.port), *game])


def ten_thousand_sockets(server):
    """They come from some fifty addresses, each within its limit. One of their tables plays on, and all of them can
    leave."""
    with gather(server) as crowd:
        crowd.say("tables 1 0")
        assert crowd.say(f"sockets {SOCKETS - 2}")["sockets"] == SOCKETS
        got = crowd.say("play 1 20")
        assert got["moves"] > 3 and got["refused"] == got["wrong"] == 0, got
        crowd.say("leave")
        crowd.say("tables 1 0")  # others can come in at once
        assert crowd.say("play 0.2 50")["moves"] > 0


def many_tables(server):
    """With views and without: every client's view agrees with the server's, in game after game."""
    for game in ("reef", "my-shelfie"):
        for views in (0, 1):
            with gather(server, game) as crowd:
                crowd.say(f"tables 20 {views}")
                got = crowd.say("play 0.5 0")
                assert got["moves"] > 100 and got["refused"] == got["wrong"] == 0, got


if __name__ == "__main__":
    assert ATOLL
    sys.exit(run_tests(globals()))
