"""The bot protocol (docs/bot-protocol.md): a function of yours plays in `atoll match` and at tables online."""
from __future__ import annotations

import random
import sys
from typing import Callable, List, TextIO, Union

from .states import Move, State


def _lines(source: TextIO) -> str:
    """A block of the protocol, up to its line "end"."""
    found: List[str] = []
    for line in source:
        if line.rstrip("\r\n") == "end":
            break
        found.append(line)
    return "".join(found)


def speak(choose: Callable[[State], Union[Move, str]], name: str = "Python", source: TextIO = sys.stdin,
          out: TextIO = sys.stdout) -> None:
    """Plays until it is told to quit: choose(view) is asked for each decision and returns a move or its text. Python's
    `random` is seeded for every game, so that games can be played again. A program that ends with

        atoll.speak(choose)

    is a bot: atoll match reef --bots "exec:python3 bot.py,normal"."""
    view = None

    def say(line: str) -> None:
        print(line, file=out, flush=True)

    for line in source:
        words = line.split()
        verb = words[0] if words else ""
        if verb == "atoll":
            say(f"id name {name}")
            say("ready")
        elif verb == "ping":
            say("pong")
        elif verb == "new" and "seed" in words:
            random.seed(int(words[words.index("seed") + 1]))
        elif verb == "view":
            view = State.parse(_lines(source))
        elif verb == "legal":
            _lines(source)
        elif verb == "go" and view is not None:
            said = choose(view)
            say("best " + (said if isinstance(said, str) else view.text(said)))
        elif verb == "quit":
            break
